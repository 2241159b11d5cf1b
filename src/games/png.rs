//! Pictures as PNG: SVG drawn by `resvg`, with the fonts of the system.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use std::sync::LazyLock;

/// Fonts that are taken before all others, if they are there.
const FAMILIES: [&str; 5] = [
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Arial",
    "Helvetica",
];

/// The options with the fonts of the system, which are looked for once.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
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
    let family = usual.map(|name| (*name).to_owned());
    if let Some(family) = family.or_else(|| names.first().cloned()) {
        fonts.set_sans_serif_family(family);
    }
    options
});

/// Reason why a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is no SVG.
    #[error(transparent)]
    Svg(#[from] usvg::Error),
    /// The picture has too many pixels, or none.
    #[error("a picture of {0} x {1} pixels cannot be drawn")]
    Size(u32, u32),
    /// The picture cannot be written as PNG.
    #[error("{0}")]
    Encoding(String),
}

/// Returns true if the system has fonts. Without them texts are left out of pictures.
pub fn has_fonts() -> bool {
    !OPTIONS.fontdb.is_empty()
}

/// Returns an SVG of ours as PNG, so many times as large.
///
/// # Errors
/// [`PngError`]: the picture is too large, say.
pub fn of_svg(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).round() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    let encoded = pixels.encode_png();
    encoded.map_err(|error| PngError::Encoding(error.to_string()))
}
