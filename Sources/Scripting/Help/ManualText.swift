import Frames
import Values

/// A chapter's Markdown as plain text for the prompt: headings underlined, paragraphs and lists broken to the width, tables as lists, marks taken away; what
/// is printed as a session stays as it is, set in.
struct ManualText {
    /// How wide lines may be; those of sessions may be wider.
    let width: Int

    private static let fence = "```"

    /// The text of a chapter, or of a part of one.
    func rendered(_ markdown: String) -> String {
        var blocks: [String] = []
        var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("<!--") {
                lines.removeFirst()
            } else if line.hasPrefix(Self.fence) {
                lines.removeFirst()
                blocks.append(code(taken(&lines) { !$0.hasPrefix(Self.fence) }))
                lines = lines.dropFirst()
            } else if line.hasPrefix("    ") {
                blocks.append(code(taken(&lines) { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }))
            } else if line.hasPrefix("#") {
                lines.removeFirst()
                blocks.append(heading(line))
            } else if line.hasPrefix("|") {
                blocks.append(table(taken(&lines) { $0.hasPrefix("|") }))
            } else if line.hasPrefix("- ") {
                blocks.append(list(taken(&lines) { !$0.isEmpty }))
            } else {
                blocks.append(paragraph(taken(&lines) { !$0.isEmpty && !$0.hasPrefix(Self.fence) && !$0.hasPrefix("#") && !$0.hasPrefix("|") }))
            }
        }
        return blocks.joined(separator: "\n\n")
    }

    /// The numbers of the lines that are no part of a session or of other code.
    static func outsideCode(_ lines: [Substring]) -> [Int] {
        var isInside = false
        return lines.indices.filter { index in
            if lines[index].hasPrefix(fence) { isInside.toggle() }
            return !isInside
        }
    }

    /// A line without the marks of Markdown: bold, code, links. Of a link to the network the address follows in brackets; code of several words stands in
    /// quotation marks, where it has none itself, so that it is told from the sentence around it.
    static func plain(_ text: some StringProtocol) -> String {
        var result = ""
        // Within marks of code nothing else is a mark.
        for (number, part) in withoutLinks(String(text)).split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            result += number % 2 == 1 ? code(String(part)) : String(part).replacing("**", with: "")
        }
        return result
    }

    private static func code(_ text: String) -> String { text.contains(" ") && !text.contains("\"") ? "\"\(text)\"" : text }

    private static func withoutLinks(_ text: String) -> String {
        var result = "", rest = text[...]
        while let middle = rest.firstRange(of: "](") {
            let before = rest[..<middle.lowerBound], isCode = (result + before).count { $0 == "`" } % 2 == 1
            guard !isCode, let opening = before.lastIndex(of: "["), let end = rest[middle.upperBound...].firstIndex(of: ")") else {
                result += rest[..<middle.upperBound]
                rest = rest[middle.upperBound...]
                continue
            }
            let address = rest[middle.upperBound..<end]
            result += before[..<opening] + before[before.index(after: opening)...] + (address.hasPrefix("http") ? " (\(address))" : "")
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    // MARK: Blocks

    /// The lines from the first that fits to the last in a row.
    private func taken(_ lines: inout ArraySlice<Substring>, while fits: (Substring) -> Bool) -> [Substring] {
        let block = lines.prefix(while: fits)
        lines = lines.dropFirst(block.count)
        return Array(block)
    }

    private func heading(_ line: Substring) -> String {
        let level = line.prefix { $0 == "#" }.count, text = Self.plain(line.dropFirst(level + 1))
        guard level < 3 else { return wrapped(text, indent: 2) }
        return wrapped(text, indent: 0) + "\n" + String(repeating: level == 1 ? "═" : "─", count: min(text.count, width))
    }

    private func code(_ lines: [Substring]) -> String { lines.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n") }

    private func paragraph(_ lines: [Substring]) -> String { wrapped(Self.plain(lines.joined(separator: " ")), indent: 0) }

    private func list(_ lines: [Substring]) -> String {
        var items: [String] = []
        for line in lines {
            if line.hasPrefix("- ") || items.isEmpty { items.append(String(line)) } else { items[items.count - 1] += " " + line.drop { $0 == " " } }
        }
        return items.map { wrapped(Self.plain($0), indent: 2) }.joined(separator: "\n")
    }

    /// A row a line where all fit beside one another; else the first cell of each row above the others, set in.
    private func table(_ lines: [Substring]) -> String {
        // The second line parts the headings from the rows.
        var rows = lines.enumerated().filter { $0.offset != 1 }.map { cells(of: $0.element) }
        if rows.first?.allSatisfy(\.isEmpty) == true { rows.removeFirst() }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        // What the last column has room for is wide enough to be read.
        let room = width - widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let longestWord = rows.compactMap(\.last).flatMap { $0.split(separator: " ") }.map(\.count).max() ?? 0
        guard room >= min(widths.last ?? 0, 36), room >= longestWord else { return rows.dropFirst().map(record).joined(separator: "\n") }
        return rows.map { row in
            let before = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined()
            return before + WrappedText.wrapped(row.last ?? "", behind: width - room, indent: width - room, width: width)
        }.joined(separator: "\n")
    }

    private func record(_ cells: [String]) -> String {
        let rest = cells.dropFirst().filter { !$0.isEmpty }.joined(separator: "; ")
        return wrapped(cells.first ?? "", indent: 2) + "\n    " + WrappedText.wrapped(rest, behind: 4, indent: 4, width: width)
    }

    private func cells(of line: Substring) -> [String] {
        var cells: [String] = [""], isCode = false
        for character in line.trimmed.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells.dropLast().map { Self.plain($0.trimmed) }
    }

    private func wrapped(_ text: String, indent: Int) -> String { WrappedText.wrapped(text, behind: 0, indent: indent, width: width) }
}
