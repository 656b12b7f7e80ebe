/// A group's rows as a Markdown table, its columns padded so that it reads well as plain text too.
func markdown(_ rows: [Row]) -> String {
    let header = ["what", "measured", "reference measured in the same run", "ratio", "budget", "within"]
    let cells = [header] + rows.map(cells(of:))
    let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    var lines = cells.map { line($0, widths) }
    lines.insert(line(widths.map { String(repeating: "-", count: $0) }, widths), at: 1)
    return lines.joined(separator: "\n")
}

private func cells(of row: Row) -> [String] {
    [
        row.what,
        row.measured?.text ?? "",
        row.reference.map { "\($0.name): \($0.measured.text)" } ?? "",
        row.ratio.map(threeDigits) ?? "",
        row.budget?.text ?? "",
        row.budget == nil && !row.isFailed ? "" : (row.isWithin ? "yes" : "NO"),
    ]
}

private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
    return "| " + padded.joined(separator: " | ") + " |"
}
