import Drawing

/// Lays a document out on pages.
struct DocumentLayout {
    /// The sizes of type.
    private enum Style {
        static let title = Typesetter.Font(size: 19, isBold: true)
        static let subtitle = Typesetter.Font(size: 9.5)
        static let paragraph = Typesetter.Font(size: 9)
        static let note = Typesetter.Font(size: 7.5)
        static func heading(_ level: Int) -> Typesetter.Font { Typesetter.Font(size: level <= 1 ? 13 : level == 2 ? 10.5 : 9, isBold: true) }
    }

    /// The pages.
    private(set) var pages: [Page] = []
    /// The bookmarks, in the order of the pages.
    private(set) var bookmarks: [Bookmark] = []
    private let document: PrintedDocument
    private let breaker: TextBreaker
    private let tables: [Int: TableLayout]
    /// For each block whether it stands on a page that is turned.
    private let isLandscape: [Bool]

    /// The pages of a document.
    init(_ document: PrintedDocument, _ typesetter: Typesetter) {
        self.document = document
        let breaker = TextBreaker(typesetter: typesetter)
        self.breaker = breaker
        let upright = PageFlow.textWidth(document.paper, isLandscape: false), across = PageFlow.textWidth(document.paper, isLandscape: true)
        var tables: [Int: TableLayout] = [:]
        for (index, block) in document.blocks.enumerated() {
            guard case .table(let table) = block, !table.columns.isEmpty else { continue }
            tables[index] = TableLayout(
                table, decimalMark: document.decimalMark, breaker, width: document.orientation == .landscape ? across : upright,
                landscapeWidth: document.orientation == .automatic ? across : nil)
        }
        self.tables = tables
        isLandscape = Self.turned(document, tables)
        var flow = PageFlow(document, breaker, isLandscape: isLandscape.first ?? (document.orientation == .landscape))
        placeTitle(in: &flow)
        for index in document.blocks.indices {
            flow.turn(toLandscape: isLandscape[index])
            place(index, in: &flow)
        }
        pages = flow.finish()
    }

    /// Which blocks stand on pages that are turned: wide tables with the headings and texts above them and the notes below. Where all tables are
    /// wide, the whole document is turned, so that no page is nearly empty.
    private static func turned(_ document: PrintedDocument, _ tables: [Int: TableLayout]) -> [Bool] {
        let blocks = document.blocks
        let wide = tables.filter { $0.value.plan.isLandscape }.keys
        guard document.orientation == .automatic, wide.count < tables.count || wide.isEmpty else {
            return Array(repeating: document.orientation != .portrait, count: blocks.count)
        }
        var turned = Array(repeating: false, count: blocks.count)
        for table in wide {
            turned[table] = true
            var first = table
            while first > 0, blocks[first - 1].isText { first -= 1 }
            // The heading that is nearest, with those right above it.
            if let heading = (first..<table).last(where: { blocks[$0].isHeading }) {
                first = heading
                while first > 0, blocks[first - 1].isHeading { first -= 1 }
                for index in first..<table { turned[index] = true }
            }
            for index in blocks.indices[(table + 1)...] {
                guard case .note = blocks[index] else { break }
                turned[index] = true
            }
        }
        return turned
    }

    private mutating func placeTitle(in flow: inout PageFlow) {
        if !document.title.isEmpty { flow.add(breaker.lines(of: document.title, Style.title, width: flow.width), Style.title, lineHeight: 25, ink: .text) }
        if !document.subtitle.isEmpty {
            flow.add(breaker.lines(of: document.subtitle, Style.subtitle, width: flow.width), Style.subtitle, lineHeight: 14, ink: .muted)
        }
        guard !document.title.isEmpty || !document.subtitle.isEmpty else { return }
        flow.rule(from: flow.left, to: flow.left + flow.width, at: flow.y + 6, .text, thickness: 1)
        flow.advance(18)
    }

