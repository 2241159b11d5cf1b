//! Defaults, bounds and saved values of the engine's options.

use super::*;

#[test]
fn every_default_is_what_the_declaration_says() {
    for option in EngineOption::all() {
        let mut options = EngineOptions::default();
        let default = match &option.kind {
            Kind::Check(default) => Value::Check(*default),
            Kind::Spin { default, .. } => Value::Spin(*default),
            Kind::Combo { default, .. } | Kind::Text(default) => Value::Text((*default).to_owned()),
            Kind::Button => Value::Pressed,
        };
        options.set(option.id, &default);
        options.parameters.clear();
        assert_eq!(options, EngineOptions::default(), "{}", option.name);
    }
}

#[test]
fn every_option_changes_something() {
    for option in EngineOption::all() {
        let mut options = EngineOptions::default();
        let other = match &option.kind {
            Kind::Check(default) => Value::Check(!*default),
            Kind::Spin { default, min, .. } if default == min => Value::Spin(default + 1),
            Kind::Spin { min, .. } => Value::Spin(*min),
            Kind::Combo { vars, default } => {
                let other = vars.iter().find(|var| *var != default);
                Value::Text((*other.expect("two words")).to_owned())
            }
            Kind::Text(_) => Value::Text("x".to_owned()),
            Kind::Button => panic!("{} is no option of an engine", option.name),
        };
        options.set(option.id, &other);
        assert_ne!(options, EngineOptions::default(), "{}", option.name);
    }
}

#[test]
fn strictly_read_a_number_beyond_the_bounds_is_refused_and_not_clamped() {
    let hash = find(EngineOption::all(), "hash").expect("an option");
    assert_eq!(hash.parse("99999999"), Ok(Value::Spin(65536)));
    assert_eq!(hash.parse_within("65536"), Ok(Value::Spin(65536)));
    let error = hash.parse_within("99999999").expect_err("too much");
    assert_eq!(
        error.to_string(),
        "option Hash cannot be '99999999'; expected a number from 1 to 65536"
    );
}

#[test]
fn options_are_kept_as_json_and_what_a_file_leaves_out_is_the_default() {
    let options = EngineOptions::with_hash(64).at_elo(900);
    let text = serde_json::to_string(&options).expect("JSON");
    assert_eq!(
        serde_json::from_str::<EngineOptions>(&text).ok(),
        Some(options)
    );
    let short: EngineOptions = serde_json::from_str(r#"{"eval":"material"}"#).expect("JSON");
    assert_eq!(short.eval, EvalKind::Material);
    assert_eq!(short.hash_mb, DEFAULT_HASH_MB);
}
