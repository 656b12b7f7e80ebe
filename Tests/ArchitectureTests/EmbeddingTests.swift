import Foundation
import Testing

@Suite("The program carries the whole stdlib and the manual")
struct EmbeddingTests {
    @Test("Every file of stdlib that the program needs is embedded, and every chapter")
    func everythingIsEmbedded() {
        let embedded = Set(embeddedFiles().map(\.target))
        let missing = shippedFiles().filter { !embedded.contains($0) }
        expectNone(missing.map { Finding(path: $0, line: 1, message: "no #embed in Sources/CLuca names this file") })
    }

    @Test("Every #embed names a file that exists")
    func everyEmbedExists() {
        let dangling = embeddedFiles().filter { !SourceTree.exists($0.target) }
        expectNone(dangling.map { Finding(path: $0.path, line: $0.line, message: "#embed of \($0.target), which does not exist") })
    }

    @Test("The stdlib has something to embed")
    func stdlibIsThere() {
        #expect(shippedFiles().contains("stdlib/demo/prices.csv"))
    }
}

/// The Lua, the demo's data and the manual; a README of stdlib is for people, meta for editors, and two pages of docs for those who change luca.
private func shippedFiles() -> [String] {
    let chapters = SourceTree.paths(under: "docs").filter { $0.hasSuffix(".md") && !["docs/architecture.md", "docs/decisions.md"].contains($0) }
    return SourceTree.paths(under: "stdlib").filter { ($0.hasSuffix(".lua") && !$0.hasPrefix("stdlib/meta/")) || ($0.hasPrefix("stdlib/demo/") && $0.hasSuffix(".csv")) } + chapters
}

private struct Embedding {
    var path: String
    var line: Int
    /// The file embedded, from the top of the tree.
    var target: String
}

private func embeddedFiles() -> [Embedding] {
    SourceTree.sources.filter { $0.module == "CLuca" }.flatMap { file in
        file.lines.enumerated().compactMap { index, line in
            let words = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard words.count > 2, words[0].filter({ !$0.isWhitespace }) == "#embed" else { return nil }
            let folder = (file.path as NSString).deletingLastPathComponent
            let target = NSString(string: "/" + folder + "/" + words[1]).standardizingPath.dropFirst()
            return Embedding(path: file.path, line: index + 1, target: String(target))
        }
    }
}
