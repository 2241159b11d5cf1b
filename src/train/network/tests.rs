//! The trainer against slower and simpler ways to the same numbers.

use super::gradient::sigmoid;
use super::*;
use engine::eval::network::{HIDDEN_SIZES, Network};
use games::chess::{Color, Position, Role};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Positions of random games, and what they are worth by counting material.
fn positions(count: usize) -> Vec<(Position, i32)> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
            if ply > 6 && ply % 4 == 0 {
                found.push((position, material(&position)));
            }
        }
    }
    found.truncate(count);
    found
}

fn material(position: &Position) -> i32 {
    let count = |color| {
        let values = [
            (Role::Pawn, 100),
            (Role::Knight, 300),
            (Role::Bishop, 300),
            (Role::Rook, 500),
            (Role::Queen, 900),
        ];
        let worth = values.map(|(role, value)| position.pieces(color, role).count() as i32 * value);
        worth.iter().sum::<i32>()
    };
    count(Color::White) - count(Color::Black)
}

fn samples(count: usize) -> Vec<Sample> {
    let result = |score: i32| (score.signum() + 1) as f32 / 2.0;
    let sample =
        |(position, score): &(Position, i32)| Sample::new(position, *score, result(*score));
    positions(count).iter().filter_map(sample).collect()
}

fn data(count: usize) -> DataSet {
    DataSet::of_games(samples(count).chunks(20).map(<[Sample]>::to_vec))
}

fn plan() -> Plan {
    Plan {
        hidden: 32,
        king_buckets: 1,
        buckets: 1,
        lambda: 0.75,
        horizon: None,
        scale: 400,
        rate: 1e-2,
        batch: 16_384,
        epochs: 12,
        patience: 12,
        seed: 1,
        from: None,
    }
}

const TARGET: Target = Target {
    lambda: 0.6,
    scale: 400.0,
};

/// The loss of samples in double precision.
fn slow_loss(model: &Model, samples: &[Sample]) -> f64 {
    let error = |sample: &Sample| {
        let expected = 1.0 / (1.0 + (-model.output(sample)).exp());
        expected - f64::from(TARGET.of(sample))
    };
    samples.iter().map(|sample| error(sample).powi(2)).sum()
}

#[test]
fn gradients_are_finite_differences() {
    for (hidden, king_buckets, buckets) in [(32, 1, 1), (64, 3, 8)] {
        let shape = Shape {
            hidden,
            king_buckets,
            buckets,
        };
        let mut model = Model::random(shape, 3);
        let samples = samples(MICRO_BATCH);
        let mut scratch = Scratch::new(shape);
        let mut gradient = Gradient::new(shape);
        let arithmetic = Arithmetic::new(Isa::best(), shape.hidden).expect("a known width");
        arithmetic.add(&model, &samples, TARGET, &mut scratch, &mut gradient);
        let loss = slow_loss(&model, &samples);
        assert!(
            (gradient.loss - loss).abs() < 1e-4 * loss,
            "{} {loss}",
            gradient.loss
        );

        let mut rng = StdRng::seed_from_u64(5);
        let first = (0..400).map(|_| rng.random_range(0..shape.first_bias()));
        let rest: Vec<usize> = (shape.first_bias()..shape.len()).collect();
        let chosen: Vec<usize> = first.chain(rest).collect();
        let mut alive = 0;
        for index in chosen {
            let value = model.values[index];
            let mut at = |change: f32| {
                model.values[index] = value + change;
                let loss = slow_loss(&model, &samples);
                (loss, f64::from(model.values[index]))
            };
            let ((above, x_above), (below, x_below)) = (at(2e-4), at(-2e-4));
            model.values[index] = value;
            let slope = (above - below) / (x_above - x_below);
            let found = f64::from(gradient.sums[index]);
            // Units that reach 0 or 1 in between have a kink there.
            let tolerance = 4e-3 * (1.0 + slope.abs());
            assert!(
                (slope - found).abs() < tolerance,
                "value {index}: {found}, differences give {slope}"
            );
            alive += usize::from(slope.abs() > 1e-3);
        }
        assert!(alive > 100, "{alive} slopes that are not 0");
    }
}

