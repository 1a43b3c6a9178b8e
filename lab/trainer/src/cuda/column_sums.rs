//! Sums of the columns of matrices.

use cudarc::driver::{CudaFunction, CudaView, CudaViewMut, LaunchConfig, PushKernelArg};

use super::device::Device;
use super::kernels::Kernels;
use crate::backend::BackendError;

/// Threads of a block, two columns each.
const BLOCK: u32 = 128;

/// Blocks that share the rows.
const SHARES: u32 = 256;

/// The kernel that sums columns.
pub struct ColumnSums(CudaFunction);

impl ColumnSums {
    /// The compiled kernel.
    pub fn new(kernels: &Kernels) -> Result<Self, BackendError> {
        Ok(Self(kernels.get("column_sums")?))
    }

    /// Adds the column sums of a row-major matrix: of as many columns as `to` has room for.
    pub fn add(
        &self,
        device: &Device,
        matrix: CudaView<'_, u16>,
        columns: usize,
        to: &mut CudaViewMut<'_, f32>,
    ) -> Result<(), BackendError> {
        let rows = (matrix.len() / columns) as u32;
        let (columns, wanted) = (columns as u32, to.len() as u32);
        let mut launch = device.stream.launch_builder(&self.0);
        launch
            .arg(&matrix)
            .arg(to)
            .arg(&rows)
            .arg(&columns)
            .arg(&wanted);
        let blocks = LaunchConfig {
            grid_dim: (columns.div_ceil(2 * BLOCK), SHARES, 1),
            block_dim: (BLOCK, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: the kernel takes these arguments in this order, reads whole rows of the matrix and
        // adds to the wanted sums only. The number of columns is even.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }
}
