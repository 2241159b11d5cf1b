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
    /// Aspiration: first iteration with a window, in plies.
    aspiration_depth = 5, 2..=12;
    /// Aspiration: half width of the first window, in centipawns.
    aspiration_delta = 19, 5..=60;
    /// Aspiration: square of the last score for which the half width is a centipawn more.
    aspiration_squared = 12000, 4000..=100000;
    /// Aspiration: most that it is more for that, in centipawns.
    aspiration_far = 100, 0..=300;
    /// Aspiration: what a window that failed grows by, in 1/1024 of its half width.
    aspiration_growth = 825, 128..=2048;
    /// Aspiration: half width beyond which the window is opened, in centipawns.
    aspiration_most = 600, 150..=2000;
    /// Aspiration: most plies less after scores above the window.
    aspiration_reduce = 2, 0..=4;
    /// Internal reduction without a table move: least depth, in plies.
    iir_depth = 4, 2..=12;
    /// Evaluation: the fifty-move counter fades it to nothing at this count.
    fifty_fade = 220, 110..=600;
    /// Reverse futility: greatest depth, in plies.
    rfp_depth = 9, 3..=16;
    /// Reverse futility: margin per ply, in centipawns.
    rfp_margin = 98, 30..=160;
    /// Reverse futility: how much less a ply where the table knows nothing of the position, in centipawns.
    rfp_unseen = 20, 0..=60;
    /// Reverse futility: margin spared when improving, in centipawns.
    rfp_improving = 43, 0..=160;
    /// Reverse futility: margin spared where the opponent's move has made things worse for it, in centipawns.
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
    /// Null move: most plies of reduction for the surplus, in 1/1024 of a ply.
    nmp_eval_most = 2814, 1024..=6144;
    /// Null move: depth from which a cutoff is verified, in plies.
    nmp_verify_depth = 14, 6..=30;
    /// Null move: share of the verification without null moves, in 1/1024 of its depth.
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
    /// Futility of quiet moves: what a move's history adds to its reduced depth, in 1/1024 of 1/1024 of a ply.
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
    /// Exchange pruning: what a capture may lose more (or less) for its history, in 1/1024 of a centipawn.
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
    /// Late-move reduction: less for a capture or promotion, in 1/1024 of a ply.
    lmr_noisy = 933, 0..=3072;
    /// Late-move reduction: less for a check, in 1/1024 of a ply.
    lmr_check = 1052, 0..=3072;
    /// Late-move reduction: less where a principal variation was, in 1/1024 of a ply.
    lmr_was_pv = 869, 0..=3072;
    /// Late-move reduction: more when not improving, in 1/1024 of a ply.
    lmr_worse = 872, 0..=2048;
    /// Late-move reduction: more where a cutoff is expected, in 1/1024 of a ply.
    lmr_cut_node = 1554, 0..=4096;
    /// Late-move reduction: less for each centipawn of correction, in 1/1024 of a ply.
    lmr_correction = 16, 0..=64;
    /// Late-move reduction: more where the table's move is a capture, in 1/1024 of a ply.
    lmr_table_noisy = 1087, 0..=3072;
    /// Late-move reduction: more where many children of the node's siblings were cut off, in 1/1024 of a ply.
    lmr_cutoffs = 711, 0..=3072;
    /// Late-move reduction: cutoffs of children that are many.
    lmr_cutoffs_many = 3, 1..=10;
    /// Late-move reduction: centipawns above the best by which a move is searched a ply deeper.
    lmr_deeper = 20, 10..=200;
    /// Late-move reduction: centipawns above the best below which it is searched a ply less deep.
    lmr_shallower = 11, -50..=100;
    /// Late-move reduction: share of the reward that the full search's result is to histories, in 1/1024.
    lmr_reward = 1000, 0..=2048;
    /// Hindsight: reduction in plies after which an opponent who does well has a ply more.
    hindsight_deeper = 3, 1..=10;
    /// Hindsight: sum of both sides' evaluations above which there is a ply less, in centipawns.
    hindsight_margin = 196, 0..=500;
    /// Singular extension: margin for a third ply, in centipawns.
    singular_triple = 113, 20..=300;
    /// Singular extension: plies less where the table's score is above beta.
    singular_less = 2, 0..=3;
    /// Singular extension: plies less where a cutoff is expected.
    singular_less_cut = 1, 0..=3;
    /// Move order: share of the pawns' history, in 1/1024.
    order_pawns = 1069, 0..=4096;
    /// Move order: what it is worth to a minor piece to leave an attack by a pawn, and costs to run into one.
    order_escape_minor = 3000, 0..=8000;
    /// Move order: the same for a rook, of pawns and minor pieces.
    order_escape_rook = 5000, 0..=12000;
    /// Move order: the same for a queen, of all less than it.
    order_escape_queen = 7500, 0..=16000;
    /// History: share of the reward of a move that nothing was found against, in 1/1024.
    prior_reward = 1308, 0..=4096;
    /// History: share of the reward of the table's quiet move that cuts off at once, in 1/1024.
    table_reward = 1009, 0..=2048;
    /// History: punishment of the quiet move that led to a node if the table cuts the node off, in 1/1024 of a tried
    /// move's.
    table_malus = 400, 0..=2048;
    /// History: what the move before is rewarded with for each centipawn that the evaluation has risen by.
    evaluation_reward = 6, 0..=64;
    /// History: most that the evaluation rewards or punishes with.
    evaluation_reward_max = 1255, 100..=4000;
    /// History: centipawns above beta from which a cutoff is worth a ply more.
    history_clear = 42, 10..=400;
    /// After a move better than alpha: plies less for the moves that follow.
    raised_less = 1, 0..=3;
    /// After a move better than alpha: least depth at which those that follow are searched less deep, in plies.
    raised_depth = 3, 2..=10;
    /// After a move better than alpha: greatest such depth, in plies.
    raised_depth_max = 13, 8..=30;
    /// Singular extension: least depth, in plies.
    singular_depth = 5, 4..=14;
    /// Singular extension: how much shallower the table's entry may be, in plies.
    singular_entry = 3, 0..=10;
    /// Singular extension: margin below the table score per ply, in 1/64 of a centipawn.
    singular_margin = 178, 16..=512;
    /// Singular extension: depth of the test, in 1/1024 of the depth below the node.
    singular_share = 500, 256..=896;
    /// Singular extension: margin for a second ply, in centipawns.
    singular_double = 36, 2..=80;
    /// Move order: share of the history of squares, in 1/1024.
    order_main = 778, 0..=4096;
    /// Move order: share of the history of the move before, in 1/1024.
    order_before_1 = 893, 0..=4096;
    /// Move order: share of the history of the move two plies ago, in 1/1024.
    order_before_2 = 893, 0..=4096;
    /// Move order: share of the history of the move four plies ago, in 1/1024.
    order_before_4 = 893, 0..=4096;
    /// Move order: what a good capture may lose by exchange, in 1/16384 of its order's score.
    order_see = 74, 0..=256;
    /// Move order: weight of a captured centipawn against history.
    order_victim = 18, 2..=64;
    /// Move order: worth of becoming a queen, in centipawns.
    order_queen = 1003, 200..=2000;
    /// Move order: what becoming another piece costs, in centipawns.
    order_underpromotion = 885, 0..=4000;
    /// History: reward of the move that was best, per ply.
    history_bonus_slope = 176, 40..=400;
    /// History: reward withheld, whatever the depth.
    history_bonus_offset = 89, 0..=400;
    /// History: greatest reward.
    history_bonus_max = 1498, 500..=4000;
    /// History: punishment of the moves tried before it, per ply.
    history_malus_slope = 186, 40..=400;
    /// History: punishment remitted, whatever the depth.
    history_malus_offset = 36, 0..=400;
    /// History: greatest punishment.
    history_malus_max = 1782, 500..=4000;
    /// Quiescence: margin of delta pruning, in centipawns.
    qs_futility = 163, 50..=400;
    /// Quiescence: least gain of a capture by exchange, in centipawns.
    qs_see = 23, -150..=150;
    /// Quiescence: nodes after which one move a node must do.
    qs_nodes = 1000, 200..=10000;
    /// Corrections: share of that by pawns in the evaluation, in 1/4096.
    correction_pawns = 100, 0..=256;
    /// Corrections: share of each of those by one side's pieces in the evaluation, in 1/4096.
    correction_pieces = 69, 0..=256;
    /// Corrections: share of that by minor pieces in the evaluation, in 1/4096.
    correction_minor = 69, 0..=256;
    /// Corrections: share of each of those by the last move and an earlier one in the evaluation, in 1/4096.
    correction_moves = 80, 0..=256;
    /// Corrections: what a ply of depth teaches, in 1/1024 of the difference.
    correction_rate = 167, 32..=512;
    /// Corrections: most that one result teaches, of 1024.
    correction_step = 275, 64..=512;
    /// Table: what an entry's worth falls by with each search, in 1/16 of a ply.
    table_age = 64, 8..=256;
    /// Table: how much deeper an old entry must be to be kept, in plies.
    table_keep = 3, 0..=10;
    /// Table: how much deeper yet where a principal variation was, in plies.
    table_keep_pv = 2, 0..=10;
    /// Table: greatest depth at which a score does not cut off where another side of the window was expected, in plies.
    table_expected = 5, 0..=12;
    /// Tablebases: depth added to what they say, in plies.
    tablebase_depth = 6, 0..=20;
    /// Time: moves among which a clock is divided, in hundredths.
    time_moves = 2200, 800..=6000;
    /// Time: share of the increment that a move may take besides, in thousandths.
    time_increment = 750, 300..=1000;
    /// Time: how many times its aim a move may take at most, in thousandths.
    time_burst = 4000, 1500..=8000;
    /// Time: factor before the best move has settled, in thousandths.
    time_unsettled = 1450, 900..=2500;
    /// Time: less for each iteration that it has stood, in thousandths.
    time_settled = 90, 20..=200;
    /// Time: iterations after which it has settled.
    time_settled_after = 8, 3..=20;
    /// Time: factor if no nodes went to the best move, in thousandths.
    time_effort = 1900, 1000..=3000;
    /// Time: less by the share of nodes that did, in thousandths.
    time_effort_share = 1350, 300..=2500;
    /// Time: centipawns of a falling score that double the time.
    time_worry = 120, 30..=400;
    /// Time: least factor, in thousandths.
    time_least = 300, 100..=900;
    /// Time: greatest factor, in thousandths.
    time_most = 3000, 1200..=5000;
}
