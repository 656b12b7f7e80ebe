/// How a picture is written as SVG.
public struct SVGOptions: Hashable, Sendable {
    /// What the names of its elements begin with, so that several pictures of one page do not share a name: letters, digits and hyphens.
    public var prefix: String
    /// Whether the style sheet for dark ground stands in it; not where the page has `SVGStyle.sheet`.
    public var hasStyle: Bool
    /// Whether the ground is painted; not where that of the page is to be seen.
    public var hasGround: Bool

    /// Options for a file of its own.
    public static let file = SVGOptions(prefix: "chart", hasStyle: true, hasGround: true)

    /// Options for a picture within a page of HTML that has `SVGStyle.sheet`.
    public static func inline(prefix: String) -> SVGOptions { SVGOptions(prefix: prefix, hasStyle: false, hasGround: false) }

    /// Options one by one.
    public init(prefix: String, hasStyle: Bool, hasGround: Bool) { (self.prefix, self.hasStyle, self.hasGround) = (prefix, hasStyle, hasGround) }
}

extension Scene {
    /// The picture as SVG: one element `svg` that needs no other file, no font and no script, and has no attribute `style`.
    ///
    /// Colours stand in attributes, for programs that know no style sheets, and the sheet turns them for dark ground. Lengths have one decimal. A place that is
    /// no number is a gap of its path, and a shape or text that stands at one is left out. Linear in the steps of the paths.
    public func svg(_ options: SVGOptions = .file) -> String {
        var picture = SceneSVG(options)
        picture.write(self)
        return picture.writer.text
    }
}

/// The parts of a scene, written one by one.
private struct SceneSVG {
    let options: SVGOptions
    var writer = SVGWriter()
    private var colours: [Ink: (name: String, hex: String)] = [:]

    init(_ options: SVGOptions) { self.options = options }

