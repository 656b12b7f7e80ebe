/// A session drawn as SVG, as a terminal shows it.
struct SessionPicture {
    /// The colours of a terminal.
    struct Palette {
        let background: String
        let text: String
        let prompt: String
        let typed: String
        let rule: String
        let error: String
        let hint: String

        static let light = Palette(
            background: "#ffffff", text: "#24292f", prompt: "#0969da", typed: "#24292f", rule: "#afb8c1", error: "#cf222e", hint: "#57606a")
        static let dark = Palette(
            background: "#0d1117", text: "#c9d1d9", prompt: "#58a6ff", typed: "#f0f6fc", rule: "#484f58", error: "#ff7b72", hint: "#8b949e")
    }

    /// The lines of the session, as they stand in a page.
    let lines: [String]
    let palette: Palette

    private static let columnWidth = 8.4
    private static let lineHeight = 20
    private static let margin = 16

    /// The picture.
    var svg: String {
        let columns = lines.map(\.count).max() ?? 0
        let width = Int(Double(columns) * Self.columnWidth) + 2 * Self.margin, height = lines.count * Self.lineHeight + 2 * Self.margin
        let opening = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" fill="\(palette.background)" stroke="\(palette.rule)"/>
            <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve" style="white-space: pre">

            """
        let texts = lines.enumerated().flatMap { number, line in parts(of: line).map { text($0.text, at: $0.column, on: number, $0.colour, isBold: $0.isBold) } }
        return opening + texts.joined(separator: "\n") + "\n</g>\n</svg>\n"
    }

    private struct Part {
        let text: String
        let column: Int
        let colour: String
        var isBold = false
    }

    /// A line in the colours of its parts.
    private func parts(of line: String) -> [Part] {
        for prompt in ["luca> ", "  ... ", "$ "] where line.hasPrefix(prompt) {
            let typed = Part(text: String(line.dropFirst(prompt.count)), column: prompt.count, colour: palette.typed, isBold: true)
            return [Part(text: prompt, column: 0, colour: palette.prompt), typed]
        }
        if line.isEmpty { return [] }
        if line.hasPrefix("error[") { return [Part(text: line, column: 0, colour: palette.error)] }
        if line.allSatisfy({ $0 == "─" || $0 == " " }) { return [Part(text: line, column: 0, colour: palette.rule)] }
        if line.hasPrefix("  hint:") { return [Part(text: line, column: 0, colour: palette.hint)] }
        return [Part(text: line, column: 0, colour: line.allSatisfy { $0 == " " || $0 == "^" } ? palette.error : palette.text)]
    }

    /// The length of each text is told, so that columns stand below one another in whatever font there is.
    private func text(_ text: String, at column: Int, on line: Int, _ colour: String, isBold: Bool) -> String {
        let blanks = text.prefix { $0 == " " }.count, shown = String(text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
        let x = Self.margin + Int(Double(column + blanks) * Self.columnWidth), y = Self.margin + line * Self.lineHeight + 14
        let length = Int((Double(shown.count) * Self.columnWidth).rounded()), weight = isBold ? " font-weight=\"600\"" : ""
        return "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(length)\" fill=\"\(colour)\"\(weight)>\(Self.escaped(shown))</text>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
