//! Products and sums of matrices of 16-bit numbers, in 32 bits.

use std::ffi::c_void;

use cudarc::cublas::result::gemm_ex;
use cudarc::cublas::sys::{cublasComputeType_t, cublasGemmAlgo_t, cublasOperation_t, cudaDataType};
use cudarc::driver::{
    CudaSlice, CudaViewMut, DevicePtr, DevicePtrMut, DriverError, LaunchConfig, PushKernelArg,
};

use super::device::Device;
use crate::backend::BackendError;

/// Threads of a block that sums columns, two each.
const SUM_BLOCK: u32 = 128;

/// Blocks that share the rows when columns are summed.
const SUM_SHARES: u32 = 256;

/// A matrix, column after column.
pub struct Operand<'a> {
    numbers: &'a CudaSlice<u16>,
    /// Numbers of a column.
    column: usize,
    is_turned: bool,
}

impl<'a> Operand<'a> {
    /// A matrix as it lies there.
    pub const fn plain(numbers: &'a CudaSlice<u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_turned: false,
        }
    }

    /// A matrix with rows and columns exchanged.
    pub const fn turned(numbers: &'a CudaSlice<u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_turned: true,
        }
    }

    const fn operation(&self) -> cublasOperation_t {
        if self.is_turned {
            cublasOperation_t::CUBLAS_OP_T
        } else {
            cublasOperation_t::CUBLAS_OP_N
        }
    }

    /// Whether the matrix has room for so many rows and columns, after turning.
    fn has(&self, rows: usize, columns: usize) -> bool {
        let (rows, columns) = if self.is_turned {
            (columns, rows)
        } else {
            (rows, columns)
        };
        rows <= self.column && columns * self.column <= self.numbers.len()
    }
}

/// A product: `m` rows and `n` columns, sums of `k` products each.
pub struct Product<'a> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: Operand<'a>,
    pub b: Operand<'a>,
}

impl Device {
    /// A product in 16 bits, column after column.
    pub fn multiply_to_halves(
        &self,
        product: &Product<'_>,
        to: &mut CudaSlice<u16>,
    ) -> Result<(), BackendError> {
        self.multiply(product, to, cudaDataType::CUDA_R_16F)
    }

    /// A product in 32 bits, column after column.
    pub fn multiply_to_reals(
        &self,
        product: &Product<'_>,
        to: &mut impl DevicePtrMut<f32>,
    ) -> Result<(), BackendError> {
        self.multiply(product, to, cudaDataType::CUDA_R_32F)
    }

    /// The sums of the columns of a matrix that lies there row after row: as many as there is room for.
    pub fn sum_columns(
        &self,
        matrix: &CudaSlice<u16>,
        columns: usize,
        to: &mut CudaViewMut<'_, f32>,
    ) -> Result<(), DriverError> {
        let rows = (matrix.len() / columns) as u32;
        let (columns, wanted) = (columns as u32, to.len() as u32);
        self.stream.memset_zeros(to)?;
        let mut launch = self.stream.launch_builder(&self.column_sums);
        launch
            .arg(matrix)
            .arg(to)
            .arg(&rows)
            .arg(&columns)
            .arg(&wanted);
        let blocks = LaunchConfig {
            grid_dim: (columns.div_ceil(2 * SUM_BLOCK), SUM_SHARES, 1),
            block_dim: (SUM_BLOCK, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: the kernel takes these arguments in this order, reads whole rows of the matrix and
        // adds to the wanted sums only. The number of columns is even.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }

    fn multiply<T>(
        &self,
        product: &Product<'_>,
        to: &mut impl DevicePtrMut<T>,
        kind: cudaDataType,
    ) -> Result<(), BackendError> {
        let Product { m, n, k, a, b } = product;
        let (m, n, k) = (*m, *n, *k);
        if !a.has(m, k) || !b.has(k, n) || to.len() < m * n {
            return Err(BackendError("a matrix is too small".to_owned()));
        }
        let (one, zero) = (1.0_f32, 0.0_f32);
        let number = |number: &f32| std::ptr::from_ref(number).cast::<c_void>();
        let stream = &self.stream;
        let (a_place, _reads_a) = a.numbers.device_ptr(stream);
        let (b_place, _reads_b) = b.numbers.device_ptr(stream);
        let (to_place, _writes) = to.device_ptr_mut(stream);
        // SAFETY: the places are in the GPU's memory, live while the stream uses them, and have room
        // for the matrices, which was checked above; the two numbers are read before this returns.
        let done = unsafe {
            gemm_ex(
                *self.blas.handle(),
                a.operation(),
                b.operation(),
                m as i32,
                n as i32,
                k as i32,
                number(&one),
                a_place as *const c_void,
                cudaDataType::CUDA_R_16F,
                a.column as i32,
                b_place as *const c_void,
                cudaDataType::CUDA_R_16F,
                b.column as i32,
                number(&zero),
                to_place as *mut c_void,
                kind,
                m as i32,
                cublasComputeType_t::CUBLAS_COMPUTE_32F,
                cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
            )
        };
        done.map_err(|error| BackendError(format!("a matrix product failed: {error}")))
    }
}
