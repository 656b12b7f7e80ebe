import LuaKit
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("The records that help, completion and stubs are made from")
struct RecordsTests {
    private let runtime: Runtime

    init() throws { runtime = try ScriptSession().runtime }

    @Test("Every function has a summary that is one sentence, and says what each parameter is")
    func everyFunctionIsDescribed() {
        for record in runtime.functions.records.values { expectDescribed(record, record.name) }
        #expect(runtime.functions.records.count > 40)
    }

    @Test("Every type, method, field and operator is described")
    func everyTypeIsDescribed() {
        for type in runtime.lua.definedTypes {
            #expect(isSentence(type.summary), "\(type.name): \(type.summary)")
            for member in type.methods + type.fields + type.metamethods { expectDescribed(member, "\(type.name):\(member.name)") }
        }
    }

    @Test("Fields and methods of a type have names of their own")
    func namesOfMembersDiffer() {
        for type in runtime.lua.definedTypes {
            let names = (type.methods + type.fields).map(\.name)
            #expect(Set(names).count == names.count, "\(type.name)")
        }
    }

    @Test("Required parameters come before those that may be left out where arguments stand in order")
    func requiredParametersComeFirst() {
        let members = runtime.lua.definedTypes.flatMap { $0.methods }
        for record in Array(runtime.functions.records.values) + members where record.style == .positional {
            let flags = record.parameters.map(\.isRequired)
            #expect(flags == flags.sorted { $0 && !$1 }, "\(record.name)")
        }
    }

    /// Functions without an example that runs on the sample book, and why.
    static let withoutExample: [String: String] = [
        "open": "works on a file", "backup": "writes a file", "recorded_since": "needs a backup", "export": "writes a file", "import": "reads a file", "run": "reads a file",
        "csv.read": "reads a file", "csv.write": "writes a file", "json.read": "reads a file", "json.write": "writes a file", "script.main": "asks about the file it stands in",
        "script.sandbox": "runs a file", "script.restore": "needs a backup", "script.fetch": "asks the network, in a sandbox that may",
        "quit": "ends the session", "undo": "has its example among the sentences", "void": "needs the id of an activity", "order": "needs legs of options",
        "report.define": "takes a function of several lines", "command.define": "takes a function of several lines",
    ]

    @Test("Every function has an example, or a reason why not")
    func everyFunctionHasAnExample() {
        for record in Modules.all.flatMap(\.functions) {
            #expect(record.example.isEmpty == (Self.withoutExample[record.name] != nil), "\(record.name): \(record.example)")
        }
        #expect(Set(Self.withoutExample.keys).isSubset(of: Modules.all.flatMap(\.functions).map(\.name)))
    }

    private func expectDescribed(_ record: LuaFunction, _ name: String) {
        #expect(isSentence(record.summary), "\(name): \(record.summary)")
        for parameter in record.parameters {
            #expect(!parameter.doc.isEmpty && parameter.doc.hasSuffix("."), "\(name), \(parameter.name): \(parameter.doc)")
        }
        #expect(Set(record.parameters.map(\.name)).count == record.parameters.count, "\(name)")
    }

    private func isSentence(_ text: String) -> Bool {
        guard let first = text.first else { return false }
        return text.hasSuffix(".") && (first.isUppercase || first.isNumber || first == "-") && !text.contains("\n")
    }
}