    mutating func write(_ scene: Scene) {
        let width = SVGWriter.tenths(scene.width) ?? 0, height = SVGWriter.tenths(scene.height) ?? 0
        writer.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"luca-chart\"")
        attribute(" width=\"", tenths: width)
        attribute(" height=\"", tenths: height)
        writer.append(" viewBox=\"0 0 ")
        writer.append(tenths: width)
        writer.append(" ")
        writer.append(tenths: height)
        writer.append("\" role=\"img\"")
        let names = [scene.title.isEmpty ? nil : "\(options.prefix)-title", scene.summary.isEmpty ? nil : "\(options.prefix)-summary"].compactMap { $0 }
        if !names.isEmpty { attribute(" aria-labelledby=\"", escaping: names.joined(separator: " ")) }
        writer.append(" font-family=\"'DejaVu Sans',Verdana,sans-serif\">\n")
        if !scene.title.isEmpty { described("title", "\(options.prefix)-title", scene.title) }
        if !scene.summary.isEmpty { described("desc", "\(options.prefix)-summary", scene.summary) }
        if options.hasStyle { style(scene) }
        if options.hasGround { write(Shape(.rectangle(Point(0, 0), width: scene.width, height: scene.height), fill: .background)) }
        for element in scene.elements {
            switch element {
            case .shape(let shape): write(shape)
            case .text(let text): write(text)
            }
        }
        writer.append("</svg>\n")
    }

    /// The style sheet, for the inks of the picture alone.
    private mutating func style(_ scene: Scene) {
        var inks: [Ink] = options.hasGround ? [.background] : []
        var seen = Set(inks)
        for element in scene.elements {
            let used =
                switch element {
                case .shape(let shape): [shape.fill, shape.stroke].compactMap { $0 }
                case .text(let text): [text.ink]
                }
            for ink in used where seen.insert(ink).inserted { inks.append(ink) }
        }
        let sheet = SVGStyle.sheet(of: inks)
        guard !sheet.isEmpty else { return }
        writer.append("<style>")
        writer.append(markup: sheet)
        writer.append("</style>\n")
    }

    private mutating func write(_ shape: Shape) {
        switch shape.outline {
        case .path(let steps):
            writer.append("<path d=\"")
            SVGPath.write(steps, to: &writer)
            writer.append("\"")
        case .rectangle(let corner, let width, let height):
            guard let left = SVGWriter.tenths(corner.x), let top = SVGWriter.tenths(corner.y), let right = SVGWriter.tenths(corner.x + width),
                let bottom = SVGWriter.tenths(corner.y + height)
            else { return }
            // Both edges are rounded, not the width, so that rectangles side by side leave no gap.
            attribute("<rect x=\"", tenths: min(left, right))
            attribute(" y=\"", tenths: min(top, bottom))
            attribute(" width=\"", tenths: abs(right - left))
            attribute(" height=\"", tenths: abs(bottom - top))
        case .circle(let centre, let radius):
            guard let x = SVGWriter.tenths(centre.x), let y = SVGWriter.tenths(centre.y), let r = SVGWriter.tenths(radius) else { return }
            attribute("<circle cx=\"", tenths: x)
            attribute(" cy=\"", tenths: y)
            attribute(" r=\"", tenths: max(r, 0))
        }
        paint(shape)
        guard !shape.tip.isEmpty else { return writer.append("/>\n") }
        writer.append("><title>")
        writer.append(escaping: shape.tip)
        writer.append("</title>")
        switch shape.outline {
        case .path: writer.append("</path>\n")
        case .rectangle: writer.append("</rect>\n")
        case .circle: writer.append("</circle>\n")
        }
    }

    /// Classes for the style sheet, and the colours for light ground.
    private mutating func paint(_ shape: Shape) {
        let fill = shape.fill.map { colour($0) }, stroke = shape.stroke.map { colour($0) }
        if fill != nil || stroke != nil {
            let classes = [fill.map { "fill-\($0.name)" }, stroke.map { "stroke-\($0.name)" }].compactMap { $0 }
            attribute(" class=\"", escaping: classes.joined(separator: " "))
        }
        attribute(" fill=\"", escaping: fill?.hex ?? "none")
        if fill != nil, shape.fillOpacity < 1 { attribute(" fill-opacity=\"", number: shape.fillOpacity) }
        guard let stroke else { return }
        attribute(" stroke=\"", escaping: stroke.hex)
        if shape.strokeWidth != 1 { attribute(" stroke-width=\"", number: shape.strokeWidth) }
        if !shape.dash.isEmpty {
            writer.append(" stroke-dasharray=\"")
            for (index, length) in shape.dash.enumerated() {
                if index > 0 { writer.append(" ") }
                writer.append(hundredths: hundredths(length))
            }
            writer.append("\"")
        }
        if shape.hasRoundEnds { writer.append(" stroke-linecap=\"round\" stroke-linejoin=\"round\"") }
    }

    private mutating func write(_ text: Text) {
        guard let x = SVGWriter.tenths(text.place.x), let y = SVGWriter.tenths(text.place.y), !text.string.isEmpty else { return }
        let colour = colour(text.ink)
        attribute("<text x=\"", tenths: x)
        attribute(" y=\"", tenths: y)
        if text.isVertical {
            writer.append(" transform=\"rotate(-90 ")
            writer.append(tenths: x)
            writer.append(" ")
            writer.append(tenths: y)
            writer.append(")\"")
        }
        attribute(" class=\"fill-", escaping: colour.name)
        attribute(" fill=\"", escaping: colour.hex)
        attribute(" font-size=\"", number: text.size)
        if text.isBold { writer.append(" font-weight=\"bold\"") }
        if text.anchor != .start { attribute(" text-anchor=\"", escaping: text.anchor.rawValue) }
        writer.append(">")
        writer.append(escaping: text.string)
        writer.append("</text>\n")
    }

    private mutating func described(_ element: String, _ name: String, _ text: String) {
        writer.append(markup: "<\(element)")
        attribute(" id=\"", escaping: name)
        writer.append(">")
        writer.append(escaping: text)
        writer.append(markup: "</\(element)>\n")
    }

    private mutating func colour(_ ink: Ink) -> (name: String, hex: String) {
        if let known = colours[ink] { return known }
        let made = (SVGStyle.name(ink), Theme.light.colour(ink).hex)
        colours[ink] = made
        return made
    }

    private mutating func attribute(_ opening: StaticString, tenths: Int) {
        writer.append(opening)
        writer.append(tenths: tenths)
        writer.append("\"")
    }

    private mutating func attribute(_ opening: StaticString, number: Double) {
        writer.append(opening)
        writer.append(hundredths: hundredths(number))
        writer.append("\"")
    }

    private mutating func attribute(_ opening: StaticString, escaping text: String) {
        writer.append(opening)
        writer.append(escaping: text)
        writer.append("\"")
    }

    private func hundredths(_ number: Double) -> Int { number.isFinite ? Int((min(max(number, 0), 1e4) * 100).rounded()) : 0 }
}
