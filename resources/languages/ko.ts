<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
<context>
    <name>explorer</name>
    <message>
        <source>There is no display for the window; `{program} figures` works without one, and `xvfb-run {program}` gives it a virtual one.</source>
        <translation>창을 띄울 화면이 없습니다. `{program} figures`는 화면 없이 동작하고, `xvfb-run {program}`은 가상 화면을 만듭니다.</translation>
    </message>
    <message>
        <source>Qt needs the system library libxcb-cursor0 to open a window here: install it (`sudo apt install libxcb-cursor0` on Debian and Ubuntu), or use `{program} figures`.</source>
        <translation>여기서 Qt가 창을 열려면 시스템 라이브러리 libxcb-cursor0이 필요합니다. 설치하거나(Debian과 Ubuntu에서는 `sudo apt install libxcb-cursor0`) `{program} figures`를 쓰세요.</translation>
    </message>
    <message>
        <source>There is not enough memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See and measure, side by side, how pretrained language models differ. Without a command the window opens; a .plmx file alone opens that project.</source>
        <translation>사전 학습 언어 모델이 어떻게 다른지 나란히 보고 측정합니다. 명령 없이 실행하면 창이 열리고, .plmx 파일만 주면 그 프로젝트가 열립니다.</translation>
    </message>
    <message>
        <source>Help for a command: {program} COMMAND --help.</source>
        <translation>명령의 도움말: {program} COMMAND --help.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>이름을 확인하세요.</translation>
    </message>
    <message>
        <source>Check that the place exists and has room.</source>
        <translation>그곳이 있고 공간이 남아 있는지 확인하세요.</translation>
    </message>
    <message>
        <source>Use a smaller model, a shorter text or a smaller batch.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.commands</name>
    <message>
        <source>  (no bundled result)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which (default: all)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list the comparisons and stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>few steps and seeds: minutes, without intervals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seeds 1 to N (default: 1 to 5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text file to train on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processes (default: %(default)s, one per core)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a Dask cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output folder</source>
        <translation>출력 폴더</translation>
    </message>
    <message>
        <source>of the figure: any of {FORMATS} (default: {DEFAULT_FORMATS})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go on with what is in DIR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print JSON instead of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder is named for the results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one with --out DIR.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file {options}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a text file in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 1 or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} is measured on facts of the mini-world, not on other text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave --data out, or name other comparisons.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Go on with --resume; the finished parts are in {options}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{plan}  {report} of {report_}  {part}  {left:.0f} minutes left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is {text}.</source>
        <translation>{name} 값이 {text}입니다.</translation>
    </message>
    <message>
        <source>{least:,.12g} to {most:,.12g}</source>
        <translation>{least:,.12g}~{most:,.12g}</translation>
    </message>
    <message>
        <source>There is no model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no method.</source>
        <translation>방법이 지정되지 않았습니다.</translation>
    </message>
    <message>
        <source>There is no folder to write to.</source>
        <translation>결과를 쓸 폴더가 지정되지 않았습니다.</translation>
    </message>
    <message>
        <source>The model is in {folder}</source>
        <translation>모델 위치: {folder}</translation>
    </message>
    <message>
        <source>{stored} before ({floats} as 32-bit floats), {now} now</source>
        <translation>이전 {stored}(32비트 실수로는 {floats}), 현재 {now}</translation>
    </message>
    <message>
        <source>  score {score:.4f}</source>
        <translation>  점수 {score:.4f}</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>a bundled model, the folder of a checkpoint, or its id on the Hugging Face hub</source>
        <translation>기본 제공 모델, 체크포인트 폴더 또는 Hugging Face 허브의 id</translation>
    </message>
    <message>
        <source>a method of --list</source>
        <translation>--list에 나오는 방법</translation>
    </message>
    <message>
        <source>an option of the method; may be given several times</source>
        <translation>방법의 옵션(여러 번 쓸 수 있음)</translation>
    </message>
    <message>
        <source>a new folder for the model</source>
        <translation>모델을 쓸 새 폴더</translation>
    </message>
    <message>
        <source>a text, or for a fine-tuned model a labelled set, to learn from and to measure with (default: that of its training)</source>
        <translation>학습과 측정에 쓸 텍스트, 파인튜닝한 모델이면 레이블 데이터(기본값: 모델의 학습에 쓴 것)</translation>
    </message>
    <message>
        <source>list the methods and their options</source>
        <translation>방법과 옵션 목록 출력</translation>
    </message>
    <message>
        <source>print the results as JSON</source>
        <translation>결과를 JSON으로 출력</translation>
    </message>
    <message>
        <source>{text} is no option.</source>
        <translation>{text}은(는) 옵션이 아닙니다.</translation>
    </message>
    <message>
        <source>Write it as KEY=VALUE, such as a=1.</source>
        <translation>a=1처럼 KEY=VALUE 형식으로 쓰세요.</translation>
    </message>
    <message>
        <source>{time:.2f} ms for {count} tokens  loss {loss:.4f}  accuracy {accuracy:.4f}</source>
        <translation>토큰 {count}개에 {time:.2f} ms  손실 {loss:.4f}  정확도 {accuracy:.4f}</translation>
    </message>
    <message>
        <source>  {name:18} {title} ({range}; default {default})</source>
        <translation>  {name:18} {title} ({range}, 기본값 {default})</translation>
    </message>
    <message>
        <source>Give it with --{name}; --list shows the methods.</source>
        <translation>--{name}으로 지정하세요. 방법은 --list로 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>The method {method} has no option {name} here.</source>
        <translation>방법 {method}에는 여기에 {name} 옵션이 없습니다.</translation>
    </message>
    <message>
        <source>There are {names}.</source>
        <translation>쓸 수 있는 것: {names}.</translation>
    </message>
    <message>
        <source>Write true or false.</source>
        <translation>true 또는 false로 쓰세요.</translation>
    </message>
    <message>
        <source>Write a whole number.</source>
        <translation>정수를 쓰세요.</translation>
    </message>
    <message>
        <source>Write a number.</source>
        <translation>숫자를 쓰세요.</translation>
    </message>
    <message>
        <source>Quality and time are not measured: {error}.</source>
        <translation>품질과 시간은 측정하지 않습니다: {error}.</translation>
    </message>
    <message>
        <source>Quality and time are not compared: {error}.</source>
        <translation>품질과 시간은 비교하지 않습니다: {error}.</translation>
    </message>
    <message>
        <source>  with {choice}:</source>
        <translation>  {choice}일 때:</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>중지했습니다. 아무것도 쓰지 않았습니다.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>there is no picture for any of these models.</source>
        <translation>이 모델들로는 그림이 없습니다.</translation>
    </message>
    <message>
        <source>one to {defaults}: bundled models, folders, or ids on the Hugging Face hub (default: {diverse_models})</source>
        <translation>1~{defaults}개: 내장 모델, 폴더, 또는 Hugging Face 허브의 id(기본값: {diverse_models})</translation>
    </message>
    <message>
        <source>the input of the models (default: %(default)s)</source>
        <translation>모델의 입력(기본값: %(default)s)</translation>
    </message>
    <message>
        <source>a second text</source>
        <translation>둘째 텍스트</translation>
    </message>
    <message>
        <source>which panels, such as tokens compare:learning (default: every panel)</source>
        <translation>그릴 패널. 예: tokens compare:learning(기본값: 모든 패널)</translation>
    </message>
    <message>
        <source>any of {join} (default: {default_formats})</source>
        <translation>{join} 중에서(기본값: {default_formats})</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>텍스트가 비어 있습니다.</translation>
    </message>
    <message>
        <source>Write at least one word.</source>
        <translation>단어를 하나 이상 쓰세요.</translation>
    </message>
    <message>
        <source>{names} models do not fit side by side.</source>
        <translation>모델 {names}개는 나란히 놓을 수 없습니다.</translation>
    </message>
    <message>
        <source>Choose {defaults} at most.</source>
        <translation>최대 {defaults}개를 고르세요.</translation>
    </message>
    <message>
        <source>There is no panel {name!r}.</source>
        <translation>{name!r} 패널이 없습니다.</translation>
    </message>
    <message>
        <source>Choose among {known}.</source>
        <translation>다음 중에서 고르세요: {known}.</translation>
    </message>
    <message>
        <source>{spec} has one view only.</source>
        <translation>{spec}에는 보기가 하나뿐입니다.</translation>
    </message>
    <message>
        <source>Write {name} alone.</source>
        <translation>{name}만 쓰세요.</translation>
    </message>
    <message>
        <source>{spec} has no view {view!r}.</source>
        <translation>{spec}에는 {view!r} 보기가 없습니다.</translation>
    </message>
    <message>
        <source>Choose among {spec}.</source>
        <translation>다음 중에서 고르세요: {spec}.</translation>
    </message>
    <message>
        <source>No model is bundled.</source>
        <translation>내장 모델이 없습니다.</translation>
    </message>
    <message>
        <source>Name some with --models, as folders.</source>
        <translation>--models로 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>there is no picture for any of these models in this view.</source>
        <translation>이 보기에는 이 모델들의 그림이 없습니다.</translation>
    </message>
    <message>
        <source>step {step}/{steps}  loss {loss:.4f}  {seconds:.0f} s</source>
        <translation>스텝 {step}/{steps}  손실 {loss:.4f}  {seconds:.0f} s</translation>
    </message>
    <message>
        <source>folder of the fine-tuned model</source>
        <translation>파인튜닝한 모델의 폴더</translation>
    </message>
    <message>
        <source>dev  means of {count} seeds</source>
        <translation>개발  시드 {count}개의 평균</translation>
    </message>
    <message>
        <source>Stopped. A checkpoint is saved; continue with: {command}</source>
        <translation>멈췄습니다. 체크포인트를 저장했습니다. 이어서 하려면: {command}</translation>
    </message>
    <message>
        <source>{train:,} training and {dev:,} dev examples, {steps:,} steps, about {seconds} s</source>
        <translation>학습 예시 {train:,}개, 개발 예시 {dev:,}개, {steps:,}스텝, 약 {seconds} s</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} parameters learn</source>
        <translation>파라미터 {total:,}개 중 {count:,}개 학습</translation>
    </message>
    <message>
        <source>what to learn, and how</source>
        <translation>무엇을 어떻게 배울지</translation>
    </message>
    <message>
        <source>train with the seed of the recipe and the next ones, N in all, in folders of DIR</source>
        <translation>레시피의 시드와 그다음 시드로 모두 N번, DIR 안의 폴더에 학습</translation>
    </message>
    <message>
        <source>95 % interval {low} to {high}</source>
        <translation>95 % 구간 {low}~{high}</translation>
    </message>
    <message>
        <source>lowest to highest {low} to {high}</source>
        <translation>최솟값~최댓값 {low}~{high}</translation>
    </message>
    <message>
        <source>There is no recipe {path}.</source>
        <translation>레시피 {path}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Give the path of a TOML file, such as one of those in {folder}.</source>
        <translation>{folder}에 있는 것과 같은 TOML 파일의 경로를 적으세요.</translation>
    </message>
    <message>
        <source>Stopped before the first step: there is nothing to save.</source>
        <translation>첫 스텝 전에 멈췄으므로 저장할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Finished. The model is in {folder}</source>
        <translation>끝났습니다. 모델은 {folder}에 있습니다</translation>
    </message>
    <message>
        <source>majority  dev  {metrics}</source>
        <translation>다수 클래스  개발  {metrics}</translation>
    </message>
    <message>
        <source>epoch {epoch}  step {step}  dev  {metrics}</source>
        <translation>에포크 {epoch}  스텝 {step}  개발  {metrics}</translation>
    </message>
    <message>
        <source>tokens at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample: below 1 sharpens the distribution, above 1 flattens it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample: from the N most probable tokens; 0 is all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample: from the fewest tokens with at least this total probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beam: number of hypotheses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample: of the random numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text to continue, or to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the most probable token, a sampled one, or beam search (default: greedy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print `text`, `tokens` and `ids` of the output as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt fills all {num_positions} positions, so there is no room for an answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {part:,} neighbours left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part:,} entities and {triples:,} triples{where}{left_out}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TransE on {metrics:,} triples, {speed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print everything as one JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file of triples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a graph that --save wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the names of the mini-world, which is the graph without --triples and --graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write the graph to a new folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train TransE, and measure it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the triples to measure with; 0 trains on all (default: %(default)s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default: %(default)s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write the embeddings as .safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link the entities that a text names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whose neighbourhood (default: what --text names); may be given several times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only triples of this relation; may be given several times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entities at most (default: 200)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ending of {name} says no format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not said what --out is about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give --entity or --text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no embeddings to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add --train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--hold-out is {hold_out}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a share from 0 to below 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--hops must be at least 0, and --limit at least 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph has no {what} {name!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} (default: as tuned)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the file was left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text names no entity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} exists already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>다른 이름을 고르세요.</translation>
    </message>
    <message>
        <source>{triples} has no triples: {why_empty}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A line is subject, relation and object with tabs between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text names no entity, so nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count:,} examples in {seconds:.1f} s</source>
        <translation>예시 {count:,}개, {seconds:.1f} s</translation>
    </message>
    <message>
        <source>write the predictions to a file as well</source>
        <translation>예측을 파일에도 쓰기</translation>
    </message>
    <message>
        <source>print the metrics as JSON</source>
        <translation>지표를 JSON으로 출력</translation>
    </message>
    <message>
        <source>a sentence, or a question</source>
        <translation>문장 또는 질문</translation>
    </message>
    <message>
        <source>the second text, or the passage</source>
        <translation>둘째 글 또는 지문</translation>
    </message>
    <message>
        <source>file of the predictions (default: print them)</source>
        <translation>예측을 쓸 파일(기본값: 화면에 출력)</translation>
    </message>
    <message>
        <source>the folder of a fine-tuned model, or its id on the Hugging Face hub</source>
        <translation>파인튜닝한 모델의 폴더 또는 Hugging Face 허브의 id</translation>
    </message>
    <message>
        <source>the kind of task, one of {names} (default: that of the model)</source>
        <translation>과제의 종류, {names} 중 하나(기본값: 모델의 과제)</translation>
    </message>
    <message>
        <source>a file, a folder of a published set, or a set of the mini-world such as world:acceptability:en</source>
        <translation>파일, 공개 데이터 세트의 폴더, 또는 world:acceptability:en 같은 미니 월드의 세트</translation>
    </message>
    <message>
        <source>which part of a folder or of a set of the mini-world (default: %(default)s)</source>
        <translation>폴더나 미니 월드 세트의 어느 부분인지(기본값: %(default)s)</translation>
    </message>
    <message>
        <source>of an own table, such as text=review label=stars</source>
        <translation>직접 만든 표의 열, 예: text=review label=stars</translation>
    </message>
    <message>
        <source>leave out rows that cannot be used</source>
        <translation>쓸 수 없는 행 빼기</translation>
    </message>
    <message>
        <source>{data} has no answers.</source>
        <translation>{data}에는 답이 없습니다.</translation>
    </message>
    <message>
        <source>Use `predict` for it.</source>
        <translation>`predict`를 쓰세요.</translation>
    </message>
    <message>
        <source>There is nothing to predict.</source>
        <translation>예측할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Give either --text or --data.</source>
        <translation>--text와 --data 가운데 하나를 주세요.</translation>
    </message>
    <message>
        <source>{count:,} rows are left out, the first at {place}.</source>
        <translation>행 {count:,}개를 뺐습니다. 첫 행은 {place}에 있습니다.</translation>
    </message>
    <message>
        <source>no examples</source>
        <translation>예시 없음</translation>
    </message>
    <message>
        <source>{data} has no examples in the split {split}.</source>
        <translation>{data}에는 {split} 분할의 예시가 없습니다.</translation>
    </message>
    <message>
        <source>It has {parts}.</source>
        <translation>{parts}은(는) 있습니다.</translation>
    </message>
    <message>
        <source>Choices do not fit into --text.</source>
        <translation>선택지는 --text에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Write them to a file, for --data.</source>
        <translation>파일에 적어 --data로 주세요.</translation>
    </message>
    <message>
        <source>The ending of {path} says no format.</source>
        <translation>{path}의 확장자로는 형식을 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Use .jsonl for JSON lines, .tsv for GLUE's index and prediction, or .json for SQuAD's answers by id.</source>
        <translation>JSON 행에는 .jsonl, GLUE의 index와 prediction에는 .tsv, id별 SQuAD 답에는 .json을 쓰세요.</translation>
    </message>
    <message>
        <source>{item} says no column.</source>
        <translation>{item}에는 열 이름이 없습니다.</translation>
    </message>
    <message>
        <source>Write KEY=COLUMN, such as --columns text=review.</source>
        <translation>--columns text=review처럼 KEY=COLUMN으로 쓰세요.</translation>
    </message>
    <message>
        <source>A question needs a passage.</source>
        <translation>질문에는 지문이 필요합니다.</translation>
    </message>
    <message>
        <source>Give it by --pair.</source>
        <translation>--pair로 주세요.</translation>
    </message>
    <message>
        <source>{chance}majority {task:.3f}  score {score}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  {one} equally likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  examples dropped: {one:.3g} a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a bundled causal model, the folder of a checkpoint, or its id on the Hugging Face hub; may be given several times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a task of the mini-world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an own table instead of a task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list the tasks of the mini-world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers of examples (default: 0 1 2 4 8 …, as many as fit)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how an answer is scored (default: mean)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries for each K (default: %(default)s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of all that is drawn (default: 1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print the results and a prompt as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must not be negative, but is {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be at least 1, not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a causal model with --model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no task, or there are two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give either --task or --data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table:,} sentences in {out}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file, a labelled set, or world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundled models, folders of checkpoints, or ids on the Hugging Face hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sentences at most (default: %(default)s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a sample of the mini-world (default: %(default)s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the masked words and of the sample (default: %(default)s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print a summary as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--limit must be at least 1, and --seed not negative.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} exists and is no table of this command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. The same command goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print a JSON list instead of text</source>
        <translation>텍스트 대신 JSON 목록 출력</translation>
    </message>
    <message>
        <source>{module} cannot be used: {reason}</source>
        <translation>{module}을(를) 쓸 수 없습니다: {reason}</translation>
    </message>
    <message>
        <source>Written to {out}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out --order, or choose a model of {ordered}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder's text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a second text, in segment 1 if the model has segments; an encoder reads both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the position of each token in the factorization order, such as 3 1 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the decoder after its start token (default: none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} predicts in no order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spec} is no encoder-decoder model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out --decoder-text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the name of a file, such as trace.npz.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it, or write somewhere else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be written to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>--order needs the numbers from 1 to {corruption}, each once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one for each of these tokens: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. The checkpoint {checkpoint} is saved; continue with: {command}</source>
        <translation>멈췄습니다. 체크포인트 {checkpoint}을(를) 저장했습니다. 이어서 하려면: {command}</translation>
    </message>
    <message>
        <source>folder of the run</source>
        <translation>실행 폴더</translation>
    </message>
    <message>
        <source>continue from the last checkpoint in DIR</source>
        <translation>DIR의 마지막 체크포인트에서 이어서 하기</translation>
    </message>
    <message>
        <source>the device to train on (default: %(default)s, which is the reference)</source>
        <translation>학습할 장치(기본값: %(default)s, 기준이 되는 장치)</translation>
    </message>
    <message>
        <source>--shard divides a model among several processes, and this is only one.</source>
        <translation>--shard는 모델을 여러 프로세스에 나누는데, 지금은 프로세스가 하나뿐입니다.</translation>
    </message>
    <message>
        <source>Start several with torchrun, or leave --shard out.</source>
        <translation>torchrun으로 여러 개를 시작하거나 --shard를 빼세요.</translation>
    </message>
    <message>
        <source>The recipe {path} has no part [teaching].</source>
        <translation>레시피 {path}에 [teaching] 부분이 없습니다.</translation>
    </message>
    <message>
        <source>Use `train` for it, or add a teacher.</source>
        <translation>`train`을 쓰거나 교사를 추가하세요.</translation>
    </message>
    <message>
        <source>The recipe {path} has a teacher.</source>
        <translation>레시피 {path}에는 교사가 있습니다.</translation>
    </message>
    <message>
        <source>Use `distill` for it.</source>
        <translation>`distill`을 쓰세요.</translation>
    </message>
    <message>
        <source>There is no CUDA device here.</source>
        <translation>여기에는 CUDA 장치가 없습니다.</translation>
    </message>
    <message>
        <source>Leave --device out to use the CPU.</source>
        <translation>CPU를 쓰려면 --device를 빼세요.</translation>
    </message>
    <message>
        <source>There is no MPS device here.</source>
        <translation>여기에는 MPS 장치가 없습니다.</translation>
    </message>
    <message>
        <source>what to train</source>
        <translation>무엇을 학습할지</translation>
    </message>
    <message>
        <source>of products while training (default: that of the recipe, usually float32)</source>
        <translation>학습할 때 곱셈의 정밀도(기본값: 레시피의 값, 보통 float32)</translation>
    </message>
    <message>
        <source>divide weights, gradients and moments among the processes of torchrun</source>
        <translation>가중치, 기울기, 모멘트를 torchrun의 프로세스에 나누기</translation>
    </message>
</context>
<context>
    <name>explorer.core</name>
    <message>
        <source>Close it where it is open, or choose another name.</source>
        <translation>열려 있는 곳에서 닫거나 다른 이름을 고르세요.</translation>
    </message>
    <message>
        <source>{path} cannot be written ({error}).</source>
        <translation>{path}에 쓸 수 없습니다({error}).</translation>
    </message>
    <message>
        <source>There is no room left for {path}.</source>
        <translation>{path}을(를) 쓸 공간이 없습니다.</translation>
    </message>
    <message>
        <source>Free some space or choose a folder elsewhere.</source>
        <translation>공간을 확보하거나 다른 곳의 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>프롬프트</translation>
    </message>
    <message>
        <source>{size}, {bits}-bit</source>
        <translation>{size}, {bits}비트</translation>
    </message>
    <message>
        <source>{count:,} token</source>
        <translation>토큰 {count:,}개</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>토큰 {count:,}개</translation>
    </message>
    <message>
        <source>{title}: the last token of the {of} was cut off</source>
        <translation>{title}: {of}의 마지막 토큰 1개를 잘랐습니다</translation>
    </message>
    <message>
        <source>{title}: the last {count:,} tokens of the {of} were cut off</source>
        <translation>{title}: {of}의 마지막 토큰 {count:,}개를 잘랐습니다</translation>
    </message>
    <message>
        <source>{text}; it takes {room:,} at most.</source>
        <translation>{text}. 이 모델은 최대 {room:,}개를 받습니다.</translation>
    </message>
    <message>
        <source>Tokens cut off at the end of the {of}: {lost}</source>
        <translation>{of}의 끝에서 잘린 토큰: {lost}</translation>
    </message>
    <message>
        <source>{text}; they take {limits} at most.</source>
        <translation>{text}. 이 모델들은 최대 {limits}개를 받습니다.</translation>
    </message>
    <message>
        <source>{titles} was trained to detect replaced tokens, not to predict masked ones: predictions at masked positions mean nothing.</source>
        <translation>{titles}은(는) 마스킹된 토큰을 예측하는 것이 아니라 교체된 토큰을 찾도록 학습했으므로, 마스킹된 위치의 예측은 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{titles} were trained to detect replaced tokens, not to predict masked ones: predictions at masked positions mean nothing.</source>
        <translation>{titles}은(는) 마스킹된 토큰을 예측하는 것이 아니라 교체된 토큰을 찾도록 학습했으므로, 마스킹된 위치의 예측은 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{others} and {last}</source>
        <translation>{others}, {last}</translation>
    </message>
</context>
<context>
    <name>explorer.core.attention</name>
    <message>
        <source>each of {count} tokens of the decoder predicted from those before it</source>
        <translation>디코더의 토큰 {count}개를 각각 그 앞의 토큰에서 예측</translation>
    </message>
    <message>
        <source>the {count} tokens to predict in this order</source>
        <translation>이 순서에서 예측할 토큰 {count}개</translation>
    </message>
    <message>
        <source>the masked token</source>
        <translation>마스킹된 토큰</translation>
    </message>
    <message>
        <source>the {count} masked tokens</source>
        <translation>마스킹된 토큰 {count}개</translation>
    </message>
    <message>
        <source>{count} tokens, each predicted from all others</source>
        <translation>토큰 {count}개를 각각 나머지 모든 토큰에서 예측</translation>
    </message>
    <message>
        <source>each of {count} tokens: original or replaced</source>
        <translation>토큰 {count}개 각각에 대해 원본인지 교체되었는지</translation>
    </message>
    <message>
        <source>each of {count} tokens predicted from those before it</source>
        <translation>토큰 {count}개를 각각 그 앞의 토큰에서 예측</translation>
    </message>
    <message>
        <source>each of {count} tokens predicted from those after it</source>
        <translation>토큰 {count}개를 각각 그 뒤의 토큰에서 예측</translation>
    </message>
    <message>
        <source>the token that it would write first, with everything on</source>
        <translation>모두 켠 상태에서 맨 먼저 쓸 토큰</translation>
    </message>
    <message>
        <source>the token to predict in this order</source>
        <translation>이 순서에서 예측할 토큰</translation>
    </message>
    <message>
        <source>, with the most probable token as target where the true one is unknown</source>
        <translation>, 실제 토큰을 모르는 곳에서는 확률이 가장 높은 토큰이 정답</translation>
    </message>
    <message>
        <source> (every {step:.1f}th of {count})</source>
        <translation> (토큰 {count}개 중 {step:.1f}개마다 하나)</translation>
    </message>
    <message>
        <source>Masking one token after the other</source>
        <translation>토큰을 하나씩 마스킹하는 중</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>Reading with</source>
        <translation>읽는 모델:</translation>
    </message>
    <message>
        <source>Thumbnails show the maximum of each block of {size} × {size} tokens.</source>
        <translation>축소 그림은 토큰 {size} × {size}개 블록마다 최댓값을 보여 줍니다.</translation>
    </message>
    <message>
        <source>{title} has no attention.</source>
        <translation>{title}에는 어텐션이 없습니다.</translation>
    </message>
    <message>
        <source>{title} passes what it has read from token to token instead. Look at its states in the panel Layers, or choose another model here.</source>
        <translation>{title}은(는) 어텐션 대신 읽은 내용을 토큰에서 토큰으로 전달합니다. 층 패널에서 그 상태를 보거나, 여기에서 다른 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>{title} records no attention map of {count:,} tokens.</source>
        <translation>{title}은(는) 토큰 {count:,}개의 어텐션 맵을 기록하지 않습니다.</translation>
    </message>
    <message>
        <source>It reads long texts by blocks, without a map of all tokens. Choose a shorter text.</source>
        <translation>긴 텍스트는 전체 토큰의 맵 없이 블록 단위로 읽습니다. 더 짧은 텍스트를 선택하세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.attention.survey</name>
    <message>
        <source>nats per predicted token</source>
        <translation>예측한 토큰당 nat</translation>
    </message>
    <message>
        <source>nats per judged token</source>
        <translation>판별한 토큰당 nat</translation>
    </message>
    <message>
        <source>It has no objective that has a loss on sentences.</source>
        <translation>문장에서 손실을 계산할 수 있는 학습 목표가 없습니다.</translation>
    </message>
    <message>
        <source>It has no head that predicts tokens, so there is no loss.</source>
        <translation>토큰을 예측하는 헤드가 없어서 손실이 없습니다.</translation>
    </message>
    <message>
        <source>Its heads cannot be switched off one by one.</source>
        <translation>헤드를 하나씩 끌 수 없습니다.</translation>
    </message>
    <message>
        <source>Its objective has nothing to predict in these sentences.</source>
        <translation>이 문장들에는 학습 목표가 예측할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Switching off the heads of {key}</source>
        <translation>{key}의 헤드를 끄는 중</translation>
    </message>
    <message>
        <source>Masking tokens for {key}</source>
        <translation>{key}의 토큰을 마스킹하는 중</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>이전 토큰</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>다음 토큰</translation>
    </message>
    <message>
        <source>Same token</source>
        <translation>같은 토큰</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>첫 토큰</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>특수 토큰</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>문장 부호</translation>
    </message>
    <message>
        <source>Same word elsewhere</source>
        <translation>다른 곳의 같은 단어</translation>
    </message>
    <message>
        <source>Induction</source>
        <translation>귀납</translation>
    </message>
    <message>
        <source>Verb → subject</source>
        <translation>동사 → 주어</translation>
    </message>
    <message>
        <source>Adjective → noun</source>
        <translation>형용사 → 명사</translation>
    </message>
    <message>
        <source>Pronoun → name</source>
        <translation>대명사 → 이름</translation>
    </message>
    <message>
        <source>Country → capital</source>
        <translation>국가 → 수도</translation>
    </message>
    <message>
        <source>Capital → country</source>
        <translation>수도 → 국가</translation>
    </message>
    <message>
        <source>Drawing sentences</source>
        <translation>문장 추출 중</translation>
    </message>
    <message>
        <source>Scoring the heads of</source>
        <translation>헤드 점수 계산:</translation>
    </message>
    <message>
        <source>{source} has {count} sentences, too few to score heads on.</source>
        <translation>{source}의 문장은 {count}개뿐이어서 헤드의 점수를 매기기에 부족합니다.</translation>
    </message>
    <message>
        <source>Choose a text with {count} sentences or more.</source>
        <translation>문장이 {count}개 이상인 텍스트를 선택하세요.</translation>
    </message>
    <message>
        <source>{title} has no attention from tokens of the sentences to each other.</source>
        <translation>{title}에는 문장의 토큰이 서로를 보는 어텐션이 없습니다.</translation>
    </message>
    <message>
        <source>Choose another model, or another text.</source>
        <translation>다른 모델이나 다른 텍스트를 선택하세요.</translation>
    </message>
    <message>
        <source>Scoring the heads of {key}</source>
        <translation>{key}의 헤드 점수 계산 중</translation>
    </message>
</context>
<context>
    <name>explorer.core.attribution</name>
    <message>
        <source>{card} has no trained head that predicts tokens: there is no word to explain.</source>
        <translation>{card}에는 토큰을 예측하도록 학습된 헤드가 없어 설명할 단어가 없습니다.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>There is no word to predict.</source>
        <translation>예측할 단어가 없습니다.</translation>
    </message>
    <message>
        <source>Type a longer sentence above.</source>
        <translation>위에 더 긴 문장을 입력하세요.</translation>
    </message>
    <message>
        <source>{engine} has no mask token.</source>
        <translation>{engine}에는 마스크 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing comes before the first word, from which {engine} could predict it.</source>
        <translation>첫 단어 앞에는 {engine}이(가) 예측에 쓸 것이 없습니다.</translation>
    </message>
    <message>
        <source>Choose a later word.</source>
        <translation>더 뒤의 단어를 고르세요.</translation>
    </message>
    <message>
        <source>{title} reads from one side and has no mask.</source>
        <translation>{title}은(는) 한쪽에서만 읽고 마스크가 없습니다.</translation>
    </message>
    <message>
        <source>Take the mask out to explain another word, or write it into the first sentence.</source>
        <translation>다른 단어를 설명하려면 마스크를 빼거나 첫째 문장에 쓰세요.</translation>
    </message>
    <message>
        <source>Nothing comes before the mask, from which {title} could predict it.</source>
        <translation>마스크 앞에는 {title}이(가) 예측에 쓸 것이 없습니다.</translation>
    </message>
    <message>
        <source>Write something before it.</source>
        <translation>그 앞에 무언가를 쓰세요.</translation>
    </message>
    <message>
        <source>{title} predicts no token here.</source>
        <translation>{title}은(는) 여기서 토큰을 예측하지 않습니다.</translation>
    </message>
    <message>
        <source>Choose another word.</source>
        <translation>다른 단어를 고르세요.</translation>
    </message>
    <message>
        <source>“{word}” is not in the vocabulary, so it is left out.</source>
        <translation>“{word}”은(는) 어휘에 없어 제외했습니다.</translation>
    </message>
    <message>
        <source>“{word}” has {spellings} tokens and {count} are predicted, so it is left out.</source>
        <translation>“{word}”은(는) 토큰이 {spellings}개인데 예측하는 것은 {count}개이므로 제외했습니다.</translation>
    </message>
    <message>
        <source>{title} reads the first sentence and writes the second.</source>
        <translation>{title}은(는) 첫째 문장을 읽고 둘째 문장을 씁니다.</translation>
    </message>
    <message>
        <source>Choose a word of the second sentence, or remove it.</source>
        <translation>둘째 문장의 단어를 고르거나 둘째 문장을 지우세요.</translation>
    </message>
    <message>
        <source>log-odds, nats</source>
        <translation>로그 오즈, nats</translation>
    </message>
    <message>
        <source>log-probability, nats</source>
        <translation>로그 확률, nats</translation>
    </message>
    <message>
        <source>{title} reads several states at once, so there is no one row to follow</source>
        <translation>{title}은(는) 여러 상태를 한꺼번에 읽으므로 따라갈 행이 하나로 정해지지 않습니다</translation>
    </message>
    <message>
        <source>{title} predicts from no stack in which every token of the text attends to the others</source>
        <translation>{title}에는 텍스트의 모든 토큰이 서로에게 주목하는 층 묶음이 없습니다</translation>
    </message>
    <message>
        <source>Integrated gradients</source>
        <translation>적분 기울기</translation>
    </message>
    <message>
        <source>Gradient × input</source>
        <translation>기울기 × 입력</translation>
    </message>
    <message>
        <source>Leave one out</source>
        <translation>하나씩 빼기</translation>
    </message>
    <message>
        <source>Attention rollout</source>
        <translation>어텐션 롤아웃</translation>
    </message>
    <message>
        <source>Explaining</source>
        <translation>설명하는 중:</translation>
    </message>
    <message>
        <source>{engine} reads no other token than the one it predicts.</source>
        <translation>{engine}은(는) 예측하는 토큰 말고 다른 토큰을 읽지 않습니다.</translation>
    </message>
    <message>
        <source>Choose a later word, or type a longer sentence.</source>
        <translation>더 뒤의 단어를 고르거나 더 긴 문장을 입력하세요.</translation>
    </message>
    <message>
        <source>Shuffling the weights of {key}</source>
        <translation>{key}의 가중치를 섞는 중</translation>
    </message>
    <message>
        <source>methods</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>Leaving tokens out in random orders</source>
        <translation>무작위 순서로 토큰을 빼는 중</translation>
    </message>
    <message>
        <source>{one} with shuffled weights</source>
        <translation>{one}, 섞은 가중치로</translation>
    </message>
    <message>
        <source>Leaving tokens out by {one}</source>
        <translation>{one} 순으로 토큰을 빼는 중</translation>
    </message>
    <message>
        <source>log-probability of both ends, nats</source>
        <translation>양 끝의 로그 확률, nats</translation>
    </message>
    <message>
        <source>the chosen continuation</source>
        <translation>선택한 이어지는 글</translation>
    </message>
    <message>
        <source>the score</source>
        <translation>점수</translation>
    </message>
    <message>
        <source>There is no word to tag.</source>
        <translation>태그를 붙일 단어가 없습니다.</translation>
    </message>
    <message>
        <source>Type a sentence above.</source>
        <translation>위에 문장을 입력하세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.comparison</name>
    <message>
        <source>lacks the heads that its objectives train, so there is nothing to learn from a sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a checkpoint that was saved with all its pretraining heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading how models learned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>million tokens seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judging each token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judging whole texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Naming entities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>area under ROC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>models</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {title} has no input under this objective.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another objective.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.core.comparisons</name>
    <message>
        <source>No result yet. Run it here to see one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundled with the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick run here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.core.compression</name>
    <message>
        <source>Logits</source>
        <translation>로짓</translation>
    </message>
    <message>
        <source>Type a sentence above to compare the predictions of both models.</source>
        <translation>위에 문장을 입력하면 두 모델의 예측을 비교합니다.</translation>
    </message>
    <message>
        <source>The two models read with different vocabularies, so nothing is compared on a text.</source>
        <translation>두 모델의 어휘가 서로 달라 텍스트로 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>Reading {title}</source>
        <translation>{title} 읽는 중</translation>
    </message>
    <message>
        <source>Comparing the layers</source>
        <translation>층을 비교하는 중</translation>
    </message>
    <message>
        <source>Only {layer} compressed, on the sentence</source>
        <translation>문장에서 {layer}만 압축</translation>
    </message>
    <message>
        <source>Only {layer} compressed, on held-out text</source>
        <translation>평가용 텍스트에서 {layer}만 압축</translation>
    </message>
    <message>
        <source>Opening the model</source>
        <translation>모델을 여는 중</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>It reads with another vocabulary, so its losses cannot be compared.</source>
        <translation>어휘가 달라 손실을 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>It lacks what the base predicts with ({heads}), so it cannot be measured beside it.</source>
        <translation>기준 모델이 예측에 쓰는 헤드({heads})가 없어 나란히 측정할 수 없습니다.</translation>
    </message>
    <message>
        <source>Looking for compressed models</source>
        <translation>압축된 모델을 찾는 중</translation>
    </message>
    <message>
        <source>Measuring {title}</source>
        <translation>{title} 측정 중</translation>
    </message>
    <message>
        <source>Timing the models in turns</source>
        <translation>모델들의 시간을 번갈아 측정하는 중</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>라운드</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>{number}층</translation>
    </message>
    <message>
        <source>Layer {number}</source>
        <translation>{number}층</translation>
    </message>
    <message>
        <source>encoder layer {number}</source>
        <translation>인코더 {number}층</translation>
    </message>
    <message>
        <source>Encoder layer {number}</source>
        <translation>인코더 {number}층</translation>
    </message>
    <message>
        <source>decoder layer {number}</source>
        <translation>디코더 {number}층</translation>
    </message>
    <message>
        <source>Decoder layer {number}</source>
        <translation>디코더 {number}층</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation>풀러</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>row {row:,}</source>
        <translation>{row:,}행</translation>
    </message>
    <message>
        <source>, columns {first:,} to {last:,}</source>
        <translation>, {first:,}~{last:,}열</translation>
    </message>
</context>
<context>
    <name>explorer.core.distillation</name>
    <message>
        <source>Embeddings and heads</source>
        <translation>임베딩과 헤드</translation>
    </message>
    <message>
        <source>With {method}, all parts of a student learn in every step.</source>
        <translation>{method} 방법에서는 학생의 모든 부분이 매 스텝 학습합니다.</translation>
    </message>
    <message>
        <source>No model in the library can be a teacher.</source>
        <translation>라이브러리에 교사가 될 수 있는 모델이 없습니다.</translation>
    </message>
    <message>
        <source>Train one first.</source>
        <translation>먼저 하나를 학습시키세요.</translation>
    </message>
    <message>
        <source>There is no token to mask.</source>
        <translation>마스킹할 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Write a sentence above.</source>
        <translation>위에 문장을 쓰세요.</translation>
    </message>
    <message>
        <source>{title} predicts no tokens.</source>
        <translation>{title}은(는) 토큰을 예측하지 않습니다.</translation>
    </message>
    <message>
        <source>No held-out text was found to compare on.</source>
        <translation>비교에 쓸 평가용 텍스트를 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Choose another text.</source>
        <translation>다른 텍스트를 고르세요.</translation>
    </message>
    <message>
        <source>Comparing on held-out text</source>
        <translation>평가용 텍스트로 비교하는 중</translation>
    </message>
    <message>
        <source>documents</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>Reading held-out text</source>
        <translation>평가용 텍스트를 읽는 중</translation>
    </message>
    <message>
        <source>Looking for teacher and student</source>
        <translation>교사와 학생을 찾는 중</translation>
    </message>
    <message>
        <source>No student is chosen.</source>
        <translation>선택한 학생이 없습니다.</translation>
    </message>
    <message>
        <source>Choose one above, or press New student.</source>
        <translation>위에서 고르거나 ‘새 학생’을 누르세요.</translation>
    </message>
    <message>
        <source>The files of {title} do not say how it was taught.</source>
        <translation>{title}의 파일에는 어떻게 가르쳤는지 적혀 있지 않습니다.</translation>
    </message>
</context>
<context>
    <name>explorer.core.engine</name>
    <message>
        <source> and {more:,} more</source>
        <translation> 외 {more:,}개</translation>
    </message>
    <message>
        <source>Models are ready</source>
        <translation>모델이 준비되었습니다</translation>
    </message>
    <message>
        <source>Loading {key}</source>
        <translation>{key} 불러오는 중</translation>
    </message>
    <message>
        <source>Timing the models</source>
        <translation>모델의 시간을 재는 중</translation>
    </message>
</context>
<context>
    <name>explorer.core.finetuning</name>
    <message>
        <source>{title} has no head for a task.</source>
        <translation>{title}에는 과제를 위한 헤드가 없습니다.</translation>
    </message>
    <message>
        <source>Fine-tune it first, or choose a model that was fine-tuned.</source>
        <translation>먼저 파인튜닝하거나, 파인튜닝한 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>The sentence, or the first of two</source>
        <translation>문장, 또는 두 문장 중 첫째</translation>
    </message>
    <message>
        <source>Second text</source>
        <translation>둘째 텍스트</translation>
    </message>
    <message>
        <source>The second of two sentences</source>
        <translation>두 문장 중 둘째</translation>
    </message>
    <message>
        <source>Phenomenon</source>
        <translation>현상</translation>
    </message>
    <message>
        <source>What a row tests; errors are listed by it</source>
        <translation>행이 시험하는 것. 오류를 현상별로 보여 줍니다</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>The name of a row; no two rows have the same</source>
        <translation>행의 이름. 같은 이름의 행은 없습니다</translation>
    </message>
    <message>
        <source>{count} classes: {names}.</source>
        <translation>클래스 {count}개: {names}.</translation>
    </message>
    <message>
        <source>All rows have the same class, so there is nothing to learn. Choose another one.</source>
        <translation>모든 행의 클래스가 같아서 배울 것이 없습니다. 다른 열을 고르세요.</translation>
    </message>
    <message>
        <source>{count:,} of the first {total:,} rows can be used.</source>
        <translation>처음 {total:,}행 중 {count:,}행을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>클래스</translation>
    </message>
    <message>
        <source>What the models learn to predict</source>
        <translation>모델이 예측하도록 배우는 것</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>점수</translation>
    </message>
    <message>
        <source>The number to predict</source>
        <translation>예측할 수</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>문맥</translation>
    </message>
    <message>
        <source>What comes before each choice</source>
        <translation>각 선택지 앞에 오는 글</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>선택지</translation>
    </message>
    <message>
        <source>Columns of one choice each, or one that holds lists</source>
        <translation>선택지마다 한 열, 또는 목록이 든 한 열</translation>
    </message>
    <message>
        <source>Right choice</source>
        <translation>정답</translation>
    </message>
    <message>
        <source>Its number from 0, its letter, or its text</source>
        <translation>0부터 센 번호, 글자, 또는 정답의 글</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>지문</translation>
    </message>
    <message>
        <source>The text that has the answer</source>
        <translation>답이 들어 있는 글</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>A part of the passage; empty: there is none</source>
        <translation>지문의 한 부분. 비어 있으면 답이 없습니다</translation>
    </message>
    <message>
        <source>Start of the answer</source>
        <translation>답의 시작</translation>
    </message>
    <message>
        <source>Its first character; else the first place</source>
        <translation>답의 첫 글자 위치. 없으면 처음 나오는 곳</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>단어</translation>
    </message>
    <message>
        <source>A list, or words with blanks between them</source>
        <translation>목록, 또는 공백으로 나눈 단어</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>As many as there are words</source>
        <translation>단어의 수만큼</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} 읽는 중</translation>
    </message>
    <message>
        <source>words with a tag behind each</source>
        <translation>뒤에 태그가 붙은 단어</translation>
    </message>
    <message>
        <source>Checking the first {count:,} rows</source>
        <translation>처음 {count:,}행 검사 중</translation>
    </message>
    <message>
        <source>The first {total:,} rows can be used.</source>
        <translation>처음 {total:,}행을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Choose the column of: {role}.</source>
        <translation>열을 고르세요: {role}.</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} rows can be used.</source>
        <translation>{total:,}행 중 {count:,}행을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>All {total:,} rows can be used.</source>
        <translation>{total:,}행을 모두 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>{first} and {second} are both the column {name!r}. Choose different ones.</source>
        <translation>‘{first}’과(와) ‘{second}’이(가) 모두 {name!r} 열입니다. 서로 다른 열을 고르세요.</translation>
    </message>
    <message>
        <source>Listing what can be learned</source>
        <translation>배울 수 있는 것을 찾는 중</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>예시</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>답 없음</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>짝</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>Matthews correlation</source>
        <translation>매슈스 상관계수</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>매크로 F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>마이크로 F1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>재현율</translation>
    </message>
    <message>
        <source>Pearson correlation</source>
        <translation>피어슨 상관계수</translation>
    </message>
    <message>
        <source>Spearman correlation</source>
        <translation>스피어만 상관계수</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>평균 제곱 오차</translation>
    </message>
    <message>
        <source>Exact match</source>
        <translation>완전 일치</translation>
    </message>
    <message>
        <source>F1, with an answer</source>
        <translation>F1, 답이 있을 때</translation>
    </message>
    <message>
        <source>Exact match, with an answer</source>
        <translation>완전 일치, 답이 있을 때</translation>
    </message>
    <message>
        <source>F1, without an answer</source>
        <translation>F1, 답이 없을 때</translation>
    </message>
    <message>
        <source>Exact match, without an answer</source>
        <translation>완전 일치, 답이 없을 때</translation>
    </message>
    <message>
        <source>F1 at the best threshold</source>
        <translation>최적 임곗값에서의 F1</translation>
    </message>
    <message>
        <source>Best threshold for F1</source>
        <translation>F1의 최적 임곗값</translation>
    </message>
    <message>
        <source>Exact match at the best threshold</source>
        <translation>최적 임곗값에서의 완전 일치</translation>
    </message>
    <message>
        <source>Best threshold for exact match</source>
        <translation>완전 일치의 최적 임곗값</translation>
    </message>
    <message>
        <source>The examples have the answers at the null threshold {best:.2f}, the best for F1 on this dev split. The metrics F1 and exact match have the threshold 0.</source>
        <translation>예시의 답은 이 개발 세트에서 F1이 가장 좋은 무응답 임곗값 {best:.2f}에서 구했습니다. 지표 F1과 완전 일치는 임곗값 0에서 구했습니다.</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>단어</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Reading the examples for {title}</source>
        <translation>{title}의 예시 읽는 중</translation>
    </message>
    <message>
        <source>{data} has no dev examples with answers to measure {title} on.</source>
        <translation>{data}에는 {title}을(를) 측정할, 답이 있는 개발 예시가 없습니다.</translation>
    </message>
    <message>
        <source>Choose other data.</source>
        <translation>다른 데이터를 고르세요.</translation>
    </message>
    <message>
        <source>{learning} parameters learn from {num_train:,} examples ({num_dev:,} in the dev split) · about {seconds} for {steps:,} steps on this computer, measured on two batches just now, and a few seconds for the dev split.</source>
        <translation>파라미터 {learning}개가 예시 {num_train:,}개에서 배웁니다(개발 세트 {num_dev:,}개) · 이 컴퓨터에서 {steps:,}스텝에 약 {seconds}. 방금 배치 두 개로 잰 값이며, 개발 세트에 몇 초가 더 걸립니다.</translation>
    </message>
    <message>
        <source>Fine-tuning {name}</source>
        <translation>{name} 파인튜닝</translation>
    </message>
    <message>
        <source>{models} models with {seeds} seeds one after the other</source>
        <translation>모델 {models}개를 시드 {seeds}개씩 차례로</translation>
    </message>
    <message>
        <source>{models} models one after the other</source>
        <translation>모델 {models}개를 차례로</translation>
    </message>
    <message>
        <source>{seeds} seeds one after the other</source>
        <translation>시드 {seeds}개를 차례로</translation>
    </message>
    <message>
        <source>There is no checkpoint in {folder}.</source>
        <translation>{folder}에 체크포인트가 없습니다.</translation>
    </message>
    <message>
        <source>Start the run again.</source>
        <translation>처음부터 다시 실행하세요.</translation>
    </message>
    <message>
        <source> and </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Measuring two batches</source>
        <translation>배치 두 개 측정 중</translation>
    </message>
    <message>
        <source>The checkpoint in {folder} is damaged.</source>
        <translation>{folder}의 체크포인트가 손상되었습니다.</translation>
    </message>
    <message>
        <source>Start again.</source>
        <translation>처음부터 다시 하세요.</translation>
    </message>
    <message>
        <source>{title} answers questions: write the passage as the sentence and the question as its pair.</source>
        <translation>{title}은(는) 질문에 답합니다. 지문을 문장으로, 질문을 짝으로 적으세요.</translation>
    </message>
    <message>
        <source>{title} chooses between continuations: write them as the pair, with {sign} between them.</source>
        <translation>{title}은(는) 이어질 글 가운데 하나를 고릅니다. 그 사이에 {sign} 표시를 넣어 짝으로 적으세요.</translation>
    </message>
    <message>
        <source>the best for F1 on the dev split</source>
        <translation>개발 세트에서 F1이 가장 좋은 값</translation>
    </message>
    <message>
        <source>as the best one on a dev split is not known</source>
        <translation>개발 세트의 최적값을 모를 때 쓰는 값</translation>
    </message>
    <message>
        <source>chosen above</source>
        <translation>위에서 고른 값</translation>
    </message>
    <message>
        <source>The sentence is the passage, its pair is the question.</source>
        <translation>문장이 지문이고, 그 짝이 질문입니다.</translation>
    </message>
    <message>
        <source>The sentence and its pair are read together.</source>
        <translation>문장과 그 짝을 함께 읽습니다.</translation>
    </message>
    <message>
        <source>The pair has the continuations, with {sign} between them.</source>
        <translation>이어질 글은 짝에 {sign} 표시를 사이에 넣어 적습니다.</translation>
    </message>
    <message>
        <source>Acceptability (English)</source>
        <translation>문장의 올바름(영어)</translation>
    </message>
    <message>
        <source>Acceptability (Korean)</source>
        <translation>문장의 올바름(한국어)</translation>
    </message>
    <message>
        <source>Commonsense (English)</source>
        <translation>상식(영어)</translation>
    </message>
    <message>
        <source>Commonsense (Korean)</source>
        <translation>상식(한국어)</translation>
    </message>
    <message>
        <source>Continuation (English)</source>
        <translation>이어질 글(영어)</translation>
    </message>
    <message>
        <source>Continuation (Korean)</source>
        <translation>이어질 글(한국어)</translation>
    </message>
    <message>
        <source>Entailment (English)</source>
        <translation>함의(영어)</translation>
    </message>
    <message>
        <source>Entailment (Korean)</source>
        <translation>함의(한국어)</translation>
    </message>
    <message>
        <source>Named entities (English)</source>
        <translation>개체명(영어)</translation>
    </message>
    <message>
        <source>Named entities (Korean)</source>
        <translation>개체명(한국어)</translation>
    </message>
    <message>
        <source>Entity types (English)</source>
        <translation>개체 유형(영어)</translation>
    </message>
    <message>
        <source>Entity types (Korean)</source>
        <translation>개체 유형(한국어)</translation>
    </message>
    <message>
        <source>Paraphrase (English)</source>
        <translation>바꿔 쓰기(영어)</translation>
    </message>
    <message>
        <source>Paraphrase (Korean)</source>
        <translation>바꿔 쓰기(한국어)</translation>
    </message>
    <message>
        <source>Reading (English)</source>
        <translation>독해(영어)</translation>
    </message>
    <message>
        <source>Reading (Korean)</source>
        <translation>독해(한국어)</translation>
    </message>
    <message>
        <source>Relations (English)</source>
        <translation>관계(영어)</translation>
    </message>
    <message>
        <source>Relations (Korean)</source>
        <translation>관계(한국어)</translation>
    </message>
    <message>
        <source>Sentiment (English)</source>
        <translation>감성(영어)</translation>
    </message>
    <message>
        <source>Sentiment (Korean)</source>
        <translation>감성(한국어)</translation>
    </message>
    <message>
        <source>Similarity (English)</source>
        <translation>유사도(영어)</translation>
    </message>
    <message>
        <source>Similarity (Korean)</source>
        <translation>유사도(한국어)</translation>
    </message>
    <message>
        <source>Shared block</source>
        <translation>공유 블록</translation>
    </message>
    <message>
        <source>After the last layer</source>
        <translation>마지막 층 이후</translation>
    </message>
    <message>
        <source>The files of {title} do not say which model it was fine-tuned from.</source>
        <translation>{title}의 파일에는 어떤 모델을 파인튜닝한 것인지 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>So there is nothing to compare its weights with.</source>
        <translation>그래서 가중치를 비교할 대상이 없습니다.</translation>
    </message>
    <message>
        <source>{title} was trained from scratch, so no pretrained weights moved.</source>
        <translation>{title}은(는) 처음부터 학습했으므로 움직인 사전 학습 가중치가 없습니다.</translation>
    </message>
    <message>
        <source>{title} was compressed after it was fine-tuned, which changed its weights too.</source>
        <translation>{title}은(는) 파인튜닝한 뒤에 압축되어 가중치가 더 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Choose the model that it was made of.</source>
        <translation>압축하기 전의 모델을 고르세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.generation</name>
    <message>
        <source>Preparing {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices, sum of log-probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices, per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices, less unconditional</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equally likely: {best}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All answers are equally likely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suitable task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{card} cannot generate text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model that generates text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{card} cannot continue a text: it learned to fill masked positions of a given text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let it fill {card} in a sentence, or choose a model that generates text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{card} cannot continue a text here: it predicts each next token of a given text, and cannot go on from its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at its predictions in Masking, or choose a model that generates text.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.core.hub</name>
    <message>
        <source>The download needs {needed}, but the disk with {cache} has {free} free.</source>
        <translation>내려받으려면 {needed}이(가) 필요하지만, {cache}이(가) 있는 디스크에는 {free}만 남아 있습니다.</translation>
    </message>
    <message>
        <source>Make room, or choose another folder with HF_HOME.</source>
        <translation>공간을 확보하거나, HF_HOME으로 다른 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>{file} broke off</source>
        <translation>{file}의 전송이 끊겼습니다</translation>
    </message>
    <message>
        <source>{file} of {model} arrived damaged.</source>
        <translation>{model}의 {file}이(가) 손상된 채로 도착했습니다.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>다시 내려받으세요.</translation>
    </message>
    <message>
        <source>Downloading {model}</source>
        <translation>{model} 내려받는 중</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>연결이 끊겨 다시 시도하는 중</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>확인하는 중</translation>
    </message>
    <message>
        <source>Another program is downloading {file}</source>
        <translation>다른 프로그램이 {file}을(를) 내려받고 있습니다</translation>
    </message>
    <message>
        <source>Models that were downloaded before open without a connection.</source>
        <translation>전에 내려받은 모델은 연결 없이 열립니다.</translation>
    </message>
    <message>
        <source>Log in with `hf auth login` if it is private.</source>
        <translation>비공개 모델이면 `hf auth login`으로 로그인하세요.</translation>
    </message>
    <message>
        <source>{endpoint} has no public model {repo_id}.</source>
        <translation>{endpoint}에는 공개 모델 {repo_id}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Check its name. {login_hint}</source>
        <translation>이름을 확인하세요. {login_hint}</translation>
    </message>
    <message>
        <source>{endpoint} answered with the error {status}.</source>
        <translation>{endpoint}이(가) 오류 {status}을(를) 보냈습니다.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>나중에 다시 시도하세요.</translation>
    </message>
    <message>
        <source>{error} cannot be written ({strerror}).</source>
        <translation>{error}에 쓸 수 없습니다({strerror}).</translation>
    </message>
    <message>
        <source>Make it writable, or choose another folder with HF_HOME.</source>
        <translation>쓸 수 있게 하거나, HF_HOME으로 다른 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>{repo_id} is gated: its owner grants access on request.</source>
        <translation>{repo_id}은(는) 소유자가 요청을 받아 접근을 허용하는 모델입니다.</translation>
    </message>
    <message>
        <source>Ask for it at {endpoint}/{repo_id}, then log in with `hf auth login`.</source>
        <translation>{endpoint}/{repo_id}에서 접근을 요청한 다음 `hf auth login`으로 로그인하세요.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE forbids the network.</source>
        <translation>HF_HUB_OFFLINE이 네트워크 사용을 막고 있습니다.</translation>
    </message>
    <message>
        <source>Unset it. {offline_hint}</source>
        <translation>이 변수를 지우세요. {offline_hint}</translation>
    </message>
    <message>
        <source>{endpoint} cannot be reached.</source>
        <translation>{endpoint}에 연결할 수 없습니다.</translation>
    </message>
    <message>
        <source>Check the network. {offline_hint}</source>
        <translation>네트워크를 확인하세요. {offline_hint}</translation>
    </message>
    <message>
        <source>{endpoint} denies access to {repo_id}.</source>
        <translation>{endpoint}이(가) {repo_id}에 대한 접근을 거부했습니다.</translation>
    </message>
    <message>
        <source>{endpoint} got too many requests ({status}).</source>
        <translation>{endpoint}에 요청이 너무 많았습니다({status}).</translation>
    </message>
    <message>
        <source>The disk with {cache} is full.</source>
        <translation>{cache}이(가) 있는 디스크가 가득 찼습니다.</translation>
    </message>
    <message>
        <source>Make room and resume the download, or choose another folder with HF_HOME.</source>
        <translation>공간을 확보하고 이어서 내려받거나, HF_HOME으로 다른 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>{repo_id} holds no {weights_file}.</source>
        <translation>{repo_id}에는 {weights_file}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>{info} holds no {config_file}.</source>
        <translation>{info}에는 {config_file}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>{info} has the model_type {model_type}, which no architecture here has.</source>
        <translation>{info}의 model_type은 {model_type}인데, 이 프로그램에는 그런 구조가 없습니다.</translation>
    </message>
    <message>
        <source>Choose a model of one of these types: {known}.</source>
        <translation>다음 종류의 모델을 고르세요: {known}.</translation>
    </message>
    <message>
        <source>{info} cannot be opened: {problems}.</source>
        <translation>{info}을(를) 열 수 없습니다: {problems}.</translation>
    </message>
    <message>
        <source>Choose another {spec} model.</source>
        <translation>다른 {spec} 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{info} holds no tokenizer that can be read ({join}).</source>
        <translation>{info}에는 읽을 수 있는 토크나이저가 없습니다({join}).</translation>
    </message>
    <message>
        <source>every weight file</source>
        <translation>모든 가중치 파일</translation>
    </message>
    <message>
        <source>{info} lacks {lost}, which {index_file} names.</source>
        <translation>{index_file}에 적힌 {lost}이(가) {info}에 없습니다.</translation>
    </message>
    <message>
        <source>{repo_id} holds its weights as a pickle only ({pickle}), which could run foreign code when opened.</source>
        <translation>{repo_id}의 가중치는 pickle 파일({pickle})뿐인데, 이를 열면 남의 코드가 실행될 수 있습니다.</translation>
    </message>
    <message>
        <source>Choose a copy that has {weights_file}; or, if you trust it, save it again with save_pretrained of transformers and open that folder.</source>
        <translation>{weights_file}이(가) 있는 사본을 고르거나, 믿을 수 있으면 transformers의 save_pretrained로 다시 저장한 폴더를 여세요.</translation>
    </message>
    <message>
        <source>{repo_id} holds no {weights_file} but {foreign}, which this program does not read.</source>
        <translation>{repo_id}에는 {weights_file}이(가) 없고, 이 프로그램이 읽지 않는 {foreign}만 있습니다.</translation>
    </message>
    <message>
        <source>Looking up {repo_id}</source>
        <translation>{repo_id} 찾는 중</translation>
    </message>
    <message>
        <source>{endpoint} gave no description of {repo_id} that can be read.</source>
        <translation>{endpoint}이(가) {repo_id}에 대해 읽을 수 있는 정보를 주지 않았습니다.</translation>
    </message>
    <message>
        <source>Check that HF_ENDPOINT names a hub, and that no login page is in between.</source>
        <translation>HF_ENDPOINT가 허브의 주소인지, 중간에 로그인 페이지가 있지는 않은지 확인하세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.inside</name>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>z = y / τ, with the temperature τ = {temperature:g}</source>
        <translation>z = y / τ, 온도 τ = {temperature:g}</translation>
    </message>
    <message>
        <source>Layer {section}</source>
        <translation>{section}층</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>온도</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>No head of {states} reads its {lower}, so there is no logit to take apart</source>
        <translation>{states}에는 {lower}을(를) 읽는 헤드가 없어 나눌 로짓이 없습니다</translation>
    </message>
    <message>
        <source>The text has more than {max_tokens} tokens in {states}, and every score of every layer is recorded here.</source>
        <translation>{states}에서 텍스트가 {max_tokens}토큰을 넘습니다. 여기서는 모든 층의 모든 점수를 기록합니다.</translation>
    </message>
    <message>
        <source>Shorten the text.</source>
        <translation>텍스트를 줄이세요.</translation>
    </message>
    <message>
        <source>Following a token through {key}</source>
        <translation>{key}에서 토큰을 따라가는 중</translation>
    </message>
    <message>
        <source>Taking a logit of {key} apart</source>
        <translation>{key}의 로짓을 나누는 중</translation>
    </message>
    <message>
        <source>“{word}” has {ids} tokens; the logit is that of the first, “{first}”.</source>
        <translation>“{word}”은(는) 토큰이 {ids}개입니다. 로짓은 첫 토큰 “{first}”의 것입니다.</translation>
    </message>
    <message>
        <source>p = softmax(y / τ) over the tokens, with τ = {answer:g}</source>
        <translation>p = softmax(y / τ), 모든 토큰에 대해, τ = {answer:g}</translation>
    </message>
    <message>
        <source>p = 1 / (1 + exp(−z)), of each class</source>
        <translation>p = 1 / (1 + exp(−z)), 클래스마다</translation>
    </message>
    <message>
        <source>Where the answer starts</source>
        <translation>답이 시작하는 곳</translation>
    </message>
    <message>
        <source>Where the answer ends</source>
        <translation>답이 끝나는 곳</translation>
    </message>
    <message>
        <source>Σ q ⊙ k = {total:.4g}, times {step:.4g} = {score:.4g}</source>
        <translation>Σ q ⊙ k = {total:.4g}, {step:.4g}을(를) 곱하면 {score:.4g}</translation>
    </message>
</context>
<context>
    <name>explorer.core.jobs</name>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours}시간 {minutes}분</translation>
    </message>
    <message>
        <source>{speed} {unit}/s</source>
        <translation>초당 {speed} {unit}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}초</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes}분</translation>
    </message>
    <message>
        <source>{speed} per second</source>
        <translation>초당 {speed}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}/{total}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>{time} 남음</translation>
    </message>
</context>
<context>
    <name>explorer.core.knowledge</name>
    <message>
        <source>Opening the model that judges choices</source>
        <translation>선택지를 판단하는 모델을 여는 중</translation>
    </message>
    <message>
        <source>Finding paths</source>
        <translation>경로를 찾는 중</translation>
    </message>
    <message>
        <source>Epochs, loss {loss:.3f}, {speed}</source>
        <translation>에포크, 손실 {loss:.3f}, {speed}</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>The embeddings are those of another graph.</source>
        <translation>임베딩이 다른 그래프의 것입니다.</translation>
    </message>
    <message>
        <source>Train them again.</source>
        <translation>다시 학습하세요.</translation>
    </message>
    <message>
        <source>The graph has no {kind} named “{name}”.</source>
        <translation>그래프에 “{name}”라는 {kind}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Dimensions, epochs</source>
        <translation>차원, 에포크</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>학습 데이터</translation>
    </message>
    <message>
        <source>{facts:,} triples, {facts_2:.1f} s</source>
        <translation>트리플 {facts:,}개, {facts_2:.1f}초</translation>
    </message>
    <message>
        <source>Ranked held-out triples</source>
        <translation>순위를 매긴 평가용 트리플</translation>
    </message>
    <message>
        <source>Holding out triples</source>
        <translation>평가용 트리플을 떼어 놓는 중</translation>
    </message>
    <message>
        <source>Ranking held-out triples</source>
        <translation>평가용 트리플의 순위를 매기는 중</translation>
    </message>
    <message>
        <source>Mean rank</source>
        <translation>평균 순위</translation>
    </message>
    <message>
        <source>Hits@10, tails alone</source>
        <translation>Hits@10, 꼬리만</translation>
    </message>
    <message>
        <source>Writing {path}</source>
        <translation>{path} 쓰는 중</translation>
    </message>
    <message>
        <source>Laying out the graph</source>
        <translation>그래프를 배치하는 중</translation>
    </message>
    <message>
        <source>Reading the embeddings</source>
        <translation>임베딩을 읽는 중</translation>
    </message>
    <message>
        <source>Choose the file again, or the mini-world.</source>
        <translation>파일을 다시 고르거나 미니 월드를 고르세요.</translation>
    </message>
    <message>
        <source>Reading {name}: {step:,} lines</source>
        <translation>{name} 읽는 중: {step:,}줄</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path}은(는) 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>Delete the folder {folder}; the file is then read again.</source>
        <translation>{folder} 폴더를 삭제하면 파일을 다시 읽습니다.</translation>
    </message>
    <message>
        <source>{path} has no triples: {why_empty}.</source>
        <translation>{path}에 트리플이 없습니다: {why_empty}.</translation>
    </message>
    <message>
        <source>Writing the index of {path}</source>
        <translation>{path}의 색인을 쓰는 중</translation>
    </message>
    <message>
        <source>Make room there, or choose another folder with PLM_EXPLORER_HOME.</source>
        <translation>공간을 확보하거나 PLM_EXPLORER_HOME으로 다른 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>Reading the mini-world</source>
        <translation>미니 월드를 읽는 중</translation>
    </message>
    <message>
        <source>{path} cannot be read ({error}).</source>
        <translation>{path}을(를) 읽을 수 없습니다({error}).</translation>
    </message>
    <message>
        <source>The index of {path} is damaged.</source>
        <translation>{path}의 색인이 손상되었습니다.</translation>
    </message>
    <message>
        <source>{folder} cannot be written ({error}).</source>
        <translation>{folder}에 쓸 수 없습니다({error}).</translation>
    </message>
</context>
<context>
    <name>explorer.core.languages</name>
    <message>
        <source>Aligning words with {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.core.layers</name>
    <message>
        <source>judges each token as original or replaced</source>
        <translation>토큰마다 원래 것인지 교체된 것인지 판단합니다</translation>
    </message>
    <message>
        <source>judges the whole text</source>
        <translation>텍스트 전체를 판단합니다</translation>
    </message>
    <message>
        <source>names entities</source>
        <translation>개체의 이름을 댑니다</translation>
    </message>
    <message>
        <source>The {states} of {card} has no language-model head</source>
        <translation>{card}의 {states}에는 언어 모델 헤드가 없습니다</translation>
    </message>
    <message>
        <source>{said}, so there is no logit lens.</source>
        <translation>{said}. 그래서 로짓 렌즈가 없습니다.</translation>
    </message>
    <message>
        <source>: its head {own}</source>
        <translation>: 그 헤드는 {own}</translation>
    </message>
    <message>
        <source>The other views work as for every model.</source>
        <translation>다른 보기는 여느 모델처럼 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>{states} has no mask token.</source>
        <translation>{states}에는 마스크 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Type a word above.</source>
        <translation>위에 단어를 입력하세요.</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>Logit lens of {key}</source>
        <translation>{key}의 로짓 렌즈</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>층</translation>
    </message>
    <message>
        <source>{states} tokens do not span a plane.</source>
        <translation>토큰 {states}개로는 평면을 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>Write a longer sentence.</source>
        <translation>더 긴 문장을 쓰세요.</translation>
    </message>
    <message>
        <source>Principal components</source>
        <translation>주성분</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>{card} records no hidden states.</source>
        <translation>{card}은(는) 은닉 상태를 기록하지 않습니다.</translation>
    </message>
</context>
<context>
    <name>explorer.core.library</name>
    <message>
        <source>Activation</source>
        <translation>활성화 함수</translation>
    </message>
    <message>
        <source>Norm epsilon</source>
        <translation>정규화 엡실론</translation>
    </message>
    <message>
        <source>Standard deviation of initial weights</source>
        <translation>초기 가중치의 표준편차</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>드롭아웃</translation>
    </message>
    <message>
        <source>Attention dropout</source>
        <translation>어텐션 드롭아웃</translation>
    </message>
    <message>
        <source>Embedding dropout</source>
        <translation>임베딩 드롭아웃</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>세그먼트</translation>
    </message>
    <message>
        <source>Causal attention</source>
        <translation>인과적 어텐션</translation>
    </message>
    <message>
        <source>Entities in its table</source>
        <translation>표에 있는 개체</translation>
    </message>
    <message>
        <source>Width of the token table</source>
        <translation>토큰 표의 너비</translation>
    </message>
    <message>
        <source>Head shares the token table</source>
        <translation>헤드와 토큰 표 공유</translation>
    </message>
    <message>
        <source>Relative positions</source>
        <translation>상대 위치</translation>
    </message>
    <message>
        <source>Relative-position buckets</source>
        <translation>상대 위치 구간</translation>
    </message>
    <message>
        <source>Longest distance</source>
        <translation>가장 먼 거리</translation>
    </message>
    <message>
        <source>Positions added to the input</source>
        <translation>입력에 더한 위치</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>배치 크기</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>시퀀스 길이</translation>
    </message>
    <message>
        <source>Sequence length of long examples</source>
        <translation>긴 예의 시퀀스 길이</translation>
    </message>
    <message>
        <source>Share of long examples</source>
        <translation>긴 예의 비율</translation>
    </message>
    <message>
        <source>Long examples come last</source>
        <translation>긴 예는 마지막에</translation>
    </message>
    <message>
        <source>Share of single sentences</source>
        <translation>단일 문장의 비율</translation>
    </message>
    <message>
        <source>Of these, endings cut off</source>
        <translation>그중 끝을 자른 비율</translation>
    </message>
    <message>
        <source>Share of tasks</source>
        <translation>과제의 비율</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>Learning rate scaled by the RMS of the weights</source>
        <translation>가중치의 RMS에 비례하는 학습률</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>워밍업 스텝</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>가중치 감쇠</translation>
    </message>
    <message>
        <source>Adam's beta 1</source>
        <translation>Adam 베타 1</translation>
    </message>
    <message>
        <source>Adam's beta 2</source>
        <translation>Adam 베타 2</translation>
    </message>
    <message>
        <source>Gradients clipped at norm</source>
        <translation>기울기 클리핑 노름</translation>
    </message>
    <message>
        <source>Precision of products</source>
        <translation>곱셈의 정밀도</translation>
    </message>
    <message>
        <source>Steps between measurements</source>
        <translation>측정 간격(스텝)</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>체크포인트 간격(스텝)</translation>
    </message>
    <message>
        <source>Translate {} to {}</source>
        <translation>{}에서 {}로 번역</translation>
    </message>
    <message>
        <source>Answer questions in {}</source>
        <translation>{} 질문에 답하기</translation>
    </message>
    <message>
        <source>Judge sentences in {}</source>
        <translation>{} 문장 판단</translation>
    </message>
    <message>
        <source>Score the likeness of sentences in {}</source>
        <translation>{} 문장의 유사도 점수</translation>
    </message>
    <message>
        <source>windows of {window:,} tokens, cut as in its training</source>
        <translation>{window:,}토큰의 창, 학습 때처럼 자름</translation>
    </message>
    <message>
        <source>none, sampled again each time</source>
        <translation>없음, 매번 새로 샘플링</translation>
    </message>
    <message>
        <source>Tokens chosen</source>
        <translation>선택된 토큰</translation>
    </message>
    <message>
        <source>one in {}</source>
        <translation>{}개 중 하나</translation>
    </message>
    <message>
        <source>text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>exact match {exact:.3g} % of {count:,.0f}</source>
        <translation>{count:,.0f}개 중 정확히 일치 {exact:.3g} %</translation>
    </message>
    <message>
        <source>F1 of words {overlap:.2f}</source>
        <translation>단어 F1 {overlap:.2f}</translation>
    </message>
    <message>
        <source>correlation of scores {measured:.2f}</source>
        <translation>점수의 상관계수 {measured:.2f}</translation>
    </message>
    <message>
        <source>exact match {exact:.3g} %</source>
        <translation>정확히 일치 {exact:.3g} %</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>명시되지 않음</translation>
    </message>
    <message>
        <source>not stated in its files</source>
        <translation>파일에 명시되지 않음</translation>
    </message>
    <message>
        <source>post-LN: after each residual sum</source>
        <translation>post-LN: 각 잔차 합 뒤</translation>
    </message>
    <message>
        <source>pre-LN: before each sublayer, and after the last</source>
        <translation>pre-LN: 각 하위층 앞과 마지막 층 뒤</translation>
    </message>
    <message>
        <source>described by the last one, except steps, tokens and seconds</source>
        <translation>스텝, 토큰, 초를 뺀 나머지는 마지막 단계의 값</translation>
    </message>
    <message>
        <source>Seconds taken</source>
        <translation>걸린 시간(초)</translation>
    </message>
    <message>
        <source>Seconds are those of the machine that trained the model; it may have been busy.</source>
        <translation>초는 모델을 학습한 컴퓨터에서 잰 값이며, 그때 다른 일을 하고 있었을 수 있습니다.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>층</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>너비</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>어텐션 헤드</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>헤드의 너비</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>피드포워드 너비</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>가장 긴 텍스트</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>Tokens prepared</source>
        <translation>준비한 토큰</translation>
    </message>
    <message>
        <source>Single sentences from</source>
        <translation>단일 문장의 출처</translation>
    </message>
    <message>
        <source>Started from</source>
        <translation>시작점</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>Published checkpoint</source>
        <translation>공개된 체크포인트</translation>
    </message>
    <message>
        <source>lower-cased</source>
        <translation>소문자로 바꿈</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>유지</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Recognised by</source>
        <translation>식별 근거</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>배포자</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>라이선스</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>On the hub</source>
        <translation>허브에서</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>계열</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>논문</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>프리프린트</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>달라진 점</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>스트림</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>방향</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Layer normalisation</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>학습 목표</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>토크나이저</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>어휘</translation>
    </message>
    <message>
        <source>Capital letters</source>
        <translation>대문자</translation>
    </message>
    <message>
        <source>A text is fed as</source>
        <translation>텍스트의 입력 형식</translation>
    </message>
    <message>
        <source>A pair is fed as</source>
        <translation>문장 쌍의 입력 형식</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>디스크 용량</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>, computed in {computed}</source>
        <translation>, {computed}으로(로) 계산</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>학습에 쓴 토큰</translation>
    </message>
    <message>
        <source>Held-out text</source>
        <translation>평가용 텍스트</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>측정 대상</translation>
    </message>
    <message>
        <source>Heads not in the files</source>
        <translation>파일에 없는 헤드</translation>
    </message>
    <message>
        <source>Not trained</source>
        <translation>학습되지 않음</translation>
    </message>
    <message>
        <source>none in the folder</source>
        <translation>폴더에 없음</translation>
    </message>
    <message>
        <source>Parameters of the base model</source>
        <translation>기본 모델의 파라미터</translation>
    </message>
    <message>
        <source>Parameters as stated</source>
        <translation>발표된 파라미터 수</translation>
    </message>
    <message>
        <source>As 32-bit numbers</source>
        <translation>32비트 숫자로</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>교사</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Held-out tasks</source>
        <translation>평가용 과제</translation>
    </message>
    <message>
        <source>Reading the names of the weights</source>
        <translation>가중치의 이름을 읽는 중</translation>
    </message>
    <message>
        <source>There is no model {key!r}.</source>
        <translation>{key!r}이라는 모델이 없습니다.</translation>
    </message>
    <message>
        <source>{folder} is no longer there.</source>
        <translation>{folder}이(가) 더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Put it back, or remove it from the list.</source>
        <translation>제자리에 돌려놓거나 목록에서 지우세요.</translation>
    </message>
    <message>
        <source>The run in {folder} is not finished.</source>
        <translation>{folder}의 학습이 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>Resume its training.</source>
        <translation>학습을 이어서 하세요.</translation>
    </message>
    <message>
        <source>The run in {folder} has saved nothing yet.</source>
        <translation>{folder}의 학습은 아직 저장한 것이 없습니다.</translation>
    </message>
    <message>
        <source>Wait for it, train it again, or delete it.</source>
        <translation>기다리거나, 다시 학습하거나, 삭제하세요.</translation>
    </message>
    <message>
        <source>{path} is cut off.</source>
        <translation>{path}이(가) 중간에 잘렸습니다.</translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation>다시 복사하거나 내려받으세요.</translation>
    </message>
    <message>
        <source>Give the folder of a model, or one of these: {names}.</source>
        <translation>모델의 폴더나 다음 이름 중 하나를 쓰세요: {names}.</translation>
    </message>
    <message>
        <source>Give the folder of a model.</source>
        <translation>모델의 폴더를 지정하세요.</translation>
    </message>
    <message>
        <source>The name of {folder!a} is not UTF-8.</source>
        <translation>{folder!a}의 이름은 UTF-8이 아닙니다.</translation>
    </message>
    <message>
        <source>Give the folder another name.</source>
        <translation>폴더의 이름을 바꾸세요.</translation>
    </message>
    <message>
        <source>{path} is broken ({error}).</source>
        <translation>{path}이(가) 손상되었습니다({error}).</translation>
    </message>
    <message>
        <source>Download or save it again.</source>
        <translation>다시 내려받거나 저장하세요.</translation>
    </message>
    <message>
        <source>{path} is no readable safetensors file.</source>
        <translation>{path}은(는) 읽을 수 있는 safetensors 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>The name is empty.</source>
        <translation>이름이 비어 있습니다.</translation>
    </message>
    <message>
        <source>Write at least one character.</source>
        <translation>한 글자 이상 쓰세요.</translation>
    </message>
    <message>
        <source>{entry} is being trained.</source>
        <translation>{entry}은(는) 학습 중입니다.</translation>
    </message>
    <message>
        <source>Stop its training first.</source>
        <translation>먼저 학습을 멈추세요.</translation>
    </message>
    <message>
        <source>Reported scores</source>
        <translation>발표된 점수</translation>
    </message>
    <message>
        <source>Size of the data</source>
        <translation>데이터의 크기</translation>
    </message>
    <message>
        <source>Hardware and time</source>
        <translation>하드웨어와 시간</translation>
    </message>
    <message>
        <source>Second score</source>
        <translation>두 번째 점수</translation>
    </message>
    <message>
        <source>_name_or_path in config.json; it may have been trained further since</source>
        <translation>config.json의 _name_or_path. 그 뒤에 더 학습했을 수도 있습니다</translation>
    </message>
    <message>
        <source>the name of its folder in the cache of Hugging Face</source>
        <translation>Hugging Face 캐시의 폴더 이름</translation>
    </message>
    <message>
        <source>At least {count:,} of {total:,} words</source>
        <translation>단어 {total:,}개 중 적어도 {count:,}개</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} words</source>
        <translation>단어 {total:,}개 중 {count:,}개</translation>
    </message>
    <message>
        <source>these {number} models</source>
        <translation>이 {number}개 모델</translation>
    </message>
    <message>
        <source>{share} unknown: predictions mean little.</source>
        <translation>{share}을(를) 모릅니다. 예측에 큰 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{share} does not occur in the text that {names} was trained on, so its predictions here mean little.</source>
        <translation>{share}은(는) {names}이(가) 학습한 텍스트에 나오지 않으므로, 여기서 예측은 큰 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{share} do not occur in the text that {names} was trained on, so its predictions here mean little.</source>
        <translation>{share}은(는) {names}이(가) 학습한 텍스트에 나오지 않으므로, 여기서 예측은 큰 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{share} does not occur in the text that {names} were trained on, so their predictions here mean little.</source>
        <translation>{share}은(는) {names}이(가) 학습한 텍스트에 나오지 않으므로, 여기서 예측은 큰 의미가 없습니다.</translation>
    </message>
    <message>
        <source>{share} do not occur in the text that {names} were trained on, so their predictions here mean little.</source>
        <translation>{share}은(는) {names}이(가) 학습한 텍스트에 나오지 않으므로, 여기서 예측은 큰 의미가 없습니다.</translation>
    </message>
</context>
<context>
    <name>explorer.core.long_texts</name>
    <message>
        <source>The mini-world</source>
        <translation>미니 월드</translation>
    </message>
    <message>
        <source>{file} is a binary file.</source>
        <translation>{file}은(는) 이진 파일입니다.</translation>
    </message>
    <message>
        <source>Choose a text file.</source>
        <translation>텍스트 파일을 고르세요.</translation>
    </message>
    <message>
        <source>{file} has no text.</source>
        <translation>{file}에는 텍스트가 없습니다.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>다른 파일을 고르세요.</translation>
    </message>
    <message>
        <source>{file} is not UTF-8.</source>
        <translation>{file}은(는) UTF-8이 아닙니다.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 first.</source>
        <translation>먼저 UTF-8로 저장하세요.</translation>
    </message>
    <message>
        <source>unknown reason</source>
        <translation>알 수 없는 이유</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}).</source>
        <translation>{path} 파일을 읽을 수 없습니다({reason}).</translation>
    </message>
    <message>
        <source>The text has {count:,} tokens, which is one chunk and is not hashed.</source>
        <translation>텍스트의 토큰이 {count:,}개로 청크 하나에 들어가므로 해싱하지 않습니다.</translation>
    </message>
    <message>
        <source>Choose a text of more than {size:,} tokens.</source>
        <translation>토큰이 {size:,}개보다 많은 텍스트를 고르세요.</translation>
    </message>
    <message>
        <source>Hashing with other numbers of buckets</source>
        <translation>버킷 수를 바꾸어 해싱하는 중</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>수</translation>
    </message>
    <message>
        <source>Full attention of {length:,} tokens is a matrix of {count:,} weights in each head.</source>
        <translation>토큰 {length:,}개의 전체 어텐션은 헤드마다 가중치 {count:,}개의 행렬입니다.</translation>
    </message>
    <message>
        <source>Choose a text of at most {count:,} tokens, or a model that reads by blocks.</source>
        <translation>토큰이 {count:,}개 이하인 텍스트나 블록 단위로 읽는 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Reading the document</source>
        <translation>문서를 읽는 중</translation>
    </message>
    <message>
        <source>No model can read the document.</source>
        <translation>이 문서를 읽을 수 있는 모델이 없습니다.</translation>
    </message>
    <message>
        <source>Choose a model above.</source>
        <translation>위에서 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{title}, {length:,} tokens</source>
        <translation>{title}, 토큰 {length:,}개</translation>
    </message>
    <message>
        <source>Reading {count:,} tokens with {title}</source>
        <translation>{title} 모델로 토큰 {count:,}개를 읽는 중</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>선택한 것이 없습니다.</translation>
    </message>
    <message>
        <source>Measuring {title}, {length:,} tokens</source>
        <translation>{title} 측정 중, 토큰 {length:,}개</translation>
    </message>
    <message>
        <source>lengths</source>
        <translation>길이</translation>
    </message>
</context>
<context>
    <name>explorer.core.masking</name>
    <message>
        <source>{title} needs a tokenizer that has a mask token.</source>
        <translation>{title}에는 마스크 토큰이 있는 토크나이저가 필요합니다.</translation>
    </message>
    <message>
        <source>Choose a model folder that has its own tokenizer.</source>
        <translation>토크나이저가 들어 있는 모델 폴더를 선택하세요.</translation>
    </message>
    <message>
        <source>context for all</source>
        <translation>모두에게 보이는 문맥</translation>
    </message>
    <message>
        <source>position {position} in the order</source>
        <translation>순서에서 {position}번째</translation>
    </message>
    <message>
        <source>{title} holds no head that predicts anything, so there is nothing to learn from a sentence.</source>
        <translation>{title}에는 무언가를 예측하는 헤드가 없어서 문장에서 배울 것이 없습니다.</translation>
    </message>
    <message>
        <source>Choose a checkpoint that was saved with its pretraining heads.</source>
        <translation>사전 학습 헤드와 함께 저장된 체크포인트를 선택하세요.</translation>
    </message>
    <message>
        <source>{title} fills masks</source>
        <translation>{title}이(가) 마스크를 채움</translation>
    </message>
    <message>
        <source>{title} fills no masks.</source>
        <translation>{title}은(는) 마스크를 채우지 않습니다.</translation>
    </message>
    <message>
        <source>Choose a masked language model.</source>
        <translation>마스크 언어 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>Nothing is masked.</source>
        <translation>마스킹된 것이 없습니다.</translation>
    </message>
    <message>
        <source>Click a token, or write {mask} into the sentence.</source>
        <translation>토큰을 클릭하거나 문장에 {mask}을(를) 쓰세요.</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>{title} does not hold a generator and a discriminator.</source>
        <translation>{title}에는 생성기와 판별기가 함께 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Choose a model whose folder has a subfolder with its generator.</source>
        <translation>생성기가 하위 폴더에 들어 있는 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>{title} has no head for pairs of texts.</source>
        <translation>{title}에는 텍스트 쌍을 위한 헤드가 없습니다.</translation>
    </message>
    <message>
        <source>Choose a model that learned next-sentence or sentence-order prediction.</source>
        <translation>다음 문장 예측이나 문장 순서 예측을 학습한 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>There is no second sentence.</source>
        <translation>두 번째 문장이 없습니다.</translation>
    </message>
    <message>
        <source>Write one below the first.</source>
        <translation>첫 번째 문장 아래에 입력하세요.</translation>
    </message>
    <message>
        <source>Entities as fed</source>
        <translation>입력된 그대로의 개체</translation>
    </message>
    <message>
        <source>{share:.0%} of tokens chosen</source>
        <translation>토큰의 {share:.0%} 선택</translation>
    </message>
    <message>
        <source>one token in {one_in} predicted</source>
        <translation>토큰 {one_in}개 중 하나를 예측</translation>
    </message>
    <message>
        <source>whole words</source>
        <translation>단어 단위</translation>
    </message>
    <message>
        <source>all tokens in the order</source>
        <translation>모든 토큰을 순서에 포함</translation>
    </message>
    <message>
        <source>no masks sampled</source>
        <translation>마스크 샘플링 없음</translation>
    </message>
    <message>
        <source>own order {places}</source>
        <translation>직접 정한 순서 {places}</translation>
    </message>
    <message>
        <source>masked by the user</source>
        <translation>직접 마스킹:</translation>
    </message>
    <message>
        <source>left unchanged by the user</source>
        <translation>직접 그대로 둠:</translation>
    </message>
    <message>
        <source>Masking tokens</source>
        <translation>토큰 마스킹 중</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>예측 중</translation>
    </message>
    <message>
        <source>An order of these tokens needs the numbers from 1 to {length}, each once.</source>
        <translation>이 토큰들의 순서에는 1부터 {length}까지의 수가 한 번씩 필요합니다.</translation>
    </message>
    <message>
        <source>Write for each token, special ones too, its position in the order.</source>
        <translation>특수 토큰을 포함해 토큰마다 순서에서의 위치를 쓰세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.parameters</name>
    <message>
        <source>Token table</source>
        <translation>토큰 표</translation>
    </message>
    <message>
        <source>Positions and segments</source>
        <translation>위치와 세그먼트</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>Comparing tokens</source>
        <translation>토큰끼리 비교</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>피드포워드</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>정규화</translation>
    </message>
    <message>
        <source>Pooler and others</source>
        <translation>풀러 등</translation>
    </message>
    <message>
        <source>Prediction heads</source>
        <translation>예측 헤드</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>all layers' weights</source>
        <translation>모든 층의 가중치</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>피드포워드</translation>
    </message>
    <message>
        <source>Chosen models</source>
        <translation>선택한 모델</translation>
    </message>
    <message>
        <source>Other sizes</source>
        <translation>다른 크기</translation>
    </message>
    <message>
        <source>Published sizes</source>
        <translation>공개된 크기</translation>
    </message>
    <message>
        <source>Counting published sizes, {done} of {count}</source>
        <translation>공개된 크기 세는 중, {count}개 중 {done}개</translation>
    </message>
    <message>
        <source>, stated {count}</source>
        <translation>, 발표 값 {count}</translation>
    </message>
    <message>
        <source>{name} with other sizes</source>
        <translation>크기를 바꾼 {name}</translation>
    </message>
    <message>
        <source>The operations of {title} are counted with dense attention in all layers, though it is sparse in some.</source>
        <translation>{title}의 연산은 일부 층의 어텐션이 희소하지만 모든 층을 밀집 어텐션으로 보고 셉니다.</translation>
    </message>
    <message>
        <source>Counting {title}</source>
        <translation>{title} 세는 중</translation>
    </message>
    <message>
        <source>{title} has no published checkpoints: {paper} states the numbers of parameters of these names.</source>
        <translation>{title}은(는) 공개된 체크포인트가 없으며, 이 이름들의 파라미터 수는 {paper}에 적힌 값입니다.</translation>
    </message>
    <message>
        <source>Of {title}, {names} have no published checkpoints: {paper} states the numbers of parameters of these names.</source>
        <translation>{title} 중 {names}은(는) 공개된 체크포인트가 없으며, 이 이름들의 파라미터 수는 {paper}에 적힌 값입니다.</translation>
    </message>
    <message>
        <source>the same without factorized embeddings and shared layers</source>
        <translation>임베딩 분해와 층 공유가 없는 같은 모델</translation>
    </message>
    <message>
        <source>Its published total includes {count:,} of a pooler.</source>
        <translation>발표된 총수에는 풀러의 {count:,}개가 포함됩니다.</translation>
    </message>
    <message>
        <source>{title} was not published with a table narrower than the model: counted as if it had.</source>
        <translation>{title}은(는) 모델보다 좁은 표로 공개된 적이 없으나 그런 것으로 보고 셌습니다.</translation>
    </message>
    <message>
        <source>{title} was not published with layers that share weights: counted as if it had.</source>
        <translation>{title}은(는) 가중치를 공유하는 층으로 공개된 적이 없으나 그런 것으로 보고 셌습니다.</translation>
    </message>
</context>
<context>
    <name>explorer.core.project</name>
    <message>
        <source>{name} is damaged: {why}.</source>
        <translation>{name}이(가) 손상되었습니다: {why}.</translation>
    </message>
    <message>
        <source>Nothing was changed. Get the file again from where it came from.</source>
        <translation>바뀐 것은 없습니다. 파일을 원래 있던 곳에서 다시 받으세요.</translation>
    </message>
    <message>
        <source>{path} was written by another program since it was opened here.</source>
        <translation>{path}은(는) 여기서 연 뒤에 다른 프로그램이 고쳐 썼습니다.</translation>
    </message>
    <message>
        <source>Nothing was changed. Use “Save project as…” to choose a name, or to replace it.</source>
        <translation>바뀐 것은 없습니다. “다른 이름으로 프로젝트 저장…”으로 이름을 고르거나 바꿔 쓰세요.</translation>
    </message>
    <message>
        <source>{path} is no project of PLM Explorer.</source>
        <translation>{path}은(는) PLM Explorer의 프로젝트가 아닙니다.</translation>
    </message>
    <message>
        <source>Nothing was changed. Choose a {ending} file.</source>
        <translation>바뀐 것은 없습니다. {ending} 파일을 고르세요.</translation>
    </message>
    <message>
        <source>Reading the models of the project</source>
        <translation>프로젝트의 모델을 읽는 중</translation>
    </message>
    <message>
        <source>Writing the project</source>
        <translation>프로젝트를 쓰는 중</translation>
    </message>
    <message>
        <source>Reading {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by a newer version of PLM Explorer (its format is {version}; this program reads {newest}).</source>
        <translation>{path}은(는) 더 새로운 PLM Explorer에서 만들었습니다(형식 {version}, 이 프로그램은 {newest}까지 읽음).</translation>
    </message>
    <message>
        <source>Nothing was changed. Install the newer version to open it.</source>
        <translation>바뀐 것은 없습니다. 열려면 새 버전을 설치하세요.</translation>
    </message>
    <message>
        <source>The project has other results of {unlike} {runs} of a comparison than this computer. Those that were here are shown.</source>
        <translation>프로젝트에 든 비교 {unlike}건({runs})의 결과가 이 컴퓨터의 것과 다릅니다. 여기 있던 결과를 표시합니다.</translation>
    </message>
    <message>
        <source>Reading {entry}</source>
        <translation>{entry} 읽는 중</translation>
    </message>
    <message>
        <source>Writing results</source>
        <translation>결과를 쓰는 중</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>파일을 확인하세요.</translation>
    </message>
    <message>
        <source>Writing {entry}</source>
        <translation>{entry} 쓰는 중</translation>
    </message>
    <message>
        <source>Unpacking {reference}</source>
        <translation>{reference} 푸는 중</translation>
    </message>
    <message>
        <source>Reading {reference}</source>
        <translation>{reference} 읽는 중</translation>
    </message>
</context>
<context>
    <name>explorer.core.report</name>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
</context>
<context>
    <name>explorer.core.sentences</name>
    <message>
        <source>Reading the sentences</source>
        <translation>문장을 읽는 중</translation>
    </message>
    <message>
        <source>{title} is right</source>
        <translation>{title}이(가) 맞음</translation>
    </message>
    <message>
        <source>Scoring with {card}</source>
        <translation>{card}으로(로) 점수를 매기는 중</translation>
    </message>
    <message>
        <source>{card} can read none of these sentences.</source>
        <translation>{card}은(는) 이 문장들을 하나도 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>{card} has no trained head that predicts tokens or does a task.</source>
        <translation>{card}에는 토큰을 예측하거나 과제를 하도록 학습된 헤드가 없습니다.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>영어</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>한국어</translation>
    </message>
    <message>
        <source>English and Korean</source>
        <translation>영어와 한국어</translation>
    </message>
    <message>
        <source>The mini-world has only {found:,} different held-out sentences here.</source>
        <translation>미니 월드에는 여기에 서로 다른 평가용 문장이 {found:,}개뿐입니다.</translation>
    </message>
    <message>
        <source>The sentences are those of the column {names}.</source>
        <translation>문장은 {names} 열의 것입니다.</translation>
    </message>
    <message>
        <source>{found} has no sentences.</source>
        <translation>{found}에 문장이 없습니다.</translation>
    </message>
    <message>
        <source>Choose another file or sample.</source>
        <translation>다른 파일이나 표본을 고르세요.</translation>
    </message>
    <message>
        <source>{path} has no column with texts.</source>
        <translation>{path}에 텍스트가 든 열이 없습니다.</translation>
    </message>
    <message>
        <source>{broken:,} lines have bytes that are no {encoding} text.</source>
        <translation>{broken:,}줄에 {encoding} 텍스트가 아닌 바이트가 있습니다.</translation>
    </message>
    <message>
        <source>{cut:,} lines are cut to {max_characters:,} characters.</source>
        <translation>{cut:,}줄을 {max_characters:,}자로 잘랐습니다.</translation>
    </message>
    <message>
        <source>The first {found:,} sentences of {total:,} lines.</source>
        <translation>{total:,}줄 중 처음 {found:,}개 문장입니다.</translation>
    </message>
    <message>
        <source>{count:,} {what} are left out.</source>
        <translation>{what} {count:,}개를 제외했습니다.</translation>
    </message>
    <message>
        <source>rows that cannot be read</source>
        <translation>읽을 수 없는 행</translation>
    </message>
    <message>
        <source>Reading with {model}</source>
        <translation>{model}으로(로) 읽는 중</translation>
    </message>
    <message>
        <source>{kept} sentences do not span a plane.</source>
        <translation>문장 {kept}개로는 평면을 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>Take more, or another position.</source>
        <translation>문장을 더 쓰거나 다른 위치를 고르세요.</translation>
    </message>
    <message>
        <source>This token is not in the sentence.</source>
        <translation>이 토큰은 문장에 없습니다.</translation>
    </message>
    <message>
        <source>Select a token of the sentence.</source>
        <translation>문장의 토큰을 선택하세요.</translation>
    </message>
    <message>
        <source>{title} can read none of these sentences.</source>
        <translation>{title}은(는) 이 문장들을 하나도 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>UMAP is not installed.</source>
        <translation>UMAP이 설치되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Install it with: {install}</source>
        <translation>다음으로 설치하세요: {install}</translation>
    </message>
</context>
<context>
    <name>explorer.core.state</name>
    <message>
        <source> It was renamed to {renamed}.</source>
        <translation> 이름을 {renamed}으로(로) 바꾸었습니다.</translation>
    </message>
    <message>
        <source>The last session could not be read ({error}).{note}</source>
        <translation>지난 세션을 읽을 수 없습니다({error}).{note}</translation>
    </message>
    <message>
        <source>The session cannot be saved in {folder} ({error}).</source>
        <translation>{folder}에 세션을 저장할 수 없습니다({error}).</translation>
    </message>
    <message>
        <source>Only the first {max_text:,} characters of a text are read; the rest was cut off.</source>
        <translation>텍스트의 처음 {max_text:,}자만 읽고 나머지는 잘랐습니다.</translation>
    </message>
    <message>
        <source>The text has {longest:,} characters; the limit is {max_text:,}.</source>
        <translation>텍스트가 {longest:,}자인데, 한도는 {max_text:,}자입니다.</translation>
    </message>
    <message>
        <source>Use a part of it.</source>
        <translation>일부만 쓰세요.</translation>
    </message>
</context>
<context>
    <name>explorer.core.tokens</name>
    <message>
        <source>Tokenizing the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{actual:,} of {wanted:,} tokens: further ones would be too rare in its text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning at most {choice:,} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {MAX_VOCABULARIES} vocabularies of your own can be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tokenizer family {choice!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabularies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.core.training</name>
    <message>
        <source>Measuring some steps</source>
        <translation>몇 스텝 측정 중</translation>
    </message>
    <message>
        <source>Listing what can be trained</source>
        <translation>학습할 수 있는 것을 찾는 중</translation>
    </message>
    <message>
        <source>trained in several stages, one after the other. A later stage may have other data or settings, so a curve can jump there, and may not return to its earlier level.</source>
        <translation>여러 단계에 걸쳐 차례로 학습했습니다. 뒤 단계의 데이터나 설정이 다를 수 있어, 곡선이 그곳에서 뛰거나 이전 수준으로 돌아오지 않을 수 있습니다.</translation>
    </message>
    <message>
        <source>Training {name}</source>
        <translation>{name} 학습</translation>
    </message>
</context>
<context>
    <name>explorer.core.two_sentences</name>
    <message>
        <source>The sentences have no token in common.</source>
        <translation>두 문장에 공통된 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Write sentences more alike.</source>
        <translation>더 비슷한 문장을 쓰세요.</translation>
    </message>
    <message>
        <source>hidden states of its text</source>
        <translation>텍스트의 은닉 상태</translation>
    </message>
    <message>
        <source>{card} has no {what} to compare.</source>
        <translation>{card}에는 비교할 {what}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Choose another view.</source>
        <translation>다른 보기를 고르세요.</translation>
    </message>
    <message>
        <source>pseudo-log-likelihood: each token predicted while it alone is masked</source>
        <translation>유사 로그 가능도: 각 토큰을 그것만 마스킹하고 예측</translation>
    </message>
    <message>
        <source>log-likelihood: each token predicted from those before it</source>
        <translation>로그 가능도: 각 토큰을 그 앞의 토큰으로 예측</translation>
    </message>
    <message>
        <source>pseudo-log-likelihood: the decoder writes each token where it alone is left out</source>
        <translation>유사 로그 가능도: 각 토큰을 그것만 빼고 디코더가 씀</translation>
    </message>
    <message>
        <source>{card} has no trained head that predicts tokens, so a sentence has no likelihood.</source>
        <translation>{card}에는 토큰을 예측하도록 학습된 헤드가 없어 문장의 가능도를 구할 수 없습니다.</translation>
    </message>
    <message>
        <source>The other views may still compare its states.</source>
        <translation>다른 보기에서 상태를 비교할 수 있습니다.</translation>
    </message>
    <message>
        <source>There is no token to score.</source>
        <translation>점수를 매길 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>{card} has no mask token.</source>
        <translation>{card}에는 마스크 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>은닉 상태</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>어텐션 출력</translation>
    </message>
    <message>
        <source>head output</source>
        <translation>헤드 출력</translation>
    </message>
    <message>
        <source>feed-forward output</source>
        <translation>피드포워드 출력</translation>
    </message>
    <message>
        <source>marks answers in a passage</source>
        <translation>지문에서 답을 표시합니다</translation>
    </message>
    <message>
        <source>chooses between continuations</source>
        <translation>이어지는 글 중에서 고릅니다</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>모든 헤드</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>모든 토큰</translation>
    </message>
    <message>
        <source>Both sentences have no word to predict.</source>
        <translation>두 문장에 예측할 단어가 없습니다.</translation>
    </message>
    <message>
        <source>{sides} {kind}; patching follows a class, a tag, a score or a word.</source>
        <translation>{sides}은(는) {kind}. 패칭은 클래스, 태그, 점수, 단어를 따라갑니다.</translation>
    </message>
    <message>
        <source>Choose the model that it was fine-tuned from, or one that classifies sentences.</source>
        <translation>파인튜닝하기 전의 모델이나 문장을 분류하는 모델을 고르세요.</translation>
    </message>
    <message>
        <source>There is no other word to compare with.</source>
        <translation>비교할 다른 단어가 없습니다.</translation>
    </message>
    <message>
        <source>Write one above.</source>
        <translation>위에 하나 쓰세요.</translation>
    </message>
    <message>
        <source>The tokens beside “{first}” and “{second}” differ, so both cannot be patched alike.</source>
        <translation>“{first}”과(와) “{second}” 옆의 토큰이 서로 달라 둘을 같은 방식으로 패칭할 수 없습니다.</translation>
    </message>
    <message>
        <source>Choose other words.</source>
        <translation>다른 단어를 고르세요.</translation>
    </message>
    <message>
        <source>Patching covers at most {max_columns} tokens, these sentences have {columns}.</source>
        <translation>패칭은 최대 {max_columns}토큰까지인데 이 문장들은 {columns}토큰입니다.</translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation>문장을 줄이세요.</translation>
    </message>
    <message>
        <source>In {title} the {kind} cannot be replaced.</source>
        <translation>{title}에서는 {kind}을(를) 바꿀 수 없습니다.</translation>
    </message>
    <message>
        <source>Choose other states to patch.</source>
        <translation>패칭할 다른 상태를 고르세요.</translation>
    </message>
    <message>
        <source>{title} does not go on with a state that is replaced, so it cannot be patched.</source>
        <translation>{title}은(는) 바꾼 상태로 계산을 이어 가지 않으므로 패칭할 수 없습니다.</translation>
    </message>
    <message>
        <source>Layer {n}</source>
        <translation>{n}층</translation>
    </message>
    <message>
        <source>Head {n}</source>
        <translation>헤드 {n}</translation>
    </message>
    <message>
        <source>Patching</source>
        <translation>패칭 중</translation>
    </message>
    <message>
        <source>patches</source>
        <translation>패칭</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>비교하는 중</translation>
    </message>
    <message>
        <source>The view Likelihood still compares them. Choose a model that derives from the first.</source>
        <translation>가능도 보기에서는 비교할 수 있습니다. 첫째 모델에서 나온 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{one} and {other} have different tokenizers.</source>
        <translation>{one}과(와) {other}은(는) 토크나이저가 다릅니다.</translation>
    </message>
    <message>
        <source>{one} and {other} have layers of different shapes.</source>
        <translation>{one}과(와) {other}은(는) 층의 모양이 다릅니다.</translation>
    </message>
    <message>
        <source>“{side}” holds nothing that {title} can read.</source>
        <translation>“{side}”에는 {title}이(가) 읽을 수 있는 것이 없습니다.</translation>
    </message>
    <message>
        <source>Write another sentence.</source>
        <translation>다른 문장을 쓰세요.</translation>
    </message>
    <message>
        <source>Sentences of at most {max_tokens} tokens are compared.</source>
        <translation>최대 {max_tokens}토큰의 문장을 비교합니다.</translation>
    </message>
</context>
<context>
    <name>explorer.terminal</name>
    <message>
        <source>The {what} is longer than the {num_positions} tokens that the model takes: its last {num_cut} tokens were cut off.</source>
        <translation>{what}이(가) 모델이 받는 {num_positions}토큰보다 깁니다. 마지막 {num_cut}토큰을 잘랐습니다.</translation>
    </message>
    <message>
        <source>a bundled model, such as {bundled}; the folder of a checkpoint; or its id on the Hugging Face hub, such as {hub}</source>
        <translation>{bundled} 같은 내장 모델, 체크포인트의 폴더, 또는 {hub} 같은 Hugging Face 허브의 id</translation>
    </message>
    <message>
        <source>use only models of the Hugging Face hub that were downloaded before</source>
        <translation>전에 내려받은 Hugging Face 허브의 모델만 사용</translation>
    </message>
    <message>
        <source>the architecture of a folder whose config.json names no model_type, as in 2019: {model_types}</source>
        <translation>2019년처럼 config.json에 model_type이 없는 폴더의 구조: {model_types}</translation>
    </message>
    <message>
        <source>Qt cannot be loaded ({error}).</source>
        <translation>Qt를 불러올 수 없습니다({error}).</translation>
    </message>
    <message>
        <source>Install PySide6-Essentials and, on a server, libegl1 and libfontconfig1.</source>
        <translation>PySide6-Essentials를 설치하고, 서버에서는 libegl1과 libfontconfig1도 설치하세요.</translation>
    </message>
    <message>
        <source>{repo_id} is not in the cache of the Hugging Face hub.</source>
        <translation>{repo_id}은(는) Hugging Face 허브의 캐시에 없습니다.</translation>
    </message>
    <message>
        <source>Leave out --offline to download it.</source>
        <translation>내려받으려면 --offline을 빼세요.</translation>
    </message>
    <message>
        <source>step {step}/{steps}  loss {losses}</source>
        <translation>스텝 {step}/{steps}  손실 {losses}</translation>
    </message>
    <message>
        <source>  {first:,.0f} tokens/s  {clock} left</source>
        <translation>  초당 {first:,.0f}토큰  {clock} 남음</translation>
    </message>
    <message>
        <source>held out, n-gram baselines  {baselines}</source>
        <translation>평가용, n-gram 기준  {baselines}</translation>
    </message>
    <message>
        <source>step {step}  held out  {metrics}</source>
        <translation>스텝 {step}  평가용  {metrics}</translation>
    </message>
</context>
<context>
    <name>explorer.ui.controls</name>
    <message>
        <source>How weights become colours. On a linear scale a weight of 0.5 is half of the scale; a square-root scale makes small weights visible</source>
        <translation>가중치를 색으로 바꾸는 방법입니다. 선형 눈금에서 가중치 0.5는 눈금의 절반이고, 제곱근 눈금에서는 작은 가중치도 보입니다</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Linear scale</source>
        <translation>선형 눈금</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>색 눈금</translation>
    </message>
    <message>
        <source>The progress is saved; Resume continues from there.</source>
        <translation>진행 상황이 저장되었습니다. 이어서 하기로 계속합니다.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>멈추고 저장</translation>
    </message>
    <message>
        <source>The program made a mistake here. Saved checkpoints are untouched.</source>
        <translation>프로그램이 여기서 잘못했습니다. 저장된 체크포인트는 그대로입니다.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>이어서 하기</translation>
    </message>
    <message>
        <source> at step {progress:,.0f}</source>
        <translation> (스텝 {progress:,.0f})</translation>
    </message>
    <message>
        <source>Resume it</source>
        <translation>이어서 하기</translation>
    </message>
    <message>
        <source>Paused{reached}</source>
        <translation>일시 정지됨{reached}</translation>
    </message>
    <message>
        <source>{title} is finished.</source>
        <translation>{title}이(가) 끝났습니다.</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>끝나지 않음</translation>
    </message>
    <message>
        <source>Stopped{reached}. {saved}</source>
        <translation>멈춤{reached}. {saved}</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>취소했습니다.</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was measured.</source>
        <translation>취소했습니다. 측정한 것은 없습니다.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Batches, each with one update of the weights</source>
        <translation>배치 수. 배치마다 가중치를 한 번 고칩니다</translation>
    </message>
    <message>
        <source>At its maximum; afterwards it falls to zero</source>
        <translation>최댓값이며, 그 뒤 0까지 줄어듭니다</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>프로세서(CPU)</translation>
    </message>
    <message>
        <source>Apple GPU (MPS)</source>
        <translation>Apple GPU(MPS)</translation>
    </message>
    <message>
        <source>Its name in the library</source>
        <translation>라이브러리에서 쓸 이름</translation>
    </message>
    <message>
        <source>Training text</source>
        <translation>학습 텍스트</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Examples in each step</source>
        <translation>스텝마다 쓰는 예의 수</translation>
    </message>
    <message>
        <source>Tokens in each example</source>
        <translation>예마다 쓰는 토큰의 수</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Measuring time and memory of this run …</source>
        <translation>이 학습의 시간과 메모리를 재는 중 …</translation>
    </message>
    <message>
        <source>Preparing the text takes additional time before training.</source>
        <translation>학습 전에 텍스트를 준비하는 시간이 더 듭니다.</translation>
    </message>
    <message>
        <source>Add {names} to the chosen models, in every panel</source>
        <translation>{names}을(를) 모든 패널의 선택한 모델에 추가</translation>
    </message>
    <message>
        <source>Already chosen above.</source>
        <translation>위에 이미 선택되어 있습니다.</translation>
    </message>
    <message>
        <source>There is no room for {{names}}: at most {max_models} models side by side. Remove {{surplus}} above first.</source>
        <translation>{{names}}을(를) 넣을 자리가 없습니다. 모델은 최대 {max_models}개까지 나란히 놓입니다. 먼저 위에서 {{surplus}}을(를) 빼세요.</translation>
    </message>
    <message>
        <source>{count:,} parameters</source>
        <translation>파라미터 {count:,}개</translation>
    </message>
    <message>
        <source>{models} · about {memory} of memory to train · about {time} for {steps:,} steps on this computer, estimated from {measured} of its steps just now. {preparing}</source>
        <translation>{models} · 학습에 메모리 약 {memory} · 이 컴퓨터에서 {steps:,}스텝에 약 {time}. 방금 {measured}스텝을 재어 추정했습니다. {preparing}</translation>
    </message>
    <message>
        <source>{count} models one after the other (student, then its twin without the teacher), {each}</source>
        <translation>모델 {count}개를 차례로(학생, 그다음 교사 없는 쌍둥이), {each}</translation>
    </message>
    <message>
        <source>{count:,} parameters each</source>
        <translation>각각 파라미터 {count:,}개</translation>
    </message>
    <message>
        <source>The village is a corner of the mini-world with about two hundred words</source>
        <translation>마을은 미니 월드의 한 부분으로, 단어가 약 200개입니다</translation>
    </message>
    <message>
        <source>Share of English in the text; the rest is Korean</source>
        <translation>텍스트에서 영어의 비율이며, 나머지는 한국어입니다</translation>
    </message>
    <message>
        <source>Each language is sampled with the probability of its share of the text to the power of alpha, normalized: 1 keeps the shares, 0 makes them equal. It matters where the shares differ.</source>
        <translation>각 언어를 텍스트에서 차지하는 비율의 알파 제곱에 비례하는 확률로 샘플링합니다. 1이면 비율이 그대로이고 0이면 모두 같아집니다. 비율이 서로 다를 때 의미가 있습니다.</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>알파</translation>
    </message>
    <message>
        <source>Own text file…</source>
        <translation>내 텍스트 파일…</translation>
    </message>
    <message>
        <source>The village</source>
        <translation>마을</translation>
    </message>
    <message>
        <source>Examples of tasks</source>
        <translation>과제의 예</translation>
    </message>
    <message>
        <source>The mini-world and examples</source>
        <translation>미니 월드와 예</translation>
    </message>
    <message>
        <source>Long documents with questions</source>
        <translation>질문이 있는 긴 문서</translation>
    </message>
    <message>
        <source>{languages} % English, {english_percent} % Korean</source>
        <translation>영어 {languages} %, 한국어 {english_percent} %</translation>
    </message>
    <message>
        <source>Language of the text</source>
        <translation>텍스트의 언어</translation>
    </message>
    <message>
        <source>Share of English</source>
        <translation>영어의 비율</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>알파</translation>
    </message>
    <message>
        <source>Sampled: {languages:.0f} % English</source>
        <translation>샘플링: 영어 {languages:.0f} %</translation>
    </message>
    <message>
        <source>Text to train on</source>
        <translation>학습할 텍스트</translation>
    </message>
    <message>
        <source>Text (*.txt *.md);;All files (*)</source>
        <translation>텍스트 (*.txt *.md);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Published checkpoints were trained on far more text</source>
        <translation>공개된 체크포인트는 훨씬 많은 텍스트로 학습했습니다</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>시험해 보기</translation>
    </message>
    <message>
        <source>Add a large model…</source>
        <translation>큰 모델 추가…</translation>
    </message>
    <message>
        <source>Looking up words</source>
        <translation>단어를 찾는 중</translation>
    </message>
</context>
<context>
    <name>explorer.ui.dialogs</name>
    <message>
        <source>Something went wrong</source>
        <translation>문제가 생겼습니다</translation>
    </message>
    <message>
        <source>This is a mistake in the program, not yours. You can continue; your models and runs are untouched. The details below help to repair it.</source>
        <translation>사용자가 아니라 프로그램의 잘못입니다. 계속할 수 있으며, 모델과 학습 결과는 그대로입니다. 아래 내용이 고치는 데 도움이 됩니다.</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>내용 복사</translation>
    </message>
    <message>
        <source>The downloaded part is saved; the download can be resumed</source>
        <translation>내려받은 부분은 저장되어 있어 이어서 받을 수 있습니다</translation>
    </message>
    <message>
        <source>Choose a model, or write its id as OWNER/NAME. You see its size and licence first.</source>
        <translation>모델을 고르거나 id를 OWNER/NAME으로 쓰세요. 크기와 라이선스를 먼저 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>licence not stated</source>
        <translation>라이선스 명시 없음</translation>
    </message>
    <message>
        <source>{text} · on this machine</source>
        <translation>{text} · 이 컴퓨터에 있음</translation>
    </message>
    <message>
        <source>{model}, {size} in {files} files; complete. {licence}</source>
        <translation>{model}, 파일 {files}개에 {size}, 완전함. {licence}</translation>
    </message>
    <message>
        <source>Id of a model on the Hugging Face hub</source>
        <translation>Hugging Face 허브의 모델 id</translation>
    </message>
    <message>
        <source>Known models of the Hugging Face hub</source>
        <translation>알려진 Hugging Face 허브 모델</translation>
    </message>
    <message>
        <source>OWNER/NAME on the hub, or words to find a model</source>
        <translation>허브의 OWNER/NAME 또는 찾을 단어</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>사용</translation>
    </message>
    <message>
        <source>Resume download</source>
        <translation>이어서 내려받기</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>내려받기</translation>
    </message>
    <message>
        <source>No known model is called “{words}”. Write its complete id, as OWNER/NAME.</source>
        <translation>“{words}”라는 알려진 모델이 없습니다. 전체 id를 OWNER/NAME으로 쓰세요.</translation>
    </message>
    <message>
        <source>{repo_id} is on this machine, and opens without a connection.</source>
        <translation>{repo_id}은(는) 이 컴퓨터에 있어 연결 없이 열립니다.</translation>
    </message>
    <message>
        <source>Looking up {repo_id} …</source>
        <translation>{repo_id} 찾는 중 …</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>{model:,} parameters in its weights.</source>
        <translation>가중치에 파라미터 {model:,}개가 있습니다.</translation>
    </message>
    <message>
        <source>{here} of {size} are on this machine already.</source>
        <translation>{size} 중 {here}은(는) 이미 이 컴퓨터에 있습니다.</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>멈추는 중</translation>
    </message>
    <message>
        <source>Download {model}</source>
        <translation>{model} 내려받기</translation>
    </message>
    <message>
        <source>{written}
On the Hugging Face hub</source>
        <translation>{written}
Hugging Face 허브에서</translation>
    </message>
    <message>
        <source>There are {} models side by side, the most that fit.</source>
        <translation>모델 {}개가 나란히 있어 더 넣을 수 없습니다.</translation>
    </message>
    <message>
        <source>choose which</source>
        <translation>선택 필요</translation>
    </message>
    <message>
        <source>The config.json of {name} names no model_type, as those of 2019 did not.
The names of its weights fit the first of these best:</source>
        <translation>{name}의 config.json에는 2019년의 것처럼 model_type이 없습니다.
가중치의 이름은 다음 중 첫째와 가장 잘 맞습니다:</translation>
    </message>
    <message>
        <source>A checkpoint: config.json, model.safetensors, and a tokenizer.json, vocab.txt, spiece.model, or vocab.json with merges.txt</source>
        <translation>체크포인트: config.json, model.safetensors와 함께 tokenizer.json, vocab.txt, spiece.model, 또는 vocab.json과 merges.txt</translation>
    </message>
    <message>
        <source>The model to replace</source>
        <translation>바꿀 모델</translation>
    </message>
    <message>
        <source>Library of models</source>
        <translation>모델 라이브러리</translation>
    </message>
    <message>
        <source>Which architecture is it?</source>
        <translation>어떤 구조인가요?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>라이브러리</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>이름으로</translation>
    </message>
    <message>
        <source>Download a published model from the Hugging Face hub</source>
        <translation>Hugging Face 허브에서 공개된 모델 내려받기</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>폴더 열기…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>모델이 든 폴더</translation>
    </message>
    <message>
        <source>What can be done with the marked model</source>
        <translation>표시한 모델로 할 수 있는 일</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>First choose below which model gives its place</source>
        <translation>먼저 아래에서 어느 모델과 바꿀지 고르세요</translation>
    </message>
    <message>
        <source>Use this one in place of</source>
        <translation>이것으로 바꿀 모델</translation>
    </message>
    <message>
        <source>There are no models. Open a folder that holds one.</source>
        <translation>모델이 없습니다. 모델이 든 폴더를 여세요.</translation>
    </message>
    <message>
        <source>No model here is called “{}”. Open its folder, or go to By name.</source>
        <translation>“{}”라는 모델이 여기에 없습니다. 폴더를 열거나 ‘이름으로’를 쓰세요.</translation>
    </message>
    <message>
        <source>With the program</source>
        <translation>프로그램에 포함</translation>
    </message>
    <message>
        <source>Trained here</source>
        <translation>여기서 학습함</translation>
    </message>
    <message>
        <source>Opened folders and downloads</source>
        <translation>연 폴더와 내려받은 모델</translation>
    </message>
    <message>
        <source>Find a model by its name or family</source>
        <translation>이름이나 계열로 모델 찾기</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>모델 찾기</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>폴더 보기</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>이름 바꾸기…</translation>
    </message>
    <message>
        <source>Move to trash…</source>
        <translation>휴지통으로…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>목록에서 지우기</translation>
    </message>
    <message>
        <source>The folder stays as it is, and can be opened again</source>
        <translation>폴더는 그대로 남고, 다시 열 수 있습니다</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Name of the model (its folder stays where it is):</source>
        <translation>모델의 이름(폴더는 그대로 있습니다):</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>휴지통으로</translation>
    </message>
    <message>
        <source>Move {entry} to the trash?</source>
        <translation>{entry}을(를) 휴지통으로 옮길까요?</translation>
    </message>
    <message>
        <source>{entry}

It can be restored from the trash. If the window shows it now, it is removed from there.</source>
        <translation>{entry}

휴지통에서 되돌릴 수 있습니다. 지금 창에 표시되어 있으면 거기서 빠집니다.</translation>
    </message>
    <message>
        <source>No file manager could be started.</source>
        <translation>파일 관리자를 시작할 수 없습니다.</translation>
    </message>
    <message>
        <source>The folder is {entry}.</source>
        <translation>폴더는 {entry}입니다.</translation>
    </message>
    <message>
        <source>{entry} could not be moved to the trash.</source>
        <translation>{entry}을(를) 휴지통으로 옮길 수 없습니다.</translation>
    </message>
    <message>
        <source>Delete it in the file manager, by Show folder.</source>
        <translation>‘폴더 보기’로 파일 관리자에서 삭제하세요.</translation>
    </message>
    <message>
        <source>Mark the first cell of a picture</source>
        <translation>그림의 첫 칸 표시</translation>
    </message>
    <message>
        <source>Mark the next cell in that direction; its numbers are read aloud</source>
        <translation>그 방향의 다음 칸 표시. 숫자를 읽어 줍니다</translation>
    </message>
    <message>
        <source>Select the marked cell in all panels</source>
        <translation>표시한 칸을 모든 패널에서 선택</translation>
    </message>
    <message>
        <source>Zoom into a chart; a double click shows all of it again</source>
        <translation>차트 확대. 두 번 클릭하면 다시 전체가 보입니다</translation>
    </message>
    <message>
        <source>Step back, next step</source>
        <translation>이전 단계, 다음 단계</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>투어 끝내기</translation>
    </message>
    <message>
        <source>Previous step, next step of the forward pass</source>
        <translation>순전파의 이전 단계, 다음 단계</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>키보드 단축키</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Guided tour</source>
        <translation>안내 투어</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>마침</translation>
    </message>
</context>
<context>
    <name>explorer.ui.export</name>
    <message>
        <source>Copied {} lines of Python, which make this figure in a notebook or a script.</source>
        <translation>이 그림을 노트북이나 스크립트에서 만드는 Python {}줄을 복사했습니다.</translation>
    </message>
    <message>
        <source>There is no picture to export yet.</source>
        <translation>아직 내보낼 그림이 없습니다.</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>파일 {count}개</translation>
    </message>
    <message>
        <source>Wrote {names} into {folder}.</source>
        <translation>{names}을(를) {folder}에 썼습니다.</translation>
    </message>
    <message>
        <source>Without {without}: there is no picture yet.</source>
        <translation>{without} 제외: 아직 그림이 없습니다.</translation>
    </message>
    <message>
        <source>Preparing {count} more figure …</source>
        <translation>그림 {count}개를 더 준비하는 중 …</translation>
    </message>
    <message>
        <source>Preparing {count} more figures …</source>
        <translation>그림 {count}개를 더 준비하는 중 …</translation>
    </message>
    <message>
        <source>No program here shows folders. The files are in {folder}.</source>
        <translation>여기에는 폴더를 보여 줄 프로그램이 없습니다. 파일은 {folder}에 있습니다.</translation>
    </message>
    <message>
        <source>PNG, pixels</source>
        <translation>PNG, 픽셀</translation>
    </message>
    <message>
        <source>SVG, vector</source>
        <translation>SVG, 벡터</translation>
    </message>
    <message>
        <source>PDF, vector</source>
        <translation>PDF, 벡터</translation>
    </message>
    <message>
        <source>CSV, the numbers</source>
        <translation>CSV, 숫자</translation>
    </message>
    <message>
        <source>JSON, the numbers</source>
        <translation>JSON, 숫자</translation>
    </message>
    <message>
        <source>The figure with its caption, and BibTeX entries of its papers</source>
        <translation>그림과 설명, 논문의 BibTeX 항목</translation>
    </message>
    <message>
        <source>Write the new files under names with a number</source>
        <translation>번호를 붙인 이름으로 새 파일 쓰기</translation>
    </message>
    <message>
        <source>The figure could not be drawn because of an error in the program. A window has the details.</source>
        <translation>프로그램의 오류로 그림을 그리지 못했습니다. 자세한 내용은 다른 창에 있습니다.</translation>
    </message>
    <message>
        <source>The LaTeX figure, its caption and BibTeX entries are on the clipboard.</source>
        <translation>LaTeX 그림과 설명, BibTeX 항목을 클립보드에 복사했습니다.</translation>
    </message>
    <message>
        <source> and {there} more</source>
        <translation> 외 {there}개</translation>
    </message>
    <message>
        <source>Already in this folder: {names}{more}.</source>
        <translation>이 폴더에 이미 있음: {names}{more}.</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>그림을 클립보드에 복사했습니다.</translation>
    </message>
    <message>
        <source>Export {count} figure</source>
        <translation>그림 {count}개 내보내기</translation>
    </message>
    <message>
        <source>Export {count} figures</source>
        <translation>그림 {count}개 내보내기</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>The format is added to it, as in attention.pdf</source>
        <translation>형식이 덧붙습니다. 예: attention.pdf</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>선택…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>그림 복사</translation>
    </message>
    <message>
        <source>Copy LaTeX</source>
        <translation>LaTeX 복사</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>둘 다 유지</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>저장할 곳</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>Choose at least one format.</source>
        <translation>형식을 하나 이상 고르세요.</translation>
    </message>
    <message>
        <source>No folder is chosen.</source>
        <translation>선택한 폴더가 없습니다.</translation>
    </message>
    <message>
        <source>Choose where the files shall go.</source>
        <translation>파일을 둘 곳을 고르세요.</translation>
    </message>
    <message>
        <source>The folder holds a character that no path can hold.</source>
        <translation>폴더에 경로로 쓸 수 없는 문자가 있습니다.</translation>
    </message>
    <message>
        <source>{folder} cannot be written ({there} is a file).</source>
        <translation>{folder}에 쓸 수 없습니다({there}은(는) 파일입니다).</translation>
    </message>
    <message>
        <source>{folder} cannot be written (permission denied).</source>
        <translation>{folder}에 쓸 수 없습니다(권한 없음).</translation>
    </message>
    <message>
        <source>The figure has no name.</source>
        <translation>그림에 이름이 없습니다.</translation>
    </message>
    <message>
        <source>Write a name for its files.</source>
        <translation>파일의 이름을 쓰세요.</translation>
    </message>
    <message>
        <source>The name of a file cannot hold {strange!r}.</source>
        <translation>파일 이름에는 {strange!r}을 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Write another name.</source>
        <translation>다른 이름을 쓰세요.</translation>
    </message>
    <message>
        <source>{name} is the name of a device on some systems.</source>
        <translation>{name}은(는) 어떤 시스템에서 장치의 이름입니다.</translation>
    </message>
    <message>
        <source>The name is too long for a file.</source>
        <translation>파일 이름으로는 너무 깁니다.</translation>
    </message>
    <message>
        <source>Write a shorter one.</source>
        <translation>더 짧게 쓰세요.</translation>
    </message>
    <message>
        <source>Writing the files</source>
        <translation>파일을 쓰는 중</translation>
    </message>
    <message>
        <source>Drawing {number} of {files}: {path}</source>
        <translation>{number}/{files} 그리는 중: {path}</translation>
    </message>
    <message>
        <source> {number} of {drawn} files are written.</source>
        <translation> 파일 {drawn}개 중 {number}개를 썼습니다.</translation>
    </message>
    <message>
        <source>{count} page</source>
        <translation>{count}쪽</translation>
    </message>
    <message>
        <source>{count} pages</source>
        <translation>{count}쪽</translation>
    </message>
    <message>
        <source> dots per inch</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Dark ground</source>
        <translation>어두운 바탕</translation>
    </message>
    <message>
        <source>Caption with all that reproduces the figure</source>
        <translation>그림을 재현하는 모든 정보를 담은 설명</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Dots per inch of the PNG</source>
        <translation>PNG의 해상도(dpi)</translation>
    </message>
    <message>
        <source>{size}
{count} figures: {pages}</source>
        <translation>{size}
그림 {count}개: {pages}</translation>
    </message>
    <message>
        <source>{width:,} × {height:,} pixels</source>
        <translation>{width:,} × {height:,} 픽셀</translation>
    </message>
    <message>
        <source>There is nothing to export yet.</source>
        <translation>아직 내보낼 것이 없습니다.</translation>
    </message>
    <message>
        <source>{title}, {number} of {count}</source>
        <translation>{title}, {number}/{count}</translation>
    </message>
    <message>
        <source>Preview of the figure {title}</source>
        <translation>그림 {title}의 미리 보기</translation>
    </message>
    <message>
        <source>Export this one</source>
        <translation>이 그림 내보내기</translation>
    </message>
    <message>
        <source>{title} figure</source>
        <translation>{title} 그림</translation>
    </message>
    <message>
        <source>Section {box}</source>
        <translation>{box} 부분</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>There is no figure to copy yet.</source>
        <translation>아직 복사할 그림이 없습니다.</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>그리는 중</translation>
    </message>
    <message>
        <source>Laying out {figure}</source>
        <translation>{figure} 배치하는 중</translation>
    </message>
    <message>
        <source>The picture would be {size:,} by {height:,} pixels.</source>
        <translation>그림이 {size:,} × {height:,} 픽셀이 됩니다.</translation>
    </message>
    <message>
        <source>Choose fewer dots per inch, or SVG or PDF.</source>
        <translation>해상도를 낮추거나 SVG 또는 PDF를 고르세요.</translation>
    </message>
</context>
<context>
    <name>explorer.ui.graphics</name>
    <message>
        <source>Picture</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>word</source>
        <translation>단어</translation>
    </message>
    <message>
        <source>a sentinel and the span that it replaces, in the same colour</source>
        <translation>센티널과 그것이 대신하는 스팬은 같은 색입니다</translation>
    </message>
    <message>
        <source>{name}: click to hide this curve</source>
        <translation>{name}: 클릭하면 이 곡선을 숨깁니다</translation>
    </message>
    <message>
        <source>{name}: click to show this curve</source>
        <translation>{name}: 클릭하면 이 곡선을 표시합니다</translation>
    </message>
    <message>
        <source>was</source>
        <translation>원래</translation>
    </message>
</context>
<context>
    <name>explorer.ui.graphics.charts</name>
    <message>
        <source>← {share:.0%} back</source>
        <translation>← 앞쪽 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.1%} of the attention goes to earlier tokens</source>
        <translation>어텐션의 {share:.1%}가 앞쪽 토큰으로 갑니다</translation>
    </message>
    <message>
        <source>{share:.0%} itself</source>
        <translation>자기 자신 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.1%} of the attention goes to the token itself</source>
        <translation>어텐션의 {share:.1%}가 토큰 자신으로 갑니다</translation>
    </message>
    <message>
        <source>{share:.0%} ahead →</source>
        <translation>뒤쪽 {share:.0%} →</translation>
    </message>
    <message>
        <source>{share:.1%} of the attention goes to later tokens</source>
        <translation>어텐션의 {share:.1%}가 뒤쪽 토큰으로 갑니다</translation>
    </message>
    <message>
        <source>{share:.0%} alike</source>
        <translation>같음 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.1%} is the same, of a row, on average over all rows</source>
        <translation>모든 행의 평균으로, 한 행의 {share:.1%}가 같습니다</translation>
    </message>
    <message>
        <source>{share:.0%} elsewhere</source>
        <translation>다른 곳 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.1%} goes to other tokens, of a row, on average over all rows</source>
        <translation>모든 행의 평균으로, 한 행의 {share:.1%}가 다른 토큰으로 갑니다</translation>
    </message>
    <message>
        <source>Ctrl and the wheel zoom, dragging moves, a double click shows all again</source>
        <translation>Ctrl+휠로 확대·축소, 끌어서 이동, 두 번 클릭하면 전체 보기</translation>
    </message>
    <message>
        <source>second stage begins</source>
        <translation>두 번째 단계 시작</translation>
    </message>
    <message>
        <source>next stage begins</source>
        <translation>다음 단계 시작</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source> (at {position:,.6g})</source>
        <translation> ({position:,.6g}에서)</translation>
    </message>
    <message>
        <source>{count} points: {x}, {y}</source>
        <translation>점 {count}개: {x}, {y}</translation>
    </message>
    <message>
        <source>{how_to_zoom}; a click selects</source>
        <translation>{how_to_zoom}, 클릭하면 선택</translation>
    </message>
</context>
<context>
    <name>explorer.ui.graphics.maps</name>
    <message>
        <source>attention weight</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>{layer}층 헤드 {head}</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {value} {unit}</source>
        <translation>{layer}층 헤드 {head}: {value} {unit}</translation>
    </message>
    <message>
        <source>, switched off</source>
        <translation>, 꺼짐</translation>
    </message>
    <message>
        <source>from</source>
        <translation>보는 쪽</translation>
    </message>
    <message>
        <source>attends to</source>
        <translation>보는 대상</translation>
    </message>
    <message>
        <source>{token} attends most to {other} ({weight})</source>
        <translation>{token}이(가) 가장 많이 보는 토큰: {other} ({weight})</translation>
    </message>
    <message>
        <source>{token} is attended to most by {other} ({weight})</source>
        <translation>{token}을(를) 가장 많이 보는 토큰: {other} ({weight})</translation>
    </message>
</context>
<context>
    <name>explorer.ui.graphics.tokens</name>
    <message>
        <source>not chosen</source>
        <translation>선택되지 않음</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>마스킹됨</translation>
    </message>
    <message>
        <source>replaced by a random token</source>
        <translation>무작위 토큰으로 교체됨</translation>
    </message>
    <message>
        <source>chosen, unchanged</source>
        <translation>선택되었으나 그대로 둠</translation>
    </message>
    <message>
        <source>replaced by the generator</source>
        <translation>생성기가 교체함</translation>
    </message>
    <message>
        <source>replaces a span</source>
        <translation>스팬을 대신함</translation>
    </message>
    <message>
        <source>predicted in the order</source>
        <translation>순서대로 예측됨</translation>
    </message>
    <message>
        <source>Epoch {epoch}, {token}: {change}; chosen in {times} of {count} epochs</source>
        <translation>에포크 {epoch}, {token}: {change}, 에포크 {count}개 중 {times}개에서 선택됨</translation>
    </message>
    <message>
        <source>{row} does not attend to {column}</source>
        <translation>{row}은(는) {column}을(를) 보지 않음</translation>
    </message>
    <message>
        <source>dropped with its span</source>
        <translation>스팬과 함께 제거됨</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>자기 자신</translation>
    </message>
    <message>
        <source>{row} attends to {column}</source>
        <translation>{row}은(는) {column}을(를) 봄</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panel_base</name>
    <message>
        <source>layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>and “{text}”</source>
        <translation>및 “{text}”</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>시드 {seed}</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>view {name}</source>
        <translation>보기 {name}</translation>
    </message>
    <message>
        <source>Reading {key}</source>
        <translation>{key} 읽는 중</translation>
    </message>
    <message>
        <source>the models</source>
        <translation>선택한 모델</translation>
    </message>
    <message>
        <source>Python cannot make this figure: it shows a run of this session. Its curves can be made again once its model is chosen and the program was restarted.</source>
        <translation>이 그림은 이번 세션의 학습을 보여 주므로 Python으로 만들 수 없습니다. 곡선은 그 모델을 선택하고 프로그램을 다시 시작하면 만들 수 있습니다.</translation>
    </message>
    <message>
        <source>Python cannot make this figure: it shows what was measured here, by a button.</source>
        <translation>이 그림은 버튼을 눌러 여기서 측정한 것이므로 Python으로 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>None of the chosen models can be used.</source>
        <translation>선택한 모델 중 쓸 수 있는 것이 없습니다.</translation>
    </message>
    <message>
        <source>No model is chosen.</source>
        <translation>선택한 모델이 없습니다.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>모델 선택</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>The program made a mistake here. A window shows the details.</source>
        <translation>프로그램이 여기서 잘못했습니다. 자세한 내용은 다른 창에 있습니다.</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>살펴보기</translation>
    </message>
    <message>
        <source>Make</source>
        <translation>만들기</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교하기</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.attention</name>
    <message>
        <source>← key before the query     key after it →</source>
        <translation>← 쿼리 앞의 키     쿼리 뒤의 키 →</translation>
    </message>
    <message>
        <source>← key before the query</source>
        <translation>← 쿼리 앞의 키</translation>
    </message>
    <message>
        <source>{value} for a key {near} to {far} tokens after</source>
        <translation>토큰 {near}~{far}개 뒤의 키에 {value}</translation>
    </message>
    <message>
        <source>; switched off</source>
        <translation>, 꺼짐</translation>
    </message>
    <message>
        <source>{value} for a key at the query itself</source>
        <translation>쿼리 자신의 위치에 있는 키에 {value}</translation>
    </message>
    <message>
        <source>{value} for a key {near} tokens before</source>
        <translation>토큰 {near}개 앞의 키에 {value}</translation>
    </message>
    <message>
        <source>{value} for a key {near} tokens after</source>
        <translation>토큰 {near}개 뒤의 키에 {value}</translation>
    </message>
    <message>
        <source>{value} for a key {near} to {far} tokens before</source>
        <translation>토큰 {near}~{far}개 앞의 키에 {value}</translation>
    </message>
    <message>
        <source>Head {head}</source>
        <translation>헤드 {head}</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>모든 층</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>모든 헤드</translation>
    </message>
    <message>
        <source>Head {number}</source>
        <translation>헤드 {number}</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>Options of {model}: its attention, and what is switched off</source>
        <translation>{model}의 옵션: 어텐션과 꺼 둔 것</translation>
    </message>
    <message>
        <source>Options of {model}</source>
        <translation>{model}의 옵션</translation>
    </message>
    <message>
        <source>Switch layer {layer}, head {head} off</source>
        <translation>{layer}층 헤드 {head} 끄기</translation>
    </message>
    <message>
        <source>Switch layer {layer}, head {head} on</source>
        <translation>{layer}층 헤드 {head} 켜기</translation>
    </message>
    <message>
        <source>Which attention of {model} is shown</source>
        <translation>{model}에서 표시할 어텐션</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>평소대로</translation>
    </message>
    <message>
        <source>{term} in the score</source>
        <translation>점수에 {term} 포함</translation>
    </message>
    <message>
        <source>by itself: {own}</source>
        <translation>스스로 쓴 것: {own}</translation>
    </message>
    <message>
        <source>by itself</source>
        <translation>스스로 쓴 것</translation>
    </message>
    <message>
        <source>No clear function</source>
        <translation>뚜렷한 기능 없음</translation>
    </message>
    <message>
        <source>Mini-world</source>
        <translation>미니 세계</translation>
    </message>
    <message>
        <source>Mini-world, English</source>
        <translation>미니 세계, 영어</translation>
    </message>
    <message>
        <source>Mini-world, Korean</source>
        <translation>미니 세계, 한국어</translation>
    </message>
    <message>
        <source>Village</source>
        <translation>마을</translation>
    </message>
    <message>
        <source>By {function}</source>
        <translation>{function} 순</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>층 순</translation>
    </message>
    <message>
        <source>By function</source>
        <translation>기능 순</translation>
    </message>
    <message>
        <source>By ablation</source>
        <translation>제거 효과 순</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>모든 모델</translation>
    </message>
    <message>
        <source>Any function</source>
        <translation>모든 기능</translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>우연</translation>
    </message>
    <message>
        <source>Punct.</source>
        <translation>부호</translation>
    </message>
    <message>
        <source>Same word</source>
        <translation>같은 단어</translation>
    </message>
    <message>
        <source>Induc- tion</source>
        <translation>귀납</translation>
    </message>
    <message>
        <source>Verb → subj.</source>
        <translation>동사 → 주어</translation>
    </message>
    <message>
        <source>Adj. → noun</source>
        <translation>형용사 → 명사</translation>
    </message>
    <message>
        <source>Pron. → name</source>
        <translation>대명사 → 이름</translation>
    </message>
    <message>
        <source>Coun. → cap.</source>
        <translation>국가 → 수도</translation>
    </message>
    <message>
        <source>Cap. → coun.</source>
        <translation>수도 → 국가</translation>
    </message>
    <message>
        <source>{model}, layer {layer}, head {head}</source>
        <translation>{model}, {layer}층 헤드 {head}</translation>
    </message>
    <message>
        <source>the {source}</source>
        <translation>{source}</translation>
    </message>
    <message>
        <source>{mean:.2f}{interval}, chance {chance:.2f}, {count} sentences</source>
        <translation>{mean:.2f}{interval}, 우연 수준 {chance:.2f}, 문장 {count}개</translation>
    </message>
    <message>
        <source>None clear</source>
        <translation>뚜렷하지 않음</translation>
    </message>
    <message>
        <source>{count} sentences of {source}, seed {seed}, and further ones for relations; mean attention weight</source>
        <translation>{source}의 문장 {count}개(시드 {seed})와 관계를 위한 추가 문장, 평균 어텐션 가중치</translation>
    </message>
    <message>
        <source> (95 % interval {low:.2f} to {high:.2f})</source>
        <translation> (95 % 신뢰 구간 {low:.2f}~{high:.2f})</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>기능</translation>
    </message>
    <message>
        <source>Abla- tion</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>mean absolute gradient</source>
        <translation>평균 절대 기울기</translation>
    </message>
    <message>
        <source>← loss falls without the head, loss grows →</source>
        <translation>← 헤드가 없으면 손실 감소, 손실 증가 →</translation>
    </message>
    <message>
        <source>In {unit}, {count} sentences.</source>
        <translation>단위: {unit}, 문장 {count}개.</translation>
    </message>
    <message>
        <source>{mean} (95 % interval {low} to {high})</source>
        <translation>{mean} (95 % 신뢰 구간 {low}~{high})</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>중요도</translation>
    </message>
    <message>
        <source> Rank correlation of both: {correlation}.</source>
        <translation> 두 값의 순위 상관: {correlation}.</translation>
    </message>
    <message>
        <source>cannot be switched off;</source>
        <translation>끌 수 없음;</translation>
    </message>
    <message>
        <source>Ablation</source>
        <translation>제거 실험</translation>
    </message>
    <message>
        <source>Gradient, 0 to {most}</source>
        <translation>기울기, 0~{most}</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>Click a token or a head to see it here, or a map to let it fill the panel.</source>
        <translation>토큰이나 헤드를 클릭하면 여기에 표시되고, 맵을 클릭하면 패널 전체에 표시됩니다.</translation>
    </message>
    <message>
        <source>Each row is a token, and its colours say which tokens it attends to.</source>
        <translation>한 행이 토큰 하나이며, 색은 그 토큰이 어떤 토큰을 보는지 나타냅니다.</translation>
    </message>
    <message>
        <source>Click a row or a cell to see that head here, and its maps in the other views.</source>
        <translation>행이나 칸을 클릭하면 그 헤드가 여기에, 그 맵이 다른 보기에 표시됩니다.</translation>
    </message>
    <message>
        <source>Type a sentence above to see which of its tokens attend to which.</source>
        <translation>어느 토큰이 어느 토큰을 보는지 보려면 위에 문장을 입력하세요.</translation>
    </message>
    <message>
        <source>Switch off in {model}</source>
        <translation>{model}에서 끄기</translation>
    </message>
    <message>
        <source>Switch on in {model}</source>
        <translation>{model}에서 켜기</translation>
    </message>
    <message>
        <source>attention of words, mean of both directions</source>
        <translation>단어의 어텐션, 양방향 평균</translation>
    </message>
    <message>
        <source>weight, highest 1% clipped</source>
        <translation>가중치, 상위 1%는 잘라 냄</translation>
    </message>
    <message>
        <source>all heads: weight</source>
        <translation>모든 헤드: 가중치</translation>
    </message>
    <message>
        <source>score, highest 1% clipped</source>
        <translation>점수, 상위 1%는 잘라 냄</translation>
    </message>
    <message>
        <source>which this layer leaves out</source>
        <translation>이 층에서 제외하는 토큰입니다</translation>
    </message>
    <message>
        <source>Rows and columns are two texts, so there are no distances.</source>
        <translation>행과 열이 서로 다른 두 텍스트여서 거리가 없습니다.</translation>
    </message>
    <message>
        <source>which comes earlier</source>
        <translation>더 앞에 오는 토큰입니다</translation>
    </message>
    <message>
        <source>which is not before it in the order</source>
        <translation>순서에서 더 앞에 있지 않은 토큰입니다</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>엔트로피</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nat</translation>
    </message>
    <message>
        <source>nats; 0 is attention to one token alone, more to many</source>
        <translation>nat, 0이면 토큰 하나만 보고 클수록 여러 토큰을 봅니다</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>거리</translation>
    </message>
    <message>
        <source>tokens away on average</source>
        <translation>토큰 떨어짐(평균)</translation>
    </message>
    <message>
        <source>← more in {second}, more in {first} →</source>
        <translation>← {second}에서 더 큼, {first}에서 더 큼 →</translation>
    </message>
    <message>
        <source>{title} has no bias by distance.</source>
        <translation>{title}에는 거리에 따른 편향이 없습니다.</translation>
    </message>
    <message>
        <source>See its “{view}” instead.</source>
        <translation>대신 “{view}”을(를) 보세요.</translation>
    </message>
    <message>
        <source> In grey: the most probable token, before and after.</source>
        <translation> 회색: 끄기 전과 후에 확률이 가장 높은 토큰.</translation>
    </message>
    <message>
        <source>{change}; most probable: {best}</source>
        <translation>{change}, 확률이 가장 높은 토큰: {best}</translation>
    </message>
    <message>
        <source>Difference, {first} − {second}</source>
        <translation>차이, {first} − {second}</translation>
    </message>
    <message>
        <source>Rows are tokens of the {rows}, columns those of the {columns}.</source>
        <translation>행은 {rows}의 토큰, 열은 {columns}의 토큰입니다.</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>변화 없음</translation>
    </message>
    <message>
        <source>Outlined: the probability with everything on.</source>
        <translation>윤곽선: 모두 켰을 때의 확률.</translation>
    </message>
    <message>
        <source>Layers ↓ heads →</source>
        <translation>층 ↓ 헤드 →</translation>
    </message>
    <message>
        <source>= Score</source>
        <translation>= 점수</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>Choose another part.</source>
        <translation>다른 부분을 선택하세요.</translation>
    </message>
    <message>
        <source>Nothing is switched off.</source>
        <translation>꺼진 것이 없습니다.</translation>
    </message>
    <message>
        <source>{stream} · {bias} by distance</source>
        <translation>{stream} · 거리에 따른 {bias}</translation>
    </message>
    <message>
        <source>later tokens are not visible</source>
        <translation>뒤의 토큰은 보이지 않음</translation>
    </message>
    <message>
        <source>which comes later</source>
        <translation>더 뒤에 오는 토큰입니다</translation>
    </message>
    <message>
        <source>global block</source>
        <translation>전역 블록</translation>
    </message>
    <message>
        <source>window of neighbours</source>
        <translation>이웃 창</translation>
    </message>
    <message>
        <source>random block</source>
        <translation>무작위 블록</translation>
    </message>
    <message>
        <source>all to all, because the text is short</source>
        <translation>텍스트가 짧아 전체를 봄</translation>
    </message>
    <message>
        <source>{name}: click to see its row and its column alone</source>
        <translation>{name}: 클릭하면 그 행과 열만 표시</translation>
    </message>
    <message>
        <source>{row} cannot attend to {column}, {reason}</source>
        <translation>{row}은(는) {column}을(를) 볼 수 없음: {reason}</translation>
    </message>
    <message>
        <source>translations</source>
        <translation>번역 쌍</translation>
    </message>
    <message>
        <source>linked by attention</source>
        <translation>어텐션으로 연결됨</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>히트맵</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>선</translation>
    </message>
    <message>
        <source>Map and lines</source>
        <translation>맵과 선</translation>
    </message>
    <message>
        <source>Terms of the score</source>
        <translation>점수의 항</translation>
    </message>
    <message>
        <source>Position bias</source>
        <translation>위치 편향</translation>
    </message>
    <message>
        <source>Word alignment</source>
        <translation>단어 정렬</translation>
    </message>
    <message>
        <source>Kinds of blocks</source>
        <translation>블록의 종류</translation>
    </message>
    <message>
        <source>Many sentences</source>
        <translation>여러 문장</translation>
    </message>
    <message>
        <source>How far each term spreads the scores</source>
        <translation>각 항이 점수를 벌리는 정도</translation>
    </message>
    <message>
        <source>Without {parts}</source>
        <translation>{parts} 제외</translation>
    </message>
    <message>
        <source>Loss {before:.3f} → {after:.3f} nats ({sign}{change:.3f}): {basis}.</source>
        <translation>손실 {before:.3f} → {after:.3f} nat ({sign}{change:.3f}): {basis}.</translation>
    </message>
    <message>
        <source>Mean distance</source>
        <translation>평균 거리</translation>
    </message>
    <message>
        <source>To itself</source>
        <translation>자기 자신</translation>
    </message>
    <message>
        <source>Ahead</source>
        <translation>뒤쪽</translation>
    </message>
    <message>
        <source>without {part}</source>
        <translation>{part} 제외</translation>
    </message>
    <message>
        <source>Layer {layer}, average of its heads</source>
        <translation>{layer}층, 헤드 평균</translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation>{layer}층</translation>
    </message>
    <message>
        <source>No head here predicts tokens, so there is no loss.</source>
        <translation>여기에는 토큰을 예측하는 헤드가 없어서 손실이 없습니다.</translation>
    </message>
    <message>
        <source>It has {count} layers here; this is the last.</source>
        <translation>여기에는 층이 {count}개이고, 이것이 마지막입니다.</translation>
    </message>
    <message>
        <source>It has one head per layer; this is the last.</source>
        <translation>층마다 헤드가 하나이고, 이것이 마지막입니다.</translation>
    </message>
    <message>
        <source>It has {count} heads per layer; this is the last.</source>
        <translation>층마다 헤드가 {count}개이고, 이것이 마지막입니다.</translation>
    </message>
    <message>
        <source>without special tokens</source>
        <translation>특수 토큰 제외</translation>
    </message>
    <message>
        <source>weights on a {scale}</source>
        <translation>가중치의 눈금: {scale}</translation>
    </message>
    <message>
        <source>without {stream}layer {layer} head {head}</source>
        <translation>{stream}{layer}층 헤드 {head} 제외</translation>
    </message>
    <message>
        <source>decoder fed “{text}”</source>
        <translation>디코더 입력 “{text}”</translation>
    </message>
    <message>
        <source>without an order</source>
        <translation>순서 없음</translation>
    </message>
    <message>
        <source>Average of all heads</source>
        <translation>모든 헤드의 평균</translation>
    </message>
    <message>
        <source>Head {head}, average of the layers</source>
        <translation>헤드 {head}, 층 평균</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>평균</translation>
    </message>
    <message>
        <source>Alignment error rate of this pair: {rate:.0%}.</source>
        <translation>이 쌍의 정렬 오류율: {rate:.0%}.</translation>
    </message>
    <message>
        <source>Over {count} held-out pairs: {measured:.0%}; the best layer, averaged over its heads, is layer {best} with {lowest:.0%}.</source>
        <translation>평가용 쌍 {count}개에서는 {measured:.0%}이고, 헤드 평균으로 가장 좋은 층은 {best}층({lowest:.0%})입니다.</translation>
    </message>
    <message>
        <source>{count} head</source>
        <translation>헤드 {count}개</translation>
    </message>
    <message>
        <source>{count} heads</source>
        <translation>헤드 {count}개</translation>
    </message>
    <message>
        <source>Measuring the change of the loss …</source>
        <translation>손실의 변화를 재는 중 …</translation>
    </message>
    <message>
        <source>Back </source>
        <translation>앞쪽 </translation>
    </message>
    <message>
        <source>Probability before → after</source>
        <translation>확률, 끄기 전 → 후</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>{token} (position {place})</source>
        <translation>{token} (위치 {place})</translation>
    </message>
    <message>
        <source>Attends most to</source>
        <translation>이 토큰이 가장 많이 보는 토큰</translation>
    </message>
    <message>
        <source>Attended to most by</source>
        <translation>이 토큰을 가장 많이 보는 토큰</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.compare</name>
    <message>
        <source>The model cards, with differences from the model at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paper and code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a second model above to see how the two differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These models do not differ in any property that their files state.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source for {slot}: {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {MAX_OTHERS} runs can be added to the chosen models. Remove one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model here has a training log. Train one to see its curve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chosen run has this measure. Choose one above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Losses of different tokenizers or objectives are not on one scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{metric} at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{metric}, on held-out text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The held-out loss of this count model, fitted on the same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count model: {box}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sentence, and what each model learns from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs two texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a second sentence above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs the text that is to be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type it as the second text above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No loss here: another objective already uses this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is predicted here, so this sentence has no loss.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{start}. Must predict {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{must}, which has probability {place}; most probable are {best}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability of the best guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{coverage:,} of {coverage_:,} input tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy {task:,} of {task_:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, position {fed} in the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{start}. Nothing is predicted here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read at {fed}, which attends to the whole text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{start}. The true token is unknown; most probable are {best}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{must}; most probable are {best}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One answer for the whole text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss on {coverage:.0f} % of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, a special token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The true token is unknown, so there is no loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text already contains a mask, so nothing else is masked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masks set by a click in the Masking panel also apply here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Original token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability of the true token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the true token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss in nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text. Type a sentence above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model above; a second one makes a comparison.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each model must predict, how fast it learned, and what else differs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a {target} to see it here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.comparisons</name>
    <message>
        <source>Tokens read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training time (seconds of one processor core)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No comparison matches. Clear the search to see all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each exponent says how fast the loss falls: the larger, the faster. Intervals are those of refits to resampled seeds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Means over seeds with 95 % bootstrap intervals; differences are paired by seed. The verdict follows from the whole interval of the difference and the threshold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{quick}{seeds}, {result:,.0f} minutes of one core in all, on {result_}; {versions}.{text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick run: fewer steps. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdicts{suffix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers{suffix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{metric}, last point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Law</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exponents here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power laws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper: {claim}{numbers} {source}, {paper}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power laws{suffix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one} and others {one_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer steps and two seeds: at most a few minutes, and no interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All seeds and steps, as the bundled result was made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train on a text file of yours in place of the mini-world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a card to open its page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the first tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five steps: what the window shows, and what the models do differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the gallery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See it live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the effect on a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A few steps that point at the effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it here: quick</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it here: whole</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.compression</name>
    <message>
        <source>Size, speed, quality</source>
        <translation>크기, 속도, 품질</translation>
    </message>
    <message>
        <source>Inside one model</source>
        <translation>모델 하나의 내부</translation>
    </message>
    <message>
        <source>Make another</source>
        <translation>새로 만들기</translation>
    </message>
    <message>
        <source>Base  {title}</source>
        <translation>기준  {title}</translation>
    </message>
    <message>
        <source>{quality} by {cost}</source>
        <translation>{cost}에 따른 {quality}</translation>
    </message>
    <message>
        <source>row {row:,}, column {column:,}: {share:.0%} left</source>
        <translation>{row:,}행 {column:,}열: {share:.0%} 남음</translation>
    </message>
    <message>
        <source>From row {row:,}, column {column:,}: {share:.0%} left</source>
        <translation>{row:,}행 {column:,}열부터: {share:.0%} 남음</translation>
    </message>
    <message>
        <source>{low} to {high}: {before:,} weights before, {after:,} after</source>
        <translation>{low}~{high}: 가중치 이전 {before:,}개, 이후 {after:,}개</translation>
    </message>
    <message>
        <source>before</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>after</source>
        <translation>이후</translation>
    </message>
    <message>
        <source>values that a stored number can have</source>
        <translation>저장된 수가 가질 수 있는 값</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>새 모델</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>How the model is made smaller</source>
        <translation>모델을 작게 만드는 방법</translation>
    </message>
    <message>
        <source>share of weights left</source>
        <translation>남은 가중치의 비율</translation>
    </message>
    <message>
        <source>{share:.0%} of its weights are zero</source>
        <translation>가중치의 {share:.0%}가 0</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>헤드 {number}</translation>
    </message>
    <message>
        <source>Importance of heads</source>
        <translation>헤드의 중요도</translation>
    </message>
    <message>
        <source>Held-out loss without each layer</source>
        <translation>각 층이 없을 때의 평가용 손실</translation>
    </message>
    <message>
        <source>Held-out loss after each step</source>
        <translation>각 단계 뒤의 평가용 손실</translation>
    </message>
    <message>
        <source>Predictions before and after</source>
        <translation>이전과 이후의 예측</translation>
    </message>
    <message>
        <source>Zeros by layer</source>
        <translation>층별 0의 비율</translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation>층별 오차</translation>
    </message>
    <message>
        <source>Error of the logits, by layer</source>
        <translation>층별 로짓 오차</translation>
    </message>
    <message>
        <source>Sensitivity by layer</source>
        <translation>층별 민감도</translation>
    </message>
    <message>
        <source>{layer} head {number}</source>
        <translation>{layer} 헤드 {number}</translation>
    </message>
    <message>
        <source>Removed, %</source>
        <translation>제거, %</translation>
    </message>
    <message>
        <source>True token</source>
        <translation>실제 토큰</translation>
    </message>
    <message>
        <source>{sparsity:.0%} removed, loss {loss}</source>
        <translation>{sparsity:.0%} 제거, 손실 {loss}</translation>
    </message>
    <message>
        <source>Size, speed and quality of the new model beside those of its base</source>
        <translation>새 모델과 기준 모델의 크기, 속도, 품질을 나란히 보기</translation>
    </message>
    <message>
        <source>A student is a smaller model that learns from this one</source>
        <translation>학생은 이 모델에게서 배우는 더 작은 모델입니다</translation>
    </message>
    <message>
        <source>Put beside the base</source>
        <translation>기준 모델 옆에 두기</translation>
    </message>
    <message>
        <source>Beside the base</source>
        <translation>기준 모델 옆에 있음</translation>
    </message>
    <message>
        <source>See it beside its base</source>
        <translation>기준 모델과 나란히 보기</translation>
    </message>
    <message>
        <source>Train a student in Distillation</source>
        <translation>지식 증류에서 학생 학습</translation>
    </message>
    <message>
        <source>Making {name}</source>
        <translation>{name} 만드는 중</translation>
    </message>
    <message>
        <source>the base</source>
        <translation>기준 모델</translation>
    </message>
    <message>
        <source>Stored in fewer bytes</source>
        <translation>더 적은 바이트로 저장</translation>
    </message>
    <message>
        <source>Fewer operations</source>
        <translation>더 적은 연산</translation>
    </message>
    <message>
        <source>{quality} by weights removed</source>
        <translation>제거한 가중치에 따른 {quality}</translation>
    </message>
    <message>
        <source>Bytes on disk</source>
        <translation>디스크 용량(바이트)</translation>
    </message>
    <message>
        <source>Milliseconds for a sentence</source>
        <translation>문장 하나에 걸리는 밀리초</translation>
    </message>
    <message>
        <source>Task score</source>
        <translation>과제 점수</translation>
    </message>
    <message>
        <source>Held-out accuracy</source>
        <translation>평가용 정확도</translation>
    </message>
    <message>
        <source>Held-out loss, lower is better</source>
        <translation>평가용 손실, 낮을수록 좋음</translation>
    </message>
    <message>
        <source>The base</source>
        <translation>기준 모델</translation>
    </message>
    <message>
        <source>{title} takes {time} for a sentence of {count} tokens on this computer.</source>
        <translation>{title}은(는) 이 컴퓨터에서 토큰 {count}개인 문장 하나에 {time} 걸립니다.</translation>
    </message>
    <message>
        <source>{own} of {base}, {share:.0%}</source>
        <translation>{base} 중 {own}, {share:.0%}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>{title}, {share:.0%} removed: {value}</source>
        <translation>{title}, {share:.0%} 제거: {value}</translation>
    </message>
    <message>
        <source>{title}: nothing removed</source>
        <translation>{title}: 제거 없음</translation>
    </message>
    <message>
        <source>Weights removed, or set to zero, %</source>
        <translation>제거하거나 0으로 만든 가중치, %</translation>
    </message>
    <message>
        <source>Faster here: {names}.</source>
        <translation>여기서 더 빠름: {names}.</translation>
    </message>
    <message>
        <source>Not faster here: {names}.</source>
        <translation>여기서 더 빠르지 않음: {names}.</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, 그다음 </translation>
    </message>
    <message>
        <source>{title}: click to see what was done to it</source>
        <translation>{title}: 클릭하면 무엇을 했는지 볼 수 있습니다</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>원본</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>걸린 시간</translation>
    </message>
    <message>
        <source>Cancelled. The models measured so far stay.</source>
        <translation>취소했습니다. 지금까지 측정한 모델은 남습니다.</translation>
    </message>
    <message>
        <source>Click a model to see what was done to it.</source>
        <translation>모델을 클릭하면 무엇을 했는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Make the first one</source>
        <translation>첫 모델 만들기</translation>
    </message>
    <message>
        <source>Make another …</source>
        <translation>새로 만들기 …</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>내부 보기</translation>
    </message>
    <message>
        <source>Trained to the end, and better than all cheaper ones</source>
        <translation>끝까지 학습했고 더 작은 모든 모양보다 나음</translation>
    </message>
    <message>
        <source>Trained to the end</source>
        <translation>끝까지 학습함</translation>
    </message>
    <message>
        <source>Stopped early</source>
        <translation>일찍 중단함</translation>
    </message>
    <message>
        <source>Inner</source>
        <translation>내부 너비</translation>
    </message>
    <message>
        <source>{shape}: {count:,} parameters, loss {loss}</source>
        <translation>{shape}: 파라미터 {count:,}개, 손실 {loss}</translation>
    </message>
    <message>
        <source>Shapes that were tried</source>
        <translation>시도한 모양</translation>
    </message>
    <message>
        <source>What mattered</source>
        <translation>영향이 컸던 것</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>학습 곡선</translation>
    </message>
    <message>
        <source>step {step}: {loss}</source>
        <translation>스텝 {step}: {loss}</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.distillation</name>
    <message>
        <source>attention weight, highest 1% clipped</source>
        <translation>어텐션 가중치, 상위 1%는 잘림</translation>
    </message>
    <message>
        <source>more or less than the teacher</source>
        <translation>교사보다 많거나 적은 정도</translation>
    </message>
    <message>
        <source>average over layers</source>
        <translation>층 평균</translation>
    </message>
    <message>
        <source>average over heads</source>
        <translation>헤드 평균</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>유사도</translation>
    </message>
    <message>
        <source>{role}: rows of its layers, averaged over heads, differ from the teacher's by {distances}</source>
        <translation>{role}: 헤드에 대해 평균한 각 층의 행이 교사의 행과 다른 정도: {distances}</translation>
    </message>
    <message>
        <source>0 is the same attention, 1 is attention to other tokens (total variation).</source>
        <translation>0은 같은 어텐션, 1은 서로 다른 토큰을 향한 어텐션입니다(총변동 거리).</translation>
    </message>
    <message>
        <source>{token} attends to</source>
        <translation>{token}의 어텐션 대상</translation>
    </message>
    <message>
        <source>{role} minus teacher</source>
        <translation>{role} 빼기 교사</translation>
    </message>
    <message>
        <source>minus the teacher, cell by cell</source>
        <translation>칸마다 교사를 뺀 값</translation>
    </message>
    <message>
        <source>; cosine similarity of the last hidden states: {cosine}</source>
        <translation>; 마지막 은닉 상태의 코사인 유사도: {cosine}</translation>
    </message>
    <message>
        <source>Its soft labels and attention are the reference</source>
        <translation>이 모델의 소프트 레이블과 어텐션이 기준입니다</translation>
    </message>
    <message>
        <source>A student of this teacher</source>
        <translation>이 교사의 학생</translation>
    </message>
    <message>
        <source>The same student, trained without its teacher</source>
        <translation>교사 없이 학습한 같은 학생</translation>
    </message>
    <message>
        <source>The temperature of the soft labels in training</source>
        <translation>학습할 때 쓰는 소프트 레이블의 온도</translation>
    </message>
    <message>
        <source>Layer of the student</source>
        <translation>학생의 층</translation>
    </message>
    <message>
        <source>{role}'s layer</source>
        <translation>{role}의 층</translation>
    </message>
    <message>
        <source>New student</source>
        <translation>새 학생</translation>
    </message>
    <message>
        <source>Losses and their weights</source>
        <translation>손실과 가중치</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Up to the teacher's</source>
        <translation>교사의 값까지</translation>
    </message>
    <message>
        <source>Up to the teacher's, a multiple of its heads</source>
        <translation>교사의 값까지, 헤드 수의 배수</translation>
    </message>
    <message>
        <source>Weight of the {loss}</source>
        <translation>{loss}의 가중치</translation>
    </message>
    <message>
        <source>For each of the two models</source>
        <translation>두 모델 각각에 적용</translation>
    </message>
    <message>
        <source>The true token is unknown: the text itself contains a mask.</source>
        <translation>텍스트 자체에 마스크가 있어 실제 토큰을 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Entropy and KL are those at temperature {temperature}. All models share a scale, which ends at {maximum}; an outline open at the right is longer. Others: the sum of all that are not listed. The hard label has its own scale, up to 1.</source>
        <translation>엔트로피와 KL은 온도 {temperature}에서의 값입니다. 모든 모델은 {maximum}에서 끝나는 같은 눈금을 쓰며, 오른쪽이 열린 테두리는 더 길다는 뜻입니다. 나머지는 목록에 없는 모든 토큰의 합입니다. 하드 레이블은 1까지인 별도의 눈금을 씁니다.</translation>
    </message>
    <message>
        <source>{count:,} others: {soft}, at 1: {sharp}</source>
        <translation>나머지 {count:,}개: {soft}, 온도 1에서 {sharp}</translation>
    </message>
    <message>
        <source>entropy {entropy}</source>
        <translation>엔트로피 {entropy}</translation>
    </message>
    <message>
        <source>one token has all the probability, entropy 0 nats</source>
        <translation>한 토큰이 확률을 모두 가지며 엔트로피는 0 nats</translation>
    </message>
    <message>
        <source>Softened, entropy and KL: at temperature {temperature}.</source>
        <translation>소프트 확률, 엔트로피, KL은 온도 {temperature}에서의 값입니다.</translation>
    </message>
    <message>
        <source>at temperature {temperature}</source>
        <translation>온도 {temperature}에서</translation>
    </message>
    <message>
        <source>at temperature 1</source>
        <translation>온도 1에서</translation>
    </message>
    <message>
        <source>{name}: {soft}, at temperature 1 {sharp}</source>
        <translation>{name}: {soft}, 온도 1에서 {sharp}</translation>
    </message>
    <message>
        <source>KL from the teacher {divergence}</source>
        <translation>교사와의 KL {divergence}</translation>
    </message>
    <message>
        <source>Hard label</source>
        <translation>하드 레이블</translation>
    </message>
    <message>
        <source>the teacher's most probable token</source>
        <translation>교사의 확률이 가장 높은 토큰</translation>
    </message>
    <message>
        <source>all others: 0</source>
        <translation>나머지 전체: 0</translation>
    </message>
    <message>
        <source>{count} tokens did not fit and were cut.</source>
        <translation>토큰 {count}개는 들어가지 않아 잘렸습니다.</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>Softened</source>
        <translation>소프트 확률</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>순위</translation>
    </message>
    <message>
        <source>{rank:,} of {count:,}</source>
        <translation>{count:,}개 중 {rank:,}위</translation>
    </message>
    <message>
        <source>KL from teacher</source>
        <translation>교사와의 KL</translation>
    </message>
    <message>
        <source>weight of the projection</source>
        <translation>투영의 가중치</translation>
    </message>
    <message>
        <source>This student was taught without a loss of its layers. The pairs are those that the view Attention compares.</source>
        <translation>이 학생은 층의 손실 없이 배웠습니다. 표시된 쌍은 ‘어텐션’ 보기에서 비교하는 쌍입니다.</translation>
    </message>
    <message>
        <source>Its folder holds no learned projection.</source>
        <translation>이 모델의 폴더에는 학습된 투영이 없습니다.</translation>
    </message>
    <message>
        <source>Layer map</source>
        <translation>층 대응</translation>
    </message>
    <message>
        <source>Layer {layer} of the student learns from layer {source} of the teacher</source>
        <translation>학생의 {layer}층은 교사의 {source}층에게서 배웁니다</translation>
    </message>
    <message>
        <source>Learned projection of layer {layer}</source>
        <translation>{layer}층의 학습된 투영</translation>
    </message>
    <message>
        <source>Layer {layer} of the teacher is compared with layer {learners} of the student</source>
        <translation>교사의 {layer}층은 학생의 {learners}층과 비교합니다</translation>
    </message>
    <message>
        <source>each line is a pair that is compared</source>
        <translation>선 하나가 비교하는 쌍 하나</translation>
    </message>
    <message>
        <source>Learned projection of embeddings and hidden states</source>
        <translation>임베딩과 은닉 상태의 학습된 투영</translation>
    </message>
    <message>
        <source>Learned projection of the embeddings</source>
        <translation>임베딩의 학습된 투영</translation>
    </message>
    <message>
        <source>Layer {layer} of the teacher is compared with no layer</source>
        <translation>교사의 {layer}층은 어떤 층과도 비교하지 않습니다</translation>
    </message>
    <message>
        <source>from each dimension of the student (rows) to each of the teacher (columns)</source>
        <translation>학생의 각 차원(행)에서 교사의 각 차원(열)으로</translation>
    </message>
    <message>
        <source>This teacher has no student yet. Press Distil: the student and the same student without its teacher are trained one after the other, and their curves appear here.</source>
        <translation>이 교사에게는 아직 학생이 없습니다. ‘증류’를 누르세요. 학생과, 교사 없이 배우는 같은 학생을 차례로 학습하며 곡선이 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>The files of this student have no training log.</source>
        <translation>이 학생의 파일에는 학습 기록이 없습니다.</translation>
    </message>
    <message>
        <source>These curves are of {name}, and of the same student without its teacher.</source>
        <translation>이 곡선은 {name}과(와), 교사 없이 배운 같은 학생의 것입니다.</translation>
    </message>
    <message>
        <source>Held-out loss, at the sequence length of training</source>
        <translation>평가용 손실, 학습 시퀀스 길이에서</translation>
    </message>
    <message>
        <source>Held-out accuracy, at the sequence length of training</source>
        <translation>평가용 정확도, 학습 시퀀스 길이에서</translation>
    </message>
    <message>
        <source>{title}: training</source>
        <translation>{title}: 학습</translation>
    </message>
    <message>
        <source>Distil</source>
        <translation>증류</translation>
    </message>
    <message>
        <source>Unfinished students</source>
        <translation>끝나지 않은 학생</translation>
    </message>
    <message>
        <source>Distilling {name}</source>
        <translation>{name} 증류 중</translation>
    </message>
    <message>
        <source>{title} by layer: training</source>
        <translation>층별 {title}: 학습</translation>
    </message>
    <message>
        <source>Learning curves and a model's details are measured on texts cut to the sequence length of its training, so their values differ from these.</source>
        <translation>학습 곡선과 모델 상세 정보는 학습 시퀀스 길이로 자른 텍스트에서 측정하므로 값이 이와 다릅니다.</translation>
    </message>
    <message>
        <source>embeddings included</source>
        <translation>임베딩 포함</translation>
    </message>
    <message>
        <source>File of weights</source>
        <translation>가중치 파일</translation>
    </message>
    <message>
        <source>in 32-bit numbers, independent of the file</source>
        <translation>32비트 수 기준, 실제 파일과 무관</translation>
    </message>
    <message>
        <source>Time for a forward pass</source>
        <translation>순전파 시간</translation>
    </message>
    <message>
        <source>lower is faster; the longest held-out text, the fastest of {count} passes</source>
        <translation>낮을수록 빠름, 가장 긴 평가용 텍스트를 {count}번 처리한 것 중 가장 빠른 시간</translation>
    </message>
    <message>
        <source>Held-out loss</source>
        <translation>평가용 손실</translation>
    </message>
    <message>
        <source>whole documents, lower is better, nats</source>
        <translation>문서 전체, 낮을수록 좋음, nats</translation>
    </message>
    <message>
        <source>whole documents, higher is better</source>
        <translation>문서 전체, 높을수록 좋음</translation>
    </message>
    <message>
        <source>Same most probable token</source>
        <translation>가장 확률 높은 토큰이 같음</translation>
    </message>
    <message>
        <source>share of positions, higher is closer</source>
        <translation>위치의 비율, 높을수록 가까움</translation>
    </message>
    <message>
        <source>KL from the teacher</source>
        <translation>교사와의 KL</translation>
    </message>
    <message>
        <source>lower is closer, in nats at temperature 1</source>
        <translation>낮을수록 가까움, 온도 1에서 nats</translation>
    </message>
    <message>
        <source>Measured at {places:,} chosen tokens of {documents} held-out documents of “{text}”, each read alone</source>
        <translation>“{text}”의 평가용 문서 {documents}개에서 고른 토큰 {places:,}개로 측정했으며 문서는 따로따로 읽었습니다</translation>
    </message>
    <message>
        <source>The student has {accuracy} of the teacher's accuracy with {parameters:.0%} of its parameters and takes {time:.0%} of its time.</source>
        <translation>학생은 교사의 파라미터 {parameters:.0%}와 시간 {time:.0%}로 교사 정확도의 {accuracy}에 이릅니다.</translation>
    </message>
    <message>
        <source>{where}; ± is a standard error over documents.</source>
        <translation>{where}. ±는 문서에 대한 표준 오차입니다.</translation>
    </message>
    <message>
        <source>In half precision, so half as large on disk: {names}.</source>
        <translation>반정밀도라 디스크에서 크기가 절반: {names}.</translation>
    </message>
    <message>
        <source>an unknown share</source>
        <translation>알 수 없는 비율</translation>
    </message>
    <message>
        <source> Trained without the teacher, it has {share}.</source>
        <translation> 교사 없이 학습하면 {share}입니다.</translation>
    </message>
    <message>
        <source>No student is chosen: choose one above, or press New student.</source>
        <translation>선택한 학생이 없습니다. 위에서 고르거나 ‘새 학생’을 누르세요.</translation>
    </message>
    <message>
        <source>Choose how it is trained, and follow the training</source>
        <translation>학습 방법을 고르고 학습을 지켜보기</translation>
    </message>
    <message>
        <source>{name} has another vocabulary and cannot be compared.</source>
        <translation>{name}은(는) 어휘가 달라 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>Soft and hard labels</source>
        <translation>소프트·하드 레이블</translation>
    </message>
    <message>
        <source>In numbers</source>
        <translation>수치</translation>
    </message>
    <message>
        <source>Layers that learn</source>
        <translation>학습하는 층</translation>
    </message>
    <message>
        <source>Click a token to mask that one instead, and to see it here.</source>
        <translation>토큰을 클릭하면 그 토큰을 대신 마스킹하고 여기에 보여 줍니다.</translation>
    </message>
    <message>
        <source>Click a row to see here what its token attends to.</source>
        <translation>행을 클릭하면 그 토큰의 어텐션 대상을 여기에 보여 줍니다.</translation>
    </message>
    <message>
        <source>See in every panel</source>
        <translation>모든 패널에서 보기</translation>
    </message>
    <message>
        <source>Seen in every panel</source>
        <translation>모든 패널에서 보는 중</translation>
    </message>
    <message>
        <source>Train a teacher</source>
        <translation>교사 학습</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>학생</translation>
    </message>
    <message>
        <source>Without teacher</source>
        <translation>교사 없이</translation>
    </message>
    <message>
        <source>Which parts learn in which steps</source>
        <translation>스텝별로 학습하는 부분</translation>
    </message>
    <message>
        <source>The number is what the learning rate is multiplied by: 1 learns, a smaller one learns slowly, an empty bar is frozen.</source>
        <translation>숫자는 학습률에 곱하는 값입니다. 1이면 학습하고, 작을수록 천천히 학습하며, 빈 막대는 고정된 부분입니다.</translation>
    </message>
    <message>
        <source>{part}, steps {first:,} to {last:,}: {how}</source>
        <translation>{part}, 스텝 {first:,}~{last:,}: {how}</translation>
    </message>
    <message>
        <source>learning rate x {factor:g}</source>
        <translation>학습률 × {factor:g}</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>step {step:,}</source>
        <translation>스텝 {step:,}</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.finetuning</name>
    <message>
        <source>Relative change of the weights of each layer: the norm of the difference over the norm of the pretrained weights. The new head has no pretrained weights and is left out.</source>
        <translation>층별 가중치의 상대 변화량: 차이의 노름을 사전 학습 가중치의 노름으로 나눈 값입니다. 새 헤드는 사전 학습 가중치가 없어 뺐습니다.</translation>
    </message>
    <message>
        <source>{layer}, {count:,} weights: {change:.3%}</source>
        <translation>{layer}, 가중치 {count:,}개: {change:.3%}</translation>
    </message>
    <message>
        <source>Fine-tuned from {base}.</source>
        <translation>{base}에서 파인튜닝.</translation>
    </message>
    <message>
        <source>majority class</source>
        <translation>다수 클래스</translation>
    </message>
    <message>
        <source>mean score</source>
        <translation>평균 점수</translation>
    </message>
    <message>
        <source>{name} on the dev split</source>
        <translation>개발 세트의 {name}</translation>
    </message>
    <message>
        <source>Metric on the dev split</source>
        <translation>개발 세트의 지표</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>학습 손실</translation>
    </message>
    <message>
        <source>score</source>
        <translation>점수</translation>
    </message>
    <message>
        <source>Tables (*.tsv *.csv *.jsonl *.json *.txt);;All files (*)</source>
        <translation>표 (*.tsv *.csv *.jsonl *.json *.txt);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>Added to the names of the models; without one, the name of the data is added</source>
        <translation>모델 이름에 덧붙입니다. 비우면 데이터의 이름을 덧붙입니다</translation>
    </message>
    <message>
        <source>See the first rows of the file, and say which column is what</source>
        <translation>파일의 처음 몇 행을 보고, 어느 열이 무엇인지 정하세요</translation>
    </message>
    <message>
        <source>A set of the mini-world, a published set (its folder or file), or your own table</source>
        <translation>미니 월드의 세트, 공개 데이터 세트(폴더나 파일), 또는 직접 만든 표</translation>
    </message>
    <message>
        <source>Leave out rows of the file that cannot be used, and count them; else they are errors</source>
        <translation>쓸 수 없는 행을 빼고 그 수를 셉니다. 끄면 오류로 처리합니다</translation>
    </message>
    <message>
        <source>Of the training split; fewer show what few labels can teach</source>
        <translation>학습 세트에서 씁니다. 줄이면 적은 레이블로 무엇을 배울 수 있는지 보여 줍니다</translation>
    </message>
    <message>
        <source>How the task is given to the model</source>
        <translation>모델에 과제를 주는 방식</translation>
    </message>
    <message>
        <source>The same architecture and size with random weights, as a comparison</source>
        <translation>비교를 위해, 같은 구조와 크기에 무작위 가중치를 씁니다</translation>
    </message>
    <message>
        <source>Weight of the language-model loss beside that of the task</source>
        <translation>과제의 손실에 더하는 언어 모델 손실의 가중치</translation>
    </message>
    <message>
        <source>The rate of each layer is that of the layer above, times this; 1: equal rates</source>
        <translation>각 층의 학습률은 바로 위 층의 학습률에 이 값을 곱한 것입니다. 1: 모두 같음</translation>
    </message>
    <message>
        <source>Stop after so many epochs without a better dev metric; 0: never</source>
        <translation>이만큼의 에포크 동안 개발 세트의 지표가 나아지지 않으면 멈춥니다. 0: 멈추지 않음</translation>
    </message>
    <message>
        <source>Rare classes count more, by their frequency in training</source>
        <translation>드문 클래스에 학습 데이터의 빈도에 따라 더 큰 가중치를 줍니다</translation>
    </message>
    <message>
        <source>Weight of the loss for adversarially perturbed, normalized embeddings (SiFT); 0: off</source>
        <translation>정규화한 임베딩에 적대적 섭동을 준 손실의 가중치(SiFT). 0: 끔</translation>
    </message>
    <message>
        <source>Runs of each model, with this seed and the next ones: metrics are then means, from five seeds on with an interval. Fewer training examples than all are others for each seed</source>
        <translation>각 모델을 이 시드와 그다음 시드로 실행하는 횟수. 지표는 평균이 되며, 시드가 다섯 개 이상이면 구간도 구합니다. 학습 예시를 일부만 쓰면 시드마다 다른 예시를 씁니다</translation>
    </message>
    <message>
        <source>Rank of the product that is added to each of the chosen matrices</source>
        <translation>고른 행렬마다 더하는 곱의 랭크</translation>
    </message>
    <message>
        <source>Own file…</source>
        <translation>직접 만든 파일…</translation>
    </message>
    <message>
        <source>What learns</source>
        <translation>배우는 것</translation>
    </message>
    <message>
        <source>Examples with labels</source>
        <translation>레이블이 있는 예시</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>열…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>예시</translation>
    </message>
    <message>
        <source>Skip bad rows</source>
        <translation>잘못된 행 건너뛰기</translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation>학습 예시 수</translation>
    </message>
    <message>
        <source>Which parameters learn</source>
        <translation>배우는 파라미터</translation>
    </message>
    <message>
        <source>Last layers</source>
        <translation>마지막 층 수</translation>
    </message>
    <message>
        <source>Counted from the output</source>
        <translation>출력에서부터 셉니다</translation>
    </message>
    <message>
        <source>Adapted matrices</source>
        <translation>LoRA 적용 행렬</translation>
    </message>
    <message>
        <source>Task as</source>
        <translation>과제 방식</translation>
    </message>
    <message>
        <source>LM loss</source>
        <translation>LM 손실</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>무작위 가중치</translation>
    </message>
    <message>
        <source>Frozen embeddings</source>
        <translation>임베딩 고정</translation>
    </message>
    <message>
        <source>Embeddings do not learn</source>
        <translation>임베딩이 배우지 않습니다</translation>
    </message>
    <message>
        <source>Layer decay</source>
        <translation>층별 감쇠</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>How often each example is read</source>
        <translation>각 예시를 읽는 횟수</translation>
    </message>
    <message>
        <source>At its maximum, after the warm-up; it falls to zero</source>
        <translation>워밍업 뒤의 최댓값. 그 뒤 0까지 줄어듭니다</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>길이</translation>
    </message>
    <message>
        <source>In tokens; longer texts are cut</source>
        <translation>토큰 수. 더 긴 글은 자릅니다</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>조기 종료</translation>
    </message>
    <message>
        <source>Weigh classes</source>
        <translation>클래스 가중치</translation>
    </message>
    <message>
        <source>Of the new head, the order and the dropout</source>
        <translation>새 헤드, 순서, 드롭아웃의 시드</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>시드 수</translation>
    </message>
    <message>
        <source>Checking the rows …</source>
        <translation>행 검사 중 …</translation>
    </message>
    <message>
        <source>The first row has the names of the columns</source>
        <translation>첫 행에 열 이름이 있습니다</translation>
    </message>
    <message>
        <source>Leave out rows that cannot be used, count them and list them; else they are errors</source>
        <translation>쓸 수 없는 행을 빼고, 그 수를 세어 보여 줍니다. 끄면 오류로 처리합니다</translation>
    </message>
    <message>
        <source>A cell holds several classes with | between them</source>
        <translation>한 칸에 여러 클래스가 |로 나뉘어 있습니다</translation>
    </message>
    <message>
        <source>The order of the two texts means nothing, as in paraphrase</source>
        <translation>바꿔 쓰기처럼 두 글의 순서에 뜻이 없습니다</translation>
    </message>
    <message>
        <source>Fine-tune on this table</source>
        <translation>이 표로 파인튜닝합니다</translation>
    </message>
    <message>
        <source>table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>json lines</source>
        <translation>JSON 행</translation>
    </message>
    <message>
        <source>json list</source>
        <translation>JSON 목록</translation>
    </message>
    <message>
        <source>tagged words</source>
        <translation>태그가 붙은 단어</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>탭</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>쉼표</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>세미콜론</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>세로줄</translation>
    </message>
    <message>
        <source>blanks</source>
        <translation>공백</translation>
    </message>
    <message>
        <source>{size} · {kind} · {encoding} · the first rows:</source>
        <translation>{size} · {kind} · {encoding} · 처음 몇 행:</translation>
    </message>
    <message>
        <source>{count:,} row is left out:</source>
        <translation>{count:,}행을 뺐습니다:</translation>
    </message>
    <message>
        <source>{count:,} rows are left out:</source>
        <translation>{count:,}행을 뺐습니다:</translation>
    </message>
    <message>
        <source>{kind}, {delimiter} between cells</source>
        <translation>{kind}, 칸 구분: {delimiter}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Columns of {name}</source>
        <translation>{name}의 열</translation>
    </message>
    <message>
        <source>Use this table</source>
        <translation>이 표 사용</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>처음 몇 행</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>과제</translation>
    </message>
    <message>
        <source>What the models learn</source>
        <translation>모델이 배우는 것</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>열 이름 행</translation>
    </message>
    <message>
        <source>Several classes</source>
        <translation>여러 클래스</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>대칭</translation>
    </message>
    <message>
        <source>The table cannot be read.</source>
        <translation>표를 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Metrics, confusion matrix and examples on the dev split</source>
        <translation>개발 세트의 지표, 혼동 행렬, 예시</translation>
    </message>
    <message>
        <source>Shows both models in the Attention panel, with the difference of their maps</source>
        <translation>두 모델을 어텐션 패널에서 어텐션 맵의 차이와 함께 보여 줍니다</translation>
    </message>
    <message>
        <source>A question has no answer where the null score exceeds the best answer's by more</source>
        <translation>무응답 점수가 가장 좋은 답의 점수보다 이 값 넘게 크면 답이 없다고 봅니다</translation>
    </message>
    <message>
        <source>Of each model, the threshold with the best F1 on the dev split</source>
        <translation>모델마다 개발 세트에서 F1이 가장 좋은 임곗값</translation>
    </message>
    <message>
        <source>Fine-tune</source>
        <translation>파인튜닝</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Your sentence</source>
        <translation>입력 문장</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>바뀐 것</translation>
    </message>
    <message>
        <source>Add to the chosen models</source>
        <translation>선택한 모델에 추가</translation>
    </message>
    <message>
        <source>Added to the chosen models</source>
        <translation>선택한 모델에 추가됨</translation>
    </message>
    <message>
        <source>LoRA of rank {rank}</source>
        <translation>랭크 {rank}의 LoRA</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>Shares of each true class</source>
        <translation>실제 클래스별 비율</translation>
    </message>
    <message>
        <source>Most confident first</source>
        <translation>확신이 큰 것부터</translation>
    </message>
    <message>
        <source>Largest loss first</source>
        <translation>손실이 큰 것부터</translation>
    </message>
    <message>
        <source>last {count} layers</source>
        <translation>마지막 {count}개 층</translation>
    </message>
    <message>
        <source>all parameters</source>
        <translation>모든 파라미터</translation>
    </message>
    <message>
        <source>head alone</source>
        <translation>헤드만</translation>
    </message>
    <message>
        <source>{count:,} examples</source>
        <translation>예시 {count:,}개</translation>
    </message>
    <message>
        <source>all examples</source>
        <translation>모든 예시</translation>
    </message>
    <message>
        <source>fine-tuned on {data}</source>
        <translation>{data}에서 파인튜닝</translation>
    </message>
    <message>
        <source>{count} epochs</source>
        <translation>{count}에포크</translation>
    </message>
    <message>
        <source>Click a metric to see its formula here.</source>
        <translation>지표를 누르면 여기에 공식이 나옵니다.</translation>
    </message>
    <message>
        <source>Fine-tuning {count} models</source>
        <translation>모델 {count}개 파인튜닝</translation>
    </message>
    <message>
        <source>Unfinished runs</source>
        <translation>끝나지 않은 실행</translation>
    </message>
    <message>
        <source>See the results</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>칸</translation>
    </message>
    <message>
        <source>Order of the examples</source>
        <translation>예시의 순서</translation>
    </message>
    <message>
        <source>Attention before and after</source>
        <translation>파인튜닝 전후의 어텐션</translation>
    </message>
    <message>
        <source>Null threshold</source>
        <translation>무응답 임곗값</translation>
    </message>
    <message>
        <source>Best on dev</source>
        <translation>개발 세트 최적값</translation>
    </message>
    <message>
        <source>seeds {seeds}</source>
        <translation>시드 {seeds}</translation>
    </message>
    <message>
        <source>{name}: {known}, whose columns are known.</source>
        <translation>{name}: {known}, 열의 뜻이 정해져 있습니다.</translation>
    </message>
    <message>
        <source>Majority class</source>
        <translation>다수 클래스</translation>
    </message>
    <message>
        <source>{name}: {count:,} predictions with a confidence between {low:.0%} and {high:.0%}, on average {confidence:.1%}; {accuracy:.1%} of them are right</source>
        <translation>{name}: 확신도 {low:.0%}~{high:.0%}인 예측 {count:,}개, 평균 {confidence:.1%}. 그중 {accuracy:.1%}가 맞습니다</translation>
    </message>
    <message>
        <source>confidence (across), accuracy (up)</source>
        <translation>확신도(가로), 정확도(세로)</translation>
    </message>
    <message>
        <source>{name}: calibration error {error}</source>
        <translation>{name}: 보정 오차 {error}</translation>
    </message>
    <message>
        <source>Rows: the true class. Columns: the predicted class.</source>
        <translation>행: 실제 클래스. 열: 예측한 클래스.</translation>
    </message>
    <message>
        <source>Click a cell to list its examples.</source>
        <translation>칸을 누르면 그 예시가 나옵니다.</translation>
    </message>
    <message>
        <source>No example is in this cell.</source>
        <translation>이 칸에는 예시가 없습니다.</translation>
    </message>
    <message>
        <source>most confident first</source>
        <translation>확신이 큰 것부터</translation>
    </message>
    <message>
        <source>largest loss first</source>
        <translation>손실이 큰 것부터</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low}~{high}</translation>
    </message>
    <message>
        <source>Metrics are means of {count} seeds, and below them {below}. The confusion matrix, the examples and all else are those of seed {own}.</source>
        <translation>지표는 시드 {count}개의 평균이고, 그 아래는 {below}입니다. 혼동 행렬과 예시 등 나머지는 모두 시드 {own}의 것입니다.</translation>
    </message>
    <message>
        <source>True class {label}, predicted as {predicted}</source>
        <translation>실제 클래스 {label}, 예측 {predicted}</translation>
    </message>
    <message>
        <source>{name}: {count:,} of {total:,}</source>
        <translation>{name}: {total:,}개 중 {count:,}개</translation>
    </message>
    <message>
        <source>The models disagree about {count:,} examples</source>
        <translation>모델들의 예측이 엇갈리는 예시 {count:,}개</translation>
    </message>
    <message>
        <source>Those first about which they are surest.</source>
        <translation>가장 확신하며 엇갈리는 것부터.</translation>
    </message>
    <message>
        <source>Mean score</source>
        <translation>평균 점수</translation>
    </message>
    <message>
        <source>Most frequent answer</source>
        <translation>가장 흔한 답</translation>
    </message>
    <message>
        <source>The first {count}.</source>
        <translation>처음 {count}개.</translation>
    </message>
    <message>
        <source>the 95 % interval</source>
        <translation>95 % 구간</translation>
    </message>
    <message>
        <source>the lowest and the highest value</source>
        <translation>최솟값과 최댓값</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 구간</translation>
    </message>
    <message>
        <source>Lowest and highest</source>
        <translation>최솟값과 최댓값</translation>
    </message>
    <message>
        <source>Largest errors: {title}</source>
        <translation>가장 큰 오차: {title}</translation>
    </message>
    <message>
        <source>{count:,} examples of the dev split.</source>
        <translation>개발 세트의 예시 {count:,}개.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>, the first {count}</source>
        <translation>, 처음 {count}개</translation>
    </message>
    <message>
        <source>Share of right predictions, the lowest first.</source>
        <translation>맞은 예측의 비율, 낮은 것부터.</translation>
    </message>
    <message>
        <source>On the diagonal, a model is as often right as it is sure.</source>
        <translation>대각선 위에 있으면 확신하는 만큼 맞히는 모델입니다.</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>행</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>Rows left out</source>
        <translation>빠진 행</translation>
    </message>
    <message>
        <source>Rows left out: {count:,}</source>
        <translation>빠진 행: {count:,}개</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>true</source>
        <translation>실제</translation>
    </message>
    <message>
        <source>{count:,} examples of {label} are predicted as {predicted} ({share:.1%})</source>
        <translation>{label}의 예시 {count:,}개를 {predicted}으로(로) 예측({share:.1%})</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>혼동 행렬</translation>
    </message>
    <message>
        <source>Loss (nats)</source>
        <translation>손실(nat)</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>정답</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>Largest errors</source>
        <translation>가장 큰 오차</translation>
    </message>
    <message>
        <source>Accuracy by phenomenon</source>
        <translation>현상별 정확도</translation>
    </message>
    <message>
        <source>True</source>
        <translation>실제</translation>
    </message>
    <message>
        <source>Disagreements</source>
        <translation>엇갈린 예측</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>신뢰도</translation>
    </message>
    <message>
        <source>Seed {seed}</source>
        <translation>시드 {seed}</translation>
    </message>
    <message>
        <source>right</source>
        <translation>맞음</translation>
    </message>
    <message>
        <source>All predict the same classes.</source>
        <translation>모두 같은 클래스로 예측합니다.</translation>
    </message>
    <message>
        <source>No answer: the null score is above the threshold.</source>
        <translation>답 없음: 무응답 점수가 임곗값보다 큽니다.</translation>
    </message>
    <message>
        <source>No answer: score {score:.2f}, probability {probability}. Minus the best answer's score it is {odds:.2f}, above the threshold {threshold:.2f}, {source}.</source>
        <translation>답 없음: 점수 {score:.2f}, 확률 {probability}. 가장 좋은 답의 점수를 빼면 {odds:.2f},, 임곗값 {threshold:.2f}({source})보다 큽니다.</translation>
    </message>
    <message>
        <source>No answer: score {score:.2f}, probability {probability}. Minus the best answer's score it is {odds:.2f}, not above the threshold {threshold:.2f}, {source}.</source>
        <translation>답 없음: 점수 {score:.2f}, 확률 {probability}. 가장 좋은 답의 점수를 빼면 {odds:.2f},, 임곗값 {threshold:.2f}({source})보다 크지 않습니다.</translation>
    </message>
    <message>
        <source>{text}: start {start}, end {end}</source>
        <translation>{text}: 시작 {start}, 끝 {end}</translation>
    </message>
    <message>
        <source>This model learned questions that all have an answer.</source>
        <translation>이 모델은 모두 답이 있는 질문으로 배웠습니다.</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>이어질 글</translation>
    </message>
    <message>
        <source>Continuations</source>
        <translation>이어질 글</translation>
    </message>
    <message>
        <source>Best answers</source>
        <translation>가장 좋은 답</translation>
    </message>
    <message>
        <source>start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>end</source>
        <translation>끝</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>확률</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.generation</name>
    <message>
        <source>ended with the end-of-text token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reached the limit of new tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{node}, {hit} per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}
log-probability {score}, this step {share}, {node}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens up to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k  off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{fillers} {verb} masks instead of continuing the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>margin: 0; line-height: 135%; white-space: pre-wrap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>most probable first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence as it is typed, without the words of a task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your sentence does not suit the task, so an example is used instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After each token its probability; a thick line is a probable step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a token to see its hypothesis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ended with the end-of-text token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stopped because all positions of the model are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stopped at the limit of new tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its task is {draft}.{example}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its prediction for the mask in: {answer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {index}: what comes after “{before}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;span style="color: {palette}"&gt;{text}&lt;/span&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;p style="{LEADING}"&gt;{spans}&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prediction for a masked position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{step:,} tokens left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share:.1%} of the probability at this temperature, {left}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled: after temperature and filters. Mark: before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, removed by the filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {at}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, after temperature and filters {item}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {index}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence above is not part of these prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python cannot make this figure: the texts were continued, or a step is selected. Press Escape or Start over, then copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence is the prompt: each model continues it, fills a mask, or answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model above to let it write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a prompt above, and the models continue it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K up to {few}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hypothesis of {slot}  {slot_}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generated text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the first token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text of {slot}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {slot}'s text as the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. What was measured stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs and answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.tsv *.txt);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy by K, {choice}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query: “{text}”. Correct answer: “{answer}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shot:,} of {answer:,} positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of the last position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Few-shot, K = {shots}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. {named} dropped: no room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correct is {answer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention to the examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy by K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K = {one}: {mean} of {one_} queries{ties}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples 1 to {count} were</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>examples in the prompt (K)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part} was dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{choice}: score {score}, log-likelihood {total} nats in {length} tokens, unconditional {neutral}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {one} equally likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished beams (log-probability per token)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the finished beams, beam search takes the one with the highest log-probability per token. The sum alone would favour short ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The second sentence is not part of the prompt of {without}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that continues a text reads {MASK_WRITTEN} as six characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt ends in a space, which a byte-level tokenizer expects at the beginning of the next token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After the filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.inside</name>
    <message>
        <source>Other token: {name}</source>
        <translation>다른 토큰: {name}</translation>
    </message>
    <message>
        <source>the most probable</source>
        <translation>가장 확률이 높은 것</translation>
    </message>
    <message>
        <source>Logit of  {usual}</source>
        <translation>로짓  {usual}</translation>
    </message>
    <message>
        <source>Against  no other</source>
        <translation>비교  없음</translation>
    </message>
    <message>
        <source>Logit of</source>
        <translation>로짓</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>편향</translation>
    </message>
    <message>
        <source>Remainder</source>
        <translation>나머지</translation>
    </message>
    <message>
        <source>The logit of “{parts}” is {value}.</source>
        <translation>“{parts}”의 로짓은 {value}입니다.</translation>
    </message>
    <message>
        <source>share of the row's largest number, by its sign</source>
        <translation>행에서 가장 큰 수에 대한 비율(부호 포함)</translation>
    </message>
    <message>
        <source>What wrote the logit</source>
        <translation>로짓을 만든 것</translation>
    </message>
    <message>
        <source>, head {count} of {count_2}</source>
        <translation>, 헤드 {count}/{count_2}</translation>
    </message>
    <message>
        <source> In the model: {one}.</source>
        <translation> 모델에서: {one}.</translation>
    </message>
    <message>
        <source>The logit of “{parts}” minus that of “{against}” is {value}.</source>
        <translation>“{parts}”의 로짓에서 “{against}”의 로짓을 빼면 {value}입니다.</translation>
    </message>
    <message>
        <source>may not be seen</source>
        <translation>볼 수 없음</translation>
    </message>
    <message>
        <source>written into the logit</source>
        <translation>로짓에 쓴 양</translation>
    </message>
    <message>
        <source>Sum: the logit</source>
        <translation>합: 로짓</translation>
    </message>
    <message>
        <source>Score of {one}: {sentence}</source>
        <translation>{one}의 점수: {sentence}</translation>
    </message>
    <message>
        <source>class</source>
        <translation>클래스</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>쓴 곳</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>로짓</translation>
    </message>
    <message>
        <source>Type a sentence above to follow one of its tokens through a model.</source>
        <translation>위에 문장을 입력하면 토큰 하나를 모델 속에서 따라갑니다.</translation>
    </message>
    <message>
        <source>{}: no steps are declared for layer {}, so the track leaves it out.</source>
        <translation>{}: {}층은 단계가 선언되어 있지 않아 경로에서 빠집니다.</translation>
    </message>
    <message>
        <source>Click a token to follow it, a square to go to its step.</source>
        <translation>토큰을 클릭하면 따라가고, 네모를 클릭하면 그 단계로 갑니다.</translation>
    </message>
    <message>
        <source>The stream “{title}” computes nothing of its own: it joins others.</source>
        <translation>“{title}” 스트림은 스스로 계산하지 않고 다른 스트림을 합칩니다.</translation>
    </message>
    <message>
        <source>Choose another stream.</source>
        <translation>다른 스트림을 고르세요.</translation>
    </message>
    <message>
        <source>Logit in parts</source>
        <translation>로짓의 구성</translation>
    </message>
    <message>
        <source>{one} token {answer} ({token}) of the {title}</source>
        <translation>{one}: {title}의 토큰 {answer}({token})</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>내부</translation>
    </message>
    <message>
        <source>Layer {part}</source>
        <translation>{part}층</translation>
    </message>
    <message>
        <source>Prediction, and its logit</source>
        <translation>예측과 그 로짓</translation>
    </message>
    <message>
        <source>, head {step}, other token {one}</source>
        <translation>, 헤드 {step}, 다른 토큰 {one}</translation>
    </message>
    <message>
        <source>, logit of {parts}</source>
        <translation>, {parts}의 로짓</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.knowledge</name>
    <message>
        <source>No choice has a path in the graph: the answer is that of the text alone.</source>
        <translation>그래프에 경로가 있는 선택지가 없어 텍스트만으로 답합니다.</translation>
    </message>
    <message>
        <source>No path in the graph: judged by its text alone.</source>
        <translation>그래프에 경로가 없어 텍스트만으로 판단합니다.</translation>
    </message>
    <message>
        <source> (without it {probability:.3f})</source>
        <translation> (이것이 없으면 {probability:.3f})</translation>
    </message>
    <message>
        <source>Attention {path:.3f}; product of triple scores {plausibility:.3f}</source>
        <translation>어텐션 {path:.3f}, 트리플 점수의 곱 {plausibility:.3f}</translation>
    </message>
    <message>
        <source>answer of the model</source>
        <translation>모델의 답</translation>
    </message>
    <message>
        <source>true answer</source>
        <translation>정답</translation>
    </message>
    <message>
        <source>Triples (*.tsv *.csv *.txt *.gz);;All files (*)</source>
        <translation>트리플 (*.tsv *.csv *.txt *.gz);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Neighbourhood</source>
        <translation>이웃</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Own file …</source>
        <translation>내 파일 …</translation>
    </message>
    <message>
        <source>The text above</source>
        <translation>위의 텍스트</translation>
    </message>
    <message>
        <source>Triples</source>
        <translation>트리플</translation>
    </message>
    <message>
        <source>Save as GraphML</source>
        <translation>GraphML로 저장</translation>
    </message>
    <message>
        <source>up to {n:,}</source>
        <translation>최대 {n:,}</translation>
    </message>
    <message>
        <source>no entity</source>
        <translation>개체 없음</translation>
    </message>
    <message>
        <source>{mention}: {title}{several}. Click to see or correct it</source>
        <translation>{mention}: {title}{several}. 클릭하면 보고 고칠 수 있습니다</translation>
    </message>
    <message>
        <source>{name}, {count:,} triples here: click to hide it</source>
        <translation>{name}, 여기에 트리플 {count:,}개. 클릭하면 숨깁니다</translation>
    </message>
    <message>
        <source>Linked text</source>
        <translation>연결된 텍스트</translation>
    </message>
    <message>
        <source>{mention}: {no_entity}, as you corrected it</source>
        <translation>{mention}: {no_entity}, 사용자가 고침</translation>
    </message>
    <message>
        <source>, {count} candidates</source>
        <translation>, 후보 {count}개</translation>
    </message>
    <message>
        <source>, corrected</source>
        <translation>, 고침</translation>
    </message>
    <message>
        <source>, {node:,} not drawn; double click to unfold</source>
        <translation>, {node:,}개는 그리지 않음. 두 번 클릭하면 펼칩니다</translation>
    </message>
    <message>
        <source>{name}, {count:,} triples here: click to show it</source>
        <translation>{name}, 여기에 트리플 {count:,}개. 클릭하면 표시합니다</translation>
    </message>
    <message>
        <source>Nearest to {embedded}</source>
        <translation>{embedded}에 가장 가까운 개체</translation>
    </message>
    <message>
        <source>Held-out triples</source>
        <translation>평가용 트리플</translation>
    </message>
    <message>
        <source>in the graph</source>
        <translation>그래프에 있음</translation>
    </message>
    <message>
        <source>not in the graph</source>
        <translation>그래프에 없음</translation>
    </message>
    <message>
        <source>Score of a triple</source>
        <translation>트리플의 점수</translation>
    </message>
    <message>
        <source>{num_lines:,} lines were read.</source>
        <translation>{num_lines:,}줄을 읽었습니다.</translation>
    </message>
    <message>
        <source>{more:,} rarer ones are not listed.</source>
        <translation>더 드문 {more:,}개는 목록에 없습니다.</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>텍스트에 있음</translation>
    </message>
    <message>
        <source>has more triples</source>
        <translation>트리플이 더 있음</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>관계</translation>
    </message>
    <message>
        <source>Embeddings in the plane</source>
        <translation>평면에 놓인 임베딩</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>순위</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>꼬리</translation>
    </message>
    <message>
        <source>relation</source>
        <translation>관계</translation>
    </message>
    <message>
        <source>triples</source>
        <translation>트리플</translation>
    </message>
    <message>
        <source>an example: head, tail</source>
        <translation>예: 머리, 꼬리</translation>
    </message>
    <message>
        <source>Link to {name}</source>
        <translation>{name}에 연결</translation>
    </message>
    <message>
        <source>Link to nothing</source>
        <translation>연결하지 않음</translation>
    </message>
    <message>
        <source>count</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>what</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>first cases</source>
        <translation>처음 몇 가지</translation>
    </message>
    <message>
        <source>What was wrong in the file</source>
        <translation>파일에서 잘못된 것</translation>
    </message>
    <message>
        <source>entity</source>
        <translation>개체</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>코사인</translation>
    </message>
    <message>
        <source>{num_lines:,} lines were read. {notes}</source>
        <translation>{num_lines:,}줄을 읽었습니다. {notes}</translation>
    </message>
    <message>
        <source>Click an underlined name, an entity or an edge.</source>
        <translation>밑줄 친 이름, 개체, 간선을 클릭하세요.</translation>
    </message>
    <message>
        <source>{more:,} more are in the table of the export.</source>
        <translation>{more:,}개가 더 있으며 내보내기의 표에 있습니다.</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>펼치기</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>지식</translation>
    </message>
    <message>
        <source>Linked to</source>
        <translation>연결된 개체</translation>
    </message>
    <message>
        <source>Link to {one}</source>
        <translation>{one}에 연결</translation>
    </message>
    <message>
        <source>Triples in the graph</source>
        <translation>그래프의 트리플</translation>
    </message>
    <message>
        <source>Not in the figure</source>
        <translation>그림에 없는 것</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> 외</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>고침</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>사용자가</translation>
    </message>
    <message>
        <source>Link to no entity</source>
        <translation>개체에 연결하지 않음</translation>
    </message>
    <message>
        <source>Triples in the figure</source>
        <translation>그림의 트리플</translation>
    </message>
    <message>
        <source>Score this triple</source>
        <translation>이 트리플의 점수</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.layers</name>
    <message>
        <source>Logit lens</source>
        <translation>로짓 렌즈</translation>
    </message>
    <message>
        <source>Similarity of layers</source>
        <translation>층의 유사도</translation>
    </message>
    <message>
        <source>Similarity of tokens</source>
        <translation>토큰의 유사도</translation>
    </message>
    <message>
        <source>Tokens in the plane (PCA)</source>
        <translation>평면에 놓인 토큰(PCA)</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>노름</translation>
    </message>
    <message>
        <source>Last layer</source>
        <translation>마지막 층</translation>
    </message>
    <message>
        <source>{share:.0%} of the variance</source>
        <translation>분산의 {share:.0%}</translation>
    </message>
    <message>
        <source>layer (0: what enters the first)</source>
        <translation>층(0: 첫 층에 들어가는 것)</translation>
    </message>
    <message>
        <source>Position {lens}: {n}. Final answer: {answer} {last}
{path}</source>
        <translation>위치 {lens}: {n}. 최종 답: {answer} {last}
{path}</translation>
    </message>
    <message>
        <source>Position {lens}: {n}, final answer {answers}</source>
        <translation>위치 {lens}: {n}, 최종 답 {answers}</translation>
    </message>
    <message>
        <source>Mean cosine between different tokens, by layer</source>
        <translation>층별, 서로 다른 토큰의 평균 코사인</translation>
    </message>
    <message>
        <source>probability of the most probable token</source>
        <translation>가장 확률이 높은 토큰의 확률</translation>
    </message>
    <message>
        <source>Token {whose}</source>
        <translation>토큰 {whose}</translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation>모든 토큰의 평균</translation>
    </message>
    <message>
        <source>{row} and {column}: cosine {column_2}</source>
        <translation>{row}과(와) {column}: 코사인 {column_2}</translation>
    </message>
    <message>
        <source>Learned mix of layers</source>
        <translation>학습된 층의 혼합</translation>
    </message>
    <message>
        <source>Probability of the final answer</source>
        <translation>최종 답의 확률</translation>
    </message>
    <message>
        <source>KL divergence from the final distribution, in nats</source>
        <translation>최종 분포로부터의 KL 발산, nats</translation>
    </message>
    <message>
        <source>One prediction through the layers</source>
        <translation>층을 거치는 하나의 예측</translation>
    </message>
    <message>
        <source>{in_table:,} more predictions are in the table of the export.</source>
        <translation>내보내기의 표에 예측이 {in_table:,}개 더 있습니다.</translation>
    </message>
    <message>
        <source>{beyond:,} further positions were not computed.</source>
        <translation>나머지 위치 {beyond:,}개는 계산하지 않았습니다.</translation>
    </message>
    <message>
        <source>most probable</source>
        <translation>가장 확률 높음</translation>
    </message>
    <message>
        <source>answer's probability</source>
        <translation>답의 확률</translation>
    </message>
    <message>
        <source>answer's rank</source>
        <translation>답의 순위</translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation>KL, nats</translation>
    </message>
    <message>
        <source>mean, shortest and longest</source>
        <translation>평균, 최단, 최장</translation>
    </message>
    <message>
        <source>Type a sentence above to follow its tokens through the layers.</source>
        <translation>위에 문장을 입력하면 토큰을 층마다 따라갑니다.</translation>
    </message>
    <message>
        <source>Click a token to follow it through the layers.</source>
        <translation>토큰을 클릭하면 층을 거치며 따라갑니다.</translation>
    </message>
    <message>
        <source>The selected token, layer by layer</source>
        <translation>선택한 토큰, 층별</translation>
    </message>
    <message>
        <source>states less the mean of the tokens</source>
        <translation>토큰의 평균을 뺀 상태</translation>
    </message>
    <message>
        <source>input of the first layer</source>
        <translation>첫 층의 입력</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>Final answer</source>
        <translation>최종 답</translation>
    </message>
    <message>
        <source>{name}, most like it</source>
        <translation>{name}, 가장 비슷한 토큰</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.long_texts</name>
    <message>
        <source>Tokens {positions}</source>
        <translation>토큰 {positions}</translation>
    </message>
    <message>
        <source>{name}: {count} hops</source>
        <translation>{name}: {count}홉</translation>
    </message>
    <message>
        <source>sorted by bucket, then by position; chunks of {count} tokens</source>
        <translation>버킷, 그다음 위치로 정렬, 토큰 {count}개씩 청크로 나눔</translation>
    </message>
    <message>
        <source>{name}, position {position}: bucket {bucket}, chunk {chunk}</source>
        <translation>{name}, 위치 {position}: 버킷 {bucket}, 청크 {chunk}</translation>
    </message>
    <message>
        <source>hops</source>
        <translation>홉</translation>
    </message>
    <message>
        <source>{name}: never reach it</source>
        <translation>{name}: 도달하지 않음</translation>
    </message>
    <message>
        <source>{name}: the selected block</source>
        <translation>{name}: 선택한 블록</translation>
    </message>
    <message>
        <source>share</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>Measured here, on one thread</source>
        <translation>이 컴퓨터에서 스레드 하나로 측정</translation>
    </message>
    <message>
        <source>Operations, counted and not measured</source>
        <translation>연산 수(측정이 아니라 계산)</translation>
    </message>
    <message>
        <source>budget of {count:,} MB</source>
        <translation>예산 {count:,} MB</translation>
    </message>
    <message>
        <source>{length:,} tokens: about {needed}, predicted and not run</source>
        <translation>토큰 {length:,}개: 약 {needed}, 실행하지 않고 예측함</translation>
    </message>
    <message>
        <source>about {count:,}</source>
        <translation>약 {count:,}</translation>
    </message>
    <message>
        <source>{per_token:.1f} µs per token; operations: {counted}</source>
        <translation>토큰당 {per_token:.1f} µs, 연산: {counted}</translation>
    </message>
    <message>
        <source>What reaches tokens {positions}</source>
        <translation>토큰 {positions}에 닿는 것</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}, round {number}</source>
        <translation>{layer}층, 헤드 {head}, 라운드 {number}</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>Operations, in millions</source>
        <translation>연산, 백만</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Longest text in {count:,} MB</source>
        <translation>{count:,} MB로 가장 긴 텍스트</translation>
    </message>
    <message>
        <source>{first:,} to {last:,} tokens; 95 % from {low:.2f} to {high:.2f}</source>
        <translation>토큰 {first:,}~{last:,}개, 95 %는 {low:.2f}~{high:.2f}</translation>
    </message>
    <message>
        <source>{count:,} positions</source>
        <translation>위치 {count:,}개</translation>
    </message>
    <message>
        <source>over {count:,}</source>
        <translation>{count:,} 초과</translation>
    </message>
    <message>
        <source>{count:,.0f} million</source>
        <translation>{count:,.0f}백만</translation>
    </message>
    <message>
        <source>Of {total:,} tokens: {parts}.</source>
        <translation>토큰 {total:,}개 중: {parts}.</translation>
    </message>
    <message>
        <source>Growth with the length</source>
        <translation>길이에 따른 증가</translation>
    </message>
    <message>
        <source>million</source>
        <translation>백만</translation>
    </message>
    <message>
        <source>{tokens:,} tokens in {count} hop</source>
        <translation>{tokens:,}개는 {count}홉에</translation>
    </message>
    <message>
        <source>{tokens:,} tokens in {count} hops</source>
        <translation>{tokens:,}개는 {count}홉에</translation>
    </message>
    <message>
        <source>{count} buckets</source>
        <translation>버킷 {count}개</translation>
    </message>
    <message>
        <source>rounds of hashing</source>
        <translation>해싱 라운드</translation>
    </message>
    <message>
        <source>Strong links that hashing finds</source>
        <translation>해싱이 찾는 강한 연결</translation>
    </message>
    <message>
        <source>Predicted from the longest texts that were measured</source>
        <translation>측정한 가장 긴 텍스트들로 예측함</translation>
    </message>
    <message>
        <source>{tokens:,} tokens never</source>
        <translation>{tokens:,}개는 끝내 닿지 않음</translation>
    </message>
    <message>
        <source>{length:,} tokens: {value} {unit}</source>
        <translation>토큰 {length:,}개: {value} {unit}</translation>
    </message>
    <message>
        <source>Fewer than three lengths</source>
        <translation>길이가 세 가지보다 적음</translation>
    </message>
    <message>
        <source>{count} rounds: {share:.0%}</source>
        <translation>라운드 {count}개: {share:.0%}</translation>
    </message>
    <message>
        <source>Random weights and the bundled size; time does not depend on the weights</source>
        <translation>무작위 가중치와 기본 제공 크기. 시간은 가중치와 무관합니다</translation>
    </message>
    <message>
        <source>Text file…</source>
        <translation>텍스트 파일…</translation>
    </message>
    <message>
        <source>{length:,} tokens</source>
        <translation>토큰 {length:,}개</translation>
    </message>
    <message>
        <source>Up to</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Longer texts take seconds for each model</source>
        <translation>긴 텍스트는 모델마다 몇 초씩 걸립니다</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>메모리, MB</translation>
    </message>
    <message>
        <source>Of one pass, without weights</source>
        <translation>한 번의 순전파, 가중치 제외</translation>
    </message>
    <message>
        <source>Made at once, in English</source>
        <translation>바로 만든 영어 텍스트</translation>
    </message>
    <message>
        <source>Long text</source>
        <translation>긴 텍스트</translation>
    </message>
    <message>
        <source>Cancelled. The lengths measured so far stay.</source>
        <translation>취소했습니다. 지금까지 측정한 길이는 남습니다.</translation>
    </message>
    <message>
        <source>Cost by length</source>
        <translation>길이별 비용</translation>
    </message>
    <message>
        <source>Attention by blocks</source>
        <translation>블록별 어텐션</translation>
    </message>
    <message>
        <source>Hashing</source>
        <translation>해싱</translation>
    </message>
    <message>
        <source>up to {count:,} tokens</source>
        <translation>토큰 최대 {count:,}개</translation>
    </message>
    <message>
        <source>one thread</source>
        <translation>스레드 하나</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.masking</name>
    <message>
        <source>Computing …</source>
        <translation>계산 중 …</translation>
    </message>
    <message>
        <source>Not for this model, see above.</source>
        <translation>이 모델에는 해당하지 않습니다. 위를 보세요.</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>Enter applies it</source>
        <translation>Enter 키로 적용</translation>
    </message>
    <message>
        <source>Which entities the text names</source>
        <translation>텍스트에 나오는 개체</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>제거됨</translation>
    </message>
    <message>
        <source>Position {place}: {mention} names {entity}</source>
        <translation>위치 {place}: {mention}은(는) {entity}을(를) 가리킴</translation>
    </message>
    <message>
        <source>Names of the mini-world are linked, such as Paris, France or Marie Curie.</source>
        <translation>Paris, France, Marie Curie처럼 미니 세계에 있는 이름이 연결됩니다.</translation>
    </message>
    <message>
        <source>The text names no entity that the model knows.</source>
        <translation>텍스트에 모델이 아는 개체가 없습니다.</translation>
    </message>
    <message>
        <source>mention</source>
        <translation>언급</translation>
    </message>
    <message>
        <source>fed</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>{loss} nats per token</source>
        <translation>토큰당 {loss} nat</translation>
    </message>
    <message>
        <source>It was saved without entities.</source>
        <translation>개체 없이 저장되었습니다.</translation>
    </message>
    <message>
        <source>What the decoder must write</source>
        <translation>디코더가 써야 하는 것</translation>
    </message>
    <message>
        <source>The decoder must write</source>
        <translation>디코더의 정답</translation>
    </message>
    <message>
        <source>To be written</source>
        <translation>쓸 내용</translation>
    </message>
    <message>
        <source>One static mask</source>
        <translation>정적 마스크 하나</translation>
    </message>
    <message>
        <source>Ten static copies</source>
        <translation>정적 사본 열 개</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Click a token to mask it in every model, or to leave it as it is.</source>
        <translation>토큰을 클릭하면 모든 모델에서 마스킹하거나 그대로 둡니다.</translation>
    </message>
    <message>
        <source>Spans alternate between unchanged and dropped, and the last one is dropped.</source>
        <translation>스팬은 그대로 둔 것과 제거한 것이 번갈아 나오며, 마지막 스팬은 제거됩니다.</translation>
    </message>
    <message>
        <source>After {count} epochs {share:.0%} of the tokens were chosen at least once.</source>
        <translation>에포크 {count}개 뒤에는 토큰의 {share:.0%}가 한 번 이상 선택되었습니다.</translation>
    </message>
    <message>
        <source>Here {token} comes first and attends to nothing.</source>
        <translation>여기서는 {token}이(가) 맨 처음이어서 아무것도 보지 않습니다.</translation>
    </message>
    <message>
        <source> If you set the order, click the tokens one after the other.</source>
        <translation> 순서를 직접 정하려면 토큰을 차례로 클릭하세요.</translation>
    </message>
    <message>
        <source>What each model is fed</source>
        <translation>각 모델의 입력</translation>
    </message>
    <message>
        <source>{title}; a sentinel replaces each span, in the same colour</source>
        <translation>{title}, 센티널이 같은 색의 스팬을 대신함</translation>
    </message>
    <message>
        <source>{title}; your own order; the numbers are positions in the order</source>
        <translation>{title}, 직접 정한 순서, 숫자는 순서에서의 위치</translation>
    </message>
    <message>
        <source>{title}; tokens keep their positions; the numbers are positions in the order, a dot is context</source>
        <translation>{title}, 토큰의 위치는 그대로, 숫자는 순서에서의 위치, 점은 문맥</translation>
    </message>
    <message>
        <source>{title}; a line joins chosen tokens that are neighbours</source>
        <translation>{title}, 이웃한 선택 토큰은 선으로 이음</translation>
    </message>
    <message>
        <source>{row}: {name}, written in the text, so the true token is unknown</source>
        <translation>{row}: {name}, 텍스트에 적혀 있어 실제 토큰을 알 수 없음</translation>
    </message>
    <message>
        <source>{row}: {name} replaces {span}</source>
        <translation>{row}: {name}이(가) {span}을(를) 대신함</translation>
    </message>
    <message>
        <source>, set by a click</source>
        <translation>, 클릭으로 지정</translation>
    </message>
    <message>
        <source>, token {place} of the sentence</source>
        <translation>, 문장의 {place}번 토큰</translation>
    </message>
    <message>
        <source> Of an encoder-decoder, the tokens of both parts count.</source>
        <translation> 인코더-디코더에서는 두 부분의 토큰을 모두 셉니다.</translation>
    </message>
    <message>
        <source>Share of tokens with a loss, in percent</source>
        <translation>손실이 있는 토큰의 비율(%)</translation>
    </message>
    <message>
        <source>The same sentence over {count} epochs</source>
        <translation>에포크 {count}개에 걸친 같은 문장</translation>
    </message>
    <message>
        <source>Nothing is sampled: every epoch has the same {count:,} targets.</source>
        <translation>샘플링하지 않으므로 모든 에포크의 정답이 {count:,}개로 같습니다.</translation>
    </message>
    <message>
        <source> A text this short loses one span, always its end.</source>
        <translation> 이렇게 짧은 텍스트에서는 항상 끝에 있는 스팬 하나만 제거됩니다.</translation>
    </message>
    <message>
        <source>Which tokens attend to which in this order</source>
        <translation>이 순서에서 어느 토큰이 어느 토큰을 보는지</translation>
    </message>
    <message>
        <source>The chosen tokens must be predicted.</source>
        <translation>선택된 토큰을 예측해야 합니다.</translation>
    </message>
    <message>
        <source>order</source>
        <translation>순서</translation>
    </message>
    <message>
        <source>{row}: {name}, a special token, never chosen</source>
        <translation>{row}: {name}, 선택되지 않는 특수 토큰</translation>
    </message>
    <message>
        <source>{at}: {name}, predicted from the {at} tokens to its left</source>
        <translation>{at}: {name}, 왼쪽의 토큰 {at}개에서 예측</translation>
    </message>
    <message>
        <source>{said}, and from the {right} to its right</source>
        <translation>{said}, 오른쪽의 {right}개에서도 예측</translation>
    </message>
    <message>
        <source> begins the span that it replaces above</source>
        <translation>, 위에서 대신하는 스팬의 시작</translation>
    </message>
    <message>
        <source>Sampled again in each epoch</source>
        <translation>에포크마다 다시 샘플링</translation>
    </message>
    <message>
        <source>Content stream</source>
        <translation>내용 스트림</translation>
    </message>
    <message>
        <source>Query stream</source>
        <translation>쿼리 스트림</translation>
    </message>
    <message>
        <source> ends the output</source>
        <translation>, 출력의 끝</translation>
    </message>
    <message>
        <source>{count:,} of {all:,} input tokens</source>
        <translation>입력 토큰 {all:,}개 중 {count:,}개</translation>
    </message>
    <message>
        <source>Nothing is predicted: every token is context.</source>
        <translation>예측하는 토큰이 없고, 모든 토큰이 문맥입니다.</translation>
    </message>
    <message>
        <source>Click a token to see it here.</source>
        <translation>토큰을 클릭하면 여기에 표시됩니다.</translation>
    </message>
    <message>
        <source>{token} in {model}</source>
        <translation>{model}의 {token}</translation>
    </message>
    <message>
        <source>Masking</source>
        <translation>마스킹</translation>
    </message>
    <message>
        <source>What each model must predict while it learns, and what it predicts.</source>
        <translation>각 모델이 학습할 때 예측해야 하는 것과 실제로 예측하는 것을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Mask it</source>
        <translation>마스킹</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>그대로 두기</translation>
    </message>
    <message>
        <source>Let the objective decide</source>
        <translation>학습 목표에 맡기기</translation>
    </message>
    <message>
        <source>There is no text to mask. Type a sentence above.</source>
        <translation>마스킹할 텍스트가 없습니다. 위에 문장을 입력하세요.</translation>
    </message>
    <message>
        <source>The two ways disagree: tokens that are probable alone need not fit together.</source>
        <translation>두 방식의 결과가 다릅니다. 따로 볼 때 확률이 높은 토큰들이 서로 어울린다는 보장은 없습니다.</translation>
    </message>
    <message>
        <source>No prediction uses both sides: neither direction reads what the other has computed.</source>
        <translation>양쪽을 함께 쓰는 예측은 없습니다. 한 방향은 다른 방향이 계산한 것을 읽지 않습니다.</translation>
    </message>
    <message>
        <source>How are the two texts related?</source>
        <translation>두 텍스트는 어떤 관계인가?</translation>
    </message>
    <message>
        <source>{loss} nats per token over {count:,} position, predicted {context}</source>
        <translation>{context} 예측, {count:,}개 위치에서 토큰당 {loss} nat</translation>
    </message>
    <message>
        <source>{loss} nats per token over {count:,} positions, predicted {context}</source>
        <translation>{context} 예측, {count:,}개 위치에서 토큰당 {loss} nat</translation>
    </message>
    <message>
        <source>Click a token above to mask it, or let the objective sample.</source>
        <translation>위의 토큰을 클릭해 마스킹하거나, 학습 목표가 샘플링하게 하세요.</translation>
    </message>
    <message>
        <source>{token} {p}; most probable: {tokens}</source>
        <translation>{token} {p}, 확률이 가장 높은 토큰: {tokens}</translation>
    </message>
    <message>
        <source>The least expected token.</source>
        <translation>확률이 가장 낮게 예측된 토큰입니다.</translation>
    </message>
    <message>
        <source>Joint probability {probability}, the product over the tokens written.</source>
        <translation>결합 확률 {probability}은(는) 쓴 토큰들의 확률을 곱한 값입니다.</translation>
    </message>
    <message>
        <source>The most probable token at each step.</source>
        <translation>단계마다 확률이 가장 높은 토큰입니다.</translation>
    </message>
    <message>
        <source>True positives: {true} of {replaced} replaced tokens. False positives: {false} of {original} original tokens.</source>
        <translation>참양성: 교체된 토큰 {replaced}개 중 {true}개. 거짓양성: 원본 토큰 {original}개 중 {false}개.</translation>
    </message>
    <message>
        <source>What each model predicts</source>
        <translation>각 모델의 예측</translation>
    </message>
    <message>
        <source>from the whole text fed and what is written before</source>
        <translation>입력 전체와 앞서 쓴 것에서</translation>
    </message>
    <message>
        <source>{said}; {loss} nats from the right only</source>
        <translation>{said}, 오른쪽에서만 예측하면 {loss} nat</translation>
    </message>
    <message>
        <source>One token alone has nothing to its left, so nothing is predicted.</source>
        <translation>토큰이 하나뿐이면 왼쪽에 아무것도 없어서 예측할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Select a token above to see its own.</source>
        <translation>위에서 토큰을 선택하면 그 토큰의 예측이 표시됩니다.</translation>
    </message>
    <message>
        <source>True token: {truth}. Predicted: </source>
        <translation>실제 토큰: {truth}. 예측: </translation>
    </message>
    <message>
        <source>The token least expected from the left.</source>
        <translation>왼쪽에서 볼 때 확률이 가장 낮은 토큰입니다.</translation>
    </message>
    <message>
        <source>{token}: there is no token to its left</source>
        <translation>{token}: 왼쪽에 토큰이 없음</translation>
    </message>
    <message>
        <source>{token}: there is no token to its right</source>
        <translation>{token}: 오른쪽에 토큰이 없음</translation>
    </message>
    <message>
        <source>true token unknown</source>
        <translation>실제 토큰을 알 수 없음</translation>
    </message>
    <message>
        <source>Select another token to see its own.</source>
        <translation>다른 토큰을 선택하면 그 토큰의 예측이 표시됩니다.</translation>
    </message>
    <message>
        <source>The outline is the probability without the {stream}.</source>
        <translation>윤곽선은 {stream}이(가) 없을 때의 확률입니다.</translation>
    </message>
    <message>
        <source>Position {place}: {token}</source>
        <translation>위치 {place}: {token}</translation>
    </message>
    <message>
        <source>Masked positions filled together, and one after the other</source>
        <translation>마스킹된 위치를 한꺼번에 채우기와 하나씩 채우기</translation>
    </message>
    <message>
        <source>With a single masked position both ways are the same.</source>
        <translation>마스킹된 위치가 하나이면 두 방식이 같습니다.</translation>
    </message>
    <message>
        <source>{count:,} more positions stay masked while these are filled.</source>
        <translation>이 위치들을 채우는 동안 {count:,}개 위치는 마스킹된 채로 남습니다.</translation>
    </message>
    <message>
        <source>{token}, written with probability {p}</source>
        <translation>{token}, 쓸 때의 확률 {p}</translation>
    </message>
    <message>
        <source> It reached the limit of tokens before the end-of-text token.</source>
        <translation> 텍스트 끝 토큰이 나오기 전에 토큰 수 한도에 이르렀습니다.</translation>
    </message>
    <message>
        <source>Greedy decoding</source>
        <translation>탐욕적 디코딩</translation>
    </message>
    <message>
        <source>Original or replaced?</source>
        <translation>원본인가, 교체되었는가?</translation>
    </message>
    <message>
        <source>There is no generator in this folder: the discriminator reads the sentence as it is.</source>
        <translation>이 폴더에는 생성기가 없어서, 판별기가 문장을 그대로 읽습니다.</translation>
    </message>
    <message>
        <source>a mask of the text itself</source>
        <translation>텍스트 자체의 마스크</translation>
    </message>
    <message>
        <source>original</source>
        <translation>원본</translation>
    </message>
    <message>
        <source>the generator put it in for {was}</source>
        <translation>생성기가 {was} 대신 넣음</translation>
    </message>
    <message>
        <source>Add a second sentence above, and its relation to the first is predicted here.</source>
        <translation>위에 두 번째 문장을 추가하면, 첫 문장과의 관계를 여기에서 예측합니다.</translation>
    </message>
    <message>
        <source>from the tokens earlier in the order, on both sides</source>
        <translation>순서에서 앞선 양쪽의 토큰에서</translation>
    </message>
    <message>
        <source>This model predicts no tokens; it classifies them, see below.</source>
        <translation>이 모델은 토큰을 예측하지 않고 분류합니다. 아래를 보세요.</translation>
    </message>
    <message>
        <source>The true tokens of these masked positions are unknown. What the decoder writes is below.</source>
        <translation>마스킹된 이 위치들의 실제 토큰은 알 수 없습니다. 디코더가 쓰는 것은 아래에 있습니다.</translation>
    </message>
    <message>
        <source>{stream} alone</source>
        <translation>{stream}만</translation>
    </message>
    <message>
        <source>Position {place}: </source>
        <translation>위치 {place}: </translation>
    </message>
    <message>
        <source>Reads from the left only: it continues a text, but fills no masks.</source>
        <translation>왼쪽에서만 읽어서 텍스트를 이어 쓰지만 마스크를 채우지는 않습니다.</translation>
    </message>
    <message>
        <source>Nothing is masked, so there is nothing to fill.</source>
        <translation>마스킹된 것이 없어서 채울 것이 없습니다.</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>한꺼번에</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>하나씩</translation>
    </message>
    <message>
        <source>joint</source>
        <translation>결합</translation>
    </message>
    <message>
        <source>the generator put in the true token</source>
        <translation>생성기가 실제 토큰을 넣음</translation>
    </message>
    <message>
        <source>{name}: {origin}; replaced with probability {probability}</source>
        <translation>{name}: {origin}, 교체되었을 확률 {probability}</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>쓴 순서대로</translation>
    </message>
    <message>
        <source>Swapped</source>
        <translation>순서를 바꾸어</translation>
    </message>
    <message>
        <source>from the left only</source>
        <translation>왼쪽에서만</translation>
    </message>
    <message>
        <source>from both sides</source>
        <translation>양쪽에서</translation>
    </message>
    <message>
        <source>Write more.</source>
        <translation>더 입력하세요.</translation>
    </message>
    <message>
        <source>{count:,} more positions are in the table only.</source>
        <translation>나머지 {count:,}개 위치는 표에만 있습니다.</translation>
    </message>
    <message>
        <source>Reads from each side by itself, so it fills no masks.</source>
        <translation>양쪽에서 따로 읽어서 마스크를 채우지 않습니다.</translation>
    </message>
    <message>
        <source>From the left</source>
        <translation>왼쪽에서</translation>
    </message>
    <message>
        <source>From the right</source>
        <translation>오른쪽에서</translation>
    </message>
    <message>
        <source>Mask a second one.</source>
        <translation>하나 더 마스킹하세요.</translation>
    </message>
    <message>
        <source>Your own order belongs to the text that it was made for and is used again with it; for this text the order is 1, 2, 3 …</source>
        <translation>직접 정한 순서는 그 순서를 만든 텍스트에 속하며 그 텍스트에서 다시 쓰입니다. 이 텍스트의 순서는 1, 2, 3 …입니다</translation>
    </message>
    <message>
        <source>{models} reads {sentinel} as ordinary characters.</source>
        <translation>{models}은(는) {sentinel}을(를) 일반 문자로 읽습니다.</translation>
    </message>
    <message>
        <source>{models} read {sentinel} as ordinary characters.</source>
        <translation>{models}은(는) {sentinel}을(를) 일반 문자로 읽습니다.</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source> (set by a click)</source>
        <translation> (클릭으로 지정)</translation>
    </message>
    <message>
        <source>Without the {stream}</source>
        <translation>{stream} 제외</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Position in its text</source>
        <translation>텍스트 안의 위치</translation>
    </message>
    <message>
        <source>Only the tokens that you masked are masked: the objective samples nothing.</source>
        <translation>직접 마스킹한 토큰만 마스킹됩니다. 학습 목표는 아무것도 샘플링하지 않습니다.</translation>
    </message>
    <message>
        <source>{token} to {model}</source>
        <translation>{model}에서는 {token}</translation>
    </message>
    <message>
        <source>A mask in the sentence becomes each model's own: {masks}.</source>
        <translation>문장의 마스크는 각 모델의 마스크 토큰이 됩니다: {masks}.</translation>
    </message>
    <message>
        <source>{title} has no mask token and reads it as ordinary characters.</source>
        <translation>{title}에는 마스크 토큰이 없어서 이를 일반 문자로 읽습니다.</translation>
    </message>
    <message>
        <source>Fed</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Position in the order</source>
        <translation>순서에서의 위치</translation>
    </message>
    <message>
        <source>Predicted from the right</source>
        <translation>오른쪽에서 예측</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>교체됨</translation>
    </message>
    <message>
        <source>Without the other sentence</source>
        <translation>다른 문장 제외</translation>
    </message>
    <message>
        <source>What the other language adds</source>
        <translation>다른 언어가 더해 주는 것</translation>
    </message>
    <message>
        <source>language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>one masked token</source>
        <translation>마스킹된 토큰 하나</translation>
    </message>
    <message>
        <source>{count} masked tokens</source>
        <translation>마스킹된 토큰 {count}개</translation>
    </message>
    <message>
        <source>By the other sentence, the loss falls by {change} nats ({places}).</source>
        <translation>다른 문장 덕분에 손실이 {change} nat 줄어듭니다({places}).</translation>
    </message>
    <message>
        <source>By the other sentence, the loss rises by {change} nats ({places}).</source>
        <translation>다른 문장 때문에 손실이 {change} nat 늘어납니다({places}).</translation>
    </message>
    <message>
        <source>Outlined: without the other sentence.</source>
        <translation>윤곽선: 다른 문장이 없을 때.</translation>
    </message>
    <message>
        <source>The model reads both texts as one language, or it has no languages.</source>
        <translation>모델이 두 텍스트를 한 언어로 읽거나, 모델에 언어 구분이 없습니다.</translation>
    </message>
    <message>
        <source>Its translation in the mini-world: {sentence}</source>
        <translation>미니 세계에서의 번역: {sentence}</translation>
    </message>
    <message>
        <source>There is no second text.</source>
        <translation>두 번째 텍스트가 없습니다.</translation>
    </message>
    <message>
        <source>Type the translation above.</source>
        <translation>위에 번역을 입력하세요.</translation>
    </message>
    <message>
        <source>{name}, position {place}: {sign}{change} nats</source>
        <translation>{name}, 위치 {place}: {sign}{change} nat</translation>
    </message>
    <message>
        <source>“Add its translation” above makes it the second text.</source>
        <translation>위의 “번역 추가”를 누르면 두 번째 텍스트가 됩니다.</translation>
    </message>
    <message>
        <source>Click a token above to mask it.</source>
        <translation>위의 토큰을 클릭해 마스킹하세요.</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.parameters</name>
    <message>
        <source>{title}: {value:,.0f} {unit}, {share:.1%} of {name}</source>
        <translation>{title}: {unit} {value:,.0f}개, {name}의 {share:.1%}</translation>
    </message>
    <message>
        <source>Operations for one token</source>
        <translation>토큰 하나당 연산</translation>
    </message>
    <message>
        <source>Where its parameters are</source>
        <translation>파라미터의 위치</translation>
    </message>
    <message>
        <source>of a forward pass over {tokens} tokens, in the encoder and in the decoder</source>
        <translation>토큰 {tokens}개의 순전파, 인코더와 디코더 각각</translation>
    </message>
    <message>
        <source>{product} = {count:,} parameters</source>
        <translation>{product} = 파라미터 {count:,}개</translation>
    </message>
    <message>
        <source>The token table has {factorized}, instead of {whole}.</source>
        <translation>토큰 표는 {whole} 대신 {factorized}입니다.</translation>
    </message>
    <message>
        <source>{percent} of</source>
        <translation>{percent}</translation>
    </message>
    <message>
        <source>Operations for a token</source>
        <translation>토큰당 연산</translation>
    </message>
    <message>
        <source>{title}: {count:,} parameters, {share:.1%} of {name}</source>
        <translation>{title}: 파라미터 {count:,}개, {name}의 {share:.1%}</translation>
    </message>
    <message>
        <source> In all, {own} has {parameters} the parameters of {against}, and takes {operations} its operations.</source>
        <translation> 전체로 보면 {own}의 파라미터는 {against}의 {parameters}, 연산은 {operations}입니다.</translation>
    </message>
    <message>
        <source>The token table has {whole}.</source>
        <translation>토큰 표는 {whole}입니다.</translation>
    </message>
    <message>
        <source>{ratio:,.1f} times</source>
        <translation>{ratio:,.1f}배</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 또는 </translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Of all</source>
        <translation>전체 중</translation>
    </message>
    <message>
        <source>{amount} for a token</source>
        <translation>토큰당 {amount}</translation>
    </message>
    <message>
        <source>and {count} smaller ones</source>
        <translation>외에 더 작은 {count}개</translation>
    </message>
    <message>
        <source>Memory at {count} byte</source>
        <translation>{count}바이트 메모리</translation>
    </message>
    <message>
        <source>Memory at {count} bytes</source>
        <translation>{count}바이트 메모리</translation>
    </message>
    <message>
        <source>Attention : feed-forward</source>
        <translation>어텐션 : 피드포워드</translation>
    </message>
    <message>
        <source>At {count} byte</source>
        <translation>{count}바이트일 때</translation>
    </message>
    <message>
        <source>At {count} bytes</source>
        <translation>{count}바이트일 때</translation>
    </message>
    <message>
        <source>A published size, or the same model without sharing</source>
        <translation>공개된 크기, 또는 공유가 없는 같은 모델</translation>
    </message>
    <message>
        <source>Size of an embedding before it is projected to the width</source>
        <translation>모델 너비로 투영하기 전 임베딩의 크기</translation>
    </message>
    <message>
        <source>Size of the hidden layer of a feed-forward block</source>
        <translation>피드포워드 블록의 은닉층 크기</translation>
    </message>
    <message>
        <source>More tokens need more attention scores, but no more parameters</source>
        <translation>토큰이 많으면 어텐션 점수는 늘지만 파라미터는 늘지 않습니다</translation>
    </message>
    <message>
        <source>The same, nothing factorized or shared</source>
        <translation>분해와 공유가 없는 같은 모델</translation>
    </message>
    <message>
        <source>Choose an example …</source>
        <translation>예시 선택 …</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>공개된 값으로</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>예시</translation>
    </message>
    <message>
        <source>Sizes that show an effect</source>
        <translation>효과를 보여 주는 크기</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>시작 모델</translation>
    </message>
    <message>
        <source>A published size, changed below</source>
        <translation>아래에서 바꿀 공개된 크기</translation>
    </message>
    <message>
        <source>Rows of the token table</source>
        <translation>토큰 표의 행 수</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Size of the hidden state of a token</source>
        <translation>한 토큰의 은닉 상태 크기</translation>
    </message>
    <message>
        <source>Blocks of attention and feed-forward</source>
        <translation>어텐션과 피드포워드 블록의 수</translation>
    </message>
    <message>
        <source>How many, and how wide each is</source>
        <translation>헤드의 수와 각 헤드의 너비</translation>
    </message>
    <message>
        <source>Inner width</source>
        <translation>내부 너비</translation>
    </message>
    <message>
        <source>Layers share</source>
        <translation>층 공유</translation>
    </message>
    <message>
        <source>Weights that all layers have in common</source>
        <translation>모든 층이 함께 쓰는 가중치</translation>
    </message>
    <message>
        <source>Undo all changes of the sizes</source>
        <translation>크기 변경을 모두 되돌리기</translation>
    </message>
    <message>
        <source>Choose a model above to see where its weights are; the other views need none.</source>
        <translation>위에서 모델을 고르면 가중치의 위치를 볼 수 있습니다. 다른 보기에는 모델이 필요 없습니다.</translation>
    </message>
    <message>
        <source>Click a part of a model to see it here.</source>
        <translation>모델의 한 부분을 클릭하면 여기에 보여 줍니다.</translation>
    </message>
    <message>
        <source>{name}: {product} = {count:,} parameters, {share:.1%}</source>
        <translation>{name}: {product} = 파라미터 {count:,}개, {share:.1%}</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.sentences</name>
    <message>
        <source>Sentences (*.txt *.tsv *.csv *.json *.jsonl);;All files (*)</source>
        <translation>문장 (*.txt *.tsv *.csv *.json *.jsonl);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Loss against loss</source>
        <translation>손실 대 손실</translation>
    </message>
    <message>
        <source>Map of states</source>
        <translation>상태의 지도</translation>
    </message>
    <message>
        <source>Similar contexts</source>
        <translation>비슷한 문맥</translation>
    </message>
    <message>
        <source>Point  mean of the tokens</source>
        <translation>점  토큰의 평균</translation>
    </message>
    <message>
        <source>Point  token at the selected position</source>
        <translation>점  선택한 위치의 토큰</translation>
    </message>
    <message>
        <source>Sample of the mini-world</source>
        <translation>미니 월드의 표본</translation>
    </message>
    <message>
        <source>Colour  {title}</source>
        <translation>색  {title}</translation>
    </message>
    <message>
        <source>Not installed: {install}</source>
        <translation>설치되지 않음: {install}</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>파일…</translation>
    </message>
    <message>
        <source>Colour  none</source>
        <translation>색  없음</translation>
    </message>
    <message>
        <source>nats per masked token</source>
        <translation>마스킹된 토큰당 nats</translation>
    </message>
    <message>
        <source>nats per dropped token</source>
        <translation>빠진 토큰당 nats</translation>
    </message>
    <message>
        <source>nats per label</source>
        <translation>레이블당 nats</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Mean loss of {first} minus that of {second}: {found:+.3f} nats</source>
        <translation>{first}의 평균 손실에서 {second}의 것을 빼면 {found:+.3f} nats</translation>
    </message>
    <message>
        <source>{first} has the lower loss in {found:,} of {count:,} sentences.</source>
        <translation>{count:,}개 문장 중 {found:,}개에서 {first}의 손실이 더 낮습니다.</translation>
    </message>
    <message>
        <source>{scene:,} of {table:,} sentences, {title}</source>
        <translation>문장 {table:,}개 중 {scene:,}개, {title}</translation>
    </message>
    <message>
        <source> (95 % bootstrap interval {found:+.3f} to {high:+.3f})</source>
        <translation> (95 % 부트스트랩 구간 {found:+.3f}~{high:+.3f})</translation>
    </message>
    <message>
        <source> The first {max_drawn} are drawn.</source>
        <translation> 처음 {max_drawn}개를 그렸습니다.</translation>
    </message>
    <message>
        <source>loss of {one}, {one_2}</source>
        <translation>{one}의 손실, {one_2}</translation>
    </message>
    <message>
        <source>Largest differences</source>
        <translation>가장 큰 차이</translation>
    </message>
    <message>
        <source>Nearest sentences</source>
        <translation>가장 가까운 문장</translation>
    </message>
    <message>
        <source>{scene}: {cut:,} sentences are cut to its positions.</source>
        <translation>{scene}: 문장 {cut:,}개를 모델의 위치 수에 맞게 잘랐습니다.</translation>
    </message>
    <message>
        <source>{scene}: nothing to score in {one:,} sentences.</source>
        <translation>{scene}: 문장 {one:,}개에는 점수를 매길 것이 없습니다.</translation>
    </message>
    <message>
        <source>Click a sentence to see all that is known of it.</source>
        <translation>문장을 클릭하면 알려진 모든 것이 보입니다.</translation>
    </message>
    <message>
        <source>{answer:,} sentences of {title}</source>
        <translation>{title}의 문장 {answer:,}개</translation>
    </message>
    <message>
        <source>states of {answer}</source>
        <translation>{answer}의 상태</translation>
    </message>
    <message>
        <source>Use this sentence</source>
        <translation>이 문장 쓰기</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.tokens</name>
    <message>
        <source>Pieces that English and Korean share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in both of these texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input of the model is computed from the characters of a word and not from its id, so an unknown word differs from others; only its prediction is that of any unknown word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used in English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used in Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input of the model is the sum of the embeddings {together}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>special token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>continues a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its tokenizer is {cut}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens per word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens per character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabulary size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position ids</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>segment ids</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no second text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is read by its characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no token of the vocabulary fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Segment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>their distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether both are in one segment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention gets, for each pair of tokens, {relative}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the segment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position ids begin at {first}, after that of padding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}… is longer than the model's slots for a word: its end is not read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input of the model is the embedding of the id alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text to tokenize. Type a sentence above, or choose an example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabularies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a {what} to see it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How each model splits the text into tokens, and which ids it gets for each token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind}, at most {choice:,} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{own} was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{own} is finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens under the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arrow keys go one step, Home to the beginning, End to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {step:,} of {slider:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no token here: it is a special token, or the tokenizer leaves it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token begins with {where} here, so the whole word is {token}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token contains {unknown}; it becomes {tokens}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{left} and {right} become {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not in the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}: log-probability {edge:.2f} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no token: it would be unknown, at {edge:.2f} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of the chosen word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{steps} words one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word of {word} characters is too long, so the whole word is {token}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_left_out:,} further steps are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{merged}: merge number {merge:,} of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is in the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{t} was taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words and their tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per word, in the sentence and in held-out text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence in the tokens of each vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first value is of the sentence, the second of the held-out text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has {own}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The algorithm that splits a text into tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out text: {text}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is saved in {row}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. Nothing was saved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.training</name>
    <message>
        <source>The training loss alternates between tasks and spans; the held-out loss is on spans only.</source>
        <translation>학습 손실은 과제와 구간을 번갈아 반영하고, 평가용 손실은 구간에서만 구합니다.</translation>
    </message>
    <message>
        <source>{share} of the steps have examples of {length} tokens, so that the model learns long texts; the training loss can peak at these.</source>
        <translation>스텝의 {share}에는 {length}토큰짜리 예시를 써서 모델이 긴 글을 배우게 합니다. 여기서 학습 손실이 치솟을 수 있습니다.</translation>
    </message>
    <message>
        <source>{model} learning {objectives}</source>
        <translation>{model}, 학습 목표 {objectives}</translation>
    </message>
    <message>
        <source>Its vocabulary has {shortfall}</source>
        <translation>이 모델의 어휘: {shortfall}</translation>
    </message>
    <message>
        <source>{count:,} steps</source>
        <translation>{count:,}스텝</translation>
    </message>
    <message>
        <source>step {step:,} of {steps:,}</source>
        <translation>{steps:,}스텝 중 {step:,}번째</translation>
    </message>
    <message>
        <source>text {data}</source>
        <translation>글 {data}</translation>
    </message>
    <message>
        <source>Held-out loss of the chosen models</source>
        <translation>선택한 모델의 평가용 손실</translation>
    </message>
    <message>
        <source>Held-out accuracy of the chosen models</source>
        <translation>선택한 모델의 평가용 정확도</translation>
    </message>
    <message>
        <source>training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>{head}: loss</source>
        <translation>{head}: 손실</translation>
    </message>
    <message>
        <source>{head}: held-out accuracy</source>
        <translation>{head}: 평가용 정확도</translation>
    </message>
    <message>
        <source>Only the village and mini-world texts have tasks; your own text has none.</source>
        <translation>과제는 마을과 미니 월드 글에만 있고, 직접 넣은 글에는 없습니다.</translation>
    </message>
    <message>
        <source>At its maximum, relative to the RMS of each tensor's weights; it falls to zero</source>
        <translation>각 텐서의 가중치 RMS에 대한 상대적인 최댓값. 그 뒤 0까지 줄어듭니다</translation>
    </message>
    <message>
        <source>Size of the training text; the rest is not used</source>
        <translation>학습에 쓸 글의 크기. 나머지는 쓰지 않습니다</translation>
    </message>
    <message>
        <source>Trained on the text, or that of another model</source>
        <translation>글에서 새로 학습하거나, 다른 모델의 것을 씁니다</translation>
    </message>
    <message>
        <source>The model predicts [MASK] in it during training</source>
        <translation>학습하는 동안 모델이 이 문장의 [MASK]를 예측합니다</translation>
    </message>
    <message>
        <source>What the model must predict</source>
        <translation>모델이 예측해야 하는 것</translation>
    </message>
    <message>
        <source>A multiple of the number of heads</source>
        <translation>헤드 수의 배수</translation>
    </message>
    <message>
        <source>Attention heads in each layer</source>
        <translation>층마다 있는 어텐션 헤드</translation>
    </message>
    <message>
        <source>Number of tokens, at most</source>
        <translation>토큰 수의 상한</translation>
    </message>
    <message>
        <source>Watched sentence</source>
        <translation>지켜볼 문장</translation>
    </message>
    <message>
        <source>{title}, new</source>
        <translation>{title}, 새로 학습</translation>
    </message>
    <message>
        <source>That of {title}</source>
        <translation>{title}의 것</translation>
    </message>
    <message>
        <source>The curves of a run appear here during training. The chosen models have no training log.</source>
        <translation>학습하는 동안 실행의 곡선이 여기에 나타납니다. 선택한 모델에는 학습 기록이 없습니다.</translation>
    </message>
    <message>
        <source>Compare with the other models</source>
        <translation>다른 모델과 비교</translation>
    </message>
    <message>
        <source>Compared with the other models</source>
        <translation>다른 모델과 비교 중</translation>
    </message>
    <message>
        <source>Predictions for the watched sentence, newest first</source>
        <translation>지켜보는 문장의 예측, 최근 것부터</translation>
    </message>
    <message>
        <source>Step {step}: {token} {probability}</source>
        <translation>스텝 {step}: {token} {probability}</translation>
    </message>
    <message>
        <source>No prediction yet.</source>
        <translation>아직 예측이 없습니다.</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.two_sentences</name>
    <message>
        <source>Example pairs</source>
        <translation>예시 문장 쌍</translation>
    </message>
    <message>
        <source>Likelihood</source>
        <translation>가능도</translation>
    </message>
    <message>
        <source>Hidden states</source>
        <translation>은닉 상태</translation>
    </message>
    <message>
        <source>Two sentences</source>
        <translation>두 문장</translation>
    </message>
    <message>
        <source>Two models</source>
        <translation>두 모델</translation>
    </message>
    <message>
        <source>Distance by norm</source>
        <translation>노름 대비 거리</translation>
    </message>
    <message>
        <source>of {other} into {one}</source>
        <translation>{other}에서 {one}으로(로)</translation>
    </message>
    <message>
        <source>of {one} into {other}</source>
        <translation>{one}에서 {other}으로(로)</translation>
    </message>
    <message>
        <source>Predict  {one}</source>
        <translation>예측  {one}</translation>
    </message>
    <message>
        <source>Patch  {title}</source>
        <translation>패칭  {title}</translation>
    </message>
    <message>
        <source>Predict  the usual word</source>
        <translation>예측  보통의 단어</translation>
    </message>
    <message>
        <source>Most probable here: {token} ({best_probability:.1%})</source>
        <translation>여기서 가장 확률이 높은 것: {token} ({best_probability:.1%})</translation>
    </message>
    <message>
        <source>Scored by {result}.</source>
        <translation>점수: {result}.</translation>
    </message>
    <message>
        <source>distance relative to the norm</source>
        <translation>노름에 대한 거리</translation>
    </message>
    <message>
        <source>first less second</source>
        <translation>첫째에서 둘째를 뺀 값</translation>
    </message>
    <message>
        <source>{word} rather than {against}: log-odds</source>
        <translation>{against} 대신 {word}: 로그 오즈</translation>
    </message>
    <message>
        <source>share of the difference of both runs</source>
        <translation>두 실행의 차이에 대한 비율</translation>
    </message>
    <message>
        <source>change in nats</source>
        <translation>nats 변화</translation>
    </message>
    <message>
        <source>{place}: {moved}, then {column} nats</source>
        <translation>{place}: {moved}, 그 결과 {column} nats</translation>
    </message>
    <message>
        <source>{result} is preferred by {gap:.2f} nats.</source>
        <translation>{result}이(가) {gap:.2f} nats만큼 선호됩니다.</translation>
    </message>
    <message>
        <source>total variation</source>
        <translation>총변동 거리</translation>
    </message>
    <message>
        <source>Layers by heads</source>
        <translation>층 × 헤드</translation>
    </message>
    <message>
        <source>Type a sentence above to compare it with a second one.</source>
        <translation>위에 문장을 입력하면 둘째 문장과 비교합니다.</translation>
    </message>
    <message>
        <source>Write a second sentence, or choose a pair.</source>
        <translation>둘째 문장을 쓰거나 쌍을 고르세요.</translation>
    </message>
    <message>
        <source>Choose a second model, such as a fine-tuned or quantized version of the first.</source>
        <translation>첫째 모델을 파인튜닝하거나 양자화한 것 같은 둘째 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Click a head to see how its attention differs.</source>
        <translation>헤드를 클릭하면 어텐션이 어떻게 다른지 보입니다.</translation>
    </message>
    <message>
        <source>second sentence “{texts}”</source>
        <translation>둘째 문장 “{texts}”</translation>
    </message>
    <message>
        <source>two models</source>
        <translation>두 모델</translation>
    </message>
    <message>
        <source>{model} patches {result} of {of} into {into}: {what}</source>
        <translation>{model}: {of}의 {result}을(를) {into}에 패칭: {what}</translation>
    </message>
    <message>
        <source>Part of the model</source>
        <translation>모델의 부분</translation>
    </message>
</context>
<context>
    <name>explorer.ui.panels.why</name>
    <message>
        <source>Deletion and insertion</source>
        <translation>삭제와 삽입</translation>
    </message>
    <message>
        <source>Shuffled weights</source>
        <translation>섞은 가중치</translation>
    </message>
    <message>
        <source>the word itself</source>
        <translation>그 단어 자체</translation>
    </message>
    <message>
        <source>Explain  {usual}</source>
        <translation>설명  {usual}</translation>
    </message>
    <message>
        <source>Instead of  no other</source>
        <translation>비교  없음</translation>
    </message>
    <message>
        <source>random order</source>
        <translation>무작위 순서</translation>
    </message>
    <message>
        <source>Integrated</source>
        <translation>적분</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>롤아웃</translation>
    </message>
    <message>
        <source>when {target} replaces {others}</source>
        <translation>{target}이(가) {others}을(를) 대신할 때</translation>
    </message>
    <message>
        <source>{target} has a probability of {share}, and of {empty} {replaced}.</source>
        <translation>{target}의 확률은 {share}이고, {replaced} {empty}입니다.</translation>
    </message>
    <message>
        <source>less than {least_share:.3%}</source>
        <translation>{least_share:.3%} 미만</translation>
    </message>
    <message>
        <source>{name}, {count} tokens: {value}</source>
        <translation>{name}, 토큰 {count}개: {value}</translation>
    </message>
    <message>
        <source>share of the token: above 0 for the prediction, below 0 against it</source>
        <translation>토큰의 몫: 0보다 크면 예측을 돕고 작으면 막음</translation>
    </message>
    <message>
        <source>rank correlation</source>
        <translation>순위 상관</translation>
    </message>
    <message>
        <source>every other token</source>
        <translation>다른 모든 토큰</translation>
    </message>
    <message>
        <source>every token</source>
        <translation>모든 토큰</translation>
    </message>
    <message>
        <source>{target} rather than {against}: log-odds {log_odds}</source>
        <translation>{against} 대신 {target}: 로그 오즈 {log_odds}</translation>
    </message>
    <message>
        <source>Most probable first token</source>
        <translation>가장 확률이 높은 첫 토큰</translation>
    </message>
    <message>
        <source>Most probable here</source>
        <translation>여기서 가장 확률이 높은 것</translation>
    </message>
    <message>
        <source>Most for it</source>
        <translation>가장 도움이 된 것</translation>
    </message>
    <message>
        <source>Most against it</source>
        <translation>가장 방해가 된 것</translation>
    </message>
    <message>
        <source>{token} is the same in every input</source>
        <translation>{token}은(는) 모든 입력에서 같습니다</translation>
    </message>
    <message>
        <source>of the attention</source>
        <translation>어텐션 중</translation>
    </message>
    <message>
        <source>Do the methods agree?</source>
        <translation>방법들이 서로 일치하나요?</translation>
    </message>
    <message>
        <source>Deletion: the most important first</source>
        <translation>삭제: 가장 중요한 것부터</translation>
    </message>
    <message>
        <source>Insertion: the most important first</source>
        <translation>삽입: 가장 중요한 것부터</translation>
    </message>
    <message>
        <source>method</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>deletion</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>insertion</source>
        <translation>삽입</translation>
    </message>
    <message>
        <source>trained and shuffled, rank correlation</source>
        <translation>학습한 것과 섞은 것, 순위 상관</translation>
    </message>
    <message>
        <source>{token} is predicted</source>
        <translation>{token}이(가) 예측됩니다</translation>
    </message>
    <message>
        <source>tokens changed</source>
        <translation>바꾼 토큰 수</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>학습한 가중치</translation>
    </message>
    <message>
        <source>Weights shuffled</source>
        <translation>섞은 가중치</translation>
    </message>
    <message>
        <source>Type a sentence above to see which of its words cause a prediction.</source>
        <translation>위에 문장을 입력하면 어느 단어가 예측을 낳는지 보입니다.</translation>
    </message>
    <message>
        <source>Click a token to explain it instead.</source>
        <translation>토큰을 클릭하면 그것을 대신 설명합니다.</translation>
    </message>
    <message>
        <source>Most probable</source>
        <translation>가장 확률 높음</translation>
    </message>
    <message>
        <source>{target} rather than {against}</source>
        <translation>{against} 대신 {target}</translation>
    </message>
    <message>
        <source>{model} explains {what}, left out tokens become {target}</source>
        <translation>{model}: {what} 설명, 뺀 토큰은 {target}이(가) 됨</translation>
    </message>
    <message>
        <source>Completeness error</source>
        <translation>완전성 오차</translation>
    </message>
</context>
<context>
    <name>explorer.ui.report</name>
    <message>
        <source>It is figure {number} of the report.</source>
        <translation>보고서의 그림 {number}입니다.</translation>
    </message>
    <message>
        <source>Added to the report: {title}. {place}</source>
        <translation>보고서에 추가함: {title}. {place}</translation>
    </message>
    <message>
        <source>Open report</source>
        <translation>보고서 열기</translation>
    </message>
    <message>
        <source>Drawing {figure}</source>
        <translation>{figure} 그리는 중</translation>
    </message>
    <message>
        <source>Writing {title}</source>
        <translation>{title} 쓰는 중</translation>
    </message>
    <message>
        <source>Sources: {figure}</source>
        <translation>출처: {figure}</translation>
    </message>
    <message>
        <source>The report is empty. “Add to report” above a panel puts its figure here (Ctrl+R).</source>
        <translation>보고서가 비어 있습니다. 패널 위의 “보고서에 추가”(Ctrl+R)로 그림을 넣으세요.</translation>
    </message>
    <message>
        <source>Click the picture to show it in the window again, as it was made.</source>
        <translation>그림을 클릭하면 만들었을 때의 모습으로 창에 다시 표시됩니다.</translation>
    </message>
    <message>
        <source>One file that every browser shows, with all pictures inside</source>
        <translation>모든 그림이 들어 있어 어느 브라우저에서나 보이는 파일 하나</translation>
    </message>
    <message>
        <source>A page for each figure, with caption, note and sources</source>
        <translation>그림마다 설명, 메모, 출처가 있는 한 쪽</translation>
    </message>
    <message>
        <source>A folder with main.tex, the figures as PDF, and the sources as BibTeX</source>
        <translation>main.tex, PDF 그림, BibTeX 출처가 든 폴더</translation>
    </message>
    <message>
        <source>{count} figure</source>
        <translation>그림 {count}개</translation>
    </message>
    <message>
        <source>{count} figures</source>
        <translation>그림 {count}개</translation>
    </message>
    <message>
        <source>Where to put the report</source>
        <translation>보고서를 둘 곳</translation>
    </message>
    <message>
        <source>Show {figure} in the window again</source>
        <translation>{figure}을(를) 창에 다시 표시</translation>
    </message>
    <message>
        <source>What a reader should see in this figure</source>
        <translation>이 그림에서 독자가 볼 것</translation>
    </message>
    <message>
        <source>Title of the report</source>
        <translation>보고서의 제목</translation>
    </message>
    <message>
        <source>Title of the figure</source>
        <translation>그림의 제목</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Figures of the report</source>
        <translation>보고서의 그림</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Earlier in the report</source>
        <translation>보고서에서 앞으로</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Later in the report</source>
        <translation>보고서에서 뒤로</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Put the removed figure back</source>
        <translation>제거한 그림 되돌리기</translation>
    </message>
    <message>
        <source>Save as HTML…</source>
        <translation>HTML로 저장…</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>PDF로 저장…</translation>
    </message>
    <message>
        <source>Save for LaTeX…</source>
        <translation>LaTeX용으로 저장…</translation>
    </message>
    <message>
        <source>Wrote {path}.</source>
        <translation>{path}을(를) 썼습니다.</translation>
    </message>
    <message>
        <source>Drawing the figures of the report</source>
        <translation>보고서의 그림을 그리는 중</translation>
    </message>
</context>
<context>
    <name>explorer.ui.style</name>
    <message>
        <source>linear scale</source>
        <translation>선형 눈금</translation>
    </message>
    <message>
        <source>square-root scale</source>
        <translation>제곱근 눈금</translation>
    </message>
</context>
<context>
    <name>explorer.ui.window</name>
    <message>
        <source>Close this message</source>
        <translation>이 알림 닫기</translation>
    </message>
    <message>
        <source>It is no longer there.</source>
        <translation>더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Choose another</source>
        <translation>다른 것 선택</translation>
    </message>
    <message>
        <source>The panel {name} cannot be loaded ({reason}).</source>
        <translation>패널 {name}을(를) 불러올 수 없습니다({reason}).</translation>
    </message>
    <message>
        <source>{names} cannot be loaded ({reason}).</source>
        <translation>{names}을(를) 불러올 수 없습니다({reason}).</translation>
    </message>
    <message>
        <source>{title} cannot be used. {reason}</source>
        <translation>{title}을(를) 쓸 수 없습니다. {reason}</translation>
    </message>
    <message>
        <source>Back to the work before</source>
        <translation>이전 작업으로</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>시스템 테마</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>밝은 테마</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>어두운 테마</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>파일 선택…</translation>
    </message>
    <message>
        <source>No project was saved or opened here yet</source>
        <translation>여기서 저장하거나 연 프로젝트가 아직 없습니다</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>무엇을 할까요?</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>프로젝트 열기…</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>프로젝트</translation>
    </message>
    <message>
        <source>Open recent project…</source>
        <translation>최근 프로젝트 열기…</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>프로젝트 저장</translation>
    </message>
    <message>
        <source>Save project as…</source>
        <translation>다른 이름으로 프로젝트 저장…</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>새 프로젝트</translation>
    </message>
    <message>
        <source>Add this figure to the report</source>
        <translation>이 그림을 보고서에 추가</translation>
    </message>
    <message>
        <source>Open report…</source>
        <translation>보고서 열기…</translation>
    </message>
    <message>
        <source>Add a model…</source>
        <translation>모델 추가…</translation>
    </message>
    <message>
        <source>Export this figure…</source>
        <translation>이 그림 내보내기…</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>모두 내보내기…</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>Python으로 복사</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>편집</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Edit the sentence</source>
        <translation>문장 편집</translation>
    </message>
    <message>
        <source>Deselect</source>
        <translation>선택 해제</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>다음 패널</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>패널</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>이전 패널</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>기본 크기</translation>
    </message>
    <message>
        <source>Both sides</source>
        <translation>양쪽 옆</translation>
    </message>
    <message>
        <source>Details at the side</source>
        <translation>옆에 상세 정보</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>전체 화면</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>창의 다음 부분</translation>
    </message>
    <message>
        <source>Previous part</source>
        <translation>이전 부분</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>모든 명령…</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>What am I looking at?</source>
        <translation>무엇이 보이나요?</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>끝내기</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>Held-out windows</source>
        <translation>평가용 창</translation>
    </message>
    <message>
        <source>Choose a model to see its facts here.</source>
        <translation>모델을 고르면 여기에 정보가 나옵니다.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>상세 정보</translation>
    </message>
    <message>
        <source>length unknown</source>
        <translation>길이 알 수 없음</translation>
    </message>
    <message>
        <source>Held-out {text}</source>
        <translation>평가용 {text}</translation>
    </message>
    <message>
        <source>the progress is saved</source>
        <translation>진행 상황이 저장되었습니다</translation>
    </message>
    <message>
        <source>the downloaded part is saved</source>
        <translation>내려받은 부분이 저장되었습니다</translation>
    </message>
    <message>
        <source>Pause: {task}</source>
        <translation>일시 정지: {task}</translation>
    </message>
    <message>
        <source>stopped; {saved}</source>
        <translation>멈춤. {saved}</translation>
    </message>
    <message>
        <source>cancelled; nothing is saved</source>
        <translation>취소함. 저장한 것은 없습니다</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>지금 다시 시작</translation>
    </message>
    <message>
        <source>The language changes when the program starts again.</source>
        <translation>언어는 프로그램을 다시 시작하면 바뀝니다.</translation>
    </message>
    <message>
        <source>There are no panels to show.</source>
        <translation>표시할 패널이 없습니다.</translation>
    </message>
    <message>
        <source>The language cannot be saved ({error}).</source>
        <translation>언어를 저장할 수 없습니다({error}).</translation>
    </message>
    <message>
        <source> It was copied to {copied}.</source>
        <translation> {copied}에 복사했습니다.</translation>
    </message>
    <message>
        <source>The report of the last session could not be read ({error}).{note}</source>
        <translation>지난 세션의 보고서를 읽을 수 없습니다({error}).{note}</translation>
    </message>
    <message>
        <source>Projects of PLM Explorer (*{ending})</source>
        <translation>PLM Explorer 프로젝트 (*{ending})</translation>
    </message>
    <message>
        <source>{title} is not on this computer. The project was made with the weights {hash}.</source>
        <translation>{title}이(가) 이 컴퓨터에 없습니다. 프로젝트는 가중치 {hash}으로(로) 만들었습니다.</translation>
    </message>
    <message>
        <source>The weights of {title} in this folder are not those of the project ({here} instead of {hash}), so pictures may differ.</source>
        <translation>이 폴더의 {title} 가중치는 프로젝트의 것이 아니므로({hash} 대신 {here}) 그림이 다를 수 있습니다.</translation>
    </message>
    <message>
        <source>Put the model inside ({size})</source>
        <translation>모델을 안에 넣기({size})</translation>
    </message>
    <message>
        <source>Put the {count} models inside ({size})</source>
        <translation>모델 {count}개를 안에 넣기({size})</translation>
    </message>
    <message>
        <source>For someone who does not have them. Bundled models are never put inside.</source>
        <translation>모델이 없는 사람을 위한 것입니다. 내장 모델은 넣지 않습니다.</translation>
    </message>
    <message>
        <source>Saved {path}.</source>
        <translation>{path}을(를) 저장했습니다.</translation>
    </message>
    <message>
        <source>A new project: the report is empty.</source>
        <translation>새 프로젝트입니다. 보고서는 비어 있습니다.</translation>
    </message>
    <message>
        <source>Opened {name}.</source>
        <translation>{name}을(를) 열었습니다.</translation>
    </message>
    <message>
        <source>The folder of {reference}</source>
        <translation>{reference}의 폴더</translation>
    </message>
    <message>
        <source>Put models inside (all of them come with the program)</source>
        <translation>모델을 안에 넣기(모두 프로그램에 포함되어 있음)</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>프로젝트 열기</translation>
    </message>
    <message>
        <source>Choose its folder…</source>
        <translation>폴더 선택…</translation>
    </message>
    <message>
        <source>Add to report: this figure, with a note and the state that made it (Ctrl+R)</source>
        <translation>보고서에 추가: 이 그림과 메모, 그림을 만든 상태(Ctrl+R)</translation>
    </message>
    <message>
        <source>Copy as Python: the lines that make this figure (Ctrl+Shift+C)</source>
        <translation>Python으로 복사: 이 그림을 만드는 코드(Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>What the picture means, and the papers behind it (F1)</source>
        <translation>그림의 뜻과 그 바탕이 된 논문(F1)</translation>
    </message>
    <message>
        <source>Take this figure home: PNG, SVG, PDF, CSV, JSON (Ctrl+E)</source>
        <translation>이 그림을 PNG, SVG, PDF, CSV, JSON으로 가져가기(Ctrl+E)</translation>
    </message>
    <message>
        <source>Add to report</source>
        <translation>보고서에 추가</translation>
    </message>
    <message>
        <source>Read more</source>
        <translation>더 읽기</translation>
    </message>
    <message>
        <source>What this panel shows</source>
        <translation>이 패널이 보여 주는 것</translation>
    </message>
    <message>
        <source>Read less</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>This model cannot be opened.</source>
        <translation>이 모델은 열 수 없습니다.</translation>
    </message>
    <message>
        <source>Choose a model of the library, open a folder, or download one by name</source>
        <translation>라이브러리의 모델을 고르거나, 폴더를 열거나, 이름으로 내려받으세요</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>문장을 입력하세요</translation>
    </message>
    <message>
        <source>Second sentence, for models that read pairs</source>
        <translation>문장 쌍을 읽는 모델을 위한 둘째 문장</translation>
    </message>
    <message>
        <source> Pair</source>
        <translation> 쌍</translation>
    </message>
    <message>
        <source>Add a second sentence</source>
        <translation>둘째 문장 추가</translation>
    </message>
    <message>
        <source>Example sentences in English and Korean, each with a purpose</source>
        <translation>목적이 있는 영어와 한국어 예문</translation>
    </message>
    <message>
        <source>The same seed samples the same masks and the same words again</source>
        <translation>시드가 같으면 같은 마스크와 같은 단어가 다시 뽑힙니다</translation>
    </message>
    <message>
        <source>Sample again: the next seed</source>
        <translation>다시 샘플링: 다음 시드</translation>
    </message>
    <message>
        <source>Model {letter}: {title}</source>
        <translation>모델 {letter}: {title}</translation>
    </message>
    <message>
        <source>Remove {title}</source>
        <translation>{title} 제거</translation>
    </message>
    <message>
        <source>Removes {title} from the comparison; it stays in the library</source>
        <translation>{title}을(를) 비교에서 뺍니다. 라이브러리에는 남습니다</translation>
    </message>
    <message>
        <source>Add model</source>
        <translation>모델 추가</translation>
    </message>
    <message>
        <source>Details at the side (Ctrl+D)</source>
        <translation>옆에 상세 정보(Ctrl+D)</translation>
    </message>
    <message>
        <source>Menu; Ctrl+K searches all commands</source>
        <translation>메뉴. Ctrl+K로 모든 명령을 찾습니다</translation>
    </message>
    <message>
        <source>Choose another model in its place, or move it</source>
        <translation>이 자리에 다른 모델을 고르거나 옮깁니다</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>왼쪽으로</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>오른쪽으로</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>다른 모델 선택…</translation>
    </message>
</context>
<context>
    <name>models.arch</name>
    <message>
        <source>A BERT with far fewer weights: one block for all layers, and a narrow token table.</source>
        <translation>가중치가 훨씬 적은 BERT: 모든 층이 한 블록을 함께 쓰고 토큰 표가 좁습니다.</translation>
    </message>
    <message>
        <source>Factorized embeddings (E &lt; H), one set of weights shared by all layers, and sentence order prediction, which is harder than next sentence prediction.</source>
        <translation>분해된 임베딩(E &lt; H), 모든 층이 공유하는 한 벌의 가중치, 그리고 다음 문장 예측보다 어려운 문장 순서 예측을 씁니다.</translation>
    </message>
    <message>
        <source>both sides</source>
        <translation>양쪽</translation>
    </message>
    <message>
        <source>learned, absolute</source>
        <translation>학습되는 절대 위치</translation>
    </message>
    <message>
        <source>Lan, Chen, Goodman, Gimpel, Sharma, Soricut</source>
        <translation>Lan, Chen, Goodman, Gimpel, Sharma, Soricut</translation>
    </message>
    <message>
        <source>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations</source>
        <translation>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations</translation>
    </message>
    <message>
        <source>Sharing saves memory for parameters, and communication in distributed training, but no computation: the same block runs once for every layer. The paper trains ALBERT-large 1.7 times as fast as BERT-large (Table 2).</source>
        <translation>공유는 파라미터 메모리와 분산 학습의 통신량을 줄이지만 계산량은 줄이지 않습니다. 같은 블록이 층마다 한 번씩 실행되기 때문입니다. 논문에서 ALBERT-large는 BERT-large보다 1.7배 빠르게 학습됩니다(표 2).</translation>
    </message>
    <message>
        <source>The ablations that share only attention or only the feed-forward network: the paper does not say with which of them a LayerNorm is shared; here with the sublayer before it.</source>
        <translation>어텐션만 또는 피드포워드 신경망만 공유하는 제거 실험: 논문은 LayerNorm을 어느 쪽과 함께 공유하는지 밝히지 않습니다. 여기서는 바로 앞의 하위 층과 함께 공유합니다.</translation>
    </message>
    <message>
        <source>transformers applies dropout to the pooled state before the sentence-order head; the authors' code and this program do not.</source>
        <translation>transformers는 문장 순서 헤드 앞의 풀링된 상태에 드롭아웃을 적용하지만, 저자들의 코드와 이 프로그램은 적용하지 않습니다.</translation>
    </message>
    <message>
        <source>Parameter groups</source>
        <translation>파라미터 그룹</translation>
    </message>
    <message>
        <source>sharing must be one of {SHARING}, not {sharing}</source>
        <translation>sharing은 {SHARING} 중 하나여야 하며, {sharing}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>num_hidden_groups must lie in 1 to {num_hidden_layers}, the number of layers, not {num_hidden_groups}</source>
        <translation>num_hidden_groups는 1부터 층 수인 {num_hidden_layers}까지여야 하며, {num_hidden_groups}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>Masked tokens</source>
        <translation>마스킹된 토큰</translation>
    </message>
    <message>
        <source>Sentence order</source>
        <translation>문장 순서</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>순서대로</translation>
    </message>
    <message>
        <source>An encoder that sees the whole sentence and predicts masked tokens in it.</source>
        <translation>문장 전체를 보고 그 안의 마스킹된 토큰을 예측하는 인코더입니다.</translation>
    </message>
    <message>
        <source>Bidirectional attention; trained on masked tokens instead of the next token.</source>
        <translation>양방향 어텐션을 쓰며, 다음 토큰 대신 마스킹된 토큰으로 학습합니다.</translation>
    </message>
    <message>
        <source>Devlin, Chang, Lee, Toutanova</source>
        <translation>Devlin, Chang, Lee, Toutanova</translation>
    </message>
    <message>
        <source>BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding</source>
        <translation>BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding</translation>
    </message>
    <message>
        <source>In the authors' code a passage with one segment always gets a random second one, so a little more than half of the pairs do not follow each other.</source>
        <translation>저자들의 코드에서 세그먼트가 하나뿐인 글은 항상 무작위로 고른 둘째 세그먼트를 받으므로, 이어지지 않는 쌍이 절반보다 조금 많습니다.</translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation>다음 문장</translation>
    </message>
    <message>
        <source>An encoder for long texts, whose attention costs a constant time per token.</source>
        <translation>긴 글을 위한 인코더로, 어텐션 비용이 토큰마다 일정합니다.</translation>
    </message>
    <message>
        <source>Each block of tokens attends to the first and the last block, to its neighbours and to a few random blocks, instead of to all. Time and memory grow with the length, not with its square, so that texts of 4,096 tokens fit where 512 did.</source>
        <translation>각 토큰 블록은 모든 블록 대신 첫 블록과 마지막 블록, 이웃 블록, 몇 개의 무작위 블록에만 어텐션합니다. 시간과 메모리가 길이의 제곱이 아니라 길이에 비례하므로, 512토큰이 들어가던 곳에 4,096토큰의 글이 들어갑니다.</translation>
    </message>
    <message>
        <source>both sides, a few blocks of a long text</source>
        <translation>양쪽, 긴 글에서는 몇 개 블록</translation>
    </message>
    <message>
        <source>{key} must be one of {allowed}, not {value}</source>
        <translation>{key}은(는) {allowed} 중 하나여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>x of the text, after x of the global tokens</source>
        <translation>전역 토큰의 x 다음에 글의 x</translation>
    </message>
    <message>
        <source>Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed</source>
        <translation>Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed</translation>
    </message>
    <message>
        <source>Big Bird: Transformers for Longer Sequences</source>
        <translation>Big Bird: Transformers for Longer Sequences</translation>
    </message>
    <message>
        <source>Random blocks are drawn once for each layer and head, with the number of the layer as the seed, and serve training and evaluation. transformers has none in evaluation: there the first block counts as many times more. With computes_as = 'transformers' in config.json this program computes the same.</source>
        <translation>무작위 블록은 층 번호를 시드로 층과 헤드마다 한 번 뽑아 학습과 평가에 함께 씁니다. transformers는 평가 때 무작위 블록이 없고, 그 자리에서 첫 블록을 그만큼 여러 번 셉니다. config.json에 computes_as = 'transformers'가 있으면 이 프로그램도 똑같이 계산합니다.</translation>
    </message>
    <message>
        <source>At 1,024, 3,072 and 4,096 tokens random blocks are among the first 1,024 tokens, at other lengths among the first 2 r + 5 blocks, as in the authors' code.</source>
        <translation>저자들의 코드처럼, 길이가 1,024, 3,072, 4,096토큰이면 무작위 블록은 처음 1,024토큰 안에 있고, 다른 길이에서는 처음 2 r + 5개 블록 안에 있습니다.</translation>
    </message>
    <message>
        <source>A text of at most 2 r + 5 blocks gets full attention. A longer one is filled up with padding to whole blocks. In a batch the longest text decides both for all.</source>
        <translation>2 r + 5개 블록 이하의 글에는 전체 어텐션을 씁니다. 더 긴 글은 패딩을 채워 블록 단위로 맞춥니다. 배치에서는 가장 긴 글이 모든 글의 두 가지를 결정합니다.</translation>
    </message>
    <message>
        <source>The authors' code has a head for the next sentence, which pretraining does not use.</source>
        <translation>저자들의 코드에는 다음 문장 헤드가 있지만 사전 학습에는 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>The extended construction keeps the first and the last block global. Its extra tokens share all weights with the text; no published checkpoint in this layout has them.</source>
        <translation>확장 구성은 첫 블록과 마지막 블록을 전역으로 유지합니다. 추가 토큰은 모든 가중치를 글과 공유합니다. 이 구성으로 공개된 체크포인트에는 추가 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>For questions transformers lowers the scores of the question's tokens; here an answer is a part of the passage in any case.</source>
        <translation>질문 응답에서 transformers는 질문 토큰의 점수를 낮춥니다. 여기서는 답이 어차피 지문의 일부입니다.</translation>
    </message>
    <message>
        <source>Block size, in tokens</source>
        <translation>블록 크기(토큰)</translation>
    </message>
    <message>
        <source>Global blocks, the first and the last</source>
        <translation>전역 블록(첫째와 마지막)</translation>
    </message>
    <message>
        <source>Window, in blocks</source>
        <translation>창(블록)</translation>
    </message>
    <message>
        <source>Random blocks</source>
        <translation>무작위 블록</translation>
    </message>
    <message>
        <source>Extra global tokens</source>
        <translation>추가 전역 토큰</translation>
    </message>
    <message>
        <source>Computed as in</source>
        <translation>계산 방식</translation>
    </message>
    <message>
        <source>Queries, keys and values have a bias</source>
        <translation>쿼리, 키, 값에 편향 있음</translation>
    </message>
    <message>
        <source>Embeddings scaled by the square root of the width</source>
        <translation>너비의 제곱근을 곱한 임베딩</translation>
    </message>
    <message>
        <source>num_random_blocks and num_global_tokens must be 0 or more</source>
        <translation>num_random_blocks와 num_global_tokens는 0 이상이어야 합니다</translation>
    </message>
    <message>
        <source>num_window_blocks must be odd, as many blocks on both sides of each block; {num_window_blocks} is even</source>
        <translation>num_window_blocks는 각 블록의 양쪽에 같은 수의 블록이 오도록 홀수여야 합니다. {num_window_blocks}은(는) 짝수입니다</translation>
    </message>
    <message>
        <source>transformers has the internal construction with global blocks and a window of 3 blocks only; other values need computes_as = 'paper'</source>
        <translation>transformers에는 전역 블록과 3블록 창을 쓰는 내부 구성만 있습니다. 다른 값에는 computes_as = 'paper'가 필요합니다</translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of the {config} heads</source>
        <translation>너비 {width}은(는) 헤드 수 {config}의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>블록</translation>
    </message>
    <message>
        <source>Weight of each block</source>
        <translation>블록별 가중치</translation>
    </message>
    <message>
        <source>Weight on extra global tokens</source>
        <translation>추가 전역 토큰에 대한 가중치</translation>
    </message>
    <message>
        <source>by blocks</source>
        <translation>블록 단위</translation>
    </message>
    <message>
        <source>of all tokens to all</source>
        <translation>모든 토큰에서 모든 토큰으로</translation>
    </message>
    <message>
        <source>the paper</source>
        <translation>논문</translation>
    </message>
    <message>
        <source>the weights of a sparse layer can be read, but not changed</source>
        <translation>희소 층의 가중치는 읽을 수만 있고 바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>토큰 임베딩</translation>
    </message>
    <message>
        <source>t = E[id]</source>
        <translation>t = E[id]</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>스케일링</translation>
    </message>
    <message>
        <source>t ← √D t</source>
        <translation>t ← √D t</translation>
    </message>
    <message>
        <source>Global tokens before the text</source>
        <translation>글 앞의 전역 토큰</translation>
    </message>
    <message>
        <source>Position to content: equation 4 of the paper takes the relative position δ(j, i) of key j and query i. The authors' code, and so every published checkpoint, takes δ(i, j), as content to position does. The code is followed here.</source>
        <translation>위치-내용: 논문의 식 4는 키 j와 쿼리 i의 상대 위치로 δ(j, i)를 씁니다. 저자들의 코드와 그에 따라 공개된 모든 체크포인트는 내용-위치처럼 δ(i, j)를 씁니다. 여기서는 코드를 따릅니다.</translation>
    </message>
    <message>
        <source>The enhanced mask decoder belongs to pretraining: the last layer runs twice more, with queries from absolute positions. transformers does not have it, and predicts masked tokens without it.</source>
        <translation>강화 마스크 디코더는 사전 학습에 속합니다. 마지막 층이 절대 위치에서 얻은 쿼리로 두 번 더 실행됩니다. transformers에는 이것이 없어, 마스킹된 토큰을 강화 마스크 디코더 없이 예측합니다.</translation>
    </message>
    <message>
        <source>Enhanced mask decoder</source>
        <translation>강화 마스크 디코더</translation>
    </message>
    <message>
        <source>Content to content</source>
        <translation>내용-내용</translation>
    </message>
    <message>
        <source>Content to position</source>
        <translation>내용-위치</translation>
    </message>
    <message>
        <source>Position to content</source>
        <translation>위치-내용</translation>
    </message>
    <message>
        <source>An encoder whose attention separates the content of a token from its position.</source>
        <translation>어텐션이 토큰의 내용과 위치를 분리하는 인코더입니다.</translation>
    </message>
    <message>
        <source>Each attention score is a sum of three terms: content to content, content to relative position, relative position to content. Absolute positions enter only at the end, to predict masked tokens. No next-sentence task.</source>
        <translation>각 어텐션 점수는 내용-내용, 내용-상대 위치, 상대 위치-내용이라는 세 항의 합입니다. 절대 위치는 마스킹된 토큰을 예측하는 마지막 단계에만 들어갑니다. 다음 문장 과제는 없습니다.</translation>
    </message>
    <message>
        <source>relative, separate from the contents; absolute only to predict masked tokens</source>
        <translation>내용과 분리된 상대 위치, 절대 위치는 마스킹된 토큰 예측에만</translation>
    </message>
    <message>
        <source>He, Liu, Gao, Chen</source>
        <translation>He, Liu, Gao, Chen</translation>
    </message>
    <message>
        <source>DeBERTa: Decoding-enhanced BERT with Disentangled Attention</source>
        <translation>DeBERTa: Decoding-enhanced BERT with Disentangled Attention</translation>
    </message>
    <message>
        <source>Deberta</source>
        <translation>Deberta</translation>
    </message>
    <message>
        <source>Position terms of the score</source>
        <translation>점수의 위치 항</translation>
    </message>
    <message>
        <source>enhanced_mask_decoder must be true or false</source>
        <translation>enhanced_mask_decoder는 true 또는 false여야 합니다</translation>
    </message>
    <message>
        <source>an embedding_size that is not hidden_size is not supported</source>
        <translation>hidden_size와 다른 embedding_size는 지원하지 않습니다</translation>
    </message>
    <message>
        <source>attention heads that do not make up hidden_size are not supported</source>
        <translation>합쳐서 hidden_size가 되지 않는 어텐션 헤드는 지원하지 않습니다</translation>
    </message>
    <message>
        <source>content to position, position to content</source>
        <translation>내용-위치, 위치-내용</translation>
    </message>
    <message>
        <source>as the positions</source>
        <translation>위치와 같음</translation>
    </message>
    <message>
        <source>x = E[id]</source>
        <translation>x = E[id]</translation>
    </message>
    <message>
        <source>y = φ(convolution over neighbouring tokens)</source>
        <translation>y = φ(이웃 토큰에 대한 합성곱)</translation>
    </message>
    <message>
        <source>DeBERTa v2</source>
        <translation>DeBERTa v2</translation>
    </message>
    <message>
        <source>DeBERTa with logarithmic buckets of relative positions, and shared projections.</source>
        <translation>상대 위치의 로그 버킷과 공유 투영을 쓰는 DeBERTa입니다.</translation>
    </message>
    <message>
        <source>Relative positions beyond 128 tokens share logarithmic buckets, and have the same query and key projections as the contents. The Unigram vocabulary has 128,000 tokens. A convolution is parallel to the first layer.</source>
        <translation>128토큰을 넘는 상대 위치는 로그 버킷을 함께 쓰고, 쿼리와 키 투영은 내용과 같은 것을 씁니다. Unigram 어휘는 토큰 128,000개입니다. 첫 층과 나란히 합성곱이 있습니다.</translation>
    </message>
    <message>
        <source>relative, in logarithmic buckets; absolute only to predict masked tokens</source>
        <translation>로그 버킷의 상대 위치, 절대 위치는 마스킹된 토큰 예측에만</translation>
    </message>
    <message>
        <source>Version 3 is published under the same model type. Files of it that have neither its detection head nor the entry embedding_sharing open as version 2 without a convolution.</source>
        <translation>버전 3은 같은 모델 유형으로 공개되었습니다. 탐지 헤드도 embedding_sharing 항목도 없는 버전 3 파일은 합성곱 없는 버전 2로 열립니다.</translation>
    </message>
    <message>
        <source>Positions share the query and key matrices</source>
        <translation>위치가 쿼리·키 행렬을 공유</translation>
    </message>
    <message>
        <source>Norm of the relative positions</source>
        <translation>상대 위치의 정규화</translation>
    </message>
    <message>
        <source>Convolution width</source>
        <translation>합성곱 너비</translation>
    </message>
    <message>
        <source>Convolution activation</source>
        <translation>합성곱 활성화 함수</translation>
    </message>
    <message>
        <source>position_buckets must be 2 or more, and so must positions; or below 1, for none</source>
        <translation>position_buckets와 위치 수는 2 이상이어야 합니다. 1보다 작으면 쓰지 않는다는 뜻입니다</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>합성곱</translation>
    </message>
    <message>
        <source>every distance</source>
        <translation>모든 거리</translation>
    </message>
    <message>
        <source>layer normalisation</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>no convolution</source>
        <translation>합성곱 없음</translation>
    </message>
    <message>
        <source>DeBERTa v2's encoder, trained to detect which tokens a generator has replaced.</source>
        <translation>생성기가 어느 토큰을 교체했는지 알아내도록 학습하는 DeBERTa v2 인코더입니다.</translation>
    </message>
    <message>
        <source>Replaced-token detection instead of masked tokens. The generator is as wide as the discriminator and half as deep. The discriminator's token table is the generator's, without a gradient to it, plus an offset that it learns itself. No convolution.</source>
        <translation>마스킹된 토큰 대신 교체된 토큰 탐지로 학습합니다. 생성기는 판별기와 너비가 같고 깊이는 절반입니다. 판별기의 토큰 표는 생성기의 표(기울기는 전달되지 않음)에 스스로 학습하는 차이를 더한 것입니다. 합성곱은 없습니다.</translation>
    </message>
    <message>
        <source>relative, in logarithmic buckets; absolute only in the generator's mask decoder</source>
        <translation>로그 버킷의 상대 위치, 절대 위치는 생성기의 마스크 디코더에만</translation>
    </message>
    <message>
        <source>He, Gao, Chen</source>
        <translation>He, Gao, Chen</translation>
    </message>
    <message>
        <source>DeBERTaV3: Improving DeBERTa using ELECTRA-Style Pre-Training with Gradient-Disentangled Embedding Sharing</source>
        <translation>DeBERTaV3: Improving DeBERTa using ELECTRA-Style Pre-Training with Gradient-Disentangled Embedding Sharing</translation>
    </message>
    <message>
        <source>The authors' code updates the generator, then the discriminator on the table that was just updated, each with an optimizer of its own. Here one step follows the gradients of the sum of both losses. With separate tables and with the offset each parameter has the same gradient as there, up to the generator's last step, which the discriminator's table sees one step later, and gradients are clipped together. With one table its two gradients are added, where the authors' code would take two steps.</source>
        <translation>저자들의 코드는 각자의 옵티마이저로 먼저 생성기를, 이어서 방금 갱신된 표 위에서 판별기를 갱신합니다. 여기서는 한 스텝이 두 손실의 합의 기울기를 따릅니다. 표가 따로 있거나 차이를 더하는 방식에서는 각 파라미터의 기울기가 저자들의 코드와 같습니다. 다만 생성기의 마지막 스텝이 판별기의 표에 한 스텝 늦게 반영되고, 기울기를 함께 클리핑합니다. 표가 하나일 때는 두 기울기를 더하지만, 저자들의 코드는 두 스텝을 밟습니다.</translation>
    </message>
    <message>
        <source>The authors' code weights the detection loss by 10 by default. With separate parameters and Adam the weight acts through the clipping of gradients alone.</source>
        <translation>저자들의 코드는 기본적으로 탐지 손실에 가중치 10을 줍니다. 파라미터가 나뉘어 있고 Adam을 쓰면 이 가중치는 기울기 클리핑을 통해서만 작용합니다.</translation>
    </message>
    <message>
        <source>All chosen tokens are masked, none is left unchanged, and the generator's samples are drawn at temperature 1.</source>
        <translation>고른 토큰은 모두 마스킹하고 그대로 두는 것은 없으며, 생성기는 온도 1로 표본을 뽑습니다.</translation>
    </message>
    <message>
        <source>The published files hold no generator; their table is the sum.</source>
        <translation>공개된 파일에는 생성기가 없으며, 그 표는 합입니다.</translation>
    </message>
    <message>
        <source>Token table and the generator's</source>
        <translation>토큰 표와 생성기의 표</translation>
    </message>
    <message>
        <source>embedding_sharing must be one of {SHARINGS}</source>
        <translation>embedding_sharing은 {SHARINGS} 중 하나여야 합니다</translation>
    </message>
    <message>
        <source>version 3 has no convolution: conv_kernel_size must be 0</source>
        <translation>버전 3에는 합성곱이 없으므로 conv_kernel_size는 0이어야 합니다</translation>
    </message>
    <message>
        <source>the generator alone has an enhanced mask decoder</source>
        <translation>강화 마스크 디코더는 생성기에만 있습니다</translation>
    </message>
    <message>
        <source>Generator's mask decoder</source>
        <translation>생성기의 마스크 디코더</translation>
    </message>
    <message>
        <source>Generator</source>
        <translation>생성기</translation>
    </message>
    <message>
        <source>Discriminator</source>
        <translation>판별기</translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation>교체</translation>
    </message>
    <message>
        <source>Discriminator input</source>
        <translation>판별기 입력</translation>
    </message>
    <message>
        <source>one table (ES)</source>
        <translation>표 하나(ES)</translation>
    </message>
    <message>
        <source>two tables (NES)</source>
        <translation>표 두 개(NES)</translation>
    </message>
    <message>
        <source>the generator's without its gradient, plus an offset (GDES)</source>
        <translation>기울기 없는 생성기의 표에 차이를 더함(GDES)</translation>
    </message>
    <message>
        <source>Half of BERT's layers, distilled from BERT.</source>
        <translation>BERT의 절반의 층으로, BERT에서 증류한 모델입니다.</translation>
    </message>
    <message>
        <source>Half the layers, no segments, no pooler, no next-sentence task; BERT is the teacher.</source>
        <translation>층이 절반이고 세그먼트, 풀러, 다음 문장 과제가 없으며, BERT가 교사입니다.</translation>
    </message>
    <message>
        <source>huggingface/transformers, research project distillation</source>
        <translation>huggingface/transformers, 연구 프로젝트 distillation</translation>
    </message>
    <message>
        <source>Sanh, Debut, Chaumond, Wolf</source>
        <translation>Sanh, Debut, Chaumond, Wolf</translation>
    </message>
    <message>
        <source>DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter</source>
        <translation>DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter</translation>
    </message>
    <message>
        <source>The paper does not give the weights of the three losses; the authors' examples differ.</source>
        <translation>논문은 세 손실의 가중치를 밝히지 않으며, 저자들의 예시마다 값이 다릅니다.</translation>
    </message>
    <message>
        <source>An encoder trained on every token: has a small generator replaced it or not?</source>
        <translation>토큰마다 작은 생성기가 교체했는지를 맞히며 모든 토큰에서 학습하는 인코더입니다.</translation>
    </message>
    <message>
        <source>The loss covers all tokens instead of 15 %; only the discriminator is used later.</source>
        <translation>손실이 15 %가 아니라 모든 토큰에 걸치며, 나중에는 판별기만 씁니다.</translation>
    </message>
    <message>
        <source>Clark, Luong, Le, Manning</source>
        <translation>Clark, Luong, Le, Manning</translation>
    </message>
    <message>
        <source>ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators</source>
        <translation>ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators</translation>
    </message>
    <message>
        <source>The authors' code masks 85% of the chosen tokens and leaves the other 15% unchanged.</source>
        <translation>저자들의 코드는 고른 토큰의 85%를 마스킹하고 나머지 15%는 그대로 둡니다.</translation>
    </message>
    <message>
        <source>The released small checkpoint was trained with a generator of full width.</source>
        <translation>공개된 small 체크포인트는 너비가 줄지 않은 생성기로 학습되었습니다.</translation>
    </message>
    <message>
        <source>generator_hidden_size must be above 0, and at most 1</source>
        <translation>generator_hidden_size는 0보다 크고 1 이하여야 합니다</translation>
    </message>
    <message>
        <source>an ELECTRA's width and inner width must be at least {least}: its generator has {part} of each</source>
        <translation>ELECTRA의 너비와 내부 너비는 {least} 이상이어야 합니다. 생성기가 각각의 {part}을(를) 쓰기 때문입니다</translation>
    </message>
    <message>
        <source>Original tokens</source>
        <translation>원래 토큰</translation>
    </message>
    <message>
        <source>x ← c ⊙ x + (1 − c) ⊙ relu(W x + b)</source>
        <translation>x ← c ⊙ x + (1 − c) ⊙ relu(W x + b)</translation>
    </message>
    <message>
        <source>x = max over the characters of φ(convolution)</source>
        <translation>x = 글자에 걸친 φ(합성곱)의 최댓값</translation>
    </message>
    <message>
        <source>g ← g + W_h h₋₁</source>
        <translation>g ← g + W_h h₋₁</translation>
    </message>
    <message>
        <source>Two LSTM language models of opposite direction; each task mixes their layers.</source>
        <translation>방향이 반대인 두 LSTM 언어 모델입니다. 과제마다 그 층들을 섞어 씁니다.</translation>
    </message>
    <message>
        <source>Unlike earlier word vectors, those of a word depend on its sentence, and they come from all layers, not the last one. No attention: each direction carries a state from word to word, and the two meet in the mix only.</source>
        <translation>이전의 단어 벡터와 달리 단어의 벡터가 문장에 따라 달라지고, 마지막 층이 아닌 모든 층에서 나옵니다. 어텐션은 없습니다. 각 방향이 단어에서 단어로 상태를 전달하며, 두 방향은 섞을 때만 만납니다.</translation>
    </message>
    <message>
        <source>each side by itself, in two stacks</source>
        <translation>양쪽을 각각, 두 스택에서</translation>
    </message>
    <message>
        <source>the order of reading</source>
        <translation>읽는 순서</translation>
    </message>
    <message>
        <source>n = tanh(g)</source>
        <translation>n = tanh(g)</translation>
    </message>
    <message>
        <source>Input gate</source>
        <translation>입력 게이트</translation>
    </message>
    <message>
        <source>Forget gate</source>
        <translation>망각 게이트</translation>
    </message>
    <message>
        <source>New content</source>
        <translation>새 내용</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>출력 게이트</translation>
    </message>
    <message>
        <source>Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer</source>
        <translation>Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer</translation>
    </message>
    <message>
        <source>Deep contextualized word representations</source>
        <translation>Deep contextualized word representations</translation>
    </message>
    <message>
        <source>The published sizes are counted without the softmax over 793,471 words.</source>
        <translation>공개된 크기는 단어 793,471개에 대한 소프트맥스를 빼고 센 것입니다.</translation>
    </message>
    <message>
        <source>The authors train with a sampled softmax, and carry states from batch to batch. Here the softmax is full, and every text begins with states of zero.</source>
        <translation>저자들은 샘플링된 소프트맥스로 학습하고 상태를 배치에서 배치로 넘깁니다. 여기서는 전체 소프트맥스를 쓰며, 모든 글은 0인 상태에서 시작합니다.</translation>
    </message>
    <message>
        <source>A word of more than 48 bytes is cut off: 50 slots hold it with its marks. A letter of Hangul takes three bytes.</source>
        <translation>48바이트보다 긴 단어는 잘립니다. 50칸에 단어와 그 표지가 함께 들어갑니다. 한글 한 글자는 3바이트입니다.</translation>
    </message>
    <message>
        <source>Training text is stored as ids of words, so a word outside the vocabulary is read there without its letters. Everywhere else it is read with them.</source>
        <translation>학습 글은 단어 ID로 저장되므로, 어휘 밖의 단어는 학습에서 글자 없이 읽힙니다. 다른 곳에서는 모두 글자와 함께 읽힙니다.</translation>
    </message>
    <message>
        <source>The published weights are HDF5 files, which this program does not open.</source>
        <translation>공개된 가중치는 HDF5 파일이며, 이 프로그램은 열지 않습니다.</translation>
    </message>
    <message>
        <source>Cell width</source>
        <translation>셀 너비</translation>
    </message>
    <message>
        <source>Cell states clipped at</source>
        <translation>셀 상태의 상한</translation>
    </message>
    <message>
        <source>Projections clipped at</source>
        <translation>투영의 상한</translation>
    </message>
    <message>
        <source>Characters of a word, with marks</source>
        <translation>단어의 글자 수(표지 포함)</translation>
    </message>
    <message>
        <source>Character symbols</source>
        <translation>글자 기호 수</translation>
    </message>
    <message>
        <source>Character width</source>
        <translation>글자 너비</translation>
    </message>
    <message>
        <source>Convolutions, width x number</source>
        <translation>합성곱, 너비 x 개수</translation>
    </message>
    <message>
        <source>Highway layers</source>
        <translation>하이웨이 층</translation>
    </message>
    <message>
        <source>filters must name widths and numbers, such as 1x32 2x64</source>
        <translation>filters는 1x32 2x64처럼 너비와 개수로 적어야 합니다</translation>
    </message>
    <message>
        <source>Highway, carry gate</source>
        <translation>하이웨이, 전달 게이트</translation>
    </message>
    <message>
        <source>c = σ(W_c x + b_c)</source>
        <translation>c = σ(W_c x + b_c)</translation>
    </message>
    <message>
        <source>Highway</source>
        <translation>하이웨이</translation>
    </message>
    <message>
        <source>Convolutions over the characters</source>
        <translation>글자에 대한 합성곱</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>투영</translation>
    </message>
    <message>
        <source>x ← W x + b</source>
        <translation>x ← W x + b</translation>
    </message>
    <message>
        <source>Gates, from the word</source>
        <translation>게이트, 단어에서</translation>
    </message>
    <message>
        <source>g = W x + b</source>
        <translation>g = W x + b</translation>
    </message>
    <message>
        <source>Output at the step before</source>
        <translation>앞 스텝의 출력</translation>
    </message>
    <message>
        <source>h₋₁, 0 at the first</source>
        <translation>h₋₁, 처음에는 0</translation>
    </message>
    <message>
        <source>Gates, from the step before</source>
        <translation>게이트, 앞 스텝에서</translation>
    </message>
    <message>
        <source>Cell at the step before</source>
        <translation>앞 스텝의 셀</translation>
    </message>
    <message>
        <source>c₋₁, 0 at the first</source>
        <translation>c₋₁, 처음에는 0</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>셀</translation>
    </message>
    <message>
        <source>c = f ⊙ c₋₁ + i ⊙ n</source>
        <translation>c = f ⊙ c₋₁ + i ⊙ n</translation>
    </message>
    <message>
        <source>y = W_p (o ⊙ tanh(c))</source>
        <translation>y = W_p (o ⊙ tanh(c))</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>순방향</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>역방향</translation>
    </message>
    <message>
        <source>Both directions side by side</source>
        <translation>나란히 놓은 두 방향</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>다음 단어</translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation>이전 단어</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>제한 없음</translation>
    </message>
    <message>
        <source>a filter over {width} characters does not fit into {max_characters}</source>
        <translation>글자 {width}개에 걸친 필터는 글자 {max_characters}개에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>Fused states of the tokens that name entities</source>
        <translation>개체를 가리키는 토큰의 융합된 상태</translation>
    </message>
    <message>
        <source>An encoder that also reads vectors of the entities that a text names.</source>
        <translation>글이 가리키는 개체의 벡터도 함께 읽는 인코더입니다.</translation>
    </message>
    <message>
        <source>A second stream of entities from a knowledge graph, fused with the tokens that name them; some entities are removed and must be predicted.</source>
        <translation>지식 그래프에서 온 개체의 둘째 흐름을 그 개체를 가리키는 토큰과 융합합니다. 일부 개체는 빼고 예측하게 합니다.</translation>
    </message>
    <message>
        <source>Entities beside their tokens</source>
        <translation>토큰 곁의 개체</translation>
    </message>
    <message>
        <source>e of the entity that the token names, else 0</source>
        <translation>토큰이 가리키는 개체의 e, 없으면 0</translation>
    </message>
    <message>
        <source>Fusion of tokens and entities</source>
        <translation>토큰과 개체의 융합</translation>
    </message>
    <message>
        <source>h = φ(W_t x + b_t + W_e e + b_e)</source>
        <translation>h = φ(W_t x + b_t + W_e e + b_e)</translation>
    </message>
    <message>
        <source>h of the token that names the entity</source>
        <translation>개체를 가리키는 토큰의 h</translation>
    </message>
    <message>
        <source>Feed-forward network, output</source>
        <translation>피드포워드 신경망, 출력</translation>
    </message>
    <message>
        <source>y = W h + b</source>
        <translation>y = W h + b</translation>
    </message>
    <message>
        <source>Vector of the entity</source>
        <translation>개체의 벡터</translation>
    </message>
    <message>
        <source>x = vector of the entity</source>
        <translation>x = 개체의 벡터</translation>
    </message>
    <message>
        <source>Zhang, Han, Liu, Jiang, Sun, Liu</source>
        <translation>Zhang, Han, Liu, Jiang, Sun, Liu</translation>
    </message>
    <message>
        <source>ERNIE: Enhanced Language Representation with Informative Entities</source>
        <translation>ERNIE: Enhanced Language Representation with Informative Entities</translation>
    </message>
    <message>
        <source>This is the ERNIE of Zhang et al. (2019). Baidu's ERNIE (Sun et al. 2019), which transformers calls ErnieModel, masks phrases and entities and has no vectors of entities.</source>
        <translation>이것은 Zhang 외(2019)의 ERNIE입니다. transformers에서 ErnieModel이라고 부르는 Baidu의 ERNIE(Sun 외, 2019)는 구와 개체를 마스킹하며 개체 벡터가 없습니다.</translation>
    </message>
    <message>
        <source>Of 12 layers, 5 read tokens alone, one fuses them with the entities as they come from the table, and in 6 entities attend to each other first.</source>
        <translation>12층 가운데 5층은 토큰만 읽고, 한 층은 표에서 나온 그대로의 개체와 토큰을 융합하며, 6층에서는 먼저 개체끼리 어텐션합니다.</translation>
    </message>
    <message>
        <source>In the paper, the outputs of the fusion have an activation of their own. In the authors' code they have none: a linear layer, a residual connection and LayerNorm.</source>
        <translation>논문에서는 융합의 출력에 별도의 활성화 함수가 있습니다. 저자들의 코드에는 없고, 선형 층과 잔차 연결, LayerNorm만 있습니다.</translation>
    </message>
    <message>
        <source>In the authors' code the bias of the entities is also added to tokens that head no mention, and [CLS] has an entity whose vector is zero.</source>
        <translation>저자들의 코드에서는 개체의 편향이 언급의 첫머리가 아닌 토큰에도 더해지며, [CLS]에는 벡터가 0인 개체가 있습니다.</translation>
    </message>
    <message>
        <source>The vectors of the 5,041,175 entities are an input and are not counted as parameters.</source>
        <translation>개체 5,041,175개의 벡터는 입력이며 파라미터로 세지 않습니다.</translation>
    </message>
    <message>
        <source>No head reads the last entity states, so the weights that make them never learn.</source>
        <translation>마지막 개체 상태를 읽는 헤드가 없으므로, 이를 만드는 가중치는 학습되지 않습니다.</translation>
    </message>
    <message>
        <source>[ENT], [HD] and [TL] are tokens of models that are trained here; published vocabularies have none of them.</source>
        <translation>[ENT], [HD], [TL]은 여기서 학습한 모델의 토큰입니다. 공개된 어휘에는 없습니다.</translation>
    </message>
    <message>
        <source>Kinds of layers</source>
        <translation>층의 종류</translation>
    </message>
    <message>
        <source>Width of an entity</source>
        <translation>개체의 너비</translation>
    </message>
    <message>
        <source>Heads among entities</source>
        <translation>개체 사이의 헤드</translation>
    </message>
    <message>
        <source>Entities that are fed</source>
        <translation>입력하는 개체</translation>
    </message>
    <message>
        <source>layer_types has {unknown}; known are {KINDS}</source>
        <translation>layer_types에 {unknown}이(가) 있습니다. 쓸 수 있는 것은 {KINDS}입니다</translation>
    </message>
    <message>
        <source>layer_types has {kinds} layers, num_hidden_layers is {count}</source>
        <translation>layer_types에는 {kinds}층이 있지만 num_hidden_layers는 {count}입니다</translation>
    </message>
    <message>
        <source>layer_types needs one layer of the kind {KNOWLEDGE}</source>
        <translation>layer_types에는 {KNOWLEDGE} 층이 하나 있어야 합니다</translation>
    </message>
    <message>
        <source>entity_input must be one of {known}, not {entity_input}</source>
        <translation>entity_input은 {known} 중 하나여야 하며, {entity_input}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>layer_types must be a list of names of layers, not {value}</source>
        <translation>layer_types는 층 이름의 목록이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>y = W x + b</source>
        <translation>y = W x + b</translation>
    </message>
    <message>
        <source>vectors of entities have {table} numbers, the model {width}</source>
        <translation>개체 벡터의 길이는 {table}, 모델의 너비는 {width}입니다</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>개체</translation>
    </message>
    <message>
        <source>Tokens of the entities</source>
        <translation>개체의 토큰</translation>
    </message>
    <message>
        <source>the model needs a discriminator or a generator</source>
        <translation>모델에는 판별기나 생성기가 필요합니다</translation>
    </message>
    <message>
        <source>only a discriminator is fine-tuned, and this is a generator</source>
        <translation>파인튜닝은 판별기만 할 수 있는데, 이것은 생성기입니다</translation>
    </message>
    <message>
        <source>A decoder that predicts the next token; its fine-tuning adds one linear layer a task.</source>
        <translation>다음 토큰을 예측하는 디코더이며, 파인튜닝은 과제마다 선형 층 하나만 더합니다.</translation>
    </message>
    <message>
        <source>Unlike in ELMo, fine-tuning changes all weights, with language modelling as a second loss. Post-LN, like the first transformer and BERT; GPT-2 is pre-LN.</source>
        <translation>ELMo와 달리 파인튜닝이 모든 가중치를 바꾸며, 언어 모델링을 둘째 손실로 씁니다. 최초의 트랜스포머와 BERT처럼 Post-LN이고, GPT-2는 Pre-LN입니다.</translation>
    </message>
    <message>
        <source>left to right</source>
        <translation>왼쪽에서 오른쪽</translation>
    </message>
    <message>
        <source>Radford, Narasimhan, Salimans, Sutskever</source>
        <translation>Radford, Narasimhan, Salimans, Sutskever</translation>
    </message>
    <message>
        <source>Improving Language Understanding by Generative Pre-Training</source>
        <translation>Improving Language Understanding by Generative Pre-Training</translation>
    </message>
    <message>
        <source>The published vocabulary has no token for the end of a text, so the published model never ends by itself.</source>
        <translation>공개된 어휘에는 글의 끝을 나타내는 토큰이 없으므로, 공개된 모델은 스스로 끝맺지 않습니다.</translation>
    </message>
    <message>
        <source>The authors add three tokens for fine-tuning (start, delimiter, extract). transformers reads the last token instead.</source>
        <translation>저자들은 파인튜닝을 위해 토큰 세 개(시작, 구분, 추출)를 더합니다. transformers는 그 대신 마지막 토큰을 읽습니다.</translation>
    </message>
    <message>
        <source>The activation that config.json calls gelu is the one with tanh.</source>
        <translation>config.json에서 gelu라고 부르는 활성화 함수는 tanh를 쓰는 것입니다.</translation>
    </message>
    <message>
        <source>The head for a choice reads its last token. transformers reads the place that mc_token_ids names, and without it the last place, padding or not.</source>
        <translation>선택 헤드는 마지막 토큰을 읽습니다. transformers는 mc_token_ids가 가리키는 자리를 읽고, 그것이 없으면 패딩이든 아니든 마지막 자리를 읽습니다.</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>gelu, by tanh</source>
        <translation>gelu(tanh 사용)</translation>
    </message>
    <message>
        <source>A decoder that generates text: each token is predicted from those before it.</source>
        <translation>글을 생성하는 디코더로, 각 토큰을 앞의 토큰들로 예측합니다.</translation>
    </message>
    <message>
        <source>Pre-LN, and a final LayerNorm, where GPT-1 is post-LN; byte-level BPE; a context twice as long. Like GPT-1, and unlike BERT, its attention is causal.</source>
        <translation>GPT-1이 Post-LN인 데 비해 Pre-LN과 마지막 LayerNorm을 쓰고, 바이트 수준 BPE를 쓰며, 문맥이 두 배 깁니다. GPT-1처럼, 그리고 BERT와 달리 어텐션이 인과적입니다.</translation>
    </message>
    <message>
        <source>Radford, Wu, Child, Luan, Amodei, Sutskever</source>
        <translation>Radford, Wu, Child, Luan, Amodei, Sutskever</translation>
    </message>
    <message>
        <source>Language Models are Unsupervised Multitask Learners</source>
        <translation>Language Models are Unsupervised Multitask Learners</translation>
    </message>
    <message>
        <source>The scaled initialisation of the residual projections is described in the paper and done in transformers; the code that OpenAI released initialises these weights like the others.</source>
        <translation>잔차 투영의 초기값을 줄이는 방식은 논문에 설명되어 있고 transformers에서 쓰입니다. OpenAI가 공개한 코드는 이 가중치도 다른 것과 똑같이 초기화합니다.</translation>
    </message>
    <message>
        <source>Classification reads the last token that is not padding. transformers recognises padding by its id, so there a text that ends in that very token is read before it.</source>
        <translation>분류는 패딩이 아닌 마지막 토큰을 읽습니다. transformers는 ID로 패딩을 알아보므로, 바로 그 토큰으로 끝나는 글은 그 앞에서 읽힙니다.</translation>
    </message>
    <message>
        <source>A decoder that does a task from examples in its prompt; its weights stay as they are.</source>
        <translation>프롬프트의 예시만 보고 과제를 수행하는 디코더입니다. 가중치는 그대로입니다.</translation>
    </message>
    <message>
        <source>GPT-2's blocks, with attention that is dense and locally banded in turns, and a context twice as long. Its largest size has more than a hundred times as many parameters.</source>
        <translation>GPT-2의 블록에 밀집 어텐션과 국소 띠 어텐션을 번갈아 쓰며, 문맥이 두 배 깁니다. 가장 큰 모델은 파라미터가 100배가 넘습니다.</translation>
    </message>
    <message>
        <source>none; without a band openai/gpt-2</source>
        <translation>없음. 띠가 없으면 openai/gpt-2</translation>
    </message>
    <message>
        <source>GPT-3 XL is printed with 24 heads of 128, which make 3,072 and not the width 2,048. It is counted with 2,048, in 16 heads of 128; with 3,072 inside attention it would have 1,517,123,584 parameters.</source>
        <translation>GPT-3 XL은 128 너비 헤드 24개로 적혀 있는데, 이는 너비 2,048이 아니라 3,072가 됩니다. 여기서는 128 너비 헤드 16개, 2,048로 셉니다. 어텐션 안에서 3,072를 쓰면 파라미터는 1,517,123,584개가 됩니다.</translation>
    </message>
    <message>
        <source>GPT-3 13B is printed with a width of 5,140, though 40 heads of 128 make 5,120. It is counted with 5,140, which 20 heads divide; with 5,120 it would have 12,853,386,240 parameters.</source>
        <translation>GPT-3 13B는 너비 5,140으로 적혀 있지만, 128 너비 헤드 40개는 5,120이 됩니다. 여기서는 헤드 20개로 나누어떨어지는 5,140으로 셉니다. 5,120이면 파라미터는 12,853,386,240개가 됩니다.</translation>
    </message>
    <message>
        <source>Brown, Mann, Ryder, Subbiah and others</source>
        <translation>Brown, Mann, Ryder, Subbiah 외</translation>
    </message>
    <message>
        <source>Language Models are Few-Shot Learners</source>
        <translation>Language Models are Few-Shot Learners</translation>
    </message>
    <message>
        <source>The width of the band was not published, nor which layers have it. Here odd layers have it, counted from 0, and its width is an option; by default all layers are dense.</source>
        <translation>띠의 너비도, 어느 층에 띠가 있는지도 공개되지 않았습니다. 여기서는 0부터 세어 홀수 층에 있으며 너비는 옵션입니다. 기본값에서는 모든 층이 밀집 어텐션입니다.</translation>
    </message>
    <message>
        <source>Table 2.1 prints 24 heads of 128 for XL, whose width is 2,048, and a width of 5,140 for 13B, which has 40 heads of 128. Attention here is as wide as the model, so XL has 16 heads and 13B has 20.</source>
        <translation>표 2.1에는 너비가 2,048인 XL에 128 너비 헤드 24개가, 헤드 40개인 13B에 너비 5,140이 적혀 있습니다. 여기서 어텐션은 모델과 너비가 같으므로 XL은 헤드 16개, 13B는 20개입니다.</translation>
    </message>
    <message>
        <source>Dropout and the epsilon of the norms are not stated; the defaults are GPT-2's.</source>
        <translation>드롭아웃과 정규화의 엡실론은 밝혀지지 않아 GPT-2의 값을 기본값으로 씁니다.</translation>
    </message>
    <message>
        <source>The paper fine-tunes no model. The heads for tasks are GPT-2's.</source>
        <translation>논문은 모델을 파인튜닝하지 않습니다. 과제 헤드는 GPT-2의 것입니다.</translation>
    </message>
    <message>
        <source>Band of every other layer, in tokens</source>
        <translation>한 층 걸러 쓰는 띠(토큰)</translation>
    </message>
    <message>
        <source>band = {band} leaves a token nothing to attend to. Set it to 1 or more, or leave it out for dense attention</source>
        <translation>band = {band}이면 토큰이 어텐션할 곳이 없습니다. 1 이상으로 하거나, 밀집 어텐션을 쓰려면 빼세요</translation>
    </message>
    <message>
        <source>none, all layers are dense</source>
        <translation>없음, 모든 층이 밀집 어텐션</translation>
    </message>
    <message>
        <source>t = next token, token, token before</source>
        <translation>t = 다음 토큰, 토큰, 이전 토큰</translation>
    </message>
    <message>
        <source>y = W₁ n[: E] + b + W₂ n[E :]</source>
        <translation>y = W₁ n[: E] + b + W₂ n[E :]</translation>
    </message>
    <message>
        <source>As deep as BERT large, with narrow layers between wide states; IB-BERT is its teacher.</source>
        <translation>BERT large만큼 깊고, 넓은 상태 사이에 좁은 층을 둡니다. IB-BERT가 교사입니다.</translation>
    </message>
    <message>
        <source>Bottlenecks around every layer, several feed-forward networks in it, a norm without statistics, and three neighbouring tokens in each embedding; taught layer by layer by IB-BERT, whose layers are widened instead.</source>
        <translation>모든 층을 병목이 감싸고, 그 안에 피드포워드 신경망이 여럿 있으며, 통계량을 쓰지 않는 정규화와 이웃한 세 토큰을 담은 임베딩을 씁니다. 층을 오히려 넓힌 IB-BERT에게 층별로 배웁니다.</translation>
    </message>
    <message>
        <source>google-research/google-research, mobilebert</source>
        <translation>google-research/google-research, mobilebert</translation>
    </message>
    <message>
        <source>Sun, Yu, Song, Liu, Yang, Zhou</source>
        <translation>Sun, Yu, Song, Liu, Yang, Zhou</translation>
    </message>
    <message>
        <source>MobileBERT: a Compact Task-Agnostic BERT for Resource-Limited Devices</source>
        <translation>MobileBERT: a Compact Task-Agnostic BERT for Resource-Limited Devices</translation>
    </message>
    <message>
        <source>MobileBERT was not found by architecture search: its authors chose the shape by ablation. OPT in the names of their files means NoNorm and relu.</source>
        <translation>MobileBERT는 구조 탐색으로 찾은 것이 아니라, 저자들이 제거 실험으로 형태를 골랐습니다. 파일 이름의 OPT는 NoNorm과 relu를 뜻합니다.</translation>
    </message>
    <message>
        <source>The embedding of a token is computed from its neighbours as well. Padding is no neighbour here; in transformers it is one, so that the last token of a padded text differs there unless the embedding of the padding token is zero.</source>
        <translation>토큰의 임베딩은 이웃 토큰에서도 계산됩니다. 여기서는 패딩이 이웃이 아니지만 transformers에서는 이웃입니다. 그래서 패딩 토큰의 임베딩이 0이 아니면, 패딩한 글의 마지막 토큰이 그곳에서는 달라집니다.</translation>
    </message>
    <message>
        <source>transformers cannot run IB-BERT: its queries and keys expect the width inside the layer. No weights of IB-BERT were published.</source>
        <translation>transformers는 IB-BERT를 실행하지 못합니다. 쿼리와 키가 층 안쪽의 너비를 받기 때문입니다. IB-BERT의 가중치는 공개되지 않았습니다.</translation>
    </message>
    <message>
        <source>transformers computes two of the LayerNorms of a layer_norm model with an epsilon of 1e-5; the authors' code and this program use that of the others.</source>
        <translation>transformers는 layer_norm 모델의 LayerNorm 가운데 둘을 엡실론 1e-5로 계산합니다. 저자들의 코드와 이 프로그램은 나머지와 같은 값을 씁니다.</translation>
    </message>
    <message>
        <source>Width inside a layer</source>
        <translation>층 안쪽의 너비</translation>
    </message>
    <message>
        <source>Feed-forward networks of a layer</source>
        <translation>층마다 피드포워드 신경망</translation>
    </message>
    <message>
        <source>Query, key and value read the narrowed states</source>
        <translation>쿼리, 키, 값이 좁힌 상태를 읽음</translation>
    </message>
    <message>
        <source>Query and key share a bottleneck</source>
        <translation>쿼리와 키가 병목을 공유</translation>
    </message>
    <message>
        <source>Pooler before pairs are classified</source>
        <translation>쌍 분류 앞의 풀러</translation>
    </message>
    <message>
        <source>normalization_type must be {known}, not {normalization_type}</source>
        <translation>normalization_type은 {known} 중 하나여야 하며, {normalization_type}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>num_feedforward_networks must lie in 1 to {MAX_NETWORKS}, not {num_feedforward_networks}</source>
        <translation>num_feedforward_networks는 1부터 {MAX_NETWORKS}까지여야 하며, {num_feedforward_networks}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>embedding_size must be at most hidden_size, {hidden_size}, not {embedding_size}</source>
        <translation>embedding_size는 hidden_size인 {hidden_size} 이하여야 하며, {embedding_size}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>intra_bottleneck_size {intra_bottleneck_size} is not a multiple of the {num_attention_heads} heads</source>
        <translation>intra_bottleneck_size {intra_bottleneck_size}은(는) 헤드 {num_attention_heads}개의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>Scale and shift, without statistics</source>
        <translation>통계량 없는 크기와 이동</translation>
    </message>
    <message>
        <source>e = E[id]</source>
        <translation>e = E[id]</translation>
    </message>
    <message>
        <source>Three neighbouring tokens</source>
        <translation>이웃한 세 토큰</translation>
    </message>
    <message>
        <source>t = W t + b</source>
        <translation>t = W t + b</translation>
    </message>
    <message>
        <source>Token table, and a second matrix</source>
        <translation>토큰 표와 둘째 행렬</translation>
    </message>
    <message>
        <source>scale and shift without statistics</source>
        <translation>통계량 없는 크기와 이동</translation>
    </message>
    <message>
        <source>a = softmax(q · k) within the chunks of similar buckets, all rounds joined</source>
        <translation>a = 비슷한 버킷의 청크 안에서 softmax(q · k), 모든 라운드를 합침</translation>
    </message>
    <message>
        <source>o = Σ a v, over the tokens that are attended to</source>
        <translation>o = Σ a v, 어텐션하는 토큰에 대해</translation>
    </message>
    <message>
        <source>a layer that hashes needs a seed</source>
        <translation>해싱하는 층에는 시드가 필요합니다</translation>
    </message>
    <message>
        <source>Reformer</source>
        <translation>Reformer</translation>
    </message>
    <message>
        <source>A decoder for long texts: hashing finds the tokens that attend to each other.</source>
        <translation>긴 글을 위한 디코더로, 서로 어텐션할 토큰을 해싱으로 찾습니다.</translation>
    </message>
    <message>
        <source>Attention among similar tokens only, found by locality-sensitive hashing: T log T instead of the square of T. Reversible layers, whose activations are computed again and not stored; a feed-forward network in pieces.</source>
        <translation>국소성 민감 해싱으로 찾은 비슷한 토큰끼리만 어텐션하여, T의 제곱 대신 T log T가 듭니다. 가역 층은 활성화 값을 저장하지 않고 다시 계산하며, 피드포워드 신경망은 나누어 계산합니다.</translation>
    </message>
    <message>
        <source>left to right; both sides in models of masked tokens</source>
        <translation>왼쪽에서 오른쪽, 마스킹된 토큰 모델에서는 양쪽</translation>
    </message>
    <message>
        <source>learned, axial: two small tables, one beside the other</source>
        <translation>학습되는 축 방식: 작은 표 두 개를 나란히</translation>
    </message>
    <message>
        <source>{key} must be a list, not {value}</source>
        <translation>{key}은(는) 목록이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>h = number of the bucket of q in each round; −1 in a text of one chunk</source>
        <translation>h = 라운드마다 q의 버킷 번호, 청크가 하나인 글에서는 −1</translation>
    </message>
    <message>
        <source>Both halves</source>
        <translation>두 절반</translation>
    </message>
    <message>
        <source>x = r₁ beside r₂</source>
        <translation>x = r₁과 r₂를 나란히</translation>
    </message>
    <message>
        <source>Kitaev, Kaiser, Levskaya</source>
        <translation>Kitaev, Kaiser, Levskaya</translation>
    </message>
    <message>
        <source>Reformer: The Efficient Transformer</source>
        <translation>Reformer: The Efficient Transformer</translation>
    </message>
    <message>
        <source>A token attends to its own chunk of the sorted tokens and the one before, also where their buckets differ. A token that several rounds find counts several times; the paper corrects for that, transformers and this program do not.</source>
        <translation>토큰은 정렬된 토큰 가운데 자기 청크와 바로 앞 청크에 어텐션하며, 버킷이 달라도 그렇습니다. 여러 라운드에서 찾은 토큰은 여러 번 셉니다. 논문은 이를 보정하지만 transformers와 이 프로그램은 보정하지 않습니다.</translation>
    </message>
    <message>
        <source>Chunks are in a circle: without a causal mask the first chunk of a local layer sees the last one, and the first of a round the last of the round before.</source>
        <translation>청크는 원을 이룹니다. 인과 마스크가 없으면 국소 층의 첫 청크는 마지막 청크를, 한 라운드의 첫 청크는 앞 라운드의 마지막 청크를 봅니다.</translation>
    </message>
    <message>
        <source>Which tokens share a chunk depends on the whole text. So a later token never enters a prediction itself, but can change which earlier tokens do.</source>
        <translation>어느 토큰이 청크를 함께 쓰는지는 글 전체에 달려 있습니다. 그래서 뒤의 토큰이 예측에 직접 들어가지는 않지만, 앞의 어느 토큰이 들어가는지는 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>A text of several chunks is padded inside attention to a multiple of the chunk lengths. transformers trains only on texts as long as axial_pos_shape says; here any length up to it is learned.</source>
        <translation>청크가 여럿인 글은 어텐션 안에서 청크 길이의 배수로 패딩합니다. transformers는 axial_pos_shape에 적힌 길이의 글로만 학습하지만, 여기서는 그 길이까지 어떤 길이든 학습합니다.</translation>
    </message>
    <message>
        <source>Rotations are random. transformers draws new ones for each pass unless hash_seed is set; here a model that is evaluated has fixed ones, so that results repeat.</source>
        <translation>회전은 무작위입니다. transformers는 hash_seed를 정하지 않으면 실행할 때마다 새로 뽑습니다. 여기서는 평가하는 모델의 회전이 고정되어 결과가 되풀이됩니다.</translation>
    </message>
    <message>
        <source>Generation computes the whole text again for each token.</source>
        <translation>생성할 때는 토큰마다 글 전체를 다시 계산합니다.</translation>
    </message>
    <message>
        <source>Classification reads the first token, as in transformers. In a causal model it has seen no other, so only a model with is_decoder = false can learn it.</source>
        <translation>transformers처럼 분류는 첫 토큰을 읽습니다. 인과 모델에서 첫 토큰은 다른 토큰을 보지 못하므로, is_decoder = false인 모델만 분류를 학습할 수 있습니다.</translation>
    </message>
    <message>
        <source>transformers 5 leaves out the bias of the language-model head. It is added here, and not learned.</source>
        <translation>transformers 5는 언어 모델 헤드의 편향을 뺍니다. 여기서는 더하지만 학습하지 않습니다.</translation>
    </message>
    <message>
        <source>The published reformer-enwik8 has no tokenizer: its ids are bytes plus 2. Such ids, and SentencePiece models of other kinds than Unigram, are not read here.</source>
        <translation>공개된 reformer-enwik8에는 토크나이저가 없으며, ID는 바이트에 2를 더한 값입니다. 이런 ID와 Unigram이 아닌 SentencePiece 모델은 여기서 읽지 않습니다.</translation>
    </message>
    <message>
        <source>Attention dropout of local layers</source>
        <translation>국소 층의 어텐션 드롭아웃</translation>
    </message>
    <message>
        <source>Attention dropout of LSH layers</source>
        <translation>LSH 층의 어텐션 드롭아웃</translation>
    </message>
    <message>
        <source>Attention by layer</source>
        <translation>층별 어텐션</translation>
    </message>
    <message>
        <source>Chunk of a local layer, in tokens</source>
        <translation>국소 층의 청크(토큰)</translation>
    </message>
    <message>
        <source>Local chunks seen before</source>
        <translation>이전 국소 청크 수</translation>
    </message>
    <message>
        <source>Local chunks seen after</source>
        <translation>이후 국소 청크 수</translation>
    </message>
    <message>
        <source>Chunk of an LSH layer, in tokens</source>
        <translation>LSH 층의 청크(토큰)</translation>
    </message>
    <message>
        <source>LSH chunks seen before</source>
        <translation>이전 LSH 청크 수</translation>
    </message>
    <message>
        <source>LSH chunks seen after</source>
        <translation>이후 LSH 청크 수</translation>
    </message>
    <message>
        <source>Rounds of hashing</source>
        <translation>해싱 라운드</translation>
    </message>
    <message>
        <source>Buckets, in factors</source>
        <translation>버킷(인수)</translation>
    </message>
    <message>
        <source>Seed of the rotations</source>
        <translation>회전의 시드</translation>
    </message>
    <message>
        <source>Axial positions</source>
        <translation>축 위치</translation>
    </message>
    <message>
        <source>Axial positions, rows and columns</source>
        <translation>축 위치, 행과 열</translation>
    </message>
    <message>
        <source>Axial positions, widths of both tables</source>
        <translation>축 위치, 두 표의 너비</translation>
    </message>
    <message>
        <source>Standard deviation of initial axial positions</source>
        <translation>축 위치 초기값의 표준편차</translation>
    </message>
    <message>
        <source>Tokens fed forward at once</source>
        <translation>한 번에 피드포워드할 토큰</translation>
    </message>
    <message>
        <source>Reversible layers</source>
        <translation>가역 층</translation>
    </message>
    <message>
        <source>num_buckets = {num_buckets}: each factor must be even</source>
        <translation>num_buckets = {num_buckets}: 각 인수는 짝수여야 합니다</translation>
    </message>
    <message>
        <source>attn_layers has {unknown}; known are {KINDS}</source>
        <translation>attn_layers에 {unknown}이(가) 있습니다. 쓸 수 있는 것은 {KINDS}입니다</translation>
    </message>
    <message>
        <source>axial_pos_shape and axial_pos_embds_dim must have two numbers each</source>
        <translation>axial_pos_shape와 axial_pos_embds_dim에는 각각 수가 두 개 있어야 합니다</translation>
    </message>
    <message>
        <source>axial_pos_shape {shape} has {math} positions and max_position_embeddings is {longest}. A shape that fits is {longest_}</source>
        <translation>axial_pos_shape {shape}의 위치는 {math}개이고 max_position_embeddings는 {longest}입니다. 맞는 모양은 {longest_}입니다</translation>
    </message>
    <message>
        <source>axial_pos_embds_dim {widths} must add up to hidden_size {hidden_size}</source>
        <translation>axial_pos_embds_dim {widths}을(를) 더하면 hidden_size {hidden_size}이(가) 되어야 합니다</translation>
    </message>
    <message>
        <source>a causal model (is_decoder) attends to no later chunk: set local_num_chunks_after and lsh_num_chunks_after to 0</source>
        <translation>인과 모델(is_decoder)은 뒤의 청크에 어텐션하지 않습니다. local_num_chunks_after와 lsh_num_chunks_after를 0으로 하세요</translation>
    </message>
    <message>
        <source>the chunks before and after must not be negative</source>
        <translation>앞뒤의 청크 수는 음수일 수 없습니다</translation>
    </message>
    <message>
        <source>attn_layers has {layers} layers, num_hidden_layers is {count}</source>
        <translation>attn_layers에는 {layers}층이 있지만 num_hidden_layers는 {count}입니다</translation>
    </message>
    <message>
        <source>names of layers</source>
        <translation>층 이름</translation>
    </message>
    <message>
        <source>whole numbers from 1 on</source>
        <translation>1 이상의 정수</translation>
    </message>
    <message>
        <source>{key} must be a list of {wanted}, not {value}</source>
        <translation>{key}은(는) {wanted}의 목록이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>Shared query and key</source>
        <translation>공유 쿼리·키</translation>
    </message>
    <message>
        <source>q = W_q x</source>
        <translation>q = W_q x</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>k = q / √(mean(q²) + ε) / √K</source>
        <translation>k = q / √(mean(q²) + ε) / √K</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>v = W_v x</source>
        <translation>v = W_v x</translation>
    </message>
    <message>
        <source>Softmax within chunks</source>
        <translation>청크 안의 소프트맥스</translation>
    </message>
    <message>
        <source>Mixture of values</source>
        <translation>값의 혼합</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>출력 투영</translation>
    </message>
    <message>
        <source>y = W_o o</source>
        <translation>y = W_o o</translation>
    </message>
    <message>
        <source>Token table of the head</source>
        <translation>헤드의 토큰 표</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>버킷</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>청크</translation>
    </message>
    <message>
        <source>Chunks of the text</source>
        <translation>글의 청크</translation>
    </message>
    <message>
        <source>Attention without hashing</source>
        <translation>해싱 없는 어텐션</translation>
    </message>
    <message>
        <source>by the length of a text</source>
        <translation>글 길이에 따라</translation>
    </message>
    <message>
        <source>none, new rotations in each training step</source>
        <translation>없음, 학습 스텝마다 새 회전</translation>
    </message>
    <message>
        <source>Hash buckets</source>
        <translation>해시 버킷</translation>
    </message>
    <message>
        <source>BERT's architecture, trained on ten times the data, with dynamic masking.</source>
        <translation>BERT의 구조를 열 배의 데이터와 동적 마스킹으로 학습합니다.</translation>
    </message>
    <message>
        <source>The same architecture as BERT, trained on ten times the data (160 GB) in batches of 8,000 sequences, always of 512 tokens. Masks are sampled again whenever a text is fed, full sentences are packed across documents, there is no next-sentence task, and byte-level BPE leaves no text unknown.</source>
        <translation>BERT와 같은 구조를 열 배의 데이터(160 GB)로, 항상 512토큰인 시퀀스 8,000개의 배치로 학습합니다. 글을 넣을 때마다 마스크를 새로 뽑고, 온전한 문장을 문서 경계를 넘어 채우며, 다음 문장 과제가 없고, 바이트 수준 BPE 덕분에 모르는 글자가 없습니다.</translation>
    </message>
    <message>
        <source>facebookresearch/fairseq, examples/roberta</source>
        <translation>facebookresearch/fairseq, examples/roberta</translation>
    </message>
    <message>
        <source>Liu, Ott, Goyal, Du, Joshi, Chen, Levy, Lewis, Zettlemoyer, Stoyanov</source>
        <translation>Liu, Ott, Goyal, Du, Joshi, Chen, Levy, Lewis, Zettlemoyer, Stoyanov</translation>
    </message>
    <message>
        <source>RoBERTa: A Robustly Optimized BERT Pretraining Approach</source>
        <translation>RoBERTa: A Robustly Optimized BERT Pretraining Approach</translation>
    </message>
    <message>
        <source>Dynamic masking samples new masks whenever a text is fed. The paper's static baseline is ten copies of the data with fixed masks, and the gain over it is small.</source>
        <translation>동적 마스킹은 글을 넣을 때마다 마스크를 새로 뽑습니다. 논문의 정적 기준은 마스크를 고정한 데이터 열 벌이며, 그에 비한 이득은 작습니다.</translation>
    </message>
    <message>
        <source>The paper fills a window with full sentences; here the last sentence may be cut.</source>
        <translation>논문은 온전한 문장으로 창을 채웁니다. 여기서는 마지막 문장이 잘릴 수 있습니다.</translation>
    </message>
    <message>
        <source>Published files may contain a pooler. Pretraining never used it, so it is left out.</source>
        <translation>공개된 파일에는 풀러가 있을 수 있습니다. 사전 학습에 쓰인 적이 없으므로 뺍니다.</translation>
    </message>
    <message>
        <source>An encoder reads the task as text, a decoder writes the answer as text.</source>
        <translation>인코더가 과제를 글로 읽고, 디코더가 답을 글로 씁니다.</translation>
    </message>
    <message>
        <source>Encoder and decoder, every task as text to text, and relative position biases.</source>
        <translation>인코더와 디코더, 모든 과제를 글에서 글로 바꾸는 방식, 상대 위치 편향을 씁니다.</translation>
    </message>
    <message>
        <source>both sides in the encoder, left to right in the decoder</source>
        <translation>인코더는 양쪽, 디코더는 왼쪽에서 오른쪽</translation>
    </message>
    <message>
        <source>relative: a learned bias for each head and bucket of distances</source>
        <translation>상대 위치: 헤드와 거리 버킷마다 학습되는 편향</translation>
    </message>
    <message>
        <source>Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu</source>
        <translation>Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu</translation>
    </message>
    <message>
        <source>Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer</source>
        <translation>Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer</translation>
    </message>
    <message>
        <source>Attention scores are not divided by the square root of a head's width: the initial weights of the query are smaller instead.</source>
        <translation>어텐션 점수를 헤드 너비의 제곱근으로 나누지 않고, 그 대신 쿼리의 초기 가중치를 작게 합니다.</translation>
    </message>
    <message>
        <source>In the files the position bias belongs to the first layer of the encoder and of the decoder; all their layers add it. Cross-attention has none.</source>
        <translation>파일에서 위치 편향은 인코더와 디코더의 첫 층에 속하지만, 모든 층이 이를 더합니다. 교차 어텐션에는 없습니다.</translation>
    </message>
    <message>
        <source>Version 1.1, Flan-T5 and mT5 have gated feed-forward networks, and an output head that is not tied to the embeddings and gets unscaled states; the paper describes version 1.0.</source>
        <translation>버전 1.1, Flan-T5, mT5는 게이트가 있는 피드포워드 신경망을 쓰고, 출력 헤드가 임베딩과 묶이지 않으며 크기를 조정하지 않은 상태를 받습니다. 논문은 버전 1.0을 설명합니다.</translation>
    </message>
    <message>
        <source>The paper's Figure 2 ends a target with one more sentinel; the masks of the authors' code end with a span, and then there is none.</source>
        <translation>논문의 그림 2는 타깃을 센티널 하나로 더 끝맺습니다. 저자들 코드의 마스크는 스팬으로 끝나며, 그때는 센티널이 없습니다.</translation>
    </message>
    <message>
        <source>Factor of initial weights</source>
        <translation>초기 가중치의 배율</translation>
    </message>
    <message>
        <source>Decoder layers</source>
        <translation>디코더 층</translation>
    </message>
    <message>
        <source>Decoder starts with id</source>
        <translation>디코더의 시작 ID</translation>
    </message>
    <message>
        <source>States scaled before the head</source>
        <translation>헤드 앞에서 상태 크기 조정</translation>
    </message>
    <message>
        <source>decoder_start_token_id must be an id of the vocabulary</source>
        <translation>decoder_start_token_id는 어휘에 있는 ID여야 합니다</translation>
    </message>
    <message>
        <source>relative_attention_num_buckets must be at least 4, and less than twice relative_attention_max_distance</source>
        <translation>relative_attention_num_buckets는 4 이상이고 relative_attention_max_distance의 두 배보다 작아야 합니다</translation>
    </message>
    <message>
        <source>feed_forward_proj = {feed_forward_proj} is not known</source>
        <translation>feed_forward_proj = {feed_forward_proj}은(는) 알 수 없는 값입니다</translation>
    </message>
    <message>
        <source>Decoder to encoder</source>
        <translation>디코더에서 인코더로</translation>
    </message>
    <message>
        <source>Decoder input</source>
        <translation>디코더 입력</translation>
    </message>
    <message>
        <source>as the encoder</source>
        <translation>인코더와 같음</translation>
    </message>
    <message>
        <source>x ← x / √D</source>
        <translation>x ← x / √D</translation>
    </message>
    <message>
        <source>q · k</source>
        <translation>q · k</translation>
    </message>
    <message>
        <source>Bias by relative position</source>
        <translation>상대 위치에 따른 편향</translation>
    </message>
    <message>
        <source>W_q x</source>
        <translation>W_q x</translation>
    </message>
    <message>
        <source>W_k x</source>
        <translation>W_k x</translation>
    </message>
    <message>
        <source>W_v x</source>
        <translation>W_v x</translation>
    </message>
    <message>
        <source>W_o o</source>
        <translation>W_o o</translation>
    </message>
    <message>
        <source>en ko</source>
        <translation>en ko</translation>
    </message>
    <message>
        <source>An encoder of several languages that fills masks in texts and in translated pairs.</source>
        <translation>글과 번역 쌍에서 마스크를 채우는 여러 언어의 인코더입니다.</translation>
    </message>
    <message>
        <source>BERT's masked tokens in many languages with one vocabulary, a vector for each language, no segments and no pairs of passages; in a pair of translations each half can be read to fill a mask of the other.</source>
        <translation>BERT의 마스킹된 토큰을 여러 언어에 하나의 어휘로 쓰고, 언어마다 벡터가 있으며, 세그먼트도 지문 쌍도 없습니다. 번역 쌍에서는 한쪽의 마스크를 채우려고 다른 쪽을 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>both sides; in causal models left to right</source>
        <translation>양쪽, 인과 모델에서는 왼쪽에서 오른쪽</translation>
    </message>
    <message>
        <source>learned or sinusoidal, absolute; of the second translation from 0 again</source>
        <translation>학습되거나 사인파인 절대 위치, 둘째 번역은 다시 0부터</translation>
    </message>
    <message>
        <source>lang2id must name the languages of the model with their numbers</source>
        <translation>lang2id는 모델의 언어와 그 번호를 적어야 합니다</translation>
    </message>
    <message>
        <source>lang2id must name the languages 0, 1, 2 … of the model</source>
        <translation>lang2id는 모델의 언어 0, 1, 2 …를 적어야 합니다</translation>
    </message>
    <message>
        <source>Lample, Conneau</source>
        <translation>Lample, Conneau</translation>
    </message>
    <message>
        <source>Cross-lingual Language Model Pretraining</source>
        <translation>Cross-lingual Language Model Pretraining</translation>
    </message>
    <message>
        <source>The language of a text is recognised by its script, and Latin script counts as English. A language that the model does not have is read as its language number lang_id.</source>
        <translation>글의 언어는 문자로 알아보며, 로마자는 영어로 봅니다. 모델에 없는 언어는 언어 번호 lang_id로 읽습니다.</translation>
    </message>
    <message>
        <source>Frequent tokens are masked less often in the paper. The authors' code does not do this by default, and neither does this program.</source>
        <translation>논문에서는 자주 나오는 토큰을 덜 마스킹합니다. 저자들의 코드는 기본적으로 그렇게 하지 않으며, 이 프로그램도 마찬가지입니다.</translation>
    </message>
    <message>
        <source>The authors put &lt;/s&gt; on both sides of a text; transformers, and this program, begin with &lt;s&gt;.</source>
        <translation>저자들은 글의 양쪽에 &lt;/s&gt;를 둡니다. transformers와 이 프로그램은 &lt;s&gt;로 시작합니다.</translation>
    </message>
    <message>
        <source>Standard deviation of initial tables</source>
        <translation>표 초기값의 표준편차</translation>
    </message>
    <message>
        <source>Number of languages</source>
        <translation>언어 수</translation>
    </message>
    <message>
        <source>Language of other text</source>
        <translation>그 밖의 글의 언어</translation>
    </message>
    <message>
        <source>Language embeddings</source>
        <translation>언어 임베딩</translation>
    </message>
    <message>
        <source>Sinusoidal positions</source>
        <translation>사인파 위치</translation>
    </message>
    <message>
        <source>asm = True is a variant that is not supported: its output layer is an adaptive softmax over clusters of tokens, and this one is tied to the token table</source>
        <translation>asm = True는 지원하지 않는 변형입니다. 그 출력 층은 토큰 묶음에 대한 적응형 소프트맥스이고, 여기의 출력 층은 토큰 표와 묶여 있습니다</translation>
    </message>
    <message>
        <source>id2lang must name the languages of the model by their numbers</source>
        <translation>id2lang은 모델의 언어를 번호로 적어야 합니다</translation>
    </message>
    <message>
        <source>Predicts the last tokens of a random order, each from those before it in the order.</source>
        <translation>무작위 순서의 마지막 토큰을, 그 순서에서 앞선 토큰으로 하나씩 예측합니다.</translation>
    </message>
    <message>
        <source>Autoregressive like GPT, but with context from both sides like BERT, and without mask tokens.</source>
        <translation>GPT처럼 자기회귀이지만 BERT처럼 양쪽 문맥을 보며, 마스크 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>both sides; in pretraining only tokens earlier in a random order</source>
        <translation>양쪽, 사전 학습에서는 무작위 순서에서 앞선 토큰만</translation>
    </message>
    <message>
        <source>relative, sinusoidal, as in Transformer-XL</source>
        <translation>Transformer-XL과 같은 사인파 상대 위치</translation>
    </message>
    <message>
        <source>Vector of the query stream</source>
        <translation>쿼리 스트림의 벡터</translation>
    </message>
    <message>
        <source>x = w at every position</source>
        <translation>x = 모든 위치에서 w</translation>
    </message>
    <message>
        <source>Yang, Dai, Yang, Carbonell, Salakhutdinov, Le</source>
        <translation>Yang, Dai, Yang, Carbonell, Salakhutdinov, Le</translation>
    </message>
    <message>
        <source>XLNet: Generalized Autoregressive Pretraining for Language Understanding</source>
        <translation>XLNet: Generalized Autoregressive Pretraining for Language Understanding</translation>
    </message>
    <message>
        <source>The factorization order is random: the tokens keep their positions, and only their visibility changes.</source>
        <translation>분해 순서는 무작위입니다. 토큰의 위치는 그대로이고 볼 수 있는 범위만 바뀝니다.</translation>
    </message>
    <message>
        <source>In the paper every token is in the order, but only the last 1/K are predicted (K = 6); in the authors' code the others are given, and all see each other.</source>
        <translation>논문에서는 모든 토큰이 순서에 들지만 마지막 1/K만 예측합니다(K = 6). 저자들의 코드에서는 나머지가 주어지고 서로를 모두 봅니다.</translation>
    </message>
    <message>
        <source>The first token in an order sees nothing, so the softmax of its query row is uniform over all tokens, its own included; it is never a target.</source>
        <translation>순서의 첫 토큰은 아무것도 보지 못하므로, 쿼리 행의 소프트맥스가 자신을 포함한 모든 토큰에 고르게 퍼집니다. 첫 토큰은 타깃이 되지 않습니다.</translation>
    </message>
    <message>
        <source>The mini model is trained without memory and on texts in reading order only; the authors use a memory and reverse half of each batch.</source>
        <translation>미니 모델은 메모리 없이 읽는 순서의 글로만 학습합니다. 저자들은 메모리를 쓰고 각 배치의 절반을 뒤집습니다.</translation>
    </message>
    <message>
        <source>Fine-tuned on questions, the start and the end of an answer are two numbers per token. The authors' head predicts the end from the start, with a beam search, and whether there is an answer; transformers has both heads.</source>
        <translation>질문 응답으로 파인튜닝하면 답의 시작과 끝은 토큰마다 두 수입니다. 저자들의 헤드는 빔 서치로 시작에서 끝을 예측하고 답이 있는지도 예측합니다. transformers에는 두 헤드가 모두 있습니다.</translation>
    </message>
    <message>
        <source>Classification reads the last token that is not padding, &lt;cls&gt;. transformers reads the last place of a batch, so it must be padded on the left there.</source>
        <translation>분류는 패딩이 아닌 마지막 토큰 &lt;cls&gt;를 읽습니다. transformers는 배치의 마지막 자리를 읽으므로, 그곳에서는 왼쪽을 패딩해야 합니다.</translation>
    </message>
    <message>
        <source>Memory length, in tokens</source>
        <translation>메모리 길이(토큰)</translation>
    </message>
    <message>
        <source>Tokens a text adds to the memory</source>
        <translation>글이 메모리에 더하는 토큰</translation>
    </message>
    <message>
        <source>{n_head} heads of width {d_head} do not make the width {d_model}</source>
        <translation>너비 {d_head}인 헤드 {n_head}개는 너비 {d_model}이(가) 되지 않습니다</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>Factorization order</source>
        <translation>분해 순서</translation>
    </message>
    <message>
        <source>Token in the order</source>
        <translation>순서 안의 토큰</translation>
    </message>
</context>
<context>
    <name>models.attribution</name>
    <message>
        <source>what enters the first layer does not depend on these tokens</source>
        <translation>첫 층에 들어가는 값이 이 토큰에 따라 달라지지 않습니다</translation>
    </message>
    <message>
        <source>{spec} predicts no token of the text that it reads</source>
        <translation>{spec}은(는) 읽는 글의 토큰을 예측하지 않습니다</translation>
    </message>
    <message>
        <source>this tokenizer has no mask token, so there is nothing to fill</source>
        <translation>이 토크나이저에는 마스크 토큰이 없어 채울 것이 없습니다</translation>
    </message>
</context>
<context>
    <name>models.checkpoints</name>
    <message>
        <source> (and {missing} more)</source>
        <translation>(외 {missing}개)</translation>
    </message>
    <message>
        <source>The tensor {first}{more} is missing in {folder}.</source>
        <translation>{folder}에 텐서 {first}{more}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Choose a complete checkpoint, or save it again with save_pretrained of transformers.</source>
        <translation>온전한 체크포인트를 고르거나 transformers의 save_pretrained로 다시 저장하세요.</translation>
    </message>
    <message>
        <source>The shape of {first}{more} in {folder} is not what config.json says.</source>
        <translation>{folder}에 있는 {first}{more}의 모양이 config.json과 다릅니다.</translation>
    </message>
    <message>
        <source>Put the config.json beside the weights that belongs to them.</source>
        <translation>가중치에 맞는 config.json을 옆에 두세요.</translation>
    </message>
    <message>
        <source>No {spec} can be built from {folder}: {error}.</source>
        <translation>{folder}에서 {spec}을(를) 만들 수 없습니다: {error}.</translation>
    </message>
    <message>
        <source>Mend the entry, or choose another model.</source>
        <translation>항목을 고치거나 다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{match} in {folder} holds NaN or infinite numbers.</source>
        <translation>{folder}의 {match}에 NaN이나 무한대가 있습니다.</translation>
    </message>
    <message>
        <source>Choose a checkpoint from before its training failed, or fetch it again.</source>
        <translation>학습이 실패하기 전의 체크포인트를 고르거나 다시 받으세요.</translation>
    </message>
    <message>
        <source>{part}{name} in {folder} holds {dtype}, not floats.</source>
        <translation>{folder}의 {part}{name}은(는) 실수가 아니라 {dtype}입니다.</translation>
    </message>
    <message>
        <source>Choose a checkpoint that is not quantized.</source>
        <translation>양자화되지 않은 체크포인트를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} holds {full}, of a layer that config.json does not have.</source>
        <translation>{folder}에 config.json에 없는 층의 {full}이(가) 있습니다.</translation>
    </message>
    <message>
        <source>In {folder}, {name} differs from {source}.</source>
        <translation>{folder}에서 {name}이(가) {source}과(와) 다릅니다.</translation>
    </message>
    <message>
        <source>Choose a checkpoint whose output layer shares the token table.</source>
        <translation>출력 층이 토큰 표를 공유하는 체크포인트를 고르세요.</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>불러옴</translation>
    </message>
    <message>
        <source>The files in {folder} were written while they were read.</source>
        <translation>{folder}의 파일을 읽는 동안 파일이 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Open it again once they are complete.</source>
        <translation>파일이 완성되면 다시 여세요.</translation>
    </message>
    <message>
        <source>{path} is cut off or damaged ({error}).</source>
        <translation>{path}이(가) 잘렸거나 손상되었습니다({error}).</translation>
    </message>
    <message>
        <source>Copy or download the file again.</source>
        <translation>파일을 다시 복사하거나 내려받으세요.</translation>
    </message>
    <message>
        <source>There is no folder {folder}.</source>
        <translation>폴더 {folder}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Choose the folder of a model.</source>
        <translation>모델 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>The architecture {model_type} cannot be loaded.</source>
        <translation>{model_type} 구조를 불러올 수 없습니다.</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>프로그램을 다시 설치하세요.</translation>
    </message>
    <message>
        <source>{error} cannot be read ({error_}).</source>
        <translation>{error}을(를) 읽을 수 없습니다({error_}).</translation>
    </message>
    <message>
        <source>Make it readable, or choose another folder.</source>
        <translation>읽을 수 있게 하거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>Fetch or save it again.</source>
        <translation>다시 받거나 저장하세요.</translation>
    </message>
    <message>
        <source>{folder} cannot be read ({error}).</source>
        <translation>{folder}을(를) 읽을 수 없습니다({error}).</translation>
    </message>
    <message>
        <source>Make it readable.</source>
        <translation>읽을 수 있게 하세요.</translation>
    </message>
    <message>
        <source>{CONFIG_FILE} cannot be used: {error}.</source>
        <translation>{CONFIG_FILE}을(를) 쓸 수 없습니다: {error}.</translation>
    </message>
    <message>
        <source>Choose another {spec} model, or mend the entry if it is wrong.</source>
        <translation>다른 {spec} 모델을 고르거나, 항목이 틀렸으면 고치세요.</translation>
    </message>
    <message>
        <source>{folder} holds {today} twice, under two names and with other numbers.</source>
        <translation>{folder}에 {today}이(가) 다른 이름과 다른 수로 두 번 들어 있습니다.</translation>
    </message>
    <message>
        <source>Choose a checkpoint that was saved once.</source>
        <translation>한 번만 저장된 체크포인트를 고르세요.</translation>
    </message>
    <message>
        <source>The entities in {folder} cannot be used: {error}.</source>
        <translation>{folder}의 개체를 쓸 수 없습니다: {error}.</translation>
    </message>
    <message>
        <source>Copy the folder again.</source>
        <translation>폴더를 다시 복사하세요.</translation>
    </message>
    <message>
        <source>{folder} holds {name} in two files, with different numbers, and {INDEX_FILE} does not say which one counts.</source>
        <translation>{folder}의 두 파일에 {name}이(가) 서로 다른 수로 들어 있고, {INDEX_FILE}에는 어느 것이 맞는지 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>Fetch the tokenizer's files again.</source>
        <translation>토크나이저 파일을 다시 받으세요.</translation>
    </message>
    <message>
        <source>python -c "import torch; from safetensors.torch import save_file; w = torch.load('{USUAL_PICKLE}', map_location='cpu', weights_only=True); save_file({k: v.contiguous().clone() for k, v in w.items()}, '{WEIGHTS_FILE}', metadata={'format': 'pt'})"</source>
        <translation>python -c "import torch; from safetensors.torch import save_file; w = torch.load('{USUAL_PICKLE}', map_location='cpu', weights_only=True); save_file({k: v.contiguous().clone() for k, v in w.items()}, '{WEIGHTS_FILE}', metadata={'format': 'pt'})"</translation>
    </message>
    <message>
        <source>llama.cpp (GGUF)</source>
        <translation>llama.cpp (GGUF)</translation>
    </message>
    <message>
        <source>Flax</source>
        <translation>Flax</translation>
    </message>
    <message>
        <source>save it again with save_pretrained of transformers, as {WEIGHTS_FILE}</source>
        <translation>transformers의 save_pretrained를 써서 {WEIGHTS_FILE}으로(로) 다시 저장하세요</translation>
    </message>
    <message>
        <source>{file} is a file{is_foreign}.</source>
        <translation>{file}은(는) 모델 폴더가 아니라 파일입니다{is_foreign}.</translation>
    </message>
    <message>
        <source>Choose the folder of a model, which holds {CONFIG_FILE} and {WEIGHTS_FILE}.</source>
        <translation>{CONFIG_FILE}과(와) {WEIGHTS_FILE}이(가) 있는 모델 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} holds no tokenizer, so no text can be given to the model.</source>
        <translation>{folder}에 토크나이저가 없어 모델에 글을 넣을 수 없습니다.</translation>
    </message>
    <message>
        <source>Put the tokenizer's files beside {CONFIG_FILE}: tokenizer.json, vocab.txt, spiece.model, or vocab.json with merges.txt.</source>
        <translation>{CONFIG_FILE} 옆에 토크나이저 파일을 두세요: tokenizer.json, vocab.txt, spiece.model, 또는 vocab.json과 merges.txt.</translation>
    </message>
    <message>
        <source>{folder} holds no {CONFIG_FILE}.</source>
        <translation>{folder}에 {CONFIG_FILE}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>{link} is a link to a file that is not there.</source>
        <translation>{link}은(는) 없는 파일을 가리키는 링크입니다.</translation>
    </message>
    <message>
        <source>Copy that file as well, or fetch it.</source>
        <translation>그 파일도 복사하거나 받으세요.</translation>
    </message>
    <message>
        <source>run this there: {CONVERT}</source>
        <translation>그 폴더에서 다음을 실행하세요: {CONVERT}</translation>
    </message>
    <message>
        <source>{folder} holds its weights as a pickle, which could run foreign code when opened.</source>
        <translation>{folder}의 가중치가 피클로 저장되어 있어, 열 때 남의 코드가 실행될 수 있습니다.</translation>
    </message>
    <message>
        <source>If you trust it, {convert}.</source>
        <translation>신뢰한다면 {convert}.</translation>
    </message>
    <message>
        <source>{CONFIG_FILE} does not say its model_type.</source>
        <translation>{CONFIG_FILE}에 model_type이 없습니다.</translation>
    </message>
    <message>
        <source>Say it when you open the folder (on the command line by --architecture), or add it to the file. There are {known}.</source>
        <translation>폴더를 열 때 지정하거나(명령줄에서는 --architecture) 파일에 적으세요. 있는 것은 {known}입니다.</translation>
    </message>
    <message>
        <source>{CONFIG_FILE} names the model_type {kind}, which no architecture here has.</source>
        <translation>{CONFIG_FILE}의 model_type {kind}에 해당하는 구조가 여기에 없습니다.</translation>
    </message>
    <message>
        <source>{file} is packed.</source>
        <translation>{file}은(는) 압축되어 있습니다.</translation>
    </message>
    <message>
        <source>Unpack it, and choose the folder inside.</source>
        <translation>압축을 풀고 그 안의 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>Choose one of the folders inside it: {inside}.</source>
        <translation>그 안의 폴더 가운데 하나를 고르세요: {inside}.</translation>
    </message>
    <message>
        <source>Choose the folder of a model, as save_pretrained of transformers writes it.</source>
        <translation>transformers의 save_pretrained가 만든 것과 같은 모델 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} lacks {absent}, which {INDEX_FILE} names.</source>
        <translation>{folder}에 {INDEX_FILE}에 적힌 {absent}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Fetch the missing files.</source>
        <translation>빠진 파일을 받으세요.</translation>
    </message>
    <message>
        <source>{folder} lacks {INDEX_FILE}, which says what its weight files hold.</source>
        <translation>{folder}에 가중치 파일의 내용을 적은 {INDEX_FILE}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Fetch it.</source>
        <translation>그 파일을 받으세요.</translation>
    </message>
    <message>
        <source>{folder} holds {others}, but no {WEIGHTS_FILE}.</source>
        <translation>{folder}에 {others}은(는) 있지만 {WEIGHTS_FILE}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>If that is the whole model, name it {WEIGHTS_FILE}.</source>
        <translation>그것이 모델 전체라면 이름을 {WEIGHTS_FILE}으로(로) 바꾸세요.</translation>
    </message>
    <message>
        <source>{folder} holds no {WEIGHTS_FILE}.</source>
        <translation>{folder}에 {WEIGHTS_FILE}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Put the weights there, or choose another folder.</source>
        <translation>가중치를 그곳에 두거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>no safetensors header</source>
        <translation>safetensors 헤더가 없습니다</translation>
    </message>
    <message>
        <source>{path} names no weight files.</source>
        <translation>{path}에 가중치 파일이 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>Fetch it again.</source>
        <translation>다시 받으세요.</translation>
    </message>
    <message>
        <source>{folder} holds weights for {program} only ({files}).</source>
        <translation>{folder}에는 {program} 전용 가중치만 있습니다({files}).</translation>
    </message>
    <message>
        <source>Fetch the {WEIGHTS_FILE} of the same model, or choose another folder.</source>
        <translation>같은 모델의 {WEIGHTS_FILE}을(를) 받거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{path} is a pointer of git-lfs, not the weights.</source>
        <translation>{path}은(는) 가중치가 아니라 git-lfs의 포인터입니다.</translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file.</source>
        <translation>그 폴더에서 git lfs pull을 실행하거나 파일을 내려받으세요.</translation>
    </message>
    <message>
        <source>{folder} holds whole numbers of {strangers}, which its model does not have.</source>
        <translation>{folder}에 모델에 없는 {strangers}의 정수가 있습니다.</translation>
    </message>
    <message>
        <source>Quantize the model again.</source>
        <translation>모델을 다시 양자화하세요.</translation>
    </message>
    <message>
        <source>The whole numbers of {name} in {folder} do not fit together ({error}).</source>
        <translation>{folder}의 {name}의 정수가 서로 맞지 않습니다({error}).</translation>
    </message>
    <message>
        <source>num_labels must lie between 1 and {MAX_NUMBER}, not {count}</source>
        <translation>num_labels는 1에서 {MAX_NUMBER} 사이여야 하며, {count}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>id2label must name the classes 0 to {num_outputs}</source>
        <translation>id2label에는 클래스 0부터 {num_outputs}까지의 이름이 있어야 합니다</translation>
    </message>
    <message>
        <source>problem_type must be one of {PROBLEM_TYPES}</source>
        <translation>problem_type은 {PROBLEM_TYPES} 중 하나여야 합니다</translation>
    </message>
    <message>
        <source>single_label_classification needs two classes</source>
        <translation>single_label_classification에는 클래스가 두 개 필요합니다</translation>
    </message>
    <message>
        <source>{names} labels for a head with {task} outputs</source>
        <translation>출력이 {task}개인 헤드에 레이블이 {names}개입니다</translation>
    </message>
    <message>
        <source>Mend the entry, or name {spec} in its architectures to open the model without the head.</source>
        <translation>항목을 고치거나, 헤드 없이 모델을 열려면 architectures에 {spec}을(를) 적으세요.</translation>
    </message>
</context>
<context>
    <name>models.comparison</name>
    <message>
        <source>there is no comparison {name}; there are {experiments}</source>
        <translation>{name} 비교는 없습니다. 있는 것은 {experiments}입니다</translation>
    </message>
    <message>
        <source>Callable[[Trained], Iterator[Measured]]</source>
        <translation>Callable[[Trained], Iterator[Measured]]</translation>
    </message>
    <message>
        <source>there is no measure {name}; there are {known}</source>
        <translation>{name} 측정값은 없습니다. 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>it is of another version of the program: run the comparison again</source>
        <translation>프로그램의 다른 버전에서 만든 것입니다. 비교를 다시 실행하세요</translation>
    </message>
    <message>
        <source>The result {path} cannot be used: {error}.</source>
        <translation>결과 {path}을(를) 쓸 수 없습니다: {error}.</translation>
    </message>
    <message>
        <source>it is damaged ({error}): run the comparison again</source>
        <translation>손상되었습니다({error}). 비교를 다시 실행하세요</translation>
    </message>
    <message>
        <source>{plan} holds other files. Choose a new or an empty folder.</source>
        <translation>{plan}에 다른 파일이 있습니다. 새 폴더나 빈 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>Dask is not installed. Install it with: pip install 'plm-explorer[cluster]'</source>
        <translation>Dask가 설치되어 있지 않습니다. 다음으로 설치하세요: pip install 'plm-explorer[cluster]'</translation>
    </message>
    <message>
        <source>No Dask scheduler answers at {address}. Check its address.</source>
        <translation>{address}에서 응답하는 Dask 스케줄러가 없습니다. 주소를 확인하세요.</translation>
    </message>
    <message>
        <source>{plan} holds a comparison already. Go on with it by --resume, or choose another folder.</source>
        <translation>{plan}에 이미 비교가 있습니다. --resume으로 이어서 하거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{plan} holds a comparison with other settings or of another version. Choose another folder.</source>
        <translation>{plan}에 설정이나 버전이 다른 비교가 있습니다. 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{path} is damaged. Delete it and go on with --resume.</source>
        <translation>{path}이(가) 손상되었습니다. 지우고 --resume으로 이어서 하세요.</translation>
    </message>
    <message>
        <source>What it sees</source>
        <translation>무엇을 보는가</translation>
    </message>
    <message>
        <source>What it must predict</source>
        <translation>무엇을 예측하는가</translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation>긴 글</translation>
    </message>
    <message>
        <source>Size and sharing</source>
        <translation>크기와 공유</translation>
    </message>
    <message>
        <source>Teacher and student</source>
        <translation>교사와 학생</translation>
    </message>
    <message>
        <source>Adaptation</source>
        <translation>적응</translation>
    </message>
    <message>
        <source>Inside a model</source>
        <translation>모델 내부</translation>
    </message>
    <message>
        <source>{mean} (95 % interval {low} to {high}, {seeds})</source>
        <translation>{mean}(95 % 구간 {low}~{high}, {seeds})</translation>
    </message>
    <message>
        <source>as in the paper</source>
        <translation>논문과 같음</translation>
    </message>
    <message>
        <source>no significant difference</source>
        <translation>유의미한 차이 없음</translation>
    </message>
    <message>
        <source>too few seeds</source>
        <translation>시드 부족</translation>
    </message>
    <message>
        <source>{mean} ({seeds}, too few for an interval)</source>
        <translation>{mean}({seeds}, 구간을 구하기에 부족)</translation>
    </message>
    <message>
        <source>no values</source>
        <translation>값 없음</translation>
    </message>
</context>
<context>
    <name>models.compression</name>
    <message>
        <source>How {loaded} was trained is not known, so other shapes of it cannot be. Choose a model that was trained by this program.</source>
        <translation>{loaded}이(가) 어떻게 학습되었는지 알 수 없어 다른 형태를 학습할 수 없습니다. 이 프로그램으로 학습한 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{loaded} is fine-tuned. Search with the model that it was fine-tuned from.</source>
        <translation>{loaded}은(는) 파인튜닝한 모델입니다. 파인튜닝하기 전의 모델로 탐색하세요.</translation>
    </message>
    <message>
        <source>Architecture search</source>
        <translation>구조 탐색</translation>
    </message>
    <message>
        <source>Smaller shapes of the same architecture are trained for a few steps each; the best one within the budget is trained whole.</source>
        <translation>같은 구조의 더 작은 형태를 각각 몇 스텝씩 학습하고, 예산 안에서 가장 좋은 것을 끝까지 학습합니다.</translation>
    </message>
    <message>
        <source>No trial was trained to its end. Allow more trials or more steps.</source>
        <translation>끝까지 학습된 시행이 없습니다. 시행이나 스텝을 늘리세요.</translation>
    </message>
    <message>
        <source>A shape that learns best in a few steps need not be the best after many.</source>
        <translation>몇 스텝에서 가장 잘 배우는 형태가 오래 학습한 뒤에도 가장 좋은 것은 아닙니다.</translation>
    </message>
    <message>
        <source>training the best shape</source>
        <translation>가장 좋은 형태 학습</translation>
    </message>
    <message>
        <source>Li, Jamieson, Rostamizadeh and others</source>
        <translation>Li, Jamieson, Rostamizadeh 외</translation>
    </message>
    <message>
        <source>A system for massively parallel hyperparameter tuning</source>
        <translation>A system for massively parallel hyperparameter tuning</translation>
    </message>
    <message>
        <source>Akiba, Sano, Yanase and others</source>
        <translation>Akiba, Sano, Yanase 외</translation>
    </message>
    <message>
        <source>Optuna: a next-generation hyperparameter optimization framework</source>
        <translation>Optuna: a next-generation hyperparameter optimization framework</translation>
    </message>
    <message>
        <source>Parameters, % of the base</source>
        <translation>파라미터(기준의 %)</translation>
    </message>
    <message>
        <source>Milliseconds at most (0: any)</source>
        <translation>최대 밀리초(0: 제한 없음)</translation>
    </message>
    <message>
        <source>Stop the worse trials early</source>
        <translation>나쁜 시행 일찍 중단</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>시행</translation>
    </message>
    <message>
        <source>Steps of a trial</source>
        <translation>시행마다 스텝</translation>
    </message>
    <message>
        <source>Steps of the chosen shape</source>
        <translation>고른 형태의 스텝</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>{loaded} is fine-tuned. Make a student of the model that it was fine-tuned from, and let that one learn the task with a recipe of fine-tuning that has [teaching].</source>
        <translation>{loaded}은(는) 파인튜닝한 모델입니다. 파인튜닝하기 전의 모델로 학생을 만들고, [teaching]이 있는 파인튜닝 레시피로 그 학생이 과제를 배우게 하세요.</translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so no student can read with it.</source>
        <translation>{loaded}에는 토크나이저가 없어 학생이 글을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>{loaded} is no teacher of any method. Choose a model of one of these architectures: {teachers}.</source>
        <translation>{loaded}은(는) 어떤 방법의 교사도 될 수 없습니다. 다음 구조의 모델을 고르세요: {teachers}.</translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation>지식 증류</translation>
    </message>
    <message>
        <source>A smaller model, the student, learns from this one: its predictions, and with some methods its hidden states and attention.</source>
        <translation>더 작은 모델인 학생이 이 모델의 예측을, 방법에 따라서는 은닉 상태와 어텐션도 배웁니다.</translation>
    </message>
    <message>
        <source>{loaded} cannot be a teacher of {method}: set kind to {loaded_}</source>
        <translation>{loaded}은(는) {method}의 교사가 될 수 없습니다. kind를 {loaded_}으로(로) 하세요</translation>
    </message>
    <message>
        <source>A student that was interrupted goes on where it was, with the same options.</source>
        <translation>중단된 학생은 같은 옵션으로 멈춘 곳부터 이어서 학습합니다.</translation>
    </message>
    <message>
        <source>The panel Distillation trains the same student without a teacher beside it.</source>
        <translation>지식 증류 패널은 같은 학생을 교사 없이도 학습해 견줍니다.</translation>
    </message>
    <message>
        <source>teaching the student</source>
        <translation>학생 가르치기</translation>
    </message>
    <message>
        <source>Kind of student</source>
        <translation>학생의 종류</translation>
    </message>
    <message>
        <source>Layers (0: half, or all where it must)</source>
        <translation>층(0: 절반, 필요하면 전부)</translation>
    </message>
    <message>
        <source>Width (0: that of its teacher)</source>
        <translation>너비(0: 교사와 같음)</translation>
    </message>
    <message>
        <source>Tokens of text</source>
        <translation>학습할 토큰</translation>
    </message>
    <message>
        <source>{loaded} has no head that one of its objectives trains, so it cannot be measured</source>
        <translation>{loaded}에는 학습 목표에 맞는 헤드가 없어 측정할 수 없습니다</translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so it can read no examples</source>
        <translation>{loaded}에는 토크나이저가 없어 예시를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>run.json of {loaded} names no labelled set: name one as data</source>
        <translation>{loaded}의 run.json에 레이블이 있는 데이터가 적혀 있지 않습니다. data로 지정하세요</translation>
    </message>
    <message>
        <source>{loaded} has no head for {lacking}, so it cannot be measured by it. Measure what all compared models predict</source>
        <translation>{loaded}에는 {lacking}에 맞는 헤드가 없어 그것으로 측정할 수 없습니다. 비교하는 모든 모델이 예측하는 것을 측정하세요</translation>
    </message>
    <message>
        <source>{title} is not measured: {names} did not learn it.</source>
        <translation>{title}: {names}이(가) 배우지 않아 측정하지 않습니다.</translation>
    </message>
    <message>
        <source>the models share no objective. {sentences}</source>
        <translation>모델들에 공통된 학습 목표가 없습니다. {sentences}</translation>
    </message>
    <message>
        <source>{data} needs training and dev examples with answers</source>
        <translation>{data}에는 답이 있는 학습 예시와 개발 예시가 필요합니다</translation>
    </message>
    <message>
        <source>{loaded} reads with another vocabulary, so losses cannot be compared</source>
        <translation>{loaded}은(는) 다른 어휘로 읽으므로 손실을 비교할 수 없습니다</translation>
    </message>
    <message>
        <source>{loaded} answers in text, so it has no logits of a task</source>
        <translation>{loaded}은(는) 글로 답하므로 과제의 로짓이 없습니다</translation>
    </message>
    <message>
        <source>at least one of the {one} layers must be left</source>
        <translation>{one}개 층 가운데 적어도 하나는 남아야 합니다</translation>
    </message>
    <message>
        <source>the head of {loaded} reads each layer, so none can be removed; remove layers before fine-tuning</source>
        <translation>{loaded}의 헤드는 모든 층을 읽으므로 층을 제거할 수 없습니다. 파인튜닝하기 전에 층을 제거하세요</translation>
    </message>
    <message>
        <source>On this machine {made} is {slower} than {base}: {made_} instead of {base_} ms for a sentence.</source>
        <translation>이 컴퓨터에서 문장 하나에 {made}은(는) {made_} ms, {base}은(는) {base_} ms가 걸립니다.</translation>
    </message>
    <message>
        <source>The model {loaded} is quantized. Prune the model that it was made of, then quantize.</source>
        <translation>{loaded} 모델은 양자화되어 있습니다. 원래 모델을 가지치기한 뒤 양자화하세요.</translation>
    </message>
    <message>
        <source>The model {loaded} has no weight matrices to prune. Choose another model.</source>
        <translation>{loaded} 모델에는 가지치기할 가중치 행렬이 없습니다. 다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>measuring without each layer, for layer {step} of {steps}</source>
        <translation>각 층 없이 측정(층 {step}/{steps})</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>가지치기</translation>
    </message>
    <message>
        <source>Single weights, attention heads or whole layers are removed; what is left can learn in between.</source>
        <translation>개별 가중치나 어텐션 헤드, 또는 층 전체를 제거합니다. 제거하는 사이사이에 남은 부분이 학습할 수 있습니다.</translation>
    </message>
    <message>
        <source>sparsity 0 removes nothing: set it above 0, and at most to {MOST}</source>
        <translation>sparsity가 0이면 아무것도 제거하지 않습니다. 0보다 크고 {MOST} 이하로 하세요</translation>
    </message>
    <message>
        <source>a pattern keeps fewer than {options} of {options} numbers: set kept_of_m to at most {options_}</source>
        <translation>패턴은 {options}개보다 적은 수를 남깁니다. kept_of_m을 {options_} 이하로 하세요</translation>
    </message>
    <message>
        <source>The model {loaded} has no weight matrices to prune</source>
        <translation>{loaded} 모델에는 가지치기할 가중치 행렬이 없습니다</translation>
    </message>
    <message>
        <source>the loss is not a number any more: set a smaller learning_rate</source>
        <translation>손실이 더는 수가 아닙니다. learning_rate를 더 작게 하세요</translation>
    </message>
    <message>
        <source>The model {loaded} has no attention, so it has no heads to remove. Set kind to {MAGNITUDE} or {LAYERS}.</source>
        <translation>{loaded} 모델에는 어텐션이 없어 제거할 헤드가 없습니다. kind를 {MAGNITUDE} 또는 {LAYERS}으로(로) 하세요.</translation>
    </message>
    <message>
        <source>sparsity {share} of {total} heads removes {count}; from 1 to {total_} can be removed: set it to {total__} up to {total___}</source>
        <translation>헤드 {total}개에 sparsity {share}을(를) 쓰면 {count}개를 제거합니다. 1~{total_}개를 제거할 수 있으니 {total__}~{total___}으로(로) 하세요</translation>
    </message>
    <message>
        <source>The model {loaded} has no layers that can be removed: it has one, all share their weights, or a weight reads each of them. Set kind to {MAGNITUDE} or {HEADS}.</source>
        <translation>{loaded} 모델에는 제거할 수 있는 층이 없습니다. 층이 하나이거나, 모든 층이 가중치를 공유하거나, 어떤 가중치가 모든 층을 읽습니다. kind를 {MAGNITUDE} 또는 {HEADS}으로(로) 하세요.</translation>
    </message>
    <message>
        <source>sparsity {options} of {total} layers removes {count}; from 1 to {most} can be removed: set it to {total_} up to {total__}</source>
        <translation>{total}개 층에 sparsity {options}을(를) 쓰면 {count}개를 제거합니다. 1~{most}개를 제거할 수 있으니 {total_}~{total__}으로(로) 하세요</translation>
    </message>
    <message>
        <source>there is no weight matrix {name} in {loaded}</source>
        <translation>{loaded}에는 {name} 가중치 행렬이 없습니다</translation>
    </message>
    <message>
        <source>Removed weights and heads are zeros: the published classes have as many heads in each layer and dense matrices, so the files and the time stay the same. Removed layers make the files smaller and the model faster.</source>
        <translation>제거한 가중치와 헤드는 0이 됩니다. 공개된 클래스는 층마다 헤드 수가 같고 행렬이 밀집되어 있어 파일과 시간이 그대로입니다. 층을 제거하면 파일이 작아지고 모델이 빨라집니다.</translation>
    </message>
    <message>
        <source>The pattern n:m saves time on hardware that multiplies 2:4 sparse matrices, which CPUs do not.</source>
        <translation>n:m 패턴은 2:4 희소 행렬을 곱하는 하드웨어에서 시간을 줄이지만, CPU는 그렇지 않습니다.</translation>
    </message>
    <message>
        <source>Where layers differ by their number, as with bands of attention, layers after a removed one take the place before.</source>
        <translation>어텐션 띠처럼 번호에 따라 층이 달라지면, 제거한 층 뒤의 층이 그 앞 자리를 차지합니다.</translation>
    </message>
    <message>
        <source>removing weights</source>
        <translation>가중치 제거</translation>
    </message>
    <message>
        <source>measuring gradients of heads</source>
        <translation>헤드의 기울기 측정</translation>
    </message>
    <message>
        <source>measuring without each head</source>
        <translation>각 헤드 없이 측정</translation>
    </message>
    <message>
        <source>measuring quality by sparsity</source>
        <translation>희소성별 품질 측정</translation>
    </message>
    <message>
        <source>Han, Pool, Tran, Dally</source>
        <translation>Han, Pool, Tran, Dally</translation>
    </message>
    <message>
        <source>Learning both Weights and Connections for Efficient Neural Networks</source>
        <translation>Learning both Weights and Connections for Efficient Neural Networks</translation>
    </message>
    <message>
        <source>Michel, Levy, Neubig</source>
        <translation>Michel, Levy, Neubig</translation>
    </message>
    <message>
        <source>Are Sixteen Heads Really Better than One?</source>
        <translation>Are Sixteen Heads Really Better than One?</translation>
    </message>
    <message>
        <source>Mishra, Latorre, Pool, Stosic, Stosic, Venkatesh, Yu, Micikevicius</source>
        <translation>Mishra, Latorre, Pool, Stosic, Stosic, Venkatesh, Yu, Micikevicius</translation>
    </message>
    <message>
        <source>Accelerating Sparse Deep Neural Networks</source>
        <translation>Accelerating Sparse Deep Neural Networks</translation>
    </message>
    <message>
        <source>Sajjad, Dalvi, Durrani, Nakov</source>
        <translation>Sajjad, Dalvi, Durrani, Nakov</translation>
    </message>
    <message>
        <source>On the Effect of Dropping Layers of Pre-trained Transformer Models</source>
        <translation>On the Effect of Dropping Layers of Pre-trained Transformer Models</translation>
    </message>
    <message>
        <source>What is removed</source>
        <translation>제거할 것</translation>
    </message>
    <message>
        <source>Share that is removed</source>
        <translation>제거할 비율</translation>
    </message>
    <message>
        <source>Smallest weights of</source>
        <translation>가장 작은 가중치의 범위</translation>
    </message>
    <message>
        <source>N of N:M, weights left in a group</source>
        <translation>N:M의 N, 묶음에 남는 가중치</translation>
    </message>
    <message>
        <source>M of N:M, weights in a group</source>
        <translation>N:M의 M, 묶음의 가중치</translation>
    </message>
    <message>
        <source>Embedding tables too</source>
        <translation>임베딩 표도 포함</translation>
    </message>
    <message>
        <source>Steps of pruning</source>
        <translation>가지치기 단계</translation>
    </message>
    <message>
        <source>Training steps after each</source>
        <translation>단계마다 학습 스텝</translation>
    </message>
    <message>
        <source>training what is left</source>
        <translation>남은 부분 학습</translation>
    </message>
    <message>
        <source>Not used by n:m.</source>
        <translation>n:m에서는 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>{GLOBAL}: of the whole model. {LAYER}: of each weight. {PATTERN}: all but the largest of m neighbours in a row.</source>
        <translation>{GLOBAL}: 모델 전체에서. {LAYER}: 가중치마다. {PATTERN}: 한 행의 이웃한 m개 가운데 가장 큰 것만 남깁니다.</translation>
    </message>
    <message>
        <source>By the gradient of a gate on each head, or by the loss without it.</source>
        <translation>헤드마다 둔 게이트의 기울기로, 또는 그 헤드가 없을 때의 손실로 정합니다.</translation>
    </message>
    <message>
        <source>Layers are removed one by one.</source>
        <translation>층을 하나씩 제거합니다.</translation>
    </message>
    <message>
        <source>Of the examples to learn from.</source>
        <translation>학습할 예시를 뽑는 시드.</translation>
    </message>
    <message>
        <source>The model {loaded} is quantized already. Quantize the model that it was made of, with other options.</source>
        <translation>{loaded} 모델은 이미 양자화되어 있습니다. 원래 모델을 다른 옵션으로 양자화하세요.</translation>
    </message>
    <message>
        <source>The model {loaded} has no weights to quantize: none has rows of at least {MIN_COLUMNS} numbers. Choose a larger model.</source>
        <translation>{loaded} 모델에는 양자화할 가중치가 없습니다. 행이 수 {MIN_COLUMNS}개 이상인 가중치가 없습니다. 더 큰 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>양자화</translation>
    </message>
    <message>
        <source>Weights become whole numbers of eight or four bits; with eight, products can be computed in whole numbers too.</source>
        <translation>가중치를 8비트나 4비트 정수로 바꿉니다. 8비트이면 곱도 정수로 계산할 수 있습니다.</translation>
    </message>
    <message>
        <source>products of whole numbers need one scale for a channel or for a tensor: set per to {CHANNEL} or {TENSOR}, or scheme to {INT8}</source>
        <translation>정수 곱에는 채널이나 텐서마다 척도 하나가 필요합니다. per를 {CHANNEL} 또는 {TENSOR}으로(로), 아니면 scheme을 {INT8}으로(로) 하세요</translation>
    </message>
    <message>
        <source>these options leave no weight to quantize: shorten keep</source>
        <translation>이 옵션으로는 양자화할 가중치가 남지 않습니다. keep을 줄이세요</translation>
    </message>
    <message>
        <source>quantizing {names} weights</source>
        <translation>가중치 {names}개 양자화</translation>
    </message>
    <message>
        <source>there is no weight {name} to quantize in {loaded}</source>
        <translation>{loaded}에는 양자화할 {name} 가중치가 없습니다</translation>
    </message>
    <message>
        <source>Activations have a symmetric grid with a scale for each token, which is measured while the model runs; attention scores, norms and activation functions are computed in floats.</source>
        <translation>활성화 값은 모델을 실행하며 토큰마다 잰 척도의 대칭 격자를 쓰고, 어텐션 점수와 정규화, 활성화 함수는 실수로 계산합니다.</translation>
    </message>
    <message>
        <source>Weights of layers that are no plain products, such as convolutions, are stored as whole numbers and computed with as floats.</source>
        <translation>합성곱처럼 단순한 곱이 아닌 층의 가중치는 정수로 저장하고 실수로 계산합니다.</translation>
    </message>
    <message>
        <source>no weight of {loaded} begins with {prefix}; there are {names}</source>
        <translation>{loaded}에는 {prefix}으로(로) 시작하는 가중치가 없습니다. 있는 것은 {names}입니다</translation>
    </message>
    <message>
        <source>quantizing layer {n} of {total} alone</source>
        <translation>층 {n}/{total}만 양자화</translation>
    </message>
    <message>
        <source>Jacob, Kligys, Chen, Zhu, Tang, Howard, Adam, Kalenichenko</source>
        <translation>Jacob, Kligys, Chen, Zhu, Tang, Howard, Adam, Kalenichenko</translation>
    </message>
    <message>
        <source>Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference</source>
        <translation>Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference</translation>
    </message>
    <message>
        <source>Zafrir, Boudoukh, Izsak, Wasserblat</source>
        <translation>Zafrir, Boudoukh, Izsak, Wasserblat</translation>
    </message>
    <message>
        <source>Q8BERT: Quantized 8Bit BERT</source>
        <translation>Q8BERT: Quantized 8Bit BERT</translation>
    </message>
    <message>
        <source>Yao, Aminabadi, Zhang, Wu, Li, He</source>
        <translation>Yao, Aminabadi, Zhang, Wu, Li, He</translation>
    </message>
    <message>
        <source>ZeroQuant: Efficient and Affordable Post-Training Quantization for Large-Scale Transformers</source>
        <translation>ZeroQuant: Efficient and Affordable Post-Training Quantization for Large-Scale Transformers</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>One scale for each</source>
        <translation>척도의 단위</translation>
    </message>
    <message>
        <source>Numbers in a group</source>
        <translation>묶음의 수</translation>
    </message>
    <message>
        <source>Symmetric grid</source>
        <translation>대칭 격자</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>범위</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>백분위수</translation>
    </message>
    <message>
        <source>Weights left in float</source>
        <translation>실수로 둘 가중치</translation>
    </message>
    <message>
        <source>dynamic_int8 quantizes activations for each token, too, and multiplies whole numbers; the others store weights in 8 or 4 bits and multiply floats.</source>
        <translation>dynamic_int8은 활성화 값도 토큰마다 양자화하여 정수를 곱합니다. 나머지는 가중치를 8비트나 4비트로 저장하고 실수를 곱합니다.</translation>
    </message>
    <message>
        <source>Automatic: a group of neighbours with 4 bits, a channel (row) with 8.</source>
        <translation>자동: 4비트는 이웃한 묶음마다, 8비트는 채널(행)마다.</translation>
    </message>
    <message>
        <source>Neighbours in a row of a weight.</source>
        <translation>가중치의 한 행에서 이웃한 수.</translation>
    </message>
    <message>
        <source>The grid has its zero in the middle; otherwise at a whole number that is stored.</source>
        <translation>격자의 가운데가 0입니다. 아니면 저장해 둔 정수 위치에 0이 있습니다.</translation>
    </message>
    <message>
        <source>The grid reaches to the largest number, or to a percentile; numbers outside are clipped.</source>
        <translation>격자는 가장 큰 수까지, 또는 백분위수까지 이르며, 그 밖의 수는 잘립니다.</translation>
    </message>
    <message>
        <source>Of the absolute values.</source>
        <translation>절댓값 기준.</translation>
    </message>
    <message>
        <source>Beginnings of their names, separated by commas.</source>
        <translation>이름의 앞부분을 쉼표로 구분해 적습니다.</translation>
    </message>
    <message>
        <source>the method {method}</source>
        <translation>방법 {method}</translation>
    </message>
    <message>
        <source>unknown compression method {name}; known are {known}</source>
        <translation>알 수 없는 압축 방법 {name}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>{out} exists already. Choose a new folder; nothing is ever replaced.</source>
        <translation>{out}이(가) 이미 있습니다. 새 폴더를 고르세요. 기존 것을 덮어쓰지 않습니다.</translation>
    </message>
    <message>
        <source>opening the examples</source>
        <translation>예시 여는 중</translation>
    </message>
</context>
<context>
    <name>models.data</name>
    <message>
        <source>the disk is full</source>
        <translation>디스크가 가득 찼습니다</translation>
    </message>
    <message>
        <source>the token cache could not be written in {folder}: {reason}</source>
        <translation>{folder}에 토큰 캐시를 쓸 수 없습니다: {reason}</translation>
    </message>
    <message>
        <source>the token cache {folder} is damaged; delete the folder</source>
        <translation>토큰 캐시 {folder}이(가) 손상되었습니다. 폴더를 지우세요</translation>
    </message>
    <message>
        <source>there is no document {index} of {num_documents}</source>
        <translation>문서 {num_documents}개 가운데 문서 {index}은(는) 없습니다</translation>
    </message>
    <message>
        <source>the text has no tokens; choose another text</source>
        <translation>글에 토큰이 없습니다. 다른 글을 고르세요</translation>
    </message>
    <message>
        <source>a token id is outside the vocabulary of {_vocab_size}</source>
        <translation>크기가 {_vocab_size}인 어휘를 벗어난 토큰 ID가 있습니다</translation>
    </message>
    <message>
        <source>labelled data</source>
        <translation>레이블이 있는 데이터</translation>
    </message>
    <message>
        <source>nothing was named. Name a set, a folder or a file</source>
        <translation>지정한 것이 없습니다. 데이터, 폴더 또는 파일을 지정하세요</translation>
    </message>
    <message>
        <source>the limit of examples must be at least 1</source>
        <translation>예시 수의 상한은 1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>{reason}. Choose the columns</source>
        <translation>{reason}. 열을 고르세요</translation>
    </message>
    <message>
        <source>has no column {missing}. Its columns are {header}</source>
        <translation>열 {missing}이(가) 없습니다. 있는 열은 {header}입니다</translation>
    </message>
    <message>
        <source>an n-gram model has an order of at least 1, not {order}</source>
        <translation>n-그램 모델의 차수는 1 이상이어야 하며, {order}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>an n-gram model needs at least one token to count</source>
        <translation>n-그램 모델에는 셀 토큰이 적어도 하나 필요합니다</translation>
    </message>
    <message>
        <source>the cross-entropy of no tokens is not defined</source>
        <translation>토큰이 없으면 교차 엔트로피가 정의되지 않습니다</translation>
    </message>
    <message>
        <source>there is a token id outside the vocabulary of {vocab_size}</source>
        <translation>크기가 {vocab_size}인 어휘를 벗어난 토큰 ID가 있습니다</translation>
    </message>
    <message>
        <source>unknown tokenizer family {recipe}; known are {known}</source>
        <translation>알 수 없는 토크나이저 계열 {recipe}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>learning the vocabulary</source>
        <translation>어휘 학습</translation>
    </message>
    <message>
        <source>a query needs one {INPUT}, and an example one {ANSWER}</source>
        <translation>질문에는 {INPUT}이(가), 예시에는 {ANSWER}이(가) 하나 있어야 합니다</translation>
    </message>
    <message>
        <source>an example must be a query, white space, and the answer</source>
        <translation>예시는 질문, 공백, 답으로 이루어져야 합니다</translation>
    </message>
    <message>
        <source>an answer, a new example and a neutral answer need something before</source>
        <translation>답, 새 예시, 중립적인 답 앞에는 무언가가 있어야 합니다</translation>
    </message>
    <message>
        <source>Facts that the training text of the bundled models states.</source>
        <translation>내장 모델의 학습 글에 나오는 사실입니다.</translation>
    </message>
    <message>
        <source>Capital of a country ({language})</source>
        <translation>나라의 수도({language})</translation>
    </message>
    <message>
        <source>Words, {one} to {other}</source>
        <translation>단어, {one}에서 {other}으로(로)</translation>
    </message>
    <message>
        <source>Names of things of the mini-world in both languages.</source>
        <translation>두 언어로 된 작은 세계 속 사물의 이름입니다.</translation>
    </message>
    <message>
        <source>Kinds of things with made-up labels ({language})</source>
        <translation>지어낸 레이블이 붙은 사물의 종류({language})</translation>
    </message>
    <message>
        <source>{kinds}: {labels}, {kinds_}: {labels_}. Only the prompt says so.</source>
        <translation>{kinds}: {labels}, {kinds_}: {labels_}. 프롬프트에만 나옵니다.</translation>
    </message>
    <message>
        <source>The label of a word is drawn at random, and the query is a word of the examples.</source>
        <translation>단어의 레이블은 무작위로 정하고, 질문은 예시에 나온 단어입니다.</translation>
    </message>
    <message>
        <source>Made-up words with labels</source>
        <translation>레이블이 붙은 지어낸 단어</translation>
    </message>
    <message>
        <source>{rows} lines of {path}, half of them examples.</source>
        <translation>{path}의 {rows}줄, 그중 절반은 예시입니다.</translation>
    </message>
    <message>
        <source>{fields} columns; an input and its answer, with a tab between, are needed</source>
        <translation>열이 {fields}개입니다. 입력과 답을 탭으로 나누어 적어야 합니다</translation>
    </message>
    <message>
        <source>there is none. There are {sources}</source>
        <translation>그런 것이 없습니다. 있는 것은 {sources}입니다</translation>
    </message>
    <message>
        <source>Capital of a country ({in_words})</source>
        <translation>나라의 수도({in_words})</translation>
    </message>
    <message>
        <source>Words, {in_words} to {other}</source>
        <translation>단어, {in_words}에서 {other}으로(로)</translation>
    </message>
    <message>
        <source>Kinds of things with made-up labels ({in_words})</source>
        <translation>지어낸 레이블이 붙은 사물의 종류({in_words})</translation>
    </message>
    <message>
        <source>{other} where it was {one}</source>
        <translation>{one} 대신 {other}</translation>
    </message>
    <message>
        <source>{task}, labels permuted</source>
        <translation>{task}, 레이블을 섞음</translation>
    </message>
    <message>
        <source>The labels are permuted: {mapping}.</source>
        <translation>레이블을 섞었습니다: {mapping}.</translation>
    </message>
    <message>
        <source>The capital of {input} is</source>
        <translation>The capital of {input} is</translation>
    </message>
    <message>
        <source>The capital of {input} is {answer}.</source>
        <translation>The capital of {input} is {answer}.</translation>
    </message>
    <message>
        <source>has too few lines: an example and a query are needed</source>
        <translation>줄이 너무 적습니다. 예시 하나와 질문 하나가 필요합니다</translation>
    </message>
    <message>
        <source>the {empty} is empty</source>
        <translation>{empty}이(가) 비어 있습니다</translation>
    </message>
    <message>
        <source>This is</source>
        <translation>This is</translation>
    </message>
    <message>
        <source>the line is not UTF-8</source>
        <translation>줄이 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>{one}, labels permuted</source>
        <translation>{one}, 레이블을 섞음</translation>
    </message>
    <message>
        <source>{name}: there is no language {language}; there are en, ko and both</source>
        <translation>{name}: 언어 {language}은(는) 없습니다. en, ko, both가 있습니다</translation>
    </message>
    <message>
        <source>no text was chosen; name a file, or world or village</source>
        <translation>고른 글이 없습니다. 파일, world 또는 village를 지정하세요</translation>
    </message>
    <message>
        <source>{name}: both languages need an amount above 0, and the exponent lies between 0 and 1, as in world:en90ko10@0.5</source>
        <translation>{name}: world:en90ko10@0.5처럼 두 언어의 양은 0보다 크고 지수는 0에서 1 사이여야 합니다</translation>
    </message>
    <message>
        <source>{name}: it repeats 1 to {duplication} symbols, as in duplication@63</source>
        <translation>{name}: duplication@63처럼 기호 1~{duplication}개를 되풀이합니다</translation>
    </message>
    <message>
        <source>{name}: a long document has {recall} to {recall_} words, as in long:en@600</source>
        <translation>{name}: long:en@600처럼 긴 문서는 단어 {recall}~{recall_}개입니다</translation>
    </message>
    <message>
        <source>translate {one} to {other}: </source>
        <translation>translate {one} to {other}: </translation>
    </message>
    <message>
        <source>holds examples, not tasks</source>
        <translation>과제가 아니라 예시가 들어 있습니다</translation>
    </message>
    <message>
        <source>is a text file, which has no tasks</source>
        <translation>텍스트 파일이라서 과제가 없습니다</translation>
    </message>
    <message>
        <source>{data} {why}. Set task_share to 0, or learn from world</source>
        <translation>{data}: {why}. task_share를 0으로 하거나 world로 학습하세요</translation>
    </message>
    <message>
        <source>{path} is a folder; choose a text file</source>
        <translation>{path}은(는) 폴더입니다. 텍스트 파일을 고르세요</translation>
    </message>
    <message>
        <source>there is no file {path}</source>
        <translation>파일 {path}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{path} is empty; a text is needed</source>
        <translation>{path}이(가) 비어 있습니다. 글이 필요합니다</translation>
    </message>
    <message>
        <source>{path} is too short: two different paragraphs or lines are needed, one to learn from and one to hold out</source>
        <translation>{path}이(가) 너무 짧습니다. 학습용과 평가용으로 서로 다른 문단이나 줄이 두 개 필요합니다</translation>
    </message>
    <message>
        <source>{path} has changed and cannot be read any more</source>
        <translation>{path}이(가) 바뀌어 더는 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>{path} is not UTF-8; save it as UTF-8 first</source>
        <translation>{path}은(는) UTF-8이 아닙니다. 먼저 UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>{path} cannot be read ({error})</source>
        <translation>{path}을(를) 읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>{path} is a binary file (it has zero bytes)</source>
        <translation>{path}은(는) 이진 파일입니다(0바이트가 있음)</translation>
    </message>
    <message>
        <source>{data} has no translations. Set task_share to 0, or learn from world in both languages</source>
        <translation>{data}에는 번역이 없습니다. task_share를 0으로 하거나 두 언어의 world로 학습하세요</translation>
    </message>
</context>
<context>
    <name>models.data.labelled</name>
    <message>
        <source>there is no such labelled set; there are {WORLD_SETS}</source>
        <translation>레이블이 있는 그런 데이터는 없습니다. 있는 것은 {WORLD_SETS}입니다</translation>
    </message>
</context>
<context>
    <name>models.data.long_texts</name>
    <message>
        <source>Which {word} was it?</source>
        <translation>Which {word} was it?</translation>
    </message>
</context>
<context>
    <name>models.data.published</name>
    <message>
        <source>the label is missing</source>
        <translation>레이블이 없습니다</translation>
    </message>
    <message>
        <source>unknown label {cell}; known are {labels}</source>
        <translation>알 수 없는 레이블 {cell}입니다. 쓸 수 있는 것은 {labels}입니다</translation>
    </message>
    <message>
        <source>the score is missing</source>
        <translation>점수가 없습니다</translation>
    </message>
    <message>
        <source>from {lowest} to {highest}</source>
        <translation>{lowest}에서 {highest}까지</translation>
    </message>
    <message>
        <source>the score {cell} is not {limits}</source>
        <translation>점수 {cell}이(가) 조건에 맞지 않습니다: {limits}</translation>
    </message>
    <message>
        <source>column {column} has no text</source>
        <translation>열 {column}에 글이 없습니다</translation>
    </message>
    <message>
        <source>the score {cell} is no number</source>
        <translation>점수 {cell}은(는) 수가 아닙니다</translation>
    </message>
    <message>
        <source>the question has no choices</source>
        <translation>질문에 선택지가 없습니다</translation>
    </message>
    <message>
        <source>a choice is no object with a label and a text</source>
        <translation>선택지가 레이블과 글이 있는 객체가 아닙니다</translation>
    </message>
    <message>
        <source>unknown label {key}; known are {known}</source>
        <translation>알 수 없는 레이블 {key}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>The dev set of WNLI is adversarial: some of its sentences are in the training set with the other label, so that a model that memorizes the training set is wrong there.</source>
        <translation>WNLI의 개발 데이터는 적대적입니다. 일부 문장이 학습 데이터에 반대 레이블로 들어 있어, 학습 데이터를 외우는 모델은 틀립니다.</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Quality</translation>
    </message>
    <message>
        <source>an element of the list is no object</source>
        <translation>목록의 원소가 객체가 아닙니다</translation>
    </message>
    <message>
        <source>unknown tag {unknown}; known are {_TAGS}</source>
        <translation>알 수 없는 태그 {unknown}입니다. 쓸 수 있는 것은 {_TAGS}입니다</translation>
    </message>
    <message>
        <source>the label {cell} is none of the choices; 0 to {last} are known</source>
        <translation>레이블 {cell}은(는) 선택지에 없습니다. 0부터 {last}까지 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>{words} words have {tags} tags</source>
        <translation>단어는 {words}개인데 태그는 {tags}개입니다</translation>
    </message>
    <message>
        <source>own table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the word {bad} has no tag</source>
        <translation>단어 {bad}에 태그가 없습니다</translation>
    </message>
    <message>
        <source>column {missing} is missing</source>
        <translation>열 {missing}이(가) 없습니다</translation>
    </message>
    <message>
        <source>a cell holds {cell} where a text or a number is needed</source>
        <translation>글이나 수가 있어야 할 칸에 {cell}이(가) 있습니다</translation>
    </message>
    <message>
        <source>at least two choices with text are needed</source>
        <translation>글이 있는 선택지가 적어도 두 개 필요합니다</translation>
    </message>
    <message>
        <source>there are no words, or a word is empty</source>
        <translation>단어가 없거나, 빈 단어가 있습니다</translation>
    </message>
    <message>
        <source>unknown tag {unknown}</source>
        <translation>알 수 없는 태그 {unknown}입니다</translation>
    </message>
    <message>
        <source>answers need two lists of one length, text and answer_start</source>
        <translation>답에는 길이가 같은 두 목록 text와 answer_start가 필요합니다</translation>
    </message>
    <message>
        <source>index	prediction
</source>
        <translation>index	prediction
</translation>
    </message>
    <message>
        <source>{file} exists already. Choose another name</source>
        <translation>{file}이(가) 이미 있습니다. 다른 이름을 고르세요</translation>
    </message>
    <message>
        <source>SQuAD's format holds answers, not the results of {data}</source>
        <translation>SQuAD 형식에는 답만 담을 수 있고, {data}의 결과는 담을 수 없습니다</translation>
    </message>
    <message>
        <source>GLUE's format holds classes and scores, not those of {data}</source>
        <translation>GLUE 형식에는 클래스와 점수만 담을 수 있고, {data}의 결과는 담을 수 없습니다</translation>
    </message>
    <message>
        <source>has more than {MAX_LABELS} different labels. Is it the right column?</source>
        <translation>서로 다른 레이블이 {MAX_LABELS}개보다 많습니다. 맞는 열인가요?</translation>
    </message>
    <message>
        <source>unknown label {unknown}; known are {known}</source>
        <translation>알 수 없는 레이블 {unknown}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>the id {example} is also that of line {first}</source>
        <translation>ID {example}은(는) {first}번째 줄의 ID와 같습니다</translation>
    </message>
    <message>
        <source>: all {bad} were skipped</source>
        <translation>: {bad}개를 모두 건너뛰었습니다</translation>
    </message>
    <message>
        <source>has no rows that can be used{skipped}</source>
        <translation>쓸 수 있는 행이 없습니다{skipped}</translation>
    </message>
    <message>
        <source>{reason}. Correct the file, or skip bad rows</source>
        <translation>{reason}. 파일을 고치거나 잘못된 행을 건너뛰세요</translation>
    </message>
    <message>
        <source>{reason}, and {_most} rows before cannot be used either</source>
        <translation>{reason}. 그 앞의 {_most}개 행도 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the paragraphs</source>
        <translation>문단</translation>
    </message>
    <message>
        <source>the answers</source>
        <translation>답</translation>
    </message>
    <message>
        <source>the articles</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>the passage has no text</source>
        <translation>지문에 글이 없습니다</translation>
    </message>
    <message>
        <source>the id is missing</source>
        <translation>ID가 없습니다</translation>
    </message>
    <message>
        <source>the question has no text</source>
        <translation>질문에 글이 없습니다</translation>
    </message>
    <message>
        <source>is_impossible must be true or false</source>
        <translation>is_impossible은 true 또는 false여야 합니다</translation>
    </message>
    <message>
        <source>it is marked as impossible and has an answer</source>
        <translation>답할 수 없다고 표시되어 있는데 답이 있습니다</translation>
    </message>
    <message>
        <source>it has no answer and is not marked as impossible</source>
        <translation>답이 없는데 답할 수 없다고 표시되어 있지 않습니다</translation>
    </message>
    <message>
        <source>an answer has no text</source>
        <translation>답에 글이 없습니다</translation>
    </message>
    <message>
        <source>the answer {text} is not in the passage</source>
        <translation>답 {text}이(가) 지문에 없습니다</translation>
    </message>
    <message>
        <source>the offset of the answer {text} is missing</source>
        <translation>답 {text}의 위치가 없습니다</translation>
    </message>
    <message>
        <source>the answer {text} is not at character {start}, where {there} is</source>
        <translation>답 {text}이(가) {start}번째 글자에 없습니다. 그곳에는 {there}이(가) 있습니다</translation>
    </message>
    <message>
        <source>{what} must be a list of objects</source>
        <translation>{what}은(는) 객체의 목록이어야 합니다</translation>
    </message>
    <message>
        <source>the questions of a paragraph (qas)</source>
        <translation>문단의 질문(qas)</translation>
    </message>
    <message>
        <source>SQuAD layout</source>
        <translation>SQuAD 구조</translation>
    </message>
    <message>
        <source>unknown label {label}; known are 0 to 3</source>
        <translation>알 수 없는 레이블 {label}입니다. 쓸 수 있는 것은 0에서 3까지입니다</translation>
    </message>
</context>
<context>
    <name>models.data.tables</name>
    <message>
        <source>unknown task {task}; known are {TASKS}</source>
        <translation>알 수 없는 과제 {task}입니다. 쓸 수 있는 것은 {TASKS}입니다</translation>
    </message>
    <message>
        <source>no column was chosen for the text</source>
        <translation>글의 열을 고르지 않았습니다</translation>
    </message>
    <message>
        <source>no columns were chosen for the choices</source>
        <translation>선택지의 열을 고르지 않았습니다</translation>
    </message>
    <message>
        <source>no column was chosen for the passage</source>
        <translation>지문의 열을 고르지 않았습니다</translation>
    </message>
    <message>
        <source>the delimiter must be one sign, not {delimiter}</source>
        <translation>구분 기호는 한 글자여야 하며, {delimiter}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>unknown settings of columns: {unknown}</source>
        <translation>알 수 없는 열 설정: {unknown}</translation>
    </message>
    <message>
        <source>the setting {wrong} of columns has the wrong type</source>
        <translation>열 설정 {wrong}의 형식이 잘못되었습니다</translation>
    </message>
    <message>
        <source>settings of columns lack {missing}</source>
        <translation>열 설정에 {missing}이(가) 없습니다</translation>
    </message>
    <message>
        <source>If quotation marks are plain text, turn quoting off</source>
        <translation>따옴표가 일반 글자라면 따옴표 처리를 끄세요</translation>
    </message>
    <message>
        <source>{cells}, where the file has {header}</source>
        <translation>{cells}(파일: {header})</translation>
    </message>
    <message>
        <source>the row cannot be read as CSV ({error})</source>
        <translation>행을 CSV로 읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>a quotation mark is opened and never closed. {QUOTING_HINT}</source>
        <translation>따옴표가 열리고 닫히지 않았습니다. {QUOTING_HINT}</translation>
    </message>
    <message>
        <source>compressed with gzip; unpack it first</source>
        <translation>gzip으로 압축되어 있습니다. 먼저 압축을 푸세요</translation>
    </message>
    <message>
        <source>a zip archive or an office document; unpack it, or save it as CSV</source>
        <translation>zip 압축 파일이나 오피스 문서입니다. 압축을 풀거나 CSV로 저장하세요</translation>
    </message>
    <message>
        <source>compressed with bzip2; unpack it first</source>
        <translation>bzip2로 압축되어 있습니다. 먼저 압축을 푸세요</translation>
    </message>
    <message>
        <source>compressed with xz; unpack it first</source>
        <translation>xz로 압축되어 있습니다. 먼저 압축을 푸세요</translation>
    </message>
    <message>
        <source>a Parquet file; save it as JSON lines or CSV</source>
        <translation>Parquet 파일입니다. JSON lines나 CSV로 저장하세요</translation>
    </message>
    <message>
        <source>UTF-16; save it as UTF-8</source>
        <translation>UTF-16입니다. UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>. Choose the encoding cp949, which fits this line, or save the file as UTF-8</source>
        <translation>. 이 줄에 맞는 인코딩 cp949를 고르거나 파일을 UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>is a folder; a file is needed</source>
        <translation>폴더입니다. 파일이 필요합니다</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>파일이 비어 있습니다</translation>
    </message>
    <message>
        <source>is a pickle, which can run code when it is loaded. Not read</source>
        <translation>불러올 때 코드가 실행될 수 있는 피클입니다. 읽지 않았습니다</translation>
    </message>
    <message>
        <source>is a binary file (it has zero bytes)</source>
        <translation>이진 파일입니다(0바이트가 있음)</translation>
    </message>
    <message>
        <source>a zero byte, which no text has</source>
        <translation>글에 쓰이지 않는 0바이트입니다</translation>
    </message>
    <message>
        <source>byte {error} of the line is not {encoding}</source>
        <translation>줄의 {error}번째 바이트가 {encoding}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>files in {name} cannot be read; save them as UTF-8</source>
        <translation>{name} 형식의 파일은 읽을 수 없습니다. UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>cannot be read ({error})</source>
        <translation>읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>there is no encoding {name}; try utf-8 or cp949</source>
        <translation>인코딩 {name}은(는) 없습니다. utf-8이나 cp949를 써 보세요</translation>
    </message>
    <message>
        <source>has changed since it was read. Open it again</source>
        <translation>읽은 뒤에 바뀌었습니다. 다시 여세요</translation>
    </message>
    <message>
        <source>cannot be read any more ({error})</source>
        <translation>더는 읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>the object in the file has no list {key}</source>
        <translation>파일의 객체에 목록 {key}이(가) 없습니다</translation>
    </message>
    <message>
        <source>no JSON: {error}</source>
        <translation>JSON이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>no JSON: {error} in column {error_}</source>
        <translation>열 {error_}이(가) JSON이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>each line must be a JSON object in braces</source>
        <translation>각 줄은 중괄호로 묶인 JSON 객체여야 합니다</translation>
    </message>
    <message>
        <source>a text has half of a sign (a lone surrogate such as \ud83d)</source>
        <translation>글에 반쪽 글자(\ud83d 같은 홀로 남은 서로게이트)가 있습니다</translation>
    </message>
    <message>
        <source>no JSON: {sign} expected, not {other}</source>
        <translation>JSON이 아닙니다: {sign}이(가) 와야 하는데 {other}이(가) 있습니다</translation>
    </message>
    <message>
        <source>Unterminated</source>
        <translation>Unterminated</translation>
    </message>
    <message>
        <source>the file ends before its JSON does; it may be cut off</source>
        <translation>JSON이 끝나기 전에 파일이 끝납니다. 파일이 잘렸을 수 있습니다</translation>
    </message>
    <message>
        <source>{reason}. The line may be cut off</source>
        <translation>{reason}. 줄이 잘렸을 수 있습니다</translation>
    </message>
    <message>
        <source>the value is nested too deeply</source>
        <translation>값이 너무 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>a byte is not {_encoding}; save it as UTF-8</source>
        <translation>{_encoding}이(가) 아닌 바이트가 있습니다. UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>a value cannot be read ({error})</source>
        <translation>값을 읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>the line has more than {MAX_LINE} bytes</source>
        <translation>줄이 {MAX_LINE}바이트보다 깁니다</translation>
    </message>
    <message>
        <source>has no train, dev or test file. Open one of: {files}</source>
        <translation>학습, 개발, 시험 파일이 없습니다. 다음 중 하나를 여세요: {files}</translation>
    </message>
    <message>
        <source>has no file that ends with {SUFFIXES}</source>
        <translation>{SUFFIXES}으로(로) 끝나는 파일이 없습니다</translation>
    </message>
    <message>
        <source>has several {split} files. Open one of them: {chosen}</source>
        <translation>{split} 파일이 여럿입니다. 그중 하나를 여세요: {chosen}</translation>
    </message>
    <message>
        <source>the header names a column twice</source>
        <translation>머리글에 같은 열이 두 번 있습니다</translation>
    </message>
    <message>
        <source>is no JSON: it begins with neither a list nor an object</source>
        <translation>JSON이 아닙니다. 목록으로도 객체로도 시작하지 않습니다</translation>
    </message>
</context>
<context>
    <name>models.data.world</name>
    <message>
        <source>no English filter {name}; there are {FILTERS}</source>
        <translation>영어 필터 {name}은(는) 없습니다. 있는 것은 {FILTERS}입니다</translation>
    </message>
    <message>
        <source>a Korean particle is two forms such as 은/는, not {particle}</source>
        <translation>한국어 조사는 은/는처럼 두 형태여야 하며, {particle}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{where}: {value} is neither a reference nor a table with en and ko</source>
        <translation>{where}: {value}은(는) 참조도 아니고 en과 ko가 있는 표도 아닙니다</translation>
    </message>
    <message>
        <source>{folder}: there are no lexicon files (*.toml) in this folder</source>
        <translation>{folder}: 이 폴더에 어휘집 파일(*.toml)이 없습니다</translation>
    </message>
    <message>
        <source>{path}: cannot be read as TOML ({error})</source>
        <translation>{path}: TOML로 읽을 수 없습니다({error})</translation>
    </message>
    <message>
        <source>{file}: {kind} is not an array of tables [[{kind}]]</source>
        <translation>{file}: {kind}은(는) 표의 배열 [[{kind}]]이(가) 아닙니다</translation>
    </message>
    <message>
        <source>{where}: the list is empty</source>
        <translation>{where}: 목록이 비어 있습니다</translation>
    </message>
    <message>
        <source>{where}, key {key}: a text without outer blanks is needed</source>
        <translation>{where}, 키 {key}: 앞뒤에 공백이 없는 글이 필요합니다</translation>
    </message>
    <message>
        <source>{where}, key 'pronoun': {table} is neither he nor she</source>
        <translation>{where}, 키 'pronoun': {table}은(는) he도 she도 아닙니다</translation>
    </message>
    <message>
        <source>{file}: a [[{kind}]] has no ascii 'id' ({table})</source>
        <translation>{file}: 아스키 'id'가 없는 [[{kind}]]이(가) 있습니다({table})</translation>
    </message>
    <message>
        <source>{where}, key 'id': there is already an entry with this id</source>
        <translation>{where}, 키 'id': 이 ID의 항목이 이미 있습니다</translation>
    </message>
    <message>
        <source>{where}: there is no [[{key}]] with id {value}</source>
        <translation>{where}: ID가 {value}인 [[{key}]]이(가) 없습니다</translation>
    </message>
    <message>
        <source>{where}: a value has names and forms only, not {key}</source>
        <translation>{where}: 값에는 이름과 형태만 있을 수 있으며, {key}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>there is no [[{kind}]] with id {name}</source>
        <translation>ID가 {name}인 [[{kind}]]이(가) 없습니다</translation>
    </message>
    <message>
        <source>{folder}: there are no pattern files (*.toml) in this folder</source>
        <translation>{folder}: 이 폴더에 문형 파일(*.toml)이 없습니다</translation>
    </message>
    <message>
        <source>there is no sentence pattern {known}</source>
        <translation>문형 {known}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{where}: there is no key {key} here ({table})</source>
        <translation>{where}: 키 {key}은(는) 여기에 없습니다({table})</translation>
    </message>
    <message>
        <source>{where}: this id is taken in {row}</source>
        <translation>{where}: 이 ID는 {row}에서 이미 쓰고 있습니다</translation>
    </message>
    <message>
        <source>{file}: there are fewer [[{kind}]] than roles for them</source>
        <translation>{file}: [[{kind}]]의 수가 그 역할의 수보다 적습니다</translation>
    </message>
    <message>
        <source>{where}: the key {key} is missing ({table})</source>
        <translation>{where}: 키 {key}이(가) 없습니다({table})</translation>
    </message>
    <message>
        <source>{_where}: the slot {{text}} leads to nothing in {language}</source>
        <translation>{_where}: 빈칸 {text}이(가) {language}에서 가리키는 것이 없습니다</translation>
    </message>
    <message>
        <source>{_where}: the topic has no role {role} (in {path})</source>
        <translation>{_where}: 주제에 역할 {role}이(가) 없습니다({path})</translation>
    </message>
    <message>
        <source>{_where}: the fact {path} is no attribute of {role}</source>
        <translation>{_where}: 사실 {path}은(는) {role}의 속성이 아닙니다</translation>
    </message>
    <message>
        <source>{_where}: there is no entry that fits the role {role}</source>
        <translation>{_where}: 역할 {role}에 맞는 항목이 없습니다</translation>
    </message>
    <message>
        <source>{_where}: a brace without its partner in {template}</source>
        <translation>{_where}: {template}에 짝이 없는 중괄호가 있습니다</translation>
    </message>
    <message>
        <source>no document of the split {split} can be made from these patterns</source>
        <translation>이 문형으로는 분할 {split}의 문서를 만들 수 없습니다</translation>
    </message>
    <message>
        <source>village.toml: the key {key} is missing</source>
        <translation>village.toml: 키 {key}이(가) 없습니다</translation>
    </message>
</context>
<context>
    <name>models.distillation</name>
    <message>
        <source>The student is trained on the teacher's softened predictions, on the masked tokens, and on the direction of the teacher's hidden states.</source>
        <translation>학생은 교사의 부드러운 예측, 마스킹된 토큰, 교사의 은닉 상태의 방향으로 학습합니다.</translation>
    </message>
    <message>
        <source>a student can have 1 to {size} layers, not {num_layers}</source>
        <translation>학생의 층은 1~{size}개여야 하며, {num_layers}개일 수 없습니다</translation>
    </message>
    <message>
        <source>The paper does not state the weights of the losses; the authors' examples use 5, 2, 1 and equal parts.</source>
        <translation>논문은 손실의 가중치를 밝히지 않습니다. 저자들의 예시는 5, 2, 1과 같은 비율을 씁니다.</translation>
    </message>
    <message>
        <source>The authors also freeze the position table and mask rare tokens more often; this program does not.</source>
        <translation>저자들은 위치 표를 고정하고 드문 토큰을 더 자주 마스킹하기도 합니다. 이 프로그램은 그렇게 하지 않습니다.</translation>
    </message>
    <message>
        <source>Weight of the soft targets</source>
        <translation>소프트 타깃의 가중치</translation>
    </message>
    <message>
        <source>Weight of the masked tokens</source>
        <translation>마스킹된 토큰의 가중치</translation>
    </message>
    <message>
        <source>Weight of the hidden states</source>
        <translation>은닉 상태의 가중치</translation>
    </message>
    <message>
        <source>Only at masked positions</source>
        <translation>마스킹된 위치에서만</translation>
    </message>
    <message>
        <source>Start from the teacher's layers</source>
        <translation>교사의 층에서 시작</translation>
    </message>
    <message>
        <source>The student learns its teacher's states and attention, one layer after the other, then the teacher's predictions and the masked tokens.</source>
        <translation>학생은 교사의 상태와 어텐션을 한 층씩 차례로 배우고, 이어서 교사의 예측과 마스킹된 토큰을 배웁니다.</translation>
    </message>
    <message>
        <source>a student must have {teacher_layers} layers, not {student_layers}</source>
        <translation>학생의 층은 {teacher_layers}개여야 하며, {student_layers}개일 수 없습니다</translation>
    </message>
    <message>
        <source>each layer of this student learns from one of its teacher, so it must have {of_teacher} layers, not {num_layers}</source>
        <translation>이 학생은 층마다 교사의 한 층을 배우므로 층이 {of_teacher}개여야 하며, {num_layers}개일 수 없습니다</translation>
    </message>
    <message>
        <source>The authors' teacher is IB-BERT. A BERT can teach here too; the student then has its token table, as wide as its states.</source>
        <translation>저자들의 교사는 IB-BERT입니다. 여기서는 BERT도 가르칠 수 있으며, 그때 학생은 너비가 교사의 상태와 같은 교사의 토큰 표를 씁니다.</translation>
    </message>
    <message>
        <source>Weights, the small rate of earlier layers and the equal mix of soft and hard targets are those of the authors' code.</source>
        <translation>가중치, 앞선 층의 작은 학습률, 소프트 타깃과 하드 타깃을 반씩 섞는 것은 저자들의 코드를 따랐습니다.</translation>
    </message>
    <message>
        <source>There, the terms of mean and variance compare each layer of the student with all layers of the teacher; here each layer with its own. Attention is compared by cross-entropy there and by KL divergence here; their gradients are the same.</source>
        <translation>저자들의 코드에서 평균과 분산의 항은 학생의 각 층을 교사의 모든 층과 비교하지만, 여기서는 대응하는 층과만 비교합니다. 어텐션은 그곳에서 교차 엔트로피로, 여기서는 KL 발산으로 비교하며 기울기는 같습니다.</translation>
    </message>
    <message>
        <source>The authors train the two phases as two runs, each with its own schedule, by LAMB; here one run and one schedule have both.</source>
        <translation>저자들은 두 단계를 LAMB로, 스케줄이 따로 있는 두 번의 실행으로 학습합니다. 여기서는 한 실행과 한 스케줄에 둘이 모두 들어 있습니다.</translation>
    </message>
    <message>
        <source>Layers learn</source>
        <translation>층의 학습 방식</translation>
    </message>
    <message>
        <source>Share of steps for the layers</source>
        <translation>층에 쓸 스텝의 비율</translation>
    </message>
    <message>
        <source>Rate of earlier layers</source>
        <translation>앞선 층의 학습률 비율</translation>
    </message>
    <message>
        <source>Weight of the feature maps</source>
        <translation>특징 맵의 가중치</translation>
    </message>
    <message>
        <source>Weight of the means</source>
        <translation>평균의 가중치</translation>
    </message>
    <message>
        <source>Weight of the variances</source>
        <translation>분산의 가중치</translation>
    </message>
    <message>
        <source>Weight of the attention</source>
        <translation>어텐션의 가중치</translation>
    </message>
    <message>
        <source>Weight of the next sentence</source>
        <translation>다음 문장의 가중치</translation>
    </message>
    <message>
        <source>Copy embeddings and heads</source>
        <translation>임베딩과 헤드 복사</translation>
    </message>
    <message>
        <source>Progressive: one after the other, then the predictions. Joint: all at once, then the predictions. Auxiliary: all layers and the predictions throughout</source>
        <translation>점진: 층을 하나씩 배운 다음 예측. 결합: 층을 한꺼번에 배운 다음 예측. 보조: 처음부터 끝까지 모든 층과 예측을 함께</translation>
    </message>
    <message>
        <source>Progressive and joint: the steps before the predictions are learned</source>
        <translation>점진과 결합: 예측을 배우기 전의 스텝</translation>
    </message>
    <message>
        <source>Progressive: times the learning rate; 0 freezes a layer once it has learned</source>
        <translation>점진: 학습률에 곱하는 값. 0이면 다 배운 층을 고정합니다</translation>
    </message>
    <message>
        <source>a student of {method} copies weights of its teacher, so it has its width of {teacher}: set width to 0</source>
        <translation>{method}의 학생은 교사의 가중치를 복사하므로 너비가 교사와 같은 {teacher}입니다. width를 0으로 하세요</translation>
    </message>
    <message>
        <source>The teacher has {teacher} layers, so a student cannot have {num_layers}. Choose a smaller student.</source>
        <translation>교사의 층이 {teacher}개이므로 학생의 층은 {num_layers}개일 수 없습니다. 더 작은 학생을 고르세요.</translation>
    </message>
    <message>
        <source>A width of {width} is not a multiple of the teacher's {teacher} heads. Choose {teacher_}, for example.</source>
        <translation>너비 {width}은(는) 교사의 헤드 수 {teacher}의 배수가 아닙니다. 예를 들어 {teacher_}을(를) 고르세요.</translation>
    </message>
    <message>
        <source>A narrower student is trained on the attention scores, hidden states and embeddings of mapped layers of its teacher, then on its predictions.</source>
        <translation>더 좁은 학생이 대응하는 교사 층의 어텐션 점수와 은닉 상태, 임베딩을 먼저 배우고, 이어서 교사의 예측을 배웁니다.</translation>
    </message>
    <message>
        <source>a student can have 1 to {teacher_layers} layers, not {student_layers}</source>
        <translation>학생의 층은 1~{teacher_layers}개여야 하며, {student_layers}개일 수 없습니다</translation>
    </message>
    <message>
        <source>layer_map must be {MAPS}, or layers of the teacher from 1 to {teacher_layers}, such as 2,4; not {name}</source>
        <translation>layer_map은 {MAPS}이거나 2,4처럼 1~{teacher_layers}의 교사 층이어야 하며, {name}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>layer_map lists {layers} layers of the teacher, and the student has {student_layers} layers: list one for each</source>
        <translation>layer_map에는 교사의 층이 {layers}개 적혀 있고 학생의 층은 {student_layers}개입니다. 층마다 하나씩 적으세요</translation>
    </message>
    <message>
        <source>the student has {heads} heads and its teacher {heads_}, and attention is compared head by head: set num_heads to {heads_}, or weight_attention to 0</source>
        <translation>학생의 헤드는 {heads}개, 교사의 헤드는 {heads_}개인데 어텐션은 헤드별로 비교합니다. num_heads를 {heads_}으로(로), 또는 weight_attention을 0으로 하세요</translation>
    </message>
    <message>
        <source>weight_attention, weight_hidden and weight_embedding are all 0, so the layers learn nothing: set one above 0, or prediction_share to 1</source>
        <translation>weight_attention, weight_hidden, weight_embedding이 모두 0이라 층이 아무것도 배우지 않습니다. 하나를 0보다 크게 하거나 prediction_share를 1로 하세요</translation>
    </message>
    <message>
        <source>weight_prediction is 0, so the last steps learn nothing: set it above 0, or prediction_share to 0</source>
        <translation>weight_prediction이 0이라 마지막 스텝에서 아무것도 배우지 않습니다. 0보다 크게 하거나 prediction_share를 0으로 하세요</translation>
    </message>
    <message>
        <source>the teacher is not fine-tuned for this kind of task: choose one that is</source>
        <translation>교사가 이런 과제로 파인튜닝되지 않았습니다. 파인튜닝된 교사를 고르세요</translation>
    </message>
    <message>
        <source>predictions of the kind {student} are not distilled; possible are {TASKS}</source>
        <translation>{student} 종류의 예측은 증류하지 않습니다. 가능한 것은 {TASKS}입니다</translation>
    </message>
    <message>
        <source>the teacher has the labels {names}, and the data {names_}: choose a teacher of the same task</source>
        <translation>교사의 레이블은 {names}이고 데이터의 레이블은 {names_}입니다. 같은 과제의 교사를 고르세요</translation>
    </message>
    <message>
        <source>prediction_share is 0, so the head of the task would learn nothing</source>
        <translation>prediction_share가 0이라 과제의 헤드가 아무것도 배우지 않습니다</translation>
    </message>
    <message>
        <source>Jiao, Yin, Shang, Jiang, Chen, Li, Wang, Liu</source>
        <translation>Jiao, Yin, Shang, Jiang, Chen, Li, Wang, Liu</translation>
    </message>
    <message>
        <source>TinyBERT: Distilling BERT for Natural Language Understanding</source>
        <translation>TinyBERT: Distilling BERT for Natural Language Understanding</translation>
    </message>
    <message>
        <source>The paper writes one projection for the embeddings and one for the hidden states; the authors' code has one for all of them.</source>
        <translation>논문은 임베딩과 은닉 상태에 투영을 하나씩 적지만, 저자들의 코드는 모두에 하나를 씁니다.</translation>
    </message>
    <message>
        <source>The authors' code makes 30 augmented copies of an example by default, the paper 20.</source>
        <translation>예시의 증강 사본을 저자들의 코드는 기본으로 30개, 논문은 20개 만듭니다.</translation>
    </message>
    <message>
        <source>For words of several pieces the paper takes neighbours in GloVe, which are not here: such words are not replaced.</source>
        <translation>여러 조각으로 된 단어에 논문은 GloVe의 이웃을 쓰지만 여기에는 GloVe가 없으므로, 그런 단어는 바꾸지 않습니다.</translation>
    </message>
    <message>
        <source>The reference also leaves stop words as they are, and gives the model that fills a mask the whole sentence as a second text; this program does not.</source>
        <translation>참조 코드는 불용어도 그대로 두고, 마스크를 채우는 모델에 문장 전체를 둘째 글로 줍니다. 이 프로그램은 그렇게 하지 않습니다.</translation>
    </message>
    <message>
        <source>The reference counts padding in its mean squared errors; this program leaves it out.</source>
        <translation>참조 코드는 평균 제곱 오차에 패딩도 세지만, 이 프로그램은 패딩을 뺍니다.</translation>
    </message>
    <message>
        <source>predictions are learned at masked tokens: name the objective 'masked', or set prediction_share to 0</source>
        <translation>예측은 마스킹된 토큰에서 배웁니다. 학습 목표에 'masked'를 넣거나 prediction_share를 0으로 하세요</translation>
    </message>
    <message>
        <source>Attention as</source>
        <translation>어텐션의 형태</translation>
    </message>
    <message>
        <source>Weight of the embeddings</source>
        <translation>임베딩의 가중치</translation>
    </message>
    <message>
        <source>Weight of the predictions</source>
        <translation>예측의 가중치</translation>
    </message>
    <message>
        <source>Share of steps for predictions</source>
        <translation>예측에 쓸 스텝의 비율</translation>
    </message>
    <message>
        <source>Augmented copies</source>
        <translation>증강 사본</translation>
    </message>
    <message>
        <source>Share of words to replace</source>
        <translation>바꿀 단어의 비율</translation>
    </message>
    <message>
        <source>Candidates for a word</source>
        <translation>단어마다 후보</translation>
    </message>
    <message>
        <source>Masked language model</source>
        <translation>마스크 언어 모델</translation>
    </message>
    <message>
        <source>uniform, last, first, or the teacher's layer for each layer of the student, counted from 1, such as 2,4</source>
        <translation>uniform, last, first, 또는 학생의 층마다 교사의 층을 1부터 세어 2,4처럼 적습니다</translation>
    </message>
    <message>
        <source>shared: one for all states, as in the authors' code; separate: one for the embeddings and one for each layer</source>
        <translation>shared: 저자들의 코드처럼 모든 상태에 하나. separate: 임베딩에 하나, 층마다 하나</translation>
    </message>
    <message>
        <source>Scores before the softmax, as in the paper, or probabilities after it</source>
        <translation>논문처럼 소프트맥스 전의 점수, 또는 소프트맥스 후의 확률</translation>
    </message>
    <message>
        <source>The last steps learn the teacher's predictions alone, those before them the layers. 0 is the paper's general distillation: the student then predicts nothing</source>
        <translation>마지막 스텝은 교사의 예측만, 그 앞의 스텝은 층을 배웁니다. 0은 논문의 일반 증류이며, 이때 학생은 아무것도 예측하지 않습니다</translation>
    </message>
    <message>
        <source>Of each example; the paper has 20</source>
        <translation>예시마다. 논문은 20개입니다</translation>
    </message>
    <message>
        <source>That proposes other words; a bundled name or a folder</source>
        <translation>다른 단어를 제안할 모델. 내장된 이름 또는 폴더</translation>
    </message>
</context>
<context>
    <name>models.experiments</name>
    <message>
        <source>Without perturbation</source>
        <translation>섭동 없음</translation>
    </message>
    <message>
        <source>With perturbation (SiFT)</source>
        <translation>섭동 있음 (SiFT)</translation>
    </message>
    <message>
        <source>With and without adversarial training</source>
        <translation>적대적 학습의 유무</translation>
    </message>
    <message>
        <source>Does a model learn a task better when its embeddings are perturbed?</source>
        <translation>임베딩에 섭동을 주면 모델이 과제를 더 잘 배울까요?</translation>
    </message>
    <message>
        <source>Adversarial training should help most where a model learns few examples by heart, so there are few, and each is learned four times. All else is equal; a step with perturbation runs the model two more times.</source>
        <translation>적대적 학습은 모델이 적은 예를 외워 버리는 곳에서 가장 도움이 될 것입니다. 그래서 예를 적게 두고 각각 네 번씩 학습합니다. 나머지는 모두 같으며, 섭동이 있는 스텝은 모델을 두 번 더 실행합니다.</translation>
    </message>
    <message>
        <source>The paper names models a thousand times larger as those that gain. The perturbation has the size of the authors' code, about a hundredth of an embedding's standard deviation, which changes the predictions of a small model little. The weight of its loss is 1, without a search.</source>
        <translation>논문은 천 배 큰 모델이 이득을 본다고 합니다. 섭동은 저자들 코드의 크기로, 임베딩 표준편차의 약 100분의 1이며 작은 모델의 예측을 거의 바꾸지 않습니다. 이 손실의 가중치는 탐색 없이 1입니다.</translation>
    </message>
    <message>
        <source>Labelled examples</source>
        <translation>레이블이 있는 예</translation>
    </message>
    <message>
        <source>Paris of capital the is France.</source>
        <translation>Paris of capital the is France.</translation>
    </message>
    <message>
        <source>Virtual adversarial training on normalized word embeddings (SiFT) improves fine-tuning, more so for larger models.</source>
        <translation>정규화한 단어 임베딩에 대한 가상 적대적 학습(SiFT)은 파인튜닝을 개선하며, 모델이 클수록 효과가 큽니다.</translation>
    </message>
    <message>
        <source>no ablation is given; the paper uses it for the model of 1.5 billion parameters on SuperGLUE</source>
        <translation>제거 실험은 없으며, 논문은 파라미터 15억 개 모델의 SuperGLUE에 사용합니다</translation>
    </message>
    <message>
        <source>Matthews correlation with {number} labels, with minus without perturbation</source>
        <translation>매슈스 상관계수, 레이블 {number}개: 섭동 있음 − 없음</translation>
    </message>
    <message>
        <source>{arm}, agreement with leave one out: gradient × input minus {title}</source>
        <translation>{arm}, 하나씩 빼기와의 일치: 기울기 × 입력 − {title}</translation>
    </message>
    <message>
        <source>{arm}, agreement with gradient × input: attention minus a random order</source>
        <translation>{arm}, 기울기 × 입력과의 일치: 어텐션 − 무작위 순서</translation>
    </message>
    <message>
        <source>Attention as explanation</source>
        <translation>설명으로서의 어텐션</translation>
    </message>
    <message>
        <source>Do attention weights say which tokens cause a prediction?</source>
        <translation>어텐션 가중치는 어떤 토큰이 예측을 일으켰는지 말해 줄까요?</translation>
    </message>
    <message>
        <source>Both models learn the same text for the same number of steps. One token of each of 200 held-out texts is predicted, the same for both: BERT has it masked, GPT-2 reads what is before it. Explained is the token that the model thinks most probable. Methods are compared by the order of the sizes of their shares, without the signs, which attention does not have. Attention is the mean of the heads of a layer, from the position that predicts. Leave one out puts the mask token in the place of one token. Each correlation is that of one text; a value is the mean over texts. A random order agrees with nothing: its τ is about 0.</source>
        <translation>두 모델은 같은 텍스트를 같은 스텝 수만큼 학습합니다. 평가용 글 200개마다 토큰 하나를 예측하며, 두 모델에 같은 토큰입니다. BERT에는 그 토큰이 마스킹되어 있고, GPT-2는 그 앞을 읽습니다. 설명하는 것은 모델이 가장 확률이 높다고 본 토큰입니다. 방법은 몫의 크기 순서로 비교하며, 어텐션에 없는 부호는 쓰지 않습니다. 어텐션은 한 층의 헤드 평균으로, 예측하는 위치에서 나가는 것입니다. 하나씩 빼기는 토큰 하나의 자리에 마스크 토큰을 넣습니다. 상관은 글 하나마다 구하고, 값은 글들의 평균입니다. 무작위 순서는 어느 것과도 일치하지 않아 τ가 약 0입니다.</translation>
    </message>
    <message>
        <source>The papers study one attention layer over a recurrent network that classifies texts; here there are three layers of four heads, whose states have mixed the tokens before. The papers measure the change of all probabilities, here it is that of one log-probability. The mask token, by which tokens are left out, is not in what GPT-2 learns. Gradients and leaving tokens out are no truth either: agreement with them does not make an explanation, nor does its lack refute one. A difference in τ of at most 0.1 counts as none. The papers' uniform weights, adversarial attention and frozen weights are not repeated.</source>
        <translation>논문들은 글을 분류하는 순환 신경망 위의 어텐션 층 하나를 연구합니다. 여기에는 헤드가 네 개인 층이 세 개 있고, 그 상태에는 앞의 토큰이 이미 섞여 있습니다. 논문들은 모든 확률의 변화를 재지만 여기서는 로그 확률 하나의 변화를 잽니다. 토큰을 뺄 때 쓰는 마스크 토큰은 GPT-2가 배우는 것에 없습니다. 기울기와 토큰 빼기도 진실은 아닙니다. 그것과 일치한다고 설명이 되지도, 일치하지 않는다고 반박되지도 않습니다. τ의 차이가 0.1 이하이면 차이가 없다고 봅니다. 논문들의 균등 가중치, 적대적 어텐션, 고정 가중치는 반복하지 않습니다.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>The capital of France is Paris.</source>
        <translation>The capital of France is Paris.</translation>
    </message>
    <message>
        <source>Attention weights are frequently uncorrelated with gradients, and gradients agree with leaving tokens out better than attention does.</source>
        <translation>어텐션 가중치는 기울기와 상관이 없는 경우가 많고, 토큰 빼기와는 어텐션보다 기울기가 더 잘 일치합니다.</translation>
    </message>
    <message>
        <source>Kendall's τ for each text of eight data sets, as histograms, means and standard deviations</source>
        <translation>데이터 세트 여덟 개의 글마다 구한 켄들의 τ를 히스토그램, 평균, 표준편차로 제시</translation>
    </message>
    <message>
        <source>Whether attention is an explanation depends on the definition of one; a test needs a baseline such as uniform weights, and several seeds.</source>
        <translation>어텐션이 설명인지는 설명의 정의에 달려 있으며, 검증에는 균등 가중치 같은 기준선과 여러 시드가 필요합니다.</translation>
    </message>
    <message>
        <source>an argument with four tests, not a rank correlation</source>
        <translation>순위 상관이 아니라 네 가지 검증을 곁들인 논증</translation>
    </message>
    <message>
        <source>Attention and leave one out</source>
        <translation>어텐션과 하나씩 빼기</translation>
    </message>
    <message>
        <source>Gradient × input and leave one out</source>
        <translation>기울기 × 입력과 하나씩 빼기</translation>
    </message>
    <message>
        <source>Attention rollout and leave one out</source>
        <translation>어텐션 롤아웃과 하나씩 빼기</translation>
    </message>
    <message>
        <source>A random order and leave one out</source>
        <translation>무작위 순서와 하나씩 빼기</translation>
    </message>
    <message>
        <source>Attention and gradient × input</source>
        <translation>어텐션과 기울기 × 입력</translation>
    </message>
    <message>
        <source>Attention rollout and gradient × input</source>
        <translation>어텐션 롤아웃과 기울기 × 입력</translation>
    </message>
    <message>
        <source>A random order and gradient × input</source>
        <translation>무작위 순서와 기울기 × 입력</translation>
    </message>
    <message>
        <source>attention of the last layer</source>
        <translation>마지막 층의 어텐션</translation>
    </message>
    <message>
        <source>attention rollout</source>
        <translation>어텐션 롤아웃</translation>
    </message>
    <message>
        <source>With the auxiliary loss</source>
        <translation>보조 손실 있음</translation>
    </message>
    <message>
        <source>Without it</source>
        <translation>보조 손실 없음</translation>
    </message>
    <message>
        <source>Auxiliary language-model loss</source>
        <translation>언어 모델 보조 손실</translation>
    </message>
    <message>
        <source>Should a model go on predicting words while it learns a task?</source>
        <translation>과제를 배우는 동안에도 모델이 단어를 계속 예측해야 할까요?</translation>
    </message>
    <message>
        <source>GPT's way of fine-tuning: the last token is classified, and with the weight 0.5 the model also predicts each next token of the example. Examples, steps and rates are equal.</source>
        <translation>GPT 방식의 파인튜닝입니다. 마지막 토큰으로 분류하며, 가중치 0.5에서는 예의 다음 토큰도 하나하나 예측합니다. 예와 스텝과 학습률은 같습니다.</translation>
    </message>
    <message>
        <source>GPT-2's small sibling stands for GPT-1: the layer norms lie elsewhere. Half of the examples are unacceptable sentences, which the auxiliary loss teaches the model to predict as well; the tasks of the paper have no such texts but CoLA.</source>
        <translation>GPT-2의 작은 모델이 GPT-1을 대신합니다. 층 정규화의 위치가 다릅니다. 예의 절반은 비문이며, 보조 손실은 모델에 그것까지 예측하도록 가르칩니다. 논문의 과제 가운데 그런 글이 있는 것은 CoLA뿐입니다.</translation>
    </message>
    <message>
        <source>The auxiliary loss helps on large sets of labelled examples, but not on small ones.</source>
        <translation>보조 손실은 레이블이 있는 예가 많을 때는 도움이 되지만 적을 때는 그렇지 않습니다.</translation>
    </message>
    <message>
        <source>average over tasks 74.7 with it, 75.0 without</source>
        <translation>과제 평균: 있으면 74.7, 없으면 75.0</translation>
    </message>
    <message>
        <source>Matthews correlation with 4,096 labels, with minus without the auxiliary loss</source>
        <translation>매슈스 상관계수, 레이블 4,096개: 보조 손실 있음 − 없음</translation>
    </message>
    <message>
        <source>The same with 256 labels</source>
        <translation>레이블 256개일 때 같은 값</translation>
    </message>
    <message>
        <source>Do large batches learn more from the same number of tokens?</source>
        <translation>같은 수의 토큰에서 큰 배치가 더 많이 배울까요?</translation>
    </message>
    <message>
        <source>Every model reads 64,000 examples, and the learning rate grows with the square root of the batch size, as the paper chose one for each size. A large batch pays off where the gradient of a small one is mostly noise, which is late in training.</source>
        <translation>모든 모델은 예 64,000개를 읽으며, 학습률은 배치 크기의 제곱근에 비례해 커집니다. 논문은 크기마다 학습률을 골랐습니다. 작은 배치의 기울기가 대부분 잡음일 때 큰 배치가 이득이며, 이는 학습 후반에 해당합니다.</translation>
    </message>
    <message>
        <source>The smallest batch of the paper has 256 sequences of 512 tokens, as many tokens as a hundred of our batches of 32. The critical size is much lower early in training, so a small model on few tokens can prefer small batches. The learning rates were set by a rule, not searched. On many processors a large batch also takes less time, which two cores cannot show.</source>
        <translation>논문의 가장 작은 배치는 토큰 512개짜리 시퀀스 256개로, 여기의 32개 배치 백 개만큼의 토큰입니다. 임계 크기는 학습 초기에 훨씬 작으므로, 적은 토큰을 읽는 작은 모델은 작은 배치를 선호할 수 있습니다. 학습률은 탐색하지 않고 규칙으로 정했습니다. 프로세서가 많으면 큰 배치는 시간도 덜 들지만, 코어 두 개로는 보일 수 없습니다.</translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea.</source>
        <translation>Seoul is the capital of South Korea.</translation>
    </message>
    <message>
        <source>With as many passes over the data, and a learning rate chosen for each, larger batches give a lower perplexity and better tasks.</source>
        <translation>데이터를 읽는 횟수가 같고 학습률을 각각 고르면, 배치가 클수록 퍼플렉서티가 낮고 과제 성적이 좋습니다.</translation>
    </message>
    <message>
        <source>Above a critical batch size a step gains little from more examples. It grows as the loss falls.</source>
        <translation>임계 배치 크기를 넘으면 예가 더 많아도 한 스텝이 얻는 것이 적습니다. 임계 크기는 손실이 줄면서 커집니다.</translation>
    </message>
    <message>
        <source>2 · 10⁸ tokens · L^(-1/0.21)</source>
        <translation>2 · 10⁸ 토큰 · L^(-1/0.21)</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>Accuracy at masked positions</source>
        <translation>마스킹된 위치의 정확도</translation>
    </message>
    <message>
        <source>Loss, batches of 128 minus batches of 8</source>
        <translation>손실, 배치 128 − 배치 8</translation>
    </message>
    <message>
        <source>Loss, batches of 512 minus batches of 128</source>
        <translation>손실, 배치 512 − 배치 128</translation>
    </message>
    <message>
        <source>Accuracy, {title} minus all three</source>
        <translation>정확도, {title} − 셋 모두</translation>
    </message>
    <message>
        <source>Global, window and random blocks</source>
        <translation>전역·윈도·무작위 블록</translation>
    </message>
    <message>
        <source>Which of BigBird's blocks does a model need?</source>
        <translation>모델에는 BigBird의 어떤 블록이 필요할까요?</translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens begin with a summary of eight facts, each of which is stated once more between sentences of the village. Most masked tokens can be predicted from near ones; a value of the summary needs the fact. Blocks have {BLOCK} tokens, so a text has 32; each attends to two global, three neighbouring and two random ones. Without a window a block attends to itself. The other parts are as they are, so fewer parts are fewer blocks.</source>
        <translation>토큰 {LENGTH}개짜리 글은 사실 여덟 개의 요약으로 시작하고, 각 사실은 마을에 관한 문장 사이에서 한 번 더 나옵니다. 마스킹된 토큰은 대부분 가까운 토큰에서 예측할 수 있지만, 요약의 값에는 그 사실이 필요합니다. 블록은 토큰 {BLOCK}개이므로 글 하나에 32개이며, 각 블록은 전역 블록 두 개, 이웃 블록 세 개, 무작위 블록 두 개에 주목합니다. 윈도가 없으면 블록은 자기 자신에만 주목합니다. 다른 부분은 그대로이므로, 부분이 줄면 블록도 줄어듭니다.</translation>
    </message>
    <message>
        <source>The paper trains models of the size of BERT-base on far more text. Its table has one part alone, and random blocks with a window; here one part of three is left out. The summary begins in the first, global block, which is where global blocks help most. Random blocks lie among the first nine of a text, as in the authors' code.</source>
        <translation>논문은 BERT-base 크기의 모델을 훨씬 많은 텍스트로 학습합니다. 논문의 표에는 부분 하나만 쓴 경우와 무작위 블록에 윈도를 더한 경우가 있고, 여기서는 세 부분 중 하나를 뺍니다. 요약은 첫 번째 전역 블록에서 시작하며, 그곳이 전역 블록이 가장 도움이 되는 자리입니다. 무작위 블록은 저자들의 코드처럼 글의 처음 아홉 블록 안에 있습니다.</translation>
    </message>
    <message>
        <source>Random blocks or a window alone are not enough for the quality of full attention, nor are both together.</source>
        <translation>무작위 블록이나 윈도만으로는 전체 어텐션의 품질에 미치지 못하며, 둘을 합쳐도 마찬가지입니다.</translation>
    </message>
    <message>
        <source>masked tokens predicted at 512 tokens: 64.2 % by BERT-base, 60.1 % with random blocks, 58.3 % with a window, 62.7 % with both; SQuAD 88.5, 83.0, 76.4 and 85.1</source>
        <translation>512토큰에서 예측한 마스킹된 토큰: BERT-base 64.2 %, 무작위 블록 60.1 %, 윈도 58.3 %, 둘 다 62.7 %; SQuAD 88.5, 83.0, 76.4, 85.1</translation>
    </message>
    <message>
        <source>Full attention</source>
        <translation>전체 어텐션</translation>
    </message>
    <message>
        <source>Global, window and random</source>
        <translation>전역, 윈도, 무작위</translation>
    </message>
    <message>
        <source>Without random blocks</source>
        <translation>무작위 블록 없음</translation>
    </message>
    <message>
        <source>Without the window</source>
        <translation>윈도 없음</translation>
    </message>
    <message>
        <source>Without global blocks</source>
        <translation>전역 블록 없음</translation>
    </message>
    <message>
        <source>Facts recalled</source>
        <translation>맞힌 사실</translation>
    </message>
    <message>
        <source>Loss at masked positions</source>
        <translation>마스킹된 위치의 손실</translation>
    </message>
    <message>
        <source>without global blocks</source>
        <translation>전역 블록 없음</translation>
    </message>
    <message>
        <source>without the window</source>
        <translation>윈도 없음</translation>
    </message>
    <message>
        <source>without random blocks</source>
        <translation>무작위 블록 없음</translation>
    </message>
    <message>
        <source>Accuracy, all three minus full attention</source>
        <translation>정확도, 셋 모두 − 전체 어텐션</translation>
    </message>
    <message>
        <source>Quantize, prune or distil</source>
        <translation>양자화, 가지치기, 증류</translation>
    </message>
    <message>
        <source>Which way of compressing costs least, for the same bytes and for the same time?</source>
        <translation>같은 크기에서, 그리고 같은 시간에서 손해가 가장 적은 압축 방법은 무엇일까요?</translation>
    </message>
    <message>
        <source>The base is the bundled BERT with four layers. The three others have two layers of the same width, so they need the same time and bytes, and read the same text with the same masks for 1,000 steps. Two start from every other layer of the base: one with its losses, the other with masked tokens alone, as after removing layers. Each is measured as it is, with weights of 8 and of 4 bits, and with half of its weights set to zero, without training after that.</source>
        <translation>기준은 네 층인 내장 BERT입니다. 나머지 셋은 너비가 같은 두 층이어서 필요한 시간과 바이트가 같고, 같은 텍스트를 같은 마스크로 1,000스텝 동안 읽습니다. 둘은 기준 모델의 한 층 걸러 하나씩에서 시작합니다. 하나는 기준 모델의 손실을 쓰고, 다른 하나는 층을 제거한 뒤처럼 마스킹된 토큰만 씁니다. 각각을 그대로, 8비트와 4비트 가중치로, 그리고 가중치의 절반을 0으로 두고 추가 학습 없이 측정합니다.</translation>
    </message>
    <message>
        <source>No single paper compares these ways; that quantizing costs less than distilling follows from figures of separate papers. Q8BERT trains with rounded weights, here they are rounded afterwards. Zeros take as much room and time as other numbers, so they are in no line of the chart. The base learned for many more steps than the others. Milliseconds are those of the machine that ran the comparison, and models of this size are not faster in 8 bits.</source>
        <translation>이 방법들을 한꺼번에 비교한 논문은 없습니다. 양자화가 증류보다 손해가 적다는 것은 서로 다른 논문의 수치에서 나옵니다. Q8BERT는 반올림한 가중치로 학습하지만 여기서는 나중에 반올림합니다. 0도 다른 수와 같은 공간과 시간이 들므로 차트의 어느 선에도 없습니다. 기준 모델은 다른 모델보다 훨씬 많은 스텝을 배웠습니다. 밀리초는 비교를 실행한 컴퓨터의 값이며, 이 크기의 모델은 8비트라고 더 빠르지 않습니다.</translation>
    </message>
    <message>
        <source>Kilobytes</source>
        <translation>킬로바이트</translation>
    </message>
    <message>
        <source>The capital of France is [MASK].</source>
        <translation>The capital of France is [MASK].</translation>
    </message>
    <message>
        <source>Weights and activations of BERT can be stored in 8 bits, a quarter of the size, with a minimal loss of accuracy.</source>
        <translation>BERT의 가중치와 활성값은 정확도를 거의 잃지 않고 크기의 4분의 1인 8비트로 저장할 수 있습니다.</translation>
    </message>
    <message>
        <source>4 times smaller</source>
        <translation>4배 작음</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>초록</translation>
    </message>
    <message>
        <source>A student with the start from its teacher's layers is better with the losses of its teacher than without them.</source>
        <translation>교사의 층에서 시작하는 학생은 교사의 손실이 있을 때가 없을 때보다 낫습니다.</translation>
    </message>
    <message>
        <source>macro score on GLUE without the distillation loss -2.96, without the cosine loss -1.46</source>
        <translation>GLUE 매크로 점수: 증류 손실이 없으면 -2.96, 코사인 손실이 없으면 -1.46</translation>
    </message>
    <message>
        <source>The base, 4 layers</source>
        <translation>기준 모델, 4층</translation>
    </message>
    <message>
        <source>2 layers removed, then trained</source>
        <translation>2개 층을 제거하고 학습</translation>
    </message>
    <message>
        <source>2 layers from scratch</source>
        <translation>2층, 처음부터 학습</translation>
    </message>
    <message>
        <source>Accuracy, 32-bit floats</source>
        <translation>정확도, 32비트 실수</translation>
    </message>
    <message>
        <source>Accuracy, 8-bit weights</source>
        <translation>정확도, 8비트 가중치</translation>
    </message>
    <message>
        <source>Accuracy, 4-bit weights</source>
        <translation>정확도, 4비트 가중치</translation>
    </message>
    <message>
        <source>Accuracy, half of the weights zero</source>
        <translation>정확도, 가중치 절반 0</translation>
    </message>
    <message>
        <source>Size, 32-bit floats</source>
        <translation>크기, 32비트 실수</translation>
    </message>
    <message>
        <source>Size, 8-bit weights</source>
        <translation>크기, 8비트 가중치</translation>
    </message>
    <message>
        <source>Size, 4-bit weights</source>
        <translation>크기, 4비트 가중치</translation>
    </message>
    <message>
        <source>Time for a sentence, 32-bit floats</source>
        <translation>문장 하나의 시간, 32비트 실수</translation>
    </message>
    <message>
        <source>Time for a sentence, 8-bit weights</source>
        <translation>문장 하나의 시간, 8비트 가중치</translation>
    </message>
    <message>
        <source>A quarter of the bytes: 8-bit weights minus floats</source>
        <translation>바이트의 4분의 1: 8비트 가중치 − 실수</translation>
    </message>
    <message>
        <source>The same time: distilled minus layers removed</source>
        <translation>같은 시간: 증류 − 층 제거</translation>
    </message>
    <message>
        <source>Fewer bytes: the base in 8 bits minus the distilled model in floats</source>
        <translation>더 적은 바이트: 8비트 기준 모델 − 실수 증류 모델</translation>
    </message>
    <message>
        <source>The same bytes: distilled minus from scratch, both in 8 bits</source>
        <translation>같은 바이트: 증류 − 처음부터 학습, 둘 다 8비트</translation>
    </message>
    <message>
        <source>{layers} layer{layers_} of width {width}</source>
        <translation>{layers}층, 너비 {width}</translation>
    </message>
    <message>
        <source>Depth and width</source>
        <translation>깊이와 너비</translation>
    </message>
    <message>
        <source>Should a model be deep or wide, and how much does size help?</source>
        <translation>모델은 깊어야 할까요, 넓어야 할까요? 그리고 크기는 얼마나 도움이 될까요?</translation>
    </message>
    <message>
        <source>Five shapes have about 330,000 parameters in their layers, two have twice as many. Data, steps and learning rate are the same, so the curves can also be read by time: narrow layers cost as many operations in total, but take longer one after the other.</source>
        <translation>다섯 가지 모양은 층의 파라미터가 약 330,000개이고, 두 가지는 그 두 배입니다. 데이터, 스텝, 학습률은 같으므로 곡선을 시간으로도 읽을 수 있습니다. 좁은 층들은 모두 합친 연산은 같지만 차례로 계산해야 해서 더 오래 걸립니다.</translation>
    </message>
    <message>
        <source>The embedding table has more parameters than the layers of such small models, and it grows with the width, so wide models have more parameters in all. Heads are four in every shape, so those of narrow models are narrow too. One learning rate for all shapes can be too high for the deepest. After 1,200 steps no model is trained to its limit.</source>
        <translation>이렇게 작은 모델에서는 임베딩 표의 파라미터가 층의 파라미터보다 많고 너비와 함께 늘어나므로, 넓은 모델은 전체 파라미터가 더 많습니다. 헤드는 모든 모양에서 네 개이므로 좁은 모델의 헤드는 좁습니다. 모든 모양에 학습률이 하나이므로 가장 깊은 모델에는 너무 높을 수 있습니다. 1,200스텝 뒤에도 한계까지 학습한 모델은 없습니다.</translation>
    </message>
    <message>
        <source>Larger models are better, whether they have more layers or wider ones.</source>
        <translation>층이 더 많든 더 넓든, 모델이 클수록 좋습니다.</translation>
    </message>
    <message>
        <source>perplexity 5.84 with 3 layers of width 768, 4.68 with 6, 3.99 with 12; 3.54 with 12 of width 1024, 3.23 with 24</source>
        <translation>퍼플렉서티: 너비 768에서 3층 5.84, 6층 4.68, 12층 3.99; 너비 1024에서 12층 3.54, 24층 3.23</translation>
    </message>
    <message>
        <source>At equal parameters without embeddings, the loss depends little on the shape.</source>
        <translation>임베딩을 뺀 파라미터 수가 같으면 손실은 모양에 거의 좌우되지 않습니다.</translation>
    </message>
    <message>
        <source>6 layers of width 4288 are within 3 % of 48 layers of width 1600</source>
        <translation>너비 4288의 6층은 너비 1600의 48층과 3 % 이내</translation>
    </message>
    <message>
        <source>Loss, 6 layers minus 3, width 96</source>
        <translation>손실, 6층 − 3층, 너비 96</translation>
    </message>
    <message>
        <source>Loss, width 136 minus 96, 3 layers</source>
        <translation>손실, 너비 136 − 96, 3층</translation>
    </message>
    <message>
        <source>Loss, 6 layers of width 68 minus 2 of width 120</source>
        <translation>손실, 너비 68의 6층 − 너비 120의 2층</translation>
    </message>
    <message>
        <source>Both sides or left only</source>
        <translation>양쪽 또는 왼쪽만</translation>
    </message>
    <message>
        <source>How much does a model gain by reading what comes after a word?</source>
        <translation>단어 뒤에 오는 것을 읽으면 모델은 얼마나 이득을 볼까요?</translation>
    </message>
    <message>
        <source>The same single tokens of unseen text are predicted by both models: one reads all the other tokens, the other only those before. The gain should grow with the number of tokens that are left to read in the sentence. Size, text, vocabulary and steps are equal. In each step the left-to-right model has a loss on every token, the other on 15 % of them.</source>
        <translation>두 모델은 처음 보는 글의 같은 토큰을 하나씩 예측합니다. 한 모델은 다른 토큰을 모두 읽고, 다른 모델은 앞의 토큰만 읽습니다. 문장에 아직 읽지 않은 토큰이 많을수록 이득이 커야 합니다. 크기, 텍스트, 어휘, 스텝은 같습니다. 스텝마다 왼쪽에서 오른쪽으로 읽는 모델은 모든 토큰에, 다른 모델은 15 %의 토큰에 손실이 있습니다.</translation>
    </message>
    <message>
        <source>The two architectures also differ in where they normalise (GPT-2 before each sublayer, BERT after it). The paper fine-tunes both on tasks; here they predict words. The left-to-right model learns from about six times as many predictions. The last word of a sentence is often a fact that must be learned by heart, such as the name of a capital, and there it is ahead: BERT's appendix C.1 finds that masked models learn a little more slowly.</source>
        <translation>두 아키텍처는 정규화하는 위치도 다릅니다(GPT-2는 하위 층 앞, BERT는 뒤). 논문은 둘을 과제에 파인튜닝하지만 여기서는 단어를 예측합니다. 왼쪽에서 오른쪽으로 읽는 모델은 약 여섯 배 많은 예측에서 배웁니다. 문장의 마지막 단어는 수도의 이름처럼 외워야 하는 사실인 경우가 많은데, 거기서는 이 모델이 앞섭니다. BERT의 부록 C.1에 따르면 마스크 모델은 조금 더 느리게 배웁니다.</translation>
    </message>
    <message>
        <source>Tokens to the end of the sentence (8: or more)</source>
        <translation>문장 끝까지의 토큰 수 (8: 8개 이상)</translation>
    </message>
    <message>
        <source>Larry Page and Sergey Brin founded Google.</source>
        <translation>Larry Page and Sergey Brin founded Google.</translation>
    </message>
    <message>
        <source>A left-to-right model is worse on all tasks than a masked language model of the same size.</source>
        <translation>왼쪽에서 오른쪽으로 읽는 모델은 같은 크기의 마스크 언어 모델보다 모든 과제에서 못합니다.</translation>
    </message>
    <message>
        <source>both sides, without next sentence prediction: 83.9 on MNLI, 86.5 on MRPC, 87.9 F1 on SQuAD; left to right: 82.1, 77.5, 77.8</source>
        <translation>양쪽, 다음 문장 예측 없음: MNLI 83.9, MRPC 86.5, SQuAD F1 87.9; 왼쪽에서 오른쪽: 82.1, 77.5, 77.8</translation>
    </message>
    <message>
        <source>Both sides (BERT)</source>
        <translation>양쪽 (BERT)</translation>
    </message>
    <message>
        <source>Left only (GPT-2)</source>
        <translation>왼쪽만 (GPT-2)</translation>
    </message>
    <message>
        <source>Accuracy at all positions</source>
        <translation>모든 위치의 정확도</translation>
    </message>
    <message>
        <source>Loss at all positions</source>
        <translation>모든 위치의 손실</translation>
    </message>
    <message>
        <source>Both sides minus left only, all positions</source>
        <translation>양쪽 − 왼쪽만, 모든 위치</translation>
    </message>
    <message>
        <source>The same, 8 or more tokens before the end of the sentence</source>
        <translation>같은 값, 문장 끝까지 토큰 8개 이상</translation>
    </message>
    <message>
        <source>The same, at the last word of the sentence</source>
        <translation>같은 값, 문장의 마지막 단어</translation>
    </message>
    <message>
        <source>{title} minus the student</source>
        <translation>{title} − 학생</translation>
    </message>
    <message>
        <source>Teacher, student and what helps it</source>
        <translation>교사, 학생, 그리고 도움이 되는 것</translation>
    </message>
    <message>
        <source>What does a student gain from its teacher, from each loss and from its start?</source>
        <translation>학생은 교사에게서, 각 손실에서, 시작 가중치에서 무엇을 얻을까요?</translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers, the student has two layers of the same width. All students and the undistilled model read the same text with the same masks for 1,000 steps, which is few: a teacher helps most where training is short. The losses are weighted 5 : 2 : 1 as in the authors' single-GPU example. The teacher is not trained here.</source>
        <translation>교사는 네 층인 내장 BERT이고, 학생은 너비가 같은 두 층입니다. 모든 학생과 증류하지 않은 모델은 같은 텍스트를 같은 마스크로 1,000스텝 동안 읽습니다. 적은 스텝인데, 교사는 학습이 짧을 때 가장 도움이 되기 때문입니다. 손실의 가중치는 저자들의 단일 GPU 예처럼 5 : 2 : 1입니다. 교사는 여기서 학습하지 않습니다.</translation>
    </message>
    <message>
        <source>The losses of the teacher are taken at masked positions only, which is five times faster; the authors take them at all tokens. The teacher's two layers less are a larger part of it than the paper's six of twelve. The paper measures GLUE after fine-tuning; here the accuracy at masked positions is measured. The seeds change the order of the text, its masks and, where they are random, the initial weights; there is one teacher.</source>
        <translation>교사의 손실은 마스킹된 위치에서만 구하며, 그래서 다섯 배 빠릅니다. 저자들은 모든 토큰에서 구합니다. 줄어든 두 층이 교사에서 차지하는 몫은 논문의 열두 층 중 여섯 층보다 큽니다. 논문은 파인튜닝 뒤의 GLUE를 재지만 여기서는 마스킹된 위치의 정확도를 잽니다. 시드는 텍스트의 순서와 마스크, 그리고 무작위인 경우 초기 가중치를 바꿉니다. 교사는 하나입니다.</translation>
    </message>
    <message>
        <source>DistilBERT has 40 % fewer parameters than BERT base, and retains 97 % of its performance on GLUE.</source>
        <translation>DistilBERT는 BERT base보다 파라미터가 40 % 적고, GLUE에서 그 성능의 97 %를 유지합니다.</translation>
    </message>
    <message>
        <source>Without one of its parts the student is worse: the distillation loss and the start from the teacher matter most, the masked language modelling loss little.</source>
        <translation>부분 하나가 빠지면 학생은 나빠집니다. 증류 손실과 교사에서 시작하는 것이 가장 중요하고, 마스크 언어 모델링 손실은 영향이 작습니다.</translation>
    </message>
    <message>
        <source>macro score on GLUE without the distillation loss -2.96, without the cosine loss -1.46, without the masked language modelling loss -0.31, with random initial weights -3.69</source>
        <translation>GLUE 매크로 점수: 증류 손실이 없으면 -2.96, 코사인 손실이 없으면 -1.46, 마스크 언어 모델링 손실이 없으면 -0.31, 무작위 초기 가중치이면 -3.69</translation>
    </message>
    <message>
        <source>Teacher (4 layers)</source>
        <translation>교사 (4층)</translation>
    </message>
    <message>
        <source>Student (2 layers)</source>
        <translation>학생 (2층)</translation>
    </message>
    <message>
        <source>Without soft targets</source>
        <translation>소프트 타깃 없음</translation>
    </message>
    <message>
        <source>Without cosine loss</source>
        <translation>코사인 손실 없음</translation>
    </message>
    <message>
        <source>Without masked tokens</source>
        <translation>마스킹된 토큰 없음</translation>
    </message>
    <message>
        <source>Random initial weights</source>
        <translation>무작위 초기 가중치</translation>
    </message>
    <message>
        <source>Undistilled (2 layers)</source>
        <translation>증류 안 함 (2층)</translation>
    </message>
    <message>
        <source>Undistilled</source>
        <translation>증류 안 함</translation>
    </message>
    <message>
        <source>Student minus teacher</source>
        <translation>학생 − 교사</translation>
    </message>
    <message>
        <source>One table (ES)</source>
        <translation>표 하나 (ES)</translation>
    </message>
    <message>
        <source>Two tables (NES)</source>
        <translation>표 둘 (NES)</translation>
    </message>
    <message>
        <source>One table without the detection's gradient, plus an offset (GDES)</source>
        <translation>탐지 기울기가 없는 표 하나와 오프셋 (GDES)</translation>
    </message>
    <message>
        <source>Sharing the table with the generator</source>
        <translation>생성기와 표 공유</translation>
    </message>
    <message>
        <source>Should the detection loss change the generator's token table?</source>
        <translation>탐지 손실이 생성기의 토큰 표를 바꿔도 될까요?</translation>
    </message>
    <message>
        <source>The arms read the same text for the same number of steps and compute the same layers; only the sharing of the token table differs. The generator has one of three layers and the full width. What the pretrained discriminator offers is measured without changing it, by linear functions of its hidden states that judge sentences (as in CoLA) and compare two of them (as in STS-B). The cosine is taken every 25 steps, between the gradients of both losses in the token tables, and averaged over training. With ES both change one table, so a negative cosine is a conflict. With GDES and NES no table receives both gradients; there it says whether they would be in conflict in a common one.</source>
        <translation>모든 조건이 같은 텍스트를 같은 스텝 수만큼 읽고 같은 층을 계산하며, 토큰 표의 공유만 다릅니다. 생성기는 세 층 중 한 층이고 너비는 같습니다. 사전 학습된 판별기가 주는 것은 판별기를 바꾸지 않고 은닉 상태의 선형 함수로 측정합니다. 이 함수는 문장을 판정하고(CoLA처럼) 두 문장을 비교합니다(STS-B처럼). 코사인은 25스텝마다 토큰 표에서 두 손실의 기울기 사이에서 구해 학습 전체에 걸쳐 평균합니다. ES에서는 둘이 표 하나를 바꾸므로 음의 코사인은 충돌입니다. GDES와 NES에서는 두 기울기를 모두 받는 표가 없으므로, 공통의 표였다면 충돌했을지를 말해 줍니다.</translation>
    </message>
    <message>
        <source>The paper trains for 500,000 steps on 160 GB and fine-tunes; 1,200 steps of a small model show the beginning. ES has fewer parameters than the other arms, by one table. All arms follow both losses in one step, where the authors' code updates the generator first. With Adam the weight of the detection loss matters in the shared table alone. Sentences that are not acceptable have swapped words or a wrong article, which is close to detecting replaced tokens.</source>
        <translation>논문은 160 GB로 500,000스텝을 학습하고 파인튜닝합니다. 작은 모델의 1,200스텝은 그 시작을 보여 줍니다. ES는 다른 조건보다 표 하나만큼 파라미터가 적습니다. 모든 조건은 한 스텝에서 두 손실을 따르지만, 저자들의 코드는 생성기를 먼저 갱신합니다. Adam에서 탐지 손실의 가중치는 공유된 표에서만 의미가 있습니다. 비문은 단어의 순서가 바뀌었거나 관사가 틀린 것으로, 교체된 토큰을 찾는 일과 가깝습니다.</translation>
    </message>
    <message>
        <source>In one shared table the losses of generator and discriminator pull token embeddings in different directions. Gradient-disentangled sharing avoids this and improves training efficiency and the quality of the model.</source>
        <translation>표 하나를 공유하면 생성기와 판별기의 손실이 토큰 임베딩을 서로 다른 방향으로 당깁니다. 기울기를 분리한 공유는 이를 피하고 학습 효율과 모델의 품질을 높입니다.</translation>
    </message>
    <message>
        <source>the abstract gives no number</source>
        <translation>초록에는 수치가 없습니다</translation>
    </message>
    <message>
        <source>Mean of both tasks</source>
        <translation>두 과제의 평균</translation>
    </message>
    <message>
        <source>Accuracy: is a sentence acceptable</source>
        <translation>정확도: 문장이 올바른가</translation>
    </message>
    <message>
        <source>Correlation with the similarity of two sentences</source>
        <translation>두 문장의 유사도와의 상관</translation>
    </message>
    <message>
        <source>Mean cosine between the gradients of both losses</source>
        <translation>두 손실의 기울기 사이 평균 코사인</translation>
    </message>
    <message>
        <source>GDES minus ES</source>
        <translation>GDES − ES</translation>
    </message>
    <message>
        <source>GDES minus NES</source>
        <translation>GDES − NES</translation>
    </message>
    <message>
        <source>The text is so short that some capitals are stated in no sentence of it, and most in few. The vectors come from TransE, which learned all facts of the mini-world before; they never change. A masked name has no entity, so it cannot be read off. Without entities there is nothing to predict for the denoising entity auto-encoder, so that arm learns masked tokens only.</source>
        <translation>텍스트가 매우 짧아서 어떤 수도는 어느 문장에도 나오지 않고, 대부분은 몇 문장에만 나옵니다. 벡터는 미니 월드의 모든 사실을 미리 배운 TransE에서 오며 바뀌지 않습니다. 마스킹된 이름에는 개체가 없으므로 그대로 읽어 낼 수 없습니다. 개체가 없으면 개체 잡음 제거 자동 인코더가 예측할 것이 없으므로, 그 조건은 마스킹된 토큰만 배웁니다.</translation>
    </message>
    <message>
        <source>With and without knowledge</source>
        <translation>지식이 있을 때와 없을 때</translation>
    </message>
    <message>
        <source>Do vectors of entities tell a model facts that its text seldom states?</source>
        <translation>텍스트에 드물게 나오는 사실을 개체 벡터가 모델에 알려 줄까요?</translation>
    </message>
    <message>
        <source>{REGIME} Wrong means that each entity has the vector of another one, always the same.</source>
        <translation>{REGIME} 틀린 개체란 각 개체가 늘 똑같은 다른 개체의 벡터를 갖는다는 뜻입니다.</translation>
    </message>
    <message>
        <source>The paper measures tasks after fine-tuning on texts of the real world, and starts from BERT's weights. Here a small model starts from nothing and fills in names, and the graph has exactly the facts that are asked for.</source>
        <translation>논문은 현실 세계의 텍스트로 파인튜닝한 뒤 과제를 재며 BERT의 가중치에서 시작합니다. 여기서는 작은 모델이 처음부터 시작해 이름을 채우고, 그래프에는 묻는 사실이 정확히 들어 있습니다.</translation>
    </message>
    <message>
        <source>With the entities of a knowledge graph, relations and types of entities are recognized better than by BERT.</source>
        <translation>지식 그래프의 개체를 쓰면 관계와 개체 유형을 BERT보다 잘 인식합니다.</translation>
    </message>
    <message>
        <source>FewRel F1 88.3 against 84.9 of BERT, Open Entity F1 75.6 against 73.6</source>
        <translation>FewRel F1 88.3 (BERT 84.9), Open Entity F1 75.6 (BERT 73.6)</translation>
    </message>
    <message>
        <source>the authors' README</source>
        <translation>저자들의 README</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Wrong entities</source>
        <translation>틀린 개체</translation>
    </message>
    <message>
        <source>Capitals named correctly</source>
        <translation>맞힌 수도</translation>
    </message>
    <message>
        <source>Capitals that the text states</source>
        <translation>텍스트에 나오는 수도</translation>
    </message>
    <message>
        <source>Capitals that the text does not state</source>
        <translation>텍스트에 나오지 않는 수도</translation>
    </message>
    <message>
        <source>All capitals, with entities minus without</source>
        <translation>모든 수도, 개체 있음 − 없음</translation>
    </message>
    <message>
        <source>All capitals, with entities minus wrong ones</source>
        <translation>모든 수도, 개체 있음 − 틀린 개체</translation>
    </message>
    <message>
        <source>Capitals that the text does not state, with entities minus without</source>
        <translation>텍스트에 나오지 않는 수도, 개체 있음 − 없음</translation>
    </message>
    <message>
        <source>Nine tasks by nine families</source>
        <translation>아홉 계열의 아홉 과제</translation>
    </message>
    <message>
        <source>Which pretrained model learns tasks best?</source>
        <translation>어느 사전 학습 모델이 과제를 가장 잘 배울까요?</translation>
    </message>
    <message>
        <source>Nine bundled models learn the same 1,500 examples of each task with the same rate and number of steps, with the head that its family has for the task. Each task counts the same in the mean, whatever its metric.</source>
        <translation>내장 모델 아홉 개가 과제마다 같은 예 1,500개를 같은 학습률과 스텝 수로, 그 계열이 과제에 쓰는 헤드로 배웁니다. 지표가 무엇이든 각 과제는 평균에서 똑같이 셉니다.</translation>
    </message>
    <message>
        <source>The bundled models differ in pretraining steps, vocabulary and size, so the table compares these nine models and not their architectures. A common learning rate suits some families better than others. The tasks are made from templates. Paraphrases, questions about paragraphs and continuations are left out: with so few examples all models guess, as most do in entailment.</source>
        <translation>내장 모델들은 사전 학습 스텝, 어휘, 크기가 서로 다르므로, 표는 아키텍처가 아니라 이 아홉 모델을 비교합니다. 공통 학습률은 계열에 따라 더 잘 맞기도, 덜 맞기도 합니다. 과제는 틀에서 만듭니다. 바꿔 쓰기, 단락에 대한 질문, 이어쓰기는 뺐습니다. 이렇게 예가 적으면 모든 모델이 찍는 수준이며, 함의에서도 대부분 그렇습니다.</translation>
    </message>
    <message>
        <source>After the same pretraining, a small ELECTRA is better at tasks than a small BERT.</source>
        <translation>사전 학습이 같으면 작은 ELECTRA가 작은 BERT보다 과제를 잘합니다.</translation>
    </message>
    <message>
        <source>GLUE 79.9 for ELECTRA-Small, 75.1 for BERT-Small</source>
        <translation>GLUE: ELECTRA-Small 79.9, BERT-Small 75.1</translation>
    </message>
    <message>
        <source>A distilled student keeps most of what its teacher can do.</source>
        <translation>증류된 학생은 교사가 할 수 있는 것을 대부분 유지합니다.</translation>
    </message>
    <message>
        <source>GLUE 77.0 for DistilBERT, 79.5 for BERT base</source>
        <translation>GLUE: DistilBERT 77.0, BERT base 79.5</translation>
    </message>
    <message>
        <source>A model that reads both sides is better at tasks than a left-to-right one.</source>
        <translation>양쪽을 읽는 모델이 왼쪽에서 오른쪽으로 읽는 모델보다 과제를 잘합니다.</translation>
    </message>
    <message>
        <source>GLUE 79.6 for BERT base, 75.1 for OpenAI GPT</source>
        <translation>GLUE: BERT base 79.6, OpenAI GPT 75.1</translation>
    </message>
    <message>
        <source>Mean over the nine tasks</source>
        <translation>아홉 과제의 평균</translation>
    </message>
    <message>
        <source>Acceptability, Matthews correlation</source>
        <translation>문법성, 매슈스 상관계수</translation>
    </message>
    <message>
        <source>Sentiment, accuracy</source>
        <translation>감성, 정확도</translation>
    </message>
    <message>
        <source>Similarity, Pearson correlation</source>
        <translation>유사도, 피어슨 상관계수</translation>
    </message>
    <message>
        <source>Entailment, accuracy</source>
        <translation>함의, 정확도</translation>
    </message>
    <message>
        <source>Named entities, F1</source>
        <translation>개체명, F1</translation>
    </message>
    <message>
        <source>Korean acceptability, Matthews correlation</source>
        <translation>한국어 문법성, 매슈스 상관계수</translation>
    </message>
    <message>
        <source>Korean sentiment, accuracy</source>
        <translation>한국어 감성, 정확도</translation>
    </message>
    <message>
        <source>Korean similarity, Pearson correlation</source>
        <translation>한국어 유사도, 피어슨 상관계수</translation>
    </message>
    <message>
        <source>Korean named entities, F1</source>
        <translation>한국어 개체명, F1</translation>
    </message>
    <message>
        <source>Mean over tasks, ELECTRA minus BERT</source>
        <translation>과제 평균, ELECTRA − BERT</translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus DistilBERT</source>
        <translation>과제 평균, BERT − DistilBERT</translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus GPT-2</source>
        <translation>과제 평균, BERT − GPT-2</translation>
    </message>
    <message>
        <source>Mapping in the prompt alone</source>
        <translation>프롬프트에만 있는 대응</translation>
    </message>
    <message>
        <source>Mapping in the training text</source>
        <translation>학습 텍스트에 있는 대응</translation>
    </message>
    <message>
        <source>{metric}, {arm}: {SHOTS} examples minus none</source>
        <translation>{metric}, {arm}: 예 {SHOTS}개 − 없음</translation>
    </message>
    <message>
        <source>Few-shot by size</source>
        <translation>크기에 따른 퓨샷</translation>
    </message>
    <message>
        <source>Does a larger model learn more from examples in its prompt?</source>
        <translation>큰 모델일수록 프롬프트의 예에서 더 많이 배울까요?</translation>
    </message>
    <message>
        <source>The documents for training are examples of tasks, and three of ten steps read sentences of the mini-world. The model is then tested in tasks of which no document for training has an example. In some of them memory could help: sentences state the facts, and documents have the translations in the other direction. In the others the mapping is drawn for the test: made-up words, made-up labels, permuted labels, random pairs. After a description and K examples, the answer is the choice with the highest likelihood per token. The sizes differ in width alone and learn from the same text.</source>
        <translation>학습 문서는 과제의 예이며, 열 스텝 중 셋은 미니 월드의 문장을 읽습니다. 그런 다음 학습 문서에 예가 하나도 없는 과제로 모델을 시험합니다. 어떤 과제에서는 기억이 도움이 될 수 있습니다. 문장이 사실을 말하고, 문서에는 반대 방향의 번역이 있습니다. 나머지 과제에서는 대응을 시험할 때 뽑습니다. 만들어 낸 단어, 만들어 낸 레이블, 뒤섞은 레이블, 무작위 쌍입니다. 설명과 예 K개 뒤에서, 토큰당 가능도가 가장 높은 선택지가 답입니다. 크기는 너비만 다르며 같은 텍스트에서 배웁니다.</translation>
    </message>
    <message>
        <source>GPT-3 has 175 billion parameters and was not trained on documents of this kind; its numbers are those of its largest size, and here sizes are up to about a million parameters. Choices are two to six, so chance is different in each task; a difference between numbers of examples is not affected. In some of the tasks the query is one of the examples, which a model can copy from.</source>
        <translation>GPT-3은 파라미터가 1,750억 개이고 이런 종류의 문서로 학습하지 않았습니다. 그 수치는 가장 큰 크기의 것이고, 여기의 크기는 파라미터 약 100만 개까지입니다. 선택지가 두 개에서 여섯 개이므로 우연 수준은 과제마다 다르지만, 예의 수 사이의 차이에는 영향이 없습니다. 어떤 과제에서는 질의가 예 중 하나여서 모델이 베낄 수 있습니다.</translation>
    </message>
    <message>
        <source>Examples in the prompt</source>
        <translation>프롬프트 안의 예</translation>
    </message>
    <message>
        <source>The capital of France is</source>
        <translation>The capital of France is</translation>
    </message>
    <message>
        <source>Without any change of its weights, a large language model answers better after examples in its prompt than after a description alone.</source>
        <translation>큰 언어 모델은 가중치를 전혀 바꾸지 않고도, 설명만 있을 때보다 프롬프트에 예가 있을 때 더 잘 답합니다.</translation>
    </message>
    <message>
        <source>TriviaQA with 175 billion parameters: 64.3 zero-shot, 68.0 one-shot, 71.2 few-shot</source>
        <translation>파라미터 1,750억 개의 TriviaQA: 제로샷 64.3, 원샷 68.0, 퓨샷 71.2</translation>
    </message>
    <message>
        <source>One example is not always better than none.</source>
        <translation>예 하나가 예가 없는 것보다 늘 나은 것은 아닙니다.</translation>
    </message>
    <message>
        <source>LAMBADA with 175 billion parameters: 76.2 zero-shot, 72.5 one-shot, 86.4 few-shot</source>
        <translation>파라미터 1,750억 개의 LAMBADA: 제로샷 76.2, 원샷 72.5, 퓨샷 86.4</translation>
    </message>
    <message>
        <source>ELECTRA's generator</source>
        <translation>ELECTRA의 생성기</translation>
    </message>
    <message>
        <source>true names</source>
        <translation>올바른 이름</translation>
    </message>
    <message>
        <source>At once or one after the other</source>
        <translation>한꺼번에 또는 하나씩</translation>
    </message>
    <message>
        <source>What happens when two masked tokens that depend on each other are filled at once?</source>
        <translation>서로 의존하는 마스킹된 토큰 두 개를 한꺼번에 채우면 어떻게 될까요?</translation>
    </message>
    <message>
        <source>A company with two founders has two right answers, each of two words: a first name and a family name. Filled at once, the first name of one founder can meet the family name of the other. With both answers equally probable, a model that knows them and fills both words at once gives the true names a probability of 1/2, a logarithm of -0.69; one after the other, they can have a probability of 1, a logarithm of 0. Most examples are single sentences, so that the names cannot be copied from elsewhere in the text, and about a third of the tokens are predicted, so that both words of a name are often masked together.</source>
        <translation>창업자가 둘인 회사에는 정답이 둘 있고, 각각 이름과 성 두 단어입니다. 한꺼번에 채우면 한 창업자의 이름이 다른 창업자의 성과 만날 수 있습니다. 두 답의 확률이 같다면, 답을 알고 두 단어를 한꺼번에 채우는 모델은 올바른 이름에 확률 1/2, 곧 로그 -0.69를 줍니다. 하나씩 채우면 확률 1, 곧 로그 0도 가능합니다. 예는 대부분 문장 하나여서 글의 다른 곳에서 이름을 베낄 수 없고, 토큰의 약 3분의 1을 예측하므로 이름의 두 단어가 함께 마스킹되는 일이 많습니다.</translation>
    </message>
    <message>
        <source>24 companies are asked about, and every sentence about them can be in the training text: this is memory, not understanding. A masked language model that fills one word after the other is used as in many later programs, not as in its paper. All arms but one learn the same WordPiece vocabulary from the same text, in which each word of a name is one token; with the byte-level BPE of RoBERTa and DeBERTa and the Unigram tokens of ALBERT and XLNet they would differ in their tokens too. So RoBERTa is little else than BERT without segments. ALBERT's embeddings and ELECTRA's generator are as wide as the other models, not a quarter, which would be 24 numbers. DistilBERT begins with two layers of the bundled BERT, which knows the founders already, and has its vocabulary and width; it learns for 300 steps, the others for 1,300, and its soft targets are taken at masked positions only.</source>
        <translation>회사 24곳을 묻고, 그에 대한 모든 문장이 학습 텍스트에 있을 수 있습니다. 이것은 이해가 아니라 기억입니다. 마스크 언어 모델은 단어를 하나씩 채우며, 이는 논문이 아니라 이후의 여러 프로그램에서 쓰는 방식입니다. 하나를 뺀 모든 조건은 같은 텍스트에서 같은 WordPiece 어휘를 배우며, 이름의 각 단어가 토큰 하나입니다. RoBERTa와 DeBERTa의 바이트 수준 BPE, ALBERT와 XLNet의 Unigram 토큰을 쓰면 토큰도 달라집니다. 그래서 RoBERTa는 세그먼트가 없는 BERT와 거의 같습니다. ALBERT의 임베딩과 ELECTRA의 생성기는 다른 모델과 너비가 같습니다. 4분의 1이면 24개의 수밖에 되지 않습니다. DistilBERT는 창업자를 이미 아는 내장 BERT의 두 층에서 시작하며 그 어휘와 너비를 갖습니다. 이 모델은 300스텝, 다른 모델은 1,300스텝을 배우고, 소프트 타깃은 마스킹된 위치에서만 구합니다.</translation>
    </message>
    <message>
        <source>[MASK] [MASK] founded Google.</source>
        <translation>[MASK] [MASK] founded Google.</translation>
    </message>
    <message>
        <source>{arm}: {title}, one after the other minus at once</source>
        <translation>{arm}: {title}, 하나씩 − 한꺼번에</translation>
    </message>
    <message>
        <source>BERT assumes that the masked tokens are independent of each other given the other tokens, and so cannot model their joint probability with the product rule.</source>
        <translation>BERT는 다른 토큰이 주어지면 마스킹된 토큰들이 서로 독립이라고 가정하므로, 곱의 법칙으로 그 결합 확률을 나타낼 수 없습니다.</translation>
    </message>
    <message>
        <source>an assumption, not a measurement</source>
        <translation>측정이 아니라 가정</translation>
    </message>
    <message>
        <source>True names, filled at once</source>
        <translation>올바른 이름, 한꺼번에</translation>
    </message>
    <message>
        <source>True names, filled one after the other</source>
        <translation>올바른 이름, 하나씩</translation>
    </message>
    <message>
        <source>Log-probability of the true names, at once</source>
        <translation>올바른 이름의 로그 확률, 한꺼번에</translation>
    </message>
    <message>
        <source>Log-probability of the true names, one after the other</source>
        <translation>올바른 이름의 로그 확률, 하나씩</translation>
    </message>
    <message>
        <source>What to freeze</source>
        <translation>무엇을 고정할까</translation>
    </message>
    <message>
        <source>How many layers of a pretrained model must learn a task?</source>
        <translation>사전 학습 모델의 몇 개 층이 과제를 배워야 할까요?</translation>
    </message>
    <message>
        <source>The same 1,500 sentences are learned three times each at the same learning rate. Acceptability needs features that were not needed to predict words, so layers must change.</source>
        <translation>같은 문장 1,500개를 같은 학습률로 세 번씩 배웁니다. 문법성에는 단어 예측에 필요하지 않던 특징이 필요하므로 층이 바뀌어야 합니다.</translation>
    </message>
    <message>
        <source>The paper freezes layers of models with 12 and 24 layers; here there are few, so the last one is a larger share of the model. The head alone would learn faster at a higher rate; the rate is held equal.</source>
        <translation>논문은 12층과 24층 모델의 층을 고정합니다. 여기서는 층이 적어 마지막 층이 모델에서 차지하는 몫이 더 큽니다. 헤드만이라면 더 높은 학습률에서 더 빨리 배우겠지만, 학습률은 같게 둡니다.</translation>
    </message>
    <message>
        <source>It is enough to fine-tune the last fourth of the layers for 90 % of the quality.</source>
        <translation>품질의 90 %에는 층의 마지막 4분의 1만 파인튜닝해도 충분합니다.</translation>
    </message>
    <message>
        <source>90 % of the metric of full fine-tuning with a fourth of the layers</source>
        <translation>층의 4분의 1로 전체 파인튜닝 지표의 90 %</translation>
    </message>
    <message>
        <source>The head alone</source>
        <translation>헤드만</translation>
    </message>
    <message>
        <source>The last layer and the head</source>
        <translation>마지막 층과 헤드</translation>
    </message>
    <message>
        <source>The last two layers and the head</source>
        <translation>마지막 두 층과 헤드</translation>
    </message>
    <message>
        <source>The last three layers and the head</source>
        <translation>마지막 세 층과 헤드</translation>
    </message>
    <message>
        <source>All but the embeddings</source>
        <translation>임베딩을 뺀 전부</translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation>전체 파라미터</translation>
    </message>
    <message>
        <source>Parameters that learn</source>
        <translation>학습하는 파라미터</translation>
    </message>
    <message>
        <source>Matthews correlation, the last layer minus the head alone</source>
        <translation>매슈스 상관계수, 마지막 층 − 헤드만</translation>
    </message>
    <message>
        <source>Matthews correlation, all parameters minus the last layer</source>
        <translation>매슈스 상관계수, 전체 파라미터 − 마지막 층</translation>
    </message>
    <message>
        <source>Matthews correlation, all parameters minus all but the embeddings</source>
        <translation>매슈스 상관계수, 전체 파라미터 − 임베딩을 뺀 전부</translation>
    </message>
    <message>
        <source>The size of ELECTRA's generator</source>
        <translation>ELECTRA 생성기의 크기</translation>
    </message>
    <message>
        <source>How large should the generator be that replaces tokens?</source>
        <translation>토큰을 교체하는 생성기는 얼마나 커야 할까요?</translation>
    </message>
    <message>
        <source>Only the generator's width, heads and inner width change, as in the paper; depth, text and steps are equal. The discriminator is not changed for the evaluation: linear functions of its hidden states judge sentences (as in CoLA) and compare two of them (as in STS-B).</source>
        <translation>논문처럼 생성기의 너비, 헤드, 내부 너비만 바뀌고 깊이, 텍스트, 스텝은 같습니다. 판별기는 평가할 때 바꾸지 않습니다. 그 은닉 상태의 선형 함수가 문장을 판정하고(CoLA처럼) 두 문장을 비교합니다(STS-B처럼).</translation>
    </message>
    <message>
        <source>The generator of 1/4 is only 24 numbers wide here, and after 1,200 steps even the largest one is weak, while the paper trains for 500,000: what it finds about generators that are too strong may not show. The paper measures GLUE after fine-tuning.</source>
        <translation>1/4 생성기는 여기서 너비가 24개의 수에 지나지 않고, 1,200스텝 뒤에는 가장 큰 생성기도 약합니다. 논문은 500,000스텝을 학습하므로, 너무 강한 생성기에 대한 논문의 결과는 나타나지 않을 수 있습니다. 논문은 파인튜닝 뒤의 GLUE를 잽니다.</translation>
    </message>
    <message>
        <source>Width of the generator, as a part of the discriminator's</source>
        <translation>판별기 너비에 대한 생성기 너비의 비율</translation>
    </message>
    <message>
        <source>Models work best with generators of 1/4 to 1/2 the size of the discriminator; a strong generator may be too hard for the discriminator to learn from.</source>
        <translation>생성기가 판별기의 1/4에서 1/2 크기일 때 모델이 가장 좋습니다. 강한 생성기는 판별기가 배우기에 너무 어려울 수 있습니다.</translation>
    </message>
    <message>
        <source>A generator of 1/4 minus one of full width</source>
        <translation>1/4 생성기 − 전체 너비 생성기</translation>
    </message>
    <message>
        <source>A generator of 1/2 minus one of full width</source>
        <translation>1/2 생성기 − 전체 너비 생성기</translation>
    </message>
    <message>
        <source>{title} of the width</source>
        <translation>너비의 {title}</translation>
    </message>
    <message>
        <source>Choices with a graph</source>
        <translation>그래프로 고르기</translation>
    </message>
    <message>
        <source>Does a knowledge graph answer what no text has stated?</source>
        <translation>어느 텍스트에도 나오지 않은 것을 지식 그래프가 답할까요?</translation>
    </message>
    <message>
        <source>Questions of the dev split are about concepts of which no training question and no text of the mini-world speaks; their facts are in the graph only. Wrong answers are drawn as often as they are right ones. The text model does not learn. Wrong edges exchange the tails of each relation, and embeddings are trained on them; about one triple in twelve stays true by chance.</source>
        <translation>개발 분할의 질문은 어느 학습 질문이나 미니 월드의 텍스트에도 나오지 않는 개념을 다루며, 그 사실은 그래프에만 있습니다. 오답은 정답인 만큼 자주 뽑습니다. 텍스트 모델은 학습하지 않습니다. 틀린 간선은 관계마다 꼬리를 뒤바꾼 것이고, 임베딩은 그것으로 학습합니다. 트리플 열두 개 중 하나쯤은 우연히 참으로 남습니다.</translation>
    </message>
    <message>
        <source>The facts were written for these questions, so the graph has an answer to almost all of them, and mostly only the right choice has a path; ConceptNet is not like that. The statement vectors are those of a model of 1.6 million parameters that was not fine-tuned; a large model knows many everyday facts from its text.</source>
        <translation>사실은 이 질문들을 위해 쓴 것이어서 그래프는 거의 모든 질문의 답을 갖고 있고, 대개 정답에만 경로가 있습니다. ConceptNet은 그렇지 않습니다. 진술 벡터는 파라미터 160만 개의 파인튜닝하지 않은 모델의 것이며, 큰 모델은 텍스트에서 일상의 사실을 많이 압니다.</translation>
    </message>
    <message>
        <source>One step of planting flowers takes a tool. Which one?</source>
        <translation>One step of planting flowers takes a tool. Which one?</translation>
    </message>
    <message>
        <source>Paths in a knowledge graph, beside the statement vector of a language model, help to answer questions that need everyday knowledge.</source>
        <translation>언어 모델의 진술 벡터에 지식 그래프의 경로를 더하면 일상 지식이 필요한 질문에 답하는 데 도움이 됩니다.</translation>
    </message>
    <message>
        <source>CommonsenseQA: 58.9 with paths of ConceptNet beside BERT large</source>
        <translation>CommonsenseQA: BERT large에 ConceptNet 경로를 더해 58.9</translation>
    </message>
    <message>
        <source>official test set</source>
        <translation>공식 테스트 세트</translation>
    </message>
    <message>
        <source>Text alone</source>
        <translation>텍스트만</translation>
    </message>
    <message>
        <source>Wrong edges</source>
        <translation>틀린 간선</translation>
    </message>
    <message>
        <source>The graph</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>Accuracy without the best path</source>
        <translation>가장 좋은 경로를 뺀 정확도</translation>
    </message>
    <message>
        <source>Questions with a path</source>
        <translation>경로가 있는 질문</translation>
    </message>
    <message>
        <source>Accuracy, the graph minus text alone</source>
        <translation>정확도, 그래프 − 텍스트만</translation>
    </message>
    <message>
        <source>Accuracy, the graph minus wrong edges</source>
        <translation>정확도, 그래프 − 틀린 간선</translation>
    </message>
    <message>
        <source>With the graph, accuracy minus that without the best path of each choice</source>
        <translation>그래프 있음, 정확도 − 선택지마다 가장 좋은 경로를 뺀 정확도</translation>
    </message>
    <message>
        <source>Trained with {rounds} round{rounds_}</source>
        <translation>{rounds}라운드로 학습</translation>
    </message>
    <message>
        <source>{title}: {EVALUATED} rounds at evaluation minus 1</source>
        <translation>{title}: 평가 {EVALUATED}라운드 − 1라운드</translation>
    </message>
    <message>
        <source>How many rounds of hashing does attention need to find what it looks for?</source>
        <translation>어텐션이 찾는 것을 찾아내려면 해싱을 몇 라운드 해야 할까요?</translation>
    </message>
    <message>
        <source>A text is a separator, 31 random symbols, and both once more, so that only attention to the first half predicts the second. As in the paper, the model has one layer and is evaluated with other numbers of rounds than it was trained with. Chunks have 8 tokens, and there are 16 buckets, two for each chunk.</source>
        <translation>글은 구분자, 무작위 기호 31개, 그리고 그 둘의 반복이어서, 앞 절반에 대한 어텐션만이 뒤 절반을 예측합니다. 논문처럼 모델은 한 층이고, 학습할 때와 다른 라운드 수로 평가합니다. 청크는 토큰 8개이고, 버킷은 16개로 청크마다 두 개입니다.</translation>
    </message>
    <message>
        <source>The texts of the paper are much longer; here a text has 64 tokens of 32 symbols, so that a chunk with its neighbour is a quarter of the text. The loss is over both halves, and the first one cannot be predicted. With full attention, too, a key is here the query of its token.</source>
        <translation>논문의 글은 훨씬 깁니다. 여기의 글은 기호 32가지로 된 토큰 64개여서, 청크와 그 이웃이 글의 4분의 1입니다. 손실은 두 절반 모두에 걸치는데 앞 절반은 예측할 수 없습니다. 전체 어텐션에서도 여기서는 키가 그 토큰의 쿼리입니다.</translation>
    </message>
    <message>
        <source>Rounds at evaluation</source>
        <translation>평가할 때의 라운드</translation>
    </message>
    <message>
        <source>one two three four one two three four</source>
        <translation>one two three four one two three four</translation>
    </message>
    <message>
        <source>With more rounds at evaluation a model copies better, also with more than it was trained with. Full attention copies everything.</source>
        <translation>평가할 때 라운드가 많을수록, 학습한 것보다 많아도, 모델이 더 잘 복사합니다. 전체 어텐션은 모든 것을 복사합니다.</translation>
    </message>
    <message>
        <source>full attention 100 %</source>
        <translation>전체 어텐션 100 %</translation>
    </message>
    <message>
        <source>Trained with full attention</source>
        <translation>전체 어텐션으로 학습</translation>
    </message>
    <message>
        <source>Accuracy in the second half</source>
        <translation>뒤 절반의 정확도</translation>
    </message>
    <message>
        <source>Accuracy, evaluated with full attention</source>
        <translation>정확도, 전체 어텐션으로 평가</translation>
    </message>
    <message>
        <source>Loss of both halves</source>
        <translation>두 절반의 손실</translation>
    </message>
    <message>
        <source>Trained with 1 round</source>
        <translation>1라운드로 학습</translation>
    </message>
    <message>
        <source>Evaluated with 1 round: trained with 1 round minus with full attention</source>
        <translation>1라운드로 평가: 1라운드로 학습 − 전체 어텐션으로 학습</translation>
    </message>
    <message>
        <source>Least important first, by gradient</source>
        <translation>덜 중요한 것부터, 기울기 기준</translation>
    </message>
    <message>
        <source>Least important first, by ablation</source>
        <translation>덜 중요한 것부터, 제거 기준</translation>
    </message>
    <message>
        <source>At random</source>
        <translation>무작위</translation>
    </message>
    <message>
        <source>BERT without {percent} % of its heads, by gradient, minus all heads</source>
        <translation>헤드 {percent} %를 기울기 기준으로 뺀 BERT − 모든 헤드</translation>
    </message>
    <message>
        <source>{title} without half of the heads, by {order} minus at random</source>
        <translation>헤드 절반을 뺀 {title}, {order} − 무작위</translation>
    </message>
    <message>
        <source>How many heads are needed</source>
        <translation>헤드는 몇 개나 필요할까</translation>
    </message>
    <message>
        <source>How many attention heads can a trained model lose, and does it matter which?</source>
        <translation>학습된 모델은 어텐션 헤드를 몇 개나 잃어도 될까요? 어느 것인지가 중요할까요?</translation>
    </message>
    <message>
        <source>The bundled models are not trained here. Each has 16 heads, four in each of four layers; those that are removed give zeros, and nothing is trained again. Importance is the mean absolute gradient of a gate on the head, normalised by layer as in the paper, or the growth of the loss without the head alone. It is measured on half of the held-out examples, and the accuracy of predicted tokens on the other half. Seeds change the examples and the random order.</source>
        <translation>내장 모델은 여기서 학습하지 않습니다. 각 모델에는 네 층에 네 개씩 헤드가 16개 있습니다. 제거한 헤드는 0을 내고, 다시 학습하지는 않습니다. 중요도는 논문처럼 층별로 정규화한, 헤드에 둔 게이트의 기울기 절댓값 평균이거나, 그 헤드만 없을 때 손실이 늘어나는 양입니다. 중요도는 평가용 예의 절반에서 재고, 예측한 토큰의 정확도는 나머지 절반에서 잽니다. 시드는 예와 무작위 순서를 바꿉니다.</translation>
    </message>
    <message>
        <source>BERT base has 144 heads and the paper measures tasks after fine-tuning; here a head is a sixteenth of the model, and the accuracy of predicted tokens is measured, which a small model without spare heads loses sooner. A difference of at most one percentage point counts as none. The three models learned for different numbers of steps, so they compare no architectures.</source>
        <translation>BERT base에는 헤드가 144개 있고 논문은 파인튜닝 뒤의 과제를 잽니다. 여기서는 헤드 하나가 모델의 16분의 1이고 예측한 토큰의 정확도를 재는데, 남는 헤드가 없는 작은 모델은 이를 더 빨리 잃습니다. 차이가 1퍼센트포인트 이하이면 차이가 없다고 봅니다. 세 모델은 학습한 스텝 수가 다르므로 아키텍처를 비교하는 것이 아닙니다.</translation>
    </message>
    <message>
        <source>Heads removed, %</source>
        <translation>제거한 헤드, %</translation>
    </message>
    <message>
        <source>Up to 40 % of BERT's heads can be removed, the least important first, without a noticeable loss.</source>
        <translation>BERT의 헤드는 덜 중요한 것부터 40 %까지 눈에 띄는 손실 없이 제거할 수 있습니다.</translation>
    </message>
    <message>
        <source>about 40 % of the heads of BERT, and 20 % of those of a translation model</source>
        <translation>BERT 헤드의 약 40 %, 번역 모델 헤드의 20 %</translation>
    </message>
    <message>
        <source>Objectives judged by tasks</source>
        <translation>과제로 평가한 학습 목표</translation>
    </message>
    <message>
        <source>Which pretraining objective helps tasks most?</source>
        <translation>어느 사전 학습 목표가 과제에 가장 도움이 될까요?</translation>
    </message>
    <message>
        <source>Three models are pretrained on the same text for the same number of steps. Each is then fine-tuned on 1,500 examples of each task, all parameters at the same rate.</source>
        <translation>세 모델을 같은 텍스트로 같은 스텝 수만큼 사전 학습합니다. 그런 다음 각각을 과제마다 예 1,500개로, 전체 파라미터를 같은 학습률로 파인튜닝합니다.</translation>
    </message>
    <message>
        <source>A step of ELECTRA takes longer, as a generator learns too. Pretraining lasts minutes here; objectives that need many steps to pay off are at a disadvantage.</source>
        <translation>ELECTRA의 한 스텝은 생성기도 학습하므로 더 오래 걸립니다. 여기의 사전 학습은 몇 분이므로, 많은 스텝이 있어야 효과가 나는 학습 목표는 불리합니다.</translation>
    </message>
    <message>
        <source>Telling replaced tokens from original ones is better pretraining than predicting masked tokens.</source>
        <translation>교체된 토큰을 원래 토큰과 구별하는 것이 마스킹된 토큰을 예측하는 것보다 나은 사전 학습입니다.</translation>
    </message>
    <message>
        <source>GLUE 85.0 for ELECTRA, 82.2 for BERT</source>
        <translation>GLUE: ELECTRA 85.0, BERT 82.2</translation>
    </message>
    <message>
        <source>Without next-sentence prediction, tasks do as well or better.</source>
        <translation>다음 문장 예측이 없어도 과제 성적은 같거나 더 좋습니다.</translation>
    </message>
    <message>
        <source>MNLI 84.0 with it, 84.7 without; SQuAD 2.0 F1 78.7 and 79.1</source>
        <translation>MNLI: 있으면 84.0, 없으면 84.7; SQuAD 2.0 F1 78.7과 79.1</translation>
    </message>
    <message>
        <source>Masked tokens and next sentence</source>
        <translation>마스킹된 토큰과 다음 문장</translation>
    </message>
    <message>
        <source>Replaced tokens (ELECTRA)</source>
        <translation>교체된 토큰 (ELECTRA)</translation>
    </message>
    <message>
        <source>Mean over the three tasks</source>
        <translation>세 과제의 평균</translation>
    </message>
    <message>
        <source>Mean over tasks, replaced tokens minus masked tokens</source>
        <translation>과제 평균, 교체된 토큰 − 마스킹된 토큰</translation>
    </message>
    <message>
        <source>Mean over tasks, masked tokens alone minus with next sentence</source>
        <translation>과제 평균, 마스킹된 토큰만 − 다음 문장 포함</translation>
    </message>
    <message>
        <source>Pretrained</source>
        <translation>사전 학습</translation>
    </message>
    <message>
        <source>From scratch</source>
        <translation>처음부터</translation>
    </message>
    <message>
        <source>Pretrained or from scratch</source>
        <translation>사전 학습 또는 처음부터</translation>
    </message>
    <message>
        <source>How many labelled examples does pretraining replace?</source>
        <translation>사전 학습은 레이블이 있는 예 몇 개를 대신할까요?</translation>
    </message>
    <message>
        <source>Whether a sentence is acceptable depends on word order, agreement and the kinds of words, which a model that was pretrained on sentences has seen. With fewer labels there are more epochs, the same for both. The model from scratch has the same size and vocabulary.</source>
        <translation>문장이 올바른지는 어순, 일치, 단어의 종류에 달려 있으며, 문장으로 사전 학습한 모델은 이를 이미 보았습니다. 레이블이 적으면 에포크가 많아지며, 이는 두 모델에 똑같습니다. 처음부터 학습하는 모델의 크기와 어휘는 같습니다.</translation>
    </message>
    <message>
        <source>Both have the same steps and rate, 1,600 steps at most. In them the model from scratch gives nearly all sentences one class, while the papers train theirs until they improve no more, so the difference is larger here. The vocabulary comes from the pretraining text for both.</source>
        <translation>두 모델의 스텝과 학습률은 같고, 스텝은 최대 1,600입니다. 그 안에서 처음부터 학습한 모델은 거의 모든 문장에 한 클래스를 줍니다. 논문들은 더 나아지지 않을 때까지 학습하므로, 여기의 차이가 더 큽니다. 두 모델 모두 어휘는 사전 학습 텍스트에서 옵니다.</translation>
    </message>
    <message>
        <source>Without pretraining, the same model is much worse at tasks with few labels.</source>
        <translation>사전 학습이 없으면 같은 모델이 레이블이 적은 과제를 훨씬 못합니다.</translation>
    </message>
    <message>
        <source>GLUE 83.28 with pretraining, 66.22 without</source>
        <translation>GLUE: 사전 학습이 있으면 83.28, 없으면 66.22</translation>
    </message>
    <message>
        <source>A pretrained language model with 100 labelled examples does as well as a model trained from scratch on 100 times as many.</source>
        <translation>레이블이 있는 예 100개로 배운 사전 학습 언어 모델은 100배 많은 예로 처음부터 학습한 모델만큼 잘합니다.</translation>
    </message>
    <message>
        <source>error on IMDb by number of examples</source>
        <translation>예의 수에 따른 IMDb 오류율</translation>
    </message>
    <message>
        <source>Matthews correlation with 8,550 labels, pretrained minus from scratch</source>
        <translation>매슈스 상관계수, 레이블 8,550개: 사전 학습 − 처음부터</translation>
    </message>
    <message>
        <source>The same with 1,024 labels</source>
        <translation>레이블 1,024개일 때 같은 값</translation>
    </message>
    <message>
        <source>From English to Korean</source>
        <translation>영어에서 한국어로</translation>
    </message>
    <message>
        <source>Can a model do a task in a language in which it has seen no labelled example?</source>
        <translation>레이블이 있는 예를 본 적이 없는 언어에서도 모델이 과제를 할 수 있을까요?</translation>
    </message>
    <message>
        <source>A sentence names two things, and the class is the relation between them, one of 15: capital, language, food … All parameters learn from the same 2,000 English examples of the mini-world. The third measure is what as many Korean examples give.</source>
        <translation>문장은 두 가지의 이름을 말하고, 클래스는 둘 사이의 관계입니다. 수도, 언어, 음식 등 15가지 가운데 하나입니다. 모든 파라미터가 미니 월드의 같은 영어 예 2,000개에서 배웁니다. 셋째 지표는 같은 수의 한국어 예를 주었을 때입니다.</translation>
    </message>
    <message>
        <source>The paper's task is inference (XNLI) in 15 languages; models of this size do not learn it in either language, so the task here is an easier one. There are two languages without a common script, and sentences from patterns. No name of a test was seen in fine-tuning in the language of the test; its translation may have been. The most frequent class is 16 % of the Korean test.</source>
        <translation>논문의 과제는 언어 15개의 추론(XNLI)입니다. 이 크기의 모델은 어느 언어에서도 그것을 배우지 못하므로 여기의 과제는 더 쉽습니다. 문자가 다른 두 언어와 틀로 만든 문장을 씁니다. 시험에 나오는 이름은 시험의 언어로는 파인튜닝에서 본 적이 없지만, 그 번역은 보았을 수 있습니다. 가장 흔한 클래스는 한국어 시험의 16 %입니다.</translation>
    </message>
    <message>
        <source>Paris is the capital of France.</source>
        <translation>Paris is the capital of France.</translation>
    </message>
    <message>
        <source>France; Paris</source>
        <translation>France; Paris</translation>
    </message>
    <message>
        <source>A model that learned to infer in English infers in other languages as well, and better if it was pretrained on translated pairs too.</source>
        <translation>영어로 추론을 배운 모델은 다른 언어에서도 추론하며, 번역 쌍으로도 사전 학습했다면 더 잘합니다.</translation>
    </message>
    <message>
        <source>average accuracy on XNLI: 75.1 with pairs, 71.5 without; 70.2 before</source>
        <translation>XNLI 평균 정확도: 쌍이 있으면 75.1, 없으면 71.5; 이전에는 70.2</translation>
    </message>
    <message>
        <source>Fine-tuned in English, tested in Korean</source>
        <translation>영어로 파인튜닝, 한국어로 시험</translation>
    </message>
    <message>
        <source>Fine-tuned and tested in English</source>
        <translation>영어로 파인튜닝하고 시험</translation>
    </message>
    <message>
        <source>Fine-tuned and tested in Korean</source>
        <translation>한국어로 파인튜닝하고 시험</translation>
    </message>
    <message>
        <source>Tested in Korean after English, MLM + TLM minus MLM</source>
        <translation>영어로 배운 뒤 한국어로 시험, MLM + TLM − MLM</translation>
    </message>
    <message>
        <source>Tested in English after English, MLM + TLM minus MLM</source>
        <translation>영어로 배운 뒤 영어로 시험, MLM + TLM − MLM</translation>
    </message>
    <message>
        <source>{title} minus all losses</source>
        <translation>{title} − 모든 손실</translation>
    </message>
    <message>
        <source>Losses of layers and predictions</source>
        <translation>층과 예측의 손실</translation>
    </message>
    <message>
        <source>Which of TinyBERT's losses does a narrow student need?</source>
        <translation>좁은 학생에게는 TinyBERT의 어떤 손실이 필요할까요?</translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128, the student has two of width 52, a quarter of the weights. For 60 % of 2,000 steps it learns the layers, for the rest the teacher's predictions at masked positions. All read the same text with the same masks.</source>
        <translation>교사는 너비 128에 네 층인 내장 BERT이고, 학생은 너비 52에 두 층으로 가중치가 4분의 1입니다. 학생은 2,000스텝의 60 % 동안 층을 배우고, 나머지 동안 마스킹된 위치에서 교사의 예측을 배웁니다. 모두 같은 텍스트를 같은 마스크로 읽습니다.</translation>
    </message>
    <message>
        <source>The paper distils twice, on text and then on the task with augmented data, and measures tasks; here there is one distillation on text, and the accuracy at masked positions is measured. The paper gives no numbers for probabilities, of which it states that they learn more slowly and less well than scores, and none for predictions alone. A student of predictions alone, and one without a teacher, learn them in all steps instead of 40 % of them.</source>
        <translation>논문은 텍스트에서, 그다음 증강한 데이터의 과제에서 두 번 증류하고 과제를 잽니다. 여기서는 텍스트에서 한 번 증류하고 마스킹된 위치의 정확도를 잽니다. 논문은 확률이 점수보다 더 느리고 나쁘게 배운다고 말하지만 그 수치는 밝히지 않으며, 예측만 배우는 경우의 수치도 없습니다. 예측만 배우는 학생과 교사 없는 학생은 스텝의 40 %가 아니라 전체에서 배웁니다.</translation>
    </message>
    <message>
        <source>All losses are useful; those of the transformer layers matter most, and of these the attention more than the hidden states.</source>
        <translation>모든 손실이 유용합니다. 트랜스포머 층의 손실이 가장 중요하며, 그중에서도 어텐션이 은닉 상태보다 중요합니다.</translation>
    </message>
    <message>
        <source>mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 with all, 74.1 without embeddings, 73.5 without predictions, 71.0 without attention, 72.9 without hidden states, 56.3 without both</source>
        <translation>MNLI-m, MNLI-mm, MRPC, CoLA의 평균: 모두 있으면 75.6, 임베딩이 없으면 74.1, 예측이 없으면 73.5, 어텐션이 없으면 71.0, 은닉 상태가 없으면 72.9, 둘 다 없으면 56.3</translation>
    </message>
    <message>
        <source>All losses</source>
        <translation>모든 손실</translation>
    </message>
    <message>
        <source>Without attention</source>
        <translation>어텐션 없음</translation>
    </message>
    <message>
        <source>Without hidden states</source>
        <translation>은닉 상태 없음</translation>
    </message>
    <message>
        <source>Without embeddings</source>
        <translation>임베딩 없음</translation>
    </message>
    <message>
        <source>Embeddings and predictions</source>
        <translation>임베딩과 예측</translation>
    </message>
    <message>
        <source>Predictions alone</source>
        <translation>예측만</translation>
    </message>
    <message>
        <source>Probabilities, not scores</source>
        <translation>점수 대신 확률</translation>
    </message>
    <message>
        <source>Without a teacher</source>
        <translation>교사 없음</translation>
    </message>
    <message>
        <source>{title} minus uniform</source>
        <translation>{title} − 균등</translation>
    </message>
    <message>
        <source>Which layers teach the student</source>
        <translation>어느 층이 학생을 가르치나</translation>
    </message>
    <message>
        <source>From which layers of its teacher should a student learn?</source>
        <translation>학생은 교사의 어느 층에서 배워야 할까요?</translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128, the student has two of width 52, a quarter of the weights. For 60 % of 2,000 steps it learns attention, hidden states and embeddings, for the rest the teacher's predictions at masked positions.</source>
        <translation>교사는 너비 128에 네 층인 내장 BERT이고, 학생은 너비 52에 두 층으로 가중치가 4분의 1입니다. 학생은 2,000스텝의 60 % 동안 어텐션, 은닉 상태, 임베딩을 배우고, 나머지 동안 마스킹된 위치에서 교사의 예측을 배웁니다.</translation>
    </message>
    <message>
        <source>With two of four layers the three maps share layers: uniform and last the fourth, uniform and first the second. The paper has four of twelve, distils twice and measures tasks; here the accuracy at masked positions is measured after one distillation on text.</source>
        <translation>네 층 중 두 층을 쓰면 세 대응이 층을 공유합니다. 균등과 마지막은 넷째 층을, 균등과 처음은 둘째 층을 함께 씁니다. 논문은 열두 층 중 네 층을 쓰고, 두 번 증류하고, 과제를 잽니다. 여기서는 텍스트에서 한 번 증류한 뒤 마스킹된 위치의 정확도를 잽니다.</translation>
    </message>
    <message>
        <source>Layers evenly spread over the teacher teach better than its last or its first ones.</source>
        <translation>교사에 고르게 퍼진 층이 마지막이나 처음의 층보다 잘 가르칩니다.</translation>
    </message>
    <message>
        <source>mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 uniform, 70.9 last, 71.3 first layers</source>
        <translation>MNLI-m, MNLI-mm, MRPC, CoLA의 평균: 균등 75.6, 마지막 70.9, 처음 층 71.3</translation>
    </message>
    <message>
        <source>Uniform (layers 2 and 4)</source>
        <translation>균등 (2층과 4층)</translation>
    </message>
    <message>
        <source>Last (layers 3 and 4)</source>
        <translation>마지막 (3층과 4층)</translation>
    </message>
    <message>
        <source>First (layers 1 and 2)</source>
        <translation>처음 (1층과 2층)</translation>
    </message>
    <message>
        <source>First layers</source>
        <translation>처음 층</translation>
    </message>
    <message>
        <source>GPT's way or BERT's</source>
        <translation>GPT의 방식과 BERT의 방식</translation>
    </message>
    <message>
        <source>Does a task gain from a model that reads both sides?</source>
        <translation>양쪽을 읽는 모델은 과제에 이득이 될까요?</translation>
    </message>
    <message>
        <source>Both read the same 1,500 examples of each task. GPT's way marks the parts of a pair with new tokens, classifies the last token, reads both orders where the order does not matter, and can go on predicting words (weight 0.5).</source>
        <translation>둘은 과제마다 같은 예 1,500개를 읽습니다. GPT의 방식은 쌍의 부분을 새 토큰으로 표시하고, 마지막 토큰으로 분류하며, 순서가 중요하지 않은 곳에서는 두 순서를 모두 읽고, 단어 예측을 계속할 수도 있습니다(가중치 0.5).</translation>
    </message>
    <message>
        <source>The two bundled models were pretrained with different vocabularies, for different numbers of steps, so this compares two pretrained models, as the paper does, and not only the direction in which they read.</source>
        <translation>두 내장 모델은 서로 다른 어휘로, 서로 다른 스텝 수만큼 사전 학습했습니다. 그러므로 이것은 논문처럼 사전 학습 모델 두 개의 비교이며, 읽는 방향만의 비교가 아닙니다.</translation>
    </message>
    <message>
        <source>After fine-tuning, a model that reads both sides is better than a left-to-right one of the same size.</source>
        <translation>파인튜닝한 뒤에는 양쪽을 읽는 모델이 같은 크기의 왼쪽에서 오른쪽으로 읽는 모델보다 낫습니다.</translation>
    </message>
    <message>
        <source>BERT, a head on [CLS]</source>
        <translation>BERT, [CLS] 위의 헤드</translation>
    </message>
    <message>
        <source>GPT-2, last token</source>
        <translation>GPT-2, 마지막 토큰</translation>
    </message>
    <message>
        <source>GPT-2, last token and auxiliary loss</source>
        <translation>GPT-2, 마지막 토큰과 보조 손실</translation>
    </message>
    <message>
        <source>Mean over the four tasks</source>
        <translation>네 과제의 평균</translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus GPT-2 with the auxiliary loss</source>
        <translation>과제 평균, BERT − 보조 손실을 쓴 GPT-2</translation>
    </message>
    <message>
        <source>Acceptability, BERT minus GPT-2 with the auxiliary loss</source>
        <translation>문법성, BERT − 보조 손실을 쓴 GPT-2</translation>
    </message>
    <message>
        <source>Time at {LENGTHS} tokens, {arm} minus full attention</source>
        <translation>토큰 {LENGTHS}개일 때의 시간, {arm} − 전체 어텐션</translation>
    </message>
    <message>
        <source>Memory at {LONGEST_WRITTEN_OUT} tokens, {arm} minus full attention with the matrix of its weights</source>
        <translation>토큰 {LONGEST_WRITTEN_OUT}개일 때의 메모리, {arm} − 가중치 행렬이 있는 전체 어텐션</translation>
    </message>
    <message>
        <source>Time and memory by length</source>
        <translation>길이에 따른 시간과 메모리</translation>
    </message>
    <message>
        <source>What does a forward pass cost as the text becomes longer?</source>
        <translation>글이 길어지면 순전파의 비용은 얼마나 될까요?</translation>
    </message>
    <message>
        <source>Nothing is learned, as the cost does not depend on the weights. One text of random tokens passes two layers of width 128, on one thread of a processor; what is measured is the processor's time, so other programs count little. Intervals are over repetitions. Up to 704 tokens BigBird has full attention, as in transformers; the authors advise it below 1,024. Reformer has one layer of local attention and one with hashing.</source>
        <translation>비용은 가중치에 좌우되지 않으므로 아무것도 학습하지 않습니다. 무작위 토큰의 글 하나가 프로세서의 스레드 하나에서 너비 128인 두 층을 지납니다. 재는 것은 프로세서의 시간이므로 다른 프로그램의 영향은 작습니다. 구간은 반복에 대한 것입니다. 토큰 704개까지 BigBird는 transformers처럼 전체 어텐션을 쓰며, 저자들은 1,024개 미만에서 이를 권합니다. Reformer는 지역 어텐션 층 하나와 해싱 층 하나를 갖습니다.</translation>
    </message>
    <message>
        <source>The kernel that runs full attention here never holds the matrix of all its weights, so its memory grows with the length only; kernels of 2020 held it, and so does this program where weights are recorded: the third metric, measured up to {LONGEST_WRITTEN_OUT} tokens. In a wider model attention is a smaller part of the work, and the lengths at which the curves cross lie higher. A GPU has other kernels.</source>
        <translation>여기서 전체 어텐션을 실행하는 커널은 가중치 행렬 전체를 담아 두지 않으므로, 메모리는 길이에만 비례해 늘어납니다. 2020년의 커널은 담아 두었고, 이 프로그램도 가중치를 기록할 때는 그렇습니다. 이것이 토큰 {LONGEST_WRITTEN_OUT}개까지 잰 셋째 지표입니다. 더 넓은 모델에서는 어텐션이 일에서 차지하는 몫이 작고, 곡선이 만나는 길이가 더 깁니다. GPU의 커널은 다릅니다.</translation>
    </message>
    <message>
        <source>Attention to a constant number of blocks costs in proportion to the length, full attention in proportion to its square.</source>
        <translation>일정한 수의 블록에 대한 어텐션은 길이에 비례하는 비용이 들고, 전체 어텐션은 길이의 제곱에 비례합니다.</translation>
    </message>
    <message>
        <source>texts up to 8 times as long on similar hardware</source>
        <translation>비슷한 하드웨어에서 최대 8배 긴 글</translation>
    </message>
    <message>
        <source>Locality-sensitive hashing changes the cost of attention from L² to L log L.</source>
        <translation>지역 민감 해싱은 어텐션의 비용을 L²에서 L log L로 바꿉니다.</translation>
    </message>
    <message>
        <source>an order of growth, without a measured number</source>
        <translation>측정한 수치가 없는 증가 차수</translation>
    </message>
    <message>
        <source>BigBird: blocks of 64, 3 at random</source>
        <translation>BigBird: 64짜리 블록, 3개 무작위</translation>
    </message>
    <message>
        <source>Reformer: chunks of 64, 2 rounds</source>
        <translation>Reformer: 64짜리 청크, 2라운드</translation>
    </message>
    <message>
        <source>Time of a forward pass</source>
        <translation>순전파 시간</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>최대 메모리</translation>
    </message>
    <message>
        <source>Peak memory with the matrix of weights written out</source>
        <translation>가중치 행렬을 담은 최대 메모리</translation>
    </message>
    <message>
        <source>All parameters or LoRA</source>
        <translation>전체 파라미터 또는 LoRA</translation>
    </message>
    <message>
        <source>Can a model learn a task with a small part of its parameters?</source>
        <translation>모델이 파라미터의 작은 일부만으로 과제를 배울 수 있을까요?</translation>
    </message>
    <message>
        <source>The same 1,500 sentences are learned three times each. LoRA and the head alone learn at five times the rate of all parameters, as few weights must move further; LoRA's scale is twice its rank.</source>
        <translation>같은 문장 1,500개를 세 번씩 배웁니다. LoRA와 헤드만은 전체 파라미터의 다섯 배 학습률로 배웁니다. 적은 가중치가 더 많이 움직여야 하기 때문입니다. LoRA의 배율은 랭크의 두 배입니다.</translation>
    </message>
    <message>
        <source>The matrices of a small model are narrow, so rank 16 is a large part of their width, and there is less to save. Each way has one learning rate here; the paper searches for the best.</source>
        <translation>작은 모델의 행렬은 좁아서 랭크 16은 그 너비의 큰 부분이고, 아낄 것도 적습니다. 여기서는 방법마다 학습률이 하나이며, 논문은 가장 좋은 학습률을 찾습니다.</translation>
    </message>
    <message>
        <source>Low-rank additions to the query and value matrices do as well as learning all parameters, with far fewer of them.</source>
        <translation>쿼리와 값 행렬에 저랭크를 더하면 훨씬 적은 파라미터로 전체 파라미터를 학습하는 것만큼 잘합니다.</translation>
    </message>
    <message>
        <source>RoBERTa base on GLUE: 86.4 with all 125 million parameters, 87.2 with 0.3 million</source>
        <translation>GLUE의 RoBERTa base: 파라미터 1억 2,500만 개 전체 86.4, 30만 개 87.2</translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 4 minus all parameters</source>
        <translation>매슈스 상관계수, 랭크 4의 LoRA − 전체 파라미터</translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 4 minus the head alone</source>
        <translation>매슈스 상관계수, 랭크 4의 LoRA − 헤드만</translation>
    </message>
    <message>
        <source>Matthews correlation, LoRA of rank 16 minus rank 1</source>
        <translation>매슈스 상관계수, 랭크 16의 LoRA − 랭크 1</translation>
    </message>
    <message>
        <source>80/10/10 or [MASK] alone</source>
        <translation>80/10/10과 [MASK]만</translation>
    </message>
    <message>
        <source>Should some of the chosen tokens be random or unchanged instead of [MASK]?</source>
        <translation>고른 토큰의 일부를 [MASK] 대신 무작위로 하거나 그대로 두어야 할까요?</translation>
    </message>
    <message>
        <source>80/10/10 means 80 % [MASK], 10 % random and 10 % unchanged tokens among the chosen ones. The difference between training and use is measured directly: each model predicts the same held-out tokens three times, from [MASK], from the token itself and from a random token. The first is how a model is trained, the second is how a task uses it.</source>
        <translation>80/10/10은 고른 토큰 중 80 %는 [MASK], 10 %는 무작위 토큰, 10 %는 그대로라는 뜻입니다. 학습과 사용의 차이는 직접 잽니다. 각 모델은 같은 평가용 토큰을 세 번, 곧 [MASK]에서, 토큰 자체에서, 무작위 토큰에서 예측합니다. 첫째는 모델이 학습하는 방식이고, 둘째는 과제가 모델을 쓰는 방식입니다.</translation>
    </message>
    <message>
        <source>The paper measures tasks after fine-tuning, or uses the hidden states as features. Here the prediction of tokens stands for both. In a model trained with [MASK] alone, the weights above the hidden states of other tokens were never trained, and a small classifier could still find the token in them.</source>
        <translation>논문은 파인튜닝한 뒤의 과제를 재거나 은닉 상태를 특징으로 씁니다. 여기서는 토큰 예측이 둘을 대신합니다. [MASK]만으로 학습한 모델에서는 다른 토큰의 은닉 상태 위의 가중치가 학습되지 않았으므로, 작은 분류기라면 그 안에서 토큰을 찾아낼 수도 있습니다.</translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea. Many people live in Seoul.</source>
        <translation>Seoul is the capital of South Korea. Many people live in Seoul.</translation>
    </message>
    <message>
        <source>Tasks have no [MASK], so some chosen tokens stay or become random. After fine-tuning the difference is small.</source>
        <translation>과제에는 [MASK]가 없으므로, 고른 토큰의 일부는 그대로 두거나 무작위로 바꿉니다. 파인튜닝한 뒤의 차이는 작습니다.</translation>
    </message>
    <message>
        <source>MNLI 84.2 with 80/10/10, 84.3 with [MASK] alone, 83.6 with random tokens alone</source>
        <translation>MNLI: 80/10/10이면 84.2, [MASK]만이면 84.3, 무작위 토큰만이면 83.6</translation>
    </message>
    <message>
        <source>Without fine-tuning, where the hidden states are used as they are, a model that was trained with [MASK] alone is worse.</source>
        <translation>은닉 상태를 그대로 쓰는, 파인튜닝하지 않은 경우에는 [MASK]만으로 학습한 모델이 더 나쁩니다.</translation>
    </message>
    <message>
        <source>NER (feature-based) 94.9 with 80/10/10, 94.0 with [MASK] alone</source>
        <translation>NER(특징 기반): 80/10/10이면 94.9, [MASK]만이면 94.0</translation>
    </message>
    <message>
        <source>Accuracy where the input is [MASK]</source>
        <translation>입력이 [MASK]인 곳의 정확도</translation>
    </message>
    <message>
        <source>Accuracy where the input is the token</source>
        <translation>입력이 그 토큰인 곳의 정확도</translation>
    </message>
    <message>
        <source>Accuracy where the input is a random token</source>
        <translation>입력이 무작위 토큰인 곳의 정확도</translation>
    </message>
    <message>
        <source>Loss where the input is [MASK]</source>
        <translation>입력이 [MASK]인 곳의 손실</translation>
    </message>
    <message>
        <source>Accuracy at [MASK], 80/10/10 minus [MASK] alone</source>
        <translation>[MASK]의 정확도, 80/10/10 − [MASK]만</translation>
    </message>
    <message>
        <source>Accuracy at unchanged tokens, 80/10/10 minus [MASK] alone</source>
        <translation>그대로 둔 토큰의 정확도, 80/10/10 − [MASK]만</translation>
    </message>
    <message>
        <source>Accuracy at [MASK], 80/10/10 minus random tokens alone</source>
        <translation>[MASK]의 정확도, 80/10/10 − 무작위 토큰만</translation>
    </message>
    <message>
        <source>How much to mask</source>
        <translation>얼마나 마스킹할까</translation>
    </message>
    <message>
        <source>How many tokens should be masked?</source>
        <translation>토큰을 몇 개 마스킹해야 할까요?</translation>
    </message>
    <message>
        <source>Few steps, so that the number of predictions per step matters: at 5 % a step has a third of the predictions that it has at 15 %, and at 80 % a prediction sees one token in five. All models are measured on the same held-out positions, of which 15 % are masked.</source>
        <translation>스텝당 예측 수가 중요해지도록 스텝을 적게 둡니다. 5 %에서는 한 스텝의 예측이 15 %일 때의 3분의 1이고, 80 %에서는 예측 하나가 토큰 다섯 개 중 하나를 봅니다. 모든 모델은 15 %가 마스킹된 같은 평가용 위치에서 잽니다.</translation>
    </message>
    <message>
        <source>The best rate depends on the size of the model, on the number of steps and on the text. Sentences of the mini-world are short and regular, so a few tokens of context often suffice. The papers measure tasks after fine-tuning, not the prediction of masked tokens. A model that was trained at 15 % is also measured at the rate that it knows.</source>
        <translation>가장 좋은 비율은 모델의 크기, 스텝 수, 텍스트에 달려 있습니다. 미니 월드의 문장은 짧고 규칙적이어서 문맥 토큰 몇 개로 충분한 경우가 많습니다. 논문들은 마스킹된 토큰의 예측이 아니라 파인튜닝한 뒤의 과제를 잽니다. 15 %로 학습한 모델은 자기가 아는 비율에서 측정되기도 합니다.</translation>
    </message>
    <message>
        <source>Tokens chosen, %</source>
        <translation>고른 토큰, %</translation>
    </message>
    <message>
        <source>15 % of the tokens are chosen. Too little masking makes training expensive, and too much leaves too little context.</source>
        <translation>토큰의 15 %를 고릅니다. 마스킹이 너무 적으면 학습이 비싸지고, 너무 많으면 문맥이 너무 적게 남습니다.</translation>
    </message>
    <message>
        <source>Large models learn more with 40 % than with 15 %, and 80 % still gives most of the quality.</source>
        <translation>큰 모델은 15 %보다 40 %에서 더 많이 배우며, 80 %에서도 품질의 대부분을 유지합니다.</translation>
    </message>
    <message>
        <source>40 % better than 15 %; 80 % keeps 95 % of the performance</source>
        <translation>40 %가 15 %보다 나음; 80 %는 성능의 95 %를 유지</translation>
    </message>
    <message>
        <source>Accuracy with 15 % masked</source>
        <translation>15 % 마스킹일 때의 정확도</translation>
    </message>
    <message>
        <source>Loss with 15 % masked</source>
        <translation>15 % 마스킹일 때의 손실</translation>
    </message>
    <message>
        <source>no warm-up</source>
        <translation>워밍업 없음</translation>
    </message>
    <message>
        <source>Pre-LN or post-LN</source>
        <translation>Pre-LN과 post-LN</translation>
    </message>
    <message>
        <source>Does a deep model learn without warm-up if it normalises before each sublayer?</source>
        <translation>하위 층마다 앞에서 정규화하면 깊은 모델이 워밍업 없이 배울까요?</translation>
    </message>
    <message>
        <source>Decoders of width 64 with 2, 4 and 8 layers learn for 300 steps at a rate that is high for them, so that the first steps can do harm. Text, vocabulary and batches are equal. A run counts as one that did not learn to use context if its loss is not below that of the best constant prediction. A loss above that of equal probabilities is shown as theirs.</source>
        <translation>너비 64에 2, 4, 8층인 디코더가 이들에게 높은 학습률로 300스텝을 배우므로, 처음 스텝이 해가 될 수 있습니다. 텍스트, 어휘, 배치는 같습니다. 손실이 가장 좋은 상수 예측보다 낮지 않으면 문맥을 쓰는 법을 배우지 못한 실행으로 셉니다. 균등 확률보다 높은 손실은 균등 확률의 손실로 표시합니다.</translation>
    </message>
    <message>
        <source>GPT-2 differs from GPT-1 in two more points: a LayerNorm after the last layer, and first weights of the residual projections that are smaller the deeper the model is. The paper measures translation and BERT. The optimiser and its clipping of gradients are the same on both sides; other rates move the border between learning and not learning.</source>
        <translation>GPT-2는 GPT-1과 두 가지가 더 다릅니다. 마지막 층 뒤에 LayerNorm이 있고, 모델이 깊을수록 잔차 투영의 처음 가중치가 작습니다. 논문은 번역과 BERT를 잽니다. 최적화기와 기울기 자르기는 양쪽이 같습니다. 학습률이 달라지면 배우는 경우와 배우지 못하는 경우의 경계가 옮겨 갑니다.</translation>
    </message>
    <message>
        <source>With the LayerNorm before each sublayer, gradients are well-behaved at the first step, and the warm-up can be left out; with the LayerNorm after it, the gradients near the output are large, so that a large rate without warm-up makes training unstable.</source>
        <translation>LayerNorm이 하위 층 앞에 있으면 첫 스텝의 기울기가 잘 다스려져 워밍업을 뺄 수 있습니다. 뒤에 있으면 출력 가까이의 기울기가 커서, 워밍업 없는 큰 학습률은 학습을 불안정하게 합니다.</translation>
    </message>
    <message>
        <source>Runs that did not learn to use context</source>
        <translation>문맥을 쓰는 법을 배우지 못한 실행</translation>
    </message>
    <message>
        <source>Gradient norm of the first layer before the first step</source>
        <translation>첫 스텝 전 첫째 층의 기울기 노름</translation>
    </message>
    <message>
        <source>Gradient norm of the last layer before the first step</source>
        <translation>첫 스텝 전 마지막 층의 기울기 노름</translation>
    </message>
    <message>
        <source>Loss without warm-up, 8 layers, post-LN minus pre-LN</source>
        <translation>워밍업 없는 손실, 8층, post-LN − pre-LN</translation>
    </message>
    <message>
        <source>Loss of pre-LN, 8 layers, without warm-up minus with it</source>
        <translation>pre-LN의 손실, 8층, 워밍업 없음 − 있음</translation>
    </message>
    <message>
        <source>Gradient norm of the last layer, 8 layers, post-LN minus pre-LN</source>
        <translation>마지막 층의 기울기 노름, 8층, post-LN − pre-LN</translation>
    </message>
    <message>
        <source>Permutation or masking</source>
        <translation>순열과 마스킹</translation>
    </message>
    <message>
        <source>Does a model that predicts tokens in a random order learn how they depend on each other?</source>
        <translation>무작위 순서로 토큰을 예측하는 모델은 토큰들이 서로 어떻게 의존하는지 배울까요?</translation>
    </message>
    <message>
        <source>Names of two words, such as South Korea, where the second word depends on the first. Both models predict the same names in held-out texts, with all other words visible. The loss of both at once treats them as independent; the loss one after the other does not. A step of XLNet takes longer, as two streams are computed, so it has fewer steps in the same time.</source>
        <translation>South Korea처럼 둘째 단어가 첫째 단어에 의존하는 두 단어 이름입니다. 두 모델은 평가용 글에서 같은 이름을 예측하며, 다른 단어는 모두 보입니다. 둘을 한꺼번에 볼 때의 손실은 둘을 독립으로 다루고, 하나씩 볼 때의 손실은 그렇지 않습니다. XLNet의 한 스텝은 두 흐름을 계산해야 해서 더 오래 걸리므로 같은 시간에 스텝이 적습니다.</translation>
    </message>
    <message>
        <source>The two models also differ in how positions enter: XLNet has relative ones. With 15 % masked, a masked model often sees one word of a name while it predicts the other, so it learns the dependency as well; it only cannot use it where both are masked. The paper measures tasks after fine-tuning. Names of the mini-world are few and occur often.</source>
        <translation>두 모델은 위치를 쓰는 방식도 다릅니다. XLNet의 위치는 상대적입니다. 15 %를 마스킹하면 마스크 모델은 이름의 한 단어를 예측할 때 다른 단어를 보는 경우가 많아 의존 관계도 배우지만, 둘 다 마스킹된 곳에서는 쓸 수 없을 뿐입니다. 논문은 파인튜닝한 뒤의 과제를 잽니다. 미니 월드의 이름은 적고 자주 나옵니다.</translation>
    </message>
    <message>
        <source>A masked model predicts [New, York] independently of each other. A permutation model predicts the later one from the earlier one too, so it learns more dependencies.</source>
        <translation>마스크 모델은 [New, York]을 서로 독립으로 예측합니다. 순열 모델은 나중 것을 앞의 것에서도 예측하므로 더 많은 의존 관계를 배웁니다.</translation>
    </message>
    <message>
        <source>log p(New | is a city) + log p(York | New, is a city)</source>
        <translation>log p(New | is a city) + log p(York | New, is a city)</translation>
    </message>
    <message>
        <source>Trained on the same data with nearly the same recipe, XLNet is better than BERT.</source>
        <translation>거의 같은 방법과 같은 데이터로 학습하면 XLNet이 BERT보다 낫습니다.</translation>
    </message>
    <message>
        <source>BERT, masking</source>
        <translation>BERT, 마스킹</translation>
    </message>
    <message>
        <source>XLNet, permutation</source>
        <translation>XLNet, 순열</translation>
    </message>
    <message>
        <source>XLNet, permutation, as many steps as BERT</source>
        <translation>XLNet, 순열, BERT와 같은 스텝 수</translation>
    </message>
    <message>
        <source>Loss of a name, one word after the other</source>
        <translation>이름의 손실, 단어를 하나씩</translation>
    </message>
    <message>
        <source>nats per name</source>
        <translation>이름당 나트</translation>
    </message>
    <message>
        <source>Loss of a name, both words at once</source>
        <translation>이름의 손실, 두 단어를 한꺼번에</translation>
    </message>
    <message>
        <source>What the first word says about the second</source>
        <translation>첫 단어가 둘째 단어에 대해 말해 주는 것</translation>
    </message>
    <message>
        <source>Accuracy of the second word after the first</source>
        <translation>첫 단어 뒤 둘째 단어의 정확도</translation>
    </message>
    <message>
        <source>Loss of a name in turn, permutation minus masking at equal time</source>
        <translation>하나씩 구한 이름의 손실, 같은 시간에서 순열 − 마스킹</translation>
    </message>
    <message>
        <source>Loss of a name in turn, permutation minus masking at equal steps</source>
        <translation>하나씩 구한 이름의 손실, 같은 스텝에서 순열 − 마스킹</translation>
    </message>
    <message>
        <source>What the first word says about the second, permutation minus masking</source>
        <translation>첫 단어가 둘째 단어에 대해 말해 주는 것, 순열 − 마스킹</translation>
    </message>
    <message>
        <source>Increase at {LONGEST} tokens: absolute minus {title}</source>
        <translation>토큰 {LONGEST}개에서의 증가: 절대 − {title}</translation>
    </message>
    <message>
        <source>Absolute and relative positions</source>
        <translation>절대 위치와 상대 위치</translation>
    </message>
    <message>
        <source>Can a model read texts that are longer than those it was trained on?</source>
        <translation>모델이 학습한 것보다 긴 글을 읽을 수 있을까요?</translation>
    </message>
    <message>
        <source>All models are trained on texts of 32 tokens and evaluated on texts of up to 128. A learned absolute position beyond 32 never occurred in training. The relative ones are set so that no distance is new: T5's buckets end at 32, DeBERTa's distances are cut at 16, and XLNet's sinusoids need no training. DeBERTa runs without its enhanced mask decoder, which would add absolute positions.</source>
        <translation>모든 모델은 토큰 32개짜리 글로 학습하고 최대 128개짜리 글로 평가합니다. 32를 넘는 학습된 절대 위치는 학습에 나온 적이 없습니다. 상대 위치는 새로운 거리가 없도록 정했습니다. T5의 버킷은 32에서 끝나고, DeBERTa의 거리는 16에서 잘리며, XLNet의 사인 함수는 학습이 필요 없습니다. DeBERTa는 절대 위치를 더하는 향상된 마스크 디코더 없이 실행합니다.</translation>
    </message>
    <message>
        <source>Each model is evaluated with its own objective (masked tokens, tokens of a permutation, dropped spans), so that only the increase of the loss over that at 32 tokens can be compared, not the loss itself. T5's texts lose as many spans at every length, since the sentinels of further spans would be new to it. The documents are short, so that a longer text adds more documents rather than more context about one.</source>
        <translation>각 모델은 자기 학습 목표(마스킹된 토큰, 순열의 토큰, 빠진 스팬)로 평가하므로, 비교할 수 있는 것은 손실 자체가 아니라 토큰 32개일 때의 손실에서 늘어난 양뿐입니다. T5의 글은 길이와 관계없이 빠지는 스팬의 수가 같습니다. 스팬이 더 많으면 그 센티널이 T5에 새로운 것이기 때문입니다. 문서가 짧으므로, 더 긴 글은 한 문서의 문맥이 느는 것이 아니라 문서가 늘어나는 것입니다.</translation>
    </message>
    <message>
        <source>Tokens in the text</source>
        <translation>글의 토큰 수</translation>
    </message>
    <message>
        <source>The relative positions of Transformer-XL generalise to attention lengths longer than the one observed during training.</source>
        <translation>Transformer-XL의 상대 위치는 학습에서 본 것보다 긴 어텐션 길이로 일반화됩니다.</translation>
    </message>
    <message>
        <source>trained with 128 tokens, the perplexity is lowest, 26.77, with 500 at evaluation</source>
        <translation>토큰 128개로 학습하면 평가에서 500개일 때 퍼플렉서티가 26.77로 가장 낮음</translation>
    </message>
    <message>
        <source>With distances cut at k, DeBERTa can in theory read texts far longer than k.</source>
        <translation>거리를 k에서 자르면 DeBERTa는 이론적으로 k보다 훨씬 긴 글을 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>24,528 tokens with k = 512 and 24 layers</source>
        <translation>k = 512, 24층에서 토큰 24,528개</translation>
    </message>
    <message>
        <source>appendix A.5</source>
        <translation>부록 A.5</translation>
    </message>
    <message>
        <source>T5 learns one number for each head and bucket of distances; all distances beyond the largest share a bucket.</source>
        <translation>T5는 헤드와 거리 버킷마다 수 하나를 배우며, 가장 먼 거리를 넘는 거리는 모두 한 버킷을 함께 씁니다.</translation>
    </message>
    <message>
        <source>Absolute (BERT)</source>
        <translation>절대 위치 (BERT)</translation>
    </message>
    <message>
        <source>Buckets of distances (T5)</source>
        <translation>거리 버킷 (T5)</translation>
    </message>
    <message>
        <source>Sinusoidal distances (XLNet)</source>
        <translation>사인 거리 (XLNet)</translation>
    </message>
    <message>
        <source>Disentangled (DeBERTa)</source>
        <translation>분리 (DeBERTa)</translation>
    </message>
    <message>
        <source>Increase of the loss over that at 32 tokens</source>
        <translation>토큰 32개일 때에 비한 손실의 증가</translation>
    </message>
    <message>
        <source>sinusoidal distances</source>
        <translation>사인 거리</translation>
    </message>
    <message>
        <source>Facts at 129 to 256 tokens, {title} minus a window alone</source>
        <translation>토큰 129~256개 떨어진 사실, {title} − 윈도만</translation>
    </message>
    <message>
        <source>Recall by distance</source>
        <translation>거리에 따른 회상</translation>
    </message>
    <message>
        <source>Can a model use a fact that was stated far away in its text?</source>
        <translation>모델이 글에서 멀리 떨어진 곳에 나온 사실을 쓸 수 있을까요?</translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens begin with a summary of eight facts, each of which is stated once more at a distance that is drawn. The values of the summary are masked, and the model predicts them from the text behind it. Its pairs of values are in no training text, so memory is of no use. In two layers a window of three blocks of 8 tokens reaches at most 23 tokens. Reformer has one layer of local attention and one with hashing.</source>
        <translation>토큰 {LENGTH}개짜리 글은 사실 여덟 개의 요약으로 시작하고, 각 사실은 뽑은 거리에서 한 번 더 나옵니다. 요약의 값은 마스킹되어 있고, 모델은 그 뒤의 글에서 그것을 예측합니다. 요약의 값 쌍은 어느 학습 글에도 없으므로 기억은 쓸모가 없습니다. 두 층에서 토큰 8개짜리 블록 세 개의 윈도는 최대 토큰 23개까지 닿습니다. Reformer는 지역 어텐션 층 하나와 해싱 층 하나를 갖습니다.</translation>
    </message>
    <message>
        <source>The papers measure tasks on real long texts; here one kind of fact is recalled, by models of about 200,000 parameters. All are encoders with the same objective, Reformer too, which its paper trains as a decoder.</source>
        <translation>논문들은 실제의 긴 글로 과제를 재지만, 여기서는 파라미터 약 20만 개의 모델이 한 종류의 사실을 회상합니다. 논문에서 디코더로 학습하는 Reformer를 포함해, 모두 같은 학습 목표를 가진 인코더입니다.</translation>
    </message>
    <message>
        <source>Distance in tokens, at most</source>
        <translation>토큰 거리, 최대</translation>
    </message>
    <message>
        <source>Longer contexts improve tasks such as question answering, and attention to a few blocks is enough to use them.</source>
        <translation>긴 문맥은 질의응답 같은 과제를 개선하며, 몇 개 블록에 대한 어텐션으로도 이를 충분히 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>texts up to 8 times as long as before</source>
        <translation>이전보다 최대 8배 긴 글</translation>
    </message>
    <message>
        <source>With hashing and reversible layers a model performs on par with a Transformer.</source>
        <translation>해싱과 가역 층을 쓴 모델은 트랜스포머와 대등한 성능을 냅니다.</translation>
    </message>
    <message>
        <source>stated there without a number</source>
        <translation>논문에 수치 없이 쓰여 있음</translation>
    </message>
    <message>
        <source>BigBird's window alone</source>
        <translation>BigBird의 윈도만</translation>
    </message>
    <message>
        <source>Facts recalled, by distance</source>
        <translation>맞힌 사실, 거리별</translation>
    </message>
    <message>
        <source>full attention</source>
        <translation>전체 어텐션</translation>
    </message>
    <message>
        <source>Masked or replaced tokens</source>
        <translation>마스킹된 토큰 또는 교체된 토큰</translation>
    </message>
    <message>
        <source>Does it help to learn from every token instead of 15 % of them?</source>
        <translation>15 %가 아니라 모든 토큰에서 배우면 도움이 될까요?</translation>
    </message>
    <message>
        <source>The models read the same text for the same number of steps. In a step all but BERT compute a generator of a quarter of the width too, so the chart shows them by time. In both MLM arms the large model reads the generator's samples and predicts the original tokens, at the chosen 15 % or at all positions; at all positions it can copy a token, with a probability that it learns. What the pretrained model offers is measured without changing it, by linear functions of its hidden states that judge sentences (as in CoLA) and compare two of them (as in STS-B). None of the objectives is trained on these tasks.</source>
        <translation>모델들은 같은 텍스트를 같은 스텝 수만큼 읽습니다. BERT를 뺀 모두는 한 스텝에 너비 4분의 1인 생성기도 계산하므로, 차트는 시간에 따라 보여 줍니다. 두 MLM 조건에서는 큰 모델이 생성기의 표본을 읽고, 고른 15 % 또는 모든 위치에서 원래 토큰을 예측합니다. 모든 위치에서는 배우는 확률로 토큰을 베낄 수 있습니다. 사전 학습 모델이 주는 것은 모델을 바꾸지 않고 은닉 상태의 선형 함수로 측정합니다. 이 함수는 문장을 판정하고(CoLA처럼) 두 문장을 비교합니다(STS-B처럼). 어느 학습 목표도 이 과제로 학습하지 않습니다.</translation>
    </message>
    <message>
        <source>The paper pretrains models of 110M parameters far longer, and fine-tunes them on eight tasks. In short training the discriminator learns little until the generator's replacements become plausible. Sentences that are not acceptable have swapped words or a wrong article, which is closer to detecting replaced tokens than most tasks are. The paper does not say how the loss of the generator is weighted in its MLM arms; here it counts as much as the other loss. BERT replaces a tenth of the chosen tokens by random ones, the generator's input has none.</source>
        <translation>논문은 파라미터 1억 1,000만 개의 모델을 훨씬 오래 사전 학습하고 과제 여덟 개에 파인튜닝합니다. 짧은 학습에서 판별기는 생성기의 교체가 그럴듯해질 때까지 거의 배우지 못합니다. 비문은 단어의 순서가 바뀌었거나 관사가 틀린 것으로, 대부분의 과제보다 교체된 토큰을 찾는 일에 가깝습니다. 논문은 MLM 조건에서 생성기의 손실에 어떤 가중치를 두는지 밝히지 않습니다. 여기서는 다른 손실과 같게 둡니다. BERT는 고른 토큰의 10분의 1을 무작위 토큰으로 바꾸지만, 생성기의 입력에는 그런 것이 없습니다.</translation>
    </message>
    <message>
        <source>Most of the gain of ELECTRA comes from a loss on all tokens; some comes from text without mask tokens.</source>
        <translation>ELECTRA의 이득은 대부분 모든 토큰에 대한 손실에서 오며, 일부는 마스크 토큰이 없는 텍스트에서 옵니다.</translation>
    </message>
    <message>
        <source>GLUE score: BERT 82.2, Replace MLM 82.4, ELECTRA 15% 82.4, All-Tokens MLM 84.3, ELECTRA 85.0</source>
        <translation>GLUE 점수: BERT 82.2, Replace MLM 82.4, ELECTRA 15% 82.4, All-Tokens MLM 84.3, ELECTRA 85.0</translation>
    </message>
    <message>
        <source>Masked tokens (BERT)</source>
        <translation>마스킹된 토큰 (BERT)</translation>
    </message>
    <message>
        <source>Replace MLM (at 15 %)</source>
        <translation>Replace MLM (15 %에서)</translation>
    </message>
    <message>
        <source>All-Tokens MLM (at all)</source>
        <translation>All-Tokens MLM (모든 토큰에서)</translation>
    </message>
    <message>
        <source>ELECTRA (at all)</source>
        <translation>ELECTRA (모든 토큰에서)</translation>
    </message>
    <message>
        <source>ELECTRA minus BERT</source>
        <translation>ELECTRA − BERT</translation>
    </message>
    <message>
        <source>Loss at all tokens minus loss at 15 %</source>
        <translation>모든 토큰의 손실 − 15 %의 손실</translation>
    </message>
    <message>
        <source>ELECTRA with a loss at 15 % minus BERT</source>
        <translation>15 %에 손실을 둔 ELECTRA − BERT</translation>
    </message>
    <message>
        <source>All-Tokens MLM minus BERT</source>
        <translation>All-Tokens MLM − BERT</translation>
    </message>
    <message>
        <source>Replace MLM minus BERT</source>
        <translation>Replace MLM − BERT</translation>
    </message>
    <message>
        <source>{title}, reversible minus stored</source>
        <translation>{title}, 가역 − 저장</translation>
    </message>
    <message>
        <source>Does it cost quality to compute activations again instead of storing them?</source>
        <translation>활성값을 저장하는 대신 다시 계산하면 품질이 떨어질까요?</translation>
    </message>
    <message>
        <source>Both compute the same function with the same weights; {TRAINED} layers of width 64 learn in 200 steps of 1,024 tokens. Memory and time are those of one step of untrained models with {DEPTHS} to {DEPTHS_} layers: activations and gradients, without the weights. The backward pass computes the input of each layer from its output, and then the layer again.</source>
        <translation>둘은 같은 가중치로 같은 함수를 계산합니다. 너비 64인 {TRAINED}층이 토큰 1,024개짜리 스텝 200번에서 배웁니다. 메모리와 시간은 {DEPTHS}층에서 {DEPTHS_}층까지인 학습하지 않은 모델의 한 스텝을 잰 값으로, 가중치를 뺀 활성값과 기울기입니다. 역전파는 각 층의 출력에서 입력을 계산하고, 그런 다음 층을 다시 계산합니다.</translation>
    </message>
    <message>
        <source>The paper compares with a regular Transformer, whose layers are not those of a reversible one; here the layers are the same and only what is stored differs, so that losses differ by rounding alone. The paper does not state the extra time, which follows from the second computation. The model is small, so gradients are a larger part of its memory.</source>
        <translation>논문은 가역 층이 아닌 층을 쓰는 보통의 트랜스포머와 비교합니다. 여기서는 층이 같고 저장하는 것만 다르므로, 손실의 차이는 반올림에서만 옵니다. 논문은 두 번째 계산에서 오는 추가 시간을 밝히지 않습니다. 모델이 작으므로 메모리에서 기울기가 차지하는 몫이 더 큽니다.</translation>
    </message>
    <message>
        <source>Reversible layers store activations once instead of once for each layer.</source>
        <translation>가역 층은 활성값을 층마다가 아니라 한 번만 저장합니다.</translation>
    </message>
    <message>
        <source>A reversible Transformer learns as well as a regular one with as many parameters.</source>
        <translation>가역 트랜스포머는 파라미터 수가 같은 보통의 트랜스포머만큼 잘 배웁니다.</translation>
    </message>
    <message>
        <source>learning curves on enwik8 and imagenet64 that are about the same</source>
        <translation>enwik8과 imagenet64에서 거의 같은 학습 곡선</translation>
    </message>
    <message>
        <source>Computed again (reversible)</source>
        <translation>다시 계산 (가역)</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Peak memory of a training step</source>
        <translation>학습 스텝의 최대 메모리</translation>
    </message>
    <message>
        <source>Processor time of a training step</source>
        <translation>학습 스텝의 프로세서 시간</translation>
    </message>
    <message>
        <source>Memory with {DEPTHS} layers</source>
        <translation>{DEPTHS}층의 메모리</translation>
    </message>
    <message>
        <source>Time with {DEPTHS} layers</source>
        <translation>{DEPTHS}층의 시간</translation>
    </message>
    <message>
        <source>{parameters} parameters, {tokens} tokens</source>
        <translation>파라미터 {parameters}개, 토큰 {tokens}개</translation>
    </message>
    <message>
        <source>{tokens} tokens of text</source>
        <translation>텍스트 토큰 {tokens}개</translation>
    </message>
    <message>
        <source>Scaling laws</source>
        <translation>스케일링 법칙</translation>
    </message>
    <message>
        <source>How does the loss fall with parameters, data and compute? What if only one grows?</source>
        <translation>파라미터, 데이터, 계산이 늘면 손실은 어떻게 줄까요? 하나만 늘면 어떻게 될까요?</translation>
    </message>
    <message>
        <source>A grid of five sizes and four amounts of text, each trained for the same number of steps; the curves during training give the compute. The least text is read about two hundred times, so that overfitting shows. The laws are fitted to the lowest loss of each training, as if it were stopped there, and the law of compute to the lowest loss of all models at each number of operations.</source>
        <translation>크기 다섯 가지와 텍스트 양 네 가지의 격자이며, 각각 같은 스텝 수로 학습합니다. 학습 중의 곡선이 계산량을 줍니다. 가장 적은 텍스트는 약 200번 읽으므로 과적합이 나타납니다. 법칙은 각 학습이 가장 낮은 손실에서 멈춘 것처럼 그 손실에 맞추고, 계산량의 법칙은 연산 수마다 모든 모델의 가장 낮은 손실에 맞춥니다.</translation>
    </message>
    <message>
        <source>The exponents depend on the text, the tokens and the model, so ours need not be those of the papers. The mini-world is made from patterns, so its floor is high and reached early: its laws have a floor, Kaplan's do not. Our sizes span a factor of 64, theirs six orders of magnitude. The learning rate falls to zero at the end of every training, so points in its middle are not those of shorter trainings; that is one reason why the two papers differ.</source>
        <translation>지수는 텍스트, 토큰, 모델에 따라 달라지므로 논문의 것과 같을 필요가 없습니다. 미니 월드는 틀로 만들어서 바닥이 높고 일찍 도달합니다. 그래서 여기의 법칙에는 바닥이 있고 Kaplan의 법칙에는 없습니다. 여기의 크기는 64배 범위이고 논문의 것은 여섯 자릿수에 걸칩니다. 학습률은 모든 학습의 끝에서 0으로 내려가므로 중간의 점은 더 짧은 학습의 점과 다릅니다. 두 논문이 서로 다른 이유의 하나이기도 합니다.</translation>
    </message>
    <message>
        <source>Parameters or operations</source>
        <translation>파라미터 또는 연산</translation>
    </message>
    <message>
        <source>The loss is a power law of parameters N (without embeddings), of tokens D and of compute C, where the other two do not limit it.</source>
        <translation>손실은 다른 둘이 제한하지 않을 때 파라미터 수 N(임베딩 제외), 토큰 수 D, 계산량 C의 거듭제곱 법칙입니다.</translation>
    </message>
    <message>
        <source>exponents 0.076 for N, 0.095 for D, 0.050 for C</source>
        <translation>지수: N은 0.076, D는 0.095, C는 0.050</translation>
    </message>
    <message>
        <source>If only N or only D grows, the returns diminish. The penalty of overfitting depends on N^0.74 / D.</source>
        <translation>N이나 D만 늘면 얻는 것이 점점 줄어듭니다. 과적합의 벌점은 N^0.74 / D에 달려 있습니다.</translation>
    </message>
    <message>
        <source>The loss is E + A / N^α + B / D^β, so parameters and data should grow in the same proportion.</source>
        <translation>손실은 E + A / N^α + B / D^β이므로, 파라미터와 데이터는 같은 비율로 늘어야 합니다.</translation>
    </message>
    <message>
        <source>Loss at the end, by parameters</source>
        <translation>끝의 손실, 파라미터별</translation>
    </message>
    <message>
        <source>Loss during training, by operations</source>
        <translation>학습 중의 손실, 연산별</translation>
    </message>
    <message>
        <source>Loss after an eighth of the steps, by parameters</source>
        <translation>스텝 8분의 1 뒤의 손실, 파라미터별</translation>
    </message>
    <message>
        <source>Loss, most parameters and data minus fewest and least</source>
        <translation>손실, 가장 많은 − 가장 적은 파라미터와 데이터</translation>
    </message>
    <message>
        <source>Only parameters grow: 8 times as many, least data</source>
        <translation>파라미터만 8배로 늘림, 가장 적은 데이터</translation>
    </message>
    <message>
        <source>Only data grow: 4 times as many, fewest parameters</source>
        <translation>데이터만 4배로 늘림, 가장 적은 파라미터</translation>
    </message>
    <message>
        <source>Only compute grows: all steps minus the first eighth, most parameters, least data</source>
        <translation>계산량만 늘림: 전체 스텝 − 처음 8분의 1, 가장 많은 파라미터, 가장 적은 데이터</translation>
    </message>
    <message>
        <source>Loss by parameters, with the most data</source>
        <translation>파라미터별 손실, 가장 많은 데이터</translation>
    </message>
    <message>
        <source>Loss by tokens of text, with the most parameters</source>
        <translation>텍스트 토큰 수별 손실, 가장 많은 파라미터</translation>
    </message>
    <message>
        <source>Loss by parameters and tokens of text</source>
        <translation>파라미터와 텍스트 토큰 수별 손실</translation>
    </message>
    <message>
        <source>Lowest loss by operations</source>
        <translation>연산별 가장 낮은 손실</translation>
    </message>
    <message>
        <source>Facts by how often they were read</source>
        <translation>읽은 횟수에 따른 사실</translation>
    </message>
    <message>
        <source>Are facts that a text seldom states those for which entities help most?</source>
        <translation>텍스트에 드물게 나오는 사실이 개체가 가장 도움이 되는 사실일까요?</translation>
    </message>
    <message>
        <source>sentences that state the capital; the last group has more, too</source>
        <translation>수도가 나오는 문장 수. 마지막 묶음에는 더 많은 것도 있음</translation>
    </message>
    <message>
        <source>A text seldom states all facts about the entities that it names; a knowledge graph has them.</source>
        <translation>텍스트는 이름이 나오는 개체에 관한 사실을 모두 말하는 일이 드물지만, 지식 그래프에는 있습니다.</translation>
    </message>
    <message>
        <source>an argument, not a measurement</source>
        <translation>측정이 아니라 논증</translation>
    </message>
    <message>
        <source>Capitals stated {words}, with entities minus without</source>
        <translation>수도가 나오는 횟수 {words}, 개체 있음 − 없음</translation>
    </message>
    <message>
        <source>three times or more</source>
        <translation>세 번 이상</translation>
    </message>
    <message>
        <source>Next sentence or sentence order</source>
        <translation>다음 문장 또는 문장 순서</translation>
    </message>
    <message>
        <source>What does a model learn from next-sentence prediction, and from sentence order?</source>
        <translation>모델은 다음 문장 예측에서 무엇을 배우고, 문장 순서에서는 무엇을 배울까요?</translation>
    </message>
    <message>
        <source>Every model is judged on both tasks in the same way: its weights are fixed, and a linear function of the last hidden state of [CLS] is fitted on training documents and evaluated on unseen ones. What the topic alone gives away is measured with a single number, the similarity of the words of the two texts: it helps to find a text of another document, and it cannot help with the order, as it is the same in both orders.</source>
        <translation>모든 모델은 두 과제를 같은 방식으로 판정합니다. 가중치를 고정하고, [CLS]의 마지막 은닉 상태의 선형 함수를 학습 문서에 맞춘 뒤 처음 보는 문서로 평가합니다. 주제만으로 알 수 있는 것은 수 하나, 곧 두 글에 있는 단어의 유사도로 잽니다. 이는 다른 문서의 글을 찾는 데는 도움이 되지만 순서에는 도움이 되지 않습니다. 순서가 어느 쪽이든 같기 때문입니다.</translation>
    </message>
    <message>
        <source>ALBERT has a head for sentence order and BERT one for the next sentence, so the models differ in their architecture too; ALBERT runs here without sharing and with embeddings of full width, which leaves one further matrix. The model with neither reads continuous text and has never seen a pair. Documents of the mini-world have a topic that a few words give away, and sentences whose order is partly free.</source>
        <translation>ALBERT에는 문장 순서 헤드가, BERT에는 다음 문장 헤드가 있으므로 두 모델은 아키텍처도 다릅니다. 여기의 ALBERT는 공유가 없고 임베딩의 너비가 전체이므로, 행렬 하나가 더 남습니다. 둘 다 없는 모델은 이어진 글을 읽고 쌍을 본 적이 없습니다. 미니 월드의 문서에는 몇 단어로 드러나는 주제와, 순서가 어느 정도 자유로운 문장이 있습니다.</translation>
    </message>
    <message>
        <source>In Paris there is a company called Hermes.</source>
        <translation>In Paris there is a company called Hermes.</translation>
    </message>
    <message>
        <source>A model trained on next-sentence prediction is no better than chance at sentence order; one trained on sentence order also solves next-sentence prediction to a reasonable degree.</source>
        <translation>다음 문장 예측으로 학습한 모델은 문장 순서에서 우연 수준을 넘지 못하지만, 문장 순서로 학습한 모델은 다음 문장 예측도 어느 정도 풉니다.</translation>
    </message>
    <message>
        <source>accuracy at sentence order: 53.3 with neither, 52.0 with NSP, 86.5 with SOP; at next-sentence prediction: 52.4, 90.5, 78.9</source>
        <translation>문장 순서 정확도: 둘 다 없으면 53.3, NSP 52.0, SOP 86.5; 다음 문장 예측: 52.4, 90.5, 78.9</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>둘 다 없음</translation>
    </message>
    <message>
        <source>Accuracy at sentence order</source>
        <translation>문장 순서 정확도</translation>
    </message>
    <message>
        <source>Accuracy at next-sentence prediction</source>
        <translation>다음 문장 예측 정확도</translation>
    </message>
    <message>
        <source>Sentence order by common words alone</source>
        <translation>공통 단어만으로 본 문장 순서</translation>
    </message>
    <message>
        <source>Next sentence by common words alone</source>
        <translation>공통 단어만으로 본 다음 문장</translation>
    </message>
    <message>
        <source>At sentence order: trained on it minus trained on next sentence</source>
        <translation>문장 순서: 그것으로 학습 − 다음 문장으로 학습</translation>
    </message>
    <message>
        <source>At sentence order: trained on next sentence minus neither</source>
        <translation>문장 순서: 다음 문장으로 학습 − 둘 다 없음</translation>
    </message>
    <message>
        <source>At next sentence: trained on sentence order minus neither</source>
        <translation>다음 문장: 문장 순서로 학습 − 둘 다 없음</translation>
    </message>
    <message>
        <source>At next sentence: trained on it minus trained on sentence order</source>
        <translation>다음 문장: 그것으로 학습 − 문장 순서로 학습</translation>
    </message>
    <message>
        <source>It makes handbags.</source>
        <translation>It makes handbags.</translation>
    </message>
    <message>
        <source>Both sides: shallow or deep</source>
        <translation>양쪽: 얕게 또는 깊게</translation>
    </message>
    <message>
        <source>Is it enough to read both sides separately and to put the two together at the end?</source>
        <translation>양쪽을 따로 읽고 끝에서 합치는 것으로 충분할까요?</translation>
    </message>
    <message>
        <source>Three models of about 590,000 parameters, softmax included, are pretrained on the same text and the same whole words for the same number of steps. Each is then fine-tuned on 1,500 examples of each task with one linear layer. Whether a word is a name, and of what, can depend on the words on both sides of it. ELMo's layer reads a learned mix of all its layers, whose weights are shown by task; layer 0 is that of the characters.</source>
        <translation>소프트맥스를 포함해 파라미터가 약 590,000개인 모델 세 개를 같은 텍스트, 같은 온전한 단어, 같은 스텝 수로 사전 학습합니다. 그런 다음 각각을 과제마다 예 1,500개로, 선형 층 하나를 두고 파인튜닝합니다. 단어가 이름인지, 무엇의 이름인지는 양쪽의 단어에 달려 있을 수 있습니다. ELMo의 층은 모든 층을 학습된 비율로 섞어 읽으며, 그 가중치를 과제별로 보여 줍니다. 0층은 문자의 층입니다.</translation>
    </message>
    <message>
        <source>ELMo reads characters and carries states, the others read ids and attend, so more than the direction differs. The paper leaves ELMo as it is, below a model of its own for each task; here all parameters learn. Its loss is on every word twice, that of GPT-2 once, that of BERT on 15 % of them.</source>
        <translation>ELMo는 문자를 읽고 상태를 이어 가며, 나머지는 ID를 읽고 주목하므로 방향 말고도 다른 점이 있습니다. 논문은 ELMo를 그대로 두고 과제마다 따로 만든 모델의 아래에 놓지만, 여기서는 모든 파라미터가 배웁니다. ELMo의 손실은 모든 단어에 두 번, GPT-2의 손실은 한 번, BERT의 손실은 15 %의 단어에 걸립니다.</translation>
    </message>
    <message>
        <source>Layer (0: the characters of the word)</source>
        <translation>층 (0: 단어의 문자)</translation>
    </message>
    <message>
        <source>A model that reads both sides in every layer is better at tasks than one that reads from the left, and than two separate directions.</source>
        <translation>모든 층에서 양쪽을 읽는 모델이 왼쪽부터 읽는 모델이나 서로 떨어진 두 방향보다 과제를 잘합니다.</translation>
    </message>
    <message>
        <source>GLUE 79.6 for BERT base</source>
        <translation>GLUE: BERT base 79.6</translation>
    </message>
    <message>
        <source>Words that depend on their sentence help to recognise names.</source>
        <translation>문장에 따라 달라지는 단어 표현은 이름을 인식하는 데 도움이 됩니다.</translation>
    </message>
    <message>
        <source>F1 on CoNLL 2003: 92.22 with ELMo, 90.15 without it</source>
        <translation>CoNLL 2003 F1: ELMo가 있으면 92.22, 없으면 90.15</translation>
    </message>
    <message>
        <source>Both sides in every layer (BERT)</source>
        <translation>모든 층에서 양쪽 (BERT)</translation>
    </message>
    <message>
        <source>Each side by itself (ELMo)</source>
        <translation>양쪽을 따로 (ELMo)</translation>
    </message>
    <message>
        <source>Learned mix for named entities</source>
        <translation>개체명의 학습된 비율</translation>
    </message>
    <message>
        <source>Learned mix for acceptability</source>
        <translation>문법성의 학습된 비율</translation>
    </message>
    <message>
        <source>Learned mix for sentiment</source>
        <translation>감성의 학습된 비율</translation>
    </message>
    <message>
        <source>Mean over tasks, BERT minus ELMo</source>
        <translation>과제 평균, BERT − ELMo</translation>
    </message>
    <message>
        <source>Mean over tasks, ELMo minus GPT-2</source>
        <translation>과제 평균, ELMo − GPT-2</translation>
    </message>
    <message>
        <source>Named entities, BERT minus GPT-2</source>
        <translation>개체명, BERT − GPT-2</translation>
    </message>
    <message>
        <source>nothing shared</source>
        <translation>공유 없음</translation>
    </message>
    <message>
        <source>attention shared</source>
        <translation>어텐션 공유</translation>
    </message>
    <message>
        <source>feed-forward shared</source>
        <translation>피드포워드 공유</translation>
    </message>
    <message>
        <source>all shared</source>
        <translation>모두 공유</translation>
    </message>
    <message>
        <source>Shared layers and narrow embeddings</source>
        <translation>공유 층과 좁은 임베딩</translation>
    </message>
    <message>
        <source>How much does a model lose when its layers share their weights?</source>
        <translation>층들이 가중치를 공유하면 모델은 얼마나 잃을까요?</translation>
    </message>
    <message>
        <source>All models have three layers of width 96, read the same text for the same number of steps and compute the same layers; only the number of different weights changes. The embedding size is the width, as in BERT, or a quarter of it.</source>
        <translation>모든 모델은 너비 96에 세 층이고, 같은 텍스트를 같은 스텝 수만큼 읽으며 같은 층을 계산합니다. 서로 다른 가중치의 수만 바뀝니다. 임베딩 크기는 BERT처럼 너비와 같거나 그 4분의 1입니다.</translation>
    </message>
    <message>
        <source>With three layers there is less to share than with the twelve of the paper, and the vocabulary of 3,000 tokens makes the token table a larger part of the model. The paper averages five fine-tuned tasks; here the loss at masked positions is measured.</source>
        <translation>세 층에서는 논문의 열두 층보다 공유할 것이 적고, 토큰 3,000개의 어휘 때문에 토큰 표가 모델에서 차지하는 몫이 더 큽니다. 논문은 파인튜닝한 과제 다섯 개를 평균하지만 여기서는 마스킹된 위치의 손실을 잽니다.</translation>
    </message>
    <message>
        <source>Parameters, thousands</source>
        <translation>파라미터, 천 개</translation>
    </message>
    <message>
        <source>Sharing all parameters across layers costs 2.5 points on average at embedding size 768 and 1.5 points at 128; most of the loss comes from sharing the feed-forward parameters.</source>
        <translation>모든 파라미터를 층 사이에서 공유하면 임베딩 크기 768에서 평균 2.5점, 128에서 1.5점을 잃습니다. 손실은 대부분 피드포워드 파라미터를 공유하는 데서 옵니다.</translation>
    </message>
    <message>
        <source>E = 768: nothing shared 82.3 (108M parameters), attention shared 81.6 (83M), feed-forward shared 79.5 (57M), all shared 79.8 (31M); E = 128: 81.6 (89M), 81.7 (64M), 80.2 (38M), 80.1 (12M)</source>
        <translation>E = 768: 공유 없음 82.3 (108M 파라미터), 어텐션 공유 81.6 (83M), 피드포워드 공유 79.5 (57M), 모두 공유 79.8 (31M); E = 128: 81.6 (89M), 81.7 (64M), 80.2 (38M), 80.1 (12M)</translation>
    </message>
    <message>
        <source>Without sharing, larger embeddings are better, but not by much; with all layers shared, 128 appears to be best.</source>
        <translation>공유하지 않으면 더 큰 임베딩이 낫지만 차이는 작습니다. 모든 층을 공유하면 128이 가장 좋은 것으로 보입니다.</translation>
    </message>
    <message>
        <source>nothing shared: 81.3 at 64, 81.7 at 128, 81.8 at 256, 82.3 at 768; all shared: 79.0, 80.1, 79.6, 79.8</source>
        <translation>공유 없음: 64에서 81.3, 128에서 81.7, 256에서 81.8, 768에서 82.3; 모두 공유: 79.0, 80.1, 79.6, 79.8</translation>
    </message>
    <message>
        <source>All shared minus nothing shared, E = {WIDTH}</source>
        <translation>모두 공유 − 공유 없음, E = {WIDTH}</translation>
    </message>
    <message>
        <source>Feed-forward shared minus attention shared, E = {WIDTH}</source>
        <translation>피드포워드 공유 − 어텐션 공유, E = {WIDTH}</translation>
    </message>
    <message>
        <source>E = {NARROW} minus E = {WIDTH}, nothing shared</source>
        <translation>E = {NARROW} − E = {WIDTH}, 공유 없음</translation>
    </message>
    <message>
        <source>Operations: all shared minus nothing shared</source>
        <translation>연산: 모두 공유 − 공유 없음</translation>
    </message>
    <message>
        <source>Short texts first</source>
        <translation>짧은 글부터</translation>
    </message>
    <message>
        <source>Does it save time to train on short texts first and on long ones last?</source>
        <translation>짧은 글부터 학습하고 긴 글을 마지막에 학습하면 시간이 절약될까요?</translation>
    </message>
    <message>
        <source>All models read about the same number of tokens, 2.6 million, which takes about the same time; the curves show it. Position embeddings that were never trained are random, so a model that has read short texts only must fail at late positions. All models are measured on the same texts of {LONG} tokens.</source>
        <translation>모든 모델은 거의 같은 수의 토큰, 260만 개를 읽으며 시간도 거의 같습니다. 곡선이 이를 보여 줍니다. 한 번도 학습하지 않은 위치 임베딩은 무작위이므로, 짧은 글만 읽은 모델은 뒤쪽 위치에서 실패할 수밖에 없습니다. 모든 모델은 토큰 {LONG}개짜리 같은 글에서 잽니다.</translation>
    </message>
    <message>
        <source>Attention is a smaller part of the cost in our model with 256 tokens than in BERT with 512, so short texts save less time here. Documents of the mini-world have two to five short sentences, so a long text is several documents and its beginning says little about its end.</source>
        <translation>토큰 256개인 여기의 모델에서는 512개인 BERT보다 어텐션이 비용에서 차지하는 몫이 작아, 짧은 글이 절약하는 시간도 적습니다. 미니 월드의 문서는 짧은 문장 두 개에서 다섯 개이므로, 긴 글은 문서 여러 개이고 그 시작은 끝에 대해 거의 말해 주지 않습니다.</translation>
    </message>
    <message>
        <source>Attention to long sequences costs more than in proportion. So most steps read short ones, and the last steps read long ones, to learn the late positions.</source>
        <translation>긴 시퀀스에 대한 어텐션의 비용은 비례보다 더 빨리 늘어납니다. 그래서 대부분의 스텝은 짧은 시퀀스를, 마지막 스텝은 뒤쪽 위치를 배우기 위해 긴 시퀀스를 읽습니다.</translation>
    </message>
    <message>
        <source>90 % of the steps with 128 tokens, then 10 % with 512</source>
        <translation>스텝의 90 %는 토큰 128개, 그다음 10 %는 512개</translation>
    </message>
    <message>
        <source>appendix A.2</source>
        <translation>부록 A.2</translation>
    </message>
    <message>
        <source>RoBERTa trains with full-length sequences only.</source>
        <translation>RoBERTa는 전체 길이의 시퀀스로만 학습합니다.</translation>
    </message>
    <message>
        <source>{SHORT} tokens, in the last 10 % of the steps {LONG}</source>
        <translation>토큰 {SHORT}개, 마지막 10 %의 스텝에서 {LONG}개</translation>
    </message>
    <message>
        <source>{SHORT} tokens, in 10 % of the steps at random {LONG}</source>
        <translation>토큰 {SHORT}개, 무작위 10 %의 스텝에서 {LONG}개</translation>
    </message>
    <message>
        <source>{LONG} tokens throughout</source>
        <translation>처음부터 끝까지 토큰 {LONG}개</translation>
    </message>
    <message>
        <source>{SHORT} tokens throughout</source>
        <translation>처음부터 끝까지 토큰 {SHORT}개</translation>
    </message>
    <message>
        <source>Loss on texts of {LONG} tokens</source>
        <translation>토큰 {LONG}개짜리 글의 손실</translation>
    </message>
    <message>
        <source>Loss at positions from {SHORT}</source>
        <translation>위치 {SHORT}부터의 손실</translation>
    </message>
    <message>
        <source>Loss at positions before {SHORT}</source>
        <translation>위치 {SHORT} 앞의 손실</translation>
    </message>
    <message>
        <source>Accuracy on texts of {LONG} tokens</source>
        <translation>토큰 {LONG}개짜리 글의 정확도</translation>
    </message>
    <message>
        <source>Loss, short first minus long throughout</source>
        <translation>손실, 짧은 글부터 − 줄곧 긴 글</translation>
    </message>
    <message>
        <source>Loss at late positions, short first minus short throughout</source>
        <translation>뒤쪽 위치의 손실, 짧은 글부터 − 줄곧 짧은 글</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>스팬</translation>
    </message>
    <message>
        <source>How long should the dropped spans be, and how many tokens should be dropped?</source>
        <translation>빼는 스팬은 얼마나 길어야 하고, 토큰을 몇 개 빼야 할까요?</translation>
    </message>
    <message>
        <source>Texts of {LENGTH} tokens, so that 15 % are enough for two spans of 10. All models are measured on the same texts with the same spans: single tokens, spans of 3 and spans of 10, 15 % dropped in each. The time of each model is in the table.</source>
        <translation>토큰 {LENGTH}개짜리 글이므로 15 %면 길이 10인 스팬 두 개에 충분합니다. 모든 모델은 같은 글의 같은 스팬에서 잽니다. 토큰 하나, 길이 3인 스팬, 길이 10인 스팬이며 각각 15 %를 뺍니다. 각 모델의 시간은 표에 있습니다.</translation>
    </message>
    <message>
        <source>The paper compares tasks after fine-tuning. Here each model is favoured where it is measured with the spans that it was trained with, so the three measures belong together. The share in the paper was varied with single tokens dropped, here with spans of 3. Sentinels and the end token count in the accuracy, and single tokens have more sentinels. Spans of our single tokens never touch, those of the paper are merged where they do.</source>
        <translation>논문은 파인튜닝한 뒤의 과제를 비교합니다. 여기서는 각 모델이 자기가 학습한 스팬으로 잴 때 유리하므로 세 지표를 함께 보아야 합니다. 논문의 비율은 토큰 하나씩을 빼면서 바꿨고, 여기서는 길이 3인 스팬입니다. 센티널과 종료 토큰도 정확도에 들어가며, 토큰 하나씩일 때 센티널이 더 많습니다. 여기의 토큰 하나짜리 스팬은 서로 닿지 않으며, 논문의 것은 닿으면 합쳐집니다.</translation>
    </message>
    <message>
        <source>Spans of 2 to 5 tokens are slightly better than single tokens, and spans of 10 are slightly worse on some tasks. Longer spans give shorter targets, so training is faster.</source>
        <translation>토큰 2~5개인 스팬은 토큰 하나보다 조금 낫고, 10개인 스팬은 일부 과제에서 조금 나쁩니다. 스팬이 길수록 타깃이 짧아져 학습이 빨라집니다.</translation>
    </message>
    <message>
        <source>SQuAD 80.88 with single tokens, 82.09 with spans of 2, 81.84 with 3, 82.05 with 5, 81.84 with 10; GLUE 83.28, 83.54, 83.49, 83.40, 82.85</source>
        <translation>SQuAD: 토큰 하나 80.88, 스팬 2 82.09, 3 81.84, 5 82.05, 10 81.84; GLUE 83.28, 83.54, 83.49, 83.40, 82.85</translation>
    </message>
    <message>
        <source>The share of dropped tokens matters little, except that 50 % is worse.</source>
        <translation>빼는 토큰의 비율은 별로 중요하지 않지만, 50 %는 더 나쁩니다.</translation>
    </message>
    <message>
        <source>Accuracy with spans of 3</source>
        <translation>길이 3인 스팬의 정확도</translation>
    </message>
    <message>
        <source>Accuracy with single tokens</source>
        <translation>토큰 하나의 정확도</translation>
    </message>
    <message>
        <source>Accuracy with spans of 10</source>
        <translation>길이 10인 스팬의 정확도</translation>
    </message>
    <message>
        <source>Loss with spans of 3</source>
        <translation>길이 3인 스팬의 손실</translation>
    </message>
    <message>
        <source>Length of the target</source>
        <translation>타깃 길이</translation>
    </message>
    <message>
        <source>Length of the input</source>
        <translation>입력 길이</translation>
    </message>
    <message>
        <source>Accuracy with spans of 3, trained with spans of 3 minus single tokens</source>
        <translation>길이 3인 스팬의 정확도, 학습: 길이 3 − 토큰 하나</translation>
    </message>
    <message>
        <source>Accuracy with spans of 3, 15 % minus 50 %</source>
        <translation>길이 3인 스팬의 정확도, 15 % − 50 %</translation>
    </message>
    <message>
        <source>Accuracy with single tokens, trained with spans of 3 minus single tokens</source>
        <translation>토큰 하나의 정확도, 학습: 길이 3 − 토큰 하나</translation>
    </message>
    <message>
        <source>Length of the target, spans of 3 minus single tokens</source>
        <translation>타깃 길이, 길이 3인 스팬 − 토큰 하나</translation>
    </message>
    <message>
        <source>{rate} %, spans of 3</source>
        <translation>{rate} %, 길이 3인 스팬</translation>
    </message>
    <message>
        <source>15 %, single tokens</source>
        <translation>15 %, 토큰 하나</translation>
    </message>
    <message>
        <source>15 %, spans of {mean}</source>
        <translation>15 %, 길이 {mean}인 스팬</translation>
    </message>
    <message>
        <source>Static or dynamic masks</source>
        <translation>정적 마스크와 동적 마스크</translation>
    </message>
    <message>
        <source>Is it better to sample new masks each time a text is read?</source>
        <translation>글을 읽을 때마다 새 마스크를 뽑는 것이 더 나을까요?</translation>
    </message>
    <message>
        <source>Fixed masks can only matter where the same text is read many times. RoBERTa compares over 40 epochs, in which each of the ten masks of a text is seen four times. Here about 1,600 documents are read for about 40 epochs. All models are evaluated on the same unseen text with the same masks.</source>
        <translation>고정된 마스크는 같은 글을 여러 번 읽을 때만 문제가 됩니다. RoBERTa는 40에포크에 걸쳐 비교하며, 글의 마스크 열 개를 각각 네 번 봅니다. 여기서는 문서 약 1,600개를 약 40에포크 동안 읽습니다. 모든 모델은 처음 보는 같은 글을 같은 마스크로 평가합니다.</translation>
    </message>
    <message>
        <source>The paper fine-tunes on SQuAD, MNLI and SST-2; here the accuracy at masked positions is measured directly. One fixed mask for each text is not in the paper's table: BERT's code makes ten copies in order to avoid it. The text is simple and small, so that a model can learn its fixed masks by heart sooner than with books.</source>
        <translation>논문은 SQuAD, MNLI, SST-2에 파인튜닝하지만 여기서는 마스킹된 위치의 정확도를 직접 잽니다. 글마다 고정된 마스크 하나를 쓰는 경우는 논문의 표에 없습니다. BERT의 코드는 이를 피하려고 사본 열 개를 만듭니다. 텍스트가 단순하고 작으므로 모델은 책에서보다 고정된 마스크를 더 빨리 외울 수 있습니다.</translation>
    </message>
    <message>
        <source>Seoul is the capital of South Korea, and many people live there.</source>
        <translation>Seoul is the capital of South Korea, and many people live there.</translation>
    </message>
    <message>
        <source>Static masking in ten copies performs like the original BERT; dynamic masking is comparable or slightly better.</source>
        <translation>사본 열 개의 정적 마스킹은 원래 BERT와 비슷한 성능을 내고, 동적 마스킹은 그와 비슷하거나 조금 낫습니다.</translation>
    </message>
    <message>
        <source>static masks in ten copies 78.3 F1 on SQuAD 2.0, 84.3 on MNLI, 92.5 on SST-2; dynamic masks 78.7, 84.0, 92.9</source>
        <translation>사본 열 개의 정적 마스크: SQuAD 2.0 F1 78.3, MNLI 84.3, SST-2 92.5; 동적 마스크 78.7, 84.0, 92.9</translation>
    </message>
    <message>
        <source>One fixed mask</source>
        <translation>고정 마스크 하나</translation>
    </message>
    <message>
        <source>Ten fixed masks</source>
        <translation>고정 마스크 열 개</translation>
    </message>
    <message>
        <source>New masks each time</source>
        <translation>매번 새 마스크</translation>
    </message>
    <message>
        <source>Accuracy at masked positions of unseen text</source>
        <translation>처음 보는 글의 마스킹된 위치 정확도</translation>
    </message>
    <message>
        <source>Loss at masked positions of unseen text</source>
        <translation>처음 보는 글의 마스킹된 위치 손실</translation>
    </message>
    <message>
        <source>New masks each time minus ten fixed masks</source>
        <translation>매번 새 마스크 − 고정 마스크 열 개</translation>
    </message>
    <message>
        <source>New masks each time minus one fixed mask</source>
        <translation>매번 새 마스크 − 고정 마스크 하나</translation>
    </message>
    <message>
        <source>Shallow, narrow or both inside</source>
        <translation>얕게, 좁게, 또는 안쪽만 좁게</translation>
    </message>
    <message>
        <source>Should a student of a given size have fewer layers, or narrower ones?</source>
        <translation>크기가 정해진 학생은 층이 적어야 할까요, 층이 좁아야 할까요?</translation>
    </message>
    <message>
        <source>The teacher is the bundled BERT with four layers of width 128. All read the same text with the same masks for 600 steps, which is few. The student of DistilBERT's kind starts from layers of its teacher, that of MobileBERT's kind from its embeddings and heads; the others start from random weights. TinyBERT's kind learns the layers for half of the steps, then the predictions; MobileBERT's kind learns one layer after the other for a third. The shapes have about the same number of parameters, which are measured.</source>
        <translation>교사는 너비 128에 네 층인 내장 BERT입니다. 모두 같은 텍스트를 같은 마스크로 600스텝 동안 읽으며, 이는 적은 스텝입니다. DistilBERT 방식의 학생은 교사의 층에서, MobileBERT 방식의 학생은 교사의 임베딩과 헤드에서 시작하고, 나머지는 무작위 가중치에서 시작합니다. TinyBERT 방식은 스텝의 절반 동안 층을, 그다음 예측을 배웁니다. MobileBERT 방식은 3분의 1 동안 층을 하나씩 차례로 배웁니다. 모양들의 파라미터 수는 거의 같으며 이를 잽니다.</translation>
    </message>
    <message>
        <source>MobileBERT's own teacher is IB-BERT, and its student has a narrow token table; here the BERT of all students teaches it, and the student has its table. TinyBERT's paper compares students of other methods with their own numbers of layers after fine-tuning; here the accuracy at masked positions is measured after one distillation on text.</source>
        <translation>MobileBERT의 교사는 IB-BERT이고 학생의 토큰 표는 좁습니다. 여기서는 모든 학생의 교사인 BERT가 가르치며 학생은 그 표를 씁니다. TinyBERT의 논문은 파인튜닝한 뒤 다른 방법의 학생들을 저마다의 층 수로 비교합니다. 여기서는 텍스트에서 한 번 증류한 뒤 마스킹된 위치의 정확도를 잽니다.</translation>
    </message>
    <message>
        <source>A narrower student with four layers does better than students with four layers of other methods, though those are larger.</source>
        <translation>네 층의 좁은 학생이 다른 방법의 네 층 학생보다, 그것들이 더 큰데도 잘합니다.</translation>
    </message>
    <message>
        <source>average on GLUE: 77.0 with 14.5 million parameters; its teacher, BERT base, has 79.5</source>
        <translation>GLUE 평균: 파라미터 1,450만 개로 77.0; 교사인 BERT base는 79.5</translation>
    </message>
    <message>
        <source>DistilBERT's kind: 2 layers of width 128</source>
        <translation>DistilBERT 방식: 너비 128의 2층</translation>
    </message>
    <message>
        <source>TinyBERT's kind: 2 layers of width 128</source>
        <translation>TinyBERT 방식: 너비 128의 2층</translation>
    </message>
    <message>
        <source>TinyBERT's kind: 4 layers of width 104</source>
        <translation>TinyBERT 방식: 너비 104의 4층</translation>
    </message>
    <message>
        <source>Without a teacher: 2 layers of width 128</source>
        <translation>교사 없음: 너비 128의 2층</translation>
    </message>
    <message>
        <source>Without a teacher: 4 layers of width 104</source>
        <translation>교사 없음: 너비 104의 4층</translation>
    </message>
    <message>
        <source>MobileBERT's kind: 4 layers of width 128, 32 inside</source>
        <translation>MobileBERT 방식: 너비 128의 4층, 안쪽 32</translation>
    </message>
    <message>
        <source>Without a teacher: 4 layers of width 128, 32 inside</source>
        <translation>교사 없음: 너비 128의 4층, 안쪽 32</translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow minus DistilBERT's kind</source>
        <translation>TinyBERT 방식, 좁게 − DistilBERT 방식</translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow minus shallow</source>
        <translation>TinyBERT 방식, 좁게 − 얕게</translation>
    </message>
    <message>
        <source>TinyBERT's kind, narrow, minus the same without a teacher</source>
        <translation>TinyBERT 방식, 좁게 − 교사 없는 같은 모양</translation>
    </message>
    <message>
        <source>MobileBERT's kind minus the same without a teacher</source>
        <translation>MobileBERT 방식 − 교사 없는 같은 모양</translation>
    </message>
    <message>
        <source>Questions about a passage (as SQuAD)</source>
        <translation>지문에 관한 질문 (SQuAD처럼)</translation>
    </message>
    <message>
        <source>Named entities (as CoNLL 2003)</source>
        <translation>개체명 (CoNLL 2003처럼)</translation>
    </message>
    <message>
        <source>Entailment (as SNLI)</source>
        <translation>함의 (SNLI처럼)</translation>
    </message>
    <message>
        <source>Sentiment (as SST-5)</source>
        <translation>감성 (SST-5처럼)</translation>
    </message>
    <message>
        <source>{title}, weight of the first LSTM layer minus that of the {against}</source>
        <translation>{title}, 첫째 LSTM 층의 가중치 − {against}의 가중치</translation>
    </message>
    <message>
        <source>Learned mix by task</source>
        <translation>과제별로 학습된 비율</translation>
    </message>
    <message>
        <source>Which layers does a task read, if it learns a weight for each?</source>
        <translation>과제가 층마다 가중치를 배운다면 어느 층을 읽을까요?</translation>
    </message>
    <message>
        <source>The pretrained model is frozen, as in the paper; what learns is the weight of each of its three layers, a factor for their sum, and one linear layer. The weights are a softmax, so they add up to 100 %, and begin with a third each. Each task has 1,500 examples, three times.</source>
        <translation>사전 학습 모델은 논문처럼 고정합니다. 배우는 것은 세 층 각각의 가중치, 그 합의 배율, 선형 층 하나입니다. 가중치는 소프트맥스여서 합이 100 %이고, 각각 3분의 1에서 시작합니다. 과제마다 예 1,500개를 세 번씩 배웁니다.</translation>
    </message>
    <message>
        <source>In the paper a large model of its own reads the mix for each task; here it is one linear layer, so a layer counts if a linear function can use it. The weight of a layer also depends on how large its states are. The paper's first layer is that of a model that is about fifty times as large.</source>
        <translation>논문에서는 과제마다 따로 만든 큰 모델이 이 혼합을 읽습니다. 여기서는 선형 층 하나이므로, 선형 함수가 쓸 수 있는 층이 중요해집니다. 층의 가중치는 그 상태의 크기에도 좌우됩니다. 논문의 첫째 층은 약 50배 큰 모델의 것입니다.</translation>
    </message>
    <message>
        <source>Where ELMo enters the model of a task, the first LSTM layer has the highest weight, by far in SQuAD and coreference, less so in other tasks.</source>
        <translation>ELMo가 과제의 모델에 들어가는 곳에서는 첫째 LSTM 층의 가중치가 가장 큽니다. SQuAD와 상호참조에서는 훨씬, 다른 과제에서는 덜합니다.</translation>
    </message>
    <message>
        <source>a picture of the weights, without numbers</source>
        <translation>수치 없이 그림으로 보인 가중치</translation>
    </message>
    <message>
        <source>Words as a mix of all layers help in each of six tasks.</source>
        <translation>모든 층을 섞은 단어 표현은 여섯 과제 모두에서 도움이 됩니다.</translation>
    </message>
    <message>
        <source>F1 on SQuAD 85.8 instead of 81.1, on CoNLL 2003 92.22 instead of 90.15; accuracy on SNLI 88.7 instead of 88.0, on SST-5 54.7 instead of 51.4</source>
        <translation>F1: SQuAD 81.1 대신 85.8, CoNLL 2003 90.15 대신 92.22; 정확도: SNLI 88.0 대신 88.7, SST-5 51.4 대신 54.7</translation>
    </message>
    <message>
        <source>Learned weight of the layer</source>
        <translation>층의 학습된 가중치</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Named entities</source>
        <translation>개체명</translation>
    </message>
    <message>
        <source>second one</source>
        <translation>둘째 층</translation>
    </message>
    <message>
        <source>Byte-level BPE</source>
        <translation>바이트 수준 BPE</translation>
    </message>
    <message>
        <source>Unigram</source>
        <translation>Unigram</translation>
    </message>
    <message>
        <source>Tokenizers</source>
        <translation>토크나이저</translation>
    </message>
    <message>
        <source>Which tokenizer, and which size of vocabulary, makes a text easy to predict?</source>
        <translation>어느 토크나이저와 어느 크기의 어휘가 텍스트를 예측하기 쉽게 만들까요?</translation>
    </message>
    <message>
        <source>The same small causal model reads as many tokens in every arm, at a width at which the layers cost the same. So with a larger vocabulary it reads more text in as many steps, which is one of the reasons to want one. Korean has thousands of syllables, so a small vocabulary cannot have them all as characters. Loss is given per character, which does not depend on the tokens, and an unknown token costs what its characters would cost at random.</source>
        <translation>조건마다 같은 작은 인과 모델이 같은 수의 토큰을 읽으며, 너비는 층의 비용이 같도록 정합니다. 그래서 어휘가 크면 같은 스텝에서 더 많은 텍스트를 읽으며, 이것이 큰 어휘를 원하는 이유의 하나입니다. 한국어에는 음절이 수천 개 있으므로, 작은 어휘는 이를 모두 문자로 가질 수 없습니다. 손실은 토큰에 좌우되지 않도록 문자당으로 나타내며, 모르는 토큰의 손실은 그 문자들을 무작위로 맞힐 때의 손실로 계산합니다.</translation>
    </message>
    <message>
        <source>The mini-world has a few thousand different words, so a vocabulary of 8,000 holds nearly all of them as one token, and Unigram finds no use for so many. WordPiece and Unigram give no tokens for some spaces, so they have a little less to predict than byte-level BPE. A larger vocabulary also has more parameters in its embeddings.</source>
        <translation>미니 월드에는 서로 다른 단어가 몇천 개 있어서, 어휘 8,000개면 거의 모든 단어가 토큰 하나가 되고 Unigram은 그만큼을 쓸 데가 없습니다. WordPiece와 Unigram은 일부 공백에 토큰을 주지 않으므로 바이트 수준 BPE보다 예측할 것이 조금 적습니다. 어휘가 크면 임베딩의 파라미터도 많아집니다.</translation>
    </message>
    <message>
        <source>Size of the vocabulary</source>
        <translation>어휘 크기</translation>
    </message>
    <message>
        <source>Byte-level BPE needs no unknown token, whatever the text. Against a vocabulary of words and characters the difference in tasks is slight.</source>
        <translation>바이트 수준 BPE에는 어떤 텍스트에도 모르는 토큰이 필요 없습니다. 단어와 문자의 어휘와 비교하면 과제에서의 차이는 작습니다.</translation>
    </message>
    <message>
        <source>50K entries instead of 30K</source>
        <translation>30K 대신 50K 항목</translation>
    </message>
    <message>
        <source>Pretraining with a Unigram tokenizer is as good as with BPE or better.</source>
        <translation>Unigram 토크나이저로 하는 사전 학습은 BPE와 같거나 더 낫습니다.</translation>
    </message>
    <message>
        <source>matches or outperforms BPE on English and Japanese tasks</source>
        <translation>영어와 일본어 과제에서 BPE와 같거나 더 나음</translation>
    </message>
    <message>
        <source>Bits per character</source>
        <translation>문자당 비트</translation>
    </message>
    <message>
        <source>Tokens per word</source>
        <translation>단어당 토큰</translation>
    </message>
    <message>
        <source>Characters per token</source>
        <translation>토큰당 문자</translation>
    </message>
    <message>
        <source>Unknown tokens</source>
        <translation>모르는 토큰</translation>
    </message>
    <message>
        <source>Entries of the vocabulary</source>
        <translation>어휘의 항목</translation>
    </message>
    <message>
        <source>Bits per character, English, Unigram minus byte-level BPE, 3,000 entries</source>
        <translation>문자당 비트, 영어, Unigram − 바이트 수준 BPE, 항목 3,000개</translation>
    </message>
    <message>
        <source>Bits per character, Korean, Unigram minus byte-level BPE, 3,000 entries</source>
        <translation>문자당 비트, 한국어, Unigram − 바이트 수준 BPE, 항목 3,000개</translation>
    </message>
    <message>
        <source>Bits per character, English, byte-level BPE minus WordPiece, 3,000 entries</source>
        <translation>문자당 비트, 영어, 바이트 수준 BPE − WordPiece, 항목 3,000개</translation>
    </message>
    <message>
        <source>Unknown tokens, Korean, byte-level BPE minus WordPiece, 1,000 entries</source>
        <translation>모르는 토큰, 한국어, 바이트 수준 BPE − WordPiece, 항목 1,000개</translation>
    </message>
    <message>
        <source>Translated pairs</source>
        <translation>번역 쌍</translation>
    </message>
    <message>
        <source>Do translated pairs bring the words of two languages together?</source>
        <translation>번역 쌍이 두 언어의 단어를 가깝게 만들까요?</translation>
    </message>
    <message>
        <source>Both models read English and Korean with one vocabulary, for equally many steps. Half of the steps of one are translated pairs. A word is right if, of up to 200 words of the other language, the one with the most similar state is its translation. Each word is read in a sentence alone, and its translation in the translation of another sentence.</source>
        <translation>두 모델은 하나의 어휘로 영어와 한국어를 같은 스텝 수만큼 읽습니다. 한 모델의 스텝 절반은 번역 쌍입니다. 단어는 다른 언어의 단어 최대 200개 가운데 상태가 가장 비슷한 것이 그 번역이면 맞힌 것입니다. 각 단어는 한 문장만 있는 글에서, 그 번역은 다른 문장의 번역에서 읽습니다.</translation>
    </message>
    <message>
        <source>The numbers of the paper are accuracies on XNLI, of models that were fine-tuned. English and Korean share no script here, so hardly any tokens. With pairs, a model reads fewer texts of single languages in the same steps, which its loss in them shows. The mini-world has every sentence in both languages.</source>
        <translation>논문의 수치는 파인튜닝한 모델의 XNLI 정확도입니다. 영어와 한국어는 문자가 달라서 공유하는 토큰이 거의 없습니다. 쌍이 있으면 모델은 같은 스텝에서 단일 언어의 글을 덜 읽으며, 그 글의 손실에 이것이 나타납니다. 미니 월드에는 모든 문장이 두 언어로 있습니다.</translation>
    </message>
    <message>
        <source>Masked language modelling on translated pairs, in addition to texts of single languages, makes representations that transfer better between languages.</source>
        <translation>단일 언어 텍스트에 더해 번역 쌍으로 마스크 언어 모델링을 하면 언어 사이에서 더 잘 옮겨지는 표현이 만들어집니다.</translation>
    </message>
    <message>
        <source>average accuracy on XNLI: 75.1 with pairs, 71.5 without</source>
        <translation>XNLI 평균 정확도: 쌍이 있으면 75.1, 없으면 71.5</translation>
    </message>
    <message>
        <source>Words retrieved, best layer</source>
        <translation>찾은 단어, 가장 좋은 층</translation>
    </message>
    <message>
        <source>Words retrieved by layer</source>
        <translation>층별로 찾은 단어</translation>
    </message>
    <message>
        <source>Loss in English</source>
        <translation>영어 손실</translation>
    </message>
    <message>
        <source>Loss in Korean</source>
        <translation>한국어 손실</translation>
    </message>
    <message>
        <source>Words retrieved at the best layer, MLM + TLM minus MLM</source>
        <translation>가장 좋은 층에서 찾은 단어, MLM + TLM − MLM</translation>
    </message>
    <message>
        <source>Words retrieved after the last layer, MLM + TLM minus MLM</source>
        <translation>마지막 층 뒤에서 찾은 단어, MLM + TLM − MLM</translation>
    </message>
    <message>
        <source>the subject</source>
        <translation>주어</translation>
    </message>
    <message>
        <source>the last token</source>
        <translation>마지막 토큰</translation>
    </message>
    <message>
        <source>the other tokens</source>
        <translation>다른 토큰</translation>
    </message>
    <message>
        <source>Where a fact is stored</source>
        <translation>사실이 저장된 곳</translation>
    </message>
    <message>
        <source>Which states carry a fact from its subject to the prediction?</source>
        <translation>어떤 상태가 사실을 주어에서 예측까지 나를까요?</translation>
    </message>
    <message>
        <source>Two sentences state the same relation of two subjects, such as the capitals of France and of Italy. A state of the second is put into the first, and measured is which share of the difference in log-odds of both answers it restores: 0 % is no effect, 100 % the prediction of the second sentence. The last token is where the answer is predicted; in BERT it is the masked position. Subject and answer are one token each, and the model knows both facts. Both models read the same sentences, most of them alone. BERT, which has a loss on fewer tokens, reads them for twice as many steps with 30 % masked, so that it knows enough facts. At most 150 pairs of each model are patched; seeds also change the pairs.</source>
        <translation>두 문장은 프랑스와 이탈리아의 수도처럼 두 주어의 같은 관계를 말합니다. 둘째 문장의 상태 하나를 첫째 문장에 넣고, 두 답의 로그 오즈 차이 가운데 얼마만큼을 되살리는지 잽니다. 0 %는 효과가 없는 것이고, 100 %는 둘째 문장의 예측입니다. 마지막 토큰은 답을 예측하는 곳이며, BERT에서는 마스킹된 위치입니다. 주어와 답은 토큰 하나씩이고, 모델은 두 사실을 모두 압니다. 두 모델은 같은 문장을 읽으며 대부분은 문장 하나만 읽습니다. 손실이 걸리는 토큰이 적은 BERT는 30 %를 마스킹하고 두 배 많은 스텝 동안 읽어 충분히 많은 사실을 알게 합니다. 모델마다 최대 150쌍을 패칭하며, 시드는 쌍도 바꿉니다.</translation>
    </message>
    <message>
        <source>The paper traces models of 48 layers and restores the outputs of ten layers at once; here there are four, and of one layer or of all. It disturbs the subject by noise and measures the probability; here the subject is another one of the same kind. Subjects have one token, so nothing has to be put together from several. A share says what is enough to move the prediction, not that it is the only way, so shares of several places may add up to more than 100 %. The paper has no masked model: for BERT its claim is tried on another kind. A difference of at most 5 percentage points counts as none.</source>
        <translation>논문은 48층 모델을 추적하며 열 층의 출력을 한꺼번에 되살립니다. 여기에는 네 층이 있고, 한 층 또는 모든 층의 출력을 되살립니다. 논문은 주어를 잡음으로 흐리고 확률을 재지만, 여기서 주어는 같은 종류의 다른 것입니다. 주어가 토큰 하나이므로 여러 토큰에서 모을 것이 없습니다. 비율은 예측을 옮기는 데 무엇으로 충분한지를 말할 뿐 그것이 유일한 길이라는 뜻은 아니므로, 여러 자리의 비율은 합이 100 %를 넘을 수 있습니다. 논문에는 마스크 모델이 없으며, BERT에서는 그 주장을 다른 종류의 모델에 시험하는 셈입니다. 차이가 5퍼센트포인트 이하이면 차이가 없다고 봅니다.</translation>
    </message>
    <message>
        <source>Layer (0: before the first)</source>
        <translation>층 (0: 첫째 층 앞)</translation>
    </message>
    <message>
        <source>feed-forward of all layers: the subject minus the last token</source>
        <translation>모든 층의 피드포워드: 주어 − 마지막 토큰</translation>
    </message>
    <message>
        <source>the subject: feed-forward minus attention, all layers</source>
        <translation>주어: 피드포워드 − 어텐션, 모든 층</translation>
    </message>
    <message>
        <source>attention of all layers: the last token minus the subject</source>
        <translation>모든 층의 어텐션: 마지막 토큰 − 주어</translation>
    </message>
    <message>
        <source>hidden states between the layers: the subject minus the other tokens</source>
        <translation>층 사이의 은닉 상태: 주어 − 다른 토큰</translation>
    </message>
    <message>
        <source>Feed-forward networks of the middle layers recall a fact at the last token of its subject; attention brings it to the last token of the text.</source>
        <translation>중간 층의 피드포워드 신경망이 주어의 마지막 토큰에서 사실을 떠올리고, 어텐션이 그것을 글의 마지막 토큰으로 가져옵니다.</translation>
    </message>
    <message>
        <source>average indirect effect on the probability in GPT-2 XL, at the last token of the subject: 8.7 % for a hidden state (layer 15), 6.6 % for feed-forward networks, 1.6 % for attention, which matters more at the last token</source>
        <translation>GPT-2 XL에서 주어의 마지막 토큰이 확률에 미치는 평균 간접 효과: 은닉 상태(15층) 8.7 %, 피드포워드 신경망 6.6 %, 어텐션 1.6 %; 어텐션은 마지막 토큰에서 더 중요함</translation>
    </message>
    <message>
        <source>Facts that the model knows</source>
        <translation>모델이 아는 사실</translation>
    </message>
    <message>
        <source>Hidden state of {title}</source>
        <translation>{title}의 은닉 상태</translation>
    </message>
    <message>
        <source>{output} at {name}, all layers</source>
        <translation>{name}의 {output}, 모든 층</translation>
    </message>
    <message>
        <source>Sentiment after “A:”, accuracy</source>
        <translation>“A:” 뒤의 감성, 정확도</translation>
    </message>
    <message>
        <source>Questions about a passage after “A:”, F1</source>
        <translation>“A:” 뒤의 지문 질문, F1</translation>
    </message>
    <message>
        <source>Continuations after “TL;DR:”, accuracy</source>
        <translation>“TL;DR:” 뒤의 이어쓰기, 정확도</translation>
    </message>
    <message>
        <source>{metric}, {arm}: fine-tuned on {NUM_LEARNED} examples minus zero-shot</source>
        <translation>{metric}, {arm}: 예 {NUM_LEARNED}개로 파인튜닝 − 제로샷</translation>
    </message>
    <message>
        <source>Zero-shot or fine-tuned</source>
        <translation>제로샷 또는 파인튜닝</translation>
    </message>
    <message>
        <source>Is a format such as “A:” enough for a language model to do a task?</source>
        <translation>“A:” 같은 형식이면 언어 모델이 과제를 하기에 충분할까요?</translation>
    </message>
    <message>
        <source>A model that has just learned to predict the next token is prompted without fine-tuning: the most likely label after “A:”, what it writes after a passage, a question and “A:”, and the most likely of four continuations after “TL;DR:”, all without an example. Copies of it are then fine-tuned on 256 and on 1,500 labelled examples of each task. Both are measured on the dev split by the metric of the task.</source>
        <translation>다음 토큰 예측만 배운 모델에 파인튜닝 없이 프롬프트를 줍니다. “A:” 뒤에서 가장 가능성이 높은 레이블, 지문과 질문과 “A:” 뒤에 모델이 쓰는 것, “TL;DR:” 뒤에서 네 이어쓰기 중 가장 가능성이 높은 것이며, 모두 예가 없습니다. 그런 다음 그 사본을 과제마다 레이블이 있는 예 256개와 1,500개로 파인튜닝합니다. 둘 다 과제의 지표로 개발 분할에서 잽니다.</translation>
    </message>
    <message>
        <source>The mini-world has no task of summaries, so “TL;DR:” asks for what follows from a story, and its text has neither format. GPT-2's training text comes from web pages, where such formats may occur, and its models are at least a hundred times as large. A third of the questions have no answer, and a model that is asked always writes one. Zero-shot is measured on the first 400 examples of each dev split.</source>
        <translation>미니 월드에는 요약 과제가 없으므로 “TL;DR:”는 이야기에 이어지는 것을 묻고, 그 텍스트에는 두 형식이 모두 없습니다. GPT-2의 학습 텍스트는 그런 형식이 나올 수 있는 웹 페이지에서 왔고, 모델은 적어도 백 배 큽니다. 질문의 3분의 1에는 답이 없는데, 질문을 받은 모델은 늘 답을 씁니다. 제로샷은 각 개발 분할의 처음 400개 예에서 잽니다.</translation>
    </message>
    <message>
        <source>Labelled examples (0: zero-shot)</source>
        <translation>레이블이 있는 예 (0: 제로샷)</translation>
    </message>
    <message>
        <source>What is the capital of France? A:</source>
        <translation>What is the capital of France? A:</translation>
    </message>
    <message>
        <source>A language model does tasks for which it was not trained, without fine-tuning.</source>
        <translation>언어 모델은 학습하지 않은 과제를 파인튜닝 없이 해냅니다.</translation>
    </message>
    <message>
        <source>accuracy on LAMBADA 63.24 with 1,542 million parameters</source>
        <translation>파라미터 15억 4,200만 개로 LAMBADA 정확도 63.24</translation>
    </message>
    <message>
        <source>On most tasks a fine-tuned model is still better than a much larger one that is prompted.</source>
        <translation>대부분의 과제에서는 여전히 파인튜닝한 모델이 프롬프트를 준 훨씬 큰 모델보다 낫습니다.</translation>
    </message>
    <message>
        <source>SuperGLUE 71.8 with 32 examples in the prompt; T5, fine-tuned, has 88.9 in Table 14 of its paper</source>
        <translation>SuperGLUE: 프롬프트에 예 32개이면 71.8; 파인튜닝한 T5는 논문의 표 14에서 88.9</translation>
    </message>
</context>
<context>
    <name>models.finetuning</name>
    <message>
        <source>this model reads its tokens from no table of word embeddings; set adversarial to 0</source>
        <translation>이 모델은 단어 임베딩 표에서 토큰을 읽지 않습니다. adversarial을 0으로 하세요</translation>
    </message>
    <message>
        <source>{teaching} has no head for a task: fine-tune it first</source>
        <translation>{teaching}에는 과제 헤드가 없습니다. 먼저 파인튜닝하세요</translation>
    </message>
    <message>
        <source>{learner} cannot be a student of {method}; choose {method_}</source>
        <translation>{learner}은(는) {method}의 학생이 될 수 없습니다. {method_}을(를) 고르세요</translation>
    </message>
    <message>
        <source>the student reads with another tokenizer than its teacher {teaching}: choose a student that was trained with the tokenizer of its teacher</source>
        <translation>학생이 교사 {teaching}과(와) 다른 토크나이저로 읽습니다. 교사의 토크나이저로 학습한 학생을 고르세요</translation>
    </message>
    <message>
        <source>{method} teaches no task; it is a method of pretraining</source>
        <translation>{method}은(는) 과제를 가르치지 않습니다. 사전 학습의 방법입니다</translation>
    </message>
    <message>
        <source>copies need a masked language model: name one as augment_with, or set copies to 0</source>
        <translation>사본을 만들려면 마스크 언어 모델이 필요합니다. augment_with에 지정하거나 copies를 0으로 하세요</translation>
    </message>
    <message>
        <source>{name} fills no masked words: choose a masked language model</source>
        <translation>{name}은(는) 마스킹된 단어를 채우지 못합니다. 마스크 언어 모델을 고르세요</translation>
    </message>
    <message>
        <source>examples of {data} cannot be copied; set copies to 0</source>
        <translation>{data}의 예시는 복사할 수 없습니다. copies를 0으로 하세요</translation>
    </message>
    <message>
        <source>making more examples</source>
        <translation>예시 늘리기</translation>
    </message>
    <message>
        <source>{spec} is no language model of the text; style "gpt" needs one</source>
        <translation>{spec}은(는) 글의 언어 모델이 아닙니다. style "gpt"에는 언어 모델이 필요합니다</translation>
    </message>
    <message>
        <source>style "gpt" knows classes, scores and choices; use style "head"</source>
        <translation>style "gpt"는 분류, 점수, 선택만 압니다. style "head"를 쓰세요</translation>
    </message>
    <message>
        <source>the tokenizer has no token for the end of a text; style "gpt" needs it</source>
        <translation>토크나이저에 글의 끝을 나타내는 토큰이 없습니다. style "gpt"에는 그 토큰이 필요합니다</translation>
    </message>
    <message>
        <source>the layers of this model have no weights for {chosen} (lora_modules)</source>
        <translation>이 모델의 층에는 {chosen}(lora_modules)에 맞는 가중치가 없습니다</translation>
    </message>
    <message>
        <source>All layers of this model share their weights, so they can only learn together. Choose another way than "last_layers", and layer_decay = 1</source>
        <translation>이 모델의 모든 층이 가중치를 공유하므로 함께 배울 수밖에 없습니다. "last_layers"가 아닌 방식과 layer_decay = 1을 고르세요</translation>
    </message>
    <message>
        <source>The last layers and the head</source>
        <translation>마지막 층들과 헤드</translation>
    </message>
    <message>
        <source>LoRA and the head</source>
        <translation>LoRA와 헤드</translation>
    </message>
    <message>
        <source>A new head</source>
        <translation>새 헤드</translation>
    </message>
    <message>
        <source>Last token and language-model loss (as GPT)</source>
        <translation>마지막 토큰과 언어 모델 손실(GPT 방식)</translation>
    </message>
    <message>
        <source>Text to text</source>
        <translation>글에서 글로</translation>
    </message>
    <message>
        <source>Paths of a knowledge graph (choices)</source>
        <translation>지식 그래프의 경로(선택형)</translation>
    </message>
    <message>
        <source>Attention output</source>
        <translation>어텐션 출력</translation>
    </message>
    <message>
        <source>{name} must be one of {known}, not {value}</source>
        <translation>{name}은(는) {known} 중 하나여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>batch_size times max_length must be at most {MAX_BATCH_TOKENS} tokens</source>
        <translation>batch_size와 max_length의 곱은 {MAX_BATCH_TOKENS}토큰 이하여야 합니다</translation>
    </message>
    <message>
        <source>lora_modules must name at least one of {LORA_MODULES}</source>
        <translation>lora_modules에는 {LORA_MODULES} 가운데 적어도 하나를 적어야 합니다</translation>
    </message>
    <message>
        <source>lora_modules must name each kind of layer once</source>
        <translation>lora_modules에는 층의 종류를 한 번씩만 적어야 합니다</translation>
    </message>
    <message>
        <source>auxiliary_lm belongs to the style "gpt"; set it to 0</source>
        <translation>auxiliary_lm은 style "gpt"에 속합니다. 0으로 하세요</translation>
    </message>
    <message>
        <source>auxiliary_lm trains more than the head alone; set it to 0</source>
        <translation>auxiliary_lm은 헤드만이 아니라 그 밖의 것도 학습합니다. 0으로 하세요</translation>
    </message>
    <message>
        <source>the style "text" has no new head; choose another way</source>
        <translation>style "text"에는 새 헤드가 없습니다. 다른 way를 고르세요</translation>
    </message>
    <message>
        <source>adversarial and class_weights need a head; style "text" has none</source>
        <translation>adversarial과 class_weights에는 헤드가 필요한데, style "text"에는 없습니다</translation>
    </message>
    <message>
        <source>from_scratch would leave random weights frozen; choose way 'all'</source>
        <translation>from_scratch를 쓰면 무작위 가중치가 고정된 채 남습니다. way 'all'을 고르세요</translation>
    </message>
    <message>
        <source>the table graph belongs to the style "graph"; leave it out</source>
        <translation>graph 표는 style "graph"에 속합니다. 빼세요</translation>
    </message>
    <message>
        <source>style "graph" has neither adversarial nor class_weights; drop them</source>
        <translation>style "graph"에는 adversarial도 class_weights도 없습니다. 빼세요</translation>
    </message>
    <message>
        <source>a student of a teacher needs style "head" and way "all"</source>
        <translation>교사에게 배우는 학생에는 style "head"와 way "all"이 필요합니다</translation>
    </message>
    <message>
        <source>a student learns from its teacher: drop adversarial, class_weights</source>
        <translation>학생은 교사에게 배웁니다. adversarial과 class_weights를 빼세요</translation>
    </message>
    <message>
        <source>patience would end the run before the predictions are learned; set it to 0</source>
        <translation>patience 때문에 예측을 배우기 전에 실행이 끝날 수 있습니다. 0으로 하세요</translation>
    </message>
    <message>
        <source>{name} must not be empty</source>
        <translation>{name}은(는) 비워 둘 수 없습니다</translation>
    </message>
    <message>
        <source>{item} must be a finite number</source>
        <translation>{item}은(는) 유한한 수여야 합니다</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>{low} 이상</translation>
    </message>
    <message>
        <source>between {low} and {high}</source>
        <translation>{low} 이상 {high} 이하</translation>
    </message>
    <message>
        <source>{name} must be {limits}, not {value}</source>
        <translation>{name}의 범위는 {limits}이며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} must be above zero, not {name_}</source>
        <translation>{name}은(는) 0보다 커야 하며, {name_}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{recipe} has no tokenizer, so it can read no examples</source>
        <translation>{recipe}에는 토크나이저가 없어 예시를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>{data} has examples for {data_}, not for {task}; leave out task</source>
        <translation>{data}의 예시는 {task}이(가) 아니라 {data_}에 맞는 것입니다. task를 빼세요</translation>
    </message>
    <message>
        <source>{data} has no single classes to weigh; set class_weights to false</source>
        <translation>{data}에는 가중치를 줄 단일 클래스가 없습니다. class_weights를 false로 하세요</translation>
    </message>
    <message>
        <source>{folder} has no tokenizer, so it can read no text</source>
        <translation>{folder}에는 토크나이저가 없어 글을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>{folder} has no head for a task; fine-tune it first</source>
        <translation>{folder}에는 과제 헤드가 없습니다. 먼저 파인튜닝하세요</translation>
    </message>
    <message>
        <source>{folder} has a head for {can}, not for {task}</source>
        <translation>{folder}의 헤드는 {task}이(가) 아니라 {can}에 맞는 것입니다</translation>
    </message>
    <message>
        <source>{folder} has no graph; fine-tune a model with the style "graph" first</source>
        <translation>{folder}에는 그래프가 없습니다. 먼저 style "graph"로 모델을 파인튜닝하세요</translation>
    </message>
    <message>
        <source>{folder} was fine-tuned for {learner}, and {data} has examples for {data_}</source>
        <translation>{folder}은(는) {learner}에 맞게 파인튜닝되었고, {data}의 예시는 {data_}에 맞는 것입니다</translation>
    </message>
    <message>
        <source>{data} has the label {unknown}, which the model in {folder} does not know; it knows {labels}</source>
        <translation>{data}에 {folder}의 모델이 모르는 레이블 {unknown}이(가) 있습니다. 아는 레이블은 {labels}입니다</translation>
    </message>
    <message>
        <source>question: {example} context: {example_}</source>
        <translation>question: {example} context: {example_}</translation>
    </message>
    <message>
        <source>a tag for each word is no text; style "text" cannot learn it</source>
        <translation>단어마다 붙는 태그는 글이 아니므로 style "text"로 배울 수 없습니다</translation>
    </message>
    <message>
        <source>{spec} has no decoder that writes answers; style "text" needs one</source>
        <translation>{spec}에는 답을 쓰는 디코더가 없습니다. style "text"에는 디코더가 필요합니다</translation>
    </message>
    <message>
        <source>it has no answer to learn from</source>
        <translation>배울 답이 없습니다</translation>
    </message>
    <message>
        <source>the tokenizer writes the labels {text} and {label} alike, as {text_}; rename one, or choose style "head"</source>
        <translation>토크나이저가 레이블 {text}과(와) {label}을(를) 똑같이 {text_}으로(로) 씁니다. 하나의 이름을 바꾸거나 style "head"를 고르세요</translation>
    </message>
    <message>
        <source>{data} has no training examples with answers</source>
        <translation>{data}에는 답이 있는 학습 예시가 없습니다</translation>
    </message>
    <message>
        <source>{data} has no dev examples, which patience needs; set it to 0</source>
        <translation>{data}에는 patience에 필요한 개발 예시가 없습니다. patience를 0으로 하세요</translation>
    </message>
    <message>
        <source>{unknown} training examples have no answer and are left out</source>
        <translation>답이 없는 학습 예시 {unknown}개를 뺍니다</translation>
    </message>
    <message>
        <source>{count} rows of the files are left out</source>
        <translation>파일의 행 {count}개를 뺍니다</translation>
    </message>
    <message>
        <source>no training example of {data} has the label {names}; take more examples, or remove the label from the data</source>
        <translation>{data}의 학습 예시 가운데 레이블이 {names}인 것이 없습니다. 예시를 더 쓰거나 데이터에서 그 레이블을 지우세요</translation>
    </message>
    <message>
        <source>{data} names the metric {data_}, not one of its task</source>
        <translation>{data}에 적힌 지표 {data_}은(는) 그 과제의 지표가 아닙니다</translation>
    </message>
    <message>
        <source>num_examples is {recipe}, and {data} has {train} training examples with answers</source>
        <translation>num_examples는 {recipe}인데 {data}에는 답이 있는 학습 예시가 {train}개 있습니다</translation>
    </message>
    <message>
        <source>no parameter would learn; choose another way</source>
        <translation>학습할 파라미터가 없습니다. 다른 way를 고르세요</translation>
    </message>
    <message>
        <source>The loss is not a number any more at step {step}. The last checkpoint is kept; try a smaller learning rate.</source>
        <translation>{step}스텝에서 손실이 더는 수가 아닙니다. 마지막 체크포인트는 남아 있습니다. 학습률을 더 작게 해 보세요.</translation>
    </message>
</context>
<context>
    <name>models.inference</name>
    <message>
        <source>the model's logits are not finite: its weights are broken. Copy or download the files again.</source>
        <translation>모델의 로짓이 유한하지 않습니다. 가중치가 손상되었으니 파일을 다시 복사하거나 내려받으세요.</translation>
    </message>
    <message>
        <source>lie between -{MAX_LENGTH_PENALTY} and {MAX_LENGTH_PENALTY}</source>
        <translation>-{MAX_LENGTH_PENALTY}에서 {MAX_LENGTH_PENALTY} 사이여야</translation>
    </message>
    <message>
        <source>the prompt is empty: there must be a token to go on from</source>
        <translation>프롬프트가 비어 있습니다. 이어 쓸 토큰이 있어야 합니다</translation>
    </message>
    <message>
        <source>{prompt} tokens do not fit into {size} positions</source>
        <translation>프롬프트 토큰 {prompt}개가 위치 {size}개에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>the prompt has ids outside the model's vocabulary of {size}. Put the tokenizer beside the model that belongs to it.</source>
        <translation>프롬프트에 크기가 {size}인 모델의 어휘를 벗어난 ID가 있습니다. 모델에 맞는 토크나이저를 모델 옆에 두세요.</translation>
    </message>
    <message>
        <source>{settings} beams are too many for {num_tokens} tokens</source>
        <translation>빔 {settings}개는 토큰 {num_tokens}개에 너무 많습니다</translation>
    </message>
    <message>
        <source>there is no method {method}; known: {known}</source>
        <translation>방법 {method}은(는) 없습니다. 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>the temperature must be a number above 0, not {temperature}</source>
        <translation>온도는 0보다 큰 수여야 하며, {temperature}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>top_p must lie above 0 and at most at 1, not {top_p}</source>
        <translation>top_p는 0보다 크고 1 이하여야 하며, {top_p}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the length penalty must {limits}, not {length_penalty}</source>
        <translation>길이 벌점은 {limits} 하며, {length_penalty}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} must be at least 1, not {value}</source>
        <translation>{name}은(는) 1 이상이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} must not be negative, but is {value}</source>
        <translation>{name}은(는) 음수일 수 없는데 {value}입니다</translation>
    </message>
    <message>
        <source>chunks {chunks}, buckets {buckets} of maps {full}</source>
        <translation>맵 {full}에 청크 {chunks}, 버킷 {buckets}</translation>
    </message>
    <message>
        <source>full attention has no link: all its weights are 0</source>
        <translation>전체 어텐션에 연결이 없습니다. 가중치가 모두 0입니다</translation>
    </message>
    <message>
        <source>at least one candidate must be shown, not {k}</source>
        <translation>후보를 적어도 하나는 보여야 하며, {k}개일 수 없습니다</translation>
    </message>
    <message>
        <source>{spec} has no head that fills masked positions</source>
        <translation>{spec}에는 마스킹된 위치를 채우는 헤드가 없습니다</translation>
    </message>
    <message>
        <source>no position was given to fill</source>
        <translation>채울 위치가 주어지지 않았습니다</translation>
    </message>
    <message>
        <source>positions must lie within the {encoding} tokens</source>
        <translation>위치는 토큰 {encoding}개 안에 있어야 합니다</translation>
    </message>
    <message>
        <source>{task} has no choices to score. Use the free answer</source>
        <translation>{task}에는 점수를 매길 선택지가 없습니다. 자유 답변을 쓰세요</translation>
    </message>
    <message>
        <source>{title} does not continue a text, and a few-shot prompt is continued. Choose a causal model</source>
        <translation>{title}은(는) 글을 이어 쓰지 않는데, 퓨샷 프롬프트는 이어 써야 합니다. 인과 모델을 고르세요</translation>
    </message>
    <message>
        <source>{title} reads a prompt with an encoder and does not continue it. Choose a causal model</source>
        <translation>{title}은(는) 프롬프트를 인코더로 읽고 이어 쓰지 않습니다. 인과 모델을 고르세요</translation>
    </message>
    <message>
        <source>{title} has no tokenizer. Put its files beside the model</source>
        <translation>{title}에는 토크나이저가 없습니다. 그 파일을 모델 옆에 두세요</translation>
    </message>
    <message>
        <source>the query and its answer take {used} tokens, and {title} has {num_positions} positions. Shorten the query, or choose a model with a longer context</source>
        <translation>질문과 답이 {used}토큰이고 {title}의 위치는 {num_positions}개입니다. 질문을 줄이거나 문맥이 더 긴 모델을 고르세요</translation>
    </message>
    <message>
        <source>the tokenizer of {title} has no tokens for {text}</source>
        <translation>{title}의 토크나이저에는 {text}에 해당하는 토큰이 없습니다</translation>
    </message>
    <message>
        <source>the tokenizer of {title} has no tokens for {answer}</source>
        <translation>{title}의 토크나이저에는 {answer}에 해당하는 토큰이 없습니다</translation>
    </message>
    <message>
        <source>no tap named {path}</source>
        <translation>이름이 {path}인 탭이 없습니다</translation>
    </message>
    <message>
        <source>{spec} has no {unknown} to switch off</source>
        <translation>{spec}에는 끌 {unknown}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{spec} cannot do without {unknown}</source>
        <translation>{spec}에는 {unknown}이(가) 꼭 필요합니다</translation>
    </message>
    <message>
        <source>no head {unknown}; this model has {known}</source>
        <translation>헤드 {unknown}은(는) 없습니다. 이 모델의 헤드는 {known}입니다</translation>
    </message>
    <message>
        <source>no head {heads} to switch off: there are {outputs}</source>
        <translation>끌 헤드 {heads}이(가) 없습니다. 있는 것은 {outputs}입니다</translation>
    </message>
    <message>
        <source>the text has the token {largest}, but the model knows tokens below {size} only. Put the tokenizer beside the model that belongs to it.</source>
        <translation>글에 토큰 {largest}이(가) 있지만 모델은 {size} 미만의 토큰만 압니다. 모델에 맞는 토크나이저를 모델 옆에 두세요.</translation>
    </message>
    <message>
        <source>no head {head} in layer {layer} of {stream} to switch off</source>
        <translation>{stream}의 {layer}층에는 끌 헤드 {head}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{data} has no zero-shot format; {WAYS} have</source>
        <translation>{data}에는 제로샷 형식이 없습니다. 형식이 있는 것은 {WAYS}입니다</translation>
    </message>
</context>
<context>
    <name>models.inside</name>
    <message>
        <source>W_q x + b_q</source>
        <translation>W_q x + b_q</translation>
    </message>
    <message>
        <source>W_k x + b_k</source>
        <translation>W_k x + b_k</translation>
    </message>
    <message>
        <source>W_v x + b_v</source>
        <translation>W_v x + b_v</translation>
    </message>
    <message>
        <source>W_o o + b_o</source>
        <translation>W_o o + b_o</translation>
    </message>
    <message>
        <source>q · k / √K</source>
        <translation>q · k / √K</translation>
    </message>
    <message>
        <source>y = {formulas}, with o of all heads</source>
        <translation>y = {formulas}, o는 모든 헤드의 것</translation>
    </message>
    <message>
        <source>s ← s + {name}</source>
        <translation>s ← s + {name}</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>점수</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>소프트맥스</translation>
    </message>
    <message>
        <source>a = softmax(s)</source>
        <translation>a = softmax(s)</translation>
    </message>
    <message>
        <source>What may not be seen</source>
        <translation>볼 수 없는 것</translation>
    </message>
    <message>
        <source>its layers have gates and no attention that adds to one stream, so a logit is no sum of what they wrote</source>
        <translation>층에 게이트가 있고 한 스트림에 더하는 어텐션이 없어, 로짓이 층이 쓴 값의 합이 아닙니다</translation>
    </message>
    <message>
        <source>the layers of this model have no gradients</source>
        <translation>이 모델의 층에는 기울기가 없습니다</translation>
    </message>
    <message>
        <source>γ ⊙ (x − μ) / √(σ² + ε) + β</source>
        <translation>γ ⊙ (x − μ) / √(σ² + ε) + β</translation>
    </message>
    <message>
        <source>n = γ ⊙ x / √(mean(x²) + ε)</source>
        <translation>n = γ ⊙ x / √(mean(x²) + ε)</translation>
    </message>
    <message>
        <source>W x{bias}</source>
        <translation>W x{bias}</translation>
    </message>
    <message>
        <source>Residual connection</source>
        <translation>잔차 연결</translation>
    </message>
    <message>
        <source>{name} = row of the table of {name_}s</source>
        <translation>{name} = {name_} 표의 행</translation>
    </message>
    <message>
        <source>Sum of the embeddings</source>
        <translation>임베딩의 합</translation>
    </message>
    <message>
        <source>Layer normalization</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>RMS normalization</source>
        <translation>RMS 정규화</translation>
    </message>
    <message>
        <source>Linear layer</source>
        <translation>선형 층</translation>
    </message>
    <message>
        <source>{module} was not called in {path}</source>
        <translation>{path}에서 {module}이(가) 호출되지 않았습니다</translation>
    </message>
</context>
<context>
    <name>models.knowledge</name>
    <message>
        <source>plm-explorer entities</source>
        <translation>plm-explorer entities</translation>
    </message>
    <message>
        <source>{NAMES_FILE} is no list of entities that this program can read</source>
        <translation>{NAMES_FILE}은(는) 이 프로그램이 읽을 수 있는 개체 목록이 아닙니다</translation>
    </message>
    <message>
        <source>each entity needs a name, a kind and a vector</source>
        <translation>개체마다 이름, 종류, 벡터가 필요합니다</translation>
    </message>
    <message>
        <source>vectors of entities must be finite numbers</source>
        <translation>개체의 벡터는 유한한 수여야 합니다</translation>
    </message>
    <message>
        <source>a name belongs to no entity</source>
        <translation>어느 개체에도 속하지 않는 이름이 있습니다</translation>
    </message>
    <message>
        <source>{NAMES_FILE} or {VECTORS_FILE} is missing or damaged</source>
        <translation>{NAMES_FILE}이나 {VECTORS_FILE}이(가) 없거나 손상되었습니다</translation>
    </message>
    <message>
        <source>facts.toml names {name}, which neither it nor the lexicon has</source>
        <translation>facts.toml에 적힌 {name}이(가) 그 파일에도 어휘집에도 없습니다</translation>
    </message>
    <message>
        <source>Without entities</source>
        <translation>개체 없음</translation>
    </message>
    <message>
        <source>All entities are removed: the model reads the tokens alone.</source>
        <translation>모든 개체를 뺍니다. 모델은 토큰만 읽습니다.</translation>
    </message>
    <message>
        <source>Each entity is replaced by another one, so that its vector says nothing true.</source>
        <translation>개체를 다른 개체로 바꾸어, 벡터가 사실을 나타내지 않게 합니다.</translation>
    </message>
    <message>
        <source>plm-explorer knowledge graph</source>
        <translation>plm-explorer knowledge graph</translation>
    </message>
    <message>
        <source>{path} was not written by this version of the program. Read it again.</source>
        <translation>{path}은(는) 이 버전의 프로그램이 쓴 것이 아닙니다. 다시 읽으세요.</translation>
    </message>
    <message>
        <source>{path} is damaged. Read the triples again.</source>
        <translation>{path}이(가) 손상되었습니다. 트리플을 다시 읽으세요.</translation>
    </message>
    <message>
        <source>The files in {folder} do not fit together. Read the triples again.</source>
        <translation>{folder}의 파일이 서로 맞지 않습니다. 트리플을 다시 읽으세요.</translation>
    </message>
    <message>
        <source>there is no such entity in this graph of {entities}</source>
        <translation>개체가 {entities}개인 이 그래프에 그런 개체는 없습니다</translation>
    </message>
    <message>
        <source>{folder} exists already. Choose a new folder.</source>
        <translation>{folder}이(가) 이미 있습니다. 새 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>a triple has a {what} that does not exist</source>
        <translation>트리플의 {what}이(가) 존재하지 않습니다</translation>
    </message>
    <message>
        <source>{folder} is no folder of a knowledge graph ({error})</source>
        <translation>{folder}은(는) 지식 그래프의 폴더가 아닙니다({error})</translation>
    </message>
    <message>
        <source>{path} cannot be read ({error}). Read the triples again.</source>
        <translation>{path}을(를) 읽을 수 없습니다({error}). 트리플을 다시 읽으세요.</translation>
    </message>
    <message>
        <source>a about above after all also am an and any are as at be because been before being below between both but by can could did do does doing done down during each either else few for from had has have having he her here hers herself him himself his how i if in into is it its itself just may me might more most must my myself no nor not now of off on once only or other our ours ourselves out over own same shall she should so some such than that the their theirs them themselves then there these they this those through to too under until up us very was we were what when where which while who whom whose why will with would you your yours yourself yourselves</source>
        <translation>a about above after all also am an and any are as at be because been before being below between both but by can could did do does doing done down during each either else few for from had has have having he her here hers herself him himself his how i if in into is it its itself just may me might more most must my myself no nor not now of off on once only or other our ours ourselves out over own same shall she should so some such than that the their theirs them themselves then there these they this those through to too under until up us very was we were what when where which while who whom whose why will with would you your yours yourself yourselves</translation>
    </message>
    <message>
        <source>the correction {start}:{end} is outside of the text</source>
        <translation>수정 {start}:{end}은(는) 글을 벗어납니다</translation>
    </message>
    <message>
        <source>the correction {start}:{end} names an entity that does not exist</source>
        <translation>수정 {start}:{end}이(가) 가리키는 개체가 없습니다</translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.int64]]</source>
        <translation>np.ndarray[Any, np.dtype[np.int64]]</translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.uint64]]</source>
        <translation>np.ndarray[Any, np.dtype[np.uint64]]</translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.uint8]]</source>
        <translation>np.ndarray[Any, np.dtype[np.uint8]]</translation>
    </message>
    <message>
        <source>the ids of entities must count from 0 without gaps</source>
        <translation>개체 ID는 0부터 빠짐없이 이어져야 합니다</translation>
    </message>
    <message>
        <source>max_length and max_paths must be at least 1</source>
        <translation>max_length와 max_paths는 1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>threshold must be between 0 and 1</source>
        <translation>threshold는 0에서 1 사이여야 합니다</translation>
    </message>
    <message>
        <source>lines without three columns, or with an empty one; left out</source>
        <translation>열이 세 개가 아니거나 빈 열이 있는 줄(제외)</translation>
    </message>
    <message>
        <source>lines that are not UTF-8; left out</source>
        <translation>UTF-8이 아닌 줄(제외)</translation>
    </message>
    <message>
        <source>lines with concepts of other languages, or with no concept; left out</source>
        <translation>다른 언어의 개념이 있거나 개념이 없는 줄(제외)</translation>
    </message>
    <message>
        <source>triples that occurred before; left out</source>
        <translation>앞에 나온 트리플(제외)</translation>
    </message>
    <message>
        <source>triples whose subject is their object; left out</source>
        <translation>주어와 목적어가 같은 트리플(제외)</translation>
    </message>
    <message>
        <source>names that differ in their Unicode normalisation only; taken as one</source>
        <translation>유니코드 정규화만 다른 이름(같은 것으로 처리)</translation>
    </message>
    <message>
        <source>relations with the name of an entity; both stay</source>
        <translation>개체와 이름이 같은 관계(둘 다 유지)</translation>
    </message>
    <message>
        <source>groups of entities that one relation leads around in a circle; they stay</source>
        <translation>한 관계를 따라 원을 이루는 개체 그룹(유지)</translation>
    </message>
    <message>
        <source>files that break off; what came before is used</source>
        <translation>중간에 끊긴 파일(그 앞까지 사용)</translation>
    </message>
    <message>
        <source>{lines}, none with three columns</source>
        <translation>{lines}, 열이 세 개인 줄이 없습니다</translation>
    </message>
    <message>
        <source>longer than {MAX_LINE} bytes</source>
        <translation>{MAX_LINE}바이트보다 깁니다</translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.float32]]</source>
        <translation>np.ndarray[Any, np.dtype[np.float32]]</translation>
    </message>
    <message>
        <source>np.ndarray[Any, np.dtype[np.bool_]]</source>
        <translation>np.ndarray[Any, np.dtype[np.bool_]]</translation>
    </message>
    <message>
        <source>{path} has the embeddings of another graph. Train them again.</source>
        <translation>{path}의 임베딩은 다른 그래프의 것입니다. 다시 학습하세요.</translation>
    </message>
    <message>
        <source>there are no triples to train on</source>
        <translation>학습할 트리플이 없습니다</translation>
    </message>
    <message>
        <source>the embeddings have another number of entities than the graph</source>
        <translation>임베딩의 개체 수가 그래프와 다릅니다</translation>
    </message>
    <message>
        <source>there are no held-out triples. Hold out a larger share of a larger graph.</source>
        <translation>평가용 트리플이 없습니다. 더 큰 그래프에서 더 큰 비율을 떼어 두세요.</translation>
    </message>
    <message>
        <source>norm must be 1 or 2, not {norm}</source>
        <translation>norm은 1 또는 2여야 하며, {norm}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>unknown {unknown}; known are {known}</source>
        <translation>알 수 없는 {unknown}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>embeddings of the shapes {shapes} and {shapes_} do not fit</source>
        <translation>모양이 {shapes}인 임베딩과 {shapes_}인 임베딩이 맞지 않습니다</translation>
    </message>
    <message>
        <source>the embeddings are not all finite numbers</source>
        <translation>임베딩에 유한하지 않은 수가 있습니다</translation>
    </message>
    <message>
        <source>{path} exists already. Choose another name.</source>
        <translation>{path}이(가) 이미 있습니다. 다른 이름을 고르세요.</translation>
    </message>
    <message>
        <source>it has no embeddings of TransE</source>
        <translation>TransE 임베딩이 없습니다</translation>
    </message>
    <message>
        <source>{name} must be above 0, not {name_}</source>
        <translation>{name}은(는) 0보다 커야 하며, {name_}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{file}: unknown tables {unknown}</source>
        <translation>{file}: 알 수 없는 표 {unknown}</translation>
    </message>
    <message>
        <source>{file}: {name} is not an array of tables [[{name}]]</source>
        <translation>{file}: {name}은(는) 표의 배열 [[{name}]]이 아닙니다</translation>
    </message>
    <message>
        <source>{file}: {key} of {table} must be a text without outer blanks</source>
        <translation>{file}: {table}의 {key}은(는) 앞뒤에 공백이 없는 글이어야 합니다</translation>
    </message>
    <message>
        <source>{file}: {value} is neither a text nor a list of texts</source>
        <translation>{file}: {value}은(는) 글도 글의 목록도 아닙니다</translation>
    </message>
    <message>
        <source>{file}: there is no entity {name}</source>
        <translation>{file}: 개체 {name}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{file}: the id {names} occurs twice, or has a colon</source>
        <translation>{file}: ID {names}이(가) 두 번 나오거나 콜론이 들어 있습니다</translation>
    </message>
    <message>
        <source>the ending of {path} says no format. Use .{FORMATS}.</source>
        <translation>{path}의 확장자로는 형식을 알 수 없습니다. .{FORMATS}을(를) 쓰세요.</translation>
    </message>
</context>
<context>
    <name>models.knowledge.kagnet</name>
    <message>
        <source>{source} is damaged ({error}). Fine-tune the model again.</source>
        <translation>{source}이(가) 손상되었습니다({error}). 모델을 다시 파인튜닝하세요.</translation>
    </message>
    <message>
        <source>a weight is no finite number</source>
        <translation>유한하지 않은 가중치가 있습니다</translation>
    </message>
    <message>
        <source>the accuracy when each choice loses the path with the largest weight</source>
        <translation>선택지마다 가중치가 가장 큰 경로를 뺐을 때의 정확도</translation>
    </message>
    <message>
        <source>share of questions of which at least one choice has a path</source>
        <translation>선택지 가운데 적어도 하나에 경로가 있는 질문의 비율</translation>
    </message>
    <message>
        <source>style "graph" judges choices, not {task}</source>
        <translation>style "graph"는 {task}이(가) 아니라 선택지를 판단합니다</translation>
    </message>
    <message>
        <source>{spec} has no head for texts, so it gives no statement vector</source>
        <translation>{spec}에는 글의 헤드가 없어 진술의 벡터를 얻을 수 없습니다</translation>
    </message>
    <message>
        <source>layer must be at least {count}: this model has {count_} states</source>
        <translation>layer는 {count} 이상이어야 합니다. 이 모델의 상태는 {count_}개입니다</translation>
    </message>
    <message>
        <source>Tails exchanged within each relation</source>
        <translation>관계마다 꼬리를 서로 바꿈</translation>
    </message>
    <message>
        <source>No graph: the text alone</source>
        <translation>그래프 없이 글만</translation>
    </message>
    <message>
        <source>State of the first token</source>
        <translation>첫 토큰의 상태</translation>
    </message>
    <message>
        <source>layer is counted from the last one, -1; it must be below 0</source>
        <translation>layer는 마지막 층을 -1로 세므로 0보다 작아야 합니다</translation>
    </message>
    <message>
        <source>source must not be empty, and margin must be above zero</source>
        <translation>source는 비워 둘 수 없고, margin은 0보다 커야 합니다</translation>
    </message>
    <message>
        <source>{name} must be at least 1, not {name_}</source>
        <translation>{name}은(는) 1 이상이어야 하며, {name_}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>Embedding the graph</source>
        <translation>그래프 임베딩</translation>
    </message>
    <message>
        <source>{path} has no triples; a line is subject, relation, object, with tabs</source>
        <translation>{path}에 트리플이 없습니다. 한 줄은 탭으로 나눈 주어, 관계, 목적어입니다</translation>
    </message>
</context>
<context>
    <name>models.layers</name>
    <message>
        <source>nothing is cached yet</source>
        <translation>아직 캐시된 것이 없습니다</translation>
    </message>
    <message>
        <source>several rows are cached</source>
        <translation>여러 행이 캐시되어 있습니다</translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of the {num_heads} heads</source>
        <translation>너비 {width}은(는) 헤드 수 {num_heads}의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>Absolute positions are added</source>
        <translation>절대 위치를 더합니다</translation>
    </message>
    <message>
        <source>q · k / √(3K)</source>
        <translation>q · k / √(3K)</translation>
    </message>
    <message>
        <source>{length} tokens do not fit into the model's {num_positions} positions</source>
        <translation>토큰 {length}개가 모델의 위치 {num_positions}개에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>h = φ(W_g x{0}) ⊙ (W₁ x{0})</source>
        <translation>h = φ(W_g x{0}) ⊙ (W₁ x{0})</translation>
    </message>
    <message>
        <source>unknown activation {name}; known are {known}</source>
        <translation>알 수 없는 활성화 함수 {name}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>Feed-forward network, inner layer</source>
        <translation>피드포워드 신경망, 안쪽 층</translation>
    </message>
    <message>
        <source>y = W₂ h{last}</source>
        <translation>y = W₂ h{last}</translation>
    </message>
    <message>
        <source>s = mean of x over the tokens</source>
        <translation>s = 토큰에 걸친 x의 평균</translation>
    </message>
    <message>
        <source>State of the {which} token</source>
        <translation>{which} 토큰의 상태</translation>
    </message>
    <message>
        <source>s = x of the {which} token</source>
        <translation>s = {which} 토큰의 x</translation>
    </message>
    <message>
        <source>Mean of the tokens</source>
        <translation>토큰의 평균</translation>
    </message>
    <message>
        <source>a summary with another projection, or an activation, is not supported</source>
        <translation>다른 투영이나 활성화 함수가 있는 요약은 지원하지 않습니다</translation>
    </message>
    <message>
        <source>summary_type = {summary_type} is not supported; known are {known}</source>
        <translation>summary_type = {summary_type}은(는) 지원하지 않습니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>Learned mix of all layers</source>
        <translation>모든 층의 학습된 혼합</translation>
    </message>
    <message>
        <source>Pooler, dense layer</source>
        <translation>풀러, 밀집 층</translation>
    </message>
    <message>
        <source>Pooler, tanh</source>
        <translation>풀러, tanh</translation>
    </message>
    <message>
        <source>s = tanh(h)</source>
        <translation>s = tanh(h)</translation>
    </message>
    <message>
        <source>Dense layer</source>
        <translation>밀집 층</translation>
    </message>
    <message>
        <source>W_q x + b</source>
        <translation>W_q x + b</translation>
    </message>
    <message>
        <source>Relative position and segment</source>
        <translation>상대 위치와 세그먼트</translation>
    </message>
</context>
<context>
    <name>models.layers.quantized</name>
    <message>
        <source>Grid</source>
        <translation>격자</translation>
    </message>
    <message>
        <source>the weights of {name} are whole numbers, which cannot learn; train the model that it was made of, then quantize the result</source>
        <translation>{name}의 가중치는 정수라서 학습할 수 없습니다. 원래 모델을 학습한 뒤 그 결과를 양자화하세요</translation>
    </message>
    <message>
        <source>the model has weights that are NaN or infinite, so no grid covers them</source>
        <translation>모델에 NaN이나 무한대인 가중치가 있어 격자로 나타낼 수 없습니다</translation>
    </message>
    <message>
        <source>whole numbers, scales and shape do not fit together</source>
        <translation>정수, 척도, 모양이 서로 맞지 않습니다</translation>
    </message>
</context>
<context>
    <name>models.long_texts</name>
    <message>
        <source>the operations of {spec} cannot be counted</source>
        <translation>{spec}의 연산은 셀 수 없습니다</translation>
    </message>
</context>
<context>
    <name>models.measures</name>
    <message>
        <source>{trained} has no translations; learn from world instead</source>
        <translation>{trained}에는 번역이 없습니다. world로 학습하세요</translation>
    </message>
    <message>
        <source>few-shot prompts are continued; choose an architecture that is causal</source>
        <translation>퓨샷 프롬프트는 이어 써야 합니다. 인과적인 구조를 고르세요</translation>
    </message>
    <message>
        <source>{trained} has no facts to recall; choose long:en</source>
        <translation>{trained}에는 떠올릴 사실이 없습니다. long:en을 고르세요</translation>
    </message>
    <message>
        <source>no answer is a single token: choose a larger vocabulary</source>
        <translation>단일 토큰인 답이 없습니다. 더 큰 어휘를 고르세요</translation>
    </message>
    <message>
        <source>The capital of {subject} is {object}.</source>
        <translation>The capital of {subject} is {object}.</translation>
    </message>
    <message>
        <source>The language of {subject} is {object}.</source>
        <translation>The language of {subject} is {object}.</translation>
    </message>
    <message>
        <source>The currency of {subject} is the {object}.</source>
        <translation>The currency of {subject} is the {object}.</translation>
    </message>
    <message>
        <source>{subject} is known for {object}.</source>
        <translation>{subject} is known for {object}.</translation>
    </message>
    <message>
        <source>The main office of {subject} is in {object}.</source>
        <translation>The main office of {subject} is in {object}.</translation>
    </message>
    <message>
        <source>{subject} is a company from {object}.</source>
        <translation>{subject} is a company from {object}.</translation>
    </message>
    <message>
        <source>{task} predicts no token of the text that it reads</source>
        <translation>{task}은(는) 읽는 글의 토큰을 예측하지 않습니다</translation>
    </message>
    <message>
        <source>prompts are continued; choose an architecture that is causal</source>
        <translation>프롬프트는 이어 써야 합니다. 인과적인 구조를 고르세요</translation>
    </message>
</context>
<context>
    <name>models.objectives</name>
    <message>
        <source>Bidirectional language modelling</source>
        <translation>양방향 언어 모델링</translation>
    </message>
    <message>
        <source>Every token is predicted twice, from those before it and from those after it.</source>
        <translation>모든 토큰을 앞의 토큰으로 한 번, 뒤의 토큰으로 한 번, 두 번 예측합니다.</translation>
    </message>
    <message>
        <source>The loss is the sum of both directions over the full vocabulary; the authors' code halves it and samples words for the softmax.</source>
        <translation>손실은 전체 어휘에 대한 두 방향의 합입니다. 저자들의 코드는 이를 반으로 나누고 소프트맥스의 단어를 샘플링합니다.</translation>
    </message>
    <message>
        <source>Causal language modelling</source>
        <translation>인과 언어 모델링</translation>
    </message>
    <message>
        <source>Every token is predicted from those before it; only later tokens are invisible.</source>
        <translation>모든 토큰을 앞의 토큰으로 예측합니다. 뒤의 토큰만 보이지 않습니다.</translation>
    </message>
    <message>
        <source>Denoising entity auto-encoder</source>
        <translation>개체 잡음 제거 오토인코더</translation>
    </message>
    <message>
        <source>Some entities of a text are removed or wrong; the model predicts which each mention names.</source>
        <translation>글의 일부 개체를 없애거나 틀리게 바꾸고, 모델은 각 언급이 가리키는 개체를 예측합니다.</translation>
    </message>
    <message>
        <source>The entities to choose from are those of the batch, as in the authors' code, and the vector of zeros; the paper takes those of one text.</source>
        <translation>고를 개체는 저자들의 코드처럼 배치의 개체와 0 벡터입니다. 논문은 한 글의 개체를 씁니다.</translation>
    </message>
    <message>
        <source>A wrong entity is drawn from the whole table; in the authors' code from the batch.</source>
        <translation>틀린 개체는 표 전체에서 뽑습니다. 저자들의 코드에서는 배치에서 뽑습니다.</translation>
    </message>
    <message>
        <source>The paper leaves out texts with fewer than three entities. Here they are learned from.</source>
        <translation>논문은 개체가 셋보다 적은 글을 빼지만, 여기서는 그런 글에서도 배웁니다.</translation>
    </message>
    <message>
        <source>Entities replaced</source>
        <translation>교체할 개체</translation>
    </message>
    <message>
        <source>Entities removed</source>
        <translation>제거할 개체</translation>
    </message>
    <message>
        <source>Remove the entities of masked mentions</source>
        <translation>마스킹된 언급의 개체 제거</translation>
    </message>
    <message>
        <source>In the authors' code masks and entities are sampled independently, so a masked name can be read off its entity.</source>
        <translation>저자들의 코드에서는 마스크와 개체를 따로 샘플링하므로, 마스킹된 이름을 그 개체에서 읽어 낼 수 있습니다.</translation>
    </message>
    <message>
        <source>Fixed masks a text</source>
        <translation>글마다 고정 마스크</translation>
    </message>
    <message>
        <source>0 samples new masks at every step; 1 never changes them; {STATIC_COPIES} is what the authors' code does.</source>
        <translation>0이면 스텝마다 마스크를 새로 뽑고, 1이면 바꾸지 않습니다. {STATIC_COPIES}은(는) 저자들의 코드와 같습니다.</translation>
    </message>
    <message>
        <source>Masked language modelling</source>
        <translation>마스크 언어 모델링</translation>
    </message>
    <message>
        <source>Some tokens are masked; the model predicts them from both sides.</source>
        <translation>일부 토큰을 마스킹하고, 모델이 양쪽 문맥으로 예측합니다.</translation>
    </message>
    <message>
        <source>copies must be {DYNAMIC} for new masks, or more, not {copies}</source>
        <translation>copies는 새 마스크를 뜻하는 {DYNAMIC} 이상이어야 하며, {copies}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>The authors' code samples the masks before training, for {STATIC_COPIES} copies of the data. Here they are sampled again at every step, as RoBERTa does, unless the recipe wants fixed masks.</source>
        <translation>저자들의 코드는 학습 전에 데이터 {STATIC_COPIES}벌의 마스크를 뽑아 둡니다. 여기서는 레시피가 고정 마스크를 쓰지 않는 한, RoBERTa처럼 스텝마다 다시 뽑습니다.</translation>
    </message>
    <message>
        <source>of them masked</source>
        <translation>그중 마스킹</translation>
    </message>
    <message>
        <source>of them random</source>
        <translation>그중 무작위 토큰</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>단어 전체</translation>
    </message>
    <message>
        <source>Next sentence prediction</source>
        <translation>다음 문장 예측</translation>
    </message>
    <message>
        <source>Does the second text follow the first, or is it a random one? Each half of the time.</source>
        <translation>둘째 글이 첫째 글에 이어지는지, 무작위 글인지 맞힙니다. 각각 절반씩 나옵니다.</translation>
    </message>
    <message>
        <source>N-gram masking</source>
        <translation>N-그램 마스킹</translation>
    </message>
    <message>
        <source>Runs of up to three words are masked; the model predicts them from both sides.</source>
        <translation>최대 세 단어의 연속을 마스킹하고, 모델이 양쪽 문맥으로 예측합니다.</translation>
    </message>
    <message>
        <source>The paper masks whole words. In the authors' code a token of another script than Latin is a word of its own, so Korean is masked token by token.</source>
        <translation>논문은 단어 전체를 마스킹합니다. 저자들의 코드에서 로마자가 아닌 토큰은 그 자체로 한 단어라서, 한국어는 토큰 단위로 마스킹됩니다.</translation>
    </message>
    <message>
        <source>In the authors' code a run may cross the border of the two texts; here it does not.</source>
        <translation>저자들의 코드에서는 연속이 두 글의 경계를 넘을 수 있지만, 여기서는 넘지 않습니다.</translation>
    </message>
    <message>
        <source>Longest run, in words</source>
        <translation>최대 연속(단어)</translation>
    </message>
    <message>
        <source>Permutation language modelling</source>
        <translation>순열 언어 모델링</translation>
    </message>
    <message>
        <source>The last tokens of a random order are predicted one by one, with context from both sides.</source>
        <translation>무작위 순서의 마지막 토큰을 양쪽 문맥으로 하나씩 예측합니다.</translation>
    </message>
    <message>
        <source>Tokens keep their positions: the order decides which tokens are visible, not where they are.</source>
        <translation>토큰의 위치는 그대로입니다. 순서는 어느 토큰이 보이는지를 정할 뿐, 어디에 있는지를 정하지 않습니다.</translation>
    </message>
    <message>
        <source>In the paper every token is in the order, but only the last 1/K are predicted; in the authors' code the others are visible to every token.</source>
        <translation>논문에서는 모든 토큰이 순서에 들지만 마지막 1/K만 예측합니다. 저자들의 코드에서는 나머지가 모든 토큰에 보입니다.</translation>
    </message>
    <message>
        <source>The first token in an order attends to nothing and is never a target.</source>
        <translation>순서의 첫 토큰은 아무것에도 어텐션하지 않으며 타깃이 되지 않습니다.</translation>
    </message>
    <message>
        <source>Predict one in</source>
        <translation>예측 간격(1/K)</translation>
    </message>
    <message>
        <source>Context given</source>
        <translation>주어진 문맥</translation>
    </message>
    <message>
        <source>K of the paper</source>
        <translation>논문의 K</translation>
    </message>
    <message>
        <source>tokens that are not predicted see each other; otherwise the order has them too</source>
        <translation>예측하지 않는 토큰이 서로를 봅니다. 끄면 이들도 순서에 듭니다</translation>
    </message>
    <message>
        <source>MLM of replaced tokens</source>
        <translation>교체된 토큰의 MLM</translation>
    </message>
    <message>
        <source>A generator fills masked positions; the original tokens are predicted from its text.</source>
        <translation>생성기가 마스킹된 위치를 채우고, 그 글에서 원래 토큰을 예측합니다.</translation>
    </message>
    <message>
        <source>An ablation of the paper on replaced-token detection, which published no such model.</source>
        <translation>교체된 토큰 탐지 논문의 제거 실험이며, 이런 모델은 공개되지 않았습니다.</translation>
    </message>
    <message>
        <source>Panels feed the masked text to the head; in training it reads the generator's samples.</source>
        <translation>패널은 마스킹된 글을 헤드에 넣습니다. 학습에서는 헤드가 생성기의 표본을 읽습니다.</translation>
    </message>
    <message>
        <source>Predict all tokens</source>
        <translation>모든 토큰 예측</translation>
    </message>
    <message>
        <source>Off is the paper's Replace MLM; on is its All-Tokens MLM, which may copy tokens.</source>
        <translation>끄면 논문의 Replace MLM, 켜면 토큰을 복사할 수 있는 All-Tokens MLM입니다.</translation>
    </message>
    <message>
        <source>Replaced-token detection</source>
        <translation>교체된 토큰 탐지</translation>
    </message>
    <message>
        <source>A generator fills masked positions; each token is classified as original or replaced.</source>
        <translation>생성기가 마스킹된 위치를 채우고, 각 토큰이 원래 것인지 교체된 것인지 분류합니다.</translation>
    </message>
    <message>
        <source>In the paper all chosen tokens are masked; the authors' code leaves 15% unchanged.</source>
        <translation>논문에서는 고른 토큰을 모두 마스킹하고, 저자들의 코드는 15%를 그대로 둡니다.</translation>
    </message>
    <message>
        <source>Not adversarial: the generator is trained by likelihood alone.</source>
        <translation>적대적 학습이 아니며, 생성기는 가능도만으로 학습합니다.</translation>
    </message>
    <message>
        <source>Loss at the chosen tokens only</source>
        <translation>고른 토큰의 손실만</translation>
    </message>
    <message>
        <source>Weight of the detection loss</source>
        <translation>탐지 손실의 가중치</translation>
    </message>
    <message>
        <source>Token table: cosine between the gradients of both losses</source>
        <translation>토큰 표: 두 손실의 기울기 사이 코사인</translation>
    </message>
    <message>
        <source>Sentence-order prediction</source>
        <translation>문장 순서 예측</translation>
    </message>
    <message>
        <source>Are two halves of one document in order or swapped?</source>
        <translation>한 문서의 두 절반이 순서대로인지, 뒤바뀌었는지 맞힙니다.</translation>
    </message>
    <message>
        <source>Both texts are of one document, so the topic does not help; with a random second text, as in next sentence prediction, it is the main clue.</source>
        <translation>두 글이 같은 문서에서 나오므로 주제가 도움이 되지 않습니다. 다음 문장 예측처럼 둘째 글이 무작위이면 주제가 주된 단서입니다.</translation>
    </message>
    <message>
        <source>In the authors' code a passage of a single segment gets a random second text, which counts as swapped; here it is divided in its middle.</source>
        <translation>저자들의 코드에서 세그먼트가 하나인 글은 무작위 둘째 글을 받아 뒤바뀐 것으로 칩니다. 여기서는 한가운데를 나눕니다.</translation>
    </message>
    <message>
        <source>Span corruption</source>
        <translation>스팬 변형</translation>
    </message>
    <message>
        <source>Sentinels replace short spans; the decoder writes each sentinel and its span.</source>
        <translation>짧은 스팬을 센티널로 바꾸고, 디코더가 센티널마다 그 스팬을 씁니다.</translation>
    </message>
    <message>
        <source>Span corruption needs a tokenizer that has sentinels</source>
        <translation>스팬 변형에는 센티널이 있는 토크나이저가 필요합니다</translation>
    </message>
    <message>
        <source>In the paper's Figure 2 a target ends with one more sentinel. In the authors' code only if the text continues after the last span, but its masks end with a span.</source>
        <translation>논문의 그림 2에서 타깃은 센티널 하나로 더 끝납니다. 저자들의 코드에서는 마지막 스팬 뒤에 글이 이어질 때만 그런데, 그 마스크는 스팬으로 끝납니다.</translation>
    </message>
    <message>
        <source>Tokens dropped</source>
        <translation>뺄 토큰</translation>
    </message>
    <message>
        <source>Mean length of a span</source>
        <translation>스팬의 평균 길이</translation>
    </message>
    <message>
        <source>Fill a gap</source>
        <translation>빈칸 채우기</translation>
    </message>
    <message>
        <source>to write what &lt;extra_id_0&gt; stands for</source>
        <translation>&lt;extra_id_0&gt;에 들어갈 말을 씁니다</translation>
    </message>
    <message>
        <source>The encoder reads a task as text, and the decoder writes the answer as text.</source>
        <translation>인코더가 과제를 글로 읽고, 디코더가 답을 글로 씁니다.</translation>
    </message>
    <message>
        <source>Into Korean</source>
        <translation>한국어로</translation>
    </message>
    <message>
        <source>translate English to Korean: </source>
        <translation>translate English to Korean: </translation>
    </message>
    <message>
        <source>to translate the sentence into Korean</source>
        <translation>문장을 한국어로 번역합니다</translation>
    </message>
    <message>
        <source>Into English</source>
        <translation>영어로</translation>
    </message>
    <message>
        <source>translate Korean to English: </source>
        <translation>translate Korean to English: </translation>
    </message>
    <message>
        <source>to translate the sentence into English</source>
        <translation>문장을 영어로 번역합니다</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>to answer the question</source>
        <translation>질문에 답합니다</translation>
    </message>
    <message>
        <source>Acceptable or not</source>
        <translation>문법성 판단</translation>
    </message>
    <message>
        <source>to judge whether the sentence is acceptable</source>
        <translation>문장이 문법에 맞는지 판단합니다</translation>
    </message>
    <message>
        <source>How similar</source>
        <translation>유사도</translation>
    </message>
    <message>
        <source>similarity: sentence1: </source>
        <translation>similarity: sentence1: </translation>
    </message>
    <message>
        <source>to score how similar the two sentences are, from 0 to 5</source>
        <translation>두 문장이 얼마나 비슷한지 0에서 5까지 점수를 매깁니다</translation>
    </message>
    <message>
        <source>translate English to Korean: The capital of France is Paris.</source>
        <translation>translate English to Korean: The capital of France is Paris.</translation>
    </message>
    <message>
        <source>translate Korean to English: 프랑스의 수도는 파리이다.</source>
        <translation>translate Korean to English: 프랑스의 수도는 파리이다.</translation>
    </message>
    <message>
        <source>question: What is the capital of France?</source>
        <translation>question: What is the capital of France?</translation>
    </message>
    <message>
        <source>similarity: sentence1: Paris is the capital of France. sentence2: The capital of France is Paris.</source>
        <translation>similarity: sentence1: Paris is the capital of France. sentence2: The capital of France is Paris.</translation>
    </message>
    <message>
        <source>acceptable: The capital France of is Paris.</source>
        <translation>acceptable: The capital France of is Paris.</translation>
    </message>
    <message>
        <source>Translation language modelling</source>
        <translation>번역 언어 모델링</translation>
    </message>
    <message>
        <source>Masked tokens of a sentence and its translation; each helps to fill the other.</source>
        <translation>문장과 그 번역에서 토큰을 마스킹하며, 서로가 서로를 채우는 데 도움이 됩니다.</translation>
    </message>
    <message>
        <source>It needs a sentence and its translation. A pair of other texts is masked in the same way.</source>
        <translation>문장과 그 번역이 필요합니다. 다른 글의 쌍도 같은 방식으로 마스킹합니다.</translation>
    </message>
</context>
<context>
    <name>models.runtime</name>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Another training is writing to {folder}. Wait for it, or choose another.</source>
        <translation>다른 학습이 {folder}에 쓰고 있습니다. 기다리거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>its {size} bytes are more than any file of its kind has</source>
        <translation>{size}바이트는 이런 종류의 어떤 파일보다도 큽니다</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>기타</translation>
    </message>
    <message>
        <source>there is no checkpoint {name}; name a bundled one or a folder</source>
        <translation>체크포인트 {name}이(가) 없습니다. 내장된 이름이나 폴더를 지정하세요</translation>
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
        <translation>
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
    </translation>
    </message>
    <message>
        <source>no JSON object</source>
        <translation>JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>{key} must be a number, not {value}</source>
        <translation>{key}은(는) 수여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{key} must be a whole number, not {value}</source>
        <translation>{key}은(는) 정수여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{key} must be a text, not {value}</source>
        <translation>{key}은(는) 문자열이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{key} must be true or false, not {value}</source>
        <translation>{key}은(는) true 또는 false여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>lie between 0 and 1</source>
        <translation>0에서 1 사이여야</translation>
    </message>
    <message>
        <source>be a number from 0 on</source>
        <translation>0 이상의 수여야</translation>
    </message>
    <message>
        <source>{key} must {limits}, not {value}</source>
        <translation>{key}은(는) {limits} 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{key} must lie between {smallest} and {largest}</source>
        <translation>{key}은(는) {smallest}에서 {largest} 사이여야 합니다</translation>
    </message>
    <message>
        <source>the width {width} is not a multiple of {num_heads} heads</source>
        <translation>너비 {width}은(는) 헤드 수 {num_heads}의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>dropout must lie between 0 and 1</source>
        <translation>드롭아웃은 0에서 1 사이여야 합니다</translation>
    </message>
    <message>
        <source>no valid JSON: {error}</source>
        <translation>올바른 JSON이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>{name} must be at least 1, and at most {largest}</source>
        <translation>{name}은(는) 1 이상 {largest} 이하여야 합니다</translation>
    </message>
    <message>
        <source>{key} = {key_} is a variant that is not supported</source>
        <translation>{key} = {key_}은(는) 지원하지 않는 변형입니다</translation>
    </message>
    <message>
        <source>the configuration is incomplete: {error}</source>
        <translation>설정이 완전하지 않습니다: {error}</translation>
    </message>
    <message>
        <source>an order of these {length} tokens holds each number from 1 to {length} once. Give each token, special ones included, its position in the order.</source>
        <translation>토큰 {length}개의 순서에는 1부터 {length}까지의 수가 한 번씩 들어 있어야 합니다. 특수 토큰을 포함해 토큰마다 순서 안의 자리를 정하세요.</translation>
    </message>
    <message>
        <source>came out as NaN or infinity: the weights are broken. Copy or download the files again.</source>
        <translation>NaN이나 무한대로 나왔습니다. 가중치가 손상되었으니 파일을 다시 복사하거나 내려받으세요.</translation>
    </message>
    <message>
        <source>an encoding needs at least one token</source>
        <translation>인코딩에는 토큰이 적어도 하나 필요합니다</translation>
    </message>
    <message>
        <source>offsets must be ({length}, 2)</source>
        <translation>offsets는 ({length}, 2)여야 합니다</translation>
    </message>
    <message>
        <source>one label per position</source>
        <translation>위치마다 레이블은 하나입니다</translation>
    </message>
    <message>
        <source>each mention needs an entity, a start and an end</source>
        <translation>언급마다 개체, 시작, 끝이 필요합니다</translation>
    </message>
    <message>
        <source>{name} must have {length} entries</source>
        <translation>{name}의 항목은 {length}개여야 합니다</translation>
    </message>
    <message>
        <source>a target of {head} lies outside the sequence</source>
        <translation>{head}의 타깃이 시퀀스를 벗어납니다</translation>
    </message>
    <message>
        <source>hidden states need one row per token</source>
        <translation>은닉 상태에는 토큰마다 한 행이 필요합니다</translation>
    </message>
    <message>
        <source>attention must end in {shape}</source>
        <translation>어텐션의 모양은 {shape}으로(로) 끝나야 합니다</translation>
    </message>
    <message>
        <source>attention rows must sum to one</source>
        <translation>어텐션 행의 합은 1이어야 합니다</translation>
    </message>
    <message>
        <source>hidden states {BROKEN}</source>
        <translation>은닉 상태가 {BROKEN}</translation>
    </message>
    <message>
        <source>the logits of {head} {BROKEN}</source>
        <translation>{head}의 로짓이 {BROKEN}</translation>
    </message>
    <message>
        <source>Spec</source>
        <translation>명세</translation>
    </message>
    <message>
        <source>{module_name} and {first} both declare {spec}</source>
        <translation>{module_name}과(와) {first}이(가) 모두 {spec}을(를) 선언합니다</translation>
    </message>
    <message>
        <source>first text</source>
        <translation>첫째 글</translation>
    </message>
    <message>
        <source>second text</source>
        <translation>둘째 글</translation>
    </message>
    <message>
        <source>{title} has no head for the objective {objective}</source>
        <translation>{title}에는 학습 목표 {objective}의 헤드가 없습니다</translation>
    </message>
    <message>
        <source>{title} has no decoder that writes what {objective} asks for</source>
        <translation>{title}에는 {objective}이(가) 요구하는 것을 쓸 디코더가 없습니다</translation>
    </message>
    <message>
        <source>{title} does not read the order that {objective} draws</source>
        <translation>{title}은(는) {objective}이(가) 뽑은 순서를 읽지 않습니다</translation>
    </message>
    <message>
        <source>{title} knows no entities, which {objective} removes</source>
        <translation>{title}은(는) {objective}이(가) 빼는 개체를 알지 못합니다</translation>
    </message>
    <message>
        <source>{title} does not read the {absent} that {objective} gives</source>
        <translation>{title}은(는) {objective}이(가) 주는 {absent}을(를) 읽지 않습니다</translation>
    </message>
    <message>
        <source>{title} does not read from left to right, as {objective} does</source>
        <translation>{title}은(는) {objective}처럼 왼쪽에서 오른쪽으로 읽지 않습니다</translation>
    </message>
</context>
<context>
    <name>models.search</name>
    <message>
        <source>TPE: shapes like the best ones so far</source>
        <translation>TPE: 지금까지 가장 좋은 것과 비슷한 형태</translation>
    </message>
    <message>
        <source>Random shapes</source>
        <translation>무작위 형태</translation>
    </message>
    <message>
        <source>a budget must be a number of 0 or more</source>
        <translation>예산은 0 이상의 수여야 합니다</translation>
    </message>
    <message>
        <source>sampler must be one of {SAMPLERS}, not {sampler}</source>
        <translation>sampler는 {SAMPLERS} 중 하나여야 하며, {sampler}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>trials must lie between 1 and 10,000, not {trials}</source>
        <translation>trials는 1에서 10,000 사이여야 하며, {trials}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>choices must name at least one field with its values</source>
        <translation>choices에는 값을 갖춘 항목이 적어도 하나 있어야 합니다</translation>
    </message>
    <message>
        <source>choices must be a table of lists, such as 'size.width' = [64, 96]</source>
        <translation>choices는 'size.width' = [64, 96]처럼 목록의 표여야 합니다</translation>
    </message>
    <message>
        <source>a search lacks [base], the recipe that its trials train</source>
        <translation>탐색에 시행이 학습할 레시피인 [base]가 없습니다</translation>
    </message>
    <message>
        <source>unknown key {unknown} in a search</source>
        <translation>탐색에 알 수 없는 키 {unknown}이(가) 있습니다</translation>
    </message>
    <message>
        <source>choices names {name}, which no recipe has</source>
        <translation>choices에 적힌 {name}은(는) 레시피에 없는 항목입니다</translation>
    </message>
    <message>
        <source>choices must give at least one value for {name}</source>
        <translation>choices는 {name}에 값을 적어도 하나 주어야 합니다</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>일찍 중단됨</translation>
    </message>
    <message>
        <source>above the budget</source>
        <translation>예산 초과</translation>
    </message>
    <message>
        <source>{folder} holds other files. Choose a new or an empty folder.</source>
        <translation>{folder}에 다른 파일이 있습니다. 새 폴더나 빈 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} holds a search already. Go on with it by --resume, or choose another folder.</source>
        <translation>{folder}에 이미 탐색이 있습니다. --resume으로 이어서 하거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} holds a search of other settings. Choose another folder.</source>
        <translation>{folder}에 설정이 다른 탐색이 있습니다. 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{built} ms are above {budget} ms</source>
        <translation>{built} ms는 예산 {budget} ms를 넘습니다</translation>
    </message>
    <message>
        <source>{parameters} parameters are above {budget}</source>
        <translation>파라미터 {parameters}개는 예산 {budget}개를 넘습니다</translation>
    </message>
    <message>
        <source>None of {MOST_SAMPLED} shapes in a row is within the budget. Raise it, or allow smaller values.</source>
        <translation>이어서 뽑은 형태 {MOST_SAMPLED}개 가운데 예산 안에 드는 것이 없습니다. 예산을 늘리거나 더 작은 값을 허용하세요.</translation>
    </message>
    <message>
        <source>No shape is within the budget: of the smallest one, {reason}. Raise the budget, or allow smaller values.</source>
        <translation>예산 안에 드는 형태가 없습니다. 가장 작은 형태: {reason}. 예산을 늘리거나 더 작은 값을 허용하세요.</translation>
    </message>
    <message>
        <source>The smallest shape cannot be built: {error}</source>
        <translation>가장 작은 형태를 만들 수 없습니다: {error}</translation>
    </message>
</context>
<context>
    <name>models.sentences</name>
    <message>
        <source>the tokenizer of this {title} has no mask token</source>
        <translation>이 {title}의 토크나이저에는 마스크 토큰이 없습니다</translation>
    </message>
    <message>
        <source>this {title} has not learned to write words that are left out</source>
        <translation>이 {title}은(는) 빠진 단어를 쓰는 법을 배우지 않았습니다</translation>
    </message>
    <message>
        <source>{spec} has no hidden states of the tokens of a text</source>
        <translation>{spec}에는 글의 토큰의 은닉 상태가 없습니다</translation>
    </message>
</context>
<context>
    <name>models.tasks</name>
    <message>
        <source>{spec} has no head for {task}; it has {has}</source>
        <translation>{spec}에는 {task} 헤드가 없습니다. 있는 것은 {has}입니다</translation>
    </message>
    <message>
        <source>unknown task {name}; known are {by_name}</source>
        <translation>알 수 없는 과제 {name}입니다. 쓸 수 있는 것은 {by_name}입니다</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>선택형</translation>
    </message>
    <message>
        <source>A context gets the most probable of several continuations.</source>
        <translation>문맥에 이어질 여러 글 가운데 가장 그럴듯한 것을 고릅니다.</translation>
    </message>
    <message>
        <source>{count} choices; at least two are needed</source>
        <translation>선택지가 {count}개입니다. 적어도 두 개가 필요합니다</translation>
    </message>
    <message>
        <source>the right choice is number {example} of {count}</source>
        <translation>맞는 선택지가 {count}개 중 {example}번입니다</translation>
    </message>
    <message>
        <source>the choices of an example must follow each other in one batch</source>
        <translation>한 예시의 선택지는 한 배치에서 이어져야 합니다</translation>
    </message>
    <message>
        <source>share of examples whose most probable choice is the right one</source>
        <translation>가장 그럴듯한 선택지가 정답인 예시의 비율</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>분류</translation>
    </message>
    <message>
        <source>One sentence or two get a class of several, or a set of classes.</source>
        <translation>문장 하나나 둘에 여러 클래스 가운데 하나, 또는 여러 개를 붙입니다.</translation>
    </message>
    <message>
        <source>{data} has labels that it does not name: {unknown}.</source>
        <translation>{data}에 이름을 정하지 않은 레이블이 있습니다: {unknown}.</translation>
    </message>
    <message>
        <source>share of examples with the right class; of several labels, with exactly the right ones</source>
        <translation>클래스를 맞힌 예시의 비율. 레이블이 여럿이면 모두 정확히 맞힌 비율</translation>
    </message>
    <message>
        <source>for two classes (TP × TN − FP × FN) / √((TP + FP)(TP + FN)(TN + FP)(TN + FN)), for more its generalisation by Gorodkin (2004); 0 where only one class occurs</source>
        <translation>클래스가 둘이면 (TP × TN − FP × FN) / √((TP + FP)(TP + FN)(TN + FP)(TN + FN)), 더 많으면 Gorodkin(2004)의 일반화. 클래스가 하나만 나오면 0</translation>
    </message>
    <message>
        <source>2 × precision × recall / (precision + recall) of the second class; with more than two classes, or several labels, the mean over classes</source>
        <translation>둘째 클래스의 2 × 정밀도 × 재현율 / (정밀도 + 재현율). 클래스가 셋 이상이거나 레이블이 여럿이면 클래스별 값의 평균</translation>
    </message>
    <message>
        <source>mean over classes of 2 × precision × recall / (precision + recall)</source>
        <translation>2 × 정밀도 × 재현율 / (정밀도 + 재현율)의 클래스별 평균</translation>
    </message>
    <message>
        <source>of several labels: F1 of all decisions counted together</source>
        <translation>레이블이 여럿일 때 모든 결정을 함께 센 F1</translation>
    </message>
    <message>
        <source>{name} names a label twice</source>
        <translation>{name}에 같은 레이블이 두 번 적혀 있습니다</translation>
    </message>
    <message>
        <source>{error} Change the example or leave it out.</source>
        <translation>{error} 예시를 고치거나 빼세요.</translation>
    </message>
    <message>
        <source>the label {name} is none of {known}</source>
        <translation>레이블 {name}은(는) {known}에 없습니다</translation>
    </message>
    <message>
        <source>{data} has {data_} labels; at least two are needed.</source>
        <translation>{data}의 레이블이 {data_}개입니다. 적어도 두 개가 필요합니다.</translation>
    </message>
    <message>
        <source>No example of {data} has an answer; metrics need answers.</source>
        <translation>{data}에는 답이 있는 예시가 없습니다. 지표에는 답이 필요합니다.</translation>
    </message>
    <message>
        <source>mean over questions of 2 × precision × recall / (precision + recall) of the words, without case, punctuation and articles; the best of several right answers counts; without an answer 1 or 0</source>
        <translation>단어의 2 × 정밀도 × 재현율 / (정밀도 + 재현율)의 질문별 평균. 대소문자, 문장 부호, 관사는 무시하고, 정답이 여럿이면 가장 높은 값을 쓰며, 답이 없는 질문은 1 또는 0</translation>
    </message>
    <message>
        <source>share of answers that equal a right one, without case, punctuation and articles</source>
        <translation>대소문자, 문장 부호, 관사를 무시하고 정답과 똑같은 답의 비율</translation>
    </message>
    <message>
        <source>F1 over the questions that have an answer</source>
        <translation>답이 있는 질문의 F1</translation>
    </message>
    <message>
        <source>exact match over the questions that have an answer</source>
        <translation>답이 있는 질문의 완전 일치</translation>
    </message>
    <message>
        <source>share of the unanswerable questions without an answer</source>
        <translation>답이 없는 질문에 답하지 않은 비율</translation>
    </message>
    <message>
        <source>F1 at the threshold of the null odds that is best for these questions</source>
        <translation>이 질문들에 가장 좋은 무응답 로짓 차 임곗값에서의 F1</translation>
    </message>
    <message>
        <source>that threshold, in logits</source>
        <translation>그 임곗값(로짓)</translation>
    </message>
    <message>
        <source>exact match at the threshold of the null odds that is best for these questions</source>
        <translation>이 질문들에 가장 좋은 무응답 로짓 차 임곗값에서의 완전 일치</translation>
    </message>
    <message>
        <source>Question answering</source>
        <translation>질문 응답</translation>
    </message>
    <message>
        <source>The answer to a question is a part of the passage, or there is none.</source>
        <translation>질문의 답이 지문의 일부이거나, 답이 없습니다.</translation>
    </message>
    <message>
        <source>the question is empty. Write a question.</source>
        <translation>질문이 비어 있습니다. 질문을 쓰세요.</translation>
    </message>
    <message>
        <source>Regression</source>
        <translation>회귀</translation>
    </message>
    <message>
        <source>One sentence or two get a number, such as how similar they are.</source>
        <translation>문장 하나나 둘에, 얼마나 비슷한지와 같은 수를 매깁니다.</translation>
    </message>
    <message>
        <source>covariance of predicted and true numbers / product of their standard deviations; 0 where one side is constant</source>
        <translation>예측값과 실제 값의 공분산 / 표준편차의 곱. 한쪽이 일정하면 0</translation>
    </message>
    <message>
        <source>Pearson correlation of the ranks; 0 where one side is constant</source>
        <translation>순위의 Pearson 상관. 한쪽이 일정하면 0</translation>
    </message>
    <message>
        <source>mean of (predicted − true)²; less is better</source>
        <translation>(예측값 − 실제 값)²의 평균. 작을수록 좋음</translation>
    </message>
    <message>
        <source>{example} tags for {example_} words</source>
        <translation>태그 {example}개, 단어 {example_}개입니다</translation>
    </message>
    <message>
        <source>Token classification</source>
        <translation>토큰 분류</translation>
    </message>
    <message>
        <source>Every word gets a tag, such as the kind of name that it belongs to.</source>
        <translation>단어마다, 속한 이름의 종류와 같은 태그를 붙입니다.</translation>
    </message>
    <message>
        <source>2 × precision × recall / (precision + recall) of entities, whose type and both ends must be right</source>
        <translation>유형과 양 끝이 모두 맞아야 하는 개체의 2 × 정밀도 × 재현율 / (정밀도 + 재현율)</translation>
    </message>
    <message>
        <source>share of the predicted entities that are correct</source>
        <translation>예측한 개체 가운데 맞은 비율</translation>
    </message>
    <message>
        <source>share of the true entities that are predicted</source>
        <translation>실제 개체 가운데 예측한 비율</translation>
    </message>
    <message>
        <source>share of words with the true tag</source>
        <translation>실제 태그를 맞힌 단어의 비율</translation>
    </message>
</context>
<context>
    <name>models.tokenization</name>
    <message>
        <source>The tokenizer in {folder} ({names}{kind}) is none of these: {families}. Choose the folder of another model.</source>
        <translation>{folder}의 토크나이저({names}{kind})는 다음 가운데 어느 것도 아닙니다: {families}. 다른 모델의 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>{folder} holds no tokenizer. Put its tokenizer.json there, or its vocab.txt, its spiece.model, or its vocab.json and merges.txt.</source>
        <translation>{folder}에 토크나이저가 없습니다. tokenizer.json, vocab.txt, spiece.model, 또는 vocab.json과 merges.txt를 두세요.</translation>
    </message>
    <message>
        <source> of kind {kind}</source>
        <translation>, 종류 {kind}</translation>
    </message>
    <message>
        <source>There is no folder {folder}. Choose the folder of a model.</source>
        <translation>폴더 {folder}이(가) 없습니다. 모델 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>There is no tokenizer family {family}. Known: {specs}.</source>
        <translation>토크나이저 계열 {family}은(는) 없습니다. 있는 것: {specs}.</translation>
    </message>
    <message>
        <source>{folder} adds the token {token} as number {id}, but its vocabulary ends at {room}. Download the tokenizer's files from one model.</source>
        <translation>{folder}에서 토큰 {token}을(를) {id}번으로 더하는데 어휘는 {room}에서 끝납니다. 한 모델의 토크나이저 파일을 내려받으세요.</translation>
    </message>
    <message>
        <source>The added tokens of {folder} are broken ({error}). Download the tokenizer's files again.</source>
        <translation>{folder}의 추가 토큰이 손상되었습니다({error}). 토크나이저 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} is broken</source>
        <translation>{path}이(가) 손상되었습니다</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>The vocabulary has {ids} tokens, but ids up to {size}. Download it again.</source>
        <translation>어휘의 토큰은 {ids}개인데 ID가 {size}까지 있습니다. 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>The {_family} vocabulary has no {missing}. Check that the vocabulary file belongs to this kind of model.</source>
        <translation>{_family} 어휘에 {missing}이(가) 없습니다. 어휘 파일이 이런 종류의 모델에 속하는지 확인하세요.</translation>
    </message>
    <message>
        <source>A length of {max_length} is too short for this tokenizer.</source>
        <translation>길이 {max_length}은(는) 이 토크나이저에 너무 짧습니다.</translation>
    </message>
    <message>
        <source>The {name} is empty. Write at least one word.</source>
        <translation>{name}이(가) 비어 있습니다. 단어를 적어도 하나 쓰세요.</translation>
    </message>
    <message>
        <source>The {name} cannot be cut</source>
        <translation>{name}을(를) 나눌 수 없습니다</translation>
    </message>
    <message>
        <source>Download the tokenizer's files again.</source>
        <translation>토크나이저 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>The {name} holds nothing that this tokenizer keeps. Write at least one word.</source>
        <translation>{name}에 이 토크나이저가 남기는 글자가 없습니다. 단어를 적어도 하나 쓰세요.</translation>
    </message>
    <message>
        <source>A length of {max_length} is too short: at least {needed} is needed.</source>
        <translation>길이 {max_length}은(는) 너무 짧습니다. {needed} 이상이어야 합니다.</translation>
    </message>
    <message>
        <source>The text is empty, and this tokenizer adds no special tokens.</source>
        <translation>글이 비어 있고, 이 토크나이저는 특수 토큰을 더하지 않습니다.</translation>
    </message>
    <message>
        <source>The text cannot be cut</source>
        <translation>글을 나눌 수 없습니다</translation>
    </message>
    <message>
        <source>A text cannot be cut</source>
        <translation>나눌 수 없는 글이 있습니다</translation>
    </message>
    <message>
        <source>{token} is not a token of this vocabulary.</source>
        <translation>{token}은(는) 이 어휘의 토큰이 아닙니다.</translation>
    </message>
    <message>
        <source>There is no token {id}: ids go from 0 to {_names}.</source>
        <translation>토큰 {id}은(는) 없습니다. ID는 0에서 {_names}까지입니다.</translation>
    </message>
    <message>
        <source>{path} marks pieces inside words, which this family does not. Download it again.</source>
        <translation>{path}은(는) 단어 안의 조각을 표시하지만 이 계열은 그렇지 않습니다. 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} needs {MERGES_FILE} in the same folder. Copy it too.</source>
        <translation>{path}은(는) 같은 폴더에 {MERGES_FILE}이(가) 있어야 합니다. 함께 복사하세요.</translation>
    </message>
    <message>
        <source>{path} and {MERGES_FILE} do not belong together</source>
        <translation>{path}과(와) {MERGES_FILE}은(는) 서로 맞지 않습니다</translation>
    </message>
    <message>
        <source>Merges the most frequent neighbouring bytes; a space belongs to the next word.</source>
        <translation>가장 자주 이웃하는 바이트를 병합합니다. 공백은 다음 단어에 속합니다.</translation>
    </message>
    <message>
        <source>no {SPACE} in front</source>
        <translation>앞에 {SPACE} 없음</translation>
    </message>
    <message>
        <source>{vocab_size} tokens are too few: the bytes alone need {smallest}. Ask for more.</source>
        <translation>토큰 {vocab_size}개는 너무 적습니다. 바이트만으로도 {smallest}개가 필요합니다. 더 늘리세요.</translation>
    </message>
    <message>
        <source>Download both from the same model.</source>
        <translation>둘 다 같은 모델에서 내려받으세요.</translation>
    </message>
    <message>
        <source>Radford et al.</source>
        <translation>Radford et al.</translation>
    </message>
    <message>
        <source>Precompiled</source>
        <translation>Precompiled</translation>
    </message>
    <message>
        <source>its character map is damaged</source>
        <translation>글자 표가 손상되었습니다</translation>
    </message>
    <message>
        <source>{path} is a pointer of git-lfs, not the file. Run git lfs pull in its folder, or download the file.</source>
        <translation>{path}은(는) 파일이 아니라 git-lfs의 포인터입니다. 그 폴더에서 git lfs pull을 실행하거나 파일을 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} must hold a JSON object. Download the file again.</source>
        <translation>{path}에는 JSON 객체가 있어야 합니다. 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}.</source>
        <translation>{path}을(를) 읽을 수 없습니다: {error}.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}. Download the file again.</source>
        <translation>{path}을(를) 읽을 수 없습니다: {error}. 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text. Download the file again.</source>
        <translation>{path}은(는) UTF-8 글이 아닙니다. 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>{path} is not valid JSON ({error}). Download the file again.</source>
        <translation>{path}은(는) 올바른 JSON이 아닙니다({error}). 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>파일이 잘렸습니다</translation>
    </message>
    <message>
        <source>{path} does not put ▁ before every word, as {template} does. Add the {TOKENIZER_FILE} of the same model to its folder, or choose another model.</source>
        <translation>{path}은(는) {template}처럼 모든 단어 앞에 ▁을 두지 않습니다. 같은 모델의 {TOKENIZER_FILE}을(를) 폴더에 넣거나 다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>{path} lacks {lacking}, which {template} needs. Check that config.json and weights are of the same model, or add its {TOKENIZER_FILE} to the folder.</source>
        <translation>{path}에 {template}이(가) 필요로 하는 {lacking}이(가) 없습니다. config.json과 가중치가 같은 모델의 것인지 확인하거나, 그 모델의 {TOKENIZER_FILE}을(를) 폴더에 넣으세요.</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequence</translation>
    </message>
    <message>
        <source>it is of another kind, such as BPE</source>
        <translation>BPE와 같은 다른 종류입니다</translation>
    </message>
    <message>
        <source>it has no unknown piece</source>
        <translation>알 수 없는 조각을 나타내는 토큰이 없습니다</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>손상되었습니다</translation>
    </message>
    <message>
        <source>{path} is no Unigram model of SentencePiece ({error}). Download the file again, or choose another model.</source>
        <translation>{path}은(는) SentencePiece의 Unigram 모델이 아닙니다({error}). 파일을 다시 내려받거나 다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Fast</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Edge</translation>
    </message>
    <message>
        <source>How</source>
        <translation>How</translation>
    </message>
    <message>
        <source>Lattice</source>
        <translation>Lattice</translation>
    </message>
    <message>
        <source>Matching</source>
        <translation>Matching</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Merge</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>Merging</translation>
    </message>
    <message>
        <source>Metaspace</source>
        <translation>Metaspace</translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation>Lowercase</translation>
    </message>
    <message>
        <source>Strip</source>
        <translation>Strip</translation>
    </message>
    <message>
        <source>Takes the most probable of all ways to cut a text; a space belongs to the next word.</source>
        <translation>글을 나누는 모든 방법 가운데 가장 그럴듯한 것을 씁니다. 공백은 다음 단어에 속합니다.</translation>
    </message>
    <message>
        <source>String</source>
        <translation>String</translation>
    </message>
    <message>
        <source>Regex</source>
        <translation>Regex</translation>
    </message>
    <message>
        <source>Isolated</source>
        <translation>Isolated</translation>
    </message>
    <message>
        <source>No vocabulary can be learned: there is no text, or no room after the special tokens.</source>
        <translation>어휘를 학습할 수 없습니다. 글이 없거나, 특수 토큰을 넣고 나면 자리가 없습니다.</translation>
    </message>
    <message>
        <source>Unigram needs a template that has an unknown token.</source>
        <translation>Unigram에는 알 수 없는 토큰이 있는 틀이 필요합니다.</translation>
    </message>
    <message>
        <source>Kudo</source>
        <translation>Kudo</translation>
    </message>
    <message>
        <source>Subword Regularization</source>
        <translation>Subword Regularization</translation>
    </message>
    <message>
        <source>{path} names no unknown token, which this program needs. Choose another model.</source>
        <translation>{path}에 이 프로그램에 필요한 알 수 없는 토큰이 적혀 있지 않습니다. 다른 모델을 고르세요.</translation>
    </message>
    <message>
        <source>BPE with word ends</source>
        <translation>단어 끝이 있는 BPE</translation>
    </message>
    <message>
        <source>Merges the most frequent neighbours in a word; the last piece of a word is marked.</source>
        <translation>단어에서 가장 자주 이웃하는 것을 병합합니다. 단어의 마지막 조각에는 표지가 붙습니다.</translation>
    </message>
    <message>
        <source>no {END_OF_WORD} before it</source>
        <translation>앞에 {END_OF_WORD} 없음</translation>
    </message>
    <message>
        <source>BPE with end-of-word marks needs a template that has an unknown token.</source>
        <translation>단어 끝 표지가 있는 BPE에는 알 수 없는 토큰이 있는 틀이 필요합니다.</translation>
    </message>
    <message>
        <source>Sennrich, Haddow, Birch</source>
        <translation>Sennrich, Haddow, Birch</translation>
    </message>
    <message>
        <source>Neural Machine Translation of Rare Words with Subword Units</source>
        <translation>Neural Machine Translation of Rare Words with Subword Units</translation>
    </message>
    <message>
        <source>{path}, line {number}, is no pair. Download the file again.</source>
        <translation>{path}의 {number}번째 줄이 쌍이 아닙니다. 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>Cuts a word into the longest known pieces; if that fails, the whole word is [UNK].</source>
        <translation>단어를 어휘에 있는 가장 긴 조각들로 나눕니다. 나눌 수 없으면 단어 전체가 [UNK]입니다.</translation>
    </message>
    <message>
        <source>In {CONFIG_FILE}, {wrong} must be true, false or null. Mend the entry.</source>
        <translation>{CONFIG_FILE}에서 {wrong}은(는) true, false 또는 null이어야 합니다. 항목을 고치세요.</translation>
    </message>
    <message>
        <source>{path} is empty. Download the file again.</source>
        <translation>{path}이(가) 비어 있습니다. 파일을 다시 내려받으세요.</translation>
    </message>
    <message>
        <source>WordPiece needs a template that has an unknown token.</source>
        <translation>WordPiece에는 알 수 없는 토큰이 있는 틀이 필요합니다.</translation>
    </message>
    <message>
        <source>Schuster and Nakajima</source>
        <translation>Schuster and Nakajima</translation>
    </message>
    <message>
        <source>Japanese and Korean Voice Search</source>
        <translation>Japanese and Korean Voice Search</translation>
    </message>
    <message>
        <source>Each word and each sign of punctuation is one token; other words are unknown.</source>
        <translation>단어와 문장 부호가 각각 토큰 하나입니다. 그 밖의 단어는 모르는 단어입니다.</translation>
    </message>
    <message>
        <source>none, as every token is a whole word</source>
        <translation>없음, 모든 토큰이 온전한 단어</translation>
    </message>
    <message>
        <source>A vocabulary of words needs a template that has an unknown token.</source>
        <translation>단어 어휘에는 알 수 없는 토큰이 있는 틀이 필요합니다.</translation>
    </message>
    <message>
        <source>Bengio, Ducharme, Vincent, Jauvin</source>
        <translation>Bengio, Ducharme, Vincent, Jauvin</translation>
    </message>
    <message>
        <source>A Neural Probabilistic Language Model</source>
        <translation>A Neural Probabilistic Language Model</translation>
    </message>
</context>
<context>
    <name>models.training</name>
    <message>
        <source>there are more processes than examples in a batch; make it larger</source>
        <translation>프로세스가 한 배치의 예시보다 많습니다. 배치를 늘리세요</translation>
    </message>
    <message>
        <source>The capital of {country} is {capital}.</source>
        <translation>The capital of {country} is {capital}.</translation>
    </message>
    <message>
        <source>{country}'s capital is {capital}.</source>
        <translation>{country}'s capital is {capital}.</translation>
    </message>
    <message>
        <source>{capital} is the capital of {country}.</source>
        <translation>{capital} is the capital of {country}.</translation>
    </message>
    <message>
        <source>{capital} is a city in {country}.</source>
        <translation>{capital} is a city in {country}.</translation>
    </message>
    <message>
        <source>question: What is the capital of {}?</source>
        <translation>question: What is the capital of {}?</translation>
    </message>
    <message>
        <source>question: What is {}'s capital?</source>
        <translation>question: What is {}'s capital?</translation>
    </message>
    <message>
        <source>{loaded} predicts no tokens, so it cannot be probed</source>
        <translation>{loaded}은(는) 토큰을 예측하지 않아 조사할 수 없습니다</translation>
    </message>
    <message>
        <source>{loaded} has no tokenizer, so it cannot be probed</source>
        <translation>{loaded}에는 토크나이저가 없어 조사할 수 없습니다</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>부분</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>Mapping</translation>
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
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>{name} must lie between {low} and {high}</source>
        <translation>{name}은(는) {low}에서 {high} 사이여야 합니다</translation>
    </message>
    <message>
        <source>precision must be {PRECISIONS}, not {name}</source>
        <translation>precision은 {PRECISIONS} 중 하나여야 하며, {name}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{where} must be a table, not {values}</source>
        <translation>{where}은(는) 표여야 하며, {values}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>unknown key {unknown} in {where}; known are {known}</source>
        <translation>{where}에 알 수 없는 키 {unknown}이(가) 있습니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>warmup_steps and weight_decay must not be negative</source>
        <translation>warmup_steps와 weight_decay는 음수일 수 없습니다</translation>
    </message>
    <message>
        <source>length must be at least 4, and long_length not below it</source>
        <translation>length는 4 이상이어야 하고, long_length는 그보다 작을 수 없습니다</translation>
    </message>
    <message>
        <source>learning_rate and clip_norm must be above zero</source>
        <translation>learning_rate와 clip_norm은 0보다 커야 합니다</translation>
    </message>
    <message>
        <source>beta1 and beta2 must lie between 0 and 1, and below 1</source>
        <translation>beta1과 beta2는 0 이상 1 미만이어야 합니다</translation>
    </message>
    <message>
        <source>batch_size times long_length must be at most {MAX_STEP_TOKENS} tokens</source>
        <translation>batch_size와 long_length의 곱은 {MAX_STEP_TOKENS}토큰 이하여야 합니다</translation>
    </message>
    <message>
        <source>objectives must be a list of texts</source>
        <translation>objectives는 글의 목록이어야 합니다</translation>
    </message>
    <message>
        <source>objectives must name each objective once</source>
        <translation>objectives에는 학습 목표를 한 번씩만 적어야 합니다</translation>
    </message>
    <message>
        <source>The recipe {path} cannot be used: {error}</source>
        <translation>레시피 {path}을(를) 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>unknown option {name} of {where}; known are {by_name}</source>
        <translation>{where}에 알 수 없는 옵션 {name}이(가) 있습니다. 쓸 수 있는 것은 {by_name}입니다</translation>
    </message>
    <message>
        <source>{name} of {where} must be one of {choices}, not {value}</source>
        <translation>{where}의 {name}은(는) {choices} 중 하나여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} of {where} must be a text, not {value}</source>
        <translation>{where}의 {name}은(는) 문자열이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} of {where} must be a whole number, not {value}</source>
        <translation>{where}의 {name}은(는) 정수여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} in {where} must be {type_name}, not {value}</source>
        <translation>{where}의 {name}의 형식은 {type_name}이어야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>{name} must be at least 1</source>
        <translation>{name}은(는) 1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>{name} must lie between 0 and 1</source>
        <translation>{name}은(는) 0에서 1 사이여야 합니다</translation>
    </message>
    <message>
        <source>{name} of {where} must lie in {low} to {high}, not {value}</source>
        <translation>{where}의 {name}은(는) {low}에서 {high} 사이여야 하며, {value}은(는) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>The checkpoint {checkpoint} is damaged: {why}. Copy it again, or delete it to start from the beginning.</source>
        <translation>체크포인트 {checkpoint}이(가) 손상되었습니다: {why}. 다시 복사하거나, 처음부터 시작하려면 지우세요.</translation>
    </message>
    <message>
        <source>{folder} holds other files already: {others}. Choose a new or an empty folder; those that you have are never replaced.</source>
        <translation>{folder}에 이미 다른 파일이 있습니다: {others}. 새 폴더나 빈 폴더를 고르세요. 있던 파일은 덮어쓰지 않습니다.</translation>
    </message>
    <message>
        <source>{folder} was trained by another recipe. Use its own recipe to resume it.</source>
        <translation>{folder}은(는) 다른 레시피로 학습되었습니다. 이어서 학습하려면 원래 레시피를 쓰세요.</translation>
    </message>
    <message>
        <source>it is of another model</source>
        <translation>다른 모델의 것입니다</translation>
    </message>
    <message>
        <source>{folder} holds a run already. Go on with it by --resume, or choose another folder.</source>
        <translation>{folder}에 이미 실행이 있습니다. --resume으로 이어서 하거나 다른 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>읽을 수 없습니다</translation>
    </message>
    <message>
        <source>{folder} cannot be written ({error}). Make room there.</source>
        <translation>{folder}에 쓸 수 없습니다({error}). 공간을 비우세요.</translation>
    </message>
    <message>
        <source>{name} belongs to another model</source>
        <translation>{name}은(는) 다른 모델의 것입니다</translation>
    </message>
    <message>
        <source>{device} cannot compute in bfloat16. Set precision to float32.</source>
        <translation>{device}은(는) bfloat16으로 계산할 수 없습니다. precision을 float32로 하세요.</translation>
    </message>
    <message>
        <source>counting n-grams</source>
        <translation>n-그램 세기</translation>
    </message>
    <message>
        <source>doing held-out tasks</source>
        <translation>평가용 과제 수행</translation>
    </message>
    <message>
        <source>{word} in size</source>
        <translation>size의 {word}</translation>
    </message>
    <message>
        <source>{key} in config</source>
        <translation>config의 {key}</translation>
    </message>
    <message>
        <source>{word} in tokenizer</source>
        <translation>tokenizer의 {word}</translation>
    </message>
    <message>
        <source>{recipe} is {pretrained}, not {recipe_}</source>
        <translation>{recipe}: 모델은 {recipe_}이(가) 아니라 {pretrained}입니다</translation>
    </message>
    <message>
        <source>{recipe} has no tokenizer, so a run cannot begin with it</source>
        <translation>{recipe}에는 토크나이저가 없어 실행을 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>{other} in tokenizer cannot be set, as a student reads with the tokenizer of its teacher {teacher}: drop it</source>
        <translation>학생은 교사 {teacher}의 토크나이저로 읽으므로 tokenizer의 {other}은(는) 정할 수 없습니다. 빼세요</translation>
    </message>
    <message>
        <source>{recipe} reads with another tokenizer than its teacher {teacher}: choose a student that was trained with the tokenizer of its teacher</source>
        <translation>{recipe}이(가) 교사 {teacher}과(와) 다른 토크나이저로 읽습니다. 교사의 토크나이저로 학습한 학생을 고르세요</translation>
    </message>
    <message>
        <source>{differ} cannot be set, as the model comes from {pretrained}: drop it</source>
        <translation>모델이 {pretrained}에서 오므로 {differ}은(는) 정할 수 없습니다. 빼세요</translation>
    </message>
    <message>
        <source>{teaching} is fine-tuned for a task and predicts no masked tokens: choose the pretrained model that it began with</source>
        <translation>{teaching}은(는) 과제에 맞게 파인튜닝되어 마스킹된 토큰을 예측하지 않습니다. 파인튜닝하기 전의 사전 학습 모델을 고르세요</translation>
    </message>
    <message>
        <source>unknown distillation method {teaching}; known are {known}</source>
        <translation>알 수 없는 증류 방법 {teaching}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>{teacher} cannot be a teacher of {method}</source>
        <translation>{teacher}은(는) {method}의 교사가 될 수 없습니다</translation>
    </message>
    <message>
        <source>{teaching} has no tokenizer, so a student cannot read with it</source>
        <translation>{teaching}에는 토크나이저가 없어 학생이 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>unknown architecture {recipe}; known are {known}</source>
        <translation>알 수 없는 구조 {recipe}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>a recipe needs at least one objective</source>
        <translation>레시피에는 학습 목표가 적어도 하나 필요합니다</translation>
    </message>
    <message>
        <source>the objective {name}</source>
        <translation>학습 목표 {name}</translation>
    </message>
    <message>
        <source>{objectives} learns nothing from single sentences; set single_share to 0, or name an objective beside it that does, such as 'masked'</source>
        <translation>{objectives}은(는) 단일 문장에서 배우지 않습니다. single_share를 0으로 하거나, 'masked'처럼 단일 문장에서 배우는 학습 목표를 함께 적으세요</translation>
    </message>
    <message>
        <source>tasks are learned by {known}; set task_share to 0 without it</source>
        <translation>과제는 {known}이(가) 배웁니다. 그것이 없으면 task_share를 0으로 하세요</translation>
    </message>
    <message>
        <source>{learners} learns from tasks alone; name an objective beside it that learns from the documents, such as 'span_corruption'</source>
        <translation>{learners}은(는) 과제에서만 배웁니다. 'span_corruption'처럼 문서에서 배우는 학습 목표를 함께 적으세요</translation>
    </message>
    <message>
        <source>long_length {length} does not fit into {room} positions</source>
        <translation>long_length {length}은(는) 위치 {room}개에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>a model of {num_weights} parameters needs {needed} GB to learn, and there are {there}. Take a smaller size</source>
        <translation>파라미터가 {num_weights}개인 모델의 학습에는 {needed} GB가 필요한데 {there} GB가 있습니다. 더 작은 크기를 고르세요</translation>
    </message>
    <message>
        <source>vocab_size in size is set by the tokenizer: set it in tokenizer instead</source>
        <translation>size의 vocab_size는 토크나이저가 정합니다. tokenizer에서 정하세요</translation>
    </message>
    <message>
        <source>{needs} cut documents differently. Choose one of them.</source>
        <translation>{needs}은(는) 문서를 서로 다르게 나눕니다. 하나를 고르세요.</translation>
    </message>
    <message>
        <source>{objective} needs a tokenizer that has a mask token</source>
        <translation>{objective}에는 마스크 토큰이 있는 토크나이저가 필요합니다</translation>
    </message>
    <message>
        <source>{objective} needs a tokenizer that has sentinels</source>
        <translation>{objective}에는 센티널이 있는 토크나이저가 필요합니다</translation>
    </message>
    <message>
        <source>this {spec} has no head {missing}, which {objective} trains: train a new model by it, or choose another objective</source>
        <translation>이 {spec}에는 {objective}이(가) 학습하는 헤드 {missing}이(가) 없습니다. 그것으로 새 모델을 학습하거나 다른 학습 목표를 고르세요</translation>
    </message>
    <message>
        <source>a student begins with its teacher, so start or teaching must be dropped</source>
        <translation>학생은 교사에서 시작하므로 start나 teaching을 빼야 합니다</translation>
    </message>
    <message>
        <source>a student of {method} is {method_}, not {recipe}</source>
        <translation>{method}의 학생은 {recipe}이(가) 아니라 {method_}입니다</translation>
    </message>
    <message>
        <source>unknown objective {name}; known are {known}</source>
        <translation>알 수 없는 학습 목표 {name}입니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>options.{name} must be a table for one of the objectives</source>
        <translation>options.{name}은(는) 학습 목표에 대한 표여야 합니다</translation>
    </message>
    <message>
        <source>{one} and {other} train the same head. Choose one of them.</source>
        <translation>{one}과(와) {other}은(는) 같은 헤드를 학습합니다. 하나를 고르세요.</translation>
    </message>
    <message>
        <source>unknown key {key} in config; known are {known}</source>
        <translation>config에 알 수 없는 키 {key}이(가) 있습니다. 쓸 수 있는 것은 {known}입니다</translation>
    </message>
    <message>
        <source>{key} in config is {word} in {table}: drop it, and set {word} there</source>
        <translation>config의 {key}은(는) {table}의 {word}입니다. 빼고 {word}을(를) 그곳에서 정하세요</translation>
    </message>
</context>
<context>
    <name>resources.adversarial</name>
    <message>
        <source>The weight of the loss of perturbed embeddings is set here. At 0 the model learns as usual.</source>
        <translation>섭동을 준 임베딩의 손실 가중치를 여기서 정합니다. 0이면 모델은 평소처럼 배웁니다.</translation>
    </message>
    <message>
        <source>With a perturbation, each step runs the model two more times, so it takes longer.</source>
        <translation>섭동이 있으면 스텝마다 모델을 두 번 더 실행하므로 더 오래 걸립니다.</translation>
    </message>
    <message>
        <source>The dev metric decides whether it was worth the time. The page of the comparison gives the difference over five seeds.</source>
        <translation>그 시간이 값어치를 했는지는 개발 지표가 정합니다. 비교 페이지는 시드 다섯 개의 차이를 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>resources.attention</name>
    <message>
        <source>In every layer, each head gives every token a row of weights over the tokens that it may attend to. The weights sum to one and say how the head mixes these tokens. BERT and similar models attend to both sides, GPT-2 to the left only. What is hatched is not visible, because the model has to predict it. T5 has three kinds: its encoder attends to both sides, its decoder to the left, and the decoder to the encoder. XLNet sees what is earlier in an order; its query stream knows a position, but not the token there. DeBERTa adds up contents and positions in three terms that can be shown and switched off. BigBird reads a long text by blocks, each of which attends to global blocks, to its neighbours and to random ones; “Kinds of blocks” colours them. Many heads attend mostly to [SEP], or to the first token, which is read as a way of doing nothing; without the special tokens the rest becomes visible. Entropy says how widely a head spreads its weights, distance how far away it attends. Ctrl+click on a thumbnail sets the output of that head to zero (ablation). The loss of the prediction then says what the head was worth, which is often little. The view “Many sentences” scores every head over a sample: which tokens it attends to, and whether that is more than chance, and what the prediction loses without it. A weight says where a head attends. It does not by itself explain a prediction.</source>
        <translation>각 층에서 헤드는 토큰마다, 그 토큰이 볼 수 있는 토큰들에 대한 가중치 한 행을 줍니다. 가중치의 합은 1이며, 헤드가 이 토큰들을 어떻게 섞는지 나타냅니다. BERT와 비슷한 모델은 양쪽을 보고, GPT-2는 왼쪽만 봅니다. 빗금 친 부분은 모델이 예측해야 하므로 보이지 않습니다. T5에는 세 종류가 있습니다. 인코더는 양쪽을, 디코더는 왼쪽을, 그리고 디코더는 인코더를 봅니다. XLNet은 순서에서 앞선 것을 봅니다. 쿼리 스트림은 위치는 알지만 그 자리의 토큰은 모릅니다. DeBERTa는 내용과 위치를 세 항으로 더하며, 각 항을 표시하거나 끌 수 있습니다. BigBird는 긴 텍스트를 블록 단위로 읽습니다. 각 블록은 전역 블록, 이웃 블록, 무작위 블록을 보며, “블록의 종류”에서 색으로 구분됩니다. 많은 헤드는 주로 [SEP]이나 첫 토큰을 보는데, 이는 아무 일도 하지 않는 방식으로 해석됩니다. 특수 토큰을 빼면 나머지가 보입니다. 엔트로피는 헤드가 가중치를 얼마나 넓게 퍼뜨리는지, 거리는 얼마나 먼 곳을 보는지 나타냅니다. 축소 그림을 Ctrl+클릭하면 그 헤드의 출력이 0이 됩니다(제거 실험). 그때 예측의 손실은 그 헤드가 얼마나 중요했는지 알려 주며, 그 값은 작을 때가 많습니다. “여러 문장” 보기는 표본 전체에서 모든 헤드의 점수를 매깁니다. 어느 토큰을 보는지, 그것이 우연 수준보다 높은지, 그 헤드가 없으면 예측이 얼마나 나빠지는지 보여 줍니다. 가중치는 헤드가 어디를 보는지 나타낼 뿐, 그것만으로 예측을 설명하지는 않습니다.</translation>
    </message>
    <message>
        <source>In brackets: the position of each token in the factorization order that Masking samples with seed {seed}; a token without one is visible to all.</source>
        <translation>괄호 안: 마스킹이 샘플링한 분해 순서(시드 {seed})에서 각 토큰의 위치. 위치가 없는 토큰은 모두에게 보입니다.</translation>
    </message>
    <message>
        <source>In brackets: the position of each token in the factorization order of Masking, which you or its masks set; a token without one is visible to all.</source>
        <translation>괄호 안: 직접 또는 마스크로 정한 마스킹의 분해 순서에서 각 토큰의 위치. 위치가 없는 토큰은 모두에게 보입니다.</translation>
    </message>
    <message>
        <source>Masking predicts no token, so every token is visible and there is no order.</source>
        <translation>마스킹에서 예측하는 토큰이 없으므로 모든 토큰이 보이고 순서가 없습니다.</translation>
    </message>
    <message>
        <source>“{token}” comes first in the order and attends to nothing. Its row is even over all tokens, because the softmax of equal scores is; it is never predicted.</source>
        <translation>“{token}” 토큰은 순서에서 맨 처음이어서 아무것도 보지 않습니다. 같은 점수의 소프트맥스는 균등하므로 그 행은 모든 토큰에 고르게 퍼져 있으며, 이 토큰은 예측하지 않습니다.</translation>
    </message>
    <message>
        <source>Here its encoder reads both texts; in Masking and Side by side the second is the target of its decoder.</source>
        <translation>여기서는 인코더가 두 텍스트를 모두 읽습니다. 마스킹과 나란히 보기에서는 두 번째 텍스트가 디코더의 정답입니다.</translation>
    </message>
    <message>
        <source>Its decoder reads its own output, the most probable token at each step, at most {count} tokens.</source>
        <translation>디코더는 자신의 출력, 곧 단계마다 확률이 가장 높은 토큰을 최대 {count}개까지 읽습니다.</translation>
    </message>
    <message>
        <source>Each token has its strongest line only; choose a token to see all of its lines.</source>
        <translation>토큰마다 가장 강한 선만 표시합니다. 모든 선을 보려면 토큰을 선택하세요.</translation>
    </message>
    <message>
        <source>Special tokens are left out and each row is renormalised to one; on average over the rows of all layers and heads, their share of a row was: {shares}.</source>
        <translation>특수 토큰을 빼고 각 행의 합이 1이 되도록 다시 정규화했습니다. 모든 층과 헤드의 행 평균으로, 특수 토큰이 한 행에서 차지한 비율: {shares}.</translation>
    </message>
    <message>
        <source>Of the {rows:,} rows of all layers and heads, {empty:,} attended to nothing else and are left empty.</source>
        <translation>모든 층과 헤드의 행 {rows:,}개 중 {empty:,}개는 다른 것을 보지 않아 비워 두었습니다.</translation>
    </message>
    <message>
        <source>Mean attention weight of each head on each kind of token, over tokens that may attend to such a token and to another one. “Chance” is what attention to all visible tokens alike would give. A head has a clear function (tick) where its mean weight is {least} or more and the whole 95 % interval over sentences is above {above} times chance; of several, the one most above chance. Induction is measured on random words repeated once; relations on sentences of the mini-world that have them.</source>
        <translation>각 종류의 토큰에 대한 각 헤드의 평균 어텐션 가중치. 그런 토큰과 그 밖의 토큰을 모두 볼 수 있는 토큰에서 계산합니다. “우연”은 보이는 모든 토큰을 똑같이 볼 때의 값입니다. 평균 가중치가 {least} 이상이고 문장에 대한 95 % 신뢰 구간 전체가 우연의 {above}배보다 높으면 헤드에 뚜렷한 기능(체크 표시)이 있습니다. 여럿이면 우연보다 가장 높은 것을 고릅니다. 귀납은 무작위 단어를 한 번 반복해서 재고, 관계는 그 관계가 있는 미니 세계의 문장에서 잽니다.</translation>
    </message>
    <message>
        <source>Ablation: how much the loss grows when the output of the head is zero, for the same predicted tokens; gradient: the mean absolute gradient of the loss by a gate on that output (Michel et al. 2019). Point at a cell for the 95 % interval over sentences.</source>
        <translation>제거 실험: 같은 토큰을 예측할 때 헤드의 출력이 0이면 손실이 얼마나 늘어나는지. 기울기: 그 출력의 게이트에 대한 손실의 평균 절대 기울기(Michel et al. 2019). 문장에 대한 95 % 신뢰 구간을 보려면 칸을 가리키세요.</translation>
    </message>
    <message>
        <source>No gradient passes through its weights.</source>
        <translation>가중치로 기울기가 전달되지 않습니다.</translation>
    </message>
    <message>
        <source>Its layers share their weights, so a head is switched off in all of them.</source>
        <translation>층들이 가중치를 공유하므로 헤드는 모든 층에서 꺼집니다.</translation>
    </message>
    <message>
        <source>No head is left. Choose another function, layer or model.</source>
        <translation>남은 헤드가 없습니다. 다른 기능, 층 또는 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>{model}: {streams}: not scored, because its rows or columns are no tokens of the sentences.</source>
        <translation>{model}: {streams}: 행이나 열이 문장의 토큰이 아니어서 점수를 매기지 않았습니다.</translation>
    </message>
    <message>
        <source>A term's spread is the standard deviation of what it adds to the scores of one row, on average over the rows of the map: the larger, the more it decides what a token attends to.</source>
        <translation>항의 퍼짐은 그 항이 한 행의 점수에 더하는 값의 표준 편차를 맵의 행에 대해 평균한 것입니다. 클수록 토큰이 무엇을 볼지를 더 많이 결정합니다.</translation>
    </message>
    <message>
        <source>Framed: words that fill the same entry of the lexicon, the only ones whose translation is known (dashed: it is not known which of several words). Dot: each of these words with the word of the other sentence that has most weight. The error rate is that of Och and Ney (2003).</source>
        <translation>테두리: 어휘집의 같은 항목에 속하는 단어로, 번역이 알려진 것은 이것뿐입니다(점선: 여러 단어 중 어느 것인지 모름). 점: 각 단어와 다른 문장에서 가중치가 가장 큰 단어. 오류율은 Och and Ney (2003)의 정의를 따릅니다.</translation>
    </message>
    <message>
        <source>Dot: each word with the word of the other sentence that has most weight. Which links are true is known only for sentences of the mini-world with their translations.</source>
        <translation>점: 각 단어와 다른 문장에서 가중치가 가장 큰 단어. 올바른 연결은 미니 세계의 문장과 그 번역에서만 알 수 있습니다.</translation>
    </message>
    <message>
        <source>Words are aligned for two texts in two languages, and for a model that has the language as an input.</source>
        <translation>단어 정렬은 두 언어로 된 두 텍스트와, 언어를 입력으로 받는 모델에서 표시됩니다.</translation>
    </message>
    <message>
        <source>Framed: what the words of one language attend to in the other.</source>
        <translation>테두리: 한 언어의 단어가 다른 언어에서 보는 것.</translation>
    </message>
    <message>
        <source>Added to the score, one line for each head.</source>
        <translation>점수에 더해지는 값이며, 헤드마다 선 하나입니다.</translation>
    </message>
    <message>
        <source>Hollow: distances beyond this text.</source>
        <translation>빈 점: 이 텍스트보다 먼 거리.</translation>
    </message>
    <message>
        <source>Every head, one row per layer: click one to see it large, Ctrl+click to switch it off.</source>
        <translation>모든 헤드, 층마다 한 행. 클릭하면 크게 표시하고, Ctrl+클릭하면 끕니다.</translation>
    </message>
    <message>
        <source>One number per head: a high entropy is attention to many tokens.</source>
        <translation>헤드마다 수 하나: 엔트로피가 높으면 여러 토큰을 봅니다.</translation>
    </message>
    <message>
        <source>How much of the attention goes to earlier tokens, to the token itself, to later ones.</source>
        <translation>어텐션이 앞쪽 토큰, 토큰 자신, 뒤쪽 토큰으로 얼마나 가는지 나타냅니다.</translation>
    </message>
    <message>
        <source>What each head adds to the score by the distance between two tokens.</source>
        <translation>각 헤드가 두 토큰 사이의 거리에 따라 점수에 더하는 값입니다.</translation>
    </message>
    <message>
        <source>The difference of two models, cell by cell, in the colour of the one with more.</source>
        <translation>두 모델의 차이를 칸마다, 값이 더 큰 모델의 색으로 나타냅니다.</translation>
    </message>
    <message>
        <source>{model}: a row is a token of its decoder; it attends to those of the encoder.</source>
        <translation>{model}: 행은 디코더의 토큰이며, 인코더의 토큰을 봅니다.</translation>
    </message>
    <message>
        <source>{model}: a token attends to those before it in the order, not to the hatched.</source>
        <translation>{model}: 토큰은 순서에서 앞선 토큰을 보고, 빗금 친 것은 보지 않습니다.</translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends in both directions.</source>
        <translation>{model}: 행은 토큰이며, 양쪽을 봅니다.</translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends to some others, not to the hatched.</source>
        <translation>{model}: 행은 토큰이며, 일부 다른 토큰을 보고 빗금 친 것은 보지 않습니다.</translation>
    </message>
    <message>
        <source>{model}: a row is a token; it attends to earlier ones, not to the hatched.</source>
        <translation>{model}: 행은 토큰이며, 앞선 토큰을 보고 빗금 친 것은 보지 않습니다.</translation>
    </message>
    <message>
        <source>One number per head: what the prediction loses without it. Click one to select it.</source>
        <translation>헤드마다 수 하나: 그 헤드가 없으면 예측이 얼마나 나빠지는지. 클릭하면 선택합니다.</translation>
    </message>
    <message>
        <source>One row for each head; click one to select its layer and head everywhere.</source>
        <translation>헤드마다 한 행. 클릭하면 그 층과 헤드를 모든 곳에서 선택합니다.</translation>
    </message>
    <message>
        <source>Where the sentences come from; relations are known in the mini-world alone</source>
        <translation>문장의 출처. 관계는 미니 세계에서만 알려져 있습니다</translation>
    </message>
    <message>
        <source>How many are drawn</source>
        <translation>추출할 문장의 수</translation>
    </message>
    <message>
        <source>Another seed draws other sentences</source>
        <translation>시드가 다르면 다른 문장을 추출합니다</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>정렬</translation>
    </message>
    <message>
        <source>The order of the rows</source>
        <translation>행의 순서</translation>
    </message>
    <message>
        <source>Rows of one model alone</source>
        <translation>한 모델의 행만</translation>
    </message>
    <message>
        <source>Heads whose clearest function is this one</source>
        <translation>가장 뚜렷한 기능이 이것인 헤드</translation>
    </message>
    <message>
        <source>View of the chosen head</source>
        <translation>선택한 헤드의 보기</translation>
    </message>
    <message>
        <source>Shows this layer alone; all layers: their average</source>
        <translation>이 층만 표시합니다. 모든 층: 층의 평균</translation>
    </message>
    <message>
        <source>Shows this head alone; all heads: their average</source>
        <translation>이 헤드만 표시합니다. 모든 헤드: 헤드의 평균</translation>
    </message>
    <message>
        <source>Hide special tokens</source>
        <translation>특수 토큰 숨기기</translation>
    </message>
    <message>
        <source>Rows are renormalised over the other tokens</source>
        <translation>나머지 토큰으로 각 행을 다시 정규화합니다</translation>
    </message>
    <message>
        <source>All on</source>
        <translation>모두 켜기</translation>
    </message>
    <message>
        <source>Switch all heads and terms on again</source>
        <translation>모든 헤드와 항을 다시 켭니다</translation>
    </message>
    <message>
        <source>Nothing is switched off</source>
        <translation>꺼진 것이 없습니다</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>모두 표시</translation>
    </message>
    <message>
        <source>Also with Esc, or a click on the map</source>
        <translation>Esc 키를 누르거나 맵을 클릭해도 됩니다</translation>
    </message>
    <message>
        <source>The first model minus the second, cell by cell</source>
        <translation>칸마다 첫 번째 모델에서 두 번째 모델을 뺀 값</translation>
    </message>
    <message>
        <source>Only maps and lines have a difference</source>
        <translation>차이는 맵과 선에만 있습니다</translation>
    </message>
    <message>
        <source>Off: it is zero in every layer of every model that has it</source>
        <translation>끄면 이 항이 있는 모든 모델의 모든 층에서 0이 됩니다</translation>
    </message>
    <message>
        <source>The output of a head that is off is zero</source>
        <translation>꺼진 헤드의 출력은 0입니다</translation>
    </message>
    <message>
        <source>Switch head off</source>
        <translation>헤드 끄기</translation>
    </message>
    <message>
        <source>Choose a head first, or Ctrl+click a thumbnail</source>
        <translation>먼저 헤드를 선택하거나 축소 그림을 Ctrl+클릭하세요</translation>
    </message>
    <message>
        <source>These models split the text into different tokens. Choose two with the same tokenizer</source>
        <translation>이 모델들은 텍스트를 서로 다른 토큰으로 나눕니다. 토크나이저가 같은 두 모델을 선택하세요</translation>
    </message>
    <message>
        <source>What the model is fed beside the tokens: as usual, nothing, or something wrong</source>
        <translation>토큰 외에 모델에 넣는 것: 평소대로, 없음, 또는 잘못된 것</translation>
    </message>
    <message>
        <source>Predict the tokens in the factorization order of Masking. Otherwise every token is visible and there is no query stream</source>
        <translation>마스킹의 분해 순서대로 토큰을 예측합니다. 그러지 않으면 모든 토큰이 보이고 쿼리 스트림이 없습니다</translation>
    </message>
    <message>
        <source>Decoder's text</source>
        <translation>디코더의 텍스트</translation>
    </message>
    <message>
        <source>The input of the decoder after its start token; if empty, the model's own output</source>
        <translation>시작 토큰 다음의 디코더 입력. 비어 있으면 모델 자신의 출력</translation>
    </message>
</context>
<context>
    <name>resources.attention_as_explanation</name>
    <message>
        <source>Which words cause a prediction? Attention weights are often read as the answer.</source>
        <translation>어떤 단어가 예측을 일으킬까요? 흔히 어텐션 가중치를 그 답으로 읽습니다.</translation>
    </message>
    <message>
        <source>Here four methods answer for the last word. Rows that differ disagree about the order of the tokens.</source>
        <translation>여기서는 네 방법이 마지막 단어에 대해 답합니다. 서로 다른 행은 토큰의 순서에 대한 의견이 다른 것입니다.</translation>
    </message>
    <message>
        <source>Attention rollout says how far tokens are mixed. Leave one out measures what happens without each of them.</source>
        <translation>어텐션 롤아웃은 토큰이 얼마나 섞였는지 말해 줍니다. 하나씩 빼기는 각 토큰이 없으면 어떻게 되는지 잽니다.</translation>
    </message>
    <message>
        <source>The comparison measures over many texts how far such orders agree, and how far gradients and leave one out do.</source>
        <translation>비교는 많은 글에서 이런 순서가 얼마나 일치하는지, 그리고 기울기와 하나씩 빼기가 얼마나 일치하는지 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.auxiliary_loss</name>
    <message>
        <source>Choose GPT’s style here: it classifies the last token of a text.</source>
        <translation>여기서 GPT의 방식을 고르세요. 글의 마지막 토큰으로 분류합니다.</translation>
    </message>
    <message>
        <source>With a weight above 0, the model also goes on predicting each next token while it learns the task.</source>
        <translation>가중치가 0보다 크면 모델은 과제를 배우는 동안 다음 토큰도 계속 예측합니다.</translation>
    </message>
    <message>
        <source>The curve of the dev metric shows whether this helps. One run says little; the page of the comparison has five seeds.</source>
        <translation>이것이 도움이 되는지는 개발 지표의 곡선이 보여 줍니다. 한 번의 실행으로는 알 수 있는 것이 적으며, 비교 페이지에는 시드가 다섯 개 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.batch_size</name>
    <message>
        <source>RoBERTa was trained with larger batches than BERT: 8,000 texts a step instead of 256.</source>
        <translation>RoBERTa는 BERT보다 큰 배치로 학습했습니다. 스텝마다 글 256개가 아니라 8,000개입니다.</translation>
    </message>
    <message>
        <source>A larger batch gives a better estimate of the gradient, but fewer steps for the same number of tokens.</source>
        <translation>배치가 크면 기울기를 더 잘 추정하지만, 같은 수의 토큰에 대한 스텝은 줄어듭니다.</translation>
    </message>
    <message>
        <source>In the comparison all arms read the same number of tokens. Only batch size, steps and learning rate change.</source>
        <translation>비교에서는 모든 조건이 같은 수의 토큰을 읽습니다. 배치 크기, 스텝, 학습률만 바뀝니다.</translation>
    </message>
</context>
<context>
    <name>resources.block_parts</name>
    <message>
        <source>Here each token attends to each other one. BigBird cuts a long text into blocks, and each attends to a few.</source>
        <translation>여기서는 각 토큰이 다른 모든 토큰에 주목합니다. BigBird는 긴 글을 블록으로 자르고, 각 블록은 몇 개에만 주목합니다.</translation>
    </message>
    <message>
        <source>A window is the diagonal with its neighbours. Global blocks are whole rows and columns. Random blocks lie anywhere else.</source>
        <translation>윈도는 대각선과 그 이웃입니다. 전역 블록은 행과 열 전체입니다. 무작위 블록은 그 밖의 어디에나 있습니다.</translation>
    </message>
    <message>
        <source>The comparison leaves out each part and measures what is predicted at masked positions.</source>
        <translation>비교는 부분을 하나씩 빼고, 마스킹된 위치에서 무엇을 예측하는지 잽니다.</translation>
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
        <translation>큰 모델을 작게 만드는 방법은 여러 가지입니다. 양자화는 각 가중치를 8비트나 4비트 정수와, 여러 가중치가 함께 쓰는 스케일로 저장합니다. 가중치는 이 격자의 값으로 반올림됩니다. 가지치기는 가중치를 0으로 만들거나 헤드나 층을 통째로 제거합니다. 0은 파일과 행렬 곱 모두에서 따로 건너뛰지 않는 한 여전히 공간과 시간을 차지합니다. 제거한 헤드나 층에는 아무 비용도 들지 않습니다. 증류는 큰 모델의 예측으로 더 작은 모델을 학습시킵니다. 구조 탐색은 더 작은 여러 모양을 몇 스텝씩만 학습시키고 그중 가장 좋은 것을 끝까지 학습시킵니다. MobileBERT는 이렇게 찾은 것이 아니라 저자들이 모양을 직접 정했습니다. 디스크에서 더 작은 것, 파라미터가 더 적은 것, 더 빠른 것은 서로 다른 세 가지입니다. 여기서는 셋을 모두 측정합니다. 파일의 크기, 파라미터, 그리고 이 컴퓨터에서 스레드 하나로 문장 하나를 처리하는 시간입니다. 품질은 한 그림의 모든 모델에 대해 같은 평가용 텍스트나 같은 레이블 예시로 측정한 값입니다.</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>모델 압축</translation>
    </message>
    <message>
        <source>What quantization, pruning and distillation save, and what they cost in quality.</source>
        <translation>양자화, 가지치기, 증류로 줄어드는 것과 잃는 품질.</translation>
    </message>
    <message>
        <source>{base} has no compressed models yet. Make the first one: it takes some seconds, and {base} stays as it is.</source>
        <translation>{base}: 아직 압축된 모델이 없습니다. 첫 모델을 만들어 보세요. 몇 초면 되고 {base} 모델은 그대로 남습니다.</translation>
    </message>
    <message>
        <source>Choose a model above. Its compressed models appear here beside it.</source>
        <translation>위에서 모델을 고르세요. 그 모델을 압축한 모델들이 옆에 나타납니다.</translation>
    </message>
    <message>
        <source>{names}: derived from earlier weights of {base}, so they are left out.</source>
        <translation>{names}: {base}의 이전 가중치에서 만든 것이라 제외했습니다.</translation>
    </message>
    <message>
        <source>Click a model in the first view, or choose one here, to see what changed in it.</source>
        <translation>첫 번째 보기에서 모델을 클릭하거나 여기서 골라 무엇이 바뀌었는지 보세요.</translation>
    </message>
    <message>
        <source>{model} has other layers than {base}, so no single weight can be compared.</source>
        <translation>{model}의 층은 {base}의 층과 달라 가중치를 하나씩 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>{model} is a student: its weights were trained, not changed. Distillation compares it with its teacher.</source>
        <translation>{model}: 학생 모델입니다. 가중치를 바꾼 것이 아니라 새로 학습했습니다. 지식 증류 패널에서 교사와 비교합니다.</translation>
    </message>
    <message>
        <source>{model} has another shape than {base}: its weights were trained from scratch, so none can be compared.</source>
        <translation>{model}: {base} 모델과 모양이 다릅니다. 가중치를 처음부터 학습했으므로 하나씩 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>{count} shapes were trained for a few steps each; {above} more could not be built or were above the budget. The ring marks the shape that was then trained whole. Of one that was stopped early, the loss is that at its last step. Names are {names}.</source>
        <translation>모양 {count}개를 몇 스텝씩 학습했습니다. {above}개는 만들 수 없거나 예산을 넘었습니다. 고리는 이어서 끝까지 학습한 모양을 나타냅니다. 일찍 중단한 모양의 손실은 마지막 스텝의 값입니다. 이름의 순서: {names}.</translation>
    </message>
    <message>
        <source>Of the shapes that nothing cheaper beats.</source>
        <translation>더 작은 어떤 모양에도 뒤지지 않는 모양들의 곡선.</translation>
    </message>
    <message>
        <source>Share of the variance of the loss over all trials that a field explains (fANOVA).</source>
        <translation>모든 시도의 손실 분산 중 각 항목이 설명하는 비율(fANOVA).</translation>
    </message>
    <message>
        <source>Of {where}, which has a scale of its own.</source>
        <translation>{where}의 값이며 별도의 스케일을 씁니다.</translation>
    </message>
    <message>
        <source>Zeros are left out.</source>
        <translation>0은 제외했습니다.</translation>
    </message>
    <message>
        <source>The larger side of the matrix is across; a large matrix is drawn in blocks.</source>
        <translation>행렬의 긴 쪽이 가로입니다. 큰 행렬은 블록으로 그립니다.</translation>
    </message>
    <message>
        <source>All layers compressed: how much the hidden states after each layer, and the logits, differ from those of {base} on this sentence.</source>
        <translation>모든 층을 압축했을 때, 이 문장에서 각 층 다음의 은닉 상태와 로짓이 {base}의 것과 다른 정도.</translation>
    </message>
    <message>
        <source>This layer alone compressed: how much the logits differ on this sentence.</source>
        <translation>이 층만 압축했을 때, 이 문장에서 로짓이 다른 정도.</translation>
    </message>
    <message>
        <source>This layer alone compressed: how much the held-out loss of {base} rises, in nats.</source>
        <translation>이 층만 압축했을 때, {base}의 평가용 손실이 늘어나는 정도(nats).</translation>
    </message>
    <message>
        <source>The same places of this sentence, predicted by both.</source>
        <translation>이 문장의 같은 자리를 두 모델이 예측한 결과.</translation>
    </message>
    <message>
        <source>importance, as a share of that of the most important head</source>
        <translation>중요도, 가장 중요한 헤드에 대한 비율</translation>
    </message>
    <message>
        <source>Removed: {names}.</source>
        <translation>제거됨: {names}.</translation>
    </message>
    <message>
        <source>Share of weights that are zero.</source>
        <translation>0인 가중치의 비율.</translation>
    </message>
    <message>
        <source>All models of a base, what changed inside one of them, and making another.</source>
        <translation>기준 모델에서 만든 모든 모델, 그중 하나의 안에서 바뀐 것, 그리고 새로 만들기.</translation>
    </message>
    <message>
        <source>Which base, and what the axes measure.</source>
        <translation>기준 모델과 두 축이 재는 것.</translation>
    </message>
    <message>
        <source>What is smaller, what is faster, and what is not.</source>
        <translation>무엇이 더 작고 무엇이 더 빠르며 무엇이 그렇지 않은지.</translation>
    </message>
    <message>
        <source>Each model at its cost and quality; click one to see what was done to it.</source>
        <translation>각 모델의 비용과 품질. 클릭하면 무엇을 했는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>The same in numbers.</source>
        <translation>같은 내용의 수치.</translation>
    </message>
    <message>
        <source>Which model, and which of its weights.</source>
        <translation>어느 모델의 어느 가중치인지.</translation>
    </message>
    <message>
        <source>What changed in one weight.</source>
        <translation>가중치 하나에서 바뀐 것.</translation>
    </message>
    <message>
        <source>Where in the model it matters.</source>
        <translation>모델의 어느 곳에서 중요한지.</translation>
    </message>
    <message>
        <source>The method and its options; every field has a tip.</source>
        <translation>방법과 옵션. 항목마다 설명이 있습니다.</translation>
    </message>
    <message>
        <source>Start and cancel. The finished model joins the library.</source>
        <translation>시작과 취소. 완성된 모델은 라이브러리에 들어갑니다.</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>비용</translation>
    </message>
    <message>
        <source>What the horizontal axis measures</source>
        <translation>가로축이 재는 것</translation>
    </message>
    <message>
        <source>What the vertical axis measures</source>
        <translation>세로축이 재는 것</translation>
    </message>
    <message>
        <source>One of the models that were derived from the base</source>
        <translation>기준 모델에서 만든 모델 중 하나</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>A matrix of the model, by its name</source>
        <translation>모델의 행렬 하나(이름으로 선택)</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>다시 측정</translation>
    </message>
    <message>
        <source>Measures all models of this picture again, the times too</source>
        <translation>이 그림의 모든 모델을 시간까지 다시 측정합니다</translation>
    </message>
</context>
<context>
    <name>resources.compression_methods</name>
    <message>
        <source>A model can be made smaller by rounding its weights, by removing layers, or by teaching a smaller one.</source>
        <translation>모델은 가중치를 반올림하거나, 층을 제거하거나, 더 작은 모델을 가르쳐서 작게 만들 수 있습니다.</translation>
    </message>
    <message>
        <source>Each model is a point: what it costs across, how good it is upwards.</source>
        <translation>모델마다 점 하나입니다. 가로는 비용, 세로는 얼마나 좋은지입니다.</translation>
    </message>
    <message>
        <source>The comparison measures all of them for the same bytes, and for the same time.</source>
        <translation>비교는 같은 바이트와 같은 시간에서 모두를 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.depth_and_width</name>
    <message>
        <source>A model grows by more layers or by wider ones. These two have four layers each.</source>
        <translation>모델은 층을 늘리거나 층을 넓혀서 커집니다. 이 둘은 각각 네 층입니다.</translation>
    </message>
    <message>
        <source>A layer has about 12 D² parameters at width D. Twice the width costs as much as four times the layers.</source>
        <translation>너비가 D인 층의 파라미터는 약 12 D²개입니다. 너비 두 배는 층 네 배만큼 듭니다.</translation>
    </message>
    <message>
        <source>The comparison holds the number of parameters in the layers about equal: one wide layer, or twelve narrow ones.</source>
        <translation>비교는 층의 파라미터 수를 거의 같게 둡니다. 넓은 층 하나이거나 좁은 층 열두 개입니다.</translation>
    </message>
</context>
<context>
    <name>resources.direction</name>
    <message>
        <source>The word that is missing can often be guessed only from what follows it.</source>
        <translation>빠진 단어는 뒤에 오는 것으로만 맞힐 수 있는 경우가 많습니다.</translation>
    </message>
    <message>
        <source>BERT reads both sides of the masked position, so “France is Paris” helps it to predict the word.</source>
        <translation>BERT는 마스킹된 위치의 양쪽을 읽으므로, “France is Paris”가 그 단어를 예측하는 데 도움이 됩니다.</translation>
    </message>
    <message>
        <source>GPT-2 reads from left to right. When it predicts the second word it has seen only “The”.</source>
        <translation>GPT-2는 왼쪽에서 오른쪽으로 읽습니다. 둘째 단어를 예측할 때 본 것은 “The”뿐입니다.</translation>
    </message>
    <message>
        <source>The attention maps show why: GPT-2's rows never reach to the right of the diagonal.</source>
        <translation>어텐션 지도가 이유를 보여 줍니다. GPT-2의 행은 대각선 오른쪽에 닿지 않습니다.</translation>
    </message>
</context>
<context>
    <name>resources.distillation</name>
    <message>
        <source>A hard label says which token is at a position. The teacher's soft label gives every token a probability, so it also says which wrong answers are nearly correct. Dividing the logits by a temperature above 1 flattens the soft label, so that small probabilities become visible (Hinton and others). DistilBERT's student has half of the layers. It starts from every other layer of its teacher and learns three things at once: the soft labels, the masked tokens, and hidden states in the directions of the teacher's. The same student without a teacher starts from random weights and learns the masked tokens alone, for as many steps. The difference between the curves is what the teacher is worth, including its weights at the start. Both are measured on the same held-out tokens. DistilBERT's paper does not state the weights of the three losses; 5, 2 and 1 are those of the authors' example. TinyBERT's student may be narrower. Each of its layers has one of the teacher's layers: it learns that layer's attention scores, before the softmax, and its hidden states, which a learned projection brings to one width; the embeddings as well. The last steps learn the teacher's predictions alone. The view *Layers* shows the pairs and the projection; the learning curves show each pair's losses. MobileBERT's student has as many layers as its teacher, an IB-BERT in the paper and here a BERT as well, and is narrower inside them. Each layer learns the states and the attention of one layer of the teacher, by default one after the other; then all learn the teacher's predictions. *Layers that learn* shows which parts learn in which steps, and which are frozen; the learning curves show each layer's losses. Where several layers learn at once, each curve is the part of one layer in their mean.</source>
        <translation>하드 레이블은 한 위치에 어느 토큰이 있는지 말합니다. 교사의 소프트 레이블은 모든 토큰에 확률을 주므로, 어떤 오답이 거의 맞는지도 말합니다. 로짓을 1보다 큰 온도로 나누면 소프트 레이블이 평평해져 작은 확률도 보입니다(Hinton 등). DistilBERT의 학생은 층이 절반입니다. 교사의 층에서 하나씩 건너뛰며 가져와 시작하고, 세 가지를 한꺼번에 배웁니다. 소프트 레이블, 마스킹된 토큰, 그리고 교사와 방향이 같은 은닉 상태입니다. 교사 없는 같은 학생은 무작위 가중치에서 시작해 마스킹된 토큰만 같은 스텝 수만큼 배웁니다. 두 곡선의 차이가 시작할 때의 가중치를 포함해 교사의 가치입니다. 둘은 같은 평가용 토큰에서 잽니다. DistilBERT의 논문은 세 손실의 가중치를 밝히지 않으며, 5, 2, 1은 저자들의 예에 있는 값입니다. TinyBERT의 학생은 더 좁아도 됩니다. 학생의 각 층은 교사의 층 하나를 맡아, 소프트맥스 앞의 어텐션 점수와, 학습된 투영으로 너비를 맞춘 은닉 상태를 배웁니다. 임베딩도 배웁니다. 마지막 스텝은 교사의 예측만 배웁니다. *층* 보기는 쌍과 투영을 보여 주고, 학습 곡선은 쌍마다 손실을 보여 줍니다. MobileBERT의 학생은 교사와 층 수가 같고 그 안이 더 좁습니다. 교사는 논문에서는 IB-BERT이고 여기서는 BERT입니다. 각 층은 교사의 층 하나의 상태와 어텐션을 배우며, 기본값에서는 차례로 하나씩 배웁니다. 그런 다음 모두가 교사의 예측을 배웁니다. *배우는 층*은 어느 부분이 어느 스텝에서 배우고 어느 것이 고정되는지 보여 주며, 학습 곡선은 층마다 손실을 보여 줍니다. 여러 층이 한꺼번에 배우는 곳에서는 각 곡선이 그 평균 가운데 한 층의 몫입니다.</translation>
    </message>
    <message>
        <source>A small student learns the probabilities that a large teacher predicts.</source>
        <translation>작은 학생이 큰 교사가 예측하는 확률을 배웁니다.</translation>
    </message>
    <message>
        <source>What the student learns from, how it learned, and how alike they are.</source>
        <translation>학생이 무엇에서, 어떻게 배웠고, 얼마나 닮았는지 봅니다.</translation>
    </message>
    <message>
        <source>Which model is the teacher, which the student, which learned without one.</source>
        <translation>어느 모델이 교사이고 학생이며, 어느 것이 혼자 배웠는지 봅니다.</translation>
    </message>
    <message>
        <source>A higher temperature makes the teacher's distribution flatter.</source>
        <translation>온도가 높을수록 교사의 분포가 평평해집니다.</translation>
    </message>
    <message>
        <source>Train a student, and watch its curves.</source>
        <translation>학생을 학습시키고 곡선을 지켜보세요.</translation>
    </message>
    <message>
        <source>Click a token: the models predict it while it is masked.</source>
        <translation>토큰을 클릭하세요. 모델은 마스킹된 그 토큰을 예측합니다.</translation>
    </message>
    <message>
        <source>Teacher, hard label and student: the teacher's whole distribution is the target.</source>
        <translation>교사, 하드 레이블, 학생: 교사의 분포 전체가 타깃입니다.</translation>
    </message>
    <message>
        <source>Which layer of the teacher each layer of the student learns from.</source>
        <translation>학생의 각 층이 교사의 어느 층에서 배우는지 봅니다.</translation>
    </message>
    <message>
        <source>What maps the student's states to the width of the teacher, and is no part of the student.</source>
        <translation>학생의 상태를 교사의 너비로 옮기는 것으로, 학생의 일부는 아닙니다.</translation>
    </message>
    <message>
        <source>The teacher and its students side by side, on the same scale.</source>
        <translation>교사와 학생을 같은 척도로 나란히 봅니다.</translation>
    </message>
    <message>
        <source>The student has half of the layers of its teacher.</source>
        <translation>학생은 교사의 층 절반을 갖습니다.</translation>
    </message>
    <message>
        <source>Side by side: what the teacher predicts, what the student predicts, and how close they are.</source>
        <translation>교사가 예측하는 것과 학생이 예측하는 것, 그리고 둘이 얼마나 가까운지를 나란히 봅니다.</translation>
    </message>
    <message>
        <source>The comparison takes away one loss of the student at a time, and its start from the teacher's layers.</source>
        <translation>비교는 학생의 손실을 하나씩 빼고, 교사의 층에서 시작하는 것도 뺍니다.</translation>
    </message>
</context>
<context>
    <name>resources.embedding_sharing</name>
    <message>
        <source>ELECTRA's generator and discriminator share one token table. Both losses change it.</source>
        <translation>ELECTRA의 생성기와 판별기는 토큰 표 하나를 함께 씁니다. 두 손실이 모두 그것을 바꿉니다.</translation>
    </message>
    <message>
        <source>The generator gains when words that fit the same place are similar. The discriminator must distinguish just these.</source>
        <translation>같은 자리에 맞는 단어들이 비슷하면 생성기에 이득입니다. 판별기는 바로 그 단어들을 구별해야 합니다.</translation>
    </message>
    <message>
        <source>The comparison trains DeBERTaV3 with one table, with two, and with one whose detection gradient goes to an offset.</source>
        <translation>비교는 표 하나, 표 둘, 그리고 탐지 기울기가 오프셋으로 가는 표 하나로 DeBERTaV3를 학습합니다.</translation>
    </message>
</context>
<context>
    <name>resources.entities_right_or_wrong</name>
    <message>
        <source>The country is named, its capital is masked. A model without entities must have read the fact.</source>
        <translation>나라의 이름이 있고 수도는 마스킹되어 있습니다. 개체가 없는 모델은 그 사실을 읽은 적이 있어야 합니다.</translation>
    </message>
    <message>
        <source>A model that reads entities is fed the vector of France as well. Below its predictions are those without entities, and with wrong ones.</source>
        <translation>개체를 읽는 모델에는 프랑스의 벡터도 들어갑니다. 예측 아래에는 개체가 없을 때와 틀린 개체일 때의 예측이 있습니다.</translation>
    </message>
    <message>
        <source>The page of the comparison counts the capitals that each of three models names: with entities, without any, and with wrong ones.</source>
        <translation>비교 페이지는 개체가 있는 모델, 없는 모델, 틀린 개체를 쓰는 모델이 맞힌 수도를 셉니다.</translation>
    </message>
</context>
<context>
    <name>resources.families</name>
    <message>
        <source>Up to four models learn the same examples, one after the other.</source>
        <translation>최대 네 모델이 같은 예를 차례로 배웁니다.</translation>
    </message>
    <message>
        <source>The tasks come from the mini-world. The comparison uses five English sets and four Korean ones.</source>
        <translation>과제는 미니 월드에서 옵니다. 비교는 영어 데이터 다섯 개와 한국어 데이터 네 개를 씁니다.</translation>
    </message>
    <message>
        <source>After training, the view “Results” compares the models: metrics, confusion matrices, and the examples on which they disagree.</source>
        <translation>학습이 끝나면 “결과” 보기에서 모델을 비교합니다. 지표, 혼동 행렬, 모델들의 답이 갈린 예를 봅니다.</translation>
    </message>
</context>
<context>
    <name>resources.few_shot</name>
    <message>
        <source>A prompt has a description, K examples and a query. Each column has more examples; the weights stay as they are.</source>
        <translation>프롬프트에는 설명, 예 K개, 질의가 있습니다. 열마다 예가 더 많고 가중치는 그대로입니다.</translation>
    </message>
    <message>
        <source>Capitals are in the training text, so memory can answer. The labels of made-up words are in the prompt alone.</source>
        <translation>수도는 학습 텍스트에 있으므로 기억이 답할 수 있습니다. 만들어 낸 단어의 레이블은 프롬프트에만 있습니다.</translation>
    </message>
    <message>
        <source>Accuracy by K can be measured here, for a task of the mini-world or an own table.</source>
        <translation>K에 따른 정확도는 미니 월드의 과제나 직접 만든 표로 여기서 잴 수 있습니다.</translation>
    </message>
    <message>
        <source>The comparison trains three sizes and measures both kinds of tasks, with up to 16 examples.</source>
        <translation>비교는 세 가지 크기를 학습하고, 두 종류의 과제를 예 16개까지 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.finetuning</name>
    <message>
        <source>A pretrained model gets a new layer, the head, and learns a task from labelled examples. All chosen models learn from the same examples, one after the other. The examples are divided: the model learns from the training split and is measured on the dev split, which it never sees in training. A metric says little alone. The majority class is what one gets without looking at the text. The confusion matrix shows which classes are confused: a row is a true class, a column a predicted one, and the right predictions are on the diagonal. The reliability curve compares confidence with accuracy: a well calibrated model is right in 80 % of the cases of which it is 80 % sure. Instead of all parameters, the head alone, the last layers, or low-rank additions to some matrices (LoRA) can learn. The bars of the last view show which layers moved.</source>
        <translation>사전 학습 모델에 새 층인 헤드를 붙이고, 레이블이 있는 예시로 과제를 배우게 합니다. 선택한 모델은 모두 같은 예시로 차례로 배웁니다. 예시는 둘로 나뉩니다. 모델은 학습 세트로 배우고, 학습 중에는 보지 않는 개발 세트로 측정합니다. 지표 하나만으로는 알 수 있는 것이 적습니다. 다수 클래스는 글을 보지 않고 얻을 수 있는 값입니다. 혼동 행렬은 어떤 클래스를 혼동하는지 보여 줍니다. 행은 실제 클래스, 열은 예측한 클래스이고, 맞은 예측은 대각선에 있습니다. 신뢰도 곡선은 확신도와 정확도를 비교합니다. 잘 보정된 모델은 80 % 확신하는 경우의 80 %를 맞힙니다. 모든 파라미터 대신 헤드만, 마지막 층들만, 또는 일부 행렬에 더한 저랭크 행렬(LoRA)만 배우게 할 수도 있습니다. 마지막 화면의 막대는 어느 층이 움직였는지 보여 줍니다.</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>파인튜닝</translation>
    </message>
    <message>
        <source>Teach pretrained models a task from labelled examples, and see what they get right.</source>
        <translation>레이블이 있는 예시로 사전 학습 모델에 과제를 가르치고, 무엇을 맞히는지 봅니다.</translation>
    </message>
    <message>
        <source>Choose models above and press Fine-tune. Their curves appear here. The chosen models have no record of a fine-tuning.</source>
        <translation>위에서 모델을 고르고 파인튜닝을 누르세요. 곡선이 여기에 나타납니다. 선택한 모델에는 파인튜닝 기록이 없습니다.</translation>
    </message>
    <message>
        <source>Choose a pretrained model above. Up to four learn from the same examples, one after the other.</source>
        <translation>위에서 사전 학습 모델을 고르세요. 최대 네 개가 같은 예시로 차례로 배웁니다.</translation>
    </message>
    <message>
        <source>None of the chosen models does a task yet. Fine-tune them in the first view, or choose a fine-tuned model above.</source>
        <translation>선택한 모델 중 아직 과제를 하는 것이 없습니다. 첫 화면에서 파인튜닝하거나, 위에서 파인튜닝한 모델을 고르세요.</translation>
    </message>
    <message>
        <source>The models were fine-tuned on different data, so their metrics cannot be compared.</source>
        <translation>서로 다른 데이터로 파인튜닝한 모델이므로 지표를 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>Fine-tune models; see their results, what they say about your sentence, and what changed.</source>
        <translation>모델을 파인튜닝하고, 결과와 입력 문장에 대한 답, 바뀐 것을 봅니다.</translation>
    </message>
    <message>
        <source>The examples, which parameters learn, and how; every field has a tip.</source>
        <translation>예시, 배우는 파라미터, 배우는 방법. 항목마다 설명이 있습니다.</translation>
    </message>
    <message>
        <source>Start, pause and resume; nothing learned is lost.</source>
        <translation>시작, 일시 정지, 이어서 하기. 배운 것은 사라지지 않습니다.</translation>
    </message>
    <message>
        <source>Training loss, and the metric of the dev split, of each model in its colour.</source>
        <translation>모델별 학습 손실과 개발 세트의 지표를 모델의 색으로 보여 줍니다.</translation>
    </message>
    <message>
        <source>What the cells show, and the order of the examples.</source>
        <translation>칸에 무엇을 보여 줄지와 예시의 순서.</translation>
    </message>
    <message>
        <source>Metrics with those of the majority class, confusion matrices, examples, and calibration.</source>
        <translation>지표와 다수 클래스의 값, 혼동 행렬, 예시, 보정.</translation>
    </message>
    <message>
        <source>Probabilities of each class, the answer in the passage, or the tags of the words.</source>
        <translation>클래스별 확률, 지문 속의 답, 또는 단어의 태그.</translation>
    </message>
    <message>
        <source>From which difference of scores on a question has no answer.</source>
        <translation>점수 차이가 얼마보다 크면 답이 없다고 볼지 정합니다.</translation>
    </message>
    <message>
        <source>Opens the Attention panel with the model before and after.</source>
        <translation>파인튜닝 전후의 모델로 어텐션 패널을 엽니다.</translation>
    </message>
    <message>
        <source>How far the weights of each layer moved.</source>
        <translation>층별 가중치가 움직인 정도.</translation>
    </message>
</context>
<context>
    <name>resources.first</name>
    <message>
        <source>Both sides, or only the left</source>
        <translation>양쪽, 또는 왼쪽만</translation>
    </message>
    <message>
        <source>Everything here is about a sentence. This one names two founders; type your own at any time.</source>
        <translation>여기의 모든 것은 문장 하나에 관한 것입니다. 이 문장에는 창업자 두 명의 이름이 있으며, 언제든지 직접 입력해 보세요.</translation>
    </message>
    <message>
        <source>Two small models read it: BERT and GPT-2. Both were trained on the same text.</source>
        <translation>작은 모델 두 개, BERT와 GPT-2가 읽습니다. 둘은 같은 텍스트로 학습했습니다.</translation>
    </message>
    <message>
        <source>Each row is a token, and its colours say which tokens it attends to. BERT's rows reach to both sides. GPT-2's rows end at the token itself: it never sees what follows.</source>
        <translation>행마다 토큰 하나이고, 색은 그 토큰이 어느 토큰에 주목하는지 나타냅니다. BERT의 행은 양쪽에 닿습니다. GPT-2의 행은 그 토큰에서 끝나며, 뒤에 오는 것은 보지 못합니다.</translation>
    </message>
    <message>
        <source>Here both founders are masked. BERT fills both at once, each without knowing the other, so it can mix the founders of two companies.</source>
        <translation>여기서는 두 창업자가 모두 마스킹되어 있습니다. BERT는 서로를 모른 채 둘을 한꺼번에 채우므로 두 회사의 창업자를 섞을 수 있습니다.</translation>
    </message>
    <message>
        <source>Comparisons measures such sentences over several seeds. Every other panel shows one sentence.</source>
        <translation>비교 패널은 그런 문장을 여러 시드에 걸쳐 잽니다. 다른 패널은 모두 문장 하나를 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>resources.founders</name>
    <message>
        <source>Both names are masked, and they depend on each other: they must belong to one company.</source>
        <translation>두 이름이 모두 마스킹되어 있고, 서로 의존합니다. 한 회사의 것이어야 하기 때문입니다.</translation>
    </message>
    <message>
        <source>Filled at once, each name is predicted as if the other were unknown, so two founders can be mixed.</source>
        <translation>한꺼번에 채우면 각 이름은 다른 하나를 모르는 것처럼 예측되므로 두 창업자가 섞일 수 있습니다.</translation>
    </message>
    <message>
        <source>Filled one after the other, the second prediction sees the first. The page counts how often the pair is true.</source>
        <translation>하나씩 채우면 둘째 예측이 첫째를 봅니다. 페이지는 쌍이 올바른 경우를 셉니다.</translation>
    </message>
</context>
<context>
    <name>resources.freezing</name>
    <message>
        <source>Here you choose which parameters learn: all, the last layers, or the head alone.</source>
        <translation>여기서 어느 파라미터가 배울지 고릅니다. 전체, 마지막 층들, 또는 헤드만입니다.</translation>
    </message>
    <message>
        <source>Train once with all parameters and once with the last layer. The curves are drawn together.</source>
        <translation>한 번은 전체 파라미터로, 한 번은 마지막 층으로 학습해 보세요. 곡선이 함께 그려집니다.</translation>
    </message>
    <message>
        <source>Afterwards the view “What changed” of this panel shows how far each layer moved. Frozen layers do not move.</source>
        <translation>그런 다음 이 패널의 “바뀐 것” 보기에서 각 층이 얼마나 움직였는지 봅니다. 고정된 층은 움직이지 않습니다.</translation>
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
        <source>Stop; the text so far stays</source>
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
</context>
<context>
    <name>resources.generator_size</name>
    <message>
        <source>ELECTRA's generator fills masked positions. Its samples replace tokens, and the discriminator says which were replaced.</source>
        <translation>ELECTRA의 생성기는 마스킹된 위치를 채웁니다. 그 표본이 토큰을 교체하고, 판별기는 어느 것이 교체되었는지 말합니다.</translation>
    </message>
    <message>
        <source>A weak generator makes replacements that are easy to see. A strong one often writes the true token, which counts as original.</source>
        <translation>약한 생성기의 교체는 알아보기 쉽습니다. 강한 생성기는 정답 토큰을 쓰는 일이 많고, 그것은 원래 토큰으로 셉니다.</translation>
    </message>
    <message>
        <source>The comparison changes the generator's width only, from a quarter of the discriminator's to its full width.</source>
        <translation>비교는 생성기의 너비만 바꿉니다. 판별기의 4분의 1에서 전체 너비까지입니다.</translation>
    </message>
</context>
<context>
    <name>resources.graph_choices</name>
    <message>
        <source>The sentence asks for a tool. No text of the mini-world says which tool planting flowers takes.</source>
        <translation>문장은 도구를 묻습니다. 미니 월드의 어느 텍스트도 꽃을 심는 데 어떤 도구가 필요한지 말하지 않습니다.</translation>
    </message>
    <message>
        <source>In the graph, planting flowers needs digging the ground, and digging the ground uses a shovel. A model that reads such paths can answer.</source>
        <translation>그래프에서 꽃 심기에는 땅 파기가 필요하고, 땅 파기에는 삽을 씁니다. 그런 경로를 읽는 모델은 답할 수 있습니다.</translation>
    </message>
    <message>
        <source>Under Choices, each answer has its paths. Where no path leads to an answer, the text alone decides.</source>
        <translation>선택지 아래에서 각 답의 경로를 볼 수 있습니다. 경로가 답에 이르지 않으면 텍스트만으로 정합니다.</translation>
    </message>
</context>
<context>
    <name>resources.hashing_rounds</name>
    <message>
        <source>Most weights of attention are almost zero. Reformer compares a token only with those in the same bucket of a hash.</source>
        <translation>어텐션의 가중치는 대부분 0에 가깝습니다. Reformer는 토큰을 같은 해시 버킷에 있는 토큰하고만 비교합니다.</translation>
    </message>
    <message>
        <source>A hash can put similar tokens apart. Each further round has another hash, and finds more of the strongest links.</source>
        <translation>해시는 비슷한 토큰을 갈라놓을 수 있습니다. 라운드가 하나 늘면 해시도 하나 늘어, 가장 강한 연결을 더 많이 찾습니다.</translation>
    </message>
    <message>
        <source>The comparison trains models to repeat random symbols, and evaluates each with 1 to 8 rounds.</source>
        <translation>비교는 무작위 기호를 반복하도록 모델을 학습하고, 각각을 1~8라운드로 평가합니다.</translation>
    </message>
</context>
<context>
    <name>resources.head_removal</name>
    <message>
        <source>Each layer of a transformer has several attention heads. Not all of them matter as much.</source>
        <translation>트랜스포머의 층마다 어텐션 헤드가 여러 개 있습니다. 모두가 똑같이 중요하지는 않습니다.</translation>
    </message>
    <message>
        <source>Each map is one head of one layer. A click on one enlarges it.</source>
        <translation>지도 하나가 한 층의 헤드 하나입니다. 클릭하면 커집니다.</translation>
    </message>
    <message>
        <source>The comparison removes heads, the least important first, and measures the accuracy that is left.</source>
        <translation>비교는 덜 중요한 것부터 헤드를 제거하고 남은 정확도를 잽니다.</translation>
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
        <source>The step before (Page Up)</source>
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
        <translation>BERT는 마스킹된 토큰을 예측하고, ELECTRA는 교체된 토큰을 원래 토큰과 구별하며 사전 학습했습니다.</translation>
    </message>
    <message>
        <source>A task asks which pretraining left the more useful hidden states. Both get the same examples here.</source>
        <translation>과제는 어느 사전 학습이 더 쓸모 있는 은닉 상태를 남겼는지 묻습니다. 여기서 둘은 같은 예를 받습니다.</translation>
    </message>
    <message>
        <source>The bundled models differ in more than the objective. On the page of the comparison only the objective differs.</source>
        <translation>내장 모델은 학습 목표 말고도 다른 점이 있습니다. 비교 페이지에서는 학습 목표만 다릅니다.</translation>
    </message>
</context>
<context>
    <name>resources.knowledge</name>
    <message>
        <source>A knowledge graph has facts as triples: head, relation, tail, such as France, capital, Paris. Names in the sentence are linked to entities of the graph; the longest name wins. A name with several entities, such as a bank of a river and one for money, has candidates, and a click corrects it. The neighbourhood has the entities that are a few triples away from those of the text. TransE learns a vector for each entity and each relation, so that the head plus the relation is near the tail. The score of a triple is minus that distance: zero at best. Every entity is ranked as the tail of a held-out triple. Hits@10 is the share of triples whose true tail or head is among the best ten; other known triples are left out of the ranking (filtered). Embeddings say what a graph of this size makes probable, not what is true. KagNet judges the choices of a question by the paths between its concepts and those of each choice. The mini-world has a graph of its own. Your own file can be triples in three columns, or ConceptNet's.</source>
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
        <source>Head of the triple to score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head of the triple to score, an entity</source>
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
        <translation>여기서 레이블이 있는 예를 적게, 그다음 많이 고르고, 한 번은 새 가중치로 “처음부터” 학습해 보세요.</translation>
    </message>
    <message>
        <source>Fine-tuning starts here. It takes seconds with few examples and under a minute with all.</source>
        <translation>파인튜닝은 여기서 시작합니다. 예가 적으면 몇 초, 모두면 1분이 안 걸립니다.</translation>
    </message>
    <message>
        <source>The metric of the dev split appears here, beside what the majority class would get. Compare the runs with equal numbers of examples.</source>
        <translation>개발 분할의 지표가 여기에 나오며, 옆에는 다수 클래스의 값이 있습니다. 예의 수가 같은 실행끼리 비교하세요.</translation>
    </message>
</context>
<context>
    <name>resources.language_transfer</name>
    <message>
        <source>Choose a model that reads both languages, and a task in English, such as relations.</source>
        <translation>두 언어를 읽는 모델과 관계 같은 영어 과제를 고르세요.</translation>
    </message>
    <message>
        <source>Fine-tuning starts here. It sees English examples only.</source>
        <translation>파인튜닝은 여기서 시작합니다. 영어 예만 봅니다.</translation>
    </message>
    <message>
        <source>The page then tests on the Korean dev split, for models that were pretrained with and without translated pairs.</source>
        <translation>페이지에서는 그다음, 번역 쌍으로 사전 학습한 모델과 그러지 않은 모델을 한국어 개발 분할에서 시험합니다.</translation>
    </message>
</context>
<context>
    <name>resources.layer_losses</name>
    <message>
        <source>A student of TinyBERT's kind is narrower than its teacher: a learned projection makes their hidden states comparable.</source>
        <translation>TinyBERT 방식의 학생은 교사보다 좁습니다. 학습된 투영이 둘의 은닉 상태를 비교할 수 있게 합니다.</translation>
    </message>
    <message>
        <source>It learns attention scores, hidden states and embeddings first, then these predictions.</source>
        <translation>먼저 어텐션 점수, 은닉 상태, 임베딩을 배우고, 그다음 이 예측을 배웁니다.</translation>
    </message>
    <message>
        <source>The comparison takes away one of these losses at a time, and learns probabilities in place of scores.</source>
        <translation>비교는 이 손실을 하나씩 빼며, 점수 대신 확률을 배우게도 합니다.</translation>
    </message>
</context>
<context>
    <name>resources.layer_maps</name>
    <message>
        <source>Layers that teach</source>
        <translation>가르치는 층</translation>
    </message>
    <message>
        <source>The teacher has four layers. TinyBERT's student has two narrow ones.</source>
        <translation>교사는 네 층입니다. TinyBERT의 학생은 좁은 층 두 개입니다.</translation>
    </message>
    <message>
        <source>The teacher's predictions. Before it learns them, each layer of the student learns the attention and the hidden states of one of the teacher's layers.</source>
        <translation>교사의 예측입니다. 이것을 배우기 전에, 학생의 각 층은 교사의 한 층의 어텐션과 은닉 상태를 배웁니다.</translation>
    </message>
    <message>
        <source>Uniform maps take layers 2 and 4, the last ones 3 and 4, the first ones 1 and 2. The comparison trains a student with each.</source>
        <translation>균등 대응은 2층과 4층, 마지막은 3층과 4층, 처음은 1층과 2층을 씁니다. 비교는 각각으로 학생을 하나씩 학습합니다.</translation>
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
        <source>Which part of the model the states are from</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>resources.left_or_both</name>
    <message>
        <source>GPT’s way or BERT’s</source>
        <translation>GPT의 방식 또는 BERT의 방식</translation>
    </message>
    <message>
        <source>BERT reads both sides of every token, GPT-2 only what comes before.</source>
        <translation>BERT는 모든 토큰의 양쪽을 읽고, GPT-2는 앞에 오는 것만 읽습니다.</translation>
    </message>
    <message>
        <source>Both learn the same examples. BERT’s head reads [CLS], GPT’s head reads the last token, the only one that has seen the whole text.</source>
        <translation>둘은 같은 예를 배웁니다. BERT의 헤드는 [CLS]를 읽고, GPT의 헤드는 글 전체를 본 유일한 토큰인 마지막 토큰을 읽습니다.</translation>
    </message>
    <message>
        <source>Each model has a curve in its colour.</source>
        <translation>모델마다 자기 색의 곡선이 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.length_cost</name>
    <message>
        <source>Full attention compares each token with each other one. Twice the length is four times the comparisons.</source>
        <translation>전체 어텐션은 토큰을 다른 모든 토큰과 비교합니다. 길이 두 배는 비교 네 배입니다.</translation>
    </message>
    <message>
        <source>In a short text the weights cost most of the operations. Comparing tokens needs no weights and grows with the length.</source>
        <translation>짧은 글에서는 가중치가 연산의 대부분을 차지합니다. 토큰 비교에는 가중치가 필요 없고, 길이에 따라 늘어납니다.</translation>
    </message>
    <message>
        <source>The comparison measures time and memory of full attention, BigBird and Reformer, from 128 to 8,192 tokens.</source>
        <translation>비교는 전체 어텐션, BigBird, Reformer의 시간과 메모리를 토큰 128개에서 8,192개까지 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.long_texts</name>
    <message>
        <source>Full attention compares every token with every other one, so its operations grow with the square of the length. Two answers are measured here beside it. BigBird reads a long text by blocks: a block attends to its neighbours, to a few random blocks, and to the first and the last block, which everything attends to. The number of blocks that a block attends to does not depend on the length. Reformer gives queries and keys one vector and hashes it, so that similar vectors fall into the same bucket. Tokens are sorted by bucket and cut into chunks, and a token attends to its own chunk and to the one before. Time and memory are those of one forward pass on this computer, on one thread, up to the last hidden states: no prediction is computed. Memory is the most that a pass holds at once besides the weights. The fused kernel of full attention never holds the matrix of all weights: its time grows with the square of the length, its memory does not. Where the weights are written out, as they must be to be recorded, memory grows with the square too. An exponent of 1 means that twice the length costs twice as much, 2 that it costs four times as much. It is the slope of a straight line through the points on logarithmic axes. Models with random weights are measured beside the chosen ones, because the bundled models read short texts only. Time does not depend on the weights.</source>
        <translation>전체 어텐션은 모든 토큰을 다른 모든 토큰과 비교하므로 연산이 길이의 제곱으로 늘어납니다. 여기서는 두 가지 해법을 함께 측정합니다. BigBird는 긴 텍스트를 블록 단위로 읽습니다. 블록은 이웃 블록, 무작위로 고른 몇 블록, 그리고 모든 블록이 보는 첫 블록과 마지막 블록에 주의를 기울입니다. 한 블록이 보는 블록의 수는 길이에 따라 달라지지 않습니다. Reformer는 쿼리와 키에 벡터 하나를 함께 쓰고 이를 해싱해 비슷한 벡터가 같은 버킷에 들어가게 합니다. 토큰을 버킷 순으로 정렬해 청크로 자르면, 토큰은 자기 청크와 바로 앞 청크에만 주의를 기울입니다. 시간과 메모리는 이 컴퓨터에서 스레드 하나로 마지막 은닉 상태까지 한 번 순전파한 값이며, 예측은 계산하지 않습니다. 메모리는 가중치 외에 순전파가 한꺼번에 가장 많이 차지하는 양입니다. 전체 어텐션의 융합 커널은 모든 가중치의 행렬을 한꺼번에 갖지 않으므로 시간은 길이의 제곱으로 늘지만 메모리는 그렇지 않습니다. 기록하려면 가중치를 모두 써 내야 하는데, 그럴 때는 메모리도 제곱으로 늘어납니다. 지수가 1이면 길이가 두 배일 때 비용이 두 배, 2이면 네 배라는 뜻입니다. 지수는 로그 축에서 점들을 지나는 직선의 기울기입니다. 기본 제공 모델은 짧은 텍스트만 읽으므로 무작위 가중치의 모델을 선택한 모델과 함께 측정합니다. 시간은 가중치와 무관합니다.</translation>
    </message>
    <message>
        <source>What a long text costs by its length, and what attends to what in it.</source>
        <translation>긴 텍스트가 길이에 따라 드는 비용과 그 안에서 무엇이 무엇에 주의를 기울이는지.</translation>
    </message>
    <message>
        <source>Milliseconds of a forward pass. Both axes are logarithmic.</source>
        <translation>순전파 한 번의 밀리초. 두 축 모두 로그입니다.</translation>
    </message>
    <message>
        <source>The most that a pass holds at once besides the weights, in MB. Hollow: predicted, not run.</source>
        <translation>가중치 외에 순전파가 한꺼번에 가장 많이 차지하는 MB. 빈 원: 실행하지 않고 예측함.</translation>
    </message>
    <message>
        <source>Counted on shapes, without a run: two for a multiplication with its addition. Both axes are logarithmic.</source>
        <translation>실행하지 않고 모양으로 계산한 수. 곱셈과 덧셈 한 쌍을 둘로 셉니다. 두 축 모두 로그입니다.</translation>
    </message>
    <message>
        <source>Time and memory are measured when you start it; a point appears for each length.</source>
        <translation>시간과 메모리는 시작을 누르면 측정하며, 길이마다 점이 하나씩 나타납니다.</translation>
    </message>
    <message>
        <source>Cost grows with the length to this power: slope on logarithmic axes, 95 % interval.</source>
        <translation>비용은 길이의 이 거듭제곱으로 늘어납니다. 로그 축에서의 기울기, 95 % 구간.</translation>
    </message>
    <message>
        <source>Measured up to {positions:,} tokens, as the models have no more positions: {models}.</source>
        <translation>토큰 {positions:,}개까지만 측정했습니다. 위치가 더 없는 모델: {models}.</translation>
    </message>
    <message>
        <source>{model}: {length:,} tokens would need about {needed}, above the budget of {budget}. The longest text that fits has about {largest:,} tokens. Texts of up to 256 tokens are always measured.</source>
        <translation>{model}: 토큰 {length:,}개에는 예산 {budget}보다 많은 약 {needed}가 필요합니다. 들어가는 가장 긴 텍스트는 토큰 약 {largest:,}개입니다. 토큰 256개까지는 항상 측정합니다.</translation>
    </message>
    <message>
        <source>{model} pads {length:,} tokens to {padded:,}, a multiple of its blocks or chunks.</source>
        <translation>{model}: 토큰 {length:,}개를 블록이나 청크의 배수인 {padded:,}개로 채웁니다.</translation>
    </message>
    <message>
        <source>{document} has {count:,} tokens, fewer than the chosen length.</source>
        <translation>{document}: 토큰 {count:,}개로, 선택한 길이보다 적습니다.</translation>
    </message>
    <message>
        <source>Models with random weights: {models}. Time and memory do not depend on the weights; maps and recall do.</source>
        <translation>무작위 가중치의 모델: {models}. 시간과 메모리는 가중치와 무관하지만 지도와 재현율은 그렇지 않습니다.</translation>
    </message>
    <message>
        <source>Choose a model above, or tick one with random weights in the first view.</source>
        <translation>위에서 모델을 고르거나 첫 번째 보기에서 무작위 가중치의 모델을 선택하세요.</translation>
    </message>
    <message>
        <source>None of these models hashes. Tick Reformer in the first view, or choose a model that hashes above.</source>
        <translation>해싱하는 모델이 없습니다. 첫 번째 보기에서 Reformer를 선택하거나 위에서 해싱하는 모델을 고르세요.</translation>
    </message>
    <message>
        <source>Mean weight of the tokens of a row on all tokens of a column's block, mean of all heads. A block has {size} tokens.</source>
        <translation>행의 토큰이 열 블록의 모든 토큰에 주는 가중치의 평균, 모든 헤드의 평균. 한 블록은 토큰 {size}개입니다.</translation>
    </message>
    <message>
        <source>Share of the pairs of tokens that chunks put side by side, mean of all heads and rounds. A block has {size} tokens; the weights within chunks are not drawn.</source>
        <translation>청크가 나란히 두는 토큰 쌍의 비율, 모든 헤드와 라운드의 평균. 한 블록은 토큰 {size}개이며 청크 안의 가중치는 그리지 않습니다.</translation>
    </message>
    <message>
        <source>Layers of attention that information from each block needs to reach the selected block. Residual connections carry it through the other layers. A block reaches another where any of its tokens may be attended to.</source>
        <translation>각 블록의 정보가 선택한 블록에 닿는 데 필요한 어텐션 층의 수. 나머지 층은 잔차 연결로 지나갑니다. 한 블록의 토큰 중 하나라도 주의를 받을 수 있으면 그 블록은 다른 블록에 닿습니다.</translation>
    </message>
    <message>
        <source>Click a block to see what reaches it; double-click to zoom in.</source>
        <translation>블록을 클릭하면 그 블록에 닿는 것을 보여 주고, 두 번 클릭하면 확대합니다.</translation>
    </message>
    <message>
        <source>Every dot is a token: from left to right as the round sorts it, by bucket and then by position; from top to bottom where it is in the text. Lines are borders of chunks. Another colour is another bucket.</source>
        <translation>점 하나가 토큰 하나입니다. 왼쪽에서 오른쪽으로는 라운드가 정렬한 순서(버킷, 그다음 위치), 위에서 아래로는 텍스트에서의 위치입니다. 선은 청크의 경계이고 색이 다르면 버킷이 다릅니다.</translation>
    </message>
    <message>
        <source>Of the ten strongest links of each token in full attention with the same queries, the share that the rounds together find, by number of buckets; {count} tokens, mean of all heads. The rotations are random, with a fixed seed.</source>
        <translation>같은 쿼리를 쓰는 전체 어텐션에서 각 토큰의 가장 강한 연결 열 개 중 라운드들이 함께 찾아내는 비율, 버킷 수별. 토큰 {count}개, 모든 헤드의 평균. 회전은 시드를 고정한 무작위입니다.</translation>
    </message>
    <message>
        <source>Cost by length, attention by blocks, or what hashing does.</source>
        <translation>길이별 비용, 블록별 어텐션, 해싱이 하는 일.</translation>
    </message>
    <message>
        <source>The text, the lengths, the budget of memory, and models with random weights.</source>
        <translation>텍스트, 길이, 메모리 예산, 무작위 가중치의 모델.</translation>
    </message>
    <message>
        <source>Operations by length; after a run time and memory, point by point.</source>
        <translation>길이별 연산. 실행하면 시간과 메모리가 점으로 하나씩 나타납니다.</translation>
    </message>
    <message>
        <source>The powers with which cost grows, and the longest text within the budget.</source>
        <translation>비용이 늘어나는 지수와 예산에 들어가는 가장 긴 텍스트.</translation>
    </message>
    <message>
        <source>All numbers.</source>
        <translation>모든 수치.</translation>
    </message>
    <message>
        <source>The model.</source>
        <translation>모델.</translation>
    </message>
    <message>
        <source>Attention by blocks; click a block to see what reaches it, and in how many layers.</source>
        <translation>블록별 어텐션. 블록을 클릭하면 무엇이 몇 층 만에 닿는지 보여 줍니다.</translation>
    </message>
    <message>
        <source>The model, its head and its round.</source>
        <translation>모델과 그 헤드, 라운드.</translation>
    </message>
    <message>
        <source>The tokens as hashing sorts them.</source>
        <translation>해싱이 정렬한 토큰.</translation>
    </message>
    <message>
        <source>How many strong links hashing finds.</source>
        <translation>해싱이 찾는 강한 연결의 수.</translation>
    </message>
    <message>
        <source>The model whose attention is drawn</source>
        <translation>어텐션을 그릴 모델</translation>
    </message>
    <message>
        <source>The layer whose attention is drawn</source>
        <translation>어텐션을 그릴 층</translation>
    </message>
    <message>
        <source>The head whose buckets are drawn</source>
        <translation>버킷을 그릴 헤드</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>라운드</translation>
    </message>
    <message>
        <source>The round of hashing that is drawn</source>
        <translation>그릴 해싱 라운드</translation>
    </message>
</context>
<context>
    <name>resources.lora</name>
    <message>
        <source>LoRA adds a product of two narrow matrices to the query and value weights, and only these learn.</source>
        <translation>LoRA는 쿼리와 값 가중치에 좁은 두 행렬의 곱을 더하며, 이것만 배웁니다.</translation>
    </message>
    <message>
        <source>The rank is the width of the narrow matrices. A higher rank has more parameters that learn.</source>
        <translation>랭크는 좁은 행렬의 너비입니다. 랭크가 높으면 배우는 파라미터가 많아집니다.</translation>
    </message>
    <message>
        <source>The number of parameters that learn appears with the curves. Compare it with a run of all parameters.</source>
        <translation>배우는 파라미터의 수가 곡선과 함께 나옵니다. 전체 파라미터를 학습한 실행과 비교해 보세요.</translation>
    </message>
</context>
<context>
    <name>resources.mask_share</name>
    <message>
        <source>In BERT's training, not every chosen token becomes [MASK]: of ten, eight do, one becomes a random token, one stays.</source>
        <translation>BERT의 학습에서는 고른 토큰이 모두 [MASK]가 되지는 않습니다. 열 개 중 여덟은 [MASK], 하나는 무작위 토큰, 하나는 그대로입니다.</translation>
    </message>
    <message>
        <source>The grid shows all three kinds. The model must predict the original token at each of them.</source>
        <translation>격자는 세 종류를 모두 보여 줍니다. 모델은 그 모두에서 원래 토큰을 예측해야 합니다.</translation>
    </message>
    <message>
        <source>A task never has [MASK] in its text. The comparison measures what a model trained on [MASK] alone loses where no [MASK] is.</source>
        <translation>과제의 글에는 [MASK]가 없습니다. 비교는 [MASK]로만 학습한 모델이 [MASK]가 없는 곳에서 얼마나 잃는지 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.masking</name>
    <message>
        <source>A training objective decides what a model must predict. BERT chooses 15 % of the tokens. Of these, 80 % become [MASK], 10 % a random token, and 10 % stay as they are. Only the chosen tokens are predicted, from both sides. GPT-2 masks nothing: each token is predicted from the tokens to its left. ELMo predicts each word twice, from its left and from its right; no prediction uses both sides. ELECTRA lets a small generator fill the masks. A discriminator says of every token whether it was replaced. Both are trained together by likelihood, not against each other. RoBERTa samples new masks each time it sees a text. BERT's authors sampled theirs once, in ten copies of the data. ALBERT masks runs of up to three words, and says whether two texts of one document are in order or swapped. T5 removes spans. A sentinel replaces each span, and the decoder writes the sentinels and spans. XLNet has no mask token. It predicts the last tokens of a random order, each from the tokens earlier in that order; all keep their positions. DeBERTa masks as BERT does, and adds absolute positions in a decoder just before it predicts. XLM masks tokens of a sentence and of its translation; each helps to fill the other. The positions of the second begin with 0 again. ERNIE of Zhang et al. also reads vectors of the entities that a text names. Some of them are removed or wrong while it learns, and it predicts which entity each name means. When two masked positions are filled at the same time, neither prediction knows the other: the first name of one founder may meet the family name of another. Filled one after the other, they agree more often. All examples here come from the code that training uses. A [MASK] in the sentence is each model's own mask token.</source>
        <translation>학습 목표는 모델이 무엇을 예측해야 하는지 정합니다. BERT는 토큰의 15 %를 선택합니다. 그중 80 %는 [MASK]로, 10 %는 무작위 토큰으로 바꾸고, 10 %는 그대로 둡니다. 선택된 토큰만 양쪽에서 예측합니다. GPT-2는 아무것도 마스킹하지 않고, 각 토큰을 왼쪽의 토큰에서 예측합니다. ELMo는 각 단어를 왼쪽과 오른쪽에서 두 번 예측하며, 양쪽을 함께 쓰는 예측은 없습니다. ELECTRA는 작은 생성기가 마스크를 채우게 합니다. 판별기는 토큰마다 교체되었는지 판정합니다. 둘은 서로 겨루지 않고, 가능도로 함께 학습됩니다. RoBERTa는 텍스트를 볼 때마다 마스크를 새로 샘플링합니다. BERT의 저자들은 데이터 사본 열 개에 한 번만 샘플링했습니다. ALBERT는 최대 세 단어가 이어진 구간을 마스킹하고, 한 문서의 두 텍스트가 순서대로인지 뒤바뀌었는지 판정합니다. T5는 스팬을 제거합니다. 센티널이 각 스팬을 대신하고, 디코더가 센티널과 스팬을 씁니다. XLNet에는 마스크 토큰이 없습니다. 무작위 순서의 마지막 토큰들을 각각 그 순서에서 앞선 토큰에서 예측하며, 모든 토큰의 위치는 그대로입니다. DeBERTa는 BERT처럼 마스킹하고, 예측 직전에 디코더에서 절대 위치를 더합니다. XLM은 한 문장과 그 번역의 토큰을 마스킹하며, 서로가 상대를 채우는 데 도움이 됩니다. 두 번째 문장의 위치는 다시 0부터 시작합니다. Zhang et al.의 ERNIE는 텍스트에 나오는 개체의 벡터도 읽습니다. 학습할 때 일부는 제거되거나 잘못된 것으로 바뀌며, 각 이름이 어느 개체를 뜻하는지 예측합니다. 마스킹된 두 위치를 동시에 채우면 어느 예측도 다른 예측을 모르므로, 한 창업자의 이름이 다른 창업자의 성과 만날 수 있습니다. 하나씩 채우면 서로 맞을 때가 더 많습니다. 여기의 모든 예시는 학습에 쓰는 코드로 만듭니다. 문장 속의 [MASK]는 각 모델의 마스크 토큰이 됩니다.</translation>
    </message>
    <message>
        <source>Softmax over the whole vocabulary at temperature 1. Below the true token: its probability and, if it is not the most probable token, its rank (#).</source>
        <translation>온도 1에서 전체 어휘에 대한 소프트맥스. 실제 토큰 아래: 그 확률과, 확률이 가장 높은 토큰이 아니면 그 순위(#).</translation>
    </message>
    <message>
        <source>The discriminator's probability that each token was replaced, the sigmoid of its logit; from {threshold} on, the token counts as predicted to be replaced. A tick: a true positive. A cross: a false positive or a false negative. No mark: a true negative. Italic: the generator put in another token; outlined: it put in the true token, which counts as original.</source>
        <translation>각 토큰이 교체되었을 판별기의 확률로, 로짓의 시그모이드입니다. {threshold} 이상이면 교체된 것으로 예측했다고 봅니다. 체크 표시: 참양성. 가위표: 거짓양성 또는 거짓음성. 표시 없음: 참음성. 기울임꼴: 생성기가 다른 토큰을 넣음. 윤곽선: 생성기가 실제 토큰을 넣음(원본으로 셈).</translation>
    </message>
    <message>
        <source>Softmax of the head at [CLS], with nothing masked. Next sentence: does the second text follow, or is it from elsewhere? Sentence order: are both in order, or swapped?</source>
        <translation>아무것도 마스킹하지 않은 상태에서 [CLS]에 있는 헤드의 소프트맥스. 다음 문장: 두 번째 텍스트가 이어지는가, 다른 곳에서 왔는가? 문장 순서: 순서대로인가, 뒤바뀌었는가?</translation>
    </message>
    <message>
        <source>Filled together, the joint probability is the product of independent predictions. Filled one after the other (the most confident first), each prediction depends on those before it. Their product is a pseudo-likelihood for this order: another order may give another value.</source>
        <translation>한꺼번에 채우면 결합 확률은 독립인 예측들의 곱입니다. 하나씩(확신이 가장 큰 것부터) 채우면 각 예측은 앞의 예측에 따라 달라집니다. 그 곱은 이 순서의 유사 가능도이며, 순서가 다르면 값이 다를 수 있습니다.</translation>
    </message>
    <message>
        <source>Input tokens at which something is predicted or classified, counted from the targets above.</source>
        <translation>무언가를 예측하거나 분류하는 입력 토큰. 위의 정답에서 셉니다.</translation>
    </message>
    <message>
        <source>One row per epoch, sampled as in training; your own masks are left out. Filled: masked. Struck through: random. Outlined: chosen but unchanged. Dashed: predicted in the order. A bar below: dropped, in the colour of its span. Under each token: the number of epochs in which it was chosen.</source>
        <translation>에포크마다 한 행이며, 학습할 때처럼 샘플링합니다. 직접 정한 마스크는 제외합니다. 채움: 마스킹됨. 취소선: 무작위. 윤곽선: 선택되었으나 그대로 둠. 점선: 순서대로 예측됨. 아래 막대: 제거됨(스팬의 색). 각 토큰 아래: 선택된 에포크의 수.</translation>
    </message>
    <message>
        <source>Sampled once from the token ids, independent of the seed. Another vocabulary has other ids, so it gets another mask.</source>
        <translation>시드와 무관하게 토큰 번호에서 한 번 샘플링합니다. 어휘가 다르면 번호도 달라서 마스크가 달라집니다.</translation>
    </message>
    <message>
        <source>Ten masks are sampled once from the token ids, and the epochs use them one after the other: the static masks of the papers that compare them with dynamic ones.</source>
        <translation>토큰 번호에서 마스크 열 개를 한 번 샘플링해, 에포크마다 차례로 씁니다. 논문에서 동적 마스크와 비교하는 정적 마스크입니다.</translation>
    </message>
    <message>
        <source>A row attends to its filled columns. Both streams attend to context tokens and to those earlier in the order; the content stream also attends to the token itself, the query stream must not, because it predicts that token. Framed rows are predicted. Without context tokens, the first in the order attends to nothing: the softmax of equal scores is then even over all tokens, its own too, so it is never a target.</source>
        <translation>행은 채워진 열을 봅니다. 두 스트림 모두 문맥 토큰과 순서에서 앞선 토큰을 봅니다. 내용 스트림은 토큰 자신도 보지만, 쿼리 스트림은 그 토큰을 예측하므로 보아서는 안 됩니다. 테두리가 있는 행을 예측합니다. 문맥 토큰이 없으면 순서의 첫 토큰은 아무것도 보지 않습니다. 그때 같은 점수의 소프트맥스는 자신을 포함한 모든 토큰에 고르므로, 첫 토큰은 정답이 되지 않습니다.</translation>
    </message>
    <message>
        <source>The names in the text that the model knows, and the entity that is fed at the first token of each. While it learns, some entities are removed and some are wrong (bold); all must be predicted, by a softmax over the products with the vectors of all its entities. Below an entity: its probability and, if it is not the most probable one, its rank (#). A click that masks a name removes its entity. Below: the masked tokens with the entities as they are fed, without any, and with wrong ones.</source>
        <translation>텍스트에서 모델이 아는 이름과, 각 이름의 첫 토큰에 입력되는 개체. 학습할 때 일부 개체는 제거되고 일부는 잘못된 것(굵게)이며, 모든 개체의 벡터와의 곱에 대한 소프트맥스로 모두 예측해야 합니다. 개체 아래: 그 확률과, 확률이 가장 높은 것이 아니면 그 순위(#). 이름을 클릭해 마스킹하면 그 개체가 제거됩니다. 아래: 입력된 그대로의 개체, 개체 없음, 잘못된 개체로 예측한 마스킹된 토큰.</translation>
    </message>
    <message>
        <source>Each sentence with the same tokens masked, read alone and together with the other one, in two passes. Below a token: the language whose vector is added to it, and its position.</source>
        <translation>같은 토큰을 마스킹한 각 문장을 혼자, 그리고 다른 문장과 함께 두 번 읽습니다. 토큰 아래: 그 벡터가 더해지는 언어와 위치.</translation>
    </message>
    <message>
        <source>How training examples are made; “Sample again” makes another one.</source>
        <translation>학습 예시를 만드는 방법. “다시 샘플링”으로 다른 예시를 만듭니다.</translation>
    </message>
    <message>
        <source>What {models} get as input: a click masks a token, or leaves it as it is.</source>
        <translation>{models}의 입력: 클릭하면 토큰을 마스킹하거나 그대로 둡니다.</translation>
    </message>
    <message>
        <source>What each model predicts there, most probable first; a tick marks the truth.</source>
        <translation>각 모델이 그 자리에서 예측하는 것. 확률이 높은 것부터이며, 체크 표시가 정답입니다.</translation>
    </message>
    <message>
        <source>Samples with the next seed</source>
        <translation>다음 시드로 샘플링합니다</translation>
    </message>
    <message>
        <source>Add its translation</source>
        <translation>번역 추가</translation>
    </message>
    <message>
        <source>The translation of this sentence in the mini-world becomes the second text</source>
        <translation>미니 세계에서 이 문장의 번역이 두 번째 텍스트가 됩니다</translation>
    </message>
    <message>
        <source>Swap the two texts</source>
        <translation>두 텍스트 맞바꾸기</translation>
    </message>
    <message>
        <source>The second text comes first; see how the models classify the order</source>
        <translation>두 번째 텍스트가 앞에 옵니다. 모델이 순서를 어떻게 분류하는지 보세요</translation>
    </message>
    <message>
        <source>Removes the last clicked token from the order</source>
        <translation>마지막으로 클릭한 토큰을 순서에서 뺍니다</translation>
    </message>
    <message>
        <source>Sample as in training</source>
        <translation>학습처럼 샘플링</translation>
    </message>
    <message>
        <source>At random, as for a training example; otherwise only the tokens that you mask</source>
        <translation>학습 예시처럼 무작위로 고릅니다. 끄면 직접 마스킹한 토큰만 마스킹됩니다</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>Masked, replaced or dropped</source>
        <translation>마스킹, 교체 또는 제거</translation>
    </message>
    <message>
        <source>All tokens of a word are chosen together, or none of them</source>
        <translation>한 단어의 토큰은 모두 함께 선택되거나 모두 선택되지 않습니다</translation>
    </message>
    <message>
        <source>What dynamic masks are compared with over epochs</source>
        <translation>여러 에포크에 걸쳐 동적 마스크와 비교할 것</translation>
    </message>
    <message>
        <source>Over ten epochs: dynamic masks are sampled again in each, static ones only once</source>
        <translation>에포크 열 개에서, 동적 마스크는 에포크마다 다시 샘플링하고 정적 마스크는 한 번만 샘플링합니다</translation>
    </message>
    <message>
        <source>Of how many tokens one is predicted</source>
        <translation>토큰 몇 개 중 하나를 예측하는지</translation>
    </message>
    <message>
        <source>The published value is one token in 6</source>
        <translation>발표된 값은 토큰 6개 중 하나입니다</translation>
    </message>
    <message>
        <source>Order all tokens</source>
        <translation>모든 토큰에 순서 부여</translation>
    </message>
    <message>
        <source>As in the paper. In the authors' code, tokens that are not predicted are context.</source>
        <translation>논문의 방식. 저자들의 코드에서는 예측하지 않는 토큰이 문맥입니다.</translation>
    </message>
    <message>
        <source>Own order</source>
        <translation>직접 정한 순서</translation>
    </message>
    <message>
        <source>Click the tokens one after the other, or type their positions in the order</source>
        <translation>토큰을 차례로 클릭하거나, 순서에서의 위치를 입력하세요</translation>
    </message>
    <message>
        <source>Position of each token in the order</source>
        <translation>순서에서 각 토큰의 위치</translation>
    </message>
    <message>
        <source>One number for each token, special ones too: its position in the order. Enter applies them. They belong to this text; for another text the order is 1, 2, 3 …</source>
        <translation>특수 토큰을 포함해 토큰마다 수 하나: 순서에서의 위치. Enter 키로 적용합니다. 이 텍스트에만 쓰이며, 다른 텍스트의 순서는 1, 2, 3 …입니다</translation>
    </message>
</context>
<context>
    <name>resources.masking_rate</name>
    <message>
        <source>A masked language model hides some tokens and learns to predict them from the others.</source>
        <translation>마스크 언어 모델은 토큰 일부를 가리고, 나머지에서 그것을 예측하는 법을 배웁니다.</translation>
    </message>
    <message>
        <source>Here some 15 % of the tokens are chosen. Click any token to mask it, or to leave it alone.</source>
        <translation>여기서는 토큰의 약 15 %를 고릅니다. 토큰을 클릭해 마스킹하거나 그대로 둘 수 있습니다.</translation>
    </message>
    <message>
        <source>With few masks a text teaches little; with many, too little context is left to predict from.</source>
        <translation>마스크가 적으면 글에서 배울 것이 적고, 많으면 예측에 쓸 문맥이 너무 적습니다.</translation>
    </message>
</context>
<context>
    <name>resources.normalization</name>
    <message>
        <source>GPT-1 normalises after each sublayer (post-LN), GPT-2 before it (pre-LN).</source>
        <translation>GPT-1은 하위 층 뒤에서 정규화하고(post-LN), GPT-2는 그 앞에서 정규화합니다(pre-LN).</translation>
    </message>
    <message>
        <source>After each block of GPT-1 the states are normalised, so their size stays. In GPT-2 every block adds to a sum that grows.</source>
        <translation>GPT-1의 블록 뒤에서는 상태를 정규화하므로 크기가 그대로입니다. GPT-2에서는 블록마다 커지는 합에 더합니다.</translation>
    </message>
    <message>
        <source>The comparison trains both at several depths, with and without a warm-up of the learning rate.</source>
        <translation>비교는 둘을 여러 깊이에서, 학습률 워밍업이 있을 때와 없을 때로 학습합니다.</translation>
    </message>
</context>
<context>
    <name>resources.parameters</name>
    <message>
        <source>A parameter is one number that training has set. The bars divide each model into its parts. In the maps below them, the area of a weight is its number of parameters; a tied table is counted once. The token table (vocabulary times width) is largest in small models and with large vocabularies. In large models the feed-forward layers have more parameters than any other part. ALBERT factorizes its embeddings, V x E + E x H instead of V x H, and all its layers share one set of weights. Fewer parameters are not fewer operations: a shared layer is still computed once for each layer. ALBERT saves memory for parameters, and communication between the machines that train it: its paper trains ALBERT-large 1.7 times as fast as BERT-large. In BERT, attention has half as many parameters as the feed-forward networks. MobileBERT narrows every layer, after which attention would have 1.4 times as many; with four feed-forward networks in each layer it has 0.34 times as many. Click one of the two parts for this ratio. An operation here is a multiplication or an addition in a product of matrices. Comparing tokens with each other needs no parameters, and its operations grow with the length of the text.</source>
        <translation>파라미터는 학습으로 정해진 수 하나입니다. 막대는 각 모델을 부분으로 나눕니다. 그 아래 지도에서 가중치의 넓이는 파라미터의 수이며, 공유하는 표는 한 번만 셉니다. 토큰 표(어휘 크기 곱하기 너비)는 작은 모델과 어휘가 큰 모델에서 가장 큽니다. 큰 모델에서는 피드포워드 층의 파라미터가 다른 어느 부분보다 많습니다. ALBERT는 임베딩을 V x H 대신 V x E + E x H로 분해하고, 모든 층이 가중치 한 벌을 함께 씁니다. 파라미터가 적다고 연산이 적은 것은 아닙니다. 공유하는 층도 층마다 한 번씩 계산합니다. ALBERT는 파라미터 메모리와 학습하는 컴퓨터 사이의 통신을 아낍니다. 논문에 따르면 ALBERT-large는 BERT-large보다 1.7배 빠르게 학습됩니다. BERT에서 어텐션의 파라미터는 피드포워드 신경망의 절반입니다. MobileBERT는 모든 층을 좁히는데, 그러면 어텐션이 1.4배가 됩니다. 층마다 피드포워드 신경망을 네 개 두어 이 비를 0.34배로 만듭니다. 두 부분 중 하나를 클릭하면 이 비를 볼 수 있습니다. 여기서 연산은 행렬 곱에 있는 곱셈이나 덧셈 하나입니다. 토큰을 서로 비교하는 데는 파라미터가 필요 없으며, 그 연산은 텍스트의 길이에 따라 늘어납니다.</translation>
    </message>
    <message>
        <source>Where a model's weights are, what memory they take, and what using them costs.</source>
        <translation>모델의 가중치가 어디에 있고 메모리를 얼마나 쓰며 사용하는 데 비용이 얼마나 드는지.</translation>
    </message>
    <message>
        <source>Memory of the parameters alone; 1 GB is 1,000,000,000 bytes. 4 bytes are single precision, 2 half precision, 1 an 8-bit number.</source>
        <translation>파라미터만의 메모리. 1 GB는 1,000,000,000바이트입니다. 4바이트는 단정밀도, 2바이트는 반정밀도, 1바이트는 8비트 수입니다.</translation>
    </message>
    <message>
        <source>Each map is one whole model, large or small. The area of a weight is its share of the parameters; layers are drawn together.</source>
        <translation>지도 하나는 크든 작든 모델 하나 전체입니다. 가중치의 넓이는 파라미터에서 차지하는 비율이며 층들은 함께 그립니다.</translation>
    </message>
    <message>
        <source>Operations are those for one token in a text of {length} tokens, heads included. An encoder and a decoder read that many tokens each.</source>
        <translation>연산은 토큰 {length}개인 텍스트에서 토큰 하나에 드는 수이며 헤드를 포함합니다. 인코더와 디코더는 각각 그만큼의 토큰을 읽습니다.</translation>
    </message>
    <message>
        <source>The chosen models, other sizes of them, or published ones.</source>
        <translation>선택한 모델, 그 모델의 다른 크기, 또는 공개된 모델.</translation>
    </message>
    <message>
        <source>How many weights {models} have, and in which part.</source>
        <translation>가중치의 수와 부분별 위치: {models}.</translation>
    </message>
    <message>
        <source>How many operations a token takes, which is not the same share.</source>
        <translation>토큰 하나에 드는 연산의 수. 파라미터의 비율과는 다릅니다.</translation>
    </message>
    <message>
        <source>Every weight as a rectangle; click one for its shape.</source>
        <translation>가중치마다 사각형 하나. 클릭하면 모양을 보여 줍니다.</translation>
    </message>
    <message>
        <source>What the weights take in memory.</source>
        <translation>가중치가 차지하는 메모리.</translation>
    </message>
    <message>
        <source>Change a size and see the numbers change.</source>
        <translation>크기를 바꾸면 수가 어떻게 달라지는지 봅니다.</translation>
    </message>
    <message>
        <source>Weights by part.</source>
        <translation>부분별 가중치.</translation>
    </message>
    <message>
        <source>Where they are.</source>
        <translation>가중치의 위치.</translation>
    </message>
</context>
<context>
    <name>resources.permutation</name>
    <message>
        <source>Permutation against masking</source>
        <translation>순열과 마스킹의 비교</translation>
    </message>
    <message>
        <source>XLNet predicts tokens in a random order, and each prediction may use those before it in the order.</source>
        <translation>XLNet은 무작위 순서로 토큰을 예측하며, 각 예측은 그 순서에서 앞선 것을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>BERT predicts its masked tokens independently; XLNet predicts one after the other, in this order.</source>
        <translation>BERT는 마스킹된 토큰을 서로 독립으로 예측하고, XLNet은 이 순서대로 하나씩 예측합니다.</translation>
    </message>
    <message>
        <source>The page compares them at equal compute, and on two names that depend on each other.</source>
        <translation>페이지는 둘을 같은 계산량에서, 그리고 서로 의존하는 두 이름에서 비교합니다.</translation>
    </message>
</context>
<context>
    <name>resources.positions</name>
    <message>
        <source>Models know the order of tokens in different ways.</source>
        <translation>모델마다 토큰의 순서를 아는 방식이 다릅니다.</translation>
    </message>
    <message>
        <source>BERT adds a learned vector for each position. The other three compare positions by their distance.</source>
        <translation>BERT는 위치마다 학습된 벡터를 더합니다. 나머지 셋은 위치를 거리로 비교합니다.</translation>
    </message>
    <message>
        <source>A position that was never trained has no useful vector. A distance can be used in longer texts.</source>
        <translation>학습하지 않은 위치에는 쓸모 있는 벡터가 없습니다. 거리는 더 긴 글에서도 쓸 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.recall_distance</name>
    <message>
        <source>What is masked here was stated once before. Only attention to that place can recall it.</source>
        <translation>여기서 마스킹된 것은 앞에 한 번 나왔습니다. 그 자리에 대한 어텐션만이 그것을 떠올릴 수 있습니다.</translation>
    </message>
    <message>
        <source>With full attention every place is one step away. With blocks or buckets it can be several layers away.</source>
        <translation>전체 어텐션에서는 어느 자리든 한 걸음입니다. 블록이나 버킷에서는 여러 층 떨어져 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>The comparison asks for facts at growing distances: full attention, BigBird, its window alone, and Reformer.</source>
        <translation>비교는 거리를 늘려 가며 사실을 묻습니다. 전체 어텐션, BigBird, 그 윈도만, Reformer입니다.</translation>
    </message>
</context>
<context>
    <name>resources.replaced_tokens</name>
    <message>
        <source>Learning from every token</source>
        <translation>모든 토큰에서 배우기</translation>
    </message>
    <message>
        <source>ELECTRA does not predict masked tokens. A small generator replaces some, and the model says which.</source>
        <translation>ELECTRA는 마스킹된 토큰을 예측하지 않습니다. 작은 생성기가 몇 개를 교체하고, 모델은 어느 것인지 말합니다.</translation>
    </message>
    <message>
        <source>BERT learns only at its masked positions. ELECTRA judges every token: original or replaced.</source>
        <translation>BERT는 마스킹된 위치에서만 배웁니다. ELECTRA는 모든 토큰을 원래 것인지 교체된 것인지 판정합니다.</translation>
    </message>
    <message>
        <source>So one text gives ELECTRA a signal at all of its tokens instead of some 15 % of them.</source>
        <translation>그래서 글 하나가 ELECTRA에는 토큰의 약 15 %가 아니라 전체에서 신호를 줍니다.</translation>
    </message>
</context>
<context>
    <name>resources.reversible</name>
    <message>
        <source>A backward pass needs what each layer computed. Usually all of it is stored, so memory grows with the layers.</source>
        <translation>역전파에는 각 층이 계산한 것이 필요합니다. 보통은 모두 저장하므로 메모리가 층에 따라 늘어납니다.</translation>
    </message>
    <message>
        <source>A reversible layer computes its input from its output, so nothing needs to be stored. The price is a second computation.</source>
        <translation>가역 층은 출력에서 입력을 계산하므로 아무것도 저장하지 않아도 됩니다. 대가는 두 번째 계산입니다.</translation>
    </message>
    <message>
        <source>The comparison trains both, and measures the memory of a training step with 2 to 12 layers.</source>
        <translation>비교는 둘을 학습하고, 2층에서 12층까지 학습 스텝의 메모리를 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.scaling</name>
    <message>
        <source>How much better does a model become with more parameters, more text, or both?</source>
        <translation>파라미터가 늘거나, 텍스트가 늘거나, 둘 다 늘면 모델은 얼마나 좋아질까요?</translation>
    </message>
    <message>
        <source>The laws count parameters without the embeddings. In a small model the embeddings are a large part.</source>
        <translation>법칙은 임베딩을 뺀 파라미터를 셉니다. 작은 모델에서는 임베딩이 큰 몫을 차지합니다.</translation>
    </message>
    <message>
        <source>The comparison trains twenty sizes and amounts of text, and fits power laws to the loss, with intervals.</source>
        <translation>비교는 크기와 텍스트 양의 조합 스무 개를 학습하고, 손실에 거듭제곱 법칙을 구간과 함께 맞춥니다.</translation>
    </message>
</context>
<context>
    <name>resources.seldom_facts</name>
    <message>
        <source>This sentence states a fact. In the text of the comparison some capitals are stated once, others never.</source>
        <translation>이 문장은 사실을 말합니다. 비교의 텍스트에는 어떤 수도는 한 번 나오고 어떤 수도는 한 번도 나오지 않습니다.</translation>
    </message>
    <message>
        <source>The page of the comparison groups the capitals by the number of sentences that state them, with entities and without.</source>
        <translation>비교 페이지는 수도를 그것이 나오는 문장 수로 묶어, 개체가 있을 때와 없을 때를 보여 줍니다.</translation>
    </message>
    <message>
        <source>A fact that no sentence states can come from the entities alone. Where both models do equally well, the text was enough.</source>
        <translation>어느 문장에도 없는 사실은 개체에서만 올 수 있습니다. 두 모델이 똑같이 잘하는 곳에서는 텍스트로 충분했습니다.</translation>
    </message>
</context>
<context>
    <name>resources.sentence_objectives</name>
    <message>
        <source>BERT also learns whether a second text follows the first.</source>
        <translation>BERT는 둘째 글이 첫째 글 뒤에 이어지는지도 배웁니다.</translation>
    </message>
    <message>
        <source>A wrong second text comes from another document, so its topic alone often gives it away.</source>
        <translation>틀린 둘째 글은 다른 문서에서 오므로, 주제만으로 드러나는 경우가 많습니다.</translation>
    </message>
    <message>
        <source>ALBERT judges the order of two texts of one document instead: the topic is the same.</source>
        <translation>ALBERT는 대신 한 문서의 두 글의 순서를 판정합니다. 주제는 같습니다.</translation>
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
        <source>Only sentences on which a fine-tuned model is wrong</source>
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
        <translation>ELMo는 단어마다 두 번 예측합니다. 앞의 단어에서, 그리고 뒤의 단어에서입니다. 둘을 함께 쓰는 예측은 없습니다.</translation>
    </message>
    <message>
        <source>From the left the first words are hard to predict, from the right the last ones.</source>
        <translation>왼쪽에서는 처음 단어들이, 오른쪽에서는 마지막 단어들이 예측하기 어렵습니다.</translation>
    </message>
    <message>
        <source>BERT masks the word instead and reads both sides in every layer.</source>
        <translation>BERT는 대신 단어를 마스킹하고 모든 층에서 양쪽을 읽습니다.</translation>
    </message>
    <message>
        <source>ELMo's two stacks meet only where a task mixes their layers. Here they are side by side, layer by layer.</source>
        <translation>ELMo의 두 줄기는 과제가 층을 섞는 곳에서만 만납니다. 여기서는 층별로 나란히 놓여 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.sharing</name>
    <message>
        <source>Shared layers</source>
        <translation>공유되는 층</translation>
    </message>
    <message>
        <source>ALBERT uses one set of weights for all its layers; BERT has one set for each.</source>
        <translation>ALBERT는 모든 층에 한 벌의 가중치를 쓰고, BERT는 층마다 한 벌을 씁니다.</translation>
    </message>
    <message>
        <source>Shared weights are counted once, so ALBERT has fewer parameters for the same number of layers.</source>
        <translation>공유 가중치는 한 번만 세므로, ALBERT는 같은 층 수에서 파라미터가 적습니다.</translation>
    </message>
    <message>
        <source>The work is not shared: every layer is still computed, so the operations do not shrink.</source>
        <translation>계산은 공유되지 않습니다. 모든 층을 그대로 계산하므로 연산은 줄지 않습니다.</translation>
    </message>
</context>
<context>
    <name>resources.short_first</name>
    <message>
        <source>Each token attends to all others, so a text of twice the length needs four times the scores.</source>
        <translation>각 토큰이 다른 모든 토큰에 주목하므로, 길이가 두 배인 글에는 점수가 네 배 필요합니다.</translation>
    </message>
    <message>
        <source>The map is a square: its side is the number of tokens. BERT's authors used short texts for 90 % of the steps.</source>
        <translation>지도는 정사각형이고 한 변이 토큰 수입니다. BERT의 저자들은 스텝의 90 %에 짧은 글을 썼습니다.</translation>
    </message>
    <message>
        <source>Late positions learn only from long texts. The comparison shows the loss there, by time of training.</source>
        <translation>뒤쪽 위치는 긴 글에서만 배웁니다. 비교는 그곳의 손실을 학습 시간에 따라 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>resources.sizes</name>
    <message>
        <source>ALBERT against BERT</source>
        <translation>ALBERT와 BERT 비교</translation>
    </message>
    <message>
        <source>BERT with shared layers</source>
        <translation>층을 공유하는 BERT</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>BERT with a narrow table</source>
        <translation>표가 좁은 BERT</translation>
    </message>
    <message>
        <source>500 words, a table of 15</source>
        <translation>단어 500개, 표 너비 15</translation>
    </message>
    <message>
        <source>GPT-3 against GPT-2</source>
        <translation>GPT-3와 GPT-2 비교</translation>
    </message>
</context>
<context>
    <name>resources.spans</name>
    <message>
        <source>T5 drops whole spans of tokens and writes them after a sentinel.</source>
        <translation>T5는 토큰 스팬을 통째로 빼고, 그것을 센티널 뒤에 씁니다.</translation>
    </message>
    <message>
        <source>Each sentinel stands for one dropped span. Longer spans make fewer, longer targets.</source>
        <translation>센티널마다 뺀 스팬 하나를 대신합니다. 스팬이 길수록 타깃은 적고 짧아집니다.</translation>
    </message>
    <message>
        <source>The page compares mean lengths of 2 to 10 tokens and rates of 10 to 50 %.</source>
        <translation>페이지는 평균 길이 토큰 2~10개와 비율 10~50 %를 비교합니다.</translation>
    </message>
</context>
<context>
    <name>resources.static_masks</name>
    <message>
        <source>Static, ten copies, dynamic</source>
        <translation>정적, 사본 열 개, 동적</translation>
    </message>
    <message>
        <source>BERT's authors masked each text in ten fixed ways. RoBERTa samples new masks each time a text is read.</source>
        <translation>BERT의 저자들은 글마다 고정된 열 가지 방식으로 마스킹했습니다. RoBERTa는 글을 읽을 때마다 새 마스크를 뽑습니다.</translation>
    </message>
    <message>
        <source>Both models are trained here with dynamic masks. The comparison changes nothing but the masks.</source>
        <translation>여기의 두 모델은 모두 동적 마스크로 학습했습니다. 비교는 마스크 말고는 아무것도 바꾸지 않습니다.</translation>
    </message>
    <message>
        <source>The learning curves belong to these two models. How much the masks alone change is on the page of the comparison.</source>
        <translation>학습 곡선은 이 두 모델의 것입니다. 마스크만으로 무엇이 달라지는지는 비교 페이지에 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.student_kinds</name>
    <message>
        <source>A smaller model can have fewer layers, as DistilBERT, or narrower ones, as TinyBERT and MobileBERT.</source>
        <translation>더 작은 모델은 DistilBERT처럼 층이 적거나, TinyBERT와 MobileBERT처럼 층이 좁을 수 있습니다.</translation>
    </message>
    <message>
        <source>A student of half the layers starts from layers of its teacher; a narrower one starts from random weights.</source>
        <translation>층이 절반인 학생은 교사의 층에서, 더 좁은 학생은 무작위 가중치에서 시작합니다.</translation>
    </message>
    <message>
        <source>The comparison has students of about the same number of parameters, with and without a teacher.</source>
        <translation>비교에는 파라미터 수가 거의 같은 학생들이, 교사가 있을 때와 없을 때로 있습니다.</translation>
    </message>
</context>
<context>
    <name>resources.task_mix</name>
    <message>
        <source>ELMo has three layers: the characters of each word, and two LSTM layers that read from both sides.</source>
        <translation>ELMo에는 세 층이 있습니다. 각 단어의 문자, 그리고 양쪽에서 읽는 두 LSTM 층입니다.</translation>
    </message>
    <message>
        <source>Layer 0 is the same for a word in every sentence. The others depend on the words around it.</source>
        <translation>0층은 어느 문장에서나 단어마다 같습니다. 나머지는 주변 단어에 따라 달라집니다.</translation>
    </message>
    <message>
        <source>A task reads a mix of all layers. Fine-tune the head alone here: the weights of the layers learn with it.</source>
        <translation>과제는 모든 층의 혼합을 읽습니다. 여기서 헤드만 파인튜닝하세요. 층의 가중치도 함께 배웁니다.</translation>
    </message>
    <message>
        <source>The comparison shows the weights that four tasks learned, layer by layer.</source>
        <translation>비교는 네 과제가 배운 가중치를 층별로 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>resources.tokenizers</name>
    <message>
        <source>Every model first cuts a text into tokens of its vocabulary.</source>
        <translation>모든 모델은 먼저 글을 자기 어휘의 토큰으로 자릅니다.</translation>
    </message>
    <message>
        <source>WordPiece, byte-level BPE and Unigram cut the same words in different places.</source>
        <translation>WordPiece, 바이트 수준 BPE, Unigram은 같은 단어를 서로 다른 곳에서 자릅니다.</translation>
    </message>
    <message>
        <source>Each tokenizer reaches its pieces by other steps. The page measures what that means for a model.</source>
        <translation>토크나이저마다 다른 단계로 조각에 이릅니다. 페이지는 그것이 모델에 무엇을 뜻하는지 잽니다.</translation>
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
        <translation>모델은 글을 여러 번, 스텝마다 예시 몇 개씩 읽습니다. 스텝이 끝날 때마다 예측이 나아지도록 가중치가 바뀝니다. 손실은 실제 토큰의 확률에 로그를 취하고 부호를 바꾼 값이므로, 모델이 나아지면 줄어듭니다. 파선은 학습 예시의 손실이고, 실선은 평가용 문서의 손실입니다. 점선은 같은 평가용 토큰에서 빈도를 세는 것만으로 얻는 값입니다. 각 토큰이 얼마나 자주 나오는지만 보는 유니그램과, 왼쪽 토큰을 네 개까지 보는 보간 5-gram 모델이 있습니다. 마스크 모델은 양쪽을 보지만 손실은 토큰의 15 %에서만 생깁니다. 인과 모델은 모든 토큰에서 손실이 생기지만 왼쪽만 봅니다. 학습률은 처음에 올라갔다가 0으로 내려갑니다. 그래서 곡선이 끝 무렵에 더 내려가는 경우가 많습니다.</translation>
    </message>
    <message>
        <source>Train a model and follow its learning curves; the finished one joins the library.</source>
        <translation>모델을 학습하며 학습 곡선을 지켜봅니다. 끝난 모델은 라이브러리에 추가됩니다.</translation>
    </message>
    <message>
        <source>The model and how it is trained; every field has a tip.</source>
        <translation>모델과 학습 방법. 항목마다 설명이 있습니다.</translation>
    </message>
    <message>
        <source>Start, pause and resume the run; nothing learned is lost.</source>
        <translation>시작, 일시 정지, 이어서 하기. 배운 것은 사라지지 않습니다.</translation>
    </message>
    <message>
        <source>Loss and accuracy on held-out text: of the chosen models, then of the run.</source>
        <translation>평가용 글의 손실과 정확도: 선택한 모델의 것, 그다음 실행의 것.</translation>
    </message>
    <message>
        <source>What the model predicts in your sentence, newest first.</source>
        <translation>입력한 문장에서 모델이 예측하는 것, 최근 것부터.</translation>
    </message>
</context>
<context>
    <name>resources.translation_pairs</name>
    <message>
        <source>A sentence and its translation are one example: tokens are masked in both.</source>
        <translation>문장과 그 번역이 예 하나입니다. 토큰은 양쪽 모두에서 마스킹됩니다.</translation>
    </message>
    <message>
        <source>A masked name can be read in the other sentence, if the model knows which words correspond. XLM has a vector for each language, and counts the positions of the second sentence from 0 again.</source>
        <translation>모델이 어느 단어가 서로 짝인지 안다면, 마스킹된 이름은 다른 문장에서 읽을 수 있습니다. XLM은 언어마다 벡터가 있고, 둘째 문장의 위치를 다시 0부터 셉니다.</translation>
    </message>
    <message>
        <source>The page asks whether such pairs make the states of words and of their translations alike, layer by layer.</source>
        <translation>페이지는 그런 쌍이 단어와 그 번역의 상태를 닮게 만드는지 층별로 묻습니다.</translation>
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
        <source>The class whose log-odds are measured</source>
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
        <translation>두 문장은 두 나라의 같은 관계를 말합니다. 두 모델은 그 수도를 압니다.</translation>
    </message>
    <message>
        <source>Each cell puts a hidden state of the second sentence into the first. 1 means that this alone gives the other capital.</source>
        <translation>각 칸은 둘째 문장의 은닉 상태 하나를 첫째 문장에 넣습니다. 1은 그것만으로 다른 수도가 나온다는 뜻입니다.</translation>
    </message>
    <message>
        <source>In the first layers the state of the country carries the fact, in the last one the state that predicts.</source>
        <translation>처음 층들에서는 나라의 상태가 사실을 나르고, 마지막 층에서는 예측하는 상태가 나릅니다.</translation>
    </message>
    <message>
        <source>The comparison measures this over many facts, also for the outputs of attention and of feed-forward networks.</source>
        <translation>비교는 이를 여러 사실에서, 어텐션과 피드포워드 신경망의 출력에 대해서도 잽니다.</translation>
    </message>
</context>
<context>
    <name>resources.why</name>
    <message>
        <source>A model predicts one word of the sentence, or what it was fine-tuned for, and each other token gets a share of that prediction. Every model explains the same word: one that fills masks has it masked, one that reads from left to right predicts it from what comes before. Integrated gradients follow the gradient of the score from a text without information, in which every token is replaced, to the text itself. The shares add up to the difference of both scores. Entities that a model reads beside the text stay. Gradient times input is the slope at the text alone. It is near zero where the model is sure, however much a token matters. Leave one out replaces one token at a time. Attention rollout multiplies the attention of all layers: it says how far tokens are mixed, not what that does to the prediction. The methods answer different questions and often disagree. So there are two checks. Deletion and insertion change the most important tokens first: the prediction should fall or rise sooner than in random orders. And with shuffled weights a method should say something else, or it does not show what the model learned. To ask why one word and not another, choose the other one under “Instead of”.</source>
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
        <translation>언어 모델은 고정된 형식의 프롬프트를 받으며, “A:” 뒤에 쓰는 것이 답이 됩니다. 파인튜닝은 하지 않았습니다.</translation>
    </message>
    <message>
        <source>After “TL;DR:” GPT-2 writes a summary. The text of the mini-world has no such format.</source>
        <translation>“TL;DR:” 뒤에 GPT-2는 요약을 씁니다. 미니 월드의 텍스트에는 그런 형식이 없습니다.</translation>
    </message>
    <message>
        <source>Fine-tuning is the other way: labelled examples change the weights.</source>
        <translation>파인튜닝은 다른 길입니다. 레이블이 있는 예가 가중치를 바꿉니다.</translation>
    </message>
    <message>
        <source>The comparison measures both with the same model: no labelled examples, 256, and 1,500.</source>
        <translation>비교는 둘을 같은 모델로 잽니다. 레이블이 있는 예 0개, 256개, 1,500개입니다.</translation>
    </message>
</context>
</TS>
