import CCairo
import Drawing

/// Draws the elements of scenes on a canvas, in the colours for light ground, as they are for paper.
struct ScenePainter {
    let context: OpaquePointer
    let typesetter: Typesetter

    /// Fills the whole frame with the ground.
    func fillGround(width: Double, height: Double) {
        setColour(.background, opacity: 1)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_fill(context)
    }

    /// Draws a scene with its upper left corner at a place, made larger or smaller; what would stick out of its frame is not drawn.
    func draw(_ scene: Scene, at corner: Point, scale: Double) {
        cairo_save(context)
        cairo_translate(context, corner.x, corner.y)
        cairo_scale(context, scale, scale)
        cairo_rectangle(context, 0, 0, scene.width, scene.height)
        cairo_clip(context)
        for element in scene.elements { draw(element) }
        cairo_restore(context)
    }

    /// Draws an element.
    func draw(_ element: Scene.Element) {
        switch element {
        case .shape(let shape): draw(shape)
        case .text(let text): draw(text)
        }
    }

    private func draw(_ shape: Shape) {
        cairo_new_path(context)
        switch shape.outline {
        case .path(let steps): for step in steps { add(step) }
        case .rectangle(let corner, let width, let height): cairo_rectangle(context, corner.x, corner.y, width, height)
        case .circle(let centre, let radius): cairo_arc(context, centre.x, centre.y, max(radius, 0), 0, 2 * .pi)
        }
        if let fill = shape.fill {
            setColour(fill, opacity: shape.fillOpacity)
            if shape.stroke == nil { cairo_fill(context) } else { cairo_fill_preserve(context) }
        }
        if let stroke = shape.stroke, shape.strokeWidth > 0 {
            setColour(stroke, opacity: 1)
            cairo_set_line_width(context, shape.strokeWidth)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            // Cairo refuses dashes that are negative or all of no length.
            let dash = shape.dash.allSatisfy { $0 >= 0 } && shape.dash.contains { $0 > 0 } ? shape.dash : []
            cairo_set_dash(context, dash, Int32(clamping: dash.count), 0)
            cairo_stroke(context)
        }
        cairo_new_path(context)
    }

    private func add(_ step: PathStep) {
        switch step {
        case .move(let place): cairo_move_to(context, place.x, place.y)
        case .line(let place): cairo_line_to(context, place.x, place.y)
        case .curve(let first, let second, let place): cairo_curve_to(context, first.x, first.y, second.x, second.y, place.x, place.y)
        case .close: cairo_close_path(context)
        }
    }

    private func draw(_ text: Text) {
        guard text.size > 0 else { return }
        setColour(text.ink, opacity: 1)
        let font = Typesetter.Font(size: min(text.size, 1000), isBold: text.isBold)
        let anchor =
            switch text.anchor {
            case .start: 0.0
            case .middle: 0.5
            case .end: 1.0
            }
        guard text.isVertical else { return typesetter.draw(text.string, font, on: context, x: text.place.x, y: text.place.y, anchor: anchor) }
        cairo_save(context)
        cairo_translate(context, text.place.x, text.place.y)
        cairo_rotate(context, -.pi / 2)
        typesetter.draw(text.string, font, on: context, x: 0, y: 0, anchor: anchor)
        cairo_restore(context)
    }

    private func setColour(_ ink: Ink, opacity: Double) {
        let colour = Theme.light.colour(ink)
        let (red, green, blue) = (Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
        if opacity >= 1 {
            cairo_set_source_rgb(context, red, green, blue)
        } else {
            cairo_set_source_rgba(context, red, green, blue, max(opacity, 0))
        }
    }
}
