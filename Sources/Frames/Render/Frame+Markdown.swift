extension Frame {
    /// The frame as a table of Markdown: numbers to the right and shown as in the table for people, totals bold.
    public func markdown(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        let table = try TextTable(self, options: options)
        guard !table.columns.isEmpty else { return "" }
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        var text = line(table.columns.map { Self.escaped($0.name) })
        text += line(table.columns.map { $0.isNumber ? "---:" : "---" })
        for row in 0..<table.rowCount { text += line(table.columns.map { Self.escaped($0.cells[row].text) }) }
        for total in 0..<table.totalCount {
            text += line(table.columns.map { $0.totals[total].map { "**\(Self.escaped($0.text))**" } ?? "" })
        }
        let notices = [table.more].compactMap { $0 } + table.notices.map(\.text)
        return text + notices.map { "\n\(Self.escaped($0))\n" }.joined()
    }

    /// A text that ends no cell and starts no markup.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "|\\`*_<".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
