#!/usr/bin/env bash
# tools/release/check.sh FOLDER: whether the files of a release do what they promise: every slice prints the committed bench number, a CPU
# that is too old gets one line, the C library is old enough, and the package installs. Uses qemu-user and what else is there; says what it had
# to leave out. GLIBC=2.28 tools/release/check.sh FOLDER fails if a program for Linux needs a newer C library; without it the check tells which.
set -euo pipefail

folder=$(realpath "${1:?usage: tools/release/check.sh FOLDER}")
cd "$(dirname "$0")/../.."
bench=$(sed -n 's/^const WHOLE: u64 = \([0-9_]*\);/\1/p' crates/quietus/tests/bench.rs | tr -d _)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# expect WHAT COMMAND...: whether the command prints the bench number.
expect() {
    local found
    found=$("${@:2}" bench 2>/dev/null | sed -n 's/^\([0-9]*\) nodes .*/\1/p') || true
    if [ "$found" = "$bench" ]; then echo "ok: $1: bench $found"; else echo "FAILED: $1: bench '$found', not $bench" && status=1; fi
}

for archive in "$folder"/quietus*-linux-*.tar.gz; do
    [ -f "$archive" ] || continue
    command -v readelf >/dev/null || { echo "left out: the C library, which needs readelf" && break; }
    mkdir "$work/programs"
    tar -C "$work/programs" --strip-components=1 -xzf "$archive"
    for program in "$work"/programs/quietus*; do
        needed=$(readelf --wide --dyn-syms "$program" | grep -o 'GLIBC_[0-9.]*' | sed 's/.*_//' | sort -uV | tail -1)
        newest=$(printf '%s\n' "$needed" "${GLIBC:-$needed}" | sort -V | tail -1)
        what="${program##*/} of ${archive##*/} needs glibc $needed"
        if [ "$newest" = "${GLIBC:-$needed}" ]; then echo "ok: $what"; else echo "FAILED: $what, not $GLIBC" && status=1; fi
    done
    rm -r "$work/programs"
done
if [ -f "$folder/quietus-linux-x86_64.tar.gz" ]; then
    tar -C "$work" -xzf "$folder/quietus-linux-x86_64.tar.gz"
    engine=$work/quietus-linux-x86_64/quietus
    expect "this CPU" "$engine"
    for slice in v2 v3-magics v3 v4; do
        if env QUIETUS_SLICE=$slice "$engine" --version >/dev/null 2>&1; then
            expect "slice $slice" env QUIETUS_SLICE=$slice "$engine"
        else
            echo "left out: slice $slice, which this CPU lacks"
        fi
    done
    if command -v qemu-x86_64 >/dev/null; then
        # Nehalem has x86-64-v2, Haswell x86-64-v3, EPYC is Zen 1.
        for cpu in Nehalem Haswell EPYC; do
            expect "an emulated $cpu" qemu-x86_64 -cpu $cpu "$engine"
        done
        code=0
        qemu-x86_64 -cpu core2duo "$engine" bench 2>"$work/error" >/dev/null || code=$?
        if [ $code = 3 ] && grep -q '^error: this program needs' "$work/error" && [ "$(wc -l < "$work/error")" = 1 ]; then
            echo "ok: a Core 2 gets one line"
        else
            echo "FAILED: a Core 2: exit code $code" && cat "$work/error" && status=1
        fi
    else
        echo "left out: other CPUs, which need qemu-x86_64"
    fi
fi
if [ -f "$folder/quietus-linux-aarch64.tar.gz" ]; then
    tar -C "$work" -xzf "$folder/quietus-linux-aarch64.tar.gz"
    if [ "$(uname -m)" = aarch64 ]; then
        expect aarch64 "$work/quietus-linux-aarch64/quietus"
    elif command -v qemu-aarch64 >/dev/null && [ -d /usr/aarch64-linux-gnu ]; then
        expect aarch64 qemu-aarch64 -L /usr/aarch64-linux-gnu "$work/quietus-linux-aarch64/quietus"
    else
        echo "left out: aarch64, which needs qemu-aarch64 and its C library"
    fi
fi
if [ -f "$folder/quietus-amd64.deb" ]; then
    if command -v dpkg-deb >/dev/null; then
        dpkg-deb -x "$folder/quietus-amd64.deb" "$work/root"
        expect "Debian package" "$work/root/usr/bin/quietus"
        for file in usr/share/man/man1/quietus.1.gz usr/share/doc/quietus/copyright usr/share/bash-completion/completions/quietus; do
            [ -f "$work/root/$file" ] || { echo "FAILED: the package lacks $file" && status=1; }
        done
    else
        echo "left out: the Debian package, which needs dpkg-deb"
    fi
fi
exit $status
