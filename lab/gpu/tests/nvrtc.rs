//! The CUDA sources compile. NVRTC needs no GPU: `pip install nvidia-cuda-nvrtc`, and its folder in
//! `LD_LIBRARY_PATH`.

#![cfg(feature = "cuda")]

mod common;

use chess::Chess;
use gpu::cuda::compile;
use xiangqi::Xiangqi;

use common::{Tried, pack, random_network};

#[test]
fn the_sources_compile_for_networks_of_any_width() {
    // SAFETY: this loads a library of the system, whose start-up code is trusted.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        eprintln!("not tested: NVRTC is missing");
        return;
    }
    for (width, architecture) in [
        (640, "compute_90"),
        (96, "compute_90"),
        (1024, "compute_80"),
        (640, "compute_75"),
    ] {
        compiles::<Chess>(width, architecture);
        compiles::<Xiangqi>(width, architecture);
    }
}

fn compiles<G: Tried>(width: usize, architecture: &str) {
    let network = pack::<G>(&random_network(G::features(), width, 8, 1));
    let ptx = compile(&network, architecture)
        .expect("the sources compile")
        .to_src();
    for kernel in ["play", "perft", "legal_moves", "evaluations"] {
        assert!(
            ptx.contains(&format!(".entry {kernel}(")),
            "{} {width} {architecture} {kernel}",
            G::NAME
        );
    }
}
