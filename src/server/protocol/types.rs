//! The messages as types of TypeScript, by which the scripts of the pages are checked. They are made from the
//! [schema](super::schema), so that a message is described once, by its type in Rust.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// First lines of the file.
const HEAD: &str = "// Messages between a page and the server, made from the types of src/server/protocol. Change those, then:\n\
    // ATALAYA_BLESS=1 cargo test --release --test it schema\n";

/// The file of types: one for each definition of the schema, and one for each of its roots, called by its title.
pub fn typescript() -> String {
    let mut types = BTreeMap::new();
    let schema = super::schema();
    for (key, root) in schema.as_object().into_iter().flatten() {
        let side = match key.as_str() {
            "client" | "setup" => Side::Page,
            _ => Side::Server,
        };
        let definitions = root["$defs"].as_object().into_iter().flatten();
        types.extend(definitions.map(|(name, schema)| (name.as_str(), (side, schema))));
        types.extend(root["title"].as_str().map(|name| (name, (side, root))));
    }
    let mut out = HEAD.to_owned();
    for (name, (side, schema)) in types {
        let described = schema["description"].as_str().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "\n/** {} */\nexport type {name} =",
            described.replace('\n', " ")
        );
        match schema["oneOf"].as_array() {
            Some(several) if several.iter().any(|one| one.get("properties").is_some()) => {
                for one in several {
                    let _ = write!(out, "\n  | {}", side.type_of(one));
                }
            }
            _ => out += &format!(" {}", side.type_of(schema)),
        }
        out.push_str(";\n");
    }
    out
}

/// Program that writes a message: a page or the server. They differ in how optional members are
/// written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Page,
    /// Leaves out what is optional, where it is nothing.
    Server,
}

impl Side {
    fn type_of(self, schema: &Value) -> String {
        if let Some(value) = schema.get("const") {
            return value.to_string();
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(several) = schema[key].as_array() {
                return union(several.iter().map(|one| self.type_of(one)));
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            return union(values.iter().map(Value::to_string));
        }
        if let Some(path) = schema["$ref"].as_str() {
            let name = path.rsplit('/').next().unwrap_or(path);
            return match schema.get("properties") {
                Some(_) => format!("{name} & {}", self.members(schema)),
                None => name.to_owned(),
            };
        }
        match &schema["type"] {
            Value::String(kind) => self.named(kind, schema),
            Value::Array(kinds) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                union(kinds.map(|kind| self.named(kind, schema)))
            }
            _ => "unknown".to_owned(),
        }
    }

    fn named(self, kind: &str, schema: &Value) -> String {
        match kind {
            "integer" | "number" => "number".to_owned(),
            "array" => match self.type_of(&schema["items"]) {
                one if one.contains(" | ") => format!("({one})[]"),
                one => format!("{one}[]"),
            },
            "object" => match &schema["additionalProperties"] {
                values @ Value::Object(_) => format!("Record<string, {}>", self.type_of(values)),
                _ => self.members(schema),
            },
            kind => kind.to_owned(),
        }
    }

    fn members(self, schema: &Value) -> String {
        let required = schema["required"].as_array();
        let is_required = |name| required.is_some_and(|all| all.iter().any(|one| one == name));
        let members = schema["properties"].as_object().into_iter().flatten();
        let members = members.map(|(name, schema)| {
            let value = self.type_of(schema);
            match self {
                _ if is_required(name) => format!("{name}: {value}"),
                Side::Page => format!("{name}?: {value}"),
                Side::Server => format!("{name}?: {}", value.trim_end_matches(" | null")),
            }
        });
        let members: Vec<String> = members.collect();
        format!("{{ {} }}", members.join("; "))
    }
}

fn union(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_have_their_types() {
        let text = json!({"type": "string"});
        let some = json!({"type": ["integer", "null"]});
        for (schema, expected) in [
            (text.clone(), "string"),
            (some.clone(), "number | null"),
            (json!({"type": "array", "items": text}), "string[]"),
            (json!({"type": "array", "items": some}), "(number | null)[]"),
            (
                json!({"type": ["array", "null"], "items": text}),
                "string[] | null",
            ),
            (
                json!({"type": "object", "additionalProperties": text}),
                "Record<string, string>",
            ),
            (
                json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
                "A | null",
            ),
            (json!({"enum": ["a", "b"]}), "\"a\" | \"b\""),
            (
                json!({"$ref": "#/$defs/A", "type": "object", "properties": {"b": text}, "required": ["b"]}),
                "A & { b: string }",
            ),
            (
                json!({"type": "object", "properties": {"c": {"const": "d"}, "e": some}, "required": ["c"]}),
                "{ c: \"d\"; e?: number }",
            ),
        ] {
            assert_eq!(Side::Server.type_of(&schema), expected, "{schema}");
        }
        let optional = json!({"type": "object", "properties": {"e": some}});
        assert_eq!(Side::Page.type_of(&optional), "{ e?: number | null }");
    }
}
