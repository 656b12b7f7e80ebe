import Drawing

/// A page with what stands on it, each thing at its place.
struct Page {
    /// A thing on a page.
    enum Item {
        /// A text, a line or an area.
        case element(Scene.Element)
        /// A picture with its upper left corner at a place, made larger or smaller.
        case picture(Scene, at: Point, scale: Double)
    }

    /// The width and height in points.
    var width: Double, height: Double
    /// What stands on it.
    var items: [Item] = []
}

/// A bookmark of a heading.
struct Bookmark: Equatable {
    /// What it says.
    var text: String
    /// 1 for a section, 2 and 3 below it.
    var level: Int
    /// Its page, from 1.
    var page: Int
    /// Where on the page its text begins, from the upper edge.
    var y: Double
}

/// Fills pages from top to bottom. It knows the margins, and what stands at the head and foot of each page.
struct PageFlow {
    /// The blank margins beside the text.
    static let margin = 46.0
    private static let top = 48.0, topBelowHead = 60.0
    private static let small = Typesetter.Font(size: 7)

    /// The pages so far; the last one is being filled.
    private(set) var pages: [Page] = []
    /// Where the next thing on the page goes.
    private(set) var y = 0.0
    /// Whether the page is turned.
    private(set) var isLandscape: Bool
    private let document: PrintedDocument
    private let breaker: TextBreaker

    /// A flow that begins with an empty page.
    init(_ document: PrintedDocument, _ breaker: TextBreaker, isLandscape: Bool) {
        (self.document, self.breaker, self.isLandscape) = (document, breaker, isLandscape)
        beginPage()
    }

    /// Where the text begins at the left.
    var left: Double { Self.margin }
    /// How wide the text is.
    var width: Double { Self.textWidth(document.paper, isLandscape: isLandscape) }
    /// How high the text may be on a page with a head.
    var pageHeight: Double { bottom - Self.topBelowHead }
    /// What is left of the page.
    var room: Double { bottom - y }
    /// Whether nothing stands on the page but its head.
    private(set) var isAtTop = true

    private var paperHeight: Double { isLandscape ? document.paper.width : document.paper.height }
    private var bottom: Double { paperHeight - 44 - Double(max(footerLines.count, 1)) * 9 }

    /// How wide the text of a page is.
    static func textWidth(_ paper: Paper, isLandscape: Bool) -> Double { (isLandscape ? paper.height : paper.width) - 2 * margin }

    /// Begins a page unless so much fits on this one, or it is empty.
    mutating func reserve(_ height: Double) {
        if height > room + 0.01, !isAtTop { beginPage() }
    }

    /// Begins a page turned that way, unless this one is.
    mutating func turn(toLandscape: Bool) {
        guard toLandscape != isLandscape else { return }
        if isAtTop { pages.removeLast() }
        isLandscape = toLandscape
        beginPage()
    }

    /// Ends the page and begins another one.
    mutating func beginPage() {
        pages.append(Page(width: isLandscape ? document.paper.height : document.paper.width, height: paperHeight))
        (y, isAtTop) = (Self.top, true)
        guard pages.count > 1 else { return }
        let base = 36.0, half = width / 2 - 10
        add(.text(Text(breaker.shortened(document.title, Self.small, width: half), at: Point(left, base), size: Self.small.size, ink: .muted)))
        add(.text(Text(breaker.shortened(document.subtitle, Self.small, width: half), at: Point(left + width, base), size: Self.small.size, anchor: .end, ink: .muted)))
        rule(from: left, to: left + width, at: base + 6, .grid, thickness: 0.5)
        y = Self.topBelowHead
    }

    /// Leaves so much blank, but not at the top of a page.
    mutating func skip(_ height: Double) {
        if !isAtTop { y += height }
    }

    /// Moves on past something of that height that was added.
    mutating func advance(_ height: Double) {
        y += height
        isAtTop = false
    }

    /// Adds an element at its place on the page.
    mutating func add(_ element: Scene.Element) { pages[pages.count - 1].items.append(.element(element)) }

    /// Adds a picture with its upper left corner where the flow is, and moves on past it.
    mutating func add(_ scene: Scene, scale: Double) {
        pages[pages.count - 1].items.append(.picture(scene, at: Point(left, y), scale: scale))
        advance(scene.height * scale)
    }

    /// Draws a level line.
    mutating func rule(from start: Double, to end: Double, at y: Double, _ ink: Ink, thickness: Double) {
        add(.shape(Shape(.path([.move(Point(start, y)), .line(Point(end, y))]), stroke: ink, strokeWidth: thickness)))
    }

    /// Adds lines of text where the flow is, each on this page or the next one, the first two and the last two of them together.
    mutating func add(_ lines: [String], _ font: Typesetter.Font, lineHeight: Double, ink: Ink) {
        for (index, line) in lines.enumerated() {
            let together = index == 0 || index == lines.count - 2 ? min(2, lines.count - index) : 1
            reserve(Double(together) * lineHeight)
            add(.text(Text(line, at: Point(left, y + lineHeight * 0.5 + font.size * 0.36), size: font.size, isBold: font.isBold, ink: ink)))
            advance(lineHeight)
        }
    }

    /// The pages with their feet, which tell how many there are.
    consuming func finish() -> [Page] {
        let count = pages.count
        for index in pages.indices {
            let page = pages[index], base = page.height - 30, right = page.width - Self.margin
            pages[index].items.append(.element(.text(Text("\(index + 1) of \(count)", at: Point(right, base), size: Self.small.size, anchor: .end, ink: .muted))))
            let lines = footerLines
            for (row, line) in lines.enumerated() {
                let place = Point(Self.margin, base - Double(lines.count - 1 - row) * 9)
                pages[index].items.append(.element(.text(Text(line, at: place, size: Self.small.size, ink: .muted))))
            }
        }
        return pages
    }

    /// The footer in lines of an upright page, so that it is the same on all; a very long one is shortened.
    private var footerLines: [String] {
        guard !document.footer.isEmpty else { return [] }
        let room = Self.textWidth(document.paper, isLandscape: false) - 60
        let lines = breaker.lines(of: document.footer, Self.small, width: room)
        return lines.count <= 4 ? lines : lines[..<3] + [breaker.shortened(lines[3] + " …", Self.small, width: room)]
    }
}
