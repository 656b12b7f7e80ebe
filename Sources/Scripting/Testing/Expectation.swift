import Frames
import LuaKit
import LuaSurface
import Session
import Values

/// A value of which a test expects something.
final class Expectation {
    /// The value.
    let value: LuaValue

    /// An expectation of a value.
    init(of value: LuaValue) { self.value = value }

    /// The type as Lua knows it.
    static let type = LuaType(
        "expectation", summary: "What a test expects of a value, as expect gives it.", layout: .object,
        methods: [
            method(
                "is", [any("other", "The value that it must equal; of tables and frames all that is in them counts, and 1, 1.0 and D\"1\" are equal.")],
                "Expects a value equal to another."
            ) { call, value in
                let other = try call.argument("other")
                if try !Sameness(call.runtime).areEqual(value, other) { throw failure(shown(other, call), shown(value, call)) }
            },
            method("is_not", [any("other", "The value that it must not equal.")], "Expects a value other than this.") { call, value in
                let other = try call.argument("other")
                if try Sameness(call.runtime).areEqual(value, other) { throw failure("anything but \(shown(other, call))", "that") }
            },
            method("is_near", [.required("other", .decimal, "The number."), .required("within", .decimal, "How far it may be away.")], "Expects a number near another.") {
                call, value in
                guard let number = try Coercion.decimal(value), let other = try call.decimal("other"), let within = try call.decimal("within") else {
                    throw failure("a number", shown(value, call))
                }
                if try (number - other).magnitude > within { throw failure("\(other), give or take \(within)", shown(value, call)) }
            },
            method("is_nil", [], "Expects nil.") { call, value in if !value.isNone { throw failure("nil", shown(value, call)) } },
            method("is_true", [], "Expects true.") { call, value in
                guard case .boolean(true) = value else { throw failure("true", shown(value, call)) }
            },
            method("is_false", [], "Expects false.") { call, value in
                guard case .boolean(false) = value else { throw failure("false", shown(value, call)) }
            },
            method("contains", [.required("part", .string, "What must be in it, as it is written: no pattern.")], "Expects a text in what a value shows.") { call, value in
                let text = shown(value, call, isBare: true), part = try call.string("part") ?? ""
                if text.firstRange(of: part) == nil { throw failure("a text with \(quoted(part))", quoted(text)) }
            },
            fails, golden,
        ])

    private static let fails = method(
        "fails", [.optional("why", .string, "The error's kind, or a part of its message; without it any error will do.")], "Expects a function to fail."
    ) { call, value in
        guard case .function(let function) = value else { throw failure("a function that fails", shown(value, call)) }
        let why = try call.string("why")
        do { _ = try call.state.call(function) } catch let error as LuaFailure {
            if error.underlying is LuaStop || error.underlying is ExitRequest { throw error }
            guard let why, error.kind != why, error.message.firstRange(of: why) == nil else { return }
            throw failure("a failure \(quoted(why))", "\(error.kind): \(error.message)")
        }
        throw failure(why.map { "a failure \(quoted($0))" } ?? "a failure", "none")
    }

    private static let golden = method(
        "is_golden", [.required("name", .string, "The name of the file, without its ending.")],
        "Expects what a value shows, such as a frame, to be as a file has it; luca test --update writes the file."
    ) { call, value in
        let runtime = call.runtime, plan = runtime.part { TestPlan() }, name = try call.string("name") ?? ""
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { throw call.mismatch("name", expected: "a name without a slash") }
        let path = "\(plan.goldenFolder)/\(name).txt", now = shown(value, call, isBare: true) + "\n"
        let before = try runtime.files.readIfThere(path).map { String(decoding: $0, as: UTF8.self) }
        if before == now { return }
        guard plan.updates else {
            guard let before else { throw failure("the file \(path)", "no such file; luca test --update writes it") }
            throw GoldenDifference(before, now, path).failure
        }
        try runtime.files.makeFolder(plan.goldenFolder)
        var text = now
        _ = try runtime.files.write(path) { sink in try text.withUTF8 { try sink($0) } }
        plan.written.append(path)
    }

    private static func any(_ name: String, _ doc: String) -> LuaParameter { .optional(name, .any, doc) }

    private static func method(_ name: String, _ parameters: [LuaParameter], _ summary: String, _ check: @escaping @Sendable (LuaCall, LuaValue) throws -> Void) -> LuaFunction {
        LuaFunction(name, parameters, returns: "nil", summary: summary, style: .positional) { call in
            try check(call, call.receiverObject(as: Expectation.self).value)
            return .nothing
        }
    }

    /// The error of an expectation that does not hold.
    static func failure(_ expected: String, _ got: String) -> LuaMisuse { LuaMisuse("expected \(expected)\n     got \(got)", kind: "expectation") }

    /// A value in a message, texts in quotes, or bare as the prompt shows it.
    private static func shown(_ value: LuaValue, _ call: LuaCall, isBare: Bool = false) -> String {
        if !isBare, case .string(let text) = value { return quoted(text) }
        if let frame = call.runtime.frame(value) { return ((try? frame.text()) ?? "a frame").trimmedAtLineEnds }
        return (try? call.runtime.shown(value)) ?? PlainText.typeName(of: value)
    }
}

extension Runtime {
    /// The types that the session knows from the start, and those of tests.
    var typesWithTests: [LuaType] { lua.definedTypes.filter { $0.name != Expectation.type.name } + [Expectation.type] }
}

extension String {
    /// The text without blanks at the ends of its lines, and without empty lines at its end.
    fileprivate var trimmedAtLineEnds: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

/// Where a golden file and what is now part.
private struct GoldenDifference {
    /// The error that tells the first line.
    let failure: LuaMisuse

    init(_ before: String, _ now: String, _ path: String) {
        let old = before.split(separator: "\n", omittingEmptySubsequences: false), new = now.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        func text(_ lines: [Substring]) -> String { lines.indices.contains(line) ? String(lines[line]) : "(nothing more)" }
        failure = LuaMisuse(
            "line \(line + 1) is not as in \(path)\nexpected \(text(old))\n     got \(text(new))", hint: "luca test --update takes it as it is now", kind: "expectation")
    }
}
