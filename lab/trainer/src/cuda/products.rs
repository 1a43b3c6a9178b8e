//! Products of matrices of 16-bit numbers, by cuBLASLt.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;

use cudarc::cublaslt::result as lt;
use cudarc::cublaslt::sys;
use cudarc::cublaslt::sys::cublasLtMatmulDescAttributes_t as Attribute;
use cudarc::driver::{CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut};

use super::failed;
use crate::backend::BackendError;

/// Memory that a product may use for sums in parts.
const WORKSPACE: usize = 64 << 20;

/// A matrix, column after column.
pub struct Operand<'a> {
    numbers: CudaView<'a, u16>,
    /// Numbers of a column.
    column: usize,
    is_turned: bool,
}

impl<'a> Operand<'a> {
    /// A matrix as it lies there.
    pub const fn plain(numbers: CudaView<'a, u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_turned: false,
        }
    }

    /// A matrix with rows and columns exchanged.
    pub const fn turned(numbers: CudaView<'a, u16>, column: usize) -> Self {
        Self {
            numbers,
            column,
            is_turned: true,
        }
    }

    /// Rows and columns as they lie there, of a matrix that has so many when it is used.
    const fn sizes(&self, rows: usize, columns: usize) -> [usize; 2] {
        if self.is_turned {
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

/// A product: `m` rows and `n` columns, sums of `k` products each.
pub struct Product<'a> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: Operand<'a>,
    pub b: Operand<'a>,
}

/// Everything but the places of the numbers that decides how a product is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    sizes: [usize; 3],
    columns: [usize; 2],
    turned: [bool; 2],
    is_half: bool,
}

/// How to compute products of a shape.
struct Recipe {
    product: sys::cublasLtMatmulDesc_t,
    layouts: [sys::cublasLtMatrixLayout_t; 3],
    algorithm: sys::cublasLtMatmulAlgo_t,
}

/// Computes products, and remembers how.
pub struct Products {
    handle: sys::cublasLtHandle_t,
    stream: Arc<CudaStream>,
    workspace: CudaSlice<u8>,
    recipes: HashMap<Shape, Recipe>,
}

impl Products {
    /// Nothing remembered yet.
    pub fn new(stream: &Arc<CudaStream>) -> Result<Self, BackendError> {
        Ok(Self {
            handle: lt::create_handle().map_err(refused)?,
            stream: Arc::clone(stream),
            workspace: stream.alloc_zeros(WORKSPACE).map_err(failed)?,
            recipes: HashMap::new(),
        })
    }

    /// A product in 16 bits, column after column.
    pub fn multiply_to_halves(
        &mut self,
        product: &Product<'_>,
        to: &mut CudaViewMut<'_, u16>,
    ) -> Result<(), BackendError> {
        self.multiply(product, to, true)
    }

    /// A product in 32 bits, column after column.
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
            turned: [a.is_turned, b.is_turned],
            is_half,
        };
        if !self.recipes.contains_key(&shape) {
            let recipe = Recipe::new(self.handle, product, is_half).map_err(refused)?;
            self.recipes.insert(shape, recipe);
        }
        let recipe = &self.recipes[&shape];
        let (one, zero) = (1.0_f32, 0.0_f32);
        let number = |number: &f32| std::ptr::from_ref(number).cast::<c_void>();
        let (a_place, _reads_a) = a.numbers.device_ptr(&self.stream);
        let (b_place, _reads_b) = b.numbers.device_ptr(&self.stream);
        let (to_place, _writes) = to.device_ptr_mut(&self.stream);
        let (workspace, _uses) = self.workspace.device_ptr_mut(&self.stream);
        let [a_layout, b_layout, to_layout] = recipe.layouts;
        // SAFETY: the places are in the GPU's memory, live while the stream uses them, and have room
        // for the matrices, which was checked above; the recipe was made for this shape; the two
        // numbers are read before this returns.
        let done = unsafe {
            lt::matmul(
                self.handle,
                recipe.product,
                number(&one),
                number(&zero),
                a_place as *const c_void,
                a_layout,
                b_place as *const c_void,
                b_layout,
                to_place as *const c_void,
                to_layout,
                to_place as *mut c_void,
                to_layout,
                &raw const recipe.algorithm,
                workspace as *mut c_void,
                WORKSPACE,
                self.stream.cu_stream().cast(),
            )
        };
        done.map_err(refused)
    }
}

impl Drop for Products {
    fn drop(&mut self) {
        for recipe in self.recipes.values() {
            recipe.destroy();
        }
        // SAFETY: made by `new`, and not used after this. There is nobody to tell of a failure.
        let _ = unsafe { lt::destroy_handle(self.handle) };
    }
}

impl Recipe {
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
        for (attribute, is_turned) in [
            (Attribute::CUBLASLT_MATMUL_DESC_TRANSA, a.is_turned),
            (Attribute::CUBLASLT_MATMUL_DESC_TRANSB, b.is_turned),
        ] {
            let operation = i32::from(is_turned);
            let place = (&raw const operation).cast();
            // SAFETY: the description is alive, and the attribute a number of 32 bits, read at once.
            unsafe { lt::set_matmul_desc_attribute(product, attribute, place, 4) }?;
        }
        Ok(Self {
            product,
            layouts,
            algorithm: Self::choose(handle, product, layouts)?,
        })
    }

    /// What the library thinks is fastest.
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
            let place = (&raw const bytes).cast();
            lt::set_matmul_pref_attribute(preference, attribute, place, size_of::<usize>())?;
            let best = lt::get_matmul_algo_heuristic(handle, product, a, b, to, to, preference);
            lt::destroy_matmul_pref(preference)?;
            Ok(best?.algo)
        }
    }

    fn destroy(&self) {
        // SAFETY: made by `new`, and not used after this. There is nobody to tell of a failure.
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
