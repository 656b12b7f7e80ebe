import Testing

@Suite("Promises are held by tests")
struct PromiseTests {
    @Test("Each promise of the README names test files that exist and hold tests")
    func everyPromiseNamesItsTests() throws {
        let readme = try #require(SourceTree.file("README.md"))
        let promises = promises(of: readme)
        #expect(promises.count >= 9, "the README has a table of promises")
        expectNone(promises.flatMap { check($0, readme.path) })
    }

    @Test("The rule sees a promise without tests, and one whose test is gone")
    func ruleFinds() {
        let text = """
            ## How it keeps its promises

            | promise | how | held by |
            | --- | --- | --- |
            | Kept | so | `Tests/ArchitectureTests/PromiseTests.swift` |
            | Bare | so | |
            | Gone | so | `Tests/ArchitectureTests/Gone.swift` |
            | Empty | so | `Tests/ArchitectureTests/Finding.swift` |

            ## Next
            | Other | so | |
            """
        let file = SourceFile(path: "README.md", contents: text)
        #expect(promises(of: file).flatMap { check($0, file.path) }.map(\.line) == [6, 7, 8])
    }
}

/// A row of the table.
private struct Promise {
    let line: Int
    let tests: [String]
}

private func promises(of readme: SourceFile) -> [Promise] {
    guard let start = readme.lines.firstIndex(of: "## How it keeps its promises") else { return [] }
    let rows = readme.lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return rows.indices.filter { rows[$0].hasPrefix("| ") }.dropFirst(2).map { index in
        // Bars inside of code are part of it; the last cell has none.
        let cell = rows[index].split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
        return Promise(line: index + 1, tests: cell.split(separator: "`").map(String.init).filter { $0.hasPrefix("Tests/") })
    }
}

private func check(_ promise: Promise, _ path: String) -> [Finding] {
    if promise.tests.isEmpty { return [Finding(path: path, line: promise.line, message: "the promise names no test that holds it")] }
    return promise.tests.compactMap { test in
        if SourceTree.file(test)?.lines.contains(where: { $0.contains("@Test") }) == true { return nil }
        return Finding(path: path, line: promise.line, message: "\(test) is no file of tests")
    }
}
