import Foundation
import Testing

@Suite("The drawing of the modules in docs/architecture.md")
struct DrawingTests {
    private let drawn: [String]

    init() throws {
        let process = Process(), pipe = Pipe()
        process.executableURL = SourceTree.root.appending(path: "bin/modules")
        process.arguments = ["--print"]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        drawn = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("It is what bin/modules makes of Package.swift as it stands")
    func isFresh() throws {
        let page = try #require(SourceTree.file("docs/architecture.md")).lines
        let start = try #require(page.firstIndex(of: "<!-- The drawing is made by bin/modules. -->"))
        let end = try #require(page.firstIndex(of: "<!-- The drawing ends here. -->"))
        #expect(Array(page[(start + 1)..<end]) == drawn, "run bin/modules, which draws it anew")
    }

    @Test("Following its arrows, each module reaches all that it imports, and nothing that it may not reach")
    func arrowsAreRight() {
        var arrows: [String: [String]] = [:]
        for line in drawn where line.contains(" --> ") {
            let sides = line.components(separatedBy: " --> ").map { $0.trimmingCharacters(in: .whitespaces) }
            arrows[sides[0]] = sides[1].components(separatedBy: " & ")
        }
        // The table stands in the order of imports, so what a module imports is known before it.
        var allowed: [String: Set<String>] = [:], reached: [String: Set<String>] = [:]
        for rule in ModuleTable.rules {
            allowed[rule.name] = rule.modules.reduce(rule.modules.union(rule.packages)) { $0.union(allowed[$1] ?? []) }
            let direct = arrows[rule.name] ?? []
            reached[rule.name] = direct.reduce(Set(direct)) { $0.union(reached[$1] ?? []) }
            #expect(reached[rule.name] == allowed[rule.name], "\(rule.name)")
            // No arrow stands for what another arrow tells.
            #expect(direct.allSatisfy { target in !direct.contains { reached[$0]?.contains(target) == true } }, "\(rule.name)")
        }
    }
}