    private mutating func place(_ index: Int, in flow: inout PageFlow) {
        switch document.blocks[index] {
        case .heading(let text, let level):
            flow.reserve(spaceAboveHeading(level) + leastHeight(index, flow))
            flow.skip(spaceAboveHeading(level))
            bookmarks.append(Bookmark(text: text, level: min(max(level, 1), 3), page: flow.pages.count, y: flow.y))
            let font = Style.heading(level)
            flow.add(breaker.lines(of: text, font, width: flow.width), font, lineHeight: font.size * 1.35, ink: .text)
            flow.advance(4)
        case .paragraph(let text):
            flow.add(breaker.lines(of: text, Style.paragraph, width: min(flow.width, 520)), Style.paragraph, lineHeight: 13, ink: .text)
            flow.skip(6)
        case .note(let text):
            flow.skip(2)
            flow.add(breaker.lines(of: text, Style.note, width: min(flow.width, 520)), Style.note, lineHeight: 10.5, ink: .muted)
            flow.skip(4)
        case .figures(let figures):
            FigureLayout(figures: figures, breaker: breaker).place(in: &flow)
            flow.skip(8)
        case .table:
            guard let table = tables[index] else { return }
            flow.reserve(table.leastHeight(pageHeight: flow.pageHeight))
            table.place(in: &flow)
            flow.skip(10)
        case .scene(let scene):
            guard scene.width > 0, scene.height > 0 else { return }
            let scale = scale(scene, flow)
            flow.reserve(scene.height * scale)
            flow.add(scene, scale: scale)
            flow.skip(8)
        }
    }

    /// The height that must be left on a page for a block to begin there. A heading needs what comes after it, but looks no further than some blocks.
    private func leastHeight(_ index: Int, _ flow: PageFlow, ahead: Int = 6) -> Double {
        guard ahead > 0, index < document.blocks.count, index == 0 || isLandscape[index] == flow.isLandscape else { return 0 }
        switch document.blocks[index] {
        case .heading(let text, let level):
            let font = Style.heading(level)
            let own = Double(breaker.lines(of: text, font, width: flow.width).count) * font.size * 1.35 + 4
            return own + spaceAbove(index + 1) + leastHeight(index + 1, flow, ahead: ahead - 1)
        case .paragraph(let text):
            let count = breaker.lines(of: text, Style.paragraph, width: min(flow.width, 520)).count
            // A short paragraph between a heading and what it introduces stays with both.
            return Double(min(count, 3)) * 13 + 6 + (count <= 3 ? spaceAbove(index + 1) + leastHeight(index + 1, flow, ahead: ahead - 1) : 0)
        case .note(let text): return Double(min(breaker.lines(of: text, Style.note, width: min(flow.width, 520)).count, 3)) * 10.5 + 6
        case .figures(let figures): return FigureLayout(figures: figures, breaker: breaker).leastHeight(width: flow.width)
        case .table: return tables[index]?.leastHeight(pageHeight: flow.pageHeight) ?? 0
        case .scene(let scene): return scene.height * scale(scene, flow)
        }
    }

    /// How much smaller a picture is made to fit on a page, below a heading.
    private func scale(_ scene: Scene, _ flow: PageFlow) -> Double { min(1, flow.width / scene.width, (flow.pageHeight - 60) / scene.height) }

    /// The blank above a block that stands below another one.
    private func spaceAbove(_ index: Int) -> Double {
        guard index < document.blocks.count, case .heading(_, let level) = document.blocks[index] else { return 0 }
        return spaceAboveHeading(level)
    }

    private func spaceAboveHeading(_ level: Int) -> Double { level <= 1 ? 14 : level == 2 ? 10 : 7 }
}

extension PrintedDocument.Block {
    /// Whether it is a heading.
    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }

    /// Whether it is a heading, a paragraph or a note.
    fileprivate var isText: Bool {
        switch self {
        case .heading, .paragraph, .note: true
        case .figures, .table, .scene: false
        }
    }
}
