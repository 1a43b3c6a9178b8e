//! Memory of the GPU.

use std::ops::Range;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtrMut, DeviceRepr, ValidAsZeroBits};

use crate::abi::{CELL, Counters, Device, PackedPosition, Start};
use crate::games::{Cell, Sizes};
use crate::{Error, PackedNetwork};

// SAFETY: plain numbers in C's layout, as the kernels declare them; a test compares the layouts.
unsafe impl DeviceRepr for Device {}
// SAFETY: as above.
unsafe impl DeviceRepr for Counters {}
// SAFETY: as above.
unsafe impl DeviceRepr for Start {}
// SAFETY: as above.
unsafe impl DeviceRepr for PackedPosition {}
// SAFETY: numbers may be zero.
unsafe impl ValidAsZeroBits for Counters {}
// SAFETY: numbers may be zero.
unsafe impl ValidAsZeroBits for Start {}

/// The buffers whose addresses the device gets.
pub struct Buffers {
    counters: CudaSlice<Counters>,
    starts: CudaSlice<Start>,
    ring: CudaSlice<u64>,
    /// What the host only writes once: kept for the kernels.
    _tables: CudaSlice<u64>,
    _words: [CudaSlice<u32>; 3],
    _biases: CudaSlice<i32>,
    _memory: CudaSlice<u8>,
}

impl Buffers {
    /// Allocates them and tells the device.
    pub fn new(
        stream: &Arc<CudaStream>,
        network: &PackedNetwork,
        sizes: Sizes,
        device: &mut Device,
    ) -> Result<Self, Error> {
        let code = network.code;
        let bytes = code.memory_bytes(device.words, device.settings.table_bits) * sizes.warps;
        let mut tables = stream.clone_htod(&(code.tables)())?;
        let mut feature_weights = stream.clone_htod(&network.feature_weights)?;
        let mut feature_biases = stream.clone_htod(&network.feature_biases)?;
        let mut output_weights = stream.clone_htod(&network.output_weights)?;
        let mut biases = stream.clone_htod(&network.output_biases)?;
        let mut counters = stream.alloc_zeros::<Counters>(1)?;
        let mut starts = stream.alloc_zeros::<Start>(sizes.starts)?;
        let mut ring = stream.alloc_zeros::<u64>(sizes.cells * CELL / 8)?;
        let mut memory = stream.alloc_zeros::<u8>(bytes)?;
        device.tables = address(&mut tables, stream);
        device.feature_weights = address(&mut feature_weights, stream);
        device.feature_biases = address(&mut feature_biases, stream);
        device.output_weights = address(&mut output_weights, stream);
        device.output_biases = address(&mut biases, stream);
        device.counters = address(&mut counters, stream);
        device.starts = address(&mut starts, stream);
        device.ring = address(&mut ring, stream);
        device.memory = address(&mut memory, stream);
        Ok(Self {
            counters,
            starts,
            ring,
            _tables: tables,
            _words: [feature_weights, feature_biases, output_weights],
            _biases: biases,
            _memory: memory,
        })
    }

    /// Writes starts to the queue from a place on, and around its end.
    pub fn queue(
        &mut self,
        stream: &Arc<CudaStream>,
        starts: &[Start],
        place: usize,
    ) -> Result<(), Error> {
        let (first, second) = starts.split_at(starts.len().min(self.starts.len() - place));
        for (part, place) in [(first, place), (second, 0)] {
            if !part.is_empty() {
                let mut there = self.starts.slice_mut(place..place + part.len());
                stream.memcpy_htod(part, &mut there)?;
            }
        }
        Ok(())
    }

    /// The counters after everything that was launched.
    pub fn counters(&self, stream: &Arc<CudaStream>) -> Result<Counters, Error> {
        let mut counters = [Counters::default()];
        stream.memcpy_dtoh(&self.counters, &mut counters)?;
        stream.synchronize()?;
        Ok(counters[0])
    }

    /// Reads cells of the ring from a place on, and around its end.
    pub fn cells(
        &self,
        stream: &Arc<CudaStream>,
        place: usize,
        count: usize,
    ) -> Result<Vec<Cell>, Error> {
        let length = self.ring.len() / (CELL / 8);
        let first = place..(place + count).min(length);
        let second = 0..count - first.len();
        let mut numbers = self.numbers(stream, first)?;
        numbers.extend(self.numbers(stream, second)?);
        let cells = numbers.chunks_exact(CELL / 8);
        Ok(cells.map(|cell| Cell([cell[0], cell[1]])).collect())
    }

    fn numbers(&self, stream: &Arc<CudaStream>, cells: Range<usize>) -> Result<Vec<u64>, Error> {
        if cells.is_empty() {
            return Ok(Vec::new());
        }
        let numbers = cells.start * CELL / 8..cells.end * CELL / 8;
        Ok(stream.clone_dtoh(&self.ring.slice(numbers))?)
    }
}

/// The address of a buffer.
fn address<T>(buffer: &mut CudaSlice<T>, stream: &CudaStream) -> u64 {
    buffer.device_ptr_mut(stream).0
}
