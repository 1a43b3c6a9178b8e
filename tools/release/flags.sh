# For rustc: paths of this machine do not belong into a program. Two builds in two folders are the same bytes.
REPRODUCIBLE="--remap-path-prefix=$PWD=quietus --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
