//! Loss and gradient of a micro-batch, a small part of a batch of positions: the inner loop of training.
//!
//! The first layer is sparse: of 768 inputs in each king bucket about 25 are active. In the forward pass, the units of
//! a view are the sum of the rows of its active inputs. In the backward pass, the gradient of an input is the sum over
//! all views in which it is active; the micro-batch is sorted by input for that, so that each sum is formed in
//! registers and written once.

use super::data::{MAX_PIECES, POINT, Sample};
use super::lanes::Lanes;
use super::model::{Model, Shape};
use engine::eval::network::bucket;
use engine::eval::network::simd::Isa;

/// Maximum number of positions in a micro-batch: few enough for the values of its units to fit into a core's own cache.
pub const MICRO_BATCH: usize = 128;

/// Definition of the value to be learned from a sample: a weighted mean of the search's score and the outlook of its
/// game, both as expected points.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The weight of the search's score against that of the game's outlook, 0 to 1.
    pub lambda: f32,
    /// Number of centipawns that corresponds to a network output of 1.
    pub scale: f32,
}

impl Target {
    /// Returns the value to be learned from a sample: the points that the side to move can expect, from 0 to 1.
    #[inline]
    pub fn of(self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score) / self.scale);
        let outlook = f32::from(sample.outlook) / f32::from(POINT);
        self.lambda * score + (1.0 - self.lambda) * outlook
    }
}

/// Returns the expected points, from 0 to 1, for an output of the network.
#[inline]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Sums over samples: of the squared errors, and of their gradient for each value of the model.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// Sum of the gradients for each value of the model. The row of an input that is on in no sample is left over from
    /// earlier samples, and must not be used: see [`Gradient::row`].
    pub sums: Vec<f32>,
    /// For each input, true if it is on in one of the samples.
    touched: Vec<bool>,
    hidden: usize,
    /// Sum of the squared errors (expected − target)².
    pub loss: f64,
}

impl Gradient {
    /// Creates a gradient over no samples.
    pub fn new(shape: Shape) -> Gradient {
        Gradient {
            sums: vec![0.0; shape.len()],
            touched: vec![false; shape.inputs()],
            hidden: shape.hidden,
            loss: 0.0,
        }
    }

    /// Removes all samples.
    pub fn clear(&mut self) {
        let inputs = self.touched.len();
        self.touched.fill(false);
        self.sums[inputs * self.hidden..].fill(0.0);
        self.loss = 0.0;
    }

    /// Sets the sum for one value, as if there had been samples.
    #[cfg(test)]
    pub fn set(&mut self, index: usize, sum: f32) {
        if let Some(touched) = self.touched.get_mut(index / self.hidden) {
            *touched = true;
        }
        self.sums[index] = sum;
    }

    /// Returns the sums for the weights of an input, by hidden unit; `None` if the input is on in no sample, so that
    /// they are all 0.
    #[inline]
    pub fn row(&self, input: usize) -> Option<&[f32]> {
        self.touched[input].then(|| &self.sums[input * self.hidden..][..self.hidden])
    }
}

/// Working memory for one micro-batch.
pub struct Scratch {
    /// Buffer in which a caller may gather the samples, if they do not lie side by side already.
    pub(super) samples: Vec<Sample>,
    /// Inputs that are on in each view, one view after the other: two for each sample, the mover's and then the
    /// opponent's.
    inputs: Vec<u16>,
    /// Index in `inputs` at which each view begins, and at the end the number of all inputs.
    begins: Vec<u32>,
    /// Sums of the hidden units, and later their gradient: `[2 × sample + view][hidden]`.
    units: Vec<f32>,
    /// Numbers of the views, 2 × sample + view, sorted by the inputs that are on in them.
    sorted: Vec<u32>,
    /// Index in `sorted` at which the views of each input begin.
    sorted_begins: Vec<u32>,
    /// Buffer for the inputs of the opponent's view of one sample.
    other: Vec<u16>,
    king_buckets: usize,
}

impl Scratch {
    /// Creates working memory for models of a shape.
    pub fn new(shape: Shape) -> Scratch {
        let most = 2 * MICRO_BATCH * MAX_PIECES;
        Scratch {
            samples: Vec::with_capacity(MICRO_BATCH),
            inputs: Vec::with_capacity(most),
            begins: Vec::with_capacity(2 * MICRO_BATCH + 1),
            units: vec![0.0; 2 * MICRO_BATCH * shape.hidden],
            sorted: vec![0; most],
            sorted_begins: vec![0; shape.inputs() + 2],
            other: Vec::with_capacity(MAX_PIECES),
            king_buckets: shape.king_buckets,
        }
    }