#[test]
fn every_instruction_set_gives_the_same_gradient_bit_for_bit() {
    let samples = samples(77);
    for hidden in HIDDEN_SIZES {
        let shape = Shape {
            hidden,
            king_buckets: 2,
            buckets: 2,
        };
        let model = Model::random(shape, 9);
        let gradients: Vec<Gradient> = Isa::ALL
            .into_iter()
            .filter_map(|isa| Arithmetic::new(isa, hidden))
            .map(|arithmetic| {
                let mut gradient = Gradient::new(shape);
                let mut scratch = Scratch::new(shape);
                arithmetic.add(&model, &samples, TARGET, &mut scratch, &mut gradient);
                gradient
            })
            .collect();
        for other in &gradients[1..] {
            assert_eq!(gradients[0].sums, other.sums);
            assert_eq!(gradients[0].loss, other.loss);
        }
    }
}

#[test]
fn a_network_learns_what_material_is_worth_and_the_quantised_one_says_the_same() {
    let data = data(20_000);
    let plan = Plan {
        epochs: 60,
        patience: 60,
        ..plan()
    };
    let mut trainer = Trainer::new(plan, &data, 2, Begin::Random).expect("enough data");
    let never = AtomicBool::new(false);
    while !trainer.is_over() {
        assert!(trainer.epoch(&never, &mut |_| {}).expect("in memory"));
    }
    let history = &trainer.state().history;
    assert!(
        history[history.len() - 1].held_out < history[0].held_out / 3.0,
        "{history:?}"
    );

    let model = &trainer.state().best;
    let weights = model.quantised(400);
    let network = Network::new(&weights);
    assert_eq!(
        Model::from_weights(&weights),
        *model,
        "its values are those of the file"
    );
    for (position, material) in &positions(1000) {
        let sample = Sample::new(position, 0, 0.5).expect("few pieces");
        let whole = f64::from(network.evaluate(position));
        let exact = 400.0 * model.output(&sample);
        assert!(
            (whole - exact).abs() < 1.0,
            "{position:?}: {whole}, exactly {exact}"
        );
        let mover = position.turn().fold_wb(*material, -*material);
        if mover.abs() >= 900 {
            let sign = network.evaluate(position).signum();
            assert_eq!(sign, mover.signum(), "{position:?}");
        }
    }
}

#[test]
fn training_is_the_same_with_any_number_of_threads_and_when_broken_off() {
    let data = data(3000);
    let plan = Plan {
        epochs: 3,
        batch: 500,
        king_buckets: 2,
        buckets: 4,
        ..plan()
    };
    let never = AtomicBool::new(false);
    let run = |threads| {
        let mut trainer =
            Trainer::new(plan.clone(), &data, threads, Begin::Random).expect("enough data");
        while !trainer.is_over() {
            trainer.epoch(&never, &mut |_| {}).expect("in memory");
        }
        trainer.state().clone()
    };
    let same = |a: &State, b: &State| a.model == b.model && a.adam == b.adam && a.best == b.best;
    let whole = run(1);
    let steps = data.learned().div_ceil(500);
    assert_eq!(whole.adam.steps, 3 * steps as u64);
    assert!(same(&whole, &run(3)));

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("checkpoint");
    let mut trainer = Trainer::new(plan.clone(), &data, 2, Begin::Random).expect("enough data");
    trainer.epoch(&never, &mut |_| {}).expect("in memory");
    let stop = AtomicBool::new(true);
    let broken_off = trainer.epoch(&stop, &mut |_| {}).expect("in memory");
    assert!(!broken_off, "told to stop");
    checkpoint::save(&file, &plan, &data, trainer.state()).expect("saved");
    let loaded = checkpoint::load(&file, &plan, &data).expect("loaded");
    assert_eq!(loaded, *trainer.state());
    let mut resumed =
        Trainer::new(plan.clone(), &data, 2, Begin::Resume(loaded)).expect("enough data");
    while !resumed.is_over() {
        resumed.epoch(&never, &mut |_| {}).expect("in memory");
    }
    assert!(same(&whole, resumed.state()));

    // Another plan, other data, a file cut short: refused.
    let other = Plan {
        lambda: 0.5,
        ..plan.clone()
    };
    let said = checkpoint::load(&file, &other, &data)
        .expect_err("other plan")
        .to_string();
    assert!(said.contains("other settings"), "{said}");
    let less = self::data(2000);
    let said = checkpoint::load(&file, &plan, &less)
        .expect_err("other data")
        .to_string();
    assert!(said.contains("other positions"), "{said}");
    let bytes = std::fs::read(&file).expect("there");
    std::fs::write(&file, &bytes[..bytes.len() - 4]).expect("written");
    let said = checkpoint::load(&file, &plan, &data)
        .expect_err("cut short")
        .to_string();
    assert!(said.contains("cut short"), "{said}");
}

