//! All tunable parameters of the search, each declared once.
//!
//! In a normal build a parameter is a constant; with the feature `tune` it is an atomic that UCI's
//! `setoption` changes, so that a tuning session can play one value against another.

/// A parameter with its name, default and range, for the UCI options of the `tune` build.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The option's name.
    pub name: &'static str,
    /// Value in a normal build.
    pub default: i32,
    /// Least value that makes sense.
    pub min: i32,
    /// Greatest value that makes sense.
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

        /// Sets a parameter by name, clamped to its range. Returns false if no parameter has this name.
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
    /// Aspiration: depth of the first iteration with a window, in plies.
    aspiration_depth = 5, 2..=12;
    /// Aspiration: half width of the first window, in centipawns.
    aspiration_delta = 19, 5..=60;
    /// Aspiration: the half width of the first window grows by the square of the last score divided by this, in
    /// centipawns.
    aspiration_squared = 12000, 4000..=100000;
    /// Aspiration: greatest growth of the half width by the last score, in centipawns.
    aspiration_far = 100, 0..=300;
    /// Aspiration: growth of the half width after a failed search, in 1/1024 of it.
    aspiration_growth = 825, 128..=2048;
    /// Aspiration: half width beyond which the window is opened completely, in centipawns.
    aspiration_most = 600, 150..=2000;
    /// Aspiration: greatest reduction of the depth after scores above the window, in plies.
    aspiration_reduce = 2, 0..=4;
    /// Internal iterative reduction (without a table move): least depth, in plies.
    iir_depth = 4, 2..=12;
    /// Evaluation: value of the fifty-move counter at which the faded evaluation would become 0.
    fifty_fade = 220, 110..=600;
    /// Reverse futility: greatest depth, in plies.
    rfp_depth = 9, 3..=16;
    /// Reverse futility: margin per ply, in centipawns.
    rfp_margin = 98, 30..=160;
    /// Reverse futility: reduction of the margin per ply if the transposition table has no entry for the position, in
    /// centipawns.
    rfp_unseen = 20, 0..=60;
    /// Reverse futility: reduction of the margin if the evaluation is improving, in centipawns.
    rfp_improving = 43, 0..=160;
    /// Reverse futility: reduction of the margin if the opponent's move has worsened its position, in centipawns.
    rfp_worsening = 5, 0..=80;
    /// Reverse futility: margin added for each centipawn of correction, in 1/1024.
    rfp_correction = 256, 0..=2048;
    /// Reverse futility: divisor of the surplus that is returned, in hundredths.
    rfp_divisor = 318, 100..=1000;
    /// Razoring: greatest depth, in plies.
    razor_depth = 3, 0..=10;
    /// Razoring: margin per ply, in centipawns.
    razor_margin = 288, 100..=500;
    /// Null move: least depth, in plies.
    nmp_depth = 3, 1..=10;
    /// Null move: reduction, in 1/1024 of a ply.
    nmp_base = 4234, 2048..=6144;
    /// Null move: depth per further ply of reduction, in hundredths.
    nmp_divisor = 393, 200..=800;
    /// Null move: evaluation surplus per further ply of reduction, in centipawns.
    nmp_eval_divisor = 207, 80..=400;
    /// Null move: greatest reduction for the evaluation surplus, in 1/1024 of a ply.
    nmp_eval_most = 2814, 1024..=6144;
    /// Null move: depth from which a cutoff is verified, in plies.
    nmp_verify_depth = 14, 6..=30;
    /// Null move: part of the verification search without null moves, in 1/1024 of its depth.
    nmp_verify_share = 768, 0..=1024;
    /// Late-move pruning: quiet moves tried at depth 0 when improving, in 1/1024.
    lmp_base = 3331, 512..=8192;
    /// Late-move pruning: further moves per ply squared when improving, in 1/1024.
    lmp_slope = 1175, 256..=2048;
    /// Late-move pruning: quiet moves tried at depth 0 when not improving, in 1/1024.
    lmp_worse_base = 2425, 256..=6144;
    /// Late-move pruning: further moves per ply squared when not improving, in 1/1024.
    lmp_worse_slope = 632, 128..=1536;
    /// Futility of quiet moves: greatest reduced depth, in plies.
    futility_depth = 8, 3..=16;
    /// Futility of quiet moves: margin at depth 0, in centipawns.
    futility_base = 87, 20..=200;
    /// Futility of quiet moves: margin per ply, in centipawns.
    futility_margin = 72, 40..=160;
    /// Futility of quiet moves: reduced depth added per unit of the move's history, in 1/1024 of 1/1024 of a ply.
    futility_history = 200, 0..=512;
    /// History pruning: greatest reduced depth, in plies.
    history_pruning_depth = 4, 0..=12;
    /// History pruning: history below which a quiet move is pruned, per ply.
    history_pruning = 3527, 1000..=8000;
    /// Exchange pruning: greatest depth, in plies.
    see_depth = 9, 3..=16;
    /// Exchange pruning: threshold for quiet moves per ply squared, in centipawns.
    see_quiet_margin = 21, 8..=60;
    /// Exchange pruning: threshold for captures per ply, in centipawns.
    see_noisy_margin = 98, 40..=180;
    /// Exchange pruning: additional loss (or less) allowed per unit of a capture's history, in 1/1024 of a centipawn.
    see_history = 16, 0..=128;
    /// Late-move reduction: least depth, in plies.
    lmr_depth = 2, 1..=10;
    /// Late-move reduction: constant part, in hundredths of a ply.
    lmr_base = 81, 20..=150;
    /// Late-move reduction: divisor of the product of logarithms, in hundredths.
    lmr_divisor = 224, 150..=350;
    /// Late-move reduction: history of a quiet move per ply of reduction.
    lmr_history = 8354, 3000..=16000;
    /// Late-move reduction: history of a capture per ply of reduction.
    lmr_history_noisy = 8354, 3000..=16000;
    /// Late-move reduction: decrease for a capture or promotion, in 1/1024 of a ply.
    lmr_noisy = 933, 0..=3072;
    /// Late-move reduction: decrease for a check, in 1/1024 of a ply.
    lmr_check = 1052, 0..=3072;
    /// Late-move reduction: decrease if the node is or was on a principal variation, in 1/1024 of a ply.
    lmr_was_pv = 869, 0..=3072;
    /// Late-move reduction: increase if the evaluation is not improving, in 1/1024 of a ply.
    lmr_worse = 872, 0..=2048;
    /// Late-move reduction: increase if a cutoff is expected, in 1/1024 of a ply.
    lmr_cut_node = 1554, 0..=4096;
    /// Late-move reduction: decrease for each centipawn of correction, in 1/1024 of a ply.
    lmr_correction = 16, 0..=64;
    /// Late-move reduction: increase if the transposition table's move is a capture, in 1/1024 of a ply.
    lmr_table_noisy = 1087, 0..=3072;
    /// Late-move reduction: increase if many cutoffs have occurred among the children of sibling nodes, in 1/1024 of a
    /// ply.
    lmr_cutoffs = 711, 0..=3072;
    /// Late-move reduction: greatest number of such cutoffs that does not count as many.
    lmr_cutoffs_many = 3, 1..=10;
    /// Late-move reduction: centipawns above the best score from which a move is searched again a ply deeper.
    lmr_deeper = 20, 10..=200;
    /// Late-move reduction: centipawns above the best score below which a move is searched again a ply less deep.
    lmr_shallower = 11, -50..=100;
    /// Late-move reduction: share of the usual bonus that the histories get for the result of the full search, in
    /// 1/1024.
    lmr_reward = 1000, 0..=2048;
    /// Hindsight: least reduction of a move, in plies, after which the node is searched a ply deeper if its side does
    /// well.
    hindsight_deeper = 3, 1..=10;
    /// Hindsight: sum of both sides' evaluations above which a node reached by a reduced move is searched a ply less
    /// deep, in centipawns.
    hindsight_margin = 196, 0..=500;
    /// Singular extension: margin for a third ply, in centipawns.
    singular_triple = 113, 20..=300;
    /// Singular extension: reduction if the transposition table's score is above beta, in plies.
    singular_less = 2, 0..=3;
    /// Singular extension: reduction if a cutoff is expected, in plies.
    singular_less_cut = 1, 0..=3;
    /// Move order: weight of the history by pawn structure, in 1/1024.
    order_pawns = 1069, 0..=4096;
    /// Move order: bonus for a minor piece that leaves an attack by a pawn, and penalty for moving into one.
    order_escape_minor = 3000, 0..=8000;
    /// Move order: the same bonus for a rook, with attacks by pawns and minor pieces.
    order_escape_rook = 5000, 0..=12000;
    /// Move order: the same bonus for a queen, with attacks by all less valuable pieces.
    order_escape_queen = 7500, 0..=16000;
    /// History: share of the usual bonus for a move to which no good reply was found, in 1/1024.
    prior_reward = 1308, 0..=4096;
    /// History: share of the usual bonus for the transposition table's quiet move if its entry cuts off at once, in
    /// 1/1024.
    table_reward = 1009, 0..=2048;
    /// History: penalty for the quiet move that led to a node if the transposition table cuts the node off, in 1/1024
    /// of the usual penalty.
    table_malus = 400, 0..=2048;
    /// History: bonus for the previous move for each centipawn by which the evaluation has risen.
    evaluation_reward = 6, 0..=64;
    /// History: greatest bonus or penalty by the change of the evaluation.
    evaluation_reward_max = 1255, 100..=4000;
    /// History: centipawns above beta from which a cutoff counts as one a ply deeper.
    history_clear = 42, 10..=400;
    /// After a move has raised alpha: reduction of the moves that follow, in plies.
    raised_less = 1, 0..=3;
    /// After a move has raised alpha: least depth at which the moves that follow are reduced, in plies.
    raised_depth = 3, 2..=10;
    /// After a move has raised alpha: greatest depth at which the moves that follow are reduced, in plies.
    raised_depth_max = 13, 8..=30;
    /// Singular extension: least depth, in plies.
    singular_depth = 5, 4..=14;
    /// Singular extension: greatest number of plies by which the transposition table's entry may be shallower than the
    /// node.
    singular_entry = 3, 0..=10;
    /// Singular extension: margin below the table score per ply, in 1/64 of a centipawn.
    singular_margin = 178, 16..=512;
    /// Singular extension: depth of the test, in 1/1024 of the depth below the node.
    singular_share = 500, 256..=896;
    /// Singular extension: margin for a second ply, in centipawns.
    singular_double = 36, 2..=80;
    /// Move order: weight of the butterfly history, in 1/1024.
    order_main = 778, 0..=4096;
    /// Move order: weight of the continuation history of the previous move, in 1/1024.
    order_before_1 = 893, 0..=4096;
    /// Move order: weight of the continuation history of the move two plies ago, in 1/1024.
    order_before_2 = 893, 0..=4096;
    /// Move order: weight of the continuation history of the move four plies ago, in 1/1024.
    order_before_4 = 893, 0..=4096;
    /// Move order: loss by exchange that a good capture may have, in 1/16384 of its score for sorting.
    order_see = 74, 0..=256;
    /// Move order: weight of a captured centipawn against history.
    order_victim = 18, 2..=64;
    /// Move order: value of a promotion to a queen, in centipawns.
    order_queen = 1003, 200..=2000;
    /// Move order: penalty for a promotion to another piece, in centipawns.
    order_underpromotion = 885, 0..=4000;
    /// History: bonus of the best move, per ply of depth.
    history_bonus_slope = 176, 40..=400;
    /// History: amount subtracted from the bonus at any depth.
    history_bonus_offset = 89, 0..=400;
    /// History: greatest bonus.
    history_bonus_max = 1498, 500..=4000;
    /// History: penalty of the moves tried before the best one, per ply of depth.
    history_malus_slope = 186, 40..=400;
    /// History: amount subtracted from the penalty at any depth.
    history_malus_offset = 36, 0..=400;
    /// History: greatest penalty.
    history_malus_max = 1782, 500..=4000;
    /// Quiescence: margin of delta pruning, in centipawns.
    qs_futility = 163, 50..=400;
    /// Quiescence: least gain of a capture by exchange, in centipawns.
    qs_see = 23, -150..=150;
    /// Quiescence: number of nodes after which only one move is searched at each node.
    qs_nodes = 1000, 200..=10000;
    /// Corrections: weight of the correction by pawns, in 1/4096.
    correction_pawns = 100, 0..=256;
    /// Corrections: weight of the correction by each side's pieces, in 1/4096.
    correction_pieces = 69, 0..=256;
    /// Corrections: weight of the correction by minor pieces, in 1/4096.
    correction_minor = 69, 0..=256;
    /// Corrections: weight of each correction by the last move and an earlier one, in 1/4096.
    correction_moves = 80, 0..=256;
    /// Corrections: learning rate per ply of depth, in 1/1024 of the difference.
    correction_rate = 167, 32..=512;
    /// Corrections: greatest step by one result, when values range up to 1024.
    correction_step = 275, 64..=512;
    /// Transposition table: decrease of an entry's value with each search, in 1/16 of a ply.
    table_age = 64, 8..=256;
    /// Table: number of plies by which a stored entry must be deeper than a new one to be kept.
    table_keep = 3, 0..=10;
    /// Table: further plies for this if the new entry's node was on a principal variation.
    table_keep_pv = 2, 0..=10;
    /// Table: greatest depth at which a score does not cut off where another side of the window was expected, in plies.
    table_expected = 5, 0..=12;
    /// Tablebases: plies added to the depth of a result stored in the transposition table.
    tablebase_depth = 6, 0..=20;
    /// Time: moves among which a clock is divided, in hundredths.
    time_moves = 2200, 800..=6000;
    /// Time: share of the increment that is added to a move's time, in thousandths.
    time_increment = 750, 300..=1000;
    /// Time: greatest time of a move as a multiple of its planned time, in thousandths.
    time_burst = 4000, 1500..=8000;
    /// Time: factor before the best move has settled, in thousandths.
    time_unsettled = 1450, 900..=2500;
    /// Time: decrease of this factor for each iteration in which the best move has not changed, in thousandths.
    time_settled = 90, 20..=200;
    /// Time: number of iterations without change after which the best move counts as settled.
    time_settled_after = 8, 3..=20;
    /// Time: factor if no nodes were spent on the best move, in thousandths.
    time_effort = 1900, 1000..=3000;
    /// Time: decrease of this factor for the share of nodes spent on the best move, in thousandths.
    time_effort_share = 1350, 300..=2500;
    /// Time: drop of the score that doubles the time, in centipawns.
    time_worry = 120, 30..=400;
    /// Time: least factor, in thousandths.
    time_least = 300, 100..=900;
    /// Time: greatest factor, in thousandths.
    time_most = 3000, 1200..=5000;
}
