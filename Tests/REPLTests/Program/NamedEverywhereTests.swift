import Foundation
import Ledger
import LuaKit
import LuaSurface
import Session
import Sentences
import Testing
@testable import REPL
@testable import Scripting

/// What has a name has it everywhere: a line in the manual's reference (`ReferenceTests`), one in the manual page (`InstalledFilesTests`), a completion and a test (here).
@Suite("Every function, sentence, setting and report can be completed, and is tested by name")
struct NamedEverywhereTests {
    private let runtime: Runtime

    init() throws { runtime = try Runtime(Runtime.Configuration()) }

    /// The functions that can be called by a global name, and those of tables such as `recurring.due`.
    private var functions: [String] {
        runtime.functions.records.keys.filter { !$0.contains(":") && (!$0.hasPrefix("report.") || ["report.define", "report.run"].contains($0)) }.sorted()
    }

    @Test("Each is completed at the prompt")
    func completions() {
        let session = ShellSession(RuntimeInterpreter(runtime), output: RecordedOutput(), display: Display(), isInteractive: true), engine = CompletionEngine(session)
        func completes(_ typed: String, _ name: String) -> Bool {
            engine.answer(typed)?.candidates.contains { $0 == name || $0 == "\(name){" || $0 == "\(name)(" || $0 == "\(name) " } ?? false
        }
        for name in functions {
            let last = name.split(separator: ".").last.map(String.init) ?? name
            #expect(completes(String(name.dropLast()), name) || completes(String(name.dropLast()), last), "\(name)")
        }
        for word in Set(runtime.functions.commands.map(\.name)) { #expect(completes(String(word.dropLast()), word), "\(word)") }
        for report in runtime.reportList { #expect(completes("report \(report.dropLast())", report), "\(report)") }
        for setting in ShellSetting.all { #expect(completes(".\(setting.name.dropLast())", ".\(setting.name)"), ".\(setting.name)") }
        for setting in Setting.offered.map(\.key) + MachineSettings.Key.allCases.map(\.rawValue) { #expect(completes("set \(setting.dropLast())", setting), "set \(setting)") }
        for topic in ["errors", "settings", "manual"] { #expect(completes("help \(topic.dropLast())", topic), "help \(topic)") }
    }

    /// The texts of all tests but this one.
    private func testTexts() throws -> [String] {
        let folder = ManualFile.folder + "/Tests"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            [".swift", ".session", ".lua"].contains(where: name.hasSuffix) && !name.hasSuffix("NamedEverywhereTests.swift")
        }.compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    }

    private func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }

    @Test("Each is named in a test")
    func tests() throws {
        var words = Set(try testTexts().flatMap(words))
        // The examples in the records are run by a test too.
        for record in runtime.functions.records.values { words.formUnion(self.words(of: record.example)) }
        for command in runtime.functions.commands { words.formUnion(self.words(of: command.example)) }
        func isTested(_ name: String) -> Bool { name.split { $0 == "." || $0 == " " }.allSatisfy { words.contains($0) } }
        for name in functions + runtime.reportList + runtime.functions.commands.map(\.name) { #expect(isTested(name), "\(name)") }
        for name in Setting.offered.map(\.key) + MachineSettings.Key.allCases.map(\.rawValue) + ShellSetting.all.map(\.name) { #expect(isTested(name), "\(name)") }
    }

    @Test("Each kind of error is met by a test")
    func kinds() throws {
        let texts = try testTexts(), words = Set(texts.flatMap(words)), lines = texts.flatMap { $0.split(separator: "\n") }.filter { $0.contains("ind") }
        for kind in ErrorKinds.all.flatMap(\.kinds).map(\.kind) {
            // One word may stand in a test for anything, so it stands in quotes, in brackets as the prompt shows it, or as the case of a kind.
            let names = ["\"\(kind)\"", "[\(kind)]", "'\(kind)'", "\"\(kind): ", "\"\(kind) "]
            let isNamed =
                kind.contains("_") ? words.contains(Substring(kind)) || isCase(kind, lines) : texts.contains { text in names.contains(where: text.contains) } || isCase(kind, lines)
            #expect(isNamed, "no test meets the kind \(kind)")
        }
    }

    /// Whether a line that speaks of kinds has the case of an enumeration that a kind is: `.kind == .inputOutput`.
    private func isCase(_ kind: String, _ lines: [Substring]) -> Bool {
        let parts = kind.split(separator: "_"), name = parts[0] + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return lines.contains { line in words(of: String(line)).contains(Substring(name)) && line.contains(".\(name)") }
    }
}
