import Foundation
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Testing
@testable import REPL
@testable import Scripting

/// The manual's reference, `docs/reference.md`, which says what the records say.
///
/// `LUCA_UPDATE=1` writes it anew.
@Suite("The reference chapter")
struct ReferenceTests {
    private let runtime: Runtime
    private let reference: Reference

    init() throws {
        runtime = try Runtime(Runtime.Configuration())
        let reports = runtime.reportList.compactMap { [runtime] in runtime.record(named: "report.\($0)") }
        reference = Reference(
            sentences: runtime.functions.commands, groups: (Modules.all + Modules.ofTests).map { ($0.title, $0.functions) }, types: runtime.typesWithTests, reports: reports,
            shellSettings: ShellSetting.all.map { ($0.usage, $0.summary) })
    }

    @Test("It is what the records make of it")
    func fresh() throws {
        let path = ManualFile.folder + "/docs/reference.md"
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try reference.text.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == reference.text, "docs/reference.md is out of date; LUCA_UPDATE=1 writes it anew")
    }

    @Test("Every function, method, field, sentence, setting, report and kind of error has a line of its own")
    func complete() {
        let lines = reference.text.split(separator: "\n").filter { $0.hasPrefix("- `") }
        let names = Set(lines.map { String($0.dropFirst(3).prefix { !"`{(".contains($0) }) })
        for record in runtime.functions.records.values where !record.name.hasPrefix("report.") || record.name == "report.define" || record.name == "report.run" {
            #expect(names.contains(record.name), "\(record.name)")
        }
        for type in runtime.lua.definedTypes {
            for field in type.fields { #expect(names.contains("\(type.name).\(field.name)")) }
            for method in type.methods where type.name != "book" { #expect(names.contains("\(type.name):\(method.name)")) }
        }
        for command in runtime.functions.commands { #expect(names.contains(command.synopsis), "\(command.synopsis)") }
        for report in runtime.reportList { #expect(names.contains("report \(report)")) }
        for setting in Setting.offered { #expect(names.contains(setting.key)) }
        for setting in ShellSetting.all { #expect(names.contains(setting.usage)) }
        for kind in ErrorKinds.all.flatMap(\.kinds) { #expect(names.contains(kind.kind)) }
        #expect(lines.allSatisfy { $0.contains("`: ") && !$0.hasSuffix(": ") })
    }
}
