//! Images as PNG: SVG rendered by `resvg`, with the fonts of the system.

use crate::Lang;
use base::say;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use std::sync::LazyLock;

/// Preferred fonts, if the system has them.
const FAMILIES: [&str; 5] = [
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Arial",
    "Helvetica",
];

/// Rendering options with the fonts of the system, which are loaded once.
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

/// Error that prevents an image from being rendered.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum PngError {
    /// The text is not valid SVG.
    Svg(#[from] usvg::Error),
    /// The image has too many pixels, or none: its width and height.
    Size(u32, u32),
    /// The image cannot be encoded as PNG.
    Encoding(String),
}

impl PngError {
    /// Returns the message in a language; that of a library is English.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            PngError::Svg(error) => error.to_string(),
            PngError::Size(width, height) => say!(lang, "png-size", width, height),
            PngError::Encoding(error) => error.clone(),
        }
    }
}

/// Returns true if the system has fonts. Without fonts, images lack their texts.
pub fn has_fonts() -> bool {
    !OPTIONS.fontdb.is_empty()
}

/// Renders an SVG made by this program as PNG, enlarged by `scale`.
///
/// # Errors
/// [`PngError`] if the image is too large or cannot be rendered.
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
