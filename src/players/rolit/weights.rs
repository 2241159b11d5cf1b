//! The weights of the evaluation, in hundredths of a ball, by stage and feature.

/// How many things are counted of each seat; `eval` names them.
pub(super) const FEATURES: usize = 22;

/// Points on the way from the empty board to the full one; between them weights are blended.
pub(super) const STAGES: usize = 7;

/// The weights of each stage.
pub(crate) type Weights = [[i16; FEATURES]; STAGES];

const fn by_hand() -> Weights {
    let mut w = [[0; FEATURES]; STAGES];
    let mut s = 0;
    while s < STAGES {
        let early = 6 - s as i16;
        let base = 100 - 15 * early;
        w[s] = [
            600 + base,
            60 + base,
            100 + base,
            80 + base,
            -50 + base,
            base,
            base,
            20 + base,
            base,
            base,
            -60 * early / 2,
            -100 * early / 2,
            100,
            -8 * early,
            12 * early,
            40,
            300,
            300,
            50,
            0,
            0,
            0,
        ];
        s += 1;
    }
    w
}

/// Two sides.
pub(crate) static TWO: Weights = by_hand();

/// More than two sides.
pub(crate) static MANY: Weights = by_hand();
