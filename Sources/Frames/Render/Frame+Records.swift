extension Frame {
    /// The frame with one field a line, for rows with many columns: the name, a colon, the value as in the table for people.
    ///
    /// Rows stand apart by an empty line; there are no totals.
    public func records(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        var options = options
        options.totals = false
        let table = try TextTable(self, options: options)
        let width = table.columns.map { TextWidth.of($0.name) }.max() ?? 0
        var blocks = (0..<table.rowCount).map { row in
            table.columns.map { column in
                let padding = String(repeating: " ", count: width - TextWidth.of(column.name))
                let value = column.cells[row].text
                return padding + column.name + (value.isEmpty ? ":\n" : ": \(value)\n")
            }.joined()
        }
        blocks += ([table.more].compactMap { $0 } + table.notices.map(\.text)).map { $0 + "\n" }
        return blocks.joined(separator: "\n")
    }
}
