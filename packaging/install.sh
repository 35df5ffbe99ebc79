#!/bin/sh
# Installs the built program for this user: the folder, a command, a menu entry and the file type.
# An earlier installation is replaced; nothing else is. PREFIX is ~/.local unless it is set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
built=${1:-"$here/../dist/plm-explorer"}
prefix=${PREFIX:-"$HOME/.local"}
if [ ! -x "$built/plm-explorer" ]; then
    echo "There is no program in $built: run 'make package' first." >&2
    exit 1
fi
target="$prefix/lib/plm-explorer"
if [ -e "$target" ] && [ ! -x "$target/plm-explorer" ]; then
    echo "$target is not an installation of PLM Explorer: move it away first." >&2
    exit 1
fi
link="$prefix/bin/plm-explorer"
if [ -e "$link" ] && [ ! -L "$link" ]; then
    echo "$link is not a link of this installation: move it away first." >&2
    exit 1
fi
mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share/applications" \
    "$prefix/share/icons/hicolor/scalable/apps" "$prefix/share/mime/packages"
rm -rf "$target"
cp -R "$built" "$target"
ln -sf ../lib/plm-explorer/plm-explorer "$link"
cp "$here/plm-explorer.desktop" "$prefix/share/applications/"
cp "$here/../resources/icons/program.svg" \
    "$prefix/share/icons/hicolor/scalable/apps/plm-explorer.svg"
cp "$here/plm-explorer.xml" "$prefix/share/mime/packages/"
for update in "update-mime-database $prefix/share/mime" \
    "update-desktop-database $prefix/share/applications"; do
    command -v "${update%% *}" >/dev/null && $update || true
done
echo "Installed: $link"
