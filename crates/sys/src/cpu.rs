//! What the build needs of the CPU. Without this check, a CPU that lacks it ends the program with
//! SIGILL and without a word.

use std::arch::x86_64::{__cpuid_count, CpuidResult};
use std::io::{self, Write};

/// The exit status of what could not be done.
const STATUS: i32 = 3;

/// A feature of the CPU: its name, and where CPUID tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Feature {
    name: &'static str,
    /// The leaf and the subleaf.
    leaf: (u32, u32),
    register: Register,
    bit: u32,
}

#[allow(
    dead_code,
    reason = "a build that needs few features asks few registers"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Register {
    Eax,
    Ebx,
    Ecx,
    Edx,
}

/// The features that this build may use, the oldest first.
macro_rules! required {
    ($($name:literal $leaf:literal $subleaf:literal $register:ident $bit:literal;)*) => {
        const REQUIRED: &[Feature] = &[$(
            #[cfg(target_feature = $name)]
            Feature {
                name: $name,
                leaf: ($leaf, $subleaf),
                register: Register::$register,
                bit: $bit,
            },
        )*];
    };
}

required! {
    "sse3" 1 0 Ecx 0;
    "ssse3" 1 0 Ecx 9;
    "cmpxchg16b" 1 0 Ecx 13;
    "sse4.1" 1 0 Ecx 19;
    "sse4.2" 1 0 Ecx 20;
    "popcnt" 1 0 Ecx 23;
    "pclmulqdq" 1 0 Ecx 1;
    "aes" 1 0 Ecx 25;
    "fma" 1 0 Ecx 12;
    "movbe" 1 0 Ecx 22;
    "avx" 1 0 Ecx 28;
    "f16c" 1 0 Ecx 29;
    "bmi1" 7 0 Ebx 3;
    "avx2" 7 0 Ebx 5;
    "bmi2" 7 0 Ebx 8;
    "lzcnt" 0x8000_0001 0 Ecx 5;
    "adx" 7 0 Ebx 19;
    "sha" 7 0 Ebx 29;
    "avx512f" 7 0 Ebx 16;
    "avx512dq" 7 0 Ebx 17;
    "avx512ifma" 7 0 Ebx 21;
    "avx512cd" 7 0 Ebx 28;
    "avx512bw" 7 0 Ebx 30;
    "avx512vl" 7 0 Ebx 31;
    "avx512vbmi" 7 0 Ecx 1;
    "avx512vbmi2" 7 0 Ecx 6;
    "gfni" 7 0 Ecx 8;
    "vaes" 7 0 Ecx 9;
    "vpclmulqdq" 7 0 Ecx 10;
    "avx512vnni" 7 0 Ecx 11;
    "avx512bitalg" 7 0 Ecx 12;
    "avx512vpopcntdq" 7 0 Ecx 14;
    "avx512vp2intersect" 7 0 Edx 8;
    "avxvnni" 7 1 Eax 4;
    "avx512bf16" 7 1 Eax 5;
}

/// Numbers of the greatest leaf, basic and extended, are at the start of each range.
const EXTENDED: u32 = 0x8000_0000;

/// The registers of a leaf; zero if the CPU does not know it.
fn cpuid(leaf: u32, subleaf: u32) -> CpuidResult {
    // Unsafe in older compilers: every x86-64 CPU has the instruction.
    #[allow(unused_unsafe, reason = "safe since Rust 1.94")]
    // SAFETY: as above.
    let (greatest, found) = unsafe {
        let greatest = __cpuid_count(leaf & EXTENDED, 0).eax;
        (greatest, __cpuid_count(leaf, subleaf))
    };
    match leaf <= greatest {
        true => found,
        false => CpuidResult {
            eax: 0,
            ebx: 0,
            ecx: 0,
            edx: 0,
        },
    }
}

impl Feature {
    fn is_in(&self, registers: CpuidResult) -> bool {
        let register = match self.register {
            Register::Eax => registers.eax,
            Register::Ebx => registers.ebx,
            Register::Ecx => registers.ecx,
            Register::Edx => registers.edx,
        };
        register >> self.bit & 1 == 1
    }
}

/// The first feature that a CPU lacks.
fn missing(cpuid: impl Fn(u32, u32) -> CpuidResult) -> Option<&'static str> {
    let mut required = REQUIRED.iter();
    let lacks = |feature: &&Feature| !feature.is_in(cpuid(feature.leaf.0, feature.leaf.1));
    required.find(lacks).map(|feature| feature.name)
}

/// The line, in parts: there is no formatting before `main`.
fn line(feature: &'static str) -> [&'static str; 3] {
    [
        "error: this build needs a CPU with ",
        feature,
        "; take a build for an older CPU, such as x86-64-v2\n",
    ]
}

/// Ends the program with one line if the CPU lacks a feature that the build uses. On Linux that has
/// happened before `main`, where nothing of ours has run yet.
pub fn require_cpu() {
    #[cfg(all(target_os = "linux", not(feature = "slice")))]
    std::hint::black_box(&BEFORE_MAIN);
    if let Some(feature) = missing(cpuid) {
        // If this fails, there is nobody to tell.
        io::stderr()
            .write_all(line(feature).concat().as_bytes())
            .ok();
        std::process::exit(STATUS);
    }
}

/// The C library calls this before `main`.
#[cfg(all(target_os = "linux", not(feature = "slice")))]
#[used]
// SAFETY: the section is an array of pointers to such functions.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = before_main;

#[cfg(all(target_os = "linux", not(feature = "slice")))]
extern "C" fn before_main() {
    let Some(feature) = missing(cpuid) else {
        return;
    };
    for part in line(feature) {
        // SAFETY: the text is as long as it says. A line that cannot be written is lost.
        unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
    }
    // SAFETY: ends the process, in which nothing has begun.
    unsafe { libc::_exit(STATUS) }
}

#[cfg(test)]
mod tests {
    use super::{CpuidResult, REQUIRED, cpuid, missing};

    #[test]
    fn the_first_missing_feature_is_named() {
        assert_eq!(missing(cpuid), None);
        let nothing = |_, _| CpuidResult {
            eax: 0,
            ebx: 0,
            ecx: 0,
            edx: 0,
        };
        assert_eq!(missing(nothing), REQUIRED.first().map(|first| first.name));
        // All but one: it is the one that is named.
        for lacking in REQUIRED {
            let found = missing(|leaf, subleaf| {
                let here = (leaf, subleaf) == lacking.leaf;
                let register = |register| match here && lacking.register == register {
                    true => !(1 << lacking.bit),
                    false => u32::MAX,
                };
                CpuidResult {
                    eax: register(super::Register::Eax),
                    ebx: register(super::Register::Ebx),
                    ecx: register(super::Register::Ecx),
                    edx: register(super::Register::Edx),
                }
            });
            assert_eq!(found, Some(lacking.name));
        }
    }

    /// The table is one of this CPU's features, so a wrong bit would show where the build is native.
    #[test]
    fn the_table_agrees_with_the_compiler() {
        let places: std::collections::HashSet<_> = REQUIRED
            .iter()
            .map(|feature| (feature.leaf, feature.bit, format!("{:?}", feature.register)))
            .collect();
        assert_eq!(places.len(), REQUIRED.len(), "a bit stands for one feature");
    }
}
