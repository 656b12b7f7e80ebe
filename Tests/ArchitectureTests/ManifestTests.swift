import Testing

@Suite("Package.swift and docs/architecture.md agree with the table of modules")
struct ManifestTests {
    @Test("Each target depends on what its row allows, no more and no less", arguments: ModuleTable.rules.map(\.name))
    func targetAgrees(module: String) throws {
        let rule = try #require(ModuleTable.rule(module))
        let manifest = try #require(SourceTree.file("Package.swift"))
        let target = try #require(manifestDependencies(of: module, in: manifest.lines.joined(separator: "\n")), "Package.swift has no target \(module)")
        #expect(target == rule.modules.union(rule.packages), "Package.swift and ModuleTable tell differently what \(module) depends on")
    }

    @Test("The reader of the manifest understands the ways in which targets are written")
    func readerUnderstands() {
        let manifest = """
            let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")
            .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
            .target(name: "CLuca", dependencies: ["CLua"], exclude: ["README.md"]),
            module("Storage", ["Ledger", bigInt]),
            module("Values", []),
            module(
                "Scripting",
                [
                    "LuaKit",
                    "Values",
                ]),
            .executableTarget(
                name: "luca", dependencies: ["Scripting"], linkerSettings: gathered),
            """
        #expect(manifestDependencies(of: "CLua", in: manifest) == [])
        #expect(manifestDependencies(of: "CLuca", in: manifest) == ["CLua"])
        #expect(manifestDependencies(of: "Storage", in: manifest) == ["Ledger", "BigInt"])
        #expect(manifestDependencies(of: "Values", in: manifest) == [])
        #expect(manifestDependencies(of: "Scripting", in: manifest) == ["LuaKit", "Values"])
        #expect(manifestDependencies(of: "luca", in: manifest) == ["Scripting"])
        #expect(manifestDependencies(of: "Ledger", in: manifest) == nil)
    }

    @Test("The tour names every folder in Sources", arguments: SourceTree.moduleFolders)
    func tourNames(module: String) throws {
        let tour = try #require(SourceTree.file("docs/architecture.md"), "there is no docs/architecture.md")
        let name = "Sources/\(module)"
        let isNamed = tour.lines.contains { line in
            line.ranges(of: name).contains { range in
                range.upperBound == line.endIndex || !(line[range.upperBound].isLetter || line[range.upperBound].isNumber)
            }
        }
        #expect(isNamed, "docs/architecture.md does not name \(name)")
    }
}

/// What a target depends on by the text of the manifest, or nil if there is no such target.
func manifestDependencies(of module: String, in manifest: String) -> Set<String>? {
    // A long list goes on over several lines.
    let manifest = manifest.replacing(/(module|[tT]arget)\(\s+/) { "\($0.1)(" }
    let openings = ["module(\"\(module)\"", ".target(name: \"\(module)\"", ".executableTarget(name: \"\(module)\""]
    if manifest.contains(".systemLibrary(name: \"\(module)\"") { return [] }
    guard let opening = openings.lazy.compactMap({ manifest.firstRange(of: $0) }).first else { return nil }
    let rest = manifest[opening.upperBound...]
    guard let start = rest.firstIndex(of: "["), let end = rest[start...].firstIndex(of: "]") else { return [] }
    let names = rest[rest.index(after: start)..<end].split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    return Set(
        names.map { name in
            name.hasPrefix("\"") ? String(name.dropFirst().dropLast()) : product(named: name, in: manifest) ?? name
        })
}

/// The product behind `let name = Target.Dependency.product(name: "Product", …)`.
private func product(named name: String, in manifest: String) -> String? {
    let opening = "let \(name) = Target.Dependency.product(name: \""
    guard let start = manifest.firstRange(of: opening)?.upperBound else { return nil }
    return String(manifest[start...].prefix { $0 != "\"" })
}