    /// Replaces the inputs held here by those of `samples`, at most [`MICRO_BATCH`], and sorts the views by their
    /// inputs.
    fn fill(&mut self, samples: &[Sample]) {
        self.inputs.clear();
        self.begins.clear();
        for sample in samples {
            self.begins.push(self.inputs.len() as u32);
            self.other.clear();
            sample.push_inputs([&mut self.inputs, &mut self.other], self.king_buckets);
            self.begins.push(self.inputs.len() as u32);
            self.inputs.extend(&self.other);
        }
        self.begins.push(self.inputs.len() as u32);
        // Counting sort: afterwards input i's views lie from sorted_begins[i] to sorted_begins[i + 1].
        let begins = &mut self.sorted_begins;
        begins.fill(0);
        for input in &self.inputs {
            begins[usize::from(*input) + 2] += 1;
        }
        for i in 2..begins.len() {
            begins[i] += begins[i - 1];
        }
        for (view, range) in self.begins.windows(2).enumerate() {
            for input in &self.inputs[range[0] as usize..range[1] as usize] {
                let place = &mut begins[usize::from(*input) + 1];
                self.sorted[*place as usize] = view as u32;
                *place += 1;
            }
        }
    }
}

type Kernel = unsafe fn(&Model, &[Sample], Target, &mut Scratch, Option<&mut Gradient>) -> f64;

/// Computation of loss and gradient, as compiled for an instruction set of this processor and for a number of hidden
/// units.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    kernel: Kernel,
    hidden: usize,
}

macro_rules! by_width {
    ($function:ident, $hidden:expr) => {
        match $hidden {
            32 => $function::<32> as Kernel,
            64 => $function::<64> as Kernel,
            128 => $function::<128> as Kernel,
            256 => $function::<256> as Kernel,
            512 => $function::<512> as Kernel,
            _ => return None,
        }
    };
}

impl Arithmetic {
    /// Returns the computation for an instruction set and a number of hidden units; `None` if this processor does not
    /// have the instruction set, or if the number is not among [`HIDDEN_SIZES`](engine::eval::network::HIDDEN_SIZES).
    pub fn new(isa: Isa, hidden: usize) -> Option<Arithmetic> {
        if !isa.is_here() {
            return None;
        }
        let kernel = match isa {
            Isa::Plain => by_width!(plain, hidden),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => by_width!(avx2, hidden),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => by_width!(avx512, hidden),
            #[cfg(not(target_arch = "x86_64"))]
            _ => return None,
        };
        Some(Arithmetic { kernel, hidden })
    }

    /// Computes the loss of a micro-batch, the sum of its squared errors, and its gradient, and adds both to
    /// `gradient`.
    ///
    /// # Panics
    /// The model, the gradient or the scratch is of another shape, or there are more than [`MICRO_BATCH`] samples.
    pub fn add(
        self,
        model: &Model,
        samples: &[Sample],
        target: Target,
        scratch: &mut Scratch,
        gradient: &mut Gradient,
    ) {
        assert_eq!(gradient.sums.len(), model.values.len());
        assert_eq!(gradient.touched.len(), model.shape.inputs());
        let loss = self.run(model, samples, target, scratch, Some(&mut *gradient));
        gradient.loss += loss;
    }

    /// Returns the loss of a micro-batch, the sum of its squared errors, without computing a gradient.
    ///
    /// # Panics
    /// As [`Arithmetic::add`].
    pub fn loss(
        self,
        model: &Model,
        samples: &[Sample],
        target: Target,
        scratch: &mut Scratch,
    ) -> f64 {
        self.run(model, samples, target, scratch, None)
    }

    fn run(
        self,
        model: &Model,
        samples: &[Sample],
        target: Target,
        scratch: &mut Scratch,
        gradient: Option<&mut Gradient>,
    ) -> f64 {
        assert_eq!(model.shape.hidden, self.hidden);
        assert_eq!(model.values.len(), model.shape.len());
        assert_eq!(model.shape.king_buckets, scratch.king_buckets);
        assert!(samples.len() <= MICRO_BATCH);
        assert!(scratch.units.len() >= 2 * samples.len() * self.hidden);
        scratch.fill(samples);
        // SAFETY: `Arithmetic::new` gives out functions only for what this processor has; shapes have just
        // been checked.
        unsafe { (self.kernel)(model, samples, target, scratch, gradient) }
    }
}

