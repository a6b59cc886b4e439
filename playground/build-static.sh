#!/usr/bin/env bash
# Builds a folder of static files that can be hosted anywhere: the page, with the searches as WebAssembly.
#
#     playground/build-static.sh FOLDER [OPTIONS OF CARGO]
#
# This needs the target: rustup target add wasm32-unknown-unknown. A toolchain that has only the sources of the standard
# library for the target can build the library as well:
#
#     RUSTC_BOOTSTRAP=1 playground/build-static.sh FOLDER -Zbuild-std=std,panic_abort
set -euo pipefail

if [[ $# -lt 1 ]]; then
    echo 'usage: playground/build-static.sh FOLDER [OPTIONS OF CARGO]' >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=wasm32-unknown-unknown
cargo build --locked --profile web -p astride-playground-wasm --target "$target" "$@"

cp -R playground/page/. "$folder"
cp "${CARGO_TARGET_DIR:-target}/$target/web/astride_playground_wasm.wasm" "$folder/playground.wasm"
page=$(<"$folder/play.html")
server='<meta name="backend" content="server">'
if [[ $page != *"$server"* ]]; then
    echo "playground/page/play.html does not contain $server" >&2
    exit 1
fi
printf '%s\n' "${page/"$server"/'<meta name="backend" content="worker">'}" >"$folder/play.html"
echo "$folder can be hosted as it is. To try it: python3 -m http.server --directory '$folder'"
