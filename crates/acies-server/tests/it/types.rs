//! The types of the client, `web/js/types.d.ts`, follow from those of the server: this writes them down from the
//! sources, as serde sends them, and fails if the file says otherwise. `ACIES_TYPES=write` brings it up to date.
//!
//! The sources are read rather than the types derived, so that no crate carries what only a browser needs.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf};

use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, PathArguments, Type};

/// Where types stand, and which of them are sent; `Name as Other` is called otherwise in the client.
const SENT: &[(&str, &str)] = &[
    ("acies-core/src/seat.rs", "Seat, Viewer"),
    (
        "acies-core/src/scene.rs",
        "Spot, Scene, Table, Area, Terrain, TerrainKind, Lies, Side, Bar, Base, At, Shape, Weight, Pips, Marker, \
         Glyph, Commander, Leader, Melee, Hand, Card, Pool, Turn, Phase, Offer, Ghost, Way, Plan, Piece, Token, Slot, \
         Bonus, Dragged, Lead, Setup, Zone, ZoneKind, Laying, Overlay, OverlayKind",
    ),
    (
        "acies-core/src/game.rs",
        "Outcome, Question, Reason, Shape as WhyShape, Role as WhyRole, Form as WhyForm, Forecast as Chances, Worth, \
         Chance, ArmyCard, BattleCard, TroopCard, OddsKind, OddsSide, OddsWord",
    ),
    ("acies-core/src/log.rs", "Entry as Line"),
    ("acies-core/src/sum.rs", "Sum, Row, Effect"),
    ("acies-core/src/dice.rs", "Die"),
    ("acies/src/battle.rs", "Foreseen as Forecast, Drag"),
    ("acies-server/src/book.rs", "Talk"),
    ("acies-server/src/ledger.rs", "Problem, DiceName, Bargain"),
    ("acies-server/src/error.rs", "Error as Failure, Kind as FailureKind, Place"),
    ("acies-server/src/http.rs", "RulesetCard"),
    (
        "acies-server/src/view.rs",
        "Sided, Over, Summary, State, New, Told as Entry, Throw, Undo, Offered, Claimable",
    ),
];

/// What is written by hand, because serde is told by hand how to send it.
const BY_HAND: &str = "export type RuleId = string;\n\
    export type Fraction = { exact: string; float: number };\n";

