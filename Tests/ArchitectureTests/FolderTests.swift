import Testing

/// The folders of a module are its floors: each rests on those below it alone.
///
/// This is no compiler: a folder needs another where one of its files says the name of a type that only the other folder declares. Names behind a
/// dot, and names that the file declares itself, are passed over.
@Suite("The folders of a module")
struct FolderTests {
    @Test("No two folders need one another, directly or by way of others")
    func circles() {
        for module in SourceTree.moduleFolders {
            let graph = FolderGraph(SourceTree.sources.filter { $0.module == module && $0.isSwift })
            if let circle = graph.circle() { Issue.record("Sources/\(module): \(circle.map(graph.description).joined(separator: "; "))") }
        }
    }

    @Test("A circle is found, and who says what in it")
    func example() {
        let files = [
            SourceFile(path: "Sources/A/Low/Stone.swift", contents: "struct Stone { var wall: Wall? }"),
            SourceFile(path: "Sources/A/Middle/Wall.swift", contents: "/// Carries a Roof.\nstruct Wall { let stones: [Stone]; enum Roof {} }"),
            SourceFile(path: "Sources/A/High/Roof.swift", contents: "struct Roof { let walls: [Wall] }"),
        ]
        #expect(FolderGraph(Array(files[1...])).circle() == nil)
        let graph = FolderGraph(files)
        #expect(graph.circle()?.map(graph.description).sorted() == ["Low needs Middle (Stone.swift says Wall)", "Middle needs Low (Wall.swift says Stone)"])
    }
}

private struct FolderGraph {
    struct Need: Hashable {
        let from: String, to: String
    }

    /// For each folder those that it needs, and for each need the first place that tells.
    private var needs: [String: Set<String>] = [:]
    private var places: [Need: String] = [:]

    init(_ files: [SourceFile]) {
        var homes: [String: Set<String>] = [:]
        for file in files {
            for name in Self.declared(in: file, visibleOutside: true) { homes[name, default: []].insert(Self.folder(file)) }
        }
        for file in files {
            let own = Self.declared(in: file, visibleOutside: false), tokens = file.text.tokens
            for (index, token) in tokens.enumerated() where token.text.first?.isUppercase == true && !own.contains(token.text) {
                guard index == 0 || tokens[index - 1].text != ".", let home = homes[token.text], home.count == 1, let other = home.first, other != Self.folder(file) else {
                    continue
                }
                needs[Self.folder(file), default: []].insert(other)
                let need = Need(from: Self.folder(file), to: other)
                if places[need] == nil { places[need] = "\(file.path.split(separator: "/").last ?? "") says \(token.text)" }
            }
        }
    }

    func description(_ need: Need) -> String { "\(need.from) needs \(need.to) (\(places[need] ?? ""))" }

    /// The needs that lead from a folder back to it; nil where none does.
    func circle() -> [Need]? {
        for start in needs.keys.sorted() {
            var ways: [String: [Need]] = [start: []], open = [start]
            while let folder = open.popLast() {
                for next in needs[folder, default: []].sorted() {
                    let way = ways[folder, default: []] + [Need(from: folder, to: next)]
                    if next == start { return way }
                    if ways[next] == nil {
                        ways[next] = way
                        open.append(next)
                    }
                }
            }
        }
        return nil
    }

    /// The folder right below the module that a file is in, however deep; files beside the folders are one floor of their own.
    private static func folder(_ file: SourceFile) -> String {
        let parts = file.path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : ""
    }

    /// Names of types that a file declares: those that other files see begin a line at its left edge.
    private static func declared(in file: SourceFile, visibleOutside: Bool) -> Set<String> {
        let words: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"], tokens = file.text.tokens
        var names: Set<String> = []
        for index in tokens.indices.dropLast() where words.contains(tokens[index].text) || !visibleOutside && tokens[index].text == "case" {
            let line = file.lines[tokens[index].line - 1]
            if visibleOutside, line.first?.isWhitespace != false || line.hasPrefix("private") || line.hasPrefix("fileprivate") { continue }
            names.insert(tokens[index + 1].text)
        }
        return names
    }
}
