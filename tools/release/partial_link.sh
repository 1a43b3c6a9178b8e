#!/usr/bin/env bash
# A linker for rustc that makes one object file of the whole program, libraries of Rust included, instead of a program.
set -euo pipefail

objects=() libraries=() output=
while (($#)); do
    case $1 in
    -o) output=$2 && shift ;;
    *.o) objects+=("$1") ;;
    *.rlib) libraries+=("$1") ;;
    esac
    shift
done
exec ld -r --force-group-allocation -o "$output" "${objects[@]}" --start-group "${libraries[@]}" --end-group
