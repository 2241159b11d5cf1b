//! Maximum-weight matching in a general graph by Edmonds' blossom algorithm, in cubic time.
//!
//! The method is the primal-dual one of Galil, "Efficient algorithms for finding maximum matching in graphs", ACM
//! Computing Surveys 18 (1986). Vertices are numbered from 1; greater numbers are blossoms.
//!
//! A weight is a list of numbers that are compared lexicographically. All arithmetic on weights (sums, differences,
//! halves of even ones) is done number by number.

use std::collections::VecDeque;
use std::ops::{Add, Neg, Sub};

/// Count of numbers in a weight.
pub const DIGITS: usize = 8;

/// A weight; the first number is the most significant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(pub [i64; DIGITS]);

impl Weight {
    /// Zero, the weight of a missing edge.
    pub const ZERO: Weight = Weight([0; DIGITS]);

    fn each(self, change: impl Fn(i64) -> i64) -> Weight {
        Weight(self.0.map(change))
    }
}

impl Add for Weight {
    type Output = Weight;

    fn add(mut self, other: Weight) -> Weight {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more;
        }
        self
    }
}

impl Neg for Weight {
    type Output = Weight;

    fn neg(self) -> Weight {
        self.each(|digit| -digit)
    }
}

impl Sub for Weight {
    type Output = Weight;

    fn sub(self, other: Weight) -> Weight {
        self + -other
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    u: usize,
    v: usize,
    weight: Weight,
}

/// State of a vertex or blossom in the alternating trees of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Free,
    Outer,
    Inner,
}

struct Search {
    n: usize,
    /// Greatest number of a vertex or blossom in use.
    last: usize,
    edges: Vec<Vec<Edge>>,
    dual: Vec<Weight>,
    mate: Vec<usize>,
    slack: Vec<usize>,
    /// Outermost blossom that contains each vertex or blossom; 0 for numbers not in use.
    top: Vec<usize>,
    parent: Vec<usize>,
    /// Part of each blossom that contains a vertex, by blossom and vertex.
    part: Vec<Vec<usize>>,
    parts: Vec<Vec<usize>>,
    mark: Vec<Mark>,
    seen: Vec<usize>,
    looked: usize,
    queue: VecDeque<usize>,
}

/// Returns the partner of each vertex, from 0, in a matching of maximum weight, and its total weight. Edges with a
/// weight of zero or less are ignored.
pub fn matching(n: usize, weight: impl Fn(usize, usize) -> Weight) -> (Vec<Option<usize>>, Weight) {
    let all = 2 * n + 2;
    let mut search = Search {
        n,
        last: n,
        edges: vec![vec![Edge::default(); all]; all],
        dual: vec![Weight::ZERO; all],
        mate: vec![0; all],
        slack: vec![0; all],
        top: (0..all).map(|v| if v <= n { v } else { 0 }).collect(),
        parent: vec![0; all],
        part: vec![vec![0; n + 1]; all],
        parts: vec![Vec::new(); all],
        mark: vec![Mark::Free; all],
        seen: vec![0; all],
        looked: 0,
        queue: VecDeque::new(),
    };
    let mut most = Weight::ZERO;
    for u in 1..=n {
        search.part[u][u] = u;
        for v in 1..=n {
            let weight = if u == v {
                Weight::ZERO
            } else {
                weight(u.min(v) - 1, u.max(v) - 1).max(Weight::ZERO)
            };
            most = most.max(weight);
            search.edges[u][v] = Edge { u, v, weight };
        }
    }
    search.dual[1..=n].fill(most);
    while search.grow() {}
    let mates: Vec<Option<usize>> = (1..=n).map(|v| search.mate[v].checked_sub(1)).collect();
    let mut total = Weight::ZERO;
    for (u, mate) in mates.iter().enumerate() {
        if let Some(v) = mate.filter(|v| *v > u) {
            total = total + search.edges[u + 1][v + 1].weight;
        }
    }
    (mates, total)
}

impl Search {
    /// Slack of an edge, which may lead to a blossom; zero for a tight edge.
    fn gap(&self, edge: Edge) -> Weight {
        let weight = self.edges[edge.u][edge.v].weight;
        self.dual[edge.u] + self.dual[edge.v] - weight - weight
    }

