//! Every number of the search that could be another, declared once.
//!
//! In a normal build a parameter is a constant; with the feature `tune` it is an atomic that UCI's
//! `setoption` changes, so that a tuning session can play one value against another.

/// A parameter's name, default and range, for the `tune` build's UCI options.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The option's name.
    pub name: &'static str,
    /// The value of a normal build.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal;)*) => {
        /// All parameters, in declaration order.
        pub const ALL: &[Parameter] = &[$(Parameter {
            name: stringify!($name), default: $default, min: $min, max: $max,
        }),*];

        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 { $default }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub fn $name() -> i32 { values::$name.load(std::sync::atomic::Ordering::Relaxed) }
        )*

        #[cfg(feature = "tune")]
        mod values {
            #![allow(non_upper_case_globals)]
            $(pub static $name: std::sync::atomic::AtomicI32 =
                std::sync::atomic::AtomicI32::new($default);)*
        }

        /// Sets a parameter by name, clamped to its range. Says whether the name exists.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => {
                    let value = value.clamp($min, $max);
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

parameters! {
    /// Half width of the first aspiration window, in centipawns.
    aspiration_delta = 14, 5..=60;
    /// Reverse futility: greatest depth.
    rfp_depth = 9, 3..=14;
    /// Reverse futility: margin per ply, in centipawns.
    rfp_margin = 76, 30..=160;
    /// Razoring: greatest depth.
    razor_depth = 3, 1..=6;
    /// Razoring: margin per ply, in centipawns.
    razor_margin = 260, 100..=500;
    /// Null move: base reduction in plies.
    nmp_base = 4, 2..=6;
    /// Null move: depth per further ply of reduction.
    nmp_divisor = 4, 2..=8;
    /// Null move: evaluation surplus per further ply of reduction, in centipawns.
    nmp_eval_divisor = 200, 80..=400;
    /// Late-move pruning: quiet moves tried at depth 0.
    lmp_base = 3, 1..=8;
    /// Futility of quiet moves: margin at depth 0, in centipawns.
    futility_base = 90, 20..=200;
    /// Futility of quiet moves: margin per ply, in centipawns.
    futility_margin = 85, 40..=160;
    /// Exchange threshold for quiet moves per ply squared, in centipawns.
    see_quiet_margin = 22, 8..=60;
    /// Exchange threshold for captures per ply, in centipawns.
    see_noisy_margin = 95, 40..=180;
    /// History below which a quiet move is pruned, per ply.
    history_pruning = 3400, 1000..=8000;
    /// Late-move reduction: constant part, in hundredths of a ply.
    lmr_base = 70, 20..=150;
    /// Late-move reduction: divisor of the product of logarithms, in hundredths.
    lmr_divisor = 230, 150..=350;
    /// Late-move reduction: history per ply of reduction.
    lmr_history = 8200, 3000..=16000;
    /// Singular extension: least depth.
    singular_depth = 7, 5..=12;
    /// Singular extension: margin below the table score per ply, in centipawns.
    singular_margin = 2, 1..=4;
    /// Singular extension: margin for a second ply, in centipawns.
    singular_double = 18, 5..=60;
    /// Greatest bonus a move can earn in a history at once.
    history_bonus_max = 1650, 500..=4000;
    /// Quiescence: margin of delta pruning, in centipawns.
    qs_futility = 150, 50..=400;
    /// Quiescence: nodes after which one move a node must do.
    qs_nodes = 1000, 200..=10000;
    /// Share of the correction histories in the evaluation, in 1/4096.
    correction_weight = 64, 0..=256;
}