#[test]
fn weights_stay_within_what_the_file_can_hold() {
    let shape = Shape {
        hidden: 32,
        king_buckets: 1,
        buckets: 1,
    };
    let mut model = Model::random(shape, 1);
    for value in &mut model.values {
        *value *= 100.0;
    }
    let mut adam = AdamW::new(shape);
    adam.step(&mut model, &[&Gradient::new(shape)], 1, 1e-3);
    let weights = model.quantised(400);
    assert_eq!(
        Weights::from_bytes(&weights.to_bytes()),
        Ok(weights.clone())
    );
    let first = weights.first.iter().chain(&weights.first_bias);
    assert_eq!(first.map(|w| w.abs()).max(), Some(504));
}

#[test]
fn rounding_in_place_gives_what_the_file_holds() {
    let shape = Shape {
        hidden: 32,
        king_buckets: 2,
        buckets: 3,
    };
    let mut model = Model::random(shape, 4);
    for value in model.values.iter_mut().step_by(7) {
        *value *= 30.0;
    }
    let mut whole = Model::random(plan().shape(), 1);
    model.round_into(&mut whole);
    assert_eq!(whole, Model::from_weights(&model.quantised(1)));
}

#[test]
fn too_little_data_and_unknown_widths_are_refused_in_a_sentence() {
    let empty = DataSet::default();
    let said = Trainer::new(plan(), &empty, 1, Begin::Random)
        .err()
        .map(|e| e.to_string());
    assert!(said.is_some_and(|said| said.contains("too few")));
    let data = data(3000);
    let plan = Plan {
        hidden: 100,
        ..plan()
    };
    let said = Trainer::new(plan, &data, 1, Begin::Random)
        .err()
        .map(|e| e.to_string());
    let expected = "there is no network of 100 hidden units; expected one of 32, 64, 128, 256, 512";
    assert_eq!(said.as_deref(), Some(expected));
}

#[test]
fn the_target_mixes_score_and_result() {
    let sample = Sample::new(&Position::start(), 400, 0.0).expect("few pieces");
    let target = |lambda| {
        Target {
            lambda,
            scale: 400.0,
        }
        .of(&sample)
    };
    assert_eq!(target(0.0), 0.0);
    assert_eq!(target(1.0), sigmoid(1.0));
    assert!((target(0.5) - sigmoid(1.0) / 2.0).abs() < 1e-6);
}

#[test]
fn a_training_may_begin_with_a_network_of_its_own_shape_only() {
    let data = data(3000);
    let weights = Model::random(plan().shape(), 8).quantised(400);
    let trainer = Trainer::new(plan(), &data, 1, Begin::From(weights.clone())).expect("fits");
    assert_eq!(trainer.state().model.quantised(400), weights);
    let plan = Plan {
        hidden: 64,
        ..plan()
    };
    let said = Trainer::new(plan, &data, 1, Begin::From(weights)).err();
    let said = said.map(|e| e.to_string()).unwrap_or_default();
    assert!(
        said.contains("32 hidden units, 1 king buckets and 1 buckets"),
        "{said}"
    );
}

#[test]
fn a_network_keeps_its_centipawns_when_its_scale_changes() {
    let shape = Shape {
        hidden: 32,
        king_buckets: 1,
        buckets: 2,
    };
    let mut old = Model::random(shape, 6);
    old.values[shape.output_bias()] = 0.25;
    let new = old.clone().with_scale(300, 200);
    for sample in samples(200) {
        let (before, after) = (300.0 * old.output(&sample), 200.0 * new.output(&sample));
        assert!((before - after).abs() < 1e-3, "{before} {after}");
    }
    assert!(old.with_scale(300, 1).values[shape.output()].abs() <= model::OUTPUT_LIMIT);
}

#[test]
fn a_network_with_one_bucket_of_a_kind_goes_on_with_more_of_them_as_the_same() {
    let shape = Shape {
        hidden: 32,
        king_buckets: 1,
        buckets: 1,
    };
    let mut one = Model::random(shape, 5);
    // Random models have none.
    one.values[shape.output_bias()] = 0.25;
    for (king_buckets, buckets) in [(1, 8), (4, 1), (3, 8)] {
        let more = one.clone().spread(king_buckets, buckets);
        let shape = more.shape;
        assert_eq!((shape.king_buckets, shape.buckets), (king_buckets, buckets));
        assert_eq!(more.values.len(), shape.len());
        for sample in samples(200) {
            assert_eq!(one.output(&sample), more.output(&sample));
        }
    }
    let several = one.spread(2, 8);
    let again = several.clone().spread(3, 4);
    assert_eq!(again, several, "what has several keeps them");
}
