//! Weights of the evaluation, in hundredths of a ball, by stage and feature.

/// Number of features of each seat; the constants in `eval` name them.
pub const FEATURES: usize = 22;

/// Number of stages, evenly spaced from the empty board to the full one; weights between two stages are interpolated.
pub const STAGES: usize = 7;

/// Weights of all features at each stage.
pub type Weights = [[i16; FEATURES]; STAGES];

/// Weights for two players on the official board, fitted to 2,500 games at 500 nodes a move. These were played with
/// weights from 1,500 games at 400 nodes, which the new ones beat by 107 ± 55 Elo at 10,000 nodes.
pub static TWO: Weights = [
    [
        60, -96, -67, -58, -339, 239, 98, -132, 40, -41, -94, -397, 60, -295, 55, -66, 303, 128,
        -147, 147, 0, 0,
    ],
    [
        476, -570, -574, -421, -353, 20, -37, 107, -4, -42, -351, -865, 744, -66, 33, 161, 143,
        -67, -95, 95, 0, 0,
    ],
    [
        1259, -452, 24, -90, -131, -40, -27, 42, 26, -7, -203, -953, 388, -91, 34, -476, 370, -97,
        -75, 75, 0, 0,
    ],
    [
        1288, 237, 62, 139, 12, -29, -37, 35, 15, -31, -435, -469, 63, -104, 43, -191, 506, 27,
        -76, 76, 0, 0,
    ],
    [
        617, 158, 4, 45, 6, 6, -5, 53, 7, -20, -110, -191, 80, -78, 73, -12, 356, 160, -53, 53, 0,
        0,
    ],
    [
        326, 4, -13, 11, 85, 28, 28, 18, 28, -17, 56, -34, 83, -43, 123, -39, 248, 228, -59, 59, 0,
        0,
    ],
    [
        110, 90, 74, 34, 135, 79, 74, 54, 97, 81, 24, -30, 27, -70, 230, -85, 27, 70, 98, -98, 0, 0,
    ],
];

/// Weights for more players on the official board, fitted to 1,500 games of four at 400 nodes a move.
pub static MANY: Weights = [
    [
        17, -98, 32, -26, -4, -65, 32, -109, -203, 174, -98, 14, 17, -250, 16, 104, 28, 126, -153,
        -56, 26, 183,
    ],
    [
        399, -186, 140, -41, -18, 9, -51, 34, -1, -23, -103, -70, 324, -22, -3, 53, 120, 63, -47,
        -20, 15, 51,
    ],
    [
        485, -143, 28, -6, 106, -1, -14, -4, -13, -6, -29, -147, 176, 26, -5, -276, 305, 275, 21,
        25, -7, -39,
    ],
    [
        647, 86, 67, 18, 45, 20, 25, -3, 19, 16, -121, -40, 78, -10, -2, 186, 362, 507, 26, 18, -7,
        -38,
    ],
    [
        587, 138, 60, 65, 18, 54, 24, 42, 26, -7, -125, 53, 43, -27, 16, 284, 295, 433, 61, 25,
        -25, -61,
    ],
    [
        303, 226, 73, 53, 92, 49, 38, 57, 37, -2, -134, -35, 24, -35, 40, -75, 133, 173, 68, 47,
        -18, -97,
    ],
    [
        120, 120, 78, 87, 142, 94, 92, 87, 96, 69, -26, -63, 2, -44, 123, 73, -114, -36, 233, 37,
        -100, -170,
    ],
];

/// Weights for two players on any other board, chosen by hand. They won 40 to 28 against weights that were fitted to
/// 500 games of the students' rules on 9 × 9.
pub static OTHER_TWO: Weights = {
    let mut weights = [[0; FEATURES]; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        let early = (STAGES - 1 - stage) as i16;
        let ball = 100 - 15 * early;
        weights[stage] = [
            ball + 600, // a corner
            ball + 60,
            ball + 100,
            ball + 80,
            ball - 50, // inside of a corner
            ball,
            ball,
            ball + 20,
            ball,
            ball,
            -30 * early, // beside an empty corner
            -50 * early,
            100,        // never to be turned
            -8 * early, // beside an empty cell
            12 * early, // captures
            40,
            300, // corners that may be played
            300,
            50, // to move
            0,
            0,
            0,
        ];
        stage += 1;
    }
    weights
};

/// Weights for more players on any other board, fitted to 300 games of four under the students' rules on 9 × 9.
pub static OTHER_MANY: Weights = [
    [
        978, -184, -268, 0, 108, 0, -271, 0, 0, -79, -21, -185, 575, 140, 82, 138, 0, 145, -7, -13,
        10, 11,
    ],
    [
        1882, 143, 81, 0, 181, 0, 88, 0, 0, 141, 198, 257, 97, -72, -6, 38, 0, 111, 24, 41, -6, -59,
    ],
    [
        1170, 243, 77, 0, 99, 0, 15, 0, 0, 12, -129, 205, 21, -7, 5, 158, 0, 470, 52, 32, -19, -65,
    ],
    [
        679, 282, 37, 0, 119, 0, 69, 0, 0, 23, -65, -107, 21, -24, 20, -26, 0, 771, 31, 21, -13,
        -39,
    ],
    [
        413, 240, 37, 0, -6, 0, 54, 0, 0, 33, -214, -135, 40, -23, 29, -99, 0, 228, 41, 23, -19,
        -45,
    ],
    [
        210, 240, 114, 0, 41, 0, 69, 0, 0, 50, -266, -300, 15, -49, 37, 54, 0, 184, 33, 23, -11,
        -45,
    ],
    [
        70, 68, 128, 0, 145, 0, 110, 0, 0, 84, -16, 103, -0, -39, 58, 34, 0, -38, 163, 23, -60,
        -126,
    ],
];