    fn slack_gap(&self, x: usize) -> Weight {
        self.gap(self.edges[self.slack[x]][x])
    }

    fn take_slack(&mut self, u: usize, x: usize) {
        if self.slack[x] == 0 || self.gap(self.edges[u][x]) < self.slack_gap(x) {
            self.slack[x] = u;
        }
    }

    fn find_slack(&mut self, x: usize) {
        self.slack[x] = 0;
        for u in 1..=self.n {
            let outer = self.mark[self.top[u]] == Mark::Outer;
            if self.edges[u][x].weight > Weight::ZERO && self.top[u] != x && outer {
                self.take_slack(u, x);
            }
        }
    }

    fn enqueue(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for part in self.parts[x].clone() {
                self.enqueue(part);
            }
        }
    }

    fn set_top(&mut self, x: usize, top: usize) {
        self.top[x] = top;
        if x > self.n {
            for part in self.parts[x].clone() {
                self.set_top(part, top);
            }
        }
    }

    /// Index of a part in its blossom, after reversing the blossom if necessary so that the index is even.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|known| *known == part).unwrap_or(0);
        if place % 2 == 1 {
            parts[1..].reverse();
            parts.len() - place
        } else {
            place
        }
    }

    fn set_mate(&mut self, u: usize, v: usize) {
        self.mate[u] = self.edges[u][v].v;
        if u <= self.n {
            return;
        }
        let inner = self.part[u][self.edges[u][v].u];
        let place = self.even_place(u, inner);
        for i in 0..place {
            let (one, other) = (self.parts[u][i], self.parts[u][i ^ 1]);
            self.set_mate(one, other);
        }
        self.set_mate(inner, v);
        self.parts[u].rotate_left(place);
    }

    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.top[self.mate[u]];
            self.set_mate(u, v);
            if next == 0 {
                return;
            }
            let above = self.top[self.parent[next]];
            self.set_mate(next, above);
            (u, v) = (above, next);
        }
    }

    /// Common ancestor of two outer vertices or blossoms; 0 if they are in different trees.
    fn meeting(&mut self, mut u: usize, mut v: usize) -> usize {
        self.looked += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.seen[u] == self.looked {
                    return u;
                }
                self.seen[u] = self.looked;
                u = self.top[self.mate[u]];
                if u != 0 {
                    u = self.top[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }

    fn add_blossom(&mut self, u: usize, base: usize, v: usize) {
        let mut b = self.n + 1;
        while b <= self.last && self.top[b] != 0 {
            b += 1;
        }
        self.last = self.last.max(b);
        self.dual[b] = Weight::ZERO;
        self.mark[b] = Mark::Outer;
        self.mate[b] = self.mate[base];
        let mut parts = vec![base];
        for (turn, from) in [u, v].into_iter().enumerate() {
            if turn == 1 {
                parts[1..].reverse();
            }
            let mut x = from;
            while x != base {
                let y = self.top[self.mate[x]];
                parts.extend([x, y]);
                self.enqueue(y);
                x = self.top[self.parent[y]];
            }
        }
        self.parts[b] = parts.clone();
        self.set_top(b, b);
        for x in 1..=self.last {
            self.edges[b][x].weight = Weight::ZERO;
            self.edges[x][b].weight = Weight::ZERO;
        }
        self.part[b].fill(0);
        for part in parts {
            for x in 1..=self.last {
                let none = self.edges[b][x].weight == Weight::ZERO;
                let there = self.edges[part][x].weight > Weight::ZERO;
                if there && (none || self.gap(self.edges[part][x]) < self.gap(self.edges[b][x])) {
                    self.edges[b][x] = self.edges[part][x];
                    self.edges[x][b] = self.edges[x][part];
                }
            }
            for x in 1..=self.n {
                if self.part[part][x] != 0 {
                    self.part[b][x] = part;
                }
            }
        }
        self.find_slack(b);
    }

    fn expand_blossom(&mut self, b: usize) {
        for part in self.parts[b].clone() {
            self.set_top(part, part);
        }
        let entry = self.part[b][self.edges[b][self.parent[b]].u];
        let place = self.even_place(b, entry);
        let parts = self.parts[b].clone();
        for pair in parts[..place].chunks(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edges[outer][inner].u;
            self.mark[inner] = Mark::Inner;
            self.mark[outer] = Mark::Outer;
            self.slack[inner] = 0;
            self.find_slack(outer);
            self.enqueue(outer);
        }
        self.mark[entry] = Mark::Inner;
        self.parent[entry] = self.parent[b];
        for part in &parts[place + 1..] {
            self.mark[*part] = Mark::Free;
            self.find_slack(*part);
        }
        self.top[b] = 0;
    }

    /// Adds a tight edge to the trees. Returns true if it has augmented the matching.
    fn take(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.top[edge.u], self.top[edge.v]);
        match self.mark[v] {
            Mark::Free => {
                self.parent[v] = edge.u;
                self.mark[v] = Mark::Inner;
                let next = self.top[self.mate[v]];
                self.slack[v] = 0;
                self.slack[next] = 0;
                self.mark[next] = Mark::Outer;
                self.enqueue(next);
            }
            Mark::Outer => {
                let base = self.meeting(u, v);
                if base == 0 {
                    self.augment(u, v);
                    self.augment(v, u);
                    return true;
                }
                self.add_blossom(u, base, v);
            }
            Mark::Inner => {}
        }
        false
    }

    /// Searches for an augmenting path and applies it. Returns false if there is none.
    fn grow(&mut self) -> bool {
        self.mark.fill(Mark::Free);
        self.slack.fill(0);
        self.queue.clear();
        for x in 1..=self.last {
            if self.top[x] == x && self.mate[x] == 0 {
                self.parent[x] = 0;
                self.mark[x] = Mark::Outer;
                self.enqueue(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.mark[self.top[u]] == Mark::Inner {
                    continue;
                }
                for v in 1..=self.n {
                    let edge = self.edges[u][v];
                    if edge.weight > Weight::ZERO && self.top[u] != self.top[v] {
                        if self.gap(edge) == Weight::ZERO {
                            if self.take(edge) {
                                return true;
                            }
                        } else {
                            self.take_slack(u, self.top[v]);
                        }
                    }
                }
            }
            if !self.change_duals() {
                return false;
            }
            self.queue.clear();
            for x in 1..=self.last {
                let slack = self.slack[x];
                let tight = self.top[x] == x
                    && slack != 0
                    && self.top[slack] != x
                    && self.slack_gap(x) == Weight::ZERO;
                if tight && self.take(self.edges[slack][x]) {
                    return true;
                }
            }
            for b in self.n + 1..=self.last {
                let empty = self.dual[b] == Weight::ZERO;
                if self.top[b] == b && self.mark[b] == Mark::Inner && empty {
                    self.expand_blossom(b);
                }
            }
        }
    }

    /// Adjusts the dual variables until an edge becomes tight or a blossom can be expanded. Returns false if the
    /// matching is optimal.
    fn change_duals(&mut self) -> bool {
        let half = |weight: Weight| weight.each(|digit| digit / 2);
        let mut step: Option<Weight> = None;
        let mut least = |found: Weight| step = Some(step.map_or(found, |step| step.min(found)));
        for b in self.n + 1..=self.last {
            if self.top[b] == b && self.mark[b] == Mark::Inner {
                least(half(self.dual[b]));
            }
        }
        for x in 1..=self.last {
            if self.top[x] == x && self.slack[x] != 0 {
                match self.mark[x] {
                    Mark::Free => least(self.slack_gap(x)),
                    Mark::Outer => least(half(self.slack_gap(x))),
                    Mark::Inner => {}
                }
            }
        }
        for u in 1..=self.n {
            if self.mark[self.top[u]] == Mark::Outer {
                least(self.dual[u]);
            }
        }
        let Some(step) = step else { return false };
        for u in 1..=self.n {
            match self.mark[self.top[u]] {
                Mark::Outer if self.dual[u] <= step => return false,
                Mark::Outer => self.dual[u] = self.dual[u] - step,
                Mark::Inner => self.dual[u] = self.dual[u] + step,
                Mark::Free => {}
            }
        }
        for b in self.n + 1..=self.last {
            if self.top[b] == b {
                match self.mark[b] {
                    Mark::Outer => self.dual[b] = self.dual[b] + step + step,
                    Mark::Inner => self.dual[b] = self.dual[b] - step - step,
                    Mark::Free => {}
                }
            }
        }
        true
    }
}
