import Drawing

/// Lays a document out on pages.
///
/// Where the last page would have next to nothing on it, all is set a little tighter, if that saves the page.
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
    /// The part of the usual blanks, and of the usual size of pictures, that is used: 1, or less where all is set tighter.
    private let tightness: Double

    /// How much tighter all may be set to save a page, the least first.
    private static let tighter = [0.94, 0.88, 0.82, 0.76, 0.7]
    /// The part of its usual size to which a picture is made smaller so that it has room on a page, rather than leave the page half empty.
    private static let leastPart = 0.8
    /// The part of a page below which a last page counts as next to empty.
    private static let nearlyEmpty = 0.35

    /// The pages of a document.
    init(_ document: PrintedDocument, _ typesetter: Typesetter) {
        let usual = DocumentLayout(document, typesetter, tightness: 1)
        let isWasteful = usual.pages.count > 1 && usual.lastFilled < Self.nearlyEmpty
        let tight = (isWasteful ? Self.tighter : []).lazy.map { DocumentLayout(document, typesetter, tightness: $0) }
        self = tight.first { $0.pages.count < usual.pages.count } ?? usual
    }

    /// The part of the last page that is filled.
    private var lastFilled = 0.0

    private init(_ document: PrintedDocument, _ typesetter: Typesetter, tightness: Double) {
        (self.document, self.tightness) = (document, tightness)
        let breaker = TextBreaker(typesetter: typesetter)
        self.breaker = breaker
        let upright = PageFlow.textWidth(document.paper, isLandscape: false), across = PageFlow.textWidth(document.paper, isLandscape: true)
        var tables: [Int: TableLayout] = [:]
        for (index, block) in document.blocks.enumerated() {
            guard case .table(let table) = block, !table.columns.isEmpty else { continue }
            tables[index] = TableLayout(
                table, decimalMark: document.decimalMark, breaker, width: document.orientation == .landscape ? across : upright,
                landscapeWidth: document.orientation == .automatic ? across : nil, tightness: tightness)
        }
        self.tables = tables
        isLandscape = Self.turned(document, tables)
        var flow = PageFlow(document, breaker, isLandscape: isLandscape.first ?? (document.orientation == .landscape))
        placeTitle(in: &flow)
        for index in document.blocks.indices {
            flow.turn(toLandscape: isLandscape[index])
            place(index, in: &flow)
        }
        lastFilled = 1 - flow.room / flow.pageHeight
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
            if !isKept(index, flow) { flow.reserve(spaceAboveHeading(level) + leastHeight(index, flow)) }
            flow.skip(spaceAboveHeading(level))
            bookmarks.append(Bookmark(text: text, level: min(max(level, 1), 3), page: flow.pages.count, y: flow.y))
            let font = Style.heading(level)
            flow.add(breaker.lines(of: text, font, width: flow.width), font, lineHeight: font.size * 1.35, ink: .text)
            flow.advance(4)
        case .paragraph(let text):
            if !isKept(index, flow) { flow.reserve(leastHeight(index, flow)) }
            flow.add(breaker.lines(of: text, Style.paragraph, width: min(flow.width, 520)), Style.paragraph, lineHeight: 13, ink: .text)
            flow.skip(6 * tightness)
        case .note(let text):
            flow.skip(2 * tightness)
            flow.add(breaker.lines(of: text, Style.note, width: min(flow.width, 520)), Style.note, lineHeight: 10.5, ink: .muted)
            flow.skip(4 * tightness)
        case .figures(let figures):
            FigureLayout(figures: figures, breaker: breaker).place(in: &flow)
            flow.skip(8 * tightness)
        case .table:
            guard let table = tables[index] else { return }
            if !isKept(index, flow) { flow.reserve(leastHeight(index, flow)) }
            table.place(in: &flow)
            flow.skip(10 * tightness)
        case .scene(let scene):
            guard scene.width > 0, scene.height > 0 else { return }
            let usual = scale(scene, flow)
            flow.reserve(scene.height * usual * Self.leastPart)
            flow.add(scene, scale: min(usual, max(flow.room / scene.height, usual * Self.leastPart)))
            flow.skip(8 * tightness)
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
            return Double(min(count, 3)) * 13 + 6 + (isKept(index + 1, flow) ? leastHeight(index + 1, flow, ahead: ahead - 1) : 0)
        case .note(let text): return Double(min(breaker.lines(of: text, Style.note, width: min(flow.width, 520)).count, 3)) * 10.5 + 6
        case .figures(let figures): return FigureLayout(figures: figures, breaker: breaker).leastHeight(width: flow.width)
        case .table: return tables[index]?.leastHeight(room: flow.room, pageHeight: flow.pageHeight) ?? 0
        case .scene(let scene): return scene.height * scale(scene, flow) * Self.leastPart
        }
    }

    /// Whether a block stays on the page of the one before it, which has seen to the room for both: what stands below a heading does, and the table or the
    /// figures that a short paragraph introduces. Pictures say by themselves what they show.
    private func isKept(_ index: Int, _ flow: PageFlow) -> Bool {
        guard index > 0, index < document.blocks.count else { return false }
        switch document.blocks[index - 1] {
        case .heading: return true
        case .paragraph(let text):
            let isShort = breaker.lines(of: text, Style.paragraph, width: min(flow.width, 520)).count <= 3
            switch document.blocks[index] {
            case .table, .figures: return isShort
            // It stands between a heading and the first of those below that one.
            case .heading(_, let level):
                if index > 1, case .heading(_, let above) = document.blocks[index - 2] { return isShort && above < level }
                return false
            case .paragraph, .scene, .note: return false
            }
        case .figures, .table, .scene, .note: return false
        }
    }

    /// How much smaller a picture is made to fit on a page, below a heading.
    private func scale(_ scene: Scene, _ flow: PageFlow) -> Double { tightness * min(1, flow.width / scene.width, (flow.pageHeight - 60) / scene.height) }

    /// The blank above a block that stands below another one.
    private func spaceAbove(_ index: Int) -> Double {
        guard index < document.blocks.count, case .heading(_, let level) = document.blocks[index] else { return 0 }
        return spaceAboveHeading(level)
    }

    private func spaceAboveHeading(_ level: Int) -> Double { tightness * (level <= 1 ? 14 : level == 2 ? 10 : 7) }
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
