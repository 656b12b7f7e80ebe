import Drawing

/// Puts figures side by side: the name small, the value large, what is said of it small below.
struct FigureLayout {
    /// A figure as it is printed.
    private struct Card {
        var name: [String], value: [String], note: [String]
        var valueFont: Typesetter.Font
        var ink: Ink
        var height: Double { 8 + Double(name.count) * 10 + Double(value.count) * valueFont.size * 1.3 + 2 + Double(note.count) * 10 }
    }

    private static let small = Typesetter.Font(size: 7.5)
    private static let gap = 14.0
    let figures: [PrintedFigure]
    let breaker: TextBreaker

    /// What the first row of figures needs.
    func leastHeight(width: Double) -> Double { rows(width).first.map(height) ?? 0 }

    /// Puts the figures where the flow is, in as many rows as they need.
    func place(in flow: inout PageFlow) {
        let width = cardWidth(flow.width)
        for row in rows(flow.width) {
            let height = height(row)
            flow.reserve(height)
            for (index, card) in row.enumerated() { draw(card, x: flow.left + Double(index) * (width + Self.gap), width: width, in: &flow) }
            flow.advance(height)
        }
    }

    private func draw(_ card: Card, x: Double, width: Double, in flow: inout PageFlow) {
        flow.rule(from: x, to: x + width, at: flow.y + 1, .axis, thickness: 0.8)
        var base = flow.y + 6
        func add(_ lines: [String], _ font: Typesetter.Font, _ lineHeight: Double, _ ink: Ink) {
            for line in lines {
                if !line.isEmpty { flow.add(.text(Text(line, at: Point(x, base + lineHeight * 0.5 + font.size * 0.36), size: font.size, isBold: font.isBold, ink: ink))) }
                base += lineHeight
            }
        }
        add(card.name, Self.small, 10, .muted)
        add(card.value, card.valueFont, card.valueFont.size * 1.3, card.ink)
        base += 2
        add(card.note, Self.small, 10, .muted)
    }

    private func height(_ row: [Card]) -> Double { (row.map(\.height).max() ?? 0) + 8 }

    private func cardWidth(_ width: Double) -> Double { (width - Self.gap * Double(inRow(width) - 1)) / Double(inRow(width)) }

    /// How many stand side by side: all of them up to four, or five across; more in rows that are as full as one another.
    private func inRow(_ width: Double) -> Int {
        let most = width > 600 ? 5 : 4, count = max(figures.count, 1)
        let rows = (count + most - 1) / most
        return max((count + rows - 1) / rows, 2)
    }

    private func rows(_ width: Double) -> [[Card]] {
        let count = inRow(width), room = cardWidth(width)
        // Values beside one another have one size: the largest in which the longest of them fits.
        let longest = figures.map { breaker.typesetter.width(of: $0.value, Typesetter.Font(size: 1, isBold: true)) }.max() ?? 0
        let font = Typesetter.Font(size: longest > 0 ? min(15, max(8, room / longest)) : 15, isBold: true)
        let cards = figures.map { card($0, font, room) }
        return stride(from: 0, to: cards.count, by: count).map { start in
            var row = Array(cards[start..<min(start + count, cards.count)])
            // Values beside one another stand on one line, however many lines their names have.
            let lines = row.map(\.name.count).max() ?? 0
            for index in row.indices { row[index].name += Array(repeating: "", count: lines - row[index].name.count) }
            return row
        }
    }

    private func card(_ figure: PrintedFigure, _ font: Typesetter.Font, _ width: Double) -> Card {
        let ink: Ink =
            switch figure.tone {
            case .plain: .text
            case .gain: .gain
            case .loss: .loss
            case .missing: .muted
            }
        return Card(
            name: breaker.lines(of: figure.name, Self.small, width: width),
            value: breaker.lines(of: figure.value.isEmpty ? "–" : figure.value, font, width: width),
            note: figure.note.isEmpty ? [] : breaker.lines(of: figure.note, Self.small, width: width), valueFont: font,
            ink: figure.value.isEmpty ? .muted : ink)
    }
}
