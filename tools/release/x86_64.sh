#!/usr/bin/env bash
# tools/release/x86_64.sh PACKAGE OUT: builds OUT, a program of the workspace for every x86-64 CPU from x86-64-v2 on. Four whole builds,
# the slices, are linked into one program, and main.c chooses among them when it starts. What they share, the network above all, is
# there once. Needs Linux, GNU binutils, gcc 12 or newer, and rustup's lld.
set -euo pipefail

package=${1:?usage: tools/release/x86_64.sh PACKAGE OUT}
output=$(realpath -m "${2:?usage: tools/release/x86_64.sh PACKAGE OUT}")
cd "$(dirname "$0")/../.."
root=$PWD
target=x86_64-unknown-linux-gnu
lld=$(rustc --print sysroot)/lib/rustlib/$target/bin/gcc-ld
build=$root/target/slices
for needed in ld objcopy gcc "$lld/ld.lld"; do
    command -v "$needed" >/dev/null || { echo "error: ${needed##*/} is missing" >&2 && exit 3; }
done
source tools/release/flags.sh

# slice NAME FLAGS: the program as one object file with one function, slice_NAME.
slice() {
    QUIETUS_BUILT_SLICE=${1//_/-} RUSTFLAGS="$2 $REPRODUCIBLE -C linker=$root/tools/release/partial_link.sh" \
        cargo rustc --release --package "$package" --bin "$package" --features sys/slice --target $target --target-dir "$build/$1"
    objcopy --redefine-sym "main=slice_$1" --keep-global-symbol="slice_$1" \
        "$build/$1/$target/release/$package" "$build/$1.o"
}
slice v2 "-C target-cpu=x86-64-v2"
slice v3_magics "-C target-cpu=x86-64-v3 -C target-feature=-bmi2"
slice v3 "-C target-cpu=x86-64-v3"
slice v4 "-C target-cpu=x86-64-v4 -C target-feature=+avx512vnni"

# Equal read-only data and equal functions are merged.
gcc -O2 -Wall -Wextra -Werror -pie -B"$lld" -fuse-ld=lld -o "$output" tools/release/main.c "$build"/{v2,v3_magics,v3,v4}.o \
    -Wl,--gc-sections,--icf=all,--ignore-data-address-equality,--build-id=none,--strip-all \
    -lgcc_s -lm -lpthread -ldl
