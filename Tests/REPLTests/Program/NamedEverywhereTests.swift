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

    @Test("Each is named in a test")
    func tests() throws {
        let folder = ManualFile.folder + "/Tests", names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        var words: Set<Substring> = []
        for name in names where name.hasSuffix(".swift") || name.hasSuffix(".session") || name.hasSuffix(".lua") {
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8), !name.hasSuffix("NamedEverywhereTests.swift") else { continue }
            words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        }
        // The examples in the records are run by a test too.
        for record in runtime.functions.records.values { words.formUnion(record.example.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
        for command in runtime.functions.commands { words.formUnion(command.example.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
        func isTested(_ name: String) -> Bool { name.split { $0 == "." || $0 == " " }.allSatisfy { words.contains($0) } }
        for name in functions + runtime.reportList + runtime.functions.commands.map(\.name) { #expect(isTested(name), "\(name)") }
        for name in Setting.offered.map(\.key) + MachineSettings.Key.allCases.map(\.rawValue) + ShellSetting.all.map(\.name) { #expect(isTested(name), "\(name)") }
    }
}