unsafe fn plain<const H: usize>(
    model: &Model,
    samples: &[Sample],
    target: Target,
    scratch: &mut Scratch,
    gradient: Option<&mut Gradient>,
) -> f64 {
    // SAFETY: plain Rust runs everywhere; shapes are the caller's care.
    unsafe { micro_batch::<[f32; 16], H>(model, samples, target, scratch, gradient) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<const H: usize>(
    model: &Model,
    samples: &[Sample],
    target: Target,
    scratch: &mut Scratch,
    gradient: Option<&mut Gradient>,
) -> f64 {
    use std::arch::x86_64::__m256;
    // SAFETY: compiled for AVX2, which the caller vouches for, as for the shapes.
    unsafe { micro_batch::<[__m256; 2], H>(model, samples, target, scratch, gradient) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn avx512<const H: usize>(
    model: &Model,
    samples: &[Sample],
    target: Target,
    scratch: &mut Scratch,
    gradient: Option<&mut Gradient>,
) -> f64 {
    use std::arch::x86_64::__m512;
    // SAFETY: compiled for AVX-512, which the caller vouches for, as for the shapes.
    unsafe { micro_batch::<__m512, H>(model, samples, target, scratch, gradient) }
}

/// Number of vectors of sixteen values whose sums are kept in registers at the same time.
const TILE: usize = 4;

/// Adds the rows with the numbers `rows` of the matrix `from`, each of `H` values, to the `H` values at `to`. If
/// `fresh` is true, these are taken to be 0 before.
///
/// # Safety
/// As for [`Lanes`]. `to` points to `H` values, and `from` to a matrix that has each of `rows`, of `H` values.
#[inline(always)]
unsafe fn gather<V: Lanes, const H: usize>(
    to: *mut f32,
    from: *const f32,
    rows: impl Iterator<Item = usize> + Clone,
    fresh: bool,
) {
    let step = if H / 16 < TILE { H / 16 } else { TILE };
    for tile in (0..H / 16).step_by(step) {
        // SAFETY: the caller's care; tiles end with the row, as all widths are multiples of `16 * step`.
        unsafe {
            let mut sums = [V::splat(0.0); TILE];
            if !fresh {
                for (i, sum) in sums[..step].iter_mut().enumerate() {
                    *sum = V::load(to.add(16 * (tile + i)));
                }
            }
            for row in rows.clone() {
                let row = from.add(row * H + 16 * tile);
                for (i, sum) in sums[..step].iter_mut().enumerate() {
                    *sum = sum.add(V::load(row.add(16 * i)));
                }
            }
            for (i, sum) in sums[..step].iter().enumerate() {
                sum.store(to.add(16 * (tile + i)));
            }
        }
    }
}

/// Returns the loss, the sum of the squared errors, of up to [`MICRO_BATCH`] samples, whose inputs `scratch` holds. If
/// there is a `gradient`, that of the loss is added to it.
///
/// # Safety
/// As for [`Lanes`]. The model and the gradient have `H` hidden units, and `scratch` has room for them.
#[inline(always)]
unsafe fn micro_batch<V: Lanes, const H: usize>(
    model: &Model,
    samples: &[Sample],
    target: Target,
    scratch: &mut Scratch,
    gradient: Option<&mut Gradient>,
) -> f64 {
    let shape = model.shape;
    let values = model.values.as_ptr();
    let units = scratch.units.as_mut_ptr();
    let (mut gradient, touched) = match gradient {
        Some(gradient) => (Some(gradient.sums.as_mut_ptr()), &mut gradient.touched[..]),
        None => (None, &mut [][..]),
    };
    let mut loss = 0.0;
    // SAFETY: all offsets are those of `Shape`, within the model's values; inputs are below `Shape::inputs`, as the
    // king buckets are those of the scratch; views lie within `scratch.units`. The instruction set is the caller's
    // care.
    unsafe {
        for (view, range) in scratch.begins.windows(2).enumerate() {
            let to = units.add(view * H);
            to.copy_from_nonoverlapping(values.add(shape.first_bias()), H);
            let inputs = scratch.inputs[range[0] as usize..range[1] as usize].iter();
            gather::<V, H>(to, values, inputs.map(|input| usize::from(*input)), false);
        }
        for (number, sample) in samples.iter().enumerate() {
            let bucket = bucket(sample.count(), shape.buckets);
            // Both views of a sample form one row of 2 H values, as the weights of the output do.
            let units = units.add(2 * number * H);
            let row = shape.output() + 2 * bucket * H;
            let weights = values.add(row);
            let mut sum = V::splat(0.0);
            for i in (0..2 * H).step_by(16) {
                let active = V::load(units.add(i)).clip();
                sum = sum.add(active.mul(active).mul(V::load(weights.add(i))));
            }
            let bias = shape.output_bias() + bucket;
            let expected = sigmoid(sum.sum() + *values.add(bias));
            let error = expected - target.of(sample);
            loss += f64::from(error) * f64::from(error);
            let Some(gradient) = &mut gradient else {
                continue;
            };
            let slope = 2.0 * error * expected * (1.0 - expected);
            *gradient.add(bias) += slope;
            let (once, twice) = (V::splat(slope), V::splat(2.0 * slope));
            let output = gradient.add(row);
            for i in (0..2 * H).step_by(16) {
                let unit = V::load(units.add(i));
                let active = unit.clip();
                let sum = V::load(output.add(i)).add(active.mul(active).mul(once));
                sum.store(output.add(i));
                let back = active.mul(V::load(weights.add(i))).mul(twice);
                back.where_inside(unit).store(units.add(i));
            }
        }
        if let Some(gradient) = gradient {
            gather::<V, H>(
                gradient.add(shape.first_bias()),
                units,
                0..2 * samples.len(),
                false,
            );
            let begins = scratch.sorted_begins.windows(2).take(shape.inputs());
            for (input, range) in begins.enumerate() {
                let views = &scratch.sorted[range[0] as usize..range[1] as usize];
                if !views.is_empty() {
                    let views = views.iter().map(|view| *view as usize);
                    let fresh = !std::mem::replace(&mut touched[input], true);
                    gather::<V, H>(gradient.add(input * H), units, views, fresh);
                }
            }
        }
    }
    loss
}
