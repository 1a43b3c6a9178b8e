//! GEMMs of fp16 matrices with cuBLASLt.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;

use cudarc::cublaslt::result as lt;
use cudarc::cublaslt::sys;
use cudarc::cublaslt::sys::cublasLtMatmulDescAttributes_t as Attribute;
use cudarc::driver::{CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut};

use crate::backend::BackendError;

/// Workspace of a GEMM in bytes.
const WORKSPACE: usize = 64 << 20;

/// A column-major matrix.
pub struct Operand<'a> {
    numbers: CudaView<'a, u16>,
    /// The leading dimension: numbers of a column.
    column: usize,
    is_transposed: bool,
}

impl<'a> Operand<'a> {
    /// A matrix as it is in memory.
    pub const fn plain(numbers: CudaView<'a, u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_transposed: false,
        }
    }

    /// The transpose of a matrix in memory.
    pub const fn transposed(numbers: CudaView<'a, u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_transposed: true,
        }
    }

    /// Rows and columns in memory of an operand with these rows and columns.
    const fn sizes(&self, rows: usize, columns: usize) -> [usize; 2] {
        if self.is_transposed {
            [columns, rows]
        } else {
            [rows, columns]
        }
    }

    fn has(&self, rows: usize, columns: usize) -> bool {
        let [rows, columns] = self.sizes(rows, columns);
        rows <= self.column && columns * self.column <= self.numbers.len()
    }
}

/// A product `a * b` of `m` rows and `n` columns, with inner dimension `k`.
pub struct Product<'a> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: Operand<'a>,
    pub b: Operand<'a>,
}

/// Everything but the addresses that determines how a product is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    sizes: [usize; 3],
    columns: [usize; 2],
    transposed: [bool; 2],
    is_half: bool,
}

/// How to compute products of a shape.
struct GemmPlan {
    product: sys::cublasLtMatmulDesc_t,
    layouts: [sys::cublasLtMatrixLayout_t; 3],
    algorithm: sys::cublasLtMatmulAlgo_t,
}

/// Computes products, and caches the plan of each shape.
pub struct Gemm {
    handle: sys::cublasLtHandle_t,
    stream: Arc<CudaStream>,
    workspace: CudaSlice<u8>,
    plans: HashMap<Shape, GemmPlan>,
}

impl Gemm {
    /// An empty cache.
    pub fn new(stream: &Arc<CudaStream>) -> Result<Self, BackendError> {
        Ok(Self {
            handle: lt::create_handle().map_err(refused)?,
            stream: Arc::clone(stream),
            workspace: stream.alloc_zeros(WORKSPACE)?,
            plans: HashMap::new(),
        })
    }

    /// A product in fp16, column-major.
    pub fn multiply_to_halves(
        &mut self,
        product: &Product<'_>,
        to: &mut CudaViewMut<'_, u16>,
    ) -> Result<(), BackendError> {
        self.multiply(product, to, true)
    }

    /// A product in fp32, column-major.
    pub fn multiply_to_reals(
        &mut self,
        product: &Product<'_>,
        to: &mut CudaViewMut<'_, f32>,
    ) -> Result<(), BackendError> {
        self.multiply(product, to, false)
    }

    fn multiply<T>(
        &mut self,
        product: &Product<'_>,
        to: &mut CudaViewMut<'_, T>,
        is_half: bool,
    ) -> Result<(), BackendError> {
        let Product { m, n, k, a, b } = product;
        if !a.has(*m, *k) || !b.has(*k, *n) || to.len() < m * n {
            return Err(BackendError("a matrix is too small".to_owned()));
        }
        let shape = Shape {
            sizes: [*m, *n, *k],
            columns: [a.column, b.column],
            transposed: [a.is_transposed, b.is_transposed],
            is_half,
        };
        if !self.plans.contains_key(&shape) {
            let plan = GemmPlan::new(self.handle, product, is_half).map_err(refused)?;
            self.plans.insert(shape, plan);
        }
        let plan = &self.plans[&shape];
        let (one, zero) = (1.0_f32, 0.0_f32);
        let number = |number: &f32| std::ptr::from_ref(number).cast::<c_void>();
        let (a_address, _reads_a) = a.numbers.device_ptr(&self.stream);
        let (b_address, _reads_b) = b.numbers.device_ptr(&self.stream);
        let (to_address, _writes) = to.device_ptr_mut(&self.stream);
        let (workspace, _uses) = self.workspace.device_ptr_mut(&self.stream);
        let [a_layout, b_layout, to_layout] = plan.layouts;
        // SAFETY: the addresses are in GPU memory, live while the stream uses them, and have room
        // for the matrices, which was checked above; the plan was made for this shape; the two
        // numbers are read before this returns.
        let done = unsafe {
            lt::matmul(
                self.handle,
                plan.product,
                number(&one),
                number(&zero),
                a_address as *const c_void,
                a_layout,
                b_address as *const c_void,
                b_layout,
                to_address as *const c_void,
                to_layout,
                to_address as *mut c_void,
                to_layout,
                &raw const plan.algorithm,
                workspace as *mut c_void,
                WORKSPACE,
                self.stream.cu_stream().cast(),
            )
        };
        done.map_err(refused)
    }
}

