import LuaSurface
import Values

/// The manual's chapters, as `help` shows them. They travel inside the program, and none is read before somebody asks for it.
struct Manual {
    /// The page that lists the chapters.
    static let contents = "manual"

    /// The names of the chapters, in the order in which they are read.
    static let chapters: [String] = Stdlib.names.compactMap { name in
        guard name.hasPrefix(folder), name != contentsFile else { return nil }
        return String(name.dropFirst(folder.count).prefix { $0 != "." })
    }

    private static let folder = "docs/"
    private static let contentsFile = "docs/README.md"

    private let stdlib: Stdlib
    /// How wide lines may be.
    private let width: Int

    /// The manual of a library, for a screen of a width; without one, for eighty columns. Wider lines are hard to read.
    init(_ stdlib: Stdlib, width: Int?) {
        self.stdlib = stdlib
        self.width = min(width ?? 80, 80)
    }

    /// The name of the chapter that a topic means: `start`, `Coming from`, `manual recurring`; nil where it is none.
    static func chapter(_ topic: String) -> String? {
        let words = topic.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.map(String.init)
        let name = (words.first == contents ? words.dropFirst() : words[...]).joined(separator: "-")
        return chapters.first { $0 == name } ?? programs[name]
    }

    /// The chapters of programs and forms that have none of their own name.
    private static let programs = ["ofx": "statements", "qfx": "statements", "qif": "statements", "quicken": "statements", "yahoo": "importing", "google": "importing"]

    /// The page of a topic that is asked of the manual alone: the list of chapters, or the chapter behind `manual`.
    func page(_ topic: String) -> String? {
        let words = topic.split(separator: " ")
        guard words.first == Self.contents[...] else { return nil }
        return words.count == 1 ? text(of: Self.contentsFile) : Self.chapter(topic).flatMap(text(ofChapter:))
    }

    /// A chapter by its name.
    func text(ofChapter name: String) -> String? { text(of: "\(Self.folder)\(name).md") }

    /// The section of a heading, such as `What if` or `Wealthfolio`, with the chapter that it is in; nil where no chapter has it.
    func section(_ heading: String) -> String? {
        let wanted = heading.lowercased()
        for chapter in Self.chapters {
            let lines = (stdlib.text("\(Self.folder)\(chapter).md") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            let blocks = ManualText.outsideCode(lines)
            guard let start = blocks.first(where: { lines[$0].hasPrefix("## ") && Self.titles(lines[$0].dropFirst(3)).contains(wanted) }) else { continue }
            let end = blocks.first { $0 > start && lines[$0].hasPrefix("## ") } ?? lines.count
            let text = ManualText(width: width).rendered(lines[start..<end].joined(separator: "\n"))
            return text + "\n\nfrom the chapter \(chapter): help \(Self.contents) \(chapter)"
        }
        return nil
    }

    /// What a heading is asked for by: itself, and each of several names, as in "ledger and hledger".
    private static func titles(_ heading: Substring) -> [String] {
        let whole = String(heading).lowercased()
        return [whole] + (whole.contains("?") ? [] : whole.split(separator: " and ", omittingEmptySubsequences: true).map(String.init))
    }

    private func text(of file: String) -> String? { stdlib.text(file).map(ManualText(width: width).rendered) }
}
