//! Lines that end the results of several commands: positions looked at, time and speed.

use base::lang::Lang;
use base::say;
use std::time::Duration;

/// Returns the lines with the number of nodes and the time in milliseconds.
pub fn nodes_and_time(nodes: u64, time: Duration, lang: Lang) -> String {
    let nodes = say!(lang, "figures-nodes", nodes);
    nodes + "\n" + &self::time(time, lang)
}

/// Returns the line with the time in milliseconds.
pub fn time(time: Duration, lang: Lang) -> String {
    say!(lang, "figures-time", ms = time.as_millis()) + "\n"
}
