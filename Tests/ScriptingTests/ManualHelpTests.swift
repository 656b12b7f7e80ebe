import Foundation
import TestSupport
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("The manual at the prompt")
struct ManualHelpTests {
    private let session: ScriptSession
    private var runtime: Runtime { session.runtime }

    init() throws { session = try ScriptSession.small() }

    @Test("Each chapter is shown by help, in eighty columns but for what a session printed, without marks", arguments: Manual.chapters)
    func chapters(name: String) throws {
        let text = try #require(runtime.help("manual \(name)"))
        let source = try #require(runtime.stdlib.text("docs/\(name).md"))
        #expect(text.hasPrefix(source.dropFirst(2).prefix { $0 != "\n" } + "\n══"))
        for line in text.split(separator: "\n") where !line.hasPrefix("  ") { #expect(line.count <= 80, "\(line)") }
        for mark in ["**", "```", "](", "<!--", "| --- |"] { #expect(!text.contains(mark), "\(mark) in \(name)") }
        // Every heading, and every line that is typed.
        let lines = source.split(separator: "\n")
        for line in lines where line.hasPrefix("## ") { #expect(text.contains("\n" + ManualText.plain(line.dropFirst(3)) + "\n──"), "\(line)") }
        for line in lines where line.hasPrefix("luca> ") { #expect(text.contains("\n  \(line)"), "\(line)") }
    }

    @Test("help start shows the first chapter, and help manual the list of all")
    func start() throws {
        #expect(runtime.help("start") != nil && runtime.help("start") == runtime.help("manual start"))
        let contents = try #require(runtime.help("manual"))
        for chapter in Manual.chapters { #expect(contents.contains("\n" + chapter + "  "), "\(chapter)") }
        #expect(contents.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(contents)")
        #expect(Set(Manual.chapters + ["manual"]).isSubset(of: runtime.topics))
    }

    @Test("Of a word that is a function too, the function comes first, with a hint at the chapter", arguments: ["recurring", "plans", "currencies"])
    func functionFirst(name: String) throws {
        let text = try #require(runtime.help(name))
        #expect(!text.contains("══") && text.hasSuffix("help manual \(name)"))
    }

    @Test(
        "A heading is a topic, whole or one of its names",
        arguments: [("Spreadsheet", "coming-from"), ("ledger", "coming-from"), ("what if", "plans")])
    func sections(heading: String, chapter: String) throws {
        let text = try #require(runtime.help(heading))
        #expect(text.contains("\n──") && text.hasSuffix("from the chapter \(chapter): help manual \(chapter)"), "\(text)")
    }

    @Test("Blanks, underscores and capitals make no difference in the name of a chapter")
    func spelling() {
        #expect(["coming from", "Coming_From", "coming-from", "manual coming from"].allSatisfy { Manual.chapter($0) == "coming-from" })
        #expect(Manual.chapter("manual") == nil && Manual.chapter("comings") == nil && runtime.help("manual nothing") == nil)
    }

    @Test("A folder beside that of the library takes the place of the chapters in the program")
    func ownChapters() throws {
        let folder = try TemporaryFolder()
        for name in ["stdlib", "docs"] { try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false) }
        try "# Mine\n\nAnother beginning.\n".write(toFile: folder.path + "/docs/start.md", atomically: true, encoding: .utf8)
        var configuration = Runtime.Configuration()
        configuration.stdlibFolder = folder.path + "/stdlib"
        let runtime = try Runtime(configuration)
        #expect(runtime.help("start") == "Mine\n════\n\nAnother beginning.")
        #expect(runtime.help("questions")?.hasPrefix("Questions and answers\n") == true)
    }

    @Test("A word that a column has no room for puts the rows below one another")
    func wideWord() {
        let source = "| what | how |\n| --- | --- |\n| a sum of all that there is | `holdings{}:sum(\"market_value\")` |"
        #expect(ManualText(width: 40).rendered(source) == "a sum of all that there is\n    holdings{}:sum(\"market_value\")")
    }

    @Test("What a start reads of the library is found before any chapter")
    func chaptersComeLast() throws {
        let names = Stdlib.names, first = try #require(names.firstIndex { $0.hasPrefix("docs/") })
        #expect(first > 0 && names[first...].allSatisfy { $0.hasPrefix("docs/") })
    }

    @Test("A narrow screen gets narrower lines")
    func narrow() throws {
        let text = try #require(Manual(runtime.stdlib, width: 50).text(ofChapter: "questions"))
        for line in text.split(separator: "\n") where !line.hasPrefix("  ") { #expect(line.count <= 50, "\(line)") }
    }

    @Test("Markdown becomes plain text")
    func rendering() {
        let source = """
            # A `title`

            Some **bold** words, `code` with `**` in it, `help me`, and
            a [link](start.md) or [another](https://example.org).

            - one
              goes on
            - two

            | a | b |
            | --- | --- |
            | `x|y` | z |

            ```
            luca> 1 + 1
            2
            ```
            """
        let text = ManualText(width: 40).rendered(source)
        #expect(
            text == """
                A title
                ═══════

                Some bold words, code with ** in it,
                "help me", and a link or another
                (https://example.org).

                - one goes on
                - two

                a    b
                x|y  z

                  luca> 1 + 1
                  2
                """)
    }

    @Test(
        "A link becomes its text, whatever the text is made of",
        arguments: [
            ("[`a.lua`](../a.lua) does it", "a.lua does it"), ("see [one](1.md) and [two](2.md#x)", "see one and two"), ("`f[1](x)` is code", "f[1](x) is code"),
            ("[it](http://example.org), an [x]", "it (http://example.org), an [x]"),
        ])
    func links(source: String, plain: String) {
        #expect(ManualText.plain(source) == plain)
    }

    @Test("A table that is too wide has its rows below one another")
    func wideTable() {
        let source = "| what | why | whence |\n| --- | --- | --- |\n| something long to say | and another thing that is long | here and there and everywhere |"
        let text = ManualText(width: 40).rendered(source)
        #expect(text == "something long to say\n    and another thing that is long; here\n    and there and everywhere")
    }
}
