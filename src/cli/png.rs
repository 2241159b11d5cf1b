//! Pictures as PNG: SVG drawn by `resvg`, with the fonts of the system.

use super::CliError;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Fonts that are taken before all others, if they are there.
const FAMILIES: [&str; 5] = [
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Arial",
    "Helvetica",
];

/// Returns an SVG of ours as PNG, so many times as large.
///
/// # Errors
/// A sentence: the system has no fonts, or the picture is too large.
pub fn of_svg(svg: &str, scale: f32) -> Result<Vec<u8>, CliError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let names: Vec<String> = fonts
        .faces()
        .filter_map(|face| Some(face.families.first()?.0.clone()))
        .collect();
    let usual = FAMILIES
        .iter()
        .find(|family| names.iter().any(|name| name == *family));
    let Some(family) = usual
        .map(|name| (*name).to_owned())
        .or_else(|| names.first().cloned())
    else {
        return Err("this system has no fonts to write with in a PNG; SVG needs none".into());
    };
    fonts.set_sans_serif_family(family);
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).round() as u32);
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| format!("a picture of {width} x {height} pixels cannot be drawn"))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels.encode_png()?)
}
