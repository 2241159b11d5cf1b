//! The solver of problemists' stipulations: against plain enumeration (`plain`, `oracle`), against Popeye's
//! answers (`popeye`, and `beside_popeye` with the program itself), and driven as a user would (`command`, `input`).

mod beside_popeye;
mod command;
mod input;
mod oracle;
#[allow(dead_code)]
#[path = "../pipe/mod.rs"]
mod pipe;
mod plain;
mod popeye;
#[path = "../shared/positions.rs"]
mod positions;
#[path = "../shared/mod.rs"]
mod shared;
mod twins;
