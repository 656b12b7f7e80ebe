import Foundation
import Testing

/// The formatter is part of Swift's toolchain, so that who can build luca has it.
@Suite("The layout of Swift code")
struct LayoutTests {
    @Test("Every Swift file is laid out as .swift-format tells; swift format -i -r --parallel Sources Tests Benchmarks/Sources Package.swift does it")
    func layout() throws {
        let run = try lint(["Sources", "Tests", "Benchmarks/Sources", "Package.swift", "Benchmarks/Package.swift"])
        #expect(run.code == 0, "\(run.findings.prefix(20).joined(separator: "\n"))")
    }

    @Test("The formatter finds what is laid out otherwise")
    func findings() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "layout-\(UUID().uuidString).swift")
        try Data("struct  A { }\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try lint([file.path])
        #expect(run.code != 0 && run.findings.contains { $0.hasPrefix(file.path) && $0.contains("[Spacing]") }, "\(run)")
    }

    private func lint(_ paths: [String]) throws -> (code: Int32, findings: [String]) {
        let process = Process(), errors = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = SourceTree.root
        let configuration = SourceTree.root.appending(path: ".swift-format").path
        process.arguments = ["swift", "format", "lint", "--strict", "--recursive", "--parallel", "--configuration", configuration] + paths
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text.split(separator: "\n").map(String.init))
    }
}
