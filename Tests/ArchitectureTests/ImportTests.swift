import Testing

@Suite("Modules import only what stands below them")
struct ImportTests {
    @Test("Every import in Sources is in the table of modules")
    func importsFollowTheTable() {
        expectNone(SourceTree.sources.flatMap(forbiddenImports))
    }

    @Test("Every folder in Sources has a row in the table, and every row a folder")
    func tableIsComplete() {
        #expect(SourceTree.moduleFolders == ModuleTable.rules.map(\.name).sorted())
    }

    @Test("A row names only rows above it, so there is no cycle")
    func tableHasNoCycle() {
        var above: Set<String> = []
        for rule in ModuleTable.rules {
            #expect(rule.modules.isSubset(of: above), "\(rule.name) reaches up to \(rule.modules.subtracting(above).sorted())")
            above.insert(rule.name)
        }
    }

    @Test("C is owned by CLuca and CVault, which Lua and SQLite call, and CServerLayout, which is a file's bytes; beside them there is one header for each system library")
    func onlyThreeModulesHaveC() {
        let strays = SourceTree.sources.filter { $0.isC && !["CLuca", "CVault", "CServerLayout"].contains($0.module) && !$0.path.hasSuffix("/shim.h") }
        expectNone(strays.map { Finding(path: $0.path, line: 1, message: "C belongs into Sources/CLuca or Sources/CVault") })
    }

    @Test(
        "The rule sees imports however they are written",
        arguments: [
            "import BigInt", "public import BigInt", "@preconcurrency import BigInt", "internal import struct BigInt.Row", "  import Foundation",
            "@_exported import Values",
        ])
    func ruleFinds(line: String) {
        let file = SourceFile(path: "Sources/Ledger/A.swift", contents: "import Values\n" + line + "\n")
        #expect(forbiddenImports(file).map(\.line) == [2])
    }

    @Test(
        "The rule is not misled by text that looks like an import",
        arguments: [
            "// import BigInt", "let text = \"import BigInt\"", "f(import: 1)", "book.import(path)", "/* \n import BigInt */",
        ])
    func ruleIgnores(line: String) {
        #expect(forbiddenImports(SourceFile(path: "Sources/Ledger/A.swift", contents: line)) == [])
    }
}

private let importModifiers: Set = ["public", "package", "internal", "fileprivate", "private", "testable", "preconcurrency", "_exported"]
private let importKinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]

func forbiddenImports(_ file: SourceFile) -> [Finding] {
    guard file.isSwift, let module = file.module else { return [] }
    guard let rule = ModuleTable.rule(module) else {
        return [Finding(path: file.path, line: 1, message: "Sources/\(module) has no row in ModuleTable")]
    }
    let allowed = rule.modules.union(rule.packages).union(rule.system)
    return imports(of: file).compactMap { found in
        let (name, line, isExported) = found
        if isExported {
            return Finding(path: file.path, line: line, message: "@_exported hides who depends on \(name)")
        }
        if allowed.contains(name) || name == "Swift" { return nil }
        return Finding(path: file.path, line: line, message: "\(module) may not import \(name); it may import \(allowed.sorted())")
    }
}

private func imports(of file: SourceFile) -> [(name: String, line: Int, isExported: Bool)] {
    let tokens = file.text.tokens
    return tokens.indices.compactMap { index in
        guard tokens[index].text == "import", index + 1 < tokens.count else { return nil }
        let line = tokens[index].line
        let before = tokens[..<index].reversed().prefix { $0.line == line }.map(\.text).filter { $0 != "@" }
        guard before.allSatisfy(importModifiers.contains) else { return nil }
        var name = tokens[index + 1].text
        if importKinds.contains(name), index + 2 < tokens.count { name = tokens[index + 2].text }
        guard name != ":", name != "(" else { return nil }
        return (name, line, before.contains("_exported"))
    }
}
