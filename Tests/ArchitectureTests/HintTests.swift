import Testing

@Suite("Hints of imports")
struct HintTests {
    /// The fields that a hint names: `say date_order=\"dmy\"`, `with create=true`, `columns={`. What stands in braces is another function's.
    private static func fields(of hint: Substring) -> [String] {
        var outside = "", depth = 0
        for character in hint {
            if character == "}" { depth -= 1 }
            if depth <= 0 { outside.append(character) }
            if character == "{" { depth += 1 }
        }
        return outside.matches(of: /\b([a-z_]+)=(?:\\"|true|false|\{)/).map { String($0.1) }
    }

    @Test("Each names fields that import has") func fieldsAreThere() throws {
        let module = try #require(SourceTree.file("Sources/LuaFormats/ImportExportModule.swift")).lines
        let record = module.drop { !$0.contains("\"import\",") }.prefix { !$0.contains("returns:") }
        let parameters = Set(record.joined(separator: " ").matches(of: /\.(?:required|optional)\(\s*"(\w+)"/).map { String($0.1) })
        #expect(parameters.contains("decimal_mark") && Self.fields(of: "say decimal=\\\".\\\"") == ["decimal"])
        var seen: Set<String> = []
        for file in SourceTree.sources where file.path.hasPrefix("Sources/Formats/") {
            for line in file.lines {
                guard let hint = line.firstRange(of: "hint:") else { continue }
                for field in Self.fields(of: line[hint.upperBound...]) {
                    #expect(parameters.contains(field), "\(file.path): import has no field \(field): \(line)")
                    seen.insert(field)
                }
            }
        }
        #expect(seen.isSuperset(of: ["decimal_mark", "date_order", "account", "create"]), "\(seen.sorted())")
    }
}
