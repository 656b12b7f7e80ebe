/// A picture as shapes and texts in a frame, before anybody has chosen a file format or colours.
///
/// Lengths are in points of 1/72 inch; the origin is the upper left corner and y grows downwards. The same scene is written as SVG by this
/// module and drawn as PNG or PDF by `luca-draw`, so that it looks the same everywhere.
public struct Scene: Hashable, Sendable {
    /// The width of the frame.
    public var width: Double
    /// The height of the frame.
    public var height: Double
    /// What the picture shows, in a line; read out by screen readers.
    public var title: String
    /// What can be said of the picture in one or two sentences, for those who cannot see it.
    public var summary: String
    /// What is drawn, in order: later elements cover earlier ones.
    public var elements: [Element]

    /// A picture of a size.
    public init(width: Double, height: Double, title: String = "", summary: String = "", elements: [Element] = []) {
        (self.width, self.height, self.title, self.summary, self.elements) = (width, height, title, summary, elements)
    }

    /// One thing that is drawn.
    public enum Element: Hashable, Sendable {
        /// A shape with its fill and stroke.
        case shape(Shape)
        /// A line of text.
        case text(Text)
    }
}

/// A place in a scene.
public struct Point: Hashable, Sendable {
    /// Points from the left edge.
    public var x: Double
    /// Points from the upper edge.
    public var y: Double

    /// The place at these coordinates.
    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A filled or stroked shape.
public struct Shape: Hashable, Sendable {
    /// What is drawn.
    public enum Outline: Hashable, Sendable {
        /// Lines and curves.
        case path([PathStep])
        /// A rectangle, by its upper left corner, width and height.
        case rectangle(Point, width: Double, height: Double)
        /// A circle, by its centre and radius.
        case circle(Point, radius: Double)
    }

    /// The outline.
    public var outline: Outline
    /// The colour inside; nil where it is not filled.
    public var fill: Ink?
    /// How much of what is below the fill hides: 0 nothing, 1 all.
    public var fillOpacity: Double
    /// The colour of the line; nil where there is none.
    public var stroke: Ink?
    /// The width of the line.
    public var strokeWidth: Double
    /// Lengths of dashes and of the gaps between them; empty for a line without gaps.
    public var dash: [Double]
    /// What a pointer resting on the shape is told, such as a name and a value; empty for nothing.
    public var tip: String

    /// Whether the line has round ends and corners: one wider than 1 and without gaps, so that a line that goes nowhere is a dot. Others end where they end.
    public var hasRoundEnds: Bool { stroke != nil && strokeWidth > 1 && dash.isEmpty }

    /// A shape.
    public init(
        _ outline: Outline, fill: Ink? = nil, fillOpacity: Double = 1, stroke: Ink? = nil, strokeWidth: Double = 1, dash: [Double] = [], tip: String = ""
    ) {
        (self.outline, self.fill, self.fillOpacity, self.stroke, self.strokeWidth, self.dash, self.tip) = (outline, fill, fillOpacity, stroke, strokeWidth, dash, tip)
    }
}

/// A step of a path.
public enum PathStep: Hashable, Sendable {
    /// Begins a new run at a place, without drawing.
    case move(Point)
    /// A straight line from where the path is.
    case line(Point)
    /// A cubic Bézier curve with two control points, to a place.
    case curve(Point, Point, Point)
    /// A straight line back to where the run began.
    case close
}

/// A line of text in a scene.
public struct Text: Hashable, Sendable {
    /// Which part of the text stands at its place.
    public enum Anchor: String, Hashable, Sendable, CaseIterable {
        /// Its left end.
        case start
        /// Its middle.
        case middle
        /// Its right end.
        case end
    }

    /// The text, without line breaks.
    public var string: String
    /// Where it stands: horizontally by the anchor, vertically on the base line.
    public var place: Point
    /// The size of the font.
    public var size: Double
    /// Whether it is bold.
    public var isBold: Bool
    /// Which part of it stands at the place.
    public var anchor: Anchor
    /// Its colour.
    public var ink: Ink
    /// Whether it runs upwards, as along a vertical axis, turned by 90 degrees against the clock around its place.
    public var isVertical: Bool

    /// A line of text.
    public init(_ string: String, at place: Point, size: Double = 11, isBold: Bool = false, anchor: Anchor = .start, ink: Ink = .text, isVertical: Bool = false) {
        (self.string, self.place, self.size, self.isBold) = (string, place, size, isBold)
        (self.anchor, self.ink, self.isVertical) = (anchor, ink, isVertical)
    }
}

/// A colour by what it stands for; a theme tells which colour that is on light and on dark ground.
public indirect enum Ink: Hashable, Sendable {
    /// The ground.
    case background
    /// Text that is read.
    case text
    /// Text beside it, such as tick labels and captions.
    case muted
    /// Lines of the grid.
    case grid
    /// Axes and the line at zero.
    case axis
    /// The data series of a number, from 0; it begins anew after the last colour.
    case series(Int)
    /// A darker shade of a series' colour in which text can be read on the ground.
    case seriesText(Int)
    /// A gain.
    case gain
    /// A loss.
    case loss
    /// What is neither, such as the total of a waterfall or what was gathered as "other".
    case neutral
    /// A value of one sign in a heat map: 0 none, 1 the largest.
    case sequential(Double)
    /// A value of both signs in a heat map: -1 the largest loss, 0 neutral, 1 the largest gain.
    case diverging(Double)
    /// Black or white, whichever is read better on another colour.
    case readable(on: Ink)
}
