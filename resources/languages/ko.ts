<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
<context>
    <name>models.arch</name>
    <message>
        <source>A BERT with far fewer weights: one block for all layers, and a narrow token table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factorized embeddings (E &lt; H), one set of weights shared by all layers, and sentence order prediction, which is harder than next sentence prediction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learned, absolute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan, Chen, Goodman, Gimpel, Sharma, Soricut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing saves memory for parameters, and communication in distributed training, but no computation: the same block runs once for every layer. The paper trains ALBERT-large 1.7 times as fast as BERT-large (Table 2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ablations that share only attention or only the feed-forward network: the paper does not say with which of them a LayerNorm is shared; here with the sublayer before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transformers applies dropout to the pooled state before the sentence-order head; the authors' code and this program do not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameter groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sharing must be one of {SHARING}, not {sharing}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_hidden_groups must lie in 1 to {num_hidden_layers}, the number of layers, not {num_hidden_groups}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder that sees the whole sentence and predicts masked tokens in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bidirectional attention; trained on masked tokens instead of the next token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devlin, Chang, Lee, Toutanova</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the authors' code a passage with one segment always gets a random second one, so a little more than half of the pairs do not follow each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder for long texts, whose attention costs a constant time per token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each block of tokens attends to the first and the last block, to its neighbours and to a few random blocks, instead of to all. Time and memory grow with the length, not with its square, so that texts of 4,096 tokens fit where 512 did.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides, a few blocks of a long text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be one of {allowed}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x of the text, after x of the global tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Big Bird: Transformers for Longer Sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random blocks are drawn once for each layer and head, with the number of the layer as the seed, and serve training and evaluation. transformers has none in evaluation: there the first block counts as many times more. With computes_as = 'transformers' in config.json this program computes the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At 1,024, 3,072 and 4,096 tokens random blocks are among the first 1,024 tokens, at other lengths among the first 2 r + 5 blocks, as in the authors' code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text of at most 2 r + 5 blocks gets full attention. A longer one is filled up with padding to whole blocks. In a batch the longest text decides both for all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code has a head for the next sentence, which pretraining does not use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The extended construction keeps the first and the last block global. Its extra tokens share all weights with the text; no published checkpoint in this layout has them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For questions transformers lowers the scores of the question's tokens; here an answer is a part of the passage in any case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block size, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global blocks, the first and the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window, in blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra global tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computed as in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries, keys and values have a bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings scaled by the square root of the width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_random_blocks and num_global_tokens must be 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_window_blocks must be odd, as many blocks on both sides of each block; {num_window_blocks} is even</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transformers has the internal construction with global blocks and a window of 3 blocks only; other values need computes_as = 'paper'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of the {config} heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of each block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight on extra global tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of all tokens to all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights of a sparse layer can be read, but not changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>t = E[id]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>t ← √D t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global tokens before the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position to content: equation 4 of the paper takes the relative position δ(j, i) of key j and query i. The authors' code, and so every published checkpoint, takes δ(i, j), as content to position does. The code is followed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The enhanced mask decoder belongs to pretraining: the last layer runs twice more, with queries from absolute positions. transformers does not have it, and predicts masked tokens without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enhanced mask decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content to content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content to position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position to content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder whose attention separates the content of a token from its position.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each attention score is a sum of three terms: content to content, content to relative position, relative position to content. Absolute positions enter only at the end, to predict masked tokens. No next-sentence task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative, separate from the contents; absolute only to predict masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>He, Liu, Gao, Chen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeBERTa: Decoding-enhanced BERT with Disentangled Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deberta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position terms of the score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enhanced_mask_decoder must be true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an embedding_size that is not hidden_size is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention heads that do not make up hidden_size are not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>content to position, position to content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x = E[id]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = φ(convolution over neighbouring tokens)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeBERTa v2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeBERTa with logarithmic buckets of relative positions, and shared projections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative positions beyond 128 tokens share logarithmic buckets, and have the same query and key projections as the contents. The Unigram vocabulary has 128,000 tokens. A convolution is parallel to the first layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative, in logarithmic buckets; absolute only to predict masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version 3 is published under the same model type. Files of it that have neither its detection head nor the entry embedding_sharing open as version 2 without a convolution.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions share the query and key matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norm of the relative positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolution width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolution activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position_buckets must be 2 or more, and so must positions; or below 1, for none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer normalisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeBERTa v2's encoder, trained to detect which tokens a generator has replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced-token detection instead of masked tokens. The generator is as wide as the discriminator and half as deep. The discriminator's token table is the generator's, without a gradient to it, plus an offset that it learns itself. No convolution.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative, in logarithmic buckets; absolute only in the generator's mask decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>He, Gao, Chen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeBERTaV3: Improving DeBERTa using ELECTRA-Style Pre-Training with Gradient-Disentangled Embedding Sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code updates the generator, then the discriminator on the table that was just updated, each with an optimizer of its own. Here one step follows the gradients of the sum of both losses. With separate tables and with the offset each parameter has the same gradient as there, up to the generator's last step, which the discriminator's table sees one step later, and gradients are clipped together. With one table its two gradients are added, where the authors' code would take two steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code weights the detection loss by 10 by default. With separate parameters and Adam the weight acts through the clipping of gradients alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All chosen tokens are masked, none is left unchanged, and the generator's samples are drawn at temperature 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published files hold no generator; their table is the sum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token table and the generator's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding_sharing must be one of {SHARINGS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version 3 has no convolution: conv_kernel_size must be 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the generator alone has an enhanced mask decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generator's mask decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discriminator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discriminator input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one table (ES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two tables (NES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the generator's without its gradient, plus an offset (GDES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of BERT's layers, distilled from BERT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half the layers, no segments, no pooler, no next-sentence task; BERT is the teacher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>huggingface/transformers, research project distillation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sanh, Debut, Chaumond, Wolf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper does not give the weights of the three losses; the authors' examples differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder trained on every token: has a small generator replaced it or not?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss covers all tokens instead of 15 %; only the discriminator is used later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clark, Luong, Le, Manning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code masks 85% of the chosen tokens and leaves the other 15% unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The released small checkpoint was trained with a generator of full width.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>generator_hidden_size must be above 0, and at most 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an ELECTRA's width and inner width must be at least {least}: its generator has {part} of each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Original tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x ← c ⊙ x + (1 − c) ⊙ relu(W x + b)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x = max over the characters of φ(convolution)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>g ← g + W_h h₋₁</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two LSTM language models of opposite direction; each task mixes their layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlike earlier word vectors, those of a word depend on its sentence, and they come from all layers, not the last one. No attention: each direction carries a state from word to word, and the two meet in the mix only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each side by itself, in two stacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the order of reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n = tanh(g)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deep contextualized word representations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published sizes are counted without the softmax over 793,471 words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors train with a sampled softmax, and carry states from batch to batch. Here the softmax is full, and every text begins with states of zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word of more than 48 bytes is cut off: 50 slots hold it with its marks. A letter of Hangul takes three bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training text is stored as ids of words, so a word outside the vocabulary is read there without its letters. Everywhere else it is read with them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published weights are HDF5 files, which this program does not open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell states clipped at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projections clipped at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters of a word, with marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Character symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Character width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolutions, width x number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highway layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filters must name widths and numbers, such as 1x32 2x64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highway, carry gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>c = σ(W_c x + b_c)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolutions over the characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x ← W x + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates, from the word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>g = W x + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output at the step before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h₋₁, 0 at the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates, from the step before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell at the step before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>c₋₁, 0 at the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>c = f ⊙ c₋₁ + i ⊙ n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W_p (o ⊙ tanh(c))</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both directions side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a filter over {width} characters does not fit into {max_characters}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fused states of the tokens that name entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder that also reads vectors of the entities that a text names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A second stream of entities from a knowledge graph, fused with the tokens that name them; some entities are removed and must be predicted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities beside their tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>e of the entity that the token names, else 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fusion of tokens and entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h = φ(W_t x + b_t + W_e e + b_e)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h of the token that names the entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed-forward network, output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W h + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector of the entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x = vector of the entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zhang, Han, Liu, Jiang, Sun, Liu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ERNIE: Enhanced Language Representation with Informative Entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the ERNIE of Zhang et al. (2019). Baidu's ERNIE (Sun et al. 2019), which transformers calls ErnieModel, masks phrases and entities and has no vectors of entities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of 12 layers, 5 read tokens alone, one fuses them with the entities as they come from the table, and in 6 entities attend to each other first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper, the outputs of the fusion have an activation of their own. In the authors' code they have none: a linear layer, a residual connection and LayerNorm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the authors' code the bias of the entities is also added to tokens that head no mention, and [CLS] has an entity whose vector is zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vectors of the 5,041,175 entities are an input and are not counted as parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No head reads the last entity states, so the weights that make them never learn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[ENT], [HD] and [TL] are tokens of models that are trained here; published vocabularies have none of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of an entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads among entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities that are fed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_types has {unknown}; known are {KINDS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_types has {kinds} layers, num_hidden_layers is {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_types needs one layer of the kind {KNOWLEDGE}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entity_input must be one of {known}, not {entity_input}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_types must be a list of names of layers, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W x + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vectors of entities have {table} numbers, the model {width}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model needs a discriminator or a generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only a discriminator is fine-tuned, and this is a generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A decoder that predicts the next token; its fine-tuning adds one linear layer a task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlike in ELMo, fine-tuning changes all weights, with language modelling as a second loss. Post-LN, like the first transformer and BERT; GPT-2 is pre-LN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Radford, Narasimhan, Salimans, Sutskever</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improving Language Understanding by Generative Pre-Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published vocabulary has no token for the end of a text, so the published model never ends by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors add three tokens for fine-tuning (start, delimiter, extract). transformers reads the last token instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The activation that config.json calls gelu is the one with tanh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head for a choice reads its last token. transformers reads the place that mc_token_ids names, and without it the last place, padding or not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gelu, by tanh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A decoder that generates text: each token is predicted from those before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre-LN, and a final LayerNorm, where GPT-1 is post-LN; byte-level BPE; a context twice as long. Like GPT-1, and unlike BERT, its attention is causal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Radford, Wu, Child, Luan, Amodei, Sutskever</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language Models are Unsupervised Multitask Learners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scaled initialisation of the residual projections is described in the paper and done in transformers; the code that OpenAI released initialises these weights like the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classification reads the last token that is not padding. transformers recognises padding by its id, so there a text that ends in that very token is read before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A decoder that does a task from examples in its prompt; its weights stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2's blocks, with attention that is dense and locally banded in turns, and a context twice as long. Its largest size has more than a hundred times as many parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none; without a band openai/gpt-2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-3 XL is printed with 24 heads of 128, which make 3,072 and not the width 2,048. It is counted with 2,048, in 16 heads of 128; with 3,072 inside attention it would have 1,517,123,584 parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-3 13B is printed with a width of 5,140, though 40 heads of 128 make 5,120. It is counted with 5,140, which 20 heads divide; with 5,120 it would have 12,853,386,240 parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brown, Mann, Ryder, Subbiah and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language Models are Few-Shot Learners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The width of the band was not published, nor which layers have it. Here odd layers have it, counted from 0, and its width is an option; by default all layers are dense.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table 2.1 prints 24 heads of 128 for XL, whose width is 2,048, and a width of 5,140 for 13B, which has 40 heads of 128. Attention here is as wide as the model, so XL has 16 heads and 13B has 20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout and the epsilon of the norms are not stated; the defaults are GPT-2's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper fine-tunes no model. The heads for tasks are GPT-2's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Band of every other layer, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>band = {band} leaves a token nothing to attend to. Set it to 1 or more, or leave it out for dense attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, all layers are dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>t = next token, token, token before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W₁ n[: E] + b + W₂ n[E :]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As deep as BERT large, with narrow layers between wide states; IB-BERT is its teacher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bottlenecks around every layer, several feed-forward networks in it, a norm without statistics, and three neighbouring tokens in each embedding; taught layer by layer by IB-BERT, whose layers are widened instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>google-research/google-research, mobilebert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sun, Yu, Song, Liu, Yang, Zhou</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileBERT: a Compact Task-Agnostic BERT for Resource-Limited Devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileBERT was not found by architecture search: its authors chose the shape by ablation. OPT in the names of their files means NoNorm and relu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedding of a token is computed from its neighbours as well. Padding is no neighbour here; in transformers it is one, so that the last token of a padded text differs there unless the embedding of the padding token is zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transformers cannot run IB-BERT: its queries and keys expect the width inside the layer. No weights of IB-BERT were published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transformers computes two of the LayerNorms of a layer_norm model with an epsilon of 1e-5; the authors' code and this program use that of the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width inside a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed-forward networks of a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query, key and value read the narrowed states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query and key share a bottleneck</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pooler before pairs are classified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normalization_type must be {known}, not {normalization_type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_feedforward_networks must lie in 1 to {MAX_NETWORKS}, not {num_feedforward_networks}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding_size must be at most hidden_size, {hidden_size}, not {embedding_size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>intra_bottleneck_size {intra_bottleneck_size} is not a multiple of the {num_attention_heads} heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale and shift, without statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>e = E[id]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three neighbouring tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>t = W t + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token table, and a second matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale and shift without statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a = softmax(q · k) within the chunks of similar buckets, all rounds joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>o = Σ a v, over the tokens that are attended to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a layer that hashes needs a seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reformer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A decoder for long texts: hashing finds the tokens that attend to each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention among similar tokens only, found by locality-sensitive hashing: T log T instead of the square of T. Reversible layers, whose activations are computed again and not stored; a feed-forward network in pieces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left to right; both sides in models of masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learned, axial: two small tables, one beside the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be a list, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h = number of the bucket of q in each round; −1 in a text of one chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both halves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x = r₁ beside r₂</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kitaev, Kaiser, Levskaya</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reformer: The Efficient Transformer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A token attends to its own chunk of the sorted tokens and the one before, also where their buckets differ. A token that several rounds find counts several times; the paper corrects for that, transformers and this program do not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunks are in a circle: without a causal mask the first chunk of a local layer sees the last one, and the first of a round the last of the round before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which tokens share a chunk depends on the whole text. So a later token never enters a prediction itself, but can change which earlier tokens do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text of several chunks is padded inside attention to a multiple of the chunk lengths. transformers trains only on texts as long as axial_pos_shape says; here any length up to it is learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rotations are random. transformers draws new ones for each pass unless hash_seed is set; here a model that is evaluated has fixed ones, so that results repeat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generation computes the whole text again for each token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classification reads the first token, as in transformers. In a causal model it has seen no other, so only a model with is_decoder = false can learn it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transformers 5 leaves out the bias of the language-model head. It is added here, and not learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published reformer-enwik8 has no tokenizer: its ids are bytes plus 2. Such ids, and SentencePiece models of other kinds than Unigram, are not read here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention dropout of local layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention dropout of LSH layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk of a local layer, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local chunks seen before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local chunks seen after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk of an LSH layer, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LSH chunks seen before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LSH chunks seen after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds of hashing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buckets, in factors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the rotations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axial positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axial positions, rows and columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axial positions, widths of both tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard deviation of initial axial positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens fed forward at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reversible layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_buckets = {num_buckets}: each factor must be even</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attn_layers has {unknown}; known are {KINDS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axial_pos_shape and axial_pos_embds_dim must have two numbers each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axial_pos_shape {shape} has {math} positions and max_position_embeddings is {longest}. A shape that fits is {longest_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axial_pos_embds_dim {widths} must add up to hidden_size {hidden_size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a causal model (is_decoder) attends to no later chunk: set local_num_chunks_after and lsh_num_chunks_after to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the chunks before and after must not be negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attn_layers has {layers} layers, num_hidden_layers is {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole numbers from 1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be a list of {wanted}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared query and key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>q = W_q x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k = q / √(mean(q²) + ε) / √K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>v = W_v x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax within chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixture of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W_o o</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token table of the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunks of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention without hashing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by the length of a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, new rotations in each training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hash buckets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT's architecture, trained on ten times the data, with dynamic masking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same architecture as BERT, trained on ten times the data (160 GB) in batches of 8,000 sequences, always of 512 tokens. Masks are sampled again whenever a text is fed, full sentences are packed across documents, there is no next-sentence task, and byte-level BPE leaves no text unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>facebookresearch/fairseq, examples/roberta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Liu, Ott, Goyal, Du, Joshi, Chen, Levy, Lewis, Zettlemoyer, Stoyanov</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RoBERTa: A Robustly Optimized BERT Pretraining Approach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dynamic masking samples new masks whenever a text is fed. The paper's static baseline is ten copies of the data with fixed masks, and the gain over it is small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper fills a window with full sentences; here the last sentence may be cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published files may contain a pooler. Pretraining never used it, so it is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder reads the task as text, a decoder writes the answer as text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoder and decoder, every task as text to text, and relative position biases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides in the encoder, left to right in the decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative: a learned bias for each head and bucket of distances</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention scores are not divided by the square root of a head's width: the initial weights of the query are smaller instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the files the position bias belongs to the first layer of the encoder and of the decoder; all their layers add it. Cross-attention has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version 1.1, Flan-T5 and mT5 have gated feed-forward networks, and an output head that is not tied to the embeddings and gets unscaled states; the paper describes version 1.0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper's Figure 2 ends a target with one more sentinel; the masks of the authors' code end with a span, and then there is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factor of initial weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder starts with id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>States scaled before the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder_start_token_id must be an id of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative_attention_num_buckets must be at least 4, and less than twice relative_attention_max_distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feed_forward_proj = {feed_forward_proj} is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder to encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x ← x / √D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>q · k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bias by relative position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_q x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_k x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_v x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_o o</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>en ko</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encoder of several languages that fills masks in texts and in translated pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT's masked tokens in many languages with one vocabulary, a vector for each language, no segments and no pairs of passages; in a pair of translations each half can be read to fill a mask of the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides; in causal models left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learned or sinusoidal, absolute; of the second translation from 0 again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lang2id must name the languages of the model with their numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lang2id must name the languages 0, 1, 2 … of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lample, Conneau</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-lingual Language Model Pretraining</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of a text is recognised by its script, and Latin script counts as English. A language that the model does not have is read as its language number lang_id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequent tokens are masked less often in the paper. The authors' code does not do this by default, and neither does this program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors put &lt;/s&gt; on both sides of a text; transformers, and this program, begin with &lt;s&gt;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard deviation of initial tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of other text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sinusoidal positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asm = True is a variant that is not supported: its output layer is an adaptive softmax over clusters of tokens, and this one is tied to the token table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id2lang must name the languages of the model by their numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicts the last tokens of a random order, each from those before it in the order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autoregressive like GPT, but with context from both sides like BERT, and without mask tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides; in pretraining only tokens earlier in a random order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative, sinusoidal, as in Transformer-XL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector of the query stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x = w at every position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yang, Dai, Yang, Carbonell, Salakhutdinov, Le</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XLNet: Generalized Autoregressive Pretraining for Language Understanding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The factorization order is random: the tokens keep their positions, and only their visibility changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper every token is in the order, but only the last 1/K are predicted (K = 6); in the authors' code the others are given, and all see each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first token in an order sees nothing, so the softmax of its query row is uniform over all tokens, its own included; it is never a target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mini model is trained without memory and on texts in reading order only; the authors use a memory and reverse half of each batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuned on questions, the start and the end of an answer are two numbers per token. The authors' head predicts the end from the start, with a beam search, and whether there is an answer; transformers has both heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classification reads the last token that is not padding, &lt;cls&gt;. transformers reads the last place of a batch, so it must be padded on the left there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory length, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a text adds to the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n_head} heads of width {d_head} do not make the width {d_model}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factorization order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token in the order</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.attribution</name>
    <message>
        <source>what enters the first layer does not depend on these tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} predicts no token of the text that it reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this tokenizer has no mask token, so there is nothing to fill</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.checkpoints</name>
    <message>
        <source> (and {missing} more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor {first}{more} is missing in {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a complete checkpoint, or save it again with save_pretrained of transformers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shape of {first}{more} in {folder} is not what config.json says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the config.json beside the weights that belongs to them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No {spec} can be built from {folder}: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the entry, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{match} in {folder} holds NaN or infinite numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a checkpoint from before its training failed, or fetch it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part}{name} in {folder} holds {dtype}, not floats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a checkpoint that is not quantized.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds {full}, of a layer that config.json does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In {folder}, {name} differs from {source}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a checkpoint whose output layer shares the token table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files in {folder} were written while they were read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it again once they are complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is cut off or damaged ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The architecture {model_type} cannot be loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{error} cannot be read ({error_}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it readable, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is broken ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch or save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} cannot be read ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it readable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{CONFIG_FILE} cannot be used: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another {spec} model, or mend the entry if it is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds {today} twice, under two names and with other numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a checkpoint that was saved once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entities in {folder} cannot be used: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} cannot be written ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds {name} in two files, with different numbers, and {INDEX_FILE} does not say which one counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the tokenizer's files again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python -c "import torch; from safetensors.torch import save_file; w = torch.load('{USUAL_PICKLE}', map_location='cpu', weights_only=True); save_file({k: v.contiguous().clone() for k, v in w.items()}, '{WEIGHTS_FILE}', metadata={'format': 'pt'})"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp (GGUF)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save it again with save_pretrained of transformers, as {WEIGHTS_FILE}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is a file{is_foreign}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of a model, which holds {CONFIG_FILE} and {WEIGHTS_FILE}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no tokenizer, so no text can be given to the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the tokenizer's files beside {CONFIG_FILE}: tokenizer.json, vocab.txt, spiece.model, or vocab.json with merges.txt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no {CONFIG_FILE}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{link} is a link to a file that is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy that file as well, or fetch it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run this there: {CONVERT}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds its weights as a pickle, which could run foreign code when opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If you trust it, {convert}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{CONFIG_FILE} does not say its model_type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it when you open the folder (on the command line by --architecture), or add it to the file. There are {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{CONFIG_FILE} names the model_type {kind}, which no architecture here has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model of one of these types: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is packed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it, and choose the folder inside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of the folders inside it: {inside}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of a model, as save_pretrained of transformers writes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} lacks {absent}, which {INDEX_FILE} names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the missing files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} lacks {INDEX_FILE}, which says what its weight files hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds {others}, but no {WEIGHTS_FILE}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If that is the whole model, name it {WEIGHTS_FILE}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no {WEIGHTS_FILE}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the weights there, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no safetensors header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} names no weight files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds weights for {program} only ({files}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the {WEIGHTS_FILE} of the same model, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a pointer of git-lfs, not the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds whole numbers of {strangers}, which its model does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole numbers of {name} in {folder} do not fit together ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_labels must lie between 1 and {MAX_NUMBER}, not {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id2label must name the classes 0 to {num_outputs}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>problem_type must be one of {PROBLEM_TYPES}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single_label_classification needs two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} labels for a head with {task} outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the entry, or name {spec} in its architectures to open the model without the head.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.comparison</name>
    <message>
        <source>there is no comparison {name}; there are {experiments}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Callable[[Trained], Iterator[Measured]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no measure {name}; there are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is of another version of the program: run the comparison again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The result {path} cannot be used: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is damaged ({error}): run the comparison again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{plan} holds other files. Choose a new or an empty folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dask is not installed. Install it with: pip install 'plm-explorer[cluster]'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Dask scheduler answers at {address}. Check its address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{plan} holds a comparison already. Go on with it by --resume, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{plan} holds a comparison with other settings or of another version. Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is damaged. Delete it and go on with --resume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it sees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it must predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size and sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher and student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adaptation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mean} (95 % interval {low} to {high}, {seeds})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as in the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no significant difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mean} ({seeds}, too few for an interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.compression</name>
    <message>
        <source>How {loaded} was trained is not known, so other shapes of it cannot be. Choose a model that was trained by this program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} is fine-tuned. Search with the model that it was fine-tuned from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller shapes of the same architecture are trained for a few steps each; the best one within the budget is trained whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No trial was trained to its end. Allow more trials or more steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A shape that learns best in a few steps need not be the best after many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training the best shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Li, Jamieson, Rostamizadeh and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A system for massively parallel hyperparameter tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Akiba, Sano, Yanase and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optuna: a next-generation hyperparameter optimization framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters, % of the base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Milliseconds at most (0: any)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the worse trials early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of a trial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of the chosen shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} is fine-tuned. Make a student of the model that it was fine-tuned from, and let that one learn the task with a recipe of fine-tuning that has [teaching].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so no student can read with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} is no teacher of any method. Choose a model of one of these architectures: {teachers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A smaller model, the student, learns from this one: its predictions, and with some methods its hidden states and attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} cannot be a teacher of {method}: set kind to {loaded_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A student that was interrupted goes on where it was, with the same options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The panel Distillation trains the same student without a teacher beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>teaching the student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers (0: half, or all where it must)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width (0: that of its teacher)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} has no head that one of its objectives trains, so it cannot be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so it can read no examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run.json of {loaded} names no labelled set: name one as data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} has no head for {lacking}, so it cannot be measured by it. Measure what all compared models predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} is not measured: {names} did not learn it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the models share no objective. {sentences}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} needs training and dev examples with answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} reads with another vocabulary, so losses cannot be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} answers in text, so it has no logits of a task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least one of the {one} layers must be left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the head of {loaded} reads each layer, so none can be removed; remove layers before fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this machine {made} is {slower} than {base}: {made_} instead of {base_} ms for a sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} is quantized. Prune the model that it was made of, then quantize.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} has no weight matrices to prune. Choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring without each layer, for layer {step} of {steps}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single weights, attention heads or whole layers are removed; what is left can learn in between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sparsity 0 removes nothing: set it above 0, and at most to {MOST}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pattern keeps fewer than {options} of {options} numbers: set kept_of_m to at most {options_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} has no weight matrices to prune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is not a number any more: set a smaller learning_rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} has no attention, so it has no heads to remove. Set kind to {MAGNITUDE} or {LAYERS}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sparsity {share} of {total} heads removes {count}; from 1 to {total_} can be removed: set it to {total__} up to {total___}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} has no layers that can be removed: it has one, all share their weights, or a weight reads each of them. Set kind to {MAGNITUDE} or {HEADS}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sparsity {options} of {total} layers removes {count}; from 1 to {most} can be removed: set it to {total_} up to {total__}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no weight matrix {name} in {loaded}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed weights and heads are zeros: the published classes have as many heads in each layer and dense matrices, so the files and the time stay the same. Removed layers make the files smaller and the model faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pattern n:m saves time on hardware that multiplies 2:4 sparse matrices, which CPUs do not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where layers differ by their number, as with bands of attention, layers after a removed one take the place before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removing weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring gradients of heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring without each head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring quality by sparsity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Han, Pool, Tran, Dally</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning both Weights and Connections for Efficient Neural Networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Michel, Levy, Neubig</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are Sixteen Heads Really Better than One?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mishra, Latorre, Pool, Stosic, Stosic, Venkatesh, Yu, Micikevicius</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accelerating Sparse Deep Neural Networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sajjad, Dalvi, Durrani, Nakov</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the Effect of Dropping Layers of Pre-trained Transformer Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share that is removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest weights of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N of N:M, weights left in a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M of N:M, weights in a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding tables too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importance of heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of pruning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps after each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training what is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not used by n:m.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{GLOBAL}: of the whole model. {LAYER}: of each weight. {PATTERN}: all but the largest of m neighbours in a row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the gradient of a gate on each head, or by the loss without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers are removed one by one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the examples to learn from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} is quantized already. Quantize the model that it was made of, with other options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {loaded} has no weights to quantize: none has rows of at least {MIN_COLUMNS} numbers. Choose a larger model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights become whole numbers of eight or four bits; with eight, products can be computed in whole numbers too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>products of whole numbers need one scale for a channel or for a tensor: set per to {CHANNEL} or {TENSOR}, or scheme to {INT8}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these options leave no weight to quantize: shorten keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantizing {names} weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no weight {name} to quantize in {loaded}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations have a symmetric grid with a scale for each token, which is measured while the model runs; attention scores, norms and activation functions are computed in floats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights of layers that are no plain products, such as convolutions, are stored as whole numbers and computed with as floats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no weight of {loaded} begins with {prefix}; there are {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantizing layer {n} of {total} alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jacob, Kligys, Chen, Zhu, Tang, Howard, Adam, Kalenichenko</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zafrir, Boudoukh, Izsak, Wasserblat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q8BERT: Quantized 8Bit BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yao, Aminabadi, Zhang, Wu, Li, He</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeroQuant: Efficient and Affordable Post-Training Quantization for Large-Scale Transformers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One scale for each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers in a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetric grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights left in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dynamic_int8 quantizes activations for each token, too, and multiplies whole numbers; the others store weights in 8 or 4 bits and multiply floats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic: a group of neighbours with 4 bits, a channel (row) with 8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbours in a row of a weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grid has its zero in the middle; otherwise at a whole number that is stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grid reaches to the largest number, or to a percentile; numbers outside are clipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the absolute values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beginnings of their names, separated by commas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method {method}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown compression method {name}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{out} exists already. Choose a new folder; nothing is ever replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening the examples</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data</name>
    <message>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the token cache could not be written in {folder}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the token cache {folder} is damaged; delete the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no document {index} of {num_documents}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text has no tokens; choose another text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a token id is outside the vocabulary of {_vocab_size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>labelled data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was named. Name a set, a folder or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the limit of examples must be at least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}. Choose the columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no column {missing}. Its columns are {header}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an n-gram model has an order of at least 1, not {order}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an n-gram model needs at least one token to count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the cross-entropy of no tokens is not defined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a token id outside the vocabulary of {vocab_size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown tokenizer family {recipe}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a query needs one {INPUT}, and an example one {ANSWER}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an example must be a query, white space, and the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an answer, a new example and a neutral answer need something before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts that the training text of the bundled models states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capital of a country ({language})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, {one} to {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of things of the mini-world in both languages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds of things with made-up labels ({language})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kinds}: {labels}, {kinds_}: {labels_}. Only the prompt says so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label of a word is drawn at random, and the query is a word of the examples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made-up words with labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows} lines of {path}, half of them examples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{fields} columns; an input and its answer, with a tab between, are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is none. There are {sources}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capital of a country ({in_words})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, {in_words} to {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds of things with made-up labels ({in_words})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{other} where it was {one}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{task}, labels permuted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The labels are permuted: {mapping}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of {input} is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of {input} is {answer}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has too few lines: an example and a query are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {empty} is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the line is not UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one}, labels permuted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: there is no language {language}; there are en, ko and both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no text was chosen; name a file, or world or village</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: both languages need an amount above 0, and the exponent lies between 0 and 1, as in world:en90ko10@0.5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: it repeats 1 to {duplication} symbols, as in duplication@63</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: a long document has {recall} to {recall_} words, as in long:en@600</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>translate {one} to {other}: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds examples, not tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is a text file, which has no tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} {why}. Set task_share to 0, or learn from world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a folder; choose a text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no file {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is empty; a text is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is too short: two different paragraphs or lines are needed, one to learn from and one to hold out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has changed and cannot be read any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not UTF-8; save it as UTF-8 first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a binary file (it has zero bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has no translations. Set task_share to 0, or learn from world in both languages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data.labelled</name>
    <message>
        <source>there is no such labelled set; there are {WORLD_SETS}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data.long_texts</name>
    <message>
        <source>Which {word} was it?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data.published</name>
    <message>
        <source>the label is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown label {cell}; known are {labels}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the score is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {lowest} to {highest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the score {cell} is not {limits}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {column} has no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the score {cell} is no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>json lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the question has no choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a choice is no object with a label and a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown label {key}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dev set of WNLI is adversarial: some of its sentences are in the training set with the other label, so that a model that memorizes the training set is wrong there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>json list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tagged words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an element of the list is no object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown tag {unknown}; known are {_TAGS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the label {cell} is none of the choices; 0 to {last} are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words} words have {tags} tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the word {bad} has no tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {missing} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a cell holds {cell} where a text or a number is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least two choices with text are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no words, or a word is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown tag {unknown}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answers need two lists of one length, text and answer_start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>index	prediction
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} exists already. Choose another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQuAD's format holds answers, not the results of {data}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE's format holds classes and scores, not those of {data}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has more than {MAX_LABELS} different labels. Is it the right column?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown label {unknown}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id {example} is also that of line {first}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: all {bad} were skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no rows that can be used{skipped}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}. Correct the file, or skip bad rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}, and {_most} rows before cannot be used either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the paragraphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the articles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the passage has no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the question has no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is_impossible must be true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is marked as impossible and has an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no answer and is not marked as impossible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an answer has no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer {text} is not in the passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the offset of the answer {text} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer {text} is not at character {start}, where {there} is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} must be a list of objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the questions of a paragraph (qas)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQuAD layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown label {label}; known are 0 to 3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data.tables</name>
    <message>
        <source>unknown task {task}; known are {TASKS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no column was chosen for the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no columns were chosen for the choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no column was chosen for the passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the delimiter must be one sign, not {delimiter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown settings of columns: {unknown}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the setting {wrong} of columns has the wrong type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settings of columns lack {missing}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If quotation marks are plain text, turn quoting off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cells}, where the file has {header}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the row cannot be read as CSV ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a quotation mark is opened and never closed. {QUOTING_HINT}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compressed with gzip; unpack it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a zip archive or an office document; unpack it, or save it as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compressed with bzip2; unpack it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compressed with xz; unpack it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a Parquet file; save it as JSON lines or CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTF-16; save it as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Choose the encoding cp949, which fits this line, or save the file as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is a folder; a file is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is a pickle, which can run code when it is loaded. Not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is a binary file (it has zero bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a zero byte, which no text has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte {error} of the line is not {encoding}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files in {name} cannot be read; save them as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no encoding {name}; try utf-8 or cp949</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has changed since it was read. Open it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read any more ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the object in the file has no list {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON: {error} in column {error_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each line must be a JSON object in braces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text has half of a sign (a lone surrogate such as \ud83d)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON: {sign} expected, not {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unterminated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file ends before its JSON does; it may be cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}. The line may be cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the value is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a byte is not {_encoding}; save it as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value cannot be read ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the line has more than {MAX_LINE} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no train, dev or test file. Open one of: {files}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no file that ends with {SUFFIXES}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has several {split} files. Open one of them: {chosen}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header names a column twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no JSON: it begins with neither a list nor an object</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.data.world</name>
    <message>
        <source>no English filter {name}; there are {FILTERS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a Korean particle is two forms such as 은/는, not {particle}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: {value} is neither a reference nor a table with en and ko</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder}: there are no lexicon files (*.toml) in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}: cannot be read as TOML ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {kind} is not an array of tables [[{kind}]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: the list is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}, key {key}: a text without outer blanks is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}, key 'pronoun': {table} is neither he nor she</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: a [[{kind}]] has no ascii 'id' ({table})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}, key 'id': there is already an entry with this id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: there is no [[{key}]] with id {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: a value has names and forms only, not {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no [[{kind}]] with id {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder}: there are no pattern files (*.toml) in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no sentence pattern {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: there is no key {key} here ({table})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: this id is taken in {row}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: there are fewer [[{kind}]] than roles for them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: the key {key} is missing ({table})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{_where}: the slot {{text}} leads to nothing in {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{_where}: the topic has no role {role} (in {path})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{_where}: the fact {path} is no attribute of {role}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{_where}: there is no entry that fits the role {role}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{_where}: a brace without its partner in {template}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no document of the split {split} can be made from these patterns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>village.toml: the key {key} is missing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.distillation</name>
    <message>
        <source>The student is trained on the teacher's softened predictions, on the masked tokens, and on the direction of the teacher's hidden states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student can have 1 to {size} layers, not {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper does not state the weights of the losses; the authors' examples use 5, 2, 1 and equal parts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors also freeze the position table and mask rare tokens more often; this program does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the soft targets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the hidden states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only at masked positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from the teacher's layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The student learns its teacher's states and attention, one layer after the other, then the teacher's predictions and the masked tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student must have {teacher_layers} layers, not {student_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each layer of this student learns from one of its teacher, so it must have {of_teacher} layers, not {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' teacher is IB-BERT. A BERT can teach here too; the student then has its token table, as wide as its states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights, the small rate of earlier layers and the equal mix of soft and hard targets are those of the authors' code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There, the terms of mean and variance compare each layer of the student with all layers of the teacher; here each layer with its own. Attention is compared by cross-entropy there and by KL divergence here; their gradients are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors train the two phases as two runs, each with its own schedule, by LAMB; here one run and one schedule have both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of steps for the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate of earlier layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the feature maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the means</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the variances</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy embeddings and heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progressive: one after the other, then the predictions. Joint: all at once, then the predictions. Auxiliary: all layers and the predictions throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progressive and joint: the steps before the predictions are learned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progressive: times the learning rate; 0 freezes a layer once it has learned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student of {method} copies weights of its teacher, so it has its width of {teacher}: set width to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher has {teacher} layers, so a student cannot have {num_layers}. Choose a smaller student.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A width of {width} is not a multiple of the teacher's {teacher} heads. Choose {teacher_}, for example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A narrower student is trained on the attention scores, hidden states and embeddings of mapped layers of its teacher, then on its predictions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student can have 1 to {teacher_layers} layers, not {student_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_map must be {MAPS}, or layers of the teacher from 1 to {teacher_layers}, such as 2,4; not {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer_map lists {layers} layers of the teacher, and the student has {student_layers} layers: list one for each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the student has {heads} heads and its teacher {heads_}, and attention is compared head by head: set num_heads to {heads_}, or weight_attention to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight_attention, weight_hidden and weight_embedding are all 0, so the layers learn nothing: set one above 0, or prediction_share to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight_prediction is 0, so the last steps learn nothing: set it above 0, or prediction_share to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the teacher is not fine-tuned for this kind of task: choose one that is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predictions of the kind {student} are not distilled; possible are {TASKS}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the teacher has the labels {names}, and the data {names_}: choose a teacher of the same task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prediction_share is 0, so the head of the task would learn nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jiao, Yin, Shang, Jiang, Chen, Li, Wang, Liu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT: Distilling BERT for Natural Language Understanding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper writes one projection for the embeddings and one for the hidden states; the authors' code has one for all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code makes 30 augmented copies of an example by default, the paper 20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For words of several pieces the paper takes neighbours in GloVe, which are not here: such words are not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference also leaves stop words as they are, and gives the model that fills a mask the whole sentence as a second text; this program does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference counts padding in its mean squared errors; this program leaves it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predictions are learned at masked tokens: name the objective 'masked', or set prediction_share to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the predictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of steps for predictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Augmented copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of words to replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates for a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked language model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uniform, last, first, or the teacher's layer for each layer of the student, counted from 1, such as 2,4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared: one for all states, as in the authors' code; separate: one for the embeddings and one for each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores before the softmax, as in the paper, or probabilities after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last steps learn the teacher's predictions alone, those before them the layers. 0 is the paper's general distillation: the student then predicts nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of each example; the paper has 20</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That proposes other words; a bundled name or a folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.experiments</name>
    <message>
        <source>Without perturbation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With perturbation (SiFT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With and without adversarial training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a model learn a task better when its embeddings are perturbed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adversarial training should help most where a model learns few examples by heart, so there are few, and each is learned four times. All else is equal; a step with perturbation runs the model two more times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper names models a thousand times larger as those that gain. The perturbation has the size of the authors' code, about a hundredth of an embedding's standard deviation, which changes the predictions of a small model little. The weight of its loss is 1, without a search.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labelled examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paris of capital the is France.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Virtual adversarial training on normalized word embeddings (SiFT) improves fine-tuning, more so for larger models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no ablation is given; the paper uses it for the model of 1.5 billion parameters on SuperGLUE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation with {number} labels, with minus without perturbation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{arm}, agreement with leave one out: gradient × input minus {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{arm}, agreement with gradient × input: attention minus a random order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention as explanation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do attention weights say which tokens cause a prediction?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both models learn the same text for the same number of steps. One token of each of 200 held-out texts is predicted, the same for both: BERT has it masked, GPT-2 reads what is before it. Explained is the token that the model thinks most probable. Methods are compared by the order of the sizes of their shares, without the signs, which attention does not have. Attention is the mean of the heads of a layer, from the position that predicts. Leave one out puts the mask token in the place of one token. Each correlation is that of one text; a value is the mean over texts. A random order agrees with nothing: its τ is about 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The papers study one attention layer over a recurrent network that classifies texts; here there are three layers of four heads, whose states have mixed the tokens before. The papers measure the change of all probabilities, here it is that of one log-probability. The mask token, by which tokens are left out, is not in what GPT-2 learns. Gradients and leaving tokens out are no truth either: agreement with them does not make an explanation, nor does its lack refute one. A difference in τ of at most 0.1 counts as none. The papers' uniform weights, adversarial attention and frozen weights are not repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of France is Paris.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention weights are frequently uncorrelated with gradients, and gradients agree with leaving tokens out better than attention does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kendall's τ for each text of eight data sets, as histograms, means and standard deviations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether attention is an explanation depends on the definition of one; a test needs a baseline such as uniform weights, and several seeds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an argument with four tests, not a rank correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention and leave one out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient × input and leave one out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention rollout and leave one out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A random order and leave one out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention and gradient × input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention rollout and gradient × input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A random order and gradient × input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of the last layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention rollout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the auxiliary loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Auxiliary language-model loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should a model go on predicting words while it learns a task?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT's way of fine-tuning: the last token is classified, and with the weight 0.5 the model also predicts each next token of the example. Examples, steps and rates are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2's small sibling stands for GPT-1: the layer norms lie elsewhere. Half of the examples are unacceptable sentences, which the auxiliary loss teaches the model to predict as well; the tasks of the paper have no such texts but CoLA.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The auxiliary loss helps on large sets of labelled examples, but not on small ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average over tasks 74.7 with it, 75.0 without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation with 4,096 labels, with minus without the auxiliary loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same with 256 labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do large batches learn more from the same number of tokens?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every model reads 64,000 examples, and the learning rate grows with the square root of the batch size, as the paper chose one for each size. A large batch pays off where the gradient of a small one is mostly noise, which is late in training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest batch of the paper has 256 sequences of 512 tokens, as many tokens as a hundred of our batches of 32. The critical size is much lower early in training, so a small model on few tokens can prefer small batches. The learning rates were set by a rule, not searched. On many processors a large batch also takes less time, which two cores cannot show.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With as many passes over the data, and a learning rate chosen for each, larger batches give a lower perplexity and better tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above a critical batch size a step gains little from more examples. It grows as the loss falls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 · 10⁸ tokens · L^(-1/0.21)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at masked positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, batches of 128 minus batches of 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, batches of 512 minus batches of 128</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, {title} minus all three</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global, window and random blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of BigBird's blocks does a model need?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens begin with a summary of eight facts, each of which is stated once more between sentences of the village. Most masked tokens can be predicted from near ones; a value of the summary needs the fact. Blocks have {BLOCK} tokens, so a text has 32; each attends to two global, three neighbouring and two random ones. Without a window a block attends to itself. The other parts are as they are, so fewer parts are fewer blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper trains models of the size of BERT-base on far more text. Its table has one part alone, and random blocks with a window; here one part of three is left out. The summary begins in the first, global block, which is where global blocks help most. Random blocks lie among the first nine of a text, as in the authors' code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random blocks or a window alone are not enough for the quality of full attention, nor are both together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked tokens predicted at 512 tokens: 64.2 % by BERT-base, 60.1 % with random blocks, 58.3 % with a window, 62.7 % with both; SQuAD 88.5, 83.0, 76.4 and 85.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global, window and random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without random blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without global blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts recalled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at masked positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without global blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without random blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, all three minus full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize, prune or distil</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which way of compressing costs least, for the same bytes and for the same time?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The base is the bundled BERT with four layers. The three others have two layers of the same width, so they need the same time and bytes, and read the same text with the same masks for 1,000 steps. Two start from every other layer of the base: one with its losses, the other with masked tokens alone, as after removing layers. Each is measured as it is, with weights of 8 and of 4 bits, and with half of its weights set to zero, without training after that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No single paper compares these ways; that quantizing costs less than distilling follows from figures of separate papers. Q8BERT trains with rounded weights, here they are rounded afterwards. Zeros take as much room and time as other numbers, so they are in no line of the chart. The base learned for many more steps than the others. Milliseconds are those of the machine that ran the comparison, and models of this size are not faster in 8 bits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kilobytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of France is [MASK].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights and activations of BERT can be stored in 8 bits, a quarter of the size, with a minimal loss of accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4 times smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A student with the start from its teacher's layers is better with the losses of its teacher than without them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>macro score on GLUE without the distillation loss -2.96, without the cosine loss -1.46</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The base, 4 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 layers removed, then trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 layers from scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, 32-bit floats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, 8-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, 4-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, half of the weights zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size, 32-bit floats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size, 8-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size, 4-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time for a sentence, 32-bit floats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time for a sentence, 8-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quarter of the bytes: 8-bit weights minus floats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same time: distilled minus layers removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer bytes: the base in 8 bits minus the distilled model in floats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same bytes: distilled minus from scratch, both in 8 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{layers} layer{layers_} of width {width}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth and width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should a model be deep or wide, and how much does size help?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five shapes have about 330,000 parameters in their layers, two have twice as many. Data, steps and learning rate are the same, so the curves can also be read by time: narrow layers cost as many operations in total, but take longer one after the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedding table has more parameters than the layers of such small models, and it grows with the width, so wide models have more parameters in all. Heads are four in every shape, so those of narrow models are narrow too. One learning rate for all shapes can be too high for the deepest. After 1,200 steps no model is trained to its limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger models are better, whether they have more layers or wider ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>perplexity 5.84 with 3 layers of width 768, 4.68 with 6, 3.99 with 12; 3.54 with 12 of width 1024, 3.23 with 24</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At equal parameters without embeddings, the loss depends little on the shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>6 layers of width 4288 are within 3 % of 48 layers of width 1600</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, 6 layers minus 3, width 96</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, width 136 minus 96, 3 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, 6 layers of width 68 minus 2 of width 120</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides or left only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much does a model gain by reading what comes after a word?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same single tokens of unseen text are predicted by both models: one reads all the other tokens, the other only those before. The gain should grow with the number of tokens that are left to read in the sentence. Size, text, vocabulary and steps are equal. In each step the left-to-right model has a loss on every token, the other on 15 % of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two architectures also differ in where they normalise (GPT-2 before each sublayer, BERT after it). The paper fine-tunes both on tasks; here they predict words. The left-to-right model learns from about six times as many predictions. The last word of a sentence is often a fact that must be learned by heart, such as the name of a capital, and there it is ahead: BERT's appendix C.1 finds that masked models learn a little more slowly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens to the end of the sentence (8: or more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larry Page and Sergey Brin founded Google.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A left-to-right model is worse on all tasks than a masked language model of the same size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both sides, without next sentence prediction: 83.9 on MNLI, 86.5 on MRPC, 87.9 F1 on SQuAD; left to right: 82.1, 77.5, 77.8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides (BERT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left only (GPT-2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at all positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at all positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides minus left only, all positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same, 8 or more tokens before the end of the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same, at the last word of the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} minus the student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher, student and what helps it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What does a student gain from its teacher, from each loss and from its start?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers, the student has two layers of the same width. All students and the undistilled model read the same text with the same masks for 1,000 steps, which is few: a teacher helps most where training is short. The losses are weighted 5 : 2 : 1 as in the authors' single-GPU example. The teacher is not trained here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The losses of the teacher are taken at masked positions only, which is five times faster; the authors take them at all tokens. The teacher's two layers less are a larger part of it than the paper's six of twelve. The paper measures GLUE after fine-tuning; here the accuracy at masked positions is measured. The seeds change the order of the text, its masks and, where they are random, the initial weights; there is one teacher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DistilBERT has 40 % fewer parameters than BERT base, and retains 97 % of its performance on GLUE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without one of its parts the student is worse: the distillation loss and the start from the teacher matter most, the masked language modelling loss little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>macro score on GLUE without the distillation loss -2.96, without the cosine loss -1.46, without the masked language modelling loss -0.31, with random initial weights -3.69</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher (4 layers)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Student (2 layers)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without soft targets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without cosine loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random initial weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undistilled (2 layers)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undistilled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Student minus teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One table (ES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two tables (NES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One table without the detection's gradient, plus an offset (GDES)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing the table with the generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should the detection loss change the generator's token table?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arms read the same text for the same number of steps and compute the same layers; only the sharing of the token table differs. The generator has one of three layers and the full width. What the pretrained discriminator offers is measured without changing it, by linear functions of its hidden states that judge sentences (as in CoLA) and compare two of them (as in STS-B). The cosine is taken every 25 steps, between the gradients of both losses in the token tables, and averaged over training. With ES both change one table, so a negative cosine is a conflict. With GDES and NES no table receives both gradients; there it says whether they would be in conflict in a common one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper trains for 500,000 steps on 160 GB and fine-tunes; 1,200 steps of a small model show the beginning. ES has fewer parameters than the other arms, by one table. All arms follow both losses in one step, where the authors' code updates the generator first. With Adam the weight of the detection loss matters in the shared table alone. Sentences that are not acceptable have swapped words or a wrong article, which is close to detecting replaced tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In one shared table the losses of generator and discriminator pull token embeddings in different directions. Gradient-disentangled sharing avoids this and improves training efficiency and the quality of the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the abstract gives no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of both tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy: is a sentence acceptable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correlation with the similarity of two sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean cosine between the gradients of both losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GDES minus ES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GDES minus NES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is so short that some capitals are stated in no sentence of it, and most in few. The vectors come from TransE, which learned all facts of the mini-world before; they never change. A masked name has no entity, so it cannot be read off. Without entities there is nothing to predict for the denoising entity auto-encoder, so that arm learns masked tokens only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With and without knowledge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do vectors of entities tell a model facts that its text seldom states?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{REGIME} Wrong means that each entity has the vector of another one, always the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper measures tasks after fine-tuning on texts of the real world, and starts from BERT's weights. Here a small model starts from nothing and fills in names, and the graph has exactly the facts that are asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the entities of a knowledge graph, relations and types of entities are recognized better than by BERT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FewRel F1 88.3 against 84.9 of BERT, Open Entity F1 75.6 against 73.6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the authors' README</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals named correctly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals that the text states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals that the text does not state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All capitals, with entities minus without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All capitals, with entities minus wrong ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals that the text does not state, with entities minus without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nine tasks by nine families</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pretrained model learns tasks best?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nine bundled models learn the same 1,500 examples of each task with the same rate and number of steps, with the head that its family has for the task. Each task counts the same in the mean, whatever its metric.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundled models differ in pretraining steps, vocabulary and size, so the table compares these nine models and not their architectures. A common learning rate suits some families better than others. The tasks are made from templates. Paraphrases, questions about paragraphs and continuations are left out: with so few examples all models guess, as most do in entailment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After the same pretraining, a small ELECTRA is better at tasks than a small BERT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 79.9 for ELECTRA-Small, 75.1 for BERT-Small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A distilled student keeps most of what its teacher can do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 77.0 for DistilBERT, 79.5 for BERT base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that reads both sides is better at tasks than a left-to-right one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 79.6 for BERT base, 75.1 for OpenAI GPT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the nine tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptability, Matthews correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentiment, accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similarity, Pearson correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entailment, accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named entities, F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean acceptability, Matthews correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean sentiment, accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean similarity, Pearson correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean named entities, F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, ELECTRA minus BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus DistilBERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus GPT-2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mapping in the prompt alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mapping in the training text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{metric}, {arm}: {SHOTS} examples minus none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Few-shot by size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a larger model learn more from examples in its prompt?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The documents for training are examples of tasks, and three of ten steps read sentences of the mini-world. The model is then tested in tasks of which no document for training has an example. In some of them memory could help: sentences state the facts, and documents have the translations in the other direction. In the others the mapping is drawn for the test: made-up words, made-up labels, permuted labels, random pairs. After a description and K examples, the answer is the choice with the highest likelihood per token. The sizes differ in width alone and learn from the same text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-3 has 175 billion parameters and was not trained on documents of this kind; its numbers are those of its largest size, and here sizes are up to about a million parameters. Choices are two to six, so chance is different in each task; a difference between numbers of examples is not affected. In some of the tasks the query is one of the examples, which a model can copy from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples in the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of France is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without any change of its weights, a large language model answers better after examples in its prompt than after a description alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TriviaQA with 175 billion parameters: 64.3 zero-shot, 68.0 one-shot, 71.2 few-shot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One example is not always better than none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LAMBADA with 175 billion parameters: 76.2 zero-shot, 72.5 one-shot, 86.4 few-shot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA's generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At once or one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when two masked tokens that depend on each other are filled at once?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A company with two founders has two right answers, each of two words: a first name and a family name. Filled at once, the first name of one founder can meet the family name of the other. With both answers equally probable, a model that knows them and fills both words at once gives the true names a probability of 1/2, a logarithm of -0.69; one after the other, they can have a probability of 1, a logarithm of 0. Most examples are single sentences, so that the names cannot be copied from elsewhere in the text, and about a third of the tokens are predicted, so that both words of a name are often masked together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 companies are asked about, and every sentence about them can be in the training text: this is memory, not understanding. A masked language model that fills one word after the other is used as in many later programs, not as in its paper. All arms but one learn the same WordPiece vocabulary from the same text, in which each word of a name is one token; with the byte-level BPE of RoBERTa and DeBERTa and the Unigram tokens of ALBERT and XLNet they would differ in their tokens too. So RoBERTa is little else than BERT without segments. ALBERT's embeddings and ELECTRA's generator are as wide as the other models, not a quarter, which would be 24 numbers. DistilBERT begins with two layers of the bundled BERT, which knows the founders already, and has its vocabulary and width; it learns for 300 steps, the others for 1,300, and its soft targets are taken at masked positions only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[MASK] [MASK] founded Google.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{arm}: {title}, one after the other minus at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT assumes that the masked tokens are independent of each other given the other tokens, and so cannot model their joint probability with the product rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an assumption, not a measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>True names, filled at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>True names, filled one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-probability of the true names, at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-probability of the true names, one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to freeze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many layers of a pretrained model must learn a task?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same 1,500 sentences are learned three times each at the same learning rate. Acceptability needs features that were not needed to predict words, so layers must change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper freezes layers of models with 12 and 24 layers; here there are few, so the last one is a larger share of the model. The head alone would learn faster at a higher rate; the rate is held equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is enough to fine-tune the last fourth of the layers for 90 % of the quality.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90 % of the metric of full fine-tuning with a fourth of the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last layer and the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last two layers and the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last three layers and the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All but the embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters that learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, the last layer minus the head alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, all parameters minus the last layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, all parameters minus all but the embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size of ELECTRA's generator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How large should the generator be that replaces tokens?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the generator's width, heads and inner width change, as in the paper; depth, text and steps are equal. The discriminator is not changed for the evaluation: linear functions of its hidden states judge sentences (as in CoLA) and compare two of them (as in STS-B).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The generator of 1/4 is only 24 numbers wide here, and after 1,200 steps even the largest one is weak, while the paper trains for 500,000: what it finds about generators that are too strong may not show. The paper measures GLUE after fine-tuning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the generator, as a part of the discriminator's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models work best with generators of 1/4 to 1/2 the size of the discriminator; a strong generator may be too hard for the discriminator to learn from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A generator of 1/4 minus one of full width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A generator of 1/2 minus one of full width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} of the width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices with a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a knowledge graph answer what no text has stated?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions of the dev split are about concepts of which no training question and no text of the mini-world speaks; their facts are in the graph only. Wrong answers are drawn as often as they are right ones. The text model does not learn. Wrong edges exchange the tails of each relation, and embeddings are trained on them; about one triple in twelve stays true by chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The facts were written for these questions, so the graph has an answer to almost all of them, and mostly only the right choice has a path; ConceptNet is not like that. The statement vectors are those of a model of 1.6 million parameters that was not fine-tuned; a large model knows many everyday facts from its text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step of planting flowers takes a tool. Which one?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths in a knowledge graph, beside the statement vector of a language model, help to answer questions that need everyday knowledge.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CommonsenseQA: 58.9 with paths of ConceptNet beside BERT large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>official test set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy without the best path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions with a path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, the graph minus text alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, the graph minus wrong edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the graph, accuracy minus that without the best path of each choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained with {rounds} round{rounds_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title}: {EVALUATED} rounds at evaluation minus 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many rounds of hashing does attention need to find what it looks for?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text is a separator, 31 random symbols, and both once more, so that only attention to the first half predicts the second. As in the paper, the model has one layer and is evaluated with other numbers of rounds than it was trained with. Chunks have 8 tokens, and there are 16 buckets, two for each chunk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The texts of the paper are much longer; here a text has 64 tokens of 32 symbols, so that a chunk with its neighbour is a quarter of the text. The loss is over both halves, and the first one cannot be predicted. With full attention, too, a key is here the query of its token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds at evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one two three four one two three four</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With more rounds at evaluation a model copies better, also with more than it was trained with. Full attention copies everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full attention 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained with full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy in the second half</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, evaluated with full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of both halves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained with 1 round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluated with 1 round: trained with 1 round minus with full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least important first, by gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least important first, by ablation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT without {percent} % of its heads, by gradient, minus all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} without half of the heads, by {order} minus at random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many heads are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many attention heads can a trained model lose, and does it matter which?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundled models are not trained here. Each has 16 heads, four in each of four layers; those that are removed give zeros, and nothing is trained again. Importance is the mean absolute gradient of a gate on the head, normalised by layer as in the paper, or the growth of the loss without the head alone. It is measured on half of the held-out examples, and the accuracy of predicted tokens on the other half. Seeds change the examples and the random order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT base has 144 heads and the paper measures tasks after fine-tuning; here a head is a sixteenth of the model, and the accuracy of predicted tokens is measured, which a small model without spare heads loses sooner. A difference of at most one percentage point counts as none. The three models learned for different numbers of steps, so they compare no architectures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads removed, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to 40 % of BERT's heads can be removed, the least important first, without a noticeable loss.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about 40 % of the heads of BERT, and 20 % of those of a translation model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objectives judged by tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pretraining objective helps tasks most?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three models are pretrained on the same text for the same number of steps. Each is then fine-tuned on 1,500 examples of each task, all parameters at the same rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step of ELECTRA takes longer, as a generator learns too. Pretraining lasts minutes here; objectives that need many steps to pay off are at a disadvantage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Telling replaced tokens from original ones is better pretraining than predicting masked tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 85.0 for ELECTRA, 82.2 for BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without next-sentence prediction, tasks do as well or better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNLI 84.0 with it, 84.7 without; SQuAD 2.0 F1 78.7 and 79.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked tokens and next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced tokens (ELECTRA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the three tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, replaced tokens minus masked tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, masked tokens alone minus with next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pretrained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pretrained or from scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many labelled examples does pretraining replace?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a sentence is acceptable depends on word order, agreement and the kinds of words, which a model that was pretrained on sentences has seen. With fewer labels there are more epochs, the same for both. The model from scratch has the same size and vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both have the same steps and rate, 1,600 steps at most. In them the model from scratch gives nearly all sentences one class, while the papers train theirs until they improve no more, so the difference is larger here. The vocabulary comes from the pretraining text for both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without pretraining, the same model is much worse at tasks with few labels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 83.28 with pretraining, 66.22 without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pretrained language model with 100 labelled examples does as well as a model trained from scratch on 100 times as many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error on IMDb by number of examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation with 8,550 labels, pretrained minus from scratch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same with 1,024 labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From English to Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can a model do a task in a language in which it has seen no labelled example?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task is that of XNLI: does the first sentence entail the second, contradict it, or neither? All parameters learn from the same 3,000 English examples of the mini-world. Both languages divide its facts into splits in the same way. The third measure is what as many Korean examples give.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XNLI has 15 languages, and the paper's average is over all of them, English among them; here are two languages without a common script, and sentences from patterns. The classes are equally frequent, so chance is 33 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paris is the capital of France.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paris is in France.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that learned to infer in English infers in other languages as well, and better if it was pretrained on translated pairs too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average accuracy on XNLI: 75.1 with pairs, 71.5 without; 70.2 before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuned in English, tested in Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuned and tested in English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuned and tested in Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tested in Korean after English, MLM + TLM minus MLM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tested in English after English, MLM + TLM minus MLM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} minus all losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Losses of layers and predictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of TinyBERT's losses does a narrow student need?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128, the student has two of width 52, a quarter of the weights. For 60 % of 2,000 steps it learns the layers, for the rest the teacher's predictions at masked positions. All read the same text with the same masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper distils twice, on text and then on the task with augmented data, and measures tasks; here there is one distillation on text, and the accuracy at masked positions is measured. The paper gives no numbers for probabilities, of which it states that they learn more slowly and less well than scores, and none for predictions alone. A student of predictions alone, and one without a teacher, learn them in all steps instead of 40 % of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All losses are useful; those of the transformer layers matter most, and of these the attention more than the hidden states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 with all, 74.1 without embeddings, 73.5 without predictions, 71.0 without attention, 72.9 without hidden states, 56.3 without both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without hidden states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings and predictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probabilities, not scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} minus uniform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layers teach the student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From which layers of its teacher should a student learn?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128, the student has two of width 52, a quarter of the weights. For 60 % of 2,000 steps it learns attention, hidden states and embeddings, for the rest the teacher's predictions at masked positions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With two of four layers the three maps share layers: uniform and last the fourth, uniform and first the second. The paper has four of twelve, distils twice and measures tasks; here the accuracy at masked positions is measured after one distillation on text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers evenly spread over the teacher teach better than its last or its first ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 uniform, 70.9 last, 71.3 first layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uniform (layers 2 and 4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last (layers 3 and 4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First (layers 1 and 2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT's way or BERT's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a task gain from a model that reads both sides?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both read the same 1,500 examples of each task. GPT's way marks the parts of a pair with new tokens, classifies the last token, reads both orders where the order does not matter, and can go on predicting words (weight 0.5).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two bundled models were pretrained with different vocabularies, for different numbers of steps, so this compares two pretrained models, as the paper does, and not only the direction in which they read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After fine-tuning, a model that reads both sides is better than a left-to-right one of the same size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT, a head on [CLS]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2, last token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2, last token and auxiliary loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the four tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus GPT-2 with the auxiliary loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptability, BERT minus GPT-2 with the auxiliary loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time at {LENGTHS} tokens, {arm} minus full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory at {LONGEST_WRITTEN_OUT} tokens, {arm} minus full attention with the matrix of its weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and memory by length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What does a forward pass cost as the text becomes longer?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is learned, as the cost does not depend on the weights. One text of random tokens passes two layers of width 128, on one thread of a processor; what is measured is the processor's time, so other programs count little. Intervals are over repetitions. Up to 704 tokens BigBird has full attention, as in transformers; the authors advise it below 1,024. Reformer has one layer of local attention and one with hashing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kernel that runs full attention here never holds the matrix of all its weights, so its memory grows with the length only; kernels of 2020 held it, and so does this program where weights are recorded: the third metric, measured up to {LONGEST_WRITTEN_OUT} tokens. In a wider model attention is a smaller part of the work, and the lengths at which the curves cross lie higher. A GPU has other kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention to a constant number of blocks costs in proportion to the length, full attention in proportion to its square.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>texts up to 8 times as long on similar hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locality-sensitive hashing changes the cost of attention from L² to L log L.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an order of growth, without a measured number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BigBird: blocks of 64, 3 at random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reformer: chunks of 64, 2 rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory with the matrix of weights written out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA of rank {rank}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All parameters or LoRA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can a model learn a task with a small part of its parameters?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same 1,500 sentences are learned three times each. LoRA and the head alone learn at five times the rate of all parameters, as few weights must move further; LoRA's scale is twice its rank.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The matrices of a small model are narrow, so rank 16 is a large part of their width, and there is less to save. Each way has one learning rate here; the paper searches for the best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Low-rank additions to the query and value matrices do as well as learning all parameters, with far fewer of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RoBERTa base on GLUE: 86.4 with all 125 million parameters, 87.2 with 0.3 million</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 4 minus all parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 4 minus the head alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 16 minus rank 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80/10/10 or [MASK] alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should some of the chosen tokens be random or unchanged instead of [MASK]?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80/10/10 means 80 % [MASK], 10 % random and 10 % unchanged tokens among the chosen ones. The difference between training and use is measured directly: each model predicts the same held-out tokens three times, from [MASK], from the token itself and from a random token. The first is how a model is trained, the second is how a task uses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper measures tasks after fine-tuning, or uses the hidden states as features. Here the prediction of tokens stands for both. In a model trained with [MASK] alone, the weights above the hidden states of other tokens were never trained, and a small classifier could still find the token in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea. Many people live in Seoul.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks have no [MASK], so some chosen tokens stay or become random. After fine-tuning the difference is small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNLI 84.2 with 80/10/10, 84.3 with [MASK] alone, 83.6 with random tokens alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without fine-tuning, where the hidden states are used as they are, a model that was trained with [MASK] alone is worse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NER (feature-based) 94.9 with 80/10/10, 94.0 with [MASK] alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy where the input is [MASK]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy where the input is the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy where the input is a random token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss where the input is [MASK]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at [MASK], 80/10/10 minus [MASK] alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at unchanged tokens, 80/10/10 minus [MASK] alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at [MASK], 80/10/10 minus random tokens alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much to mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens should be masked?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Few steps, so that the number of predictions per step matters: at 5 % a step has a third of the predictions that it has at 15 %, and at 80 % a prediction sees one token in five. All models are measured on the same held-out positions, of which 15 % are masked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best rate depends on the size of the model, on the number of steps and on the text. Sentences of the mini-world are short and regular, so a few tokens of context often suffice. The papers measure tasks after fine-tuning, not the prediction of masked tokens. A model that was trained at 15 % is also measured at the rate that it knows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens chosen, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>15 % of the tokens are chosen. Too little masking makes training expensive, and too much leaves too little context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large models learn more with 40 % than with 15 %, and 80 % still gives most of the quality.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>40 % better than 15 %; 80 % keeps 95 % of the performance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with 15 % masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss with 15 % masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre-LN or post-LN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a deep model learn without warm-up if it normalises before each sublayer?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoders of width 64 with 2, 4 and 8 layers learn for 300 steps at a rate that is high for them, so that the first steps can do harm. Text, vocabulary and batches are equal. A run counts as one that did not learn to use context if its loss is not below that of the best constant prediction. A loss above that of equal probabilities is shown as theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2 differs from GPT-1 in two more points: a LayerNorm after the last layer, and first weights of the residual projections that are smaller the deeper the model is. The paper measures translation and BERT. The optimiser and its clipping of gradients are the same on both sides; other rates move the border between learning and not learning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the LayerNorm before each sublayer, gradients are well-behaved at the first step, and the warm-up can be left out; with the LayerNorm after it, the gradients near the output are large, so that a large rate without warm-up makes training unstable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs that did not learn to use context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient norm of the first layer before the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient norm of the last layer before the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss without warm-up, 8 layers, post-LN minus pre-LN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of pre-LN, 8 layers, without warm-up minus with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient norm of the last layer, 8 layers, post-LN minus pre-LN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permutation or masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does a model that predicts tokens in a random order learn how they depend on each other?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of two words, such as South Korea, where the second word depends on the first. Both models predict the same names in held-out texts, with all other words visible. The loss of both at once treats them as independent; the loss one after the other does not. A step of XLNet takes longer, as two streams are computed, so it has fewer steps in the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two models also differ in how positions enter: XLNet has relative ones. With 15 % masked, a masked model often sees one word of a name while it predicts the other, so it learns the dependency as well; it only cannot use it where both are masked. The paper measures tasks after fine-tuning. Names of the mini-world are few and occur often.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A masked model predicts [New, York] independently of each other. A permutation model predicts the later one from the earlier one too, so it learns more dependencies.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log p(New | is a city) + log p(York | New, is a city)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained on the same data with nearly the same recipe, XLNet is better than BERT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT, masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XLNet, permutation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XLNet, permutation, as many steps as BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of a name, one word after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nats per name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of a name, both words at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the first word says about the second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy of the second word after the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of a name in turn, permutation minus masking at equal time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of a name in turn, permutation minus masking at equal steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the first word says about the second, permutation minus masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Increase at {LONGEST} tokens: absolute minus {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Absolute and relative positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can a model read texts that are longer than those it was trained on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All models are trained on texts of 32 tokens and evaluated on texts of up to 128. A learned absolute position beyond 32 never occurred in training. The relative ones are set so that no distance is new: T5's buckets end at 32, DeBERTa's distances are cut at 16, and XLNet's sinusoids need no training. DeBERTa runs without its enhanced mask decoder, which would add absolute positions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each model is evaluated with its own objective (masked tokens, tokens of a permutation, dropped spans), so that only the increase of the loss over that at 32 tokens can be compared, not the loss itself. T5's texts lose as many spans at every length, since the sentinels of further spans would be new to it. The documents are short, so that a longer text adds more documents rather than more context about one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens in the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The relative positions of Transformer-XL generalise to attention lengths longer than the one observed during training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trained with 128 tokens, the perplexity is lowest, 26.77, with 500 at evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With distances cut at k, DeBERTa can in theory read texts far longer than k.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24,528 tokens with k = 512 and 24 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>appendix A.5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T5 learns one number for each head and bucket of distances; all distances beyond the largest share a bucket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Absolute (BERT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buckets of distances (T5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sinusoidal distances (XLNet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disentangled (DeBERTa)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Increase of the loss over that at 32 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sinusoidal distances</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts at 129 to 256 tokens, {title} minus a window alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall by distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can a model use a fact that was stated far away in its text?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens begin with a summary of eight facts, each of which is stated once more at a distance that is drawn. The values of the summary are masked, and the model predicts them from the text behind it. Its pairs of values are in no training text, so memory is of no use. In two layers a window of three blocks of 8 tokens reaches at most 23 tokens. Reformer has one layer of local attention and one with hashing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The papers measure tasks on real long texts; here one kind of fact is recalled, by models of about 200,000 parameters. All are encoders with the same objective, Reformer too, which its paper trains as a decoder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance in tokens, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longer contexts improve tasks such as question answering, and attention to a few blocks is enough to use them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>texts up to 8 times as long as before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With hashing and reversible layers a model performs on par with a Transformer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stated there without a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BigBird's window alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts recalled, by distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked or replaced tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does it help to learn from every token instead of 15 % of them?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The models read the same text for the same number of steps. In a step all but BERT compute a generator of a quarter of the width too, so the chart shows them by time. In both MLM arms the large model reads the generator's samples and predicts the original tokens, at the chosen 15 % or at all positions; at all positions it can copy a token, with a probability that it learns. What the pretrained model offers is measured without changing it, by linear functions of its hidden states that judge sentences (as in CoLA) and compare two of them (as in STS-B). None of the objectives is trained on these tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper pretrains models of 110M parameters far longer, and fine-tunes them on eight tasks. In short training the discriminator learns little until the generator's replacements become plausible. Sentences that are not acceptable have swapped words or a wrong article, which is closer to detecting replaced tokens than most tasks are. The paper does not say how the loss of the generator is weighted in its MLM arms; here it counts as much as the other loss. BERT replaces a tenth of the chosen tokens by random ones, the generator's input has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most of the gain of ELECTRA comes from a loss on all tokens; some comes from text without mask tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE score: BERT 82.2, Replace MLM 82.4, ELECTRA 15% 82.4, All-Tokens MLM 84.3, ELECTRA 85.0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked tokens (BERT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace MLM (at 15 %)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All-Tokens MLM (at all)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA (at all)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA minus BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at all tokens minus loss at 15 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA with a loss at 15 % minus BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All-Tokens MLM minus BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace MLM minus BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title}, reversible minus stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does it cost quality to compute activations again instead of storing them?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both compute the same function with the same weights; {TRAINED} layers of width 64 learn in 200 steps of 1,024 tokens. Memory and time are those of one step of untrained models with {DEPTHS} to {DEPTHS_} layers: activations and gradients, without the weights. The backward pass computes the input of each layer from its output, and then the layer again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper compares with a regular Transformer, whose layers are not those of a reversible one; here the layers are the same and only what is stored differs, so that losses differ by rounding alone. The paper does not state the extra time, which follows from the second computation. The model is small, so gradients are a larger part of its memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reversible layers store activations once instead of once for each layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reversible Transformer learns as well as a regular one with as many parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning curves on enwik8 and imagenet64 that are about the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computed again (reversible)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory of a training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor time of a training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory with {DEPTHS} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time with {DEPTHS} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{parameters} parameters, {tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaling laws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How does the loss fall with parameters, data and compute? What if only one grows?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A grid of five sizes and four amounts of text, each trained for the same number of steps; the curves during training give the compute. The least text is read about two hundred times, so that overfitting shows. The laws are fitted to the lowest loss of each training, as if it were stopped there, and the law of compute to the lowest loss of all models at each number of operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The exponents depend on the text, the tokens and the model, so ours need not be those of the papers. The mini-world is made from patterns, so its floor is high and reached early: its laws have a floor, Kaplan's do not. Our sizes span a factor of 64, theirs six orders of magnitude. The learning rate falls to zero at the end of every training, so points in its middle are not those of shorter trainings; that is one reason why the two papers differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters or operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss is a power law of parameters N (without embeddings), of tokens D and of compute C, where the other two do not limit it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponents 0.076 for N, 0.095 for D, 0.050 for C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If only N or only D grows, the returns diminish. The penalty of overfitting depends on N^0.74 / D.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss is E + A / N^α + B / D^β, so parameters and data should grow in the same proportion.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at the end, by parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss during training, by operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss after an eighth of the steps, by parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, most parameters and data minus fewest and least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only parameters grow: 8 times as many, least data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only data grow: 4 times as many, fewest parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only compute grows: all steps minus the first eighth, most parameters, least data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss by parameters, with the most data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss by tokens of text, with the most parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss by parameters and tokens of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest loss by operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts by how often they were read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are facts that a text seldom states those for which entities help most?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sentences that state the capital; the last group has more, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text seldom states all facts about the entities that it names; a knowledge graph has them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an argument, not a measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals stated {words}, with entities minus without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>three times or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sentence or sentence order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What does a model learn from next-sentence prediction, and from sentence order?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every model is judged on both tasks in the same way: its weights are fixed, and a linear function of the last hidden state of [CLS] is fitted on training documents and evaluated on unseen ones. What the topic alone gives away is measured with a single number, the similarity of the words of the two texts: it helps to find a text of another document, and it cannot help with the order, as it is the same in both orders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALBERT has a head for sentence order and BERT one for the next sentence, so the models differ in their architecture too; ALBERT runs here without sharing and with embeddings of full width, which leaves one further matrix. The model with neither reads continuous text and has never seen a pair. Documents of the mini-world have a topic that a few words give away, and sentences whose order is partly free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In Paris there is a company called Hermes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model trained on next-sentence prediction is no better than chance at sentence order; one trained on sentence order also solves next-sentence prediction to a reasonable degree.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy at sentence order: 53.3 with neither, 52.0 with NSP, 86.5 with SOP; at next-sentence prediction: 52.4, 90.5, 78.9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at sentence order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at next-sentence prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence order by common words alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sentence by common words alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At sentence order: trained on it minus trained on next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At sentence order: trained on next sentence minus neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At next sentence: trained on sentence order minus neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At next sentence: trained on it minus trained on sentence order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It makes handbags.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides: shallow or deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it enough to read both sides separately and to put the two together at the end?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three models of about 590,000 parameters, softmax included, are pretrained on the same text and the same whole words for the same number of steps. Each is then fine-tuned on 1,500 examples of each task with one linear layer. Whether a word is a name, and of what, can depend on the words on both sides of it. ELMo's layer reads a learned mix of all its layers, whose weights are shown by task; layer 0 is that of the characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELMo reads characters and carries states, the others read ids and attend, so more than the direction differs. The paper leaves ELMo as it is, below a model of its own for each task; here all parameters learn. Its loss is on every word twice, that of GPT-2 once, that of BERT on 15 % of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer (0: the characters of the word)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that reads both sides in every layer is better at tasks than one that reads from the left, and than two separate directions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GLUE 79.6 for BERT base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words that depend on their sentence help to recognise names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1 on CoNLL 2003: 92.22 with ELMo, 90.15 without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides in every layer (BERT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each side by itself (ELMo)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned mix for named entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned mix for acceptability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned mix for sentiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus ELMo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over tasks, ELMo minus GPT-2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named entities, BERT minus GPT-2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feed-forward shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared layers and narrow embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much does a model lose when its layers share their weights?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All models have three layers of width 96, read the same text for the same number of steps and compute the same layers; only the number of different weights changes. The embedding size is the width, as in BERT, or a quarter of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With three layers there is less to share than with the twelve of the paper, and the vocabulary of 3,000 tokens makes the token table a larger part of the model. The paper averages five fine-tuned tasks; here the loss at masked positions is measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters, thousands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing all parameters across layers costs 2.5 points on average at embedding size 768 and 1.5 points at 128; most of the loss comes from sharing the feed-forward parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E = 768: nothing shared 82.3 (108M parameters), attention shared 81.6 (83M), feed-forward shared 79.5 (57M), all shared 79.8 (31M); E = 128: 81.6 (89M), 81.7 (64M), 80.2 (38M), 80.1 (12M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without sharing, larger embeddings are better, but not by much; with all layers shared, 128 appears to be best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing shared: 81.3 at 64, 81.7 at 128, 81.8 at 256, 82.3 at 768; all shared: 79.0, 80.1, 79.6, 79.8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations for one token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All shared minus nothing shared, E = {WIDTH}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed-forward shared minus attention shared, E = {WIDTH}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E = {NARROW} minus E = {WIDTH}, nothing shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations: all shared minus nothing shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Short texts first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does it save time to train on short texts first and on long ones last?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All models read about the same number of tokens, 2.6 million, which takes about the same time; the curves show it. Position embeddings that were never trained are random, so a model that has read short texts only must fail at late positions. All models are measured on the same texts of {LONG} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention is a smaller part of the cost in our model with 256 tokens than in BERT with 512, so short texts save less time here. Documents of the mini-world have two to five short sentences, so a long text is several documents and its beginning says little about its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention to long sequences costs more than in proportion. So most steps read short ones, and the last steps read long ones, to learn the late positions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90 % of the steps with 128 tokens, then 10 % with 512</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>appendix A.2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RoBERTa trains with full-length sequences only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{SHORT} tokens, in the last 10 % of the steps {LONG}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{SHORT} tokens, in 10 % of the steps at random {LONG}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{LONG} tokens throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{SHORT} tokens throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss on texts of {LONG} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at positions from {SHORT}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at positions before {SHORT}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy on texts of {LONG} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, short first minus long throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at late positions, short first minus short throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long should the dropped spans be, and how many tokens should be dropped?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens, so that 15 % are enough for two spans of 10. All models are measured on the same texts with the same spans: single tokens, spans of 3 and spans of 10, 15 % dropped in each. The time of each model is in the table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper compares tasks after fine-tuning. Here each model is favoured where it is measured with the spans that it was trained with, so the three measures belong together. The share in the paper was varied with single tokens dropped, here with spans of 3. Sentinels and the end token count in the accuracy, and single tokens have more sentinels. Spans of our single tokens never touch, those of the paper are merged where they do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spans of 2 to 5 tokens are slightly better than single tokens, and spans of 10 are slightly worse on some tasks. Longer spans give shorter targets, so training is faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQuAD 80.88 with single tokens, 82.09 with spans of 2, 81.84 with 3, 82.05 with 5, 81.84 with 10; GLUE 83.28, 83.54, 83.49, 83.40, 82.85</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of dropped tokens matters little, except that 50 % is worse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with spans of 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with single tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with spans of 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss with spans of 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of the target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of the input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with spans of 3, trained with spans of 3 minus single tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with spans of 3, 15 % minus 50 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy with single tokens, trained with spans of 3 minus single tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of the target, spans of 3 minus single tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rate} %, spans of 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>15 %, single tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>15 %, spans of {mean}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Static or dynamic masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it better to sample new masks each time a text is read?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed masks can only matter where the same text is read many times. RoBERTa compares over 40 epochs, in which each of the ten masks of a text is seen four times. Here about 1,600 documents are read for about 40 epochs. All models are evaluated on the same unseen text with the same masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper fine-tunes on SQuAD, MNLI and SST-2; here the accuracy at masked positions is measured directly. One fixed mask for each text is not in the paper's table: BERT's code makes ten copies in order to avoid it. The text is simple and small, so that a model can learn its fixed masks by heart sooner than with books.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea, and many people live there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Static masking in ten copies performs like the original BERT; dynamic masking is comparable or slightly better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>static masks in ten copies 78.3 F1 on SQuAD 2.0, 84.3 on MNLI, 92.5 on SST-2; dynamic masks 78.7, 84.0, 92.9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One fixed mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten fixed masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New masks each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy at masked positions of unseen text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at masked positions of unseen text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New masks each time minus ten fixed masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New masks each time minus one fixed mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shallow, narrow or both inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should a student of a given size have fewer layers, or narrower ones?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128. All read the same text with the same masks for 600 steps, which is few. The student of DistilBERT's kind starts from layers of its teacher, that of MobileBERT's kind from its embeddings and heads; the others start from random weights. TinyBERT's kind learns the layers for half of the steps, then the predictions; MobileBERT's kind learns one layer after the other for a third. The shapes have about the same number of parameters, which are measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileBERT's own teacher is IB-BERT, and its student has a narrow token table; here the BERT of all students teaches it, and the student has its table. TinyBERT's paper compares students of other methods with their own numbers of layers after fine-tuning; here the accuracy at masked positions is measured after one distillation on text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A narrower student with four layers does better than students with four layers of other methods, though those are larger.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average on GLUE: 77.0 with 14.5 million parameters; its teacher, BERT base, has 79.5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DistilBERT's kind: 2 layers of width 128</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT's kind: 2 layers of width 128</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT's kind: 4 layers of width 104</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a teacher: 2 layers of width 128</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a teacher: 4 layers of width 104</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileBERT's kind: 4 layers of width 128, 32 inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a teacher: 4 layers of width 128, 32 inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations for a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow minus DistilBERT's kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow minus shallow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow, minus the same without a teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileBERT's kind minus the same without a teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions about a passage (as SQuAD)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named entities (as CoNLL 2003)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entailment (as SNLI)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentiment (as SST-5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title}, weight of the first LSTM layer minus that of the {against}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned mix by task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layers does a task read, if it learns a weight for each?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pretrained model is frozen, as in the paper; what learns is the weight of each of its three layers, a factor for their sum, and one linear layer. The weights are a softmax, so they add up to 100 %, and begin with a third each. Each task has 1,500 examples, three times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper a large model of its own reads the mix for each task; here it is one linear layer, so a layer counts if a linear function can use it. The weight of a layer also depends on how large its states are. The paper's first layer is that of a model that is about fifty times as large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where ELMo enters the model of a task, the first LSTM layer has the highest weight, by far in SQuAD and coreference, less so in other tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a picture of the weights, without numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words as a mix of all layers help in each of six tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1 on SQuAD 85.8 instead of 81.1, on CoNLL 2003 92.22 instead of 90.15; accuracy on SNLI 88.7 instead of 88.0, on SST-5 54.7 instead of 51.4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned weight of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>second one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte-level BPE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unigram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokenizers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which tokenizer, and which size of vocabulary, makes a text easy to predict?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same small causal model reads as many tokens in every arm, at a width at which the layers cost the same. So with a larger vocabulary it reads more text in as many steps, which is one of the reasons to want one. Korean has thousands of syllables, so a small vocabulary cannot have them all as characters. Loss is given per character, which does not depend on the tokens, and an unknown token costs what its characters would cost at random.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mini-world has a few thousand different words, so a vocabulary of 8,000 holds nearly all of them as one token, and Unigram finds no use for so many. WordPiece and Unigram give no tokens for some spaces, so they have a little less to predict than byte-level BPE. A larger vocabulary also has more parameters in its embeddings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte-level BPE needs no unknown token, whatever the text. Against a vocabulary of words and characters the difference in tasks is slight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>50K entries instead of 30K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pretraining with a Unigram tokenizer is as good as with BPE or better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>matches or outperforms BPE on English and Japanese tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits per character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits per character, English, Unigram minus byte-level BPE, 3,000 entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits per character, Korean, Unigram minus byte-level BPE, 3,000 entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits per character, English, byte-level BPE minus WordPiece, 3,000 entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown tokens, Korean, byte-level BPE minus WordPiece, 1,000 entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translated pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do translated pairs bring the words of two languages together?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both models read English and Korean with one vocabulary, for equally many steps. Half of the steps of one are translated pairs. A word is right if, of up to 200 words of the other language, the one with the most similar state is its translation. Each word is read in a sentence alone, and its translation in the translation of another sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers of the paper are accuracies on XNLI, of models that were fine-tuned. English and Korean share no script here, so hardly any tokens. With pairs, a model reads fewer texts of single languages in the same steps, which its loss in them shows. The mini-world has every sentence in both languages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked language modelling on translated pairs, in addition to texts of single languages, makes representations that transfer better between languages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average accuracy on XNLI: 75.1 with pairs, 71.5 without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words retrieved, best layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words retrieved by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss in English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nats per masked token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss in Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words retrieved at the best layer, MLM + TLM minus MLM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words retrieved after the last layer, MLM + TLM minus MLM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the subject</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the other tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a fact is stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which states carry a fact from its subject to the prediction?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two sentences state the same relation of two subjects, such as the capitals of France and of Italy. A state of the second is put into the first, and measured is which share of the difference in log-odds of both answers it restores: 0 % is no effect, 100 % the prediction of the second sentence. The last token is where the answer is predicted; in BERT it is the masked position. Subject and answer are one token each, and the model knows both facts. Both models read the same sentences, most of them alone. BERT, which has a loss on fewer tokens, reads them for twice as many steps with 30 % masked, so that it knows enough facts. At most 150 pairs of each model are patched; seeds also change the pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper traces models of 48 layers and restores the outputs of ten layers at once; here there are four, and of one layer or of all. It disturbs the subject by noise and measures the probability; here the subject is another one of the same kind. Subjects have one token, so nothing has to be put together from several. A share says what is enough to move the prediction, not that it is the only way, so shares of several places may add up to more than 100 %. The paper has no masked model: for BERT its claim is tried on another kind. A difference of at most 5 percentage points counts as none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer (0: before the first)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feed-forward of all layers: the subject minus the last token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the subject: feed-forward minus attention, all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of all layers: the last token minus the subject</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden states between the layers: the subject minus the other tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed-forward networks of the middle layers recall a fact at the last token of its subject; attention brings it to the last token of the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average indirect effect on the probability in GPT-2 XL, at the last token of the subject: 8.7 % for a hidden state (layer 15), 6.6 % for feed-forward networks, 1.6 % for attention, which matters more at the last token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts that the model knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden state of {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{output} at {name}, all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentiment after “A:”, accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions about a passage after “A:”, F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continuations after “TL;DR:”, accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{metric}, {arm}: fine-tuned on {NUM_LEARNED} examples minus zero-shot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero-shot or fine-tuned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is a format such as “A:” enough for a language model to do a task?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that has just learned to predict the next token is prompted without fine-tuning: the most likely label after “A:”, what it writes after a passage, a question and “A:”, and the most likely of four continuations after “TL;DR:”, all without an example. Copies of it are then fine-tuned on 256 and on 1,500 labelled examples of each task. Both are measured on the dev split by the metric of the task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mini-world has no task of summaries, so “TL;DR:” asks for what follows from a story, and its text has neither format. GPT-2's training text comes from web pages, where such formats may occur, and its models are at least a hundred times as large. A third of the questions have no answer, and a model that is asked always writes one. Zero-shot is measured on the first 400 examples of each dev split.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labelled examples (0: zero-shot)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is the capital of France? A:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A language model does tasks for which it was not trained, without fine-tuning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy on LAMBADA 63.24 with 1,542 million parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On most tasks a fine-tuned model is still better than a much larger one that is prompted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SuperGLUE 71.8 with 32 examples in the prompt; T5, fine-tuned, has 88.9 in Table 14 of its paper</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.finetuning</name>
    <message>
        <source>this model reads its tokens from no table of word embeddings; set adversarial to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{teaching} has no head for a task: fine-tune it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{learner} cannot be a student of {method}; choose {method_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the student reads with another tokenizer than its teacher {teaching}: choose a student that was trained with the tokenizer of its teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{method} teaches no task; it is a method of pretraining</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies need a masked language model: name one as augment_with, or set copies to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} fills no masked words: choose a masked language model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>examples of {data} cannot be copied; set copies to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>making more examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} is no language model of the text; style "gpt" needs one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>style "gpt" knows classes, scores and choices; use style "head"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tokenizer has no token for the end of a text; style "gpt" needs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layers of this model have no weights for {chosen} (lora_modules)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers of this model share their weights, so they can only learn together. Choose another way than "last_layers", and layer_decay = 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last layers and the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA and the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last token and language-model loss (as GPT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text to text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths of a knowledge graph (choices)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be one of {known}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch_size times max_length must be at most {MAX_BATCH_TOKENS} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lora_modules must name at least one of {LORA_MODULES}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lora_modules must name each kind of layer once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auxiliary_lm belongs to the style "gpt"; set it to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auxiliary_lm trains more than the head alone; set it to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the style "text" has no new head; choose another way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adversarial and class_weights need a head; style "text" has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from_scratch would leave random weights frozen; choose way 'all'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table graph belongs to the style "graph"; leave it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>style "graph" has neither adversarial nor class_weights; drop them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student of a teacher needs style "head" and way "all"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student learns from its teacher: drop adversarial, class_weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>patience would end the run before the predictions are learned; set it to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must not be empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{item} must be a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between {low} and {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be {limits}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be above zero, not {name_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{recipe} has no tokenizer, so it can read no examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has examples for {data_}, not for {task}; leave out task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has no single classes to weigh; set class_weights to false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has no tokenizer, so it can read no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has no head for a task; fine-tune it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has a head for {can}, not for {task}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has no graph; fine-tune a model with the style "graph" first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} was fine-tuned for {learner}, and {data} has examples for {data_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has the label {unknown}, which the model in {folder} does not know; it knows {labels}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>question: {example} context: {example_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tag for each word is no text; style "text" cannot learn it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} has no decoder that writes answers; style "text" needs one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no answer to learn from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tokenizer writes the labels {text} and {label} alike, as {text_}; rename one, or choose style "head"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has no training examples with answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has no dev examples, which patience needs; set it to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{unknown} training examples have no answer and are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} rows of the files are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no training example of {data} has the label {names}; take more examples, or remove the label from the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} names the metric {data_}, not one of its task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>num_examples is {recipe}, and {data} has {train} training examples with answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no parameter would learn; choose another way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss is not a number any more at step {step}. The last checkpoint is kept; try a smaller learning rate.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.inference</name>
    <message>
        <source>the model's logits are not finite: its weights are broken. Copy or download the files again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lie between -{MAX_LENGTH_PENALTY} and {MAX_LENGTH_PENALTY}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the prompt is empty: there must be a token to go on from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{prompt} tokens do not fit into {size} positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the prompt has ids outside the model's vocabulary of {size}. Put the tokenizer beside the model that belongs to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{settings} beams are too many for {num_tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no method {method}; known: {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the temperature must be a number above 0, not {temperature}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top_p must lie above 0 and at most at 1, not {top_p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the length penalty must {limits}, not {length_penalty}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be at least 1, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must not be negative, but is {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chunks {chunks}, buckets {buckets} of maps {full}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full attention has no link: all its weights are 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least one candidate must be shown, not {k}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} has no head that fills masked positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no position was given to fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>positions must lie within the {encoding} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{task} has no choices to score. Use the free answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} does not continue a text, and a few-shot prompt is continued. Choose a causal model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} reads a prompt with an encoder and does not continue it. Choose a causal model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} has no tokenizer. Put its files beside the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the query and its answer take {used} tokens, and {title} has {num_positions} positions. Shorten the query, or choose a model with a longer context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tokenizer of {title} has no tokens for {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tokenizer of {title} has no tokens for {answer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no tap named {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} has no {unknown} to switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} cannot do without {unknown}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no head {unknown}; this model has {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no head {heads} to switch off: there are {outputs}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text has the token {largest}, but the model knows tokens below {size} only. Put the tokenizer beside the model that belongs to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no head {head} in layer {layer} of {stream} to switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has no zero-shot format; {WAYS} have</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.inside</name>
    <message>
        <source>W_q x + b_q</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_k x + b_k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_v x + b_v</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_o o + b_o</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>q · k / √K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = {formulas}, with o of all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s ← s + {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a = softmax(s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What may not be seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its layers have gates and no attention that adds to one stream, so a logit is no sum of what they wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layers of this model have no gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>γ ⊙ (x − μ) / √(σ² + ε) + β</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n = γ ⊙ x / √(mean(x²) + ε)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W x{bias}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Residual connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} = row of the table of {name_}s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of the embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer normalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMS normalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{module} was not called in {path}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.knowledge</name>
    <message>
        <source>plm-explorer entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{NAMES_FILE} is no list of entities that this program can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each entity needs a name, a kind and a vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vectors of entities must be finite numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name belongs to no entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{NAMES_FILE} or {VECTORS_FILE} is missing or damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>facts.toml names {name}, which neither it nor the lexicon has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All entities are removed: the model reads the tokens alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each entity is replaced by another one, so that its vector says nothing true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plm-explorer knowledge graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was not written by this version of the program. Read it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is damaged. Read the triples again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files in {folder} do not fit together. Read the triples again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such entity in this graph of {entities}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} exists already. Choose a new folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a triple has a {what} that does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is no folder of a knowledge graph ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read ({error}). Read the triples again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a about above after all also am an and any are as at be because been before being below between both but by can could did do does doing done down during each either else few for from had has have having he her here hers herself him himself his how i if in into is it its itself just may me might more most must my myself no nor not now of off on once only or other our ours ourselves out over own same shall she should so some such than that the their theirs them themselves then there these they this those through to too under until up us very was we were what when where which while who whom whose why will with would you your yours yourself yourselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the correction {start}:{end} is outside of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the correction {start}:{end} names an entity that does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.int64]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.uint64]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.uint8]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ids of entities must count from 0 without gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max_length and max_paths must be at least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threshold must be between 0 and 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines without three columns, or with an empty one; left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines that are not UTF-8; left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines with concepts of other languages, or with no concept; left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>triples that occurred before; left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>triples whose subject is their object; left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names that differ in their Unicode normalisation only; taken as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relations with the name of an entity; both stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups of entities that one relation leads around in a circle; they stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files that break off; what came before is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{lines}, none with three columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer than {MAX_LINE} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.float32]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.bool_]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has the embeddings of another graph. Train them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no triples to train on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the embeddings have another number of entities than the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no held-out triples. Hold out a larger share of a larger graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>norm must be 1 or 2, not {norm}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown {unknown}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embeddings of the shapes {shapes} and {shapes_} do not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the embeddings are not all finite numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} exists already. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no embeddings of TransE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be above 0, not {name_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: unknown tables {unknown}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {name} is not an array of tables [[{name}]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {key} of {table} must be a text without outer blanks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {value} is neither a text nor a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: there is no entity {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: the id {names} occurs twice, or has a colon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ending of {path} says no format. Use .{FORMATS}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.knowledge.kagnet</name>
    <message>
        <source>{source} is damaged ({error}). Fine-tune the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a weight is no finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the accuracy when each choice loses the path with the largest weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of questions of which at least one choice has a path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>style "graph" judges choices, not {task}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} has no head for texts, so it gives no statement vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer must be at least {count}: this model has {count_} states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tails exchanged within each relation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph: the text alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer is counted from the last one, -1; it must be below 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source must not be empty, and margin must be above zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be at least 1, not {name_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has no triples; a line is subject, relation, object, with tabs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.layers</name>
    <message>
        <source>nothing is cached yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several rows are cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of the {num_heads} heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Absolute positions are added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>q · k / √(3K)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{length} tokens do not fit into the model's {num_positions} positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h = φ(W_g x{0}) ⊙ (W₁ x{0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown activation {name}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed-forward network, inner layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = W₂ h{last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s = mean of x over the tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the {which} token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s = x of the {which} token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a summary with another projection, or an activation, is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>summary_type = {summary_type} is not supported; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned mix of all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pooler, dense layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pooler, tanh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s = tanh(h)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dense layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W_q x + b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative position and segment</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.layers.quantized</name>
    <message>
        <source>Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights of {name} are whole numbers, which cannot learn; train the model that it was made of, then quantize the result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model has weights that are NaN or infinite, so no grid covers them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole numbers, scales and shape do not fit together</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.long_texts</name>
    <message>
        <source>the operations of {spec} cannot be counted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.measures</name>
    <message>
        <source>{trained} has no translations; learn from world instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>few-shot prompts are continued; choose an architecture that is causal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{trained} has no facts to recall; choose long:en</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer is a single token: choose a larger vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of {subject} is {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of {subject} is {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The currency of {subject} is the {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{subject} is known for {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The main office of {subject} is in {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{subject} is a company from {object}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{task} predicts no token of the text that it reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts are continued; choose an architecture that is causal</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.objectives</name>
    <message>
        <source>Bidirectional language modelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every token is predicted twice, from those before it and from those after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss is the sum of both directions over the full vocabulary; the authors' code halves it and samples words for the softmax.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal language modelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every token is predicted from those before it; only later tokens are invisible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denoising entity auto-encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some entities of a text are removed or wrong; the model predicts which each mention names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entities to choose from are those of the batch, as in the authors' code, and the vector of zeros; the paper takes those of one text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A wrong entity is drawn from the whole table; in the authors' code from the batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper leaves out texts with fewer than three entities. Here they are learned from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the entities of masked mentions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the authors' code masks and entities are sampled independently, so a masked name can be read off its entity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed masks a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 samples new masks at every step; 1 never changes them; {STATIC_COPIES} is what the authors' code does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked language modelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some tokens are masked; the model predicts them from both sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies must be {DYNAMIC} for new masks, or more, not {copies}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The authors' code samples the masks before training, for {STATIC_COPIES} copies of the data. Here they are sampled again at every step, as RoBERTa does, unless the recipe wants fixed masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of them masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of them random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sentence prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does the second text follow the first, or is it a random one? Each half of the time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of up to three words are masked; the model predicts them from both sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper masks whole words. In the authors' code a token of another script than Latin is a word of its own, so Korean is masked token by token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the authors' code a run may cross the border of the two texts; here it does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest run, in words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permutation language modelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last tokens of a random order are predicted one by one, with context from both sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens keep their positions: the order decides which tokens are visible, not where they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper every token is in the order, but only the last 1/K are predicted; in the authors' code the others are visible to every token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first token in an order attends to nothing and is never a target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict one in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K of the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens that are not predicted see each other; otherwise the order has them too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLM of replaced tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A generator fills masked positions; the original tokens are predicted from its text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An ablation of the paper on replaced-token detection, which published no such model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panels feed the masked text to the head; in training it reads the generator's samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off is the paper's Replace MLM; on is its All-Tokens MLM, which may copy tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced-token detection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A generator fills masked positions; each token is classified as original or replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper all chosen tokens are masked; the authors' code leaves 15% unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not adversarial: the generator is trained by likelihood alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at the chosen tokens only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the detection loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token table: cosine between the gradients of both losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence-order prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are two halves of one document in order or swapped?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both texts are of one document, so the topic does not help; with a random second text, as in next sentence prediction, it is the main clue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the authors' code a passage of a single segment gets a random second text, which counts as swapped; here it is divided in its middle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Span corruption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentinels replace short spans; the decoder writes each sentinel and its span.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Span corruption needs a tokenizer that has sentinels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the paper's Figure 2 a target ends with one more sentinel. In the authors' code only if the text continues after the last span, but its masks end with a span.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean length of a span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill a gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to write what &lt;extra_id_0&gt; stands for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The encoder reads a task as text, and the decoder writes the answer as text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Into Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>translate English to Korean: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to translate the sentence into Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Into English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>translate Korean to English: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to translate the sentence into English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to answer the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptable or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to judge whether the sentence is acceptable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>similarity: sentence1: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to score how similar the two sentences are, from 0 to 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>translate English to Korean: The capital of France is Paris.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>translate Korean to English: 프랑스의 수도는 파리이다.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>question: What is the capital of France?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>similarity: sentence1: Paris is the capital of France. sentence2: The capital of France is Paris.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acceptable: The capital France of is Paris.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translation language modelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked tokens of a sentence and its translation; each helps to fill the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs a sentence and its translation. A pair of other texts is masked in the same way.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.runtime</name>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another training is writing to {folder}. Wait for it, or choose another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {size} bytes are more than any file of its kind has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no checkpoint {name}; name a bundled one or a folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.schema</name>
    <message>
        <source>
    _name_or_path _num_labels architectures auto_map bos_token_id chunk_size_feed_forward
    classifier_dropout classifier_dropout_prob cls_dropout cls_token_id directionality dtype
    end_n_top eos_token_id finetuning_task gradient_checkpointing id2label label2id language
    legacy local_files_only model_type n_ctx name num_labels output_attentions
    output_hidden_states output_past pad_token_id padding_idx pooler_dropout pooler_fc_size
    pooler_hidden_act pooler_hidden_size pooler_num_attention_heads pooler_num_fc_layers
    pooler_size_per_head pooler_type prefix problem_type qa_dropout quantization_config
    return_dict sep_token_id seq_classif_dropout start_n_top summary_activation
    summary_first_dropout summary_last_dropout summary_proj_to_labels summary_type
    summary_use_proj task_specific_params tie_weights_ tie_word_embeddings tokenizer_class
    torch_dtype torchscript transformers_version true_hidden_size use_bfloat16 use_cache
    use_mems_eval use_mems_train use_return_dict
    </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be a number, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be a whole number, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be a text, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must be true or false, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lie between 0 and 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>be a number from 0 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must {limits}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} must lie between {smallest} and {largest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of {num_heads} heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout must lie between 0 and 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no valid JSON: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be at least 1, and at most {largest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} = {key_} is a variant that is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the configuration is incomplete: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an order of these {length} tokens holds each number from 1 to {length} once. Give each token, special ones included, its position in the order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>came out as NaN or infinity: the weights are broken. Copy or download the files again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an encoding needs at least one token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offsets must be ({length}, 2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one label per position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each mention needs an entity, a start and an end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must have {length} entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a target of {head} lies outside the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden states need one row per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention must end in {shape}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention rows must sum to one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden states {BROKEN}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the logits of {head} {BROKEN}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spec</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{module_name} and {first} both declare {spec}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>second text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} has no head for the objective {objective}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} has no decoder that writes what {objective} asks for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} does not read the order that {objective} draws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} knows no entities, which {objective} removes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} does not read the {absent} that {objective} gives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} does not read from left to right, as {objective} does</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.search</name>
    <message>
        <source>TPE: shapes like the best ones so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a budget must be a number of 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampler must be one of {SAMPLERS}, not {sampler}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trials must lie between 1 and 10,000, not {trials}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choices must name at least one field with its values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choices must be a table of lists, such as 'size.width' = [64, 96]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a search lacks [base], the recipe that its trials train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key {unknown} in a search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choices names {name}, which no recipe has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choices must give at least one value for {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds other files. Choose a new or an empty folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds a search already. Go on with it by --resume, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds a search of other settings. Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{built} ms are above {budget} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{parameters} parameters are above {budget}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of {MOST_SAMPLED} shapes in a row is within the budget. Raise it, or allow smaller values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No shape is within the budget: of the smallest one, {reason}. Raise the budget, or allow smaller values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest shape cannot be built: {error}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.sentences</name>
    <message>
        <source>the tokenizer of this {title} has no mask token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this {title} has not learned to write words that are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} has no hidden states of the tokens of a text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.tasks</name>
    <message>
        <source>{spec} has no head for {task}; it has {has}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown task {name}; known are {by_name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A context gets the most probable of several continuations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} choices; at least two are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the right choice is number {example} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the choices of an example must follow each other in one batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of examples whose most probable choice is the right one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sentence or two get a class of several, or a set of classes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has labels that it does not name: {unknown}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of examples with the right class; of several labels, with exactly the right ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for two classes (TP × TN − FP × FN) / √((TP + FP)(TP + FN)(TN + FP)(TN + FN)), for more its generalisation by Gorodkin (2004); 0 where only one class occurs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 × precision × recall / (precision + recall) of the second class; with more than two classes, or several labels, the mean over classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over classes of 2 × precision × recall / (precision + recall)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of several labels: F1 of all decisions counted together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} names a label twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{error} Change the example or leave it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the label {name} is none of {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{data} has {data_} labels; at least two are needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No example of {data} has an answer; metrics need answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over questions of 2 × precision × recall / (precision + recall) of the words, without case, punctuation and articles; the best of several right answers counts; without an answer 1 or 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of answers that equal a right one, without case, punctuation and articles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1 over the questions that have an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact match over the questions that have an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the unanswerable questions without an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1 at the threshold of the null odds that is best for these questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that threshold, in logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact match at the threshold of the null odds that is best for these questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer to a question is a part of the passage, or there is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the question is empty. Write a question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sentence or two get a number, such as how similar they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>covariance of predicted and true numbers / product of their standard deviations; 0 where one side is constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pearson correlation of the ranks; 0 where one side is constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of (predicted − true)²; less is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{example} tags for {example_} words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token classification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every word gets a tag, such as the kind of name that it belongs to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 × precision × recall / (precision + recall) of entities, whose type and both ends must be right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the predicted entities that are correct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the true entities that are predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of words with the true tag</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.tokenization</name>
    <message>
        <source>Tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer in {folder} ({names}{kind}) is none of these: {families}. Choose the folder of another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no tokenizer. Put its tokenizer.json there, or its vocab.txt, its spiece.model, or its vocab.json and merges.txt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of kind {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {folder}. Choose the folder of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tokenizer family {family}. Known: {specs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} adds the token {token} as number {id}, but its vocabulary ends at {room}. Download the tokenizer's files from one model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The added tokens of {folder} are broken ({error}). Download the tokenizer's files again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is broken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabulary has {ids} tokens, but ids up to {size}. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {_family} vocabulary has no {missing}. Check that the vocabulary file belongs to this kind of model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A length of {max_length} is too short for this tokenizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {name} is empty. Write at least one word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {name} cannot be cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the tokenizer's files again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {name} holds nothing that this tokenizer keeps. Write at least one word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A length of {max_length} is too short: at least {needed} is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is empty, and this tokenizer adds no special tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text cannot be cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text cannot be cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token} is not a token of this vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no token {id}: ids go from 0 to {_names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} marks pieces inside words, which this family does not. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} needs {MERGES_FILE} in the same folder. Copy it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} and {MERGES_FILE} do not belong together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merges the most frequent neighbouring bytes; a space belongs to the next word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no {SPACE} in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{vocab_size} tokens are too few: the bytes alone need {smallest}. Ask for more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download both from the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Radford et al.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precompiled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its character map is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a pointer of git-lfs, not the file. Run git lfs pull in its folder, or download the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} must hold a JSON object. Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}. Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text. Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not valid JSON ({error}). Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} does not put ▁ before every word, as {template} does. Add the {TOKENIZER_FILE} of the same model to its folder, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} lacks {lacking}, which {template} needs. Check that config.json and weights are of the same model, or add its {TOKENIZER_FILE} to the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is of another kind, such as BPE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no unknown piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is no Unigram model of SentencePiece ({error}). Download the file again, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lattice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metaspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the most probable of all ways to cut a text; a space belongs to the next word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>String</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Isolated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No vocabulary can be learned: there is no text, or no room after the special tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unigram needs a template that has an unknown token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kudo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subword Regularization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} names no unknown token, which this program needs. Choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BPE with word ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merges the most frequent neighbours in a word; the last piece of a word is marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no {END_OF_WORD} before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BPE with end-of-word marks needs a template that has an unknown token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sennrich, Haddow, Birch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neural Machine Translation of Rare Words with Subword Units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {number}, is no pair. Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts a word into the longest known pieces; if that fails, the whole word is [UNK].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In {CONFIG_FILE}, {wrong} must be true, false or null. Mend the entry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is empty. Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WordPiece needs a template that has an unknown token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schuster and Nakajima</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Japanese and Korean Voice Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each word and each sign of punctuation is one token; other words are unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, as every token is a whole word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vocabulary of words needs a template that has an unknown token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bengio, Ducharme, Vincent, Jauvin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Neural Probabilistic Language Model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models.training</name>
    <message>
        <source>there are more processes than examples in a batch; make it larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The capital of {country} is {capital}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{country}'s capital is {capital}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{capital} is the capital of {country}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{capital} is a city in {country}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>question: What is the capital of {}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>question: What is {}'s capital?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} predicts no tokens, so it cannot be probed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so it cannot be probed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must lie between {low} and {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision must be {PRECISIONS}, not {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where} must be a table, not {values}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key {unknown} in {where}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warmup_steps and weight_decay must not be negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length must be at least 4, and long_length not below it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning_rate and clip_norm must be above zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beta1 and beta2 must lie between 0 and 1, and below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch_size times long_length must be at most {MAX_STEP_TOKENS} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objectives must be a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objectives must name each objective once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe {path} cannot be used: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown option {name} of {where}; known are {by_name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {where} must be one of {choices}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {where} must be a text, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {where} must be a whole number, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} in {where} must be {type_name}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be at least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must lie between 0 and 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {where} must lie in {low} to {high}, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint {checkpoint} is damaged: {why}. Copy it again, or delete it to start from the beginning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds other files already: {others}. Choose a new or an empty folder; those that you have are never replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} was trained by another recipe. Use its own recipe to resume it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is of another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds a run already. Go on with it by --resume, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} cannot be written ({error}). Make room there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} belongs to another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} cannot compute in bfloat16. Set precision to float32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counting n-grams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>doing held-out tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{word} in size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} in config</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{word} in tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{recipe} is {pretrained}, not {recipe_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{recipe} has no tokenizer, so a run cannot begin with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{other} in tokenizer cannot be set, as a student reads with the tokenizer of its teacher {teacher}: drop it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{recipe} reads with another tokenizer than its teacher {teacher}: choose a student that was trained with the tokenizer of its teacher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{differ} cannot be set, as the model comes from {pretrained}: drop it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{teaching} is fine-tuned for a task and predicts no masked tokens: choose the pretrained model that it began with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown distillation method {teaching}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{teacher} cannot be a teacher of {method}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{teaching} has no tokenizer, so a student cannot read with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown architecture {recipe}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a recipe needs at least one objective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the objective {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{objectives} learns nothing from single sentences; set single_share to 0, or name an objective beside it that does, such as 'masked'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tasks are learned by {known}; set task_share to 0 without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{learners} learns from tasks alone; name an objective beside it that learns from the documents, such as 'span_corruption'</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>long_length {length} does not fit into {room} positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model of {num_weights} parameters needs {needed} GB to learn, and there are {there}. Take a smaller size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocab_size in size is set by the tokenizer: set it in tokenizer instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{needs} cut documents differently. Choose one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{objective} needs a tokenizer that has a mask token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{objective} needs a tokenizer that has sentinels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this {spec} has no head {missing}, which {objective} trains: train a new model by it, or choose another objective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student begins with its teacher, so start or teaching must be dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a student of {method} is {method_}, not {recipe}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown objective {name}; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>options.{name} must be a table for one of the objectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one} and {other} train the same head. Choose one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key {key} in config; known are {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} in config is {word} in {table}: drop it, and set {word} there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.adversarial</name>
    <message>
        <source>The weight of the loss of perturbed embeddings is set here. At 0 the model learns as usual.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a perturbation, each step runs the model two more times, so it takes longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dev metric decides whether it was worth the time. The page of the comparison gives the difference over five seeds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.attention</name>
    <message>
        <source>In every layer, each head gives every token a row of weights over the tokens that it may attend to. The weights sum to one and say how the head mixes these tokens. BERT and similar models attend to both sides, GPT-2 to the left only. What is hatched is not visible, because the model has to predict it. T5 has three kinds: its encoder attends to both sides, its decoder to the left, and the decoder to the encoder. XLNet sees what is earlier in an order; its query stream knows a position, but not the token there. DeBERTa adds up contents and positions in three terms that can be shown and switched off. BigBird reads a long text by blocks, each of which attends to global blocks, to its neighbours and to random ones; “Kinds of blocks” colours them. Many heads attend mostly to [SEP], or to the first token, which is read as a way of doing nothing; without the special tokens the rest becomes visible. Entropy says how widely a head spreads its weights, distance how far away it attends. Ctrl+click on a thumbnail sets the output of that head to zero (ablation). The loss of the prediction then says what the head was worth, which is often little. The view “Many sentences” scores every head over a sample: which tokens it attends to, and whether that is more than chance, and what the prediction loses without it. A weight says where a head attends. It does not by itself explain a prediction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In brackets: the position of each token in the factorization order that Masking samples with seed {seed}; a token without one is visible to all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In brackets: the position of each token in the factorization order of Masking, which you or its masks set; a token without one is visible to all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masking predicts no token, so every token is visible and there is no order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{token}” comes first in the order and attends to nothing. Its row is even over all tokens, because the softmax of equal scores is; it is never predicted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here its encoder reads both texts; in Masking and Side by side the second is the target of its decoder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its decoder reads its own output, the most probable token at each step, at most {count} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each token has its strongest line only; choose a token to see all of its lines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special tokens are left out and each row is renormalised to one; on average over the rows of all layers and heads, their share of a row was: {shares}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the {rows:,} rows of all layers and heads, {empty:,} attended to nothing else and are left empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean attention weight of each head on each kind of token, over tokens that may attend to such a token and to another one. “Chance” is what attention to all visible tokens alike would give. A head has a clear function (tick) where its mean weight is {least} or more and the whole 95 % interval over sentences is above {above} times chance; of several, the one most above chance. Induction is measured on random words repeated once; relations on sentences of the mini-world that have them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ablation: how much the loss grows when the output of the head is zero, for the same predicted tokens; gradient: the mean absolute gradient of the loss by a gate on that output (Michel et al. 2019). Point at a cell for the 95 % interval over sentences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gradient passes through its weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its layers share their weights, so a head is switched off in all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No head is left. Choose another function, layer or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: {streams}: not scored, because its rows or columns are no tokens of the sentences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A term's spread is the standard deviation of what it adds to the scores of one row, on average over the rows of the map: the larger, the more it decides what a token attends to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framed: words that fill the same entry of the lexicon, the only ones whose translation is known (dashed: it is not known which of several words). Dot: each of these words with the word of the other sentence that has most weight. The error rate is that of Och and Ney (2003).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dot: each word with the word of the other sentence that has most weight. Which links are true is known only for sentences of the mini-world with their translations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words are aligned for two texts in two languages, and for a model that has the language as an input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framed: what the words of one language attend to in the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added to the score, one line for each head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hollow: distances beyond this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every head, one row per layer: click one to see it large, Ctrl+click to switch it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number per head: a high entropy is attention to many tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the attention goes to earlier tokens, to the token itself, to later ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each head adds to the score by the distance between two tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The difference of two models, cell by cell, in the colour of the one with more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: a row is a token of its decoder; it attends to those of the encoder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: a token attends to those before it in the order, not to the hatched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends in both directions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends to some others, not to the hatched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends to earlier ones, not to the hatched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number per head: what the prediction loses without it. Click one to select it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row for each head; click one to select its layer and head everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the sentences come from; relations are known in the mini-world alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another seed draws other sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of one model alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads whose clearest function is this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View of the chosen head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows this layer alone; all layers: their average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows this head alone; all heads: their average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows are renormalised over the other tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch all heads and terms on again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also with Esc, or a click on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first model minus the second, cell by cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only maps and lines have a difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off: it is zero in every layer of every model that has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output of a head that is off is zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch head off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a head first, or Ctrl+click a thumbnail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These models split the text into different tokens. Choose two with the same tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is fed beside the tokens: as usual, nothing, or something wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict the tokens in the factorization order of Masking. Otherwise every token is visible and there is no query stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder's text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input of the decoder after its start token; if empty, the model's own output</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.attention_as_explanation</name>
    <message>
        <source>Which words cause a prediction? Attention weights are often read as the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here four methods answer for the last word. Rows that differ disagree about the order of the tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention rollout says how far tokens are mixed. Leave one out measures what happens without each of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison measures over many texts how far such orders agree, and how far gradients and leave one out do.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.auxiliary_loss</name>
    <message>
        <source>Choose GPT’s style here: it classifies the last token of a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a weight above 0, the model also goes on predicting each next token while it learns the task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The curve of the dev metric shows whether this helps. One run says little; the page of the comparison has five seeds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.batch_size</name>
    <message>
        <source>RoBERTa was trained with larger batches than BERT: 8,000 texts a step instead of 256.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger batch gives a better estimate of the gradient, but fewer steps for the same number of tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the comparison all arms read the same number of tokens. Only batch size, steps and learning rate change.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.block_parts</name>
    <message>
        <source>Here each token attends to each other one. BigBird cuts a long text into blocks, and each attends to a few.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A window is the diagonal with its neighbours. Global blocks are whole rows and columns. Random blocks lie anywhere else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison leaves out each part and measures what is predicted at masked positions.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.compare</name>
    <message>
        <source>All models learn from the same kind of text, but each must predict something else. BERT predicts 15 % of the tokens, most of them masked, and has a loss at these alone. GPT-2 predicts each next token, so nearly every token has a loss, but it never sees what follows. ELECTRA lets a small generator fill the masks and classifies every token. The loss at a position is the negative logarithm of the probability of the true token, in nats: 0 is certain and correct, 0.69 is a coin toss. Losses of different objectives measure different tasks, so a lower one does not mean a better model. The learning curves show them on one axis of tokens or of seconds. Count models, fitted on the same text and measured at the same positions, give them a scale. The cards show what else differs between the models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each model's own objective, sampled with seed {seed} by the code that training uses. Each column has an input token, what must be predicted there, the best prediction with its probability, and the loss in nats: the negative logarithm of the true token's probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value after a bar differs from that of the model at its left. A dash: the model does not have this, or its files do not state it. Click a published value for its source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a paper leaves open or its authors' code does differently, and what is done here, for the architectures above and their objectives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One example of each objective, the learning curves, or the properties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples other masked tokens in every model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What {models} get as input, must predict, and predict instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the marks and colours mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss and accuracy on held-out text while each model was trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves out the rows in which all models agree.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One column per model, one row per property; differences are marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples with the next seed, for every model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undoes every click that masked a token or left it as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hides the rows in which all models agree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on held-out text while each model was trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The horizontal axis: training tokens or seconds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.comparisons</name>
    <message>
        <source>Each card is a sentence that papers and courses repeat: one model differs from another in this. Its page shows what the paper claims and what was measured here: small models that differ in nothing but the named fields, trained with several seeds. A point is the mean over seeds, and its line the 95 % interval: where it would lie if the seeds were drawn again. Differences are paired by seed. "As in the paper" and "opposite" need the whole interval on one side of the threshold; anything else is no significant difference. Small models on small text need not behave as large ones. Each page says what cannot be transferred.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs between models, by how much, and how sure one can be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words that the cards must have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only comparisons about one model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A card is a question; click it for the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the effect on a sentence in another panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats the measurement on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.compression</name>
    <message>
        <source>A smaller model can be made from a large one in several ways. Quantization stores each weight as a whole number of 8 or 4 bits and a scale that many weights share. The weights are rounded to the values of this grid. Pruning sets weights to zero, or removes whole heads or layers. A zero still takes room in the file and time in a product of matrices, unless both leave it out. A removed head or layer costs nothing. Distillation trains a smaller model on the predictions of the large one. Architecture search trains many smaller shapes for a few steps each, and the best of them whole. MobileBERT was not found so: its authors chose its shape by hand. Smaller on disk, fewer parameters and faster are three different things. Here all three are measured: the size of the files, the parameters, and the time for a sentence on this computer, with one thread. Quality is that on the same held-out text or the same labelled examples for all models of a picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What quantization, pruning and distillation save, and what they cost in quality.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{base} has no compressed models yet. Make the first one: it takes some seconds, and {base} stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model above. Its compressed models appear here beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names}: derived from earlier weights of {base}, so they are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a model in the first view, or choose one here, to see what changed in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} has other layers than {base}, so no single weight can be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} is a student: its weights were trained, not changed. Distillation compares it with its teacher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} has another shape than {base}: its weights were trained from scratch, so none can be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} shapes were trained for a few steps each; {above} more could not be built or were above the budget. The ring marks the shape that was then trained whole. Of one that was stopped early, the loss is that at its last step. Names are {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the shapes that nothing cheaper beats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the variance of the loss over all trials that a field explains (fANOVA).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of {where}, which has a scale of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zeros are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The larger side of the matrix is across; a large matrix is drawn in blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers compressed: how much the hidden states after each layer, and the logits, differ from those of {base} on this sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This layer alone compressed: how much the logits differ on this sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This layer alone compressed: how much the held-out loss of {base} rises, in nats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same places of this sentence, predicted by both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>importance, as a share of that of the most important head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of weights that are zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All models of a base, what changed inside one of them, and making another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which base, and what the axes measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is smaller, what is faster, and what is not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each model at its cost and quality; click one to see what was done to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same in numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which model, and which of its weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed in one weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where in the model it matters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The method and its options; every field has a tip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start and cancel. The finished model joins the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the horizontal axis measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the vertical axis measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of the models that were derived from the base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A matrix of the model, by its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures all models of this picture again, the times too</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.compression_methods</name>
    <message>
        <source>A model can be made smaller by rounding its weights, by removing layers, or by teaching a smaller one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each model is a point: what it costs across, how good it is upwards.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison measures all of them for the same bytes, and for the same time.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.depth_and_width</name>
    <message>
        <source>A model grows by more layers or by wider ones. These two have four layers each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer has about 12 D² parameters at width D. Twice the width costs as much as four times the layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison holds the number of parameters in the layers about equal: one wide layer, or twelve narrow ones.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.direction</name>
    <message>
        <source>The word that is missing can often be guessed only from what follows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT reads both sides of the masked position, so “France is Paris” helps it to predict the word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2 reads from left to right. When it predicts the second word it has seen only “The”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attention maps show why: GPT-2's rows never reach to the right of the diagonal.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.distillation</name>
    <message>
        <source>A hard label says which token is at a position. The teacher's soft label gives every token a probability, so it also says which wrong answers are nearly correct. Dividing the logits by a temperature above 1 flattens the soft label, so that small probabilities become visible (Hinton and others). DistilBERT's student has half of the layers. It starts from every other layer of its teacher and learns three things at once: the soft labels, the masked tokens, and hidden states in the directions of the teacher's. The same student without a teacher starts from random weights and learns the masked tokens alone, for as many steps. The difference between the curves is what the teacher is worth, including its weights at the start. Both are measured on the same held-out tokens. DistilBERT's paper does not state the weights of the three losses; 5, 2 and 1 are those of the authors' example. TinyBERT's student may be narrower. Each of its layers has one of the teacher's layers: it learns that layer's attention scores, before the softmax, and its hidden states, which a learned projection brings to one width; the embeddings as well. The last steps learn the teacher's predictions alone. The view *Layers* shows the pairs and the projection; the learning curves show each pair's losses. MobileBERT's student has as many layers as its teacher, an IB-BERT in the paper and here a BERT as well, and is narrower inside them. Each layer learns the states and the attention of one layer of the teacher, by default one after the other; then all learn the teacher's predictions. *Layers that learn* shows which parts learn in which steps, and which are frozen; the learning curves show each layer's losses. Where several layers learn at once, each curve is the part of one layer in their mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A small student learns the probabilities that a large teacher predicts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the student learns from, how it learned, and how alike they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which model is the teacher, which the student, which learned without one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A higher temperature makes the teacher's distribution flatter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a student, and watch its curves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a token: the models predict it while it is masked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher, hard label and student: the teacher's whole distribution is the target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layer of the teacher each layer of the student learns from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What maps the student's states to the width of the teacher, and is no part of the student.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher and its students side by side, on the same scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The student has half of the layers of its teacher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side: what the teacher predicts, what the student predicts, and how close they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison takes away one loss of the student at a time, and its start from the teacher's layers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.embedding_sharing</name>
    <message>
        <source>ELECTRA's generator and discriminator share one token table. Both losses change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The generator gains when words that fit the same place are similar. The discriminator must distinguish just these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains DeBERTaV3 with one table, with two, and with one whose detection gradient goes to an offset.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.entities_right_or_wrong</name>
    <message>
        <source>The country is named, its capital is masked. A model without entities must have read the fact.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that reads entities is fed the vector of France as well. Below its predictions are those without entities, and with wrong ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page of the comparison counts the capitals that each of three models names: with entities, without any, and with wrong ones.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.families</name>
    <message>
        <source>Up to four models learn the same examples, one after the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tasks come from the mini-world. The comparison uses five English sets and four Korean ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After training, the view “Results” compares the models: metrics, confusion matrices, and the examples on which they disagree.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.few_shot</name>
    <message>
        <source>A prompt has a description, K examples and a query. Each column has more examples; the weights stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capitals are in the training text, so memory can answer. The labels of made-up words are in the prompt alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy by K can be measured here, for a task of the mini-world or an own table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains three sizes and measures both kinds of tasks, with up to 16 examples.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.finetuning</name>
    <message>
        <source>A pretrained model gets a new layer, the head, and learns a task from labelled examples. All chosen models learn from the same examples, one after the other. The examples are divided: the model learns from the training split and is measured on the dev split, which it never sees in training. A metric says little alone. The majority class is what one gets without looking at the text. The confusion matrix shows which classes are confused: a row is a true class, a column a predicted one, and the right predictions are on the diagonal. The reliability curve compares confidence with accuracy: a well calibrated model is right in 80 % of the cases of which it is 80 % sure. Instead of all parameters, the head alone, the last layers, or low-rank additions to some matrices (LoRA) can learn. The bars of the last view show which layers moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teach pretrained models a task from labelled examples, and see what they get right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose models above and press Fine-tune. Their curves appear here. The chosen models have no record of a fine-tuning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a pretrained model above. Up to four learn from the same examples, one after the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the chosen models does a task yet. Fine-tune them in the first view, or choose a fine-tuned model above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text. Type a sentence above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The models were fine-tuned on different data, so their metrics cannot be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tune models; see their results, what they say about your sentence, and what changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The examples, which parameters learn, and how; every field has a tip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start, pause and resume; nothing learned is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training loss, and the metric of the dev split, of each model in its colour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the cells show, and the order of the examples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metrics with those of the majority class, confusion matrices, examples, and calibration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probabilities of each class, the answer in the passage, or the tags of the words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From which difference of scores on a question has no answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the Attention panel with the model before and after.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the weights of each layer moved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.first</name>
    <message>
        <source>Both sides, or only the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything here is about a sentence. This one names two founders; type your own at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two small models read it: BERT and GPT-2. Both were trained on the same text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a token, and its colours say which tokens it attends to. BERT's rows reach to both sides. GPT-2's rows end at the token itself: it never sees what follows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here both founders are masked. BERT fills both at once, each without knowing the other, so it can mix the founders of two companies.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparisons measures such sentences over several seeds. Every other panel shows one sentence.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.founders</name>
    <message>
        <source>Both names are masked, and they depend on each other: they must belong to one company.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled at once, each name is predicted as if the other were unknown, so two founders can be mixed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled one after the other, the second prediction sees the first. The page counts how often the pair is true.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.freezing</name>
    <message>
        <source>Here you choose which parameters learn: all, the last layers, or the head alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train once with all parameters and once with the last layer. The curves are drawn together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Afterwards the view “What changed” of this panel shows how far each layer moved. Frozen layers do not move.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.generation</name>
    <message>
        <source>A causal model such as GPT-2 gives every token of its vocabulary a probability to come next. One token is chosen and added to the text, and the model predicts again. Greedy search takes the most probable token; sampling draws one at random. A temperature below one sharpens the probabilities, one above flattens them. Top-k keeps the k most probable tokens, top-p the fewest whose probabilities sum to p. What they remove is shown. Beam search keeps several texts at a time and prunes the rest. It usually finds more probable texts than greedy search, which are not always better texts. An encoder-decoder such as T5 does not continue the prompt. Its encoder reads the whole prompt, and its decoder writes an answer, with attention to what was read. The words of a task come before the prompt of such a model only. A sentinel such as &lt;extra_id_0&gt; stands for a missing span. If no task is chosen, a question is answered, and of any other sentence the end is filled in; the model was trained for both. Masked models read both sides of a masked position. They did not learn to continue a text, so they fill masks instead. Prompts gives a causal model a task in its prompt: a description, examples with their answers, and a query. Zero-shot is without examples, one-shot with one, few-shot with several (Brown and others, 2020). No weights change. A choice is scored by its log-likelihood after the prompt: the sum over its tokens, which favours short choices; per token; or less its log-likelihood after a neutral text such as “A:”, so that frequent words have no advantage. A free answer is written greedily to the end of the line. Examples that do not fit the context are dropped from the oldest on. Where labels are permuted or words are made up, the mapping is in the prompt alone, so no memory of the training text solves the task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No weights change: what differs is only the text before the query.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the prompt with the most examples: the attention of the last position, which predicts the first token of the answer, summed over the tokens of each part, mean over the heads of a layer. Rows sum to one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over draws of examples, each with its own queries; bars are 95 % intervals over the draws. Usual K, as long as all examples fit. Chance answers at random among the choices; majority always gives the most frequent answer. Queries with equally likely answers count as wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text that the models write, or tasks in few-shot prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task, how answers are scored, and how many examples; accuracy by K is measured here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query and its correct answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt as {models} read it, and the answer, with zero, one and several examples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much the last position attends to each example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy by the number of examples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the next token is chosen: the most probable, sampled, or by a beam.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What {models} write next; a click on a token shows its step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The candidates of that step: outlined before the filters, filled after them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every step in a row, with the most probable tokens first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write again from the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop; the text so far stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write as many tokens again after the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill a mask in Masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens each model writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below 1 sharpens, above 1 flattens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the k most probable tokens; 0 is off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fewest tokens with this total probability; 1 is off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of hypotheses kept at each step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the next token is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always the most probable token; the seed has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampled from the distribution after temperature, top-k and top-p, with the seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps several texts at a time and usually finds more probable ones than greedy search; the seed has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks that a model has learned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For models that read a task as text: its words are put before the prompt. “Suitable task”: a question is answered, otherwise a masked position is filled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples and queries are drawn from it with the seed. An own table has an input, a tab and the answer in each line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How an answer is scored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices by their log-likelihood, or the text that the model writes greedily up to the end of a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many examples the longest prompt has; those without room are dropped from the oldest on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which query of the task ends the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure accuracy by K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the background, for each chosen model, over several draws of examples and queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.generator_size</name>
    <message>
        <source>ELECTRA's generator fills masked positions. Its samples replace tokens, and the discriminator says which were replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A weak generator makes replacements that are easy to see. A strong one often writes the true token, which counts as original.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison changes the generator's width only, from a quarter of the discriminator's to its full width.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.graph_choices</name>
    <message>
        <source>The sentence asks for a tool. No text of the mini-world says which tool planting flowers takes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the graph, planting flowers needs digging the ground, and digging the ground uses a shovel. A model that reads such paths can answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under Choices, each answer has its paths. Where no path leads to an answer, the text alone decides.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.hashing_rounds</name>
    <message>
        <source>Most weights of attention are almost zero. Reformer compares a token only with those in the same bucket of a hash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A hash can put similar tokens apart. Each further round has another hash, and finds more of the strongest links.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains models to repeat random symbols, and evaluates each with 1 to 8 rounds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.head_removal</name>
    <message>
        <source>Each layer of a transformer has several attention heads. Not all of them matter as much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each map is one head of one layer. A click on one enlarges it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison removes heads, the least important first, and measures the accuracy that is left.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.help</name>
    <message>
        <source>list architectures and bundled models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List every architecture: title, paper, objectives, streams (encoder, decoder, …) and output heads,
differences between the paper, the authors' code and this program, and its bundled checkpoints with
their parameters, held-out metrics and, if a model was trained on tasks, its scores on held-out
ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write attention, hidden states and logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed a text to a model and write its internal values to an .npz file:

  input_ids            (T,)          the input tokens, special ones included
  decoder_input_ids    (R,)          the input of T5's decoder
  order                (T,)          each token's position in XLNet's factorization order, if any
  attention/&lt;stream&gt;   (L, H, R, C)  weights by layer and head; rows are queries, columns keys
  hidden/&lt;stream&gt;      (L+1, R, D)   hidden states; the first enters layer 1
  bias/&lt;stream&gt;        (H, R, C)     what T5 adds to the scores by position, the same in all layers
  blocks/&lt;stream&gt;      (L, H, N, N)  what each of BigBird's N blocks attends to: 0 not, 1 global,
                       2 window, 3 random, 4 all in a short text; above 1,024 tokens there is no
                       attention/&lt;stream&gt;
  block_weights/&lt;stream&gt; (L, H, N, N) the mean weight that tokens of a block give to each block
  outside/&lt;stream&gt;     (L, H, R)     the weight on tokens that BigBird's extended construction adds
  scores/&lt;term&gt;        (L, H, R, C)  the terms whose sum is DeBERTa's attention scores; those of its
                       mask decoder are scores/&lt;term&gt;/emd
  logits/&lt;head&gt;        (T, V) for a head that predicts tokens, (R, V) for T5's, (T,) for one that
                       classifies each token, (2,) for one that classifies the whole text

All but ids and order are float32. The text is used as it is; a position is masked only if the text
contains the mask token, such as [MASK]. ELECTRA's generator and discriminator have the same input.

--order is for XLNet and has one number for each token, special ones included: its position in the
factorization order, from 1. --order 3 1 2 predicts the second of three tokens first, then the
third, then the first, each from those before it in the order. Rows of attention/query are
positions, like those of attention/content; logits/lm are then those of the query stream. The first
token in the order attends to nothing; its softmax becomes uniform over all tokens. Without --order
there is only the content stream, and everything is visible.

T5 reads --text and --pair with its encoder, as two texts that each have an end token.
--decoder-text is the input of its decoder after the start token, without an end token.

Streams and heads of each architecture: PROGRAM systems.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>let a model continue a prompt, or answer it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let a causal model such as gpt2-mini continue a prompt, and print the continuation; or let an
encoder-decoder such as t5-mini read the prompt, and print its answer. &lt;extra_id_0&gt; in a prompt for
T5 marks a missing span; in the answer it comes before the text of that span. Generation ends with
the end-of-text token, after --max-new-tokens, or at the maximum length of the model. The same seed
gives the same text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score many sentences by several models, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score every sentence of FILE by each model, and write DIR/sentences.csv: length in tokens and loss in
nats per token, or what a fine-tuned model predicts, how surely, and whether it is right. FILE has
one sentence on each line, or is a TSV, CSV or JSON-lines table; it may also be the name of a
labelled set such as world:acceptability:en, or world for a sample of the mini-world:

  PROGRAM sentences notes.txt --models bert-mini gpt2-mini --out scored
  PROGRAM sentences world --language ko --limit 1000 --models bert-mini --out scored

Models that fill masks have the same words masked, which are drawn with --seed; models that write
are scored on all tokens but the first. Finished parts are stored in the cache of the program, so
that a stopped command goes on where it was. A model that cannot be scored is named on standard
error, and the others are written. A file in DIR that this command did not write is not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measure few-shot prompts: accuracy by the number of examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a task into the prompt of causal models such as gpt2-mini: K examples drawn with the seed, then
a query. Print the accuracy of each model by K with a 95 % interval over draws of examples. No
weights change.

Tasks of the mini-world: PROGRAM prompt --list. The mapping of the ones with permuted labels, made-up
words or made-up labels is in the prompt alone. --data is an own table: in each line an input, a tab
and its answer; a line that cannot be used is named. With at most 20 different answers these are the
choices.

Choices are scored by their log-likelihood: sum over the tokens, mean per token, or normalised: less
the log-likelihood after a neutral text such as "A:" (Brown and others, 2020). free is the text that
the model writes, the most probable token each time, up to the end of a line. Examples that do not
fit the context are dropped from the oldest on, and counted. A query whose best answers are equally
likely counts as wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write the panels' pictures to files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the figures of the panels for one text, with the models side by side, as DIR/PANEL.FORMAT:
pictures on a light background with a caption, and CSV with their numbers. Needs no display.

A panel with several views draws the first one. Another view is named after a colon, such as
tokens:steps, attention:bias, compare:learning, compare:cards or parameters:published; its files
are DIR/PANEL-VIEW.FORMAT. The message for an unknown name lists the known ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train a model by a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a model by a recipe (TOML; see resources/recipes) into a run folder. In the end the folder is
a checkpoint that this program and transformers can open, with a run.json. Ctrl-C saves a checkpoint
and stops; --resume continues from the last one, with the same result. Other models in a recipe
(`start`, `teacher`, the tokenizer's `folder`) are bundled ones, folders, or ids on the Hugging Face
hub, which are downloaded first.

Several processes share each batch, with the same result as one; --shard divides a model that does
not fit one of them:
  TORCHRUN train RECIPE.toml --out DIR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train a student with a teacher by a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a student by a recipe that has a part [teaching] with a method and a teacher; see
resources/recipes/distilbert-mini.toml. Everything else is as in train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>let a pretrained model learn a labelled task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tune a pretrained model on labelled examples by a recipe (TOML; see
resources/recipes/finetuning) into a folder. In the end the folder is a model that this program and
transformers can open, with a run.json; `evaluate` and `predict` read it. Ctrl-C saves a checkpoint
and stops; --resume continues from the last one, with the same result.

`model` in a recipe is a bundled model, a folder, or an id on the Hugging Face hub, which is
downloaded first. `data` is a set of the mini-world, such as world:acceptability:en, a folder or a
file of a published set (GLUE, SQuAD, KLUE and others), or an own table (TSV, CSV, JSON lines).

A recipe with style = "graph" judges choices with a knowledge graph beside the text: that of the
mini-world, or a file of triples or of ConceptNet. See resources/recipes/finetuning/more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measure a fine-tuned model on labelled data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict labelled examples with a fine-tuned model, and print the metrics of the task.

--data is a file, which is read whole, a folder of a published set, or a set of the mini-world;
--split chooses a part of the latter two. A row that cannot be used is an error that names the file
and the line; with --skip-bad-rows such rows are counted and left out.

The ending of --predictions says its format:
  .jsonl  JSON lines with index, prediction and probabilities by class or by choice; of answers id,
          answer, start, end (characters of the passage) and null_score
  .tsv    index and prediction, as GLUE's scorer reads them
  .json   the answer by id, as SQuAD's scorer reads them, and beside it the null odds

A file that exists is not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predict labels, scores or answers with a fine-tuned model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict a text, or the examples of a file, with a fine-tuned model. --text is a sentence or a
question; --pair is the second sentence or the passage. --data is as in evaluate; labels in it are
ignored and may be missing. Without --out the predictions are printed as JSON lines; its ending says
the format, as that of --predictions in evaluate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>make a smaller or faster model of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compress a model into a new folder, which this program opens like any other, and measure both: bytes
on the disk, milliseconds for a sentence on one thread of this machine, and quality on held-out
examples. run.json states what was done, and to which model. --list shows the methods and their
options, for example:

  PROGRAM compress --model bert-mini --method quantize --out small
  PROGRAM compress --model bert-mini --method quantize --option scheme=weight_int4 --out smaller
  PROGRAM compress --model bert-mini --method prune --option kind=layers --option sparsity=0.25 \
      --out shallow

A pruned folder opens in transformers too. A quantized one does not: its weights are whole numbers,
which no published class reads; transformers rejects it with a message. Prune first, then quantize.
Ctrl-C stops, and nothing is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read a graph of triples, embed it, and link a text to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a knowledge graph, print its size and what was wrong with its file; train TransE on it, and
measure filtered ranks of held-out triples; link the entities that a text names; print or write
what is around entities, for example:

  PROGRAM knowledge --train
  PROGRAM knowledge --text "The capital of France is Paris." --hops 2 --out france.graphml
  PROGRAM knowledge --triples own.tsv --entity hammer --relation used_for

Without --triples and --graph it is the graph of the mini-world. A file has lines of subject,
relation and object with tabs between them, or ConceptNet's five columns, of which concepts in
English and Korean are read; .gz is read too. Lines that cannot be used are counted and listed, and
the others are used. --save writes the graph to a folder that --graph opens at once, however large.

At most 5,000 triples are held out. hits@10 is the share of them whose head, or tail, is among the
ten best of all entities, other true ones left out; the same by the frequency of entities alone is
printed beside it. A file or folder that exists is not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measure speed and memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure speed and memory on this machine: forward passes with everything recorded, generation,
training, thumbnails, and the window. With --against, the other library runs the same weights in
the same process, for ratios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run comparisons over several seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run comparisons: train every arm with every seed, measure them, and write into DIR/NAME the rows as
rows.csv and result.json, with a figure. Each finished arm and seed is written at once, and --resume
goes on with those that are missing, also after a crash. Names are those of --list; without one, all
are run.

Arms and seeds run in processes of this machine, one thread each, or on the workers of a Dask
cluster that exists already (pip install 'plm-explorer[cluster]'). Those workers must have the
program and see DIR, where tokenized texts are stored.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.inside</name>
    <message>
        <source>One token goes through the model in the steps that the model itself computes. First are the embeddings and their sum. Each layer has query, key and value of its heads, scores, softmax, the mixture of values, an output projection, residual connections and a feed-forward network. At the end are the logits and probabilities. Every number is that of this forward pass. Page Down goes to the next step and Page Up to the one before; the squares and the two lists go to any layer and step. A strip is a vector: each cell is one number, and the end of the strip says how large the largest is. The names before the strips are those of the formula. For the scores, query and key are multiplied number by number for the other token, and the products are added up. What may not be seen is crossed out. Which steps there are is declared by each architecture: normalization before or after a layer, terms for relative positions, attention to an encoder, gates of an LSTM, hash buckets. A fine-tuned model ends with the head of its task: the state that stands for the text, such as that of the first token or their mean, its dense layer and activation, and the logits of the classes. A model that tags has logits for each token, and one that marks an answer two for each token: that the answer starts there, and that it ends there. Below is the logit of a word or a class in parts: how much the embeddings, each attention head and each feed-forward network wrote into it. The scale of every normalization that their vectors pass is held as it was in this pass, and so are the factors of an activation in the head of the model. Then the parts and the biases add up to the logit. What is not linear even so is the remainder. A part counts with what it writes itself, and not with what later layers make of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One forward pass step by step for one token, in real numbers, and what wrote its logit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not every step before this one is recorded: the layer that computes its input declares no steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each part wrote into the logit. The scale of each normalization is held as it was in this pass, and so are the factors of an activation in the head of the model; then the parts add up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step, the head whose numbers are drawn, and the other token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word whose logit is taken apart, and another one to compare it with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token that is followed, and every step of its way through {models}; click one to go there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formula of the step and its numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each part of the model wrote into the logit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step before (Page Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next step (Page Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the first step of a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to a step of this layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attention head whose numbers are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token whose key and value are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logits are divided by it before the last softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logit of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word or class whose logit is taken apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of the model's streams is followed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.judged_by_tasks</name>
    <message>
        <source>BERT was pretrained by predicting masked tokens, ELECTRA by telling replaced tokens from original ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A task asks which pretraining left the more useful hidden states. Both get the same examples here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundled models differ in more than the objective. On the page of the comparison only the objective differs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.knowledge</name>
    <message>
        <source>A knowledge graph has facts as triples: head, relation, tail, such as France, capital, Paris. Names in the sentence are linked to entities of the graph; the longest name wins. A name with several entities, such as a bank of a river and one for money, has candidates, and a click corrects it. The neighbourhood has the entities that are a few triples away from those of the text. TransE learns a vector for each entity and each relation, so that the head plus the relation is near the tail. The score of a triple is minus that distance: zero at best. Every entity is ranked as the tail of a held-out triple. Hits@10 is the share of triples whose true tail or head is among the best ten; other known triples are left out of the ranking (filtered). Embeddings say what a graph of this size makes probable, not what is true. KagNet judges the choices of a question by the paths between its concepts and those of each choice. The mini-world has a graph of its own. Your own file can be triples in three columns, or ConceptNet's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entities that a sentence names, and the graph of facts around them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a sentence above whose names are to be linked to a knowledge graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No name of this text is in the graph. Search for an entity above, or write a sentence about the mini-world, such as “The capital of France is Paris.”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an underlined name to see what it can mean, and to correct it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an entity to list the nearest ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no embeddings yet. Train them above; it can be cancelled at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the cosine of their embeddings, among all entities of the graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Triples that were not trained on, one in ten at most. Ranks are filtered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rank leaves out other known tails; a tick marks a known one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the question as the sentence above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type two or more choices above, with commas between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two largest principal components of the embeddings: {first} and {second} of the variance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger blue dots: the other entities of the kind “{kind}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} entities with fewer triples are not on the map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} more entities are within these hops; raise their number, or unfold one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside longer names, and so not linked: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph has no entity named {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} troubles in the file; see “File”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was wrong in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The neighbourhood in the graph, embeddings of all entities, or the graph in numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which graph, and how much of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Underlined names are linked to entities; click one to correct it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entities and their triples. Pull a dot; double click, or press +, to unfold it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a relation to hide it, and again to show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train embeddings of this graph, and name a triple to score.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The names that are linked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each dot is an entity, in the plane of principal components.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How good the embeddings are, the nearest entities, and the score of a triple.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which question, and which model judges its choices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The concepts of the question at the left, those of the choice at the right; wide paths have the model's attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the graph has, and what was wrong in its file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mini-world, in the language of the text, or your own file: subject, relation, object with tabs between them, or ConceptNet's five columns; also compressed (.gz)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many triples away from the entities of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many entities at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds an entity of this name to the figure (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removes what was searched for, unfolded and pulled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GraphML …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves the graph of the figure for Gephi, yEd or networkx</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers in the embedding of an entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often each triple is trained on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train TransE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains embeddings of this graph and stores them in the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of the mini-world's questions, whose answers are in the graph and in no text, or the text above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model that judges the choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices, with commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The choices of the text above, with commas between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score the triple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head of the triple to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head of the triple to score, an entity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relation of the triple to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The relation of the triple to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tail of the triple to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tail of the triple to score, an entity</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.labels</name>
    <message>
        <source>Choose few labelled examples here, then many, and once “from scratch” with fresh weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning starts here. It takes seconds with few examples and under a minute with all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The metric of the dev split appears here, beside what the majority class would get. Compare the runs with equal numbers of examples.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.language_transfer</name>
    <message>
        <source>Choose a model that reads both languages, and a task in English, such as entailment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning starts here. It sees English examples only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page then tests on the Korean dev split, for models that were pretrained with and without translated pairs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.layer_losses</name>
    <message>
        <source>A student of TinyBERT's kind is narrower than its teacher: a learned projection makes their hidden states comparable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It learns attention scores, hidden states and embeddings first, then these predictions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison takes away one of these losses at a time, and learns probabilities in place of scores.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.layer_maps</name>
    <message>
        <source>Layers that teach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher has four layers. TinyBERT's student has two narrow ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The teacher's predictions. Before it learns them, each layer of the student learns the attention and the hidden states of one of the teacher's layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uniform maps take layers 2 and 4, the last ones 3 and 4, the first ones 1 and 2. The comparison trains a student with each.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.layers</name>
    <message>
        <source>A model changes the state of each token layer by layer, and its head reads the last one. The logit lens gives the states of every layer to the model's own head, with the final norm of the model where it has one. So one sees at which layer the final answer becomes probable. It is a projection, not an early prediction: the head was trained on the last states alone, and no earlier state was trained for it. A low probability does not say that a layer lacks the answer. The tuned lens therefore trains a translator for each layer; here nothing is trained. Cosines compare the states of two layers, or of two tokens. In many models all tokens share a direction, so that cosines are high throughout (anisotropy); less the mean of the tokens they say how tokens differ. The plane has the two directions in which the tokens of a layer vary most. It shows a part of the variance, which is written at its axes. Select a token here or in another panel, and it is followed through the layers of every model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the state of each token changes layer by layer, and what the head makes of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In each cell: the most probable token when the model's own head reads the states of this layer, and its probability, the softmax over the whole vocabulary. A tick: the final answer already. The head was trained on the last states alone, so earlier cells are projections, not predictions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The final answer is the most probable token of the model itself. Its rank counts from 1. KL is KL(final || layer): what is lost when the distribution of the layer replaces the final one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine between the states of one token in two layers; without a selected token, its mean over all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine between the states of one token in two layers, each less the mean of the tokens in its layer; without a selected token, its mean over all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine between the states of two tokens in the same layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine between the states of two tokens in the same layer, less the mean of its tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High without centring means that all tokens share a direction. With centring, the mean is below zero by construction, because the states then sum to zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two largest principal components of the states of each layer (scikit-learn's PCA, fitted for each layer and model). Each layer has its own components and scale; their signs are those with which tokens lie as in the layer before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Euclidean norm of the states of each token. Norms of different models are not on one scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head of the task reads the sum of all layers with these weights, which fine-tuning learned; they are a softmax and add up to one. The sum is scaled by one more learned number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last states have passed the final norm of the model, the others have not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is masked, so each token is masked alone, in a pass of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head for tokens was not trained, so its predictions mean nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokens are the decoder's own output, the most probable token at each step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token is predicted here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The logit lens, similarities, the plane of principal components, or norms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the head of {models} makes of each layer, one row for each predicted token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One prediction: probability, rank and divergence by layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How like the states of two layers are; click a layer to choose it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer whose states are compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How like the states of two tokens are; click one to select it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mean over all pairs of different tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One layer large, or all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every token is a point; click one to follow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the states are, from layer to layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The states after this layer; the input is what enters the first one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Centred cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subtracts the mean of the tokens of each layer, so that a direction that all share does not count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which part of the model the states are from</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.left_or_both</name>
    <message>
        <source>GPT’s way or BERT’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT reads both sides of every token, GPT-2 only what comes before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both learn the same examples. BERT’s head reads [CLS], GPT’s head reads the last token, the only one that has seen the whole text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each model has a curve in its colour.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.length_cost</name>
    <message>
        <source>Full attention compares each token with each other one. Twice the length is four times the comparisons.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a short text the weights cost most of the operations. Comparing tokens needs no weights and grows with the length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison measures time and memory of full attention, BigBird and Reformer, from 128 to 8,192 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.long_texts</name>
    <message>
        <source>Full attention compares every token with every other one, so its operations grow with the square of the length. Two answers are measured here beside it. BigBird reads a long text by blocks: a block attends to its neighbours, to a few random blocks, and to the first and the last block, which everything attends to. The number of blocks that a block attends to does not depend on the length. Reformer gives queries and keys one vector and hashes it, so that similar vectors fall into the same bucket. Tokens are sorted by bucket and cut into chunks, and a token attends to its own chunk and to the one before. Time and memory are those of one forward pass on this computer, on one thread, up to the last hidden states: no prediction is computed. Memory is the most that a pass holds at once besides the weights. The fused kernel of full attention never holds the matrix of all weights: its time grows with the square of the length, its memory does not. Where the weights are written out, as they must be to be recorded, memory grows with the square too. An exponent of 1 means that twice the length costs twice as much, 2 that it costs four times as much. It is the slope of a straight line through the points on logarithmic axes. Models with random weights are measured beside the chosen ones, because the bundled models read short texts only. Time does not depend on the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a long text costs by its length, and what attends to what in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Milliseconds of a forward pass. Both axes are logarithmic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that a pass holds at once besides the weights, in MB. Hollow: predicted, not run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted on shapes, without a run: two for a multiplication with its addition. Both axes are logarithmic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and memory are measured when you start it; a point appears for each length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost grows with the length to this power: slope on logarithmic axes, 95 % interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured up to {positions:,} tokens, as the models have no more positions: {models}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: {length:,} tokens would need about {needed}, above the budget of {budget}. The longest text that fits has about {largest:,} tokens. Texts of up to 256 tokens are always measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} pads {length:,} tokens to {padded:,}, a multiple of its blocks or chunks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{document} has {count:,} tokens, fewer than the chosen length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models with random weights: {models}. Time and memory do not depend on the weights; maps and recall do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model above, or tick one with random weights in the first view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of these models hashes. Tick Reformer in the first view, or choose a model that hashes above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight of the tokens of a row on all tokens of a column's block, mean of all heads. A block has {size} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the pairs of tokens that chunks put side by side, mean of all heads and rounds. A block has {size} tokens; the weights within chunks are not drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of attention that information from each block needs to reach the selected block. Residual connections carry it through the other layers. A block reaches another where any of its tokens may be attended to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a block to see what reaches it; double-click to zoom in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every dot is a token: from left to right as the round sorts it, by bucket and then by position; from top to bottom where it is in the text. Lines are borders of chunks. Another colour is another bucket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the ten strongest links of each token in full attention with the same queries, the share that the rounds together find, by number of buckets; {count} tokens, mean of all heads. The rotations are random, with a fixed seed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost by length, attention by blocks, or what hashing does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text, the lengths, the budget of memory, and models with random weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations by length; after a run time and memory, point by point.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The powers with which cost grows, and the longest text within the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention by blocks; click a block to see what reaches it, and in how many layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model, its head and its round.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokens as hashing sorts them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many strong links hashing finds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model whose attention is drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer whose attention is drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head whose buckets are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The round of hashing that is drawn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.lora</name>
    <message>
        <source>LoRA adds a product of two narrow matrices to the query and value weights, and only these learn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rank is the width of the narrow matrices. A higher rank has more parameters that learn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of parameters that learn appears with the curves. Compare it with a run of all parameters.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.mask_share</name>
    <message>
        <source>In BERT's training, not every chosen token becomes [MASK]: of ten, eight do, one becomes a random token, one stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grid shows all three kinds. The model must predict the original token at each of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A task never has [MASK] in its text. The comparison measures what a model trained on [MASK] alone loses where no [MASK] is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.masking</name>
    <message>
        <source>A training objective decides what a model must predict. BERT chooses 15 % of the tokens. Of these, 80 % become [MASK], 10 % a random token, and 10 % stay as they are. Only the chosen tokens are predicted, from both sides. GPT-2 masks nothing: each token is predicted from the tokens to its left. ELMo predicts each word twice, from its left and from its right; no prediction uses both sides. ELECTRA lets a small generator fill the masks. A discriminator says of every token whether it was replaced. Both are trained together by likelihood, not against each other. RoBERTa samples new masks each time it sees a text. BERT's authors sampled theirs once, in ten copies of the data. ALBERT masks runs of up to three words, and says whether two texts of one document are in order or swapped. T5 removes spans. A sentinel replaces each span, and the decoder writes the sentinels and spans. XLNet has no mask token. It predicts the last tokens of a random order, each from the tokens earlier in that order; all keep their positions. DeBERTa masks as BERT does, and adds absolute positions in a decoder just before it predicts. XLM masks tokens of a sentence and of its translation; each helps to fill the other. The positions of the second begin with 0 again. ERNIE of Zhang et al. also reads vectors of the entities that a text names. Some of them are removed or wrong while it learns, and it predicts which entity each name means. When two masked positions are filled at the same time, neither prediction knows the other: the first name of one founder may meet the family name of another. Filled one after the other, they agree more often. All examples here come from the code that training uses. A [MASK] in the sentence is each model's own mask token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax over the whole vocabulary at temperature 1. Below the true token: its probability and, if it is not the most probable token, its rank (#).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The discriminator's probability that each token was replaced, the sigmoid of its logit; from {threshold} on, the token counts as predicted to be replaced. A tick: a true positive. A cross: a false positive or a false negative. No mark: a true negative. Italic: the generator put in another token; outlined: it put in the true token, which counts as original.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax of the head at [CLS], with nothing masked. Next sentence: does the second text follow, or is it from elsewhere? Sentence order: are both in order, or swapped?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled together, the joint probability is the product of independent predictions. Filled one after the other (the most confident first), each prediction depends on those before it. Their product is a pseudo-likelihood for this order: another order may give another value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input tokens at which something is predicted or classified, counted from the targets above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row per epoch, sampled as in training; your own masks are left out. Filled: masked. Struck through: random. Outlined: chosen but unchanged. Dashed: predicted in the order. A bar below: dropped, in the colour of its span. Under each token: the number of epochs in which it was chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampled once from the token ids, independent of the seed. Another vocabulary has other ids, so it gets another mask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten masks are sampled once from the token ids, and the epochs use them one after the other: the static masks of the papers that compare them with dynamic ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A row attends to its filled columns. Both streams attend to context tokens and to those earlier in the order; the content stream also attends to the token itself, the query stream must not, because it predicts that token. Framed rows are predicted. Without context tokens, the first in the order attends to nothing: the softmax of equal scores is then even over all tokens, its own too, so it is never a target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The names in the text that the model knows, and the entity that is fed at the first token of each. While it learns, some entities are removed and some are wrong (bold); all must be predicted, by a softmax over the products with the vectors of all its entities. Below an entity: its probability and, if it is not the most probable one, its rank (#). A click that masks a name removes its entity. Below: the masked tokens with the entities as they are fed, without any, and with wrong ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each sentence with the same tokens masked, read alone and together with the other one, in two passes. Below a token: the language whose vector is added to it, and its position.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How training examples are made; “Sample again” makes another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What {models} get as input: a click masks a token, or leaves it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each model predicts there, most probable first; a tick marks the truth.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples with the next seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add its translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translation of this sentence in the mini-world becomes the second text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap the two texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The second text comes first; see how the models classify the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removes the last clicked token from the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample as in training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At random, as for a training example; otherwise only the tokens that you mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked, replaced or dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tokens of a word are chosen together, or none of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What dynamic masks are compared with over epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over ten epochs: dynamic masks are sampled again in each, static ones only once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of how many tokens one is predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The published value is one token in 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the paper. In the authors' code, tokens that are not predicted are context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click the tokens one after the other, or type their positions in the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position of each token in the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number for each token, special ones too: its position in the order. Enter applies them. They belong to this text; for another text the order is 1, 2, 3 …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.masking_rate</name>
    <message>
        <source>A masked language model hides some tokens and learns to predict them from the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here some 15 % of the tokens are chosen. Click any token to mask it, or to leave it alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With few masks a text teaches little; with many, too little context is left to predict from.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.normalization</name>
    <message>
        <source>GPT-1 normalises after each sublayer (post-LN), GPT-2 before it (pre-LN).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After each block of GPT-1 the states are normalised, so their size stays. In GPT-2 every block adds to a sum that grows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains both at several depths, with and without a warm-up of the learning rate.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.parameters</name>
    <message>
        <source>A parameter is one number that training has set. The bars divide each model into its parts. In the maps below them, the area of a weight is its number of parameters; a tied table is counted once. The token table (vocabulary times width) is largest in small models and with large vocabularies. In large models the feed-forward layers have more parameters than any other part. ALBERT factorizes its embeddings, V x E + E x H instead of V x H, and all its layers share one set of weights. Fewer parameters are not fewer operations: a shared layer is still computed once for each layer. ALBERT saves memory for parameters, and communication between the machines that train it: its paper trains ALBERT-large 1.7 times as fast as BERT-large. In BERT, attention has half as many parameters as the feed-forward networks. MobileBERT narrows every layer, after which attention would have 1.4 times as many; with four feed-forward networks in each layer it has 0.34 times as many. Click one of the two parts for this ratio. An operation here is a multiplication or an addition in a product of matrices. Comparing tokens with each other needs no parameters, and its operations grow with the length of the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a model's weights are, what memory they take, and what using them costs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the parameters alone; 1 GB is 1,000,000,000 bytes. 4 bytes are single precision, 2 half precision, 1 an 8-bit number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each map is one whole model, large or small. The area of a weight is its share of the parameters; layers are drawn together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations are those for one token in a text of {length} tokens, heads included. An encoder and a decoder read that many tokens each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen models, other sizes of them, or published ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many weights {models} have, and in which part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many operations a token takes, which is not the same share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every weight as a rectangle; click one for its shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the weights take in memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a size and see the numbers change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights by part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where they are.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.permutation</name>
    <message>
        <source>Permutation against masking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XLNet predicts tokens in a random order, and each prediction may use those before it in the order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT predicts its masked tokens independently; XLNet predicts one after the other, in this order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page compares them at equal compute, and on two names that depend on each other.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.positions</name>
    <message>
        <source>Models know the order of tokens in different ways.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT adds a learned vector for each position. The other three compare positions by their distance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A position that was never trained has no useful vector. A distance can be used in longer texts.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.recall_distance</name>
    <message>
        <source>What is masked here was stated once before. Only attention to that place can recall it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With full attention every place is one step away. With blocks or buckets it can be several layers away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison asks for facts at growing distances: full attention, BigBird, its window alone, and Reformer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.replaced_tokens</name>
    <message>
        <source>Learning from every token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELECTRA does not predict masked tokens. A small generator replaces some, and the model says which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT learns only at its masked positions. ELECTRA judges every token: original or replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So one text gives ELECTRA a signal at all of its tokens instead of some 15 % of them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.reversible</name>
    <message>
        <source>A backward pass needs what each layer computed. Usually all of it is stored, so memory grows with the layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reversible layer computes its input from its output, so nothing needs to be stored. The price is a second computation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains both, and measures the memory of a training step with 2 to 12 layers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.scaling</name>
    <message>
        <source>How much better does a model become with more parameters, more text, or both?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The laws count parameters without the embeddings. In a small model the embeddings are a large part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison trains twenty sizes and amounts of text, and fits power laws to the loss, with intervals.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.seldom_facts</name>
    <message>
        <source>This sentence states a fact. In the text of the comparison some capitals are stated once, others never.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page of the comparison groups the capitals by the number of sentences that state them, with entities and without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A fact that no sentence states can come from the entities alone. Where both models do equally well, the text was enough.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.sentence_objectives</name>
    <message>
        <source>BERT also learns whether a second text follows the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A wrong second text comes from another document, so its topic alone often gives it away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALBERT judges the order of two texts of one document instead: the topic is the same.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.sentences</name>
    <message>
        <source>Many sentences at once: a file with one sentence on each line, the first text column of a table, a labelled set, or a sample of the mini-world. A model that fills masks gets the mean loss of its masked tokens. Words are drawn with the seed, 15 % of them and at least one, and every such model has the same words masked. A model that writes gets the mean loss of the next token, over all tokens but the first. A model with an encoder and a decoder has the same words dropped and writes them. A fine-tuned model gets its prediction, how sure it is, and where the label is known whether it is right; its loss is minus the logarithm of the probability of the label. Losses are in nats per token. Between models with other tokenizers, or with other tasks, they can be compared by rank: which sentences are hard, not which model is better. A point of the map is a sentence: the mean of the states of its tokens in one layer, or one of its tokens. Two principal components show a part of the variance; neighbours are found in all of it. UMAP, where it is installed, draws neighbours near each other instead. Similar contexts are tokens of the sentences whose state is most like that of the selected token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many sentences in every model: where each one is wrong, and what is alike inside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked words are drawn with seed {seed} from the text alone; all models that fill masks, or write dropped words, get the same ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models differ in their tokenizers or in what they predict, so their losses say which sentences are hard, not which model is better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models that predict tokens read a pair as one text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A point is a sentence. On the diagonal, both losses are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two models with a loss are needed. Choose another one above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Farthest from the mean difference of the two models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two largest principal components of {count:,} sentences: {first:.0%} and {second:.0%} of the variance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UMAP of {count:,} sentences by cosine: neighbours are near each other. The axes, and the distances between groups, have no meaning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count:,} sentences are left out: they have no token at this position, or cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>States are stored as 16-bit floats, of the first {count:,} sentences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By cosine of the whole states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a point to see its nearest neighbours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokens most like “{token}” by cosine, of {tokens:,} tokens in {count:,} sentences, special tokens and the sentence itself left out. Select another token in any panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. What is scored is kept and not computed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sentence passes the filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All sentences, two models' losses, a map, or similar contexts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the sentences come from, how many, and which of them are listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row for each sentence; click a head to sort, double-click to use a sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two models, and the colour of the points.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A point for each sentence; a click selects it, Ctrl and the wheel zoom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mean difference with its 95 % interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentences on which the two models differ most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model, its layer, and what a point is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similar sentences are near each other; a click selects one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentences most like the selected one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model and its layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the sentences that are most like the selected one, with their words around them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample of the mini-world, a labelled set of it, or a file: one sentence on each line, or a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of the sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many sentences are read at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sentences with all of these words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models disagree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuned models answer differently, or a sentence is harder for one model than for another by a standard deviation or more of its losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sentences on which a fine-tuned model is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the selected sentence into the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the colours of the points say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model whose states are compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer whose states are compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two principal components, or UMAP, which keeps neighbours together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a point stands for: the mean over the tokens of a sentence, or its token at the position of the selected token</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.shallow_or_deep</name>
    <message>
        <source>ELMo predicts each word twice: from the words before it, and from those after it. No prediction uses both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the left the first words are hard to predict, from the right the last ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT masks the word instead and reads both sides in every layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ELMo's two stacks meet only where a task mixes their layers. Here they are side by side, layer by layer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.sharing</name>
    <message>
        <source>Shared layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALBERT uses one set of weights for all its layers; BERT has one set for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared weights are counted once, so ALBERT has fewer parameters for the same number of layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work is not shared: every layer is still computed, so the operations do not shrink.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.short_first</name>
    <message>
        <source>Each token attends to all others, so a text of twice the length needs four times the scores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map is a square: its side is the number of tokens. BERT's authors used short texts for 90 % of the steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Late positions learn only from long texts. The comparison shows the loss there, by time of training.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.sizes</name>
    <message>
        <source>ALBERT against BERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT with shared layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT with a narrow table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>500 words, a table of 15</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-3 against GPT-2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.spans</name>
    <message>
        <source>T5 drops whole spans of tokens and writes them after a sentinel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each sentinel stands for one dropped span. Longer spans make fewer, longer targets.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page compares mean lengths of 2 to 10 tokens and rates of 10 to 50 %.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.static_masks</name>
    <message>
        <source>Static, ten copies, dynamic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BERT's authors masked each text in ten fixed ways. RoBERTa samples new masks each time a text is read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both models are trained here with dynamic masks. The comparison changes nothing but the masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The learning curves belong to these two models. How much the masks alone change is on the page of the comparison.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.student_kinds</name>
    <message>
        <source>A smaller model can have fewer layers, as DistilBERT, or narrower ones, as TinyBERT and MobileBERT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A student of half the layers starts from layers of its teacher; a narrower one starts from random weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison has students of about the same number of parameters, with and without a teacher.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.task_mix</name>
    <message>
        <source>ELMo has three layers: the characters of each word, and two LSTM layers that read from both sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer 0 is the same for a word in every sentence. The others depend on the words around it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A task reads a mix of all layers. Fine-tune the head alone here: the weights of the layers learn with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison shows the weights that four tasks learned, layer by layer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.tokenizers</name>
    <message>
        <source>Every model first cuts a text into tokens of its vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WordPiece, byte-level BPE and Unigram cut the same words in different places.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each tokenizer reaches its pieces by other steps. The page measures what that means for a model.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.tokens</name>
    <message>
        <source>A model does not see letters. Its tokenizer splits the text into tokens of a fixed vocabulary, and each token is an id. WordPiece takes the longest token that fits, from left to right. A token inside a word begins with ##. If some part of a word fits no token, the whole word becomes [UNK]. Byte-level BPE merges bytes in the order in which the merges were learned. No text is unknown, but a Korean syllable or an emoji may become several tokens. BPE with word ends merges characters in the same way, within a word only. The last token of a word ends with &lt;/w&gt;. Unigram takes the split whose tokens are most probable together. A vocabulary of words has no parts: any other word is unknown. ELMo reads the characters of a word instead of its id, so it differs between unknown words and only cannot predict them. The view Steps shows this for one word. The view Vocabularies trains new vocabularies and compares how many tokens they need. BERT adds three embeddings at each position: of the token, of the segment and of the position. RoBERTa has no segments, and its position ids begin after that of padding. T5, XLNet and DeBERTa give attention the distance between tokens instead. Special tokens such as [CLS] and [SEP] are input tokens like all others and are shown where the model gets them; in XLNet they come last. The fewer tokens a word takes, the more text fits into the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens and words are counted without the special tokens that the tokenizer adds. Words are separated by white space. A character is what a reader sees as one; white space is left out. Position ids are rows of the model's position table. A model without one gets distances, in its attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out documents come from the text named above; no vocabulary here was learned from them. Unknown is the share of unknown tokens: WordPiece and words lose a whole word, Unigram a run of characters, BPE with word ends a character, byte-level BPE nothing. Tokens are counted without special tokens; bytes are those of the text in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used: at least once in 1,000 sentences of the mini-world and their translations. Without a common script, two languages share little more than punctuation, digits and foreign names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbours merge in the order in which the merges were learned: the lowest rank of all that are possible first. Bytes that are not yet a whole character are numbers; &lt;/w&gt; marks a word's end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the left, the longest token in the vocabulary. Dashed: not in the vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every token that fits, with its log-probability in nats. Filled: the path with the highest sum. Dashed underline: the second best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokens of the text, the steps that lead to them, or vocabularies.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers to show below each token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{models}: a row of tokens each, below the words of the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How finely each tokenizer splits: fewer tokens per word are longer tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step through a word: each step merges, splits or drops tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{models}: how each tokenizer splits this word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vocabulary of your own: choose how it is learned, then train it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A row per vocabulary; fewer tokens per word are longer tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ids</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row of each token in the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of two texts a token belongs to, where a model uses segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position ids</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row of the position table, where a model has one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.training</name>
    <message>
        <source>A model reads a text many times, a few examples in each step. After each step its weights change so that its predictions improve. The loss is the negative logarithm of the probability of the true token, so it falls as the model improves. The dashed curve is the loss on the training examples, the solid one on held-out documents. The dotted lines are what counting alone reaches on the same held-out tokens: how often each token occurs (unigram), and an interpolated 5-gram model, which sees up to four tokens to the left. A masked model sees both sides but has a loss on 15 % of the tokens only. A causal model has a loss on every token and sees the left side alone. The learning rate rises at first and then falls to zero. This is why curves often dip towards the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a model and follow its learning curves; the finished one joins the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model and how it is trained; every field has a tip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start, pause and resume the run; nothing learned is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss and accuracy on held-out text: of the chosen models, then of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model predicts in your sentence, newest first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.translation_pairs</name>
    <message>
        <source>A sentence and its translation are one example: tokens are masked in both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A masked name can be read in the other sentence, if the model knows which words correspond. XLM has a vector for each language, and counts the positions of the second sentence from 0 again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page asks whether such pairs make the states of words and of their translations alike, layer by layer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.two_sentences</name>
    <message>
        <source>Italy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>France</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paris</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Madrid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Japan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokyo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>his</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mina</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>이탈리아</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>로마</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>스페인</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>마드리드</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two sentences in one model, or one sentence in two models of which one derives from the other. Tokens that belong together are found by the fewest edits; a token without a partner is marked and left out of the comparison of states. The log-likelihood says which sentence a model prefers. A model that fills masks predicts each token while it alone is masked (pseudo-log-likelihood); one that writes predicts each from those before it. Both are no measure across models. Differences of hidden states and of attention say where the runs differ, not whether it matters. Patching does: a state of one run is put into the other, layer by layer and token by token, and the prediction is measured again. 0 is the run unchanged, 1 the prediction of the other sentence. The prediction is the log-odds of two words, or of two classes of a fine-tuned model. For classes and words of one token this is the difference of their logits; a word of several tokens is scored by the sum over its tokens. Between two models of the same architecture and size, such as a model and what fine-tuning or quantization made of it, both read the same sentence, and states of one are put into the other. Where both predict different things, such as a class and a word, the map has differences in nats. An effect says that a state is enough to move the prediction, not that the model has no other way. The second sentence is the panel's own: it is not read together with the first, as the second text of the window is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where two sentences, or two models, differ, and which state makes the difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-probability of each token in nats. KL is KL(first || second) of the predictions at this place. The preferred sentence has the higher sum; sums of different lengths do not compare well, so the mean for each token is beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 − cosine of the states of two tokens that belong together, by layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance of the states of two tokens, divided by the mean of their norms, by layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total variation distance of the attention of each head, the mean over the tokens: 0 is the same, 1 has nothing in common. Below, one head: weights of the first less those of the second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cell: the state of one token in one layer, replaced by that of the other side. 0: the run unchanged. 1: as in the other side. In the last column all tokens of the layer are patched, so hidden states of another sentence give 1 there if every token has a partner and nothing reads earlier layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cell: the output of one head, replaced by that of the other side at all tokens. 0: the run unchanged. 1: as in the other side. In the last column all heads of the layer are patched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicts something else, so the map has differences in nats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both runs predict nearly the same, so the map has differences in nats instead of shares.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word of several tokens is scored by the sum over its tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No partner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Likelihood, hidden states, attention, or patching.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The second sentence, and bundled pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How probable {models} find each token of both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The measure of the difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the hidden states of {models} differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far each head attends otherwise; click one to see its map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is patched, and which words are predicted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the prediction moves when one state is exchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two sentences in each model, or the first sentence in the first model and in each other one, such as its fine-tuned or quantized version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundled pairs of sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How two states are compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Patch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is taken from one side and put into the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose states are put into whose run; the prediction that is measured is that of the second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The place whose prediction is measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The class whose log-odds are measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The class that it is compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word of the first sentence; empty for the word itself</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.where_a_fact_is</name>
    <message>
        <source>Two sentences state the same relation of two countries. Both models know the capitals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cell puts a hidden state of the second sentence into the first. 1 means that this alone gives the other capital.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the first layers the state of the country carries the fact, in the last one the state that predicts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison measures this over many facts, also for the outputs of attention and of feed-forward networks.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.why</name>
    <message>
        <source>A model predicts one word of the sentence, or what it was fine-tuned for, and each other token gets a share of that prediction. Every model explains the same word: one that fills masks has it masked, one that reads from left to right predicts it from what comes before. Integrated gradients follow the gradient of the score from a text without information, in which every token is replaced, to the text itself. The shares add up to the difference of both scores. Entities that a model reads beside the text stay. Gradient times input is the slope at the text alone. It is near zero where the model is sure, however much a token matters. Leave one out replaces one token at a time. Attention rollout multiplies the attention of all layers: it says how far tokens are mixed, not what that does to the prediction. The methods answer different questions and often disagree. So there are two checks. Deletion and insertion change the most important tokens first: the prediction should fall or rise sooner than in random orders. And with shuffled weights a method should say something else, or it does not show what the model learned. To ask why one word and not another, choose the other one under “Instead of”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which words of the sentence cause a prediction, and how far one may trust the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no share: the predicted word, or a token that is the same in every input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a method, scaled to its largest share. Shares of integrated gradients and of leaving one out are in nats of log-probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spearman's rank correlation of two methods over the tokens of this sentence: 1 is the same order, 0 none, −1 the opposite. With so few tokens it is a rough number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-probability after the most important tokens are replaced (deletion), or are the only ones that are not (insertion), for each method's order. Whiskers: the lowest and highest of ten random orders. A tick: the mean of the curve is beyond all ten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same methods on the same model with its weights shuffled within each tensor, which destroys what was learned. A rank correlation near 1 would mean that a method does not depend on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shares of tokens, and two checks of the methods.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word that is explained, and another one to compare it with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each token contributes in {models}, one row for each method; click a token to explain it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How alike the methods order the tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prediction while tokens are taken away or put back, against random orders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shares of the trained model and of the same model with shuffled weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The word whose probability is explained</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.zero_shot</name>
    <message>
        <source>A language model gets a prompt in a fixed format: what it writes after “A:” counts as its answer. Nothing was fine-tuned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After “TL;DR:” GPT-2 writes a summary. The text of the mini-world has no such format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning is the other way: labelled examples change the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison measures both with the same model: no labelled examples, 256, and 1,500.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
