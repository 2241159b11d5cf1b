//! The solver of problemists' stipulations: against plain enumeration (`oracle`, with [`oracles::stipulations`]), against Popeye's
//! answers (`popeye`, and `beside_popeye` and `table` with the program itself), and driven as a user would (`command`, `input`).

mod beside_popeye;
mod command;
mod golden;
mod input;
mod oracle;
mod popeye;
mod proofgames;
mod samples;
mod table;
mod twins;