/// The name in the client of a type: those of the same file first.
struct Names(BTreeMap<String, Vec<(&'static str, String)>>);

impl Names {
    fn of(&self, name: &str, file: &str) -> String {
        let known = self.0.get(name).unwrap_or_else(|| {
            panic!("{file}: `{name}` is sent to clients: list it in `SENT` of tests/it/types.rs")
        });
        let here = known.iter().find(|(path, _)| *path == file);
        here.unwrap_or(&known[0]).1.clone()
    }
}

#[test]
fn the_client_knows_what_the_server_sends() {
    let path = folder().join("../web/js/types.d.ts");
    let made = written();
    if std::env::var_os("ACIES_TYPES").is_some_and(|how| how == "write") {
        fs::write(&path, &made).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let hint = "run `ACIES_TYPES=write cargo nextest run -p acies-server the_client_knows`";
    assert!(found == made, "web/js/types.d.ts is not what the sources say: {hint}");
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn written() -> String {
    let mut names = Names(BTreeMap::new());
    for &(file, list) in SENT {
        for (name, called) in listed(list) {
            names.0.entry(name.to_owned()).or_default().push((file, called.to_owned()));
        }
    }
    for name in ["RuleId", "Fraction"] {
        names.0.insert(name.to_owned(), vec![("", name.to_owned())]);
    }
    let mut out = String::from(
        "// What the server sends. Written from the Rust types by crates/acies-server/tests/it/types.rs: change those.\n",
    );
    out.push_str(BY_HAND);
    for &(file, list) in SENT {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        let parsed = syn::parse_file(&text).unwrap();
        for (name, called) in listed(list) {
            let item = parsed.items.iter().find(|item| ident(item).as_deref() == Some(name));
            let item = item.unwrap_or_else(|| panic!("{file} has no type `{name}`"));
            declare(&mut out, item, called, &|ty| typed(ty, file, &names));
        }
    }
    out
}

/// Names of a list, and what the client calls them.
fn listed(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    list.split(',').map(|word| word.trim().split_once(" as ").unwrap_or((word.trim(), word.trim())))
}

fn ident(item: &Item) -> Option<String> {
    match item {
        Item::Struct(it) => Some(it.ident.to_string()),
        Item::Enum(it) => Some(it.ident.to_string()),
        Item::Type(it) => Some(it.ident.to_string()),
        _ => None,
    }
}

fn declare(out: &mut String, item: &Item, called: &str, typed: &dyn Fn(&Type) -> String) {
    match item {
        Item::Type(it) => writeln!(out, "export type {called} = {};", typed(&it.ty)).unwrap(),
        Item::Struct(it) => {
            comment(out, &it.attrs, "");
            let generics: Vec<_> =
                it.generics.type_params().map(|it| it.ident.to_string()).collect();
            let generics = if generics.is_empty() {
                String::new()
            } else {
                format!("<{}>", generics.join(", "))
            };
            let (also, fields) = members(&it.fields, typed);
            let also = also.iter().fold(String::new(), |all, it| all + it + " & ");
            write!(out, "export type {called}{generics} = {also}{{\n{fields}}};\n").unwrap();
        }
        Item::Enum(it) => {
            comment(out, &it.attrs, "");
            let tag = serde(&it.attrs, "tag");
            let renamed = serde(&it.attrs, "rename_all");
            let variants = it.variants.iter().map(|variant| {
                let name = rename(&variant.ident.to_string(), renamed.as_deref());
                let inner = match &variant.fields {
                    Fields::Unit => None,
                    Fields::Unnamed(fields) => Some(typed(&fields.unnamed[0].ty)),
                    Fields::Named(_) => {
                        let (_, fields) = members(&variant.fields, typed);
                        Some(format!(
                            "{{ {}}}",
                            fields.trim().replace('\n', " ").replace("   ", " ") + " "
                        ))
                    }
                };
                match (&tag, inner) {
                    (Some(tag), Some(inner)) => format!("({{ {tag}: \"{name}\" }} & {inner})"),
                    (Some(tag), None) => format!("{{ {tag}: \"{name}\" }}"),
                    (None, Some(inner)) => format!("{{ {name}: {inner} }}"),
                    (None, None) => format!("\"{name}\""),
                }
            });
            let variants: Vec<_> = variants.collect();
            writeln!(out, "export type {called} = {};", variants.join(" | ")).unwrap();
        }
        _ => unreachable!("other items have no name here"),
    }
}

/// What is mixed in, and the fields a line each.
fn members(fields: &Fields, typed: &dyn Fn(&Type) -> String) -> (Vec<String>, String) {
    let (mut also, mut lines) = (Vec::new(), String::new());
    for field in fields {
        if serde_has(&field.attrs, "flatten") {
            also.push(typed(&field.ty));
            continue;
        }
        let name = field.ident.as_ref().expect("a field has a name").to_string();
        let name = name.trim_start_matches("r#");
        let open = serde(&field.attrs, "skip_serializing_if").is_some();
        let open = open || serde_has(&field.attrs, "default");
        let inner = typed(&field.ty);
        // What is left out if there is nothing is never sent as nothing.
        let inner = if open { inner.trim_end_matches(" | null").to_owned() } else { inner };
        comment(&mut lines, &field.attrs, "  ");
        writeln!(lines, "  {name}{}: {inner};", if open { "?" } else { "" }).unwrap();
    }
    (also, lines)
}

fn comment(out: &mut String, attrs: &[Attribute], indent: &str) {
    let lines = attrs.iter().filter(|it| it.path().is_ident("doc")).filter_map(|it| {
        let Expr::Lit(text) = &it.meta.require_name_value().ok()?.value else { return None };
        let Lit::Str(text) = &text.lit else { return None };
        Some(text.value().trim().to_owned())
    });
    let text = lines.collect::<Vec<_>>().join(" ");
    if !text.is_empty() {
        writeln!(out, "{indent}/** {text} */").unwrap();
    }
}

fn typed(ty: &Type, file: &str, names: &Names) -> String {
    let of = |ty: &Type| typed(ty, file, names);
    match ty {
        Type::Reference(it) => of(&it.elem),
        Type::Slice(it) => list(&of(&it.elem)),
        Type::Tuple(it) => format!("[{}]", it.elems.iter().map(of).collect::<Vec<_>>().join(", ")),
        Type::Array(it) => match &it.len {
            Expr::Lit(len) => match &len.lit {
                Lit::Int(n) => {
                    let n: usize = n.base10_parse().unwrap();
                    format!("[{}]", vec![of(&it.elem); n].join(", "))
                }
                _ => panic!("{file}: an array of no length"),
            },
            _ => list(&of(&it.elem)),
        },
        Type::Path(it) => {
            let last = it.path.segments.last().expect("a path has an end");
            // Of several the last are sizes: no type that is sent has two others.
            let inner: Vec<_> = match &last.arguments {
                PathArguments::AngleBracketed(all) => {
                    let types = all.args.iter().filter_map(|it| match it {
                        GenericArgument::Type(ty) => Some(of(ty)),
                        _ => None,
                    });
                    types.take(1).collect()
                }
                _ => Vec::new(),
            };
            match last.ident.to_string().as_str() {
                "String" | "str" => "string".into(),
                "bool" => "boolean".into(),
                "u8" | "u32" | "u64" | "usize" | "i32" | "i64" | "f64" => "number".into(),
                "Option" => format!("{} | null", inner[0]),
                "Vec" | "ArrayVec" => list(&inner[0]),
                "Box" => inner[0].clone(),
                "Each" => format!("[{0}, {0}]", inner[0]),
                "T" => "T".into(),
                name if inner.is_empty() => names.of(name, file),
                name => format!("{}<{}>", names.of(name, file), inner.join(", ")),
            }
        }
        _ => panic!("{file}: a type that cannot be told to a client"),
    }
}

fn list(inner: &str) -> String {
    if inner.contains(' ') && !inner.starts_with('[') {
        format!("({inner})[]")
    } else {
        format!("{inner}[]")
    }
}

/// What a serde attribute says, such as that of `rename_all`.
fn serde(attrs: &[Attribute], key: &str) -> Option<String> {
    let mut found = None;
    each_serde(attrs, &mut |name, value| {
        if name == key {
            found = value;
        }
    });
    found
}

fn serde_has(attrs: &[Attribute], key: &str) -> bool {
    let mut has = false;
    each_serde(attrs, &mut |name, _| has |= name == key);
    has
}

fn each_serde(attrs: &[Attribute], tell: &mut dyn FnMut(&str, Option<String>)) {
    for attr in attrs.iter().filter(|it| it.path().is_ident("serde")) {
        let parsed = attr.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            let value = meta.value().ok().and_then(|it| it.parse::<syn::LitStr>().ok());
            tell(&name, value.map(|it| it.value()));
            Ok(())
        });
        parsed.expect("serde has read it before");
    }
}

fn rename(name: &str, how: Option<&str>) -> String {
    match how {
        None => name.to_owned(),
        Some("lowercase") => name.to_lowercase(),
        Some("snake_case") => {
            let mut out = String::new();
            for (at, c) in name.char_indices() {
                if c.is_uppercase() && at > 0 {
                    out.push('_');
                }
                out.extend(c.to_lowercase());
            }
            out
        }
        Some(other) => panic!("`rename_all = {other}` is not known here"),
    }
}