impl Drop for Gemm {
    fn drop(&mut self) {
        for plan in self.plans.values() {
            plan.destroy();
        }
        // SAFETY: made by `new`, and not used after this. A failure cannot be reported here.
        let _ = unsafe { lt::destroy_handle(self.handle) };
    }
}

impl GemmPlan {
    fn new(
        handle: sys::cublasLtHandle_t,
        product: &Product<'_>,
        is_half: bool,
    ) -> Result<Self, lt::CublasError> {
        let Product { m, n, k, a, b } = product;
        let half = sys::cudaDataType::CUDA_R_16F;
        let real = sys::cudaDataType::CUDA_R_32F;
        let layout = |kind, [rows, columns]: [usize; 2], column: usize| {
            lt::create_matrix_layout(kind, rows as u64, columns as u64, column as i64)
        };
        let layouts = [
            layout(half, a.sizes(*m, *k), a.column)?,
            layout(half, b.sizes(*k, *n), b.column)?,
            layout(if is_half { half } else { real }, [*m, *n], *m)?,
        ];
        let product = lt::create_matmul_desc(sys::cublasComputeType_t::CUBLAS_COMPUTE_32F, real)?;
        for (attribute, is_transposed) in [
            (Attribute::CUBLASLT_MATMUL_DESC_TRANSA, a.is_transposed),
            (Attribute::CUBLASLT_MATMUL_DESC_TRANSB, b.is_transposed),
        ] {
            let operation = i32::from(is_transposed);
            let address = (&raw const operation).cast();
            // SAFETY: the description is alive, and the attribute a number of 32 bits, read at once.
            unsafe { lt::set_matmul_desc_attribute(product, attribute, address, 4) }?;
        }
        Ok(Self {
            product,
            layouts,
            algorithm: Self::choose(handle, product, layouts)?,
        })
    }

    /// The library's heuristic choice.
    fn choose(
        handle: sys::cublasLtHandle_t,
        product: sys::cublasLtMatmulDesc_t,
        [a, b, to]: [sys::cublasLtMatrixLayout_t; 3],
    ) -> Result<sys::cublasLtMatmulAlgo_t, lt::CublasError> {
        let preference = lt::create_matmul_pref()?;
        let bytes = WORKSPACE;
        // SAFETY: everything was made by the library just now; the attribute is a number of 64 bits,
        // read at once; the preference is not used after it is destroyed.
        unsafe {
            let attribute =
                sys::cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
            let address = (&raw const bytes).cast();
            lt::set_matmul_pref_attribute(preference, attribute, address, size_of::<usize>())?;
            let best = lt::get_matmul_algo_heuristic(handle, product, a, b, to, to, preference);
            lt::destroy_matmul_pref(preference)?;
            Ok(best?.algo)
        }
    }

    fn destroy(&self) {
        // SAFETY: made by `new`, and not used after this. A failure cannot be reported here.
        unsafe {
            for layout in self.layouts {
                let _ = lt::destroy_matrix_layout(layout);
            }
            let _ = lt::destroy_matmul_desc(self.product);
        }
    }
}

fn refused(error: lt::CublasError) -> BackendError {
    BackendError(format!("a matrix product failed: {error}"))
}
