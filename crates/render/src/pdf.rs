//! A board as PDF.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Point, Transform};
use resvg::usvg::{Color, FillRule, Group, LineCap, LineJoin, Node, Paint};

use super::fonts::Fonts;
use super::raster::{DrawError, height_px, tree};
use super::{Picture, alt, grid, svg};

/// The picture as a PDF with one page. Its width is in pixels, with 96 pixels to the inch, and by default that of the
/// SVG. Letters are drawn as paths, so the PDF needs no fonts.
///
/// # Errors
/// Returns an error if width or height would be 0 or more than [`MAX_PIXELS`](super::MAX_PIXELS).
pub fn pdf(picture: &Picture, width_px: Option<u32>, fonts: &Fonts) -> Result<Vec<u8>, DrawError> {
    // Gradients are of no use on paper.
    let picture = &picture.flat();
    let grid = grid(picture);
    let width_px = width_px.unwrap_or(grid.width / 2);
    height_px(grid.width, grid.height, width_px)?;
    let tree = tree(&svg(picture), fonts)?;
    let scale = f32::from(width_px as u16) * POINTS_IN_PIXEL / tree.size().width();
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let mut page = PdfPage::default();
    let mut content = Content::new();
    // PDF counts from the bottom.
    content.transform([scale, 0.0, 0.0, -scale, 0.0, height]);
    page.write_group(tree.root(), &mut content)?;
    page.finish(&alt(picture), (width, height), &content.finish())
}

const POINTS_IN_PIXEL: f32 = 0.75;

/// The objects of the file; those of the layers follow.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
const FIRST_OF_LAYERS: i32 = 6;

/// The objects that the content of the page refers to.
#[derive(Default)]
struct PdfPage {
    layers: Vec<Layer>,
}

/// A group that is drawn separately and then put on the page as a whole, so that overlapping parts are not darker.
struct Layer {
    content: Vec<u8>,
    opacity: f32,
    /// How many of the earlier layers its content may use.
    inner: usize,
    bounds: Rect,
}

impl PdfPage {
    fn write_group(&mut self, group: &Group, content: &mut Content) -> Result<(), DrawError> {
        content.save_state();
        content.transform(matrix(group.transform()));
        let opacity = group.opacity().get();
        if opacity < 1.0 {
            let mut inner = Content::new();
            self.write_children(group, &mut inner)?;
            let bounds = group.layer_bounding_box();
            self.layers.push(Layer {
                content: compressed(&inner.finish())?,
                opacity,
                inner: self.layers.len(),
                bounds: Rect::new(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()),
            });
            let (state, layer) = names(self.layers.len() - 1);
            content.set_parameters(Name(&state));
            content.x_object(Name(&layer));
        } else {
            self.write_children(group, content)?;
        }
        content.restore_state();
        Ok(())
    }

    /// Writes the children of a group. The SVG has only groups, paths in one color, and text, which was converted to
    /// paths.
    fn write_children(&mut self, group: &Group, content: &mut Content) -> Result<(), DrawError> {
        for node in group.children() {
            match node {
                Node::Group(group) => self.write_group(group, content)?,
                Node::Text(text) => self.write_group(text.flattened(), content)?,
                Node::Path(path) => write_path(path, content),
                Node::Image(_) => {}
            }
        }
        Ok(())
    }

    fn finish(self, title: &str, (width, height): (f32, f32), content: &[u8]) -> Result<Vec<u8>, DrawError> {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        pdf.document_info(INFO).title(TextStr(title));
        let mut page = pdf.page(PAGE);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(PAGES).contents(CONTENT);
        let mut resources = page.resources();
        write_layers(&mut resources, self.layers.len());
        resources.finish();
        page.finish();
        pdf.stream(CONTENT, &compressed(content)?).filter(Filter::FlateDecode);
        for (index, layer) in self.layers.iter().enumerate() {
            let (state, form) = refs(index);
            pdf.ext_graphics(state).stroking_alpha(layer.opacity).non_stroking_alpha(layer.opacity);
            let mut written = pdf.form_xobject(form, &layer.content);
            written.filter(Filter::FlateDecode);
            written.bbox(layer.bounds);
            written.group().transparency().isolated(true);
            write_layers(&mut written.resources(), layer.inner);
        }
        Ok(pdf.finish())
    }
}

/// Names the first layers for a content that uses them.
fn write_layers(resources: &mut pdf_writer::writers::Resources<'_>, count: usize) {
    let mut states = resources.ext_g_states();
    for index in 0..count {
        states.pair(Name(&names(index).0), refs(index).0);
    }
    states.finish();
    let mut forms = resources.x_objects();
    for index in 0..count {
        forms.pair(Name(&names(index).1), refs(index).1);
    }
}

/// The state in which a layer is drawn, and the layer.
fn refs(layer: usize) -> (Ref, Ref) {
    // A picture has two.
    let first = FIRST_OF_LAYERS + 2 * i32::from(layer as u16);
    (Ref::new(first), Ref::new(first + 1))
}

fn names(layer: usize) -> (Vec<u8>, Vec<u8>) {
    (format!("s{layer}").into_bytes(), format!("l{layer}").into_bytes())
}

fn write_path(path: &resvg::usvg::Path, content: &mut Content) {
    let color = |paint: &Paint| match paint {
        Paint::Color(color) => Some(*color),
        _ => None,
    };
    if let Some(fill) = path.fill()
        && let Some(Color { red, green, blue }) = color(fill.paint())
    {
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        content.set_fill_rgb(red, green, blue);
        write_segments(path.data(), content);
        match fill.rule() {
            FillRule::NonZero => content.fill_nonzero(),
            FillRule::EvenOdd => content.fill_even_odd(),
        };
    }
    if let Some(stroke) = path.stroke()
        && let Some(Color { red, green, blue }) = color(stroke.paint())
    {
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(stroke.width().get());
        content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        write_segments(path.data(), content);
        content.stroke();
    }
}

fn write_segments(path: &Path, content: &mut Content) {
    let mut last = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = to;
            }
            // PDF has only cubic curves.
            PathSegment::QuadTo(middle, to) => {
                let toward =
                    |end: Point| (end.x + (middle.x - end.x) * 2.0 / 3.0, end.y + (middle.y - end.y) * 2.0 / 3.0);
                let ((x1, y1), (x2, y2)) = (toward(last), toward(to));
                content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                last = to;
            }
            PathSegment::CubicTo(one, other, to) => {
                content.cubic_to(one.x, one.y, other.x, other.y, to.x, to.y);
                last = to;
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

fn matrix(transform: Transform) -> [f32; 6] {
    let Transform { sx, ky, kx, sy, tx, ty } = transform;
    [sx, ky, kx, sy, tx, ty]
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, DrawError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_err(|error| DrawError::library(&error))
}
