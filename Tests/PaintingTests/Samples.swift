import Drawing

/// Documents and pictures that the tests draw.
enum Samples {
    static let details = FileDetails(author: "Ray Miller", subject: "Account statement", created: "2014-12-31")

    /// A statement with all kinds of blocks.
    static let statement = PrintedDocument(
        title: "Account statement 2014", subtitle: "Ray · Brokerage and Savings · in USD", footer: "Values by the last price on or before the day.", details: details,
        blocks: [
            .figures([
                PrintedFigure(name: "Net worth", value: "325,408.28 USD", note: "+1.2 % this month"),
                PrintedFigure(name: "Change in 2014", value: "+25,408.28 USD", note: "+8.5 %", tone: .gain), PrintedFigure(name: "Cash", value: "", note: "no rate for JPY"),
                PrintedFigure(name: "Fees and taxes", value: "-1,203.10 USD", tone: .loss),
            ]),
            .heading("Course of the year", level: 1), .scene(picture), .note("No price was known from 3 to 9 May."),
            .heading("Holdings", level: 1), .paragraph("What was held at the end of the year, at the last price on or before that day."),
            .heading("By account", level: 2), .table(holdings(60)), .note("S0, S11 and others have no price."),
            .heading("Income", level: 1),
            .table(
                PrintedTable(
                    caption: "Dividends", columns: [PrintedTable.Column("Month"), PrintedTable.Column("Amount", alignment: .trailing)],
                    rows: [("March", "12.50"), ("June", "13.10")].map { PrintedTable.Row([.init($0), .init($1)]) } + [
                        PrintedTable.Row([.init("Total"), .init("25.60")], role: .total)
                    ])),
        ])

    /// A small line chart with most of what a scene may hold.
    static let picture: Scene = {
        var elements: [Scene.Element] = [.text(Text("Net worth", at: Point(8, 14), size: 11, isBold: true))]
        for step in 0...3 {
            let y = 100 - Double(step) * 25
            elements.append(.shape(Shape(.path([.move(Point(40, y)), .line(Point(232, y))]), stroke: .grid, strokeWidth: 0.5)))
            elements.append(.text(Text("\(step * 100)k", at: Point(36, y + 3), size: 8, anchor: .end, ink: .muted)))
        }
        let course = (0...24).map { Point(40 + Double($0) * 8, 90 - Double($0 * $0 % 41)) }
        elements.append(.shape(Shape(.path([.move(course[0])] + course.dropFirst().map { .line($0) }), stroke: .series(0), strokeWidth: 1.5)))
        elements.append(.shape(Shape(.rectangle(Point(60, 70), width: 20, height: 30), fill: .gain)))
        elements.append(.shape(Shape(.circle(Point(150, 60), radius: 14), fill: .series(1), fillOpacity: 0.5, stroke: .axis, dash: [3, 2])))
        elements.append(.shape(Shape(.path([.move(Point(180, 100)), .curve(Point(190, 60), Point(210, 60), Point(220, 100)), .close]), fill: .loss)))
        elements.append(.text(Text("USD", at: Point(12, 64), size: 8, anchor: .middle, ink: .muted, isVertical: true)))
        return Scene(width: 240, height: 112, title: "Net worth", elements: elements)
    }()

    /// A table of holdings in accounts of 25 rows, each with its sum; `years` adds columns.
    static func holdings(_ count: Int, years: Int = 0) -> PrintedTable {
        let names = ["Oracle Corporation", "iShares Core MSCI World UCITS ETF USD (Acc)", "Vanguard FTSE All-World", "Bitcoin", "Société Générale"]
        var rows: [PrintedTable.Row] = []
        for index in 0..<count {
            if index % 25 == 0 { rows.append(PrintedTable.Row([.init("Account \(index / 25 + 1)")], role: .group)) }
            let gain = index * 7_919 % 2_000 - 800
            let quantity = index % 3 == 0 ? "\(index + 1)" : "\(index).\(index % 7)25"
            var cells: [PrintedTable.Cell] = [.init("S\(index)"), .init(names[index % names.count]), .init(quantity)]
            cells.append(index % 11 == 0 ? .init("unknown", tone: .missing) : .init("\(index * 913 + 100).50"))
            cells.append(.init("\(gain).00", tone: gain < 0 ? .loss : .gain))
            rows.append(PrintedTable.Row(cells + (0..<years).map { .init("\(1_000_000 + index * 1_000 + $0).25") }))
            if index % 25 == 24 || index == count - 1 {
                rows.append(PrintedTable.Row([.init("Sum \(index / 25 + 1)"), .init(""), .init(""), .init("9,876.50"), .init("-12.00", tone: .loss)], role: .subtotal))
            }
        }
        rows.append(PrintedTable.Row([.init("Total"), .init(""), .init(""), .init("1,234,567.89"), .init("345.00", tone: .gain)], role: .total))
        let columns: [PrintedTable.Column] = [
            .init("Symbol", priority: 2), .init("Name", priority: 1), .init("Quantity", alignment: .decimal), .init("Market value", alignment: .trailing),
            .init("Unrealized gain", alignment: .trailing),
        ]
        return PrintedTable(columns: columns + (0..<years).map { .init("Value in \(2000 + $0)", alignment: .trailing) }, rows: rows)
    }
}
