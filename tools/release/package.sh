#!/usr/bin/env bash
# tools/release/package.sh OUT [KIND...]: builds the files of a release into the folder OUT, and SHA256SUMS of them. Kinds:
#   linux-x86_64     quietus, and quietus-lab with quietus-bot, for every CPU from x86-64-v2 on
#   deb              the same as a Debian package
#   linux-aarch64    the same, by Debian's cross compiler or on such a machine
#   windows-x86_64   quietus.exe, by mingw
# Without kinds, all. One whose tools are missing is skipped with a message. Names of files have no version, so that links to the
# newest release never change. QUICK=1 leaves the lab and the bot out.
set -euo pipefail

output=$(realpath -m "${1:?usage: tools/release/package.sh OUT [KIND...]}")
shift
kinds=("$@")
((${#kinds[@]})) || kinds=(linux-x86_64 deb linux-aarch64 windows-x86_64)
cd "$(dirname "$0")/../.."
source tools/release/flags.sh
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
# Files carry the time of the commit.
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct HEAD)
export SOURCE_DATE_EPOCH
programs=(quietus)
[ "${QUICK:-}" ] || programs+=(quietus-lab quietus-bot)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"

# has KIND TOOL...: whether all tools are there; says which is not.
has() {
    for tool in "${@:2}"; do
        command -v "$tool" >/dev/null || { echo "skipped: $1 needs $tool" && return 1; }
    done
}

has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$2" ] || { echo "skipped: $1 needs rustup target add $2" && return 1; }
}

# archive NAME PROGRAM...: a tar.gz of programs with licenses, and their manuals where there are any.
archive() {
    local name=$1 folder=$work/$1
    mkdir -p "$folder"
    cp "${@:2}" "$folder"
    cp LICENSE THIRD-PARTY.txt README.md "$folder"
    if [ -d "$work/manual" ]; then cp -r "$work/manual" "$folder"; fi
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
        -C "$work" -c "$name" | gzip -n -9 > "$output/$name.tar.gz"
}

# The slices take long, and two kinds want them.
build_x86_64() {
    [ ! -d "$work/x86_64" ] || return 0
    mkdir "$work/x86_64"
    for program in "${programs[@]}"; do
        tools/release/x86_64.sh "$program" "$work/x86_64/$program"
    done
    if has manuals python3; then
        tools/release/manual.py "${programs[@]/#/$work/x86_64/}" --out "$work/manual"
    fi
}

linux-x86_64() {
    has linux-x86_64 ld objcopy gcc || return 0
    build_x86_64
    archive quietus-linux-x86_64 "$work/x86_64/quietus"
    [ "${QUICK:-}" ] || archive quietus-lab-linux-x86_64 "$work"/x86_64/quietus-{lab,bot}
}

deb() {
    has deb ld objcopy gcc dpkg-deb objdump python3 || return 0
    build_x86_64
    local root=$work/deb glibc
    mkdir -p "$root"/DEBIAN "$root"/usr/{bin,share/doc/quietus,share/man,share/bash-completion/completions} \
        "$root"/usr/share/{zsh/vendor-completions,fish/vendor_completions.d}
    cp "${programs[@]/#/$work/x86_64/}" "$root/usr/bin"
    cp LICENSE "$root/usr/share/doc/quietus/copyright"
    gzip -n -9 < THIRD-PARTY.txt > "$root/usr/share/doc/quietus/THIRD-PARTY.txt.gz"
    cp -r "$work/manual/man1" "$root/usr/share/man"
    gzip -n -9 "$root"/usr/share/man/man1/*
    cp "$work"/manual/bash/* "$root/usr/share/bash-completion/completions"
    cp "$work"/manual/zsh/* "$root/usr/share/zsh/vendor-completions"
    cp "$work"/manual/fish/* "$root/usr/share/fish/vendor_completions.d"
    glibc=$(objdump -T "${programs[@]/#/$work/x86_64/}" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
    cat > "$root/DEBIAN/control" <<END
Package: quietus
Version: $version
Architecture: amd64
Maintainer: The Quietus authors <quietus@localhost>
Depends: libc6 (>= ${glibc#GLIBC_}), libgcc-s1
Section: games
Priority: optional
Description: engine for chess, xiangqi and makruk, and its lab
 A UCI engine with a network trained from zero on its own games, a page to play and analyze in the browser, and the tools
 that make engines stronger: matches with SPRT, self-play, a trainer.
END
    chmod -R u+rwX,go+rX,go-w "$root"
    dpkg-deb --root-owner-group --build "$root" "$output/quietus-amd64.deb"
}

# cross KIND TARGET CPU PROGRAM...: the programs for another kind of machine.
cross() {
    RUSTFLAGS="-C target-cpu=$3 -C strip=symbols $REPRODUCIBLE" \
        cargo build --release --target "$2" --target-dir "target/$1" "${@:4}"
}

linux-aarch64() {
    local target=aarch64-unknown-linux-gnu
    has_target linux-aarch64 $target || return 0
    if [ "$(uname -m)" != aarch64 ]; then
        has linux-aarch64 aarch64-linux-gnu-gcc || return 0
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
    fi
    cross linux-aarch64 $target generic "${programs[@]/#/--package=}"
    archive quietus-linux-aarch64 "target/linux-aarch64/$target/release/quietus"
    [ "${QUICK:-}" ] || archive quietus-lab-linux-aarch64 "target/linux-aarch64/$target/release"/quietus-{lab,bot}
}

windows-x86_64() {
    local target=x86_64-pc-windows-gnu
    has_target windows-x86_64 $target && has windows-x86_64 x86_64-w64-mingw32-gcc python3 || return 0
    cross windows-x86_64 $target x86-64-v2 --package=quietus
    mkdir -p "$work/quietus-windows-x86_64"
    cp "target/windows-x86_64/$target/release/quietus.exe" LICENSE THIRD-PARTY.txt README.md "$work/quietus-windows-x86_64"
    (cd "$work" && find quietus-windows-x86_64 -exec touch -d "@$SOURCE_DATE_EPOCH" {} + &&
        python3 -m zipfile -c "$output/quietus-windows-x86_64.zip" quietus-windows-x86_64)
}

for kind in "${kinds[@]}"; do
    case $kind in
    linux-x86_64 | deb | linux-aarch64 | windows-x86_64) "$kind" ;;
    *) echo "error: there is no kind '$kind'; see the top of this script" >&2 && exit 2 ;;
    esac
done
(cd "$output" && find . -maxdepth 1 -name 'quietus*' -printf '%f\n' | sort | xargs --no-run-if-empty sha256sum > SHA256SUMS && cat SHA256SUMS)
