import LuaKit
import LuaSurface
import Scripting

/// Tells the columns of what functions answer, by asking them once of an empty book of their own.
final class AnswerColumns {
    private var known: [String: [String]] = [:]
    private lazy var runtime: Runtime? = {
        var configuration = Runtime.Configuration()
        configuration.isSandboxed = true
        configuration.isOffline = true
        let runtime = try? Runtime(configuration)
        try? runtime?.openMemoryBook(named: "columns")
        return runtime
    }()

    /// The columns of a function's answer; empty where it answers no frame.
    func columns(of function: String) -> [String] {
        if let columns = known[function] { return columns }
        let columns = runtime?.columns(answeredBy: function) ?? []
        known[function] = columns
        return columns
    }
}

/// What can be known of the value of an expression without running any of it.
struct ValueShapes {
    let runtime: Runtime
    let answers: AnswerColumns

    /// What a value is like.
    enum Shape {
        /// A frame with these columns.
        case frame([String])
        /// A row with these fields.
        case row([String])
        /// A value of a host type.
        case value(LuaType)
    }

    /// The shape of what a path leads to, with `()` for calls and `[]` for indices: `gains():by()`, `x[]`.
    func shape(of path: String) -> Shape? {
        let base = String(path.prefix { !"([:".contains($0) })
        var rest = path.dropFirst(base.count)
        var shape: Shape?
        if rest.hasPrefix("()") {
            rest = rest.dropFirst(2)
            shape = result(runtime.record(named: base)?.returns, of: base)
        } else {
            shape = runtime.columns(at: base).map { .frame($0) } ?? type(runtime.lua.typeName(at: base))
        }
        while let current = shape, !rest.isEmpty {
            if rest.hasPrefix("[]") {
                rest = rest.dropFirst(2)
                guard case .frame(let columns) = current else { return nil }
                shape = .row(columns)
            } else if rest.hasPrefix(":") {
                let method = String(rest.dropFirst().prefix { $0 != "(" })
                rest = rest.dropFirst(1 + method.count + 2)
                shape = after(method, current)
            } else {
                return nil
            }
        }
        return shape
    }

    /// The columns of what a path leads to, a frame or a row of one.
    func columns(of path: String) -> [String] {
        switch shape(of: path) {
        case .frame(let columns)?, .row(let columns)?: columns
        case .value?, nil: []
        }
    }

    private func type(_ name: String?) -> Shape? { runtime.lua.definedTypes.first { $0.name == name }.map { .value($0) } }

    private func result(_ returns: String?, of function: String) -> Shape? {
        guard let name = returns?.prefix(while: \.isLetter), !name.isEmpty else { return nil }
        return name == "frame" ? .frame(answers.columns(of: function)) : type(String(name))
    }

    private func after(_ method: String, _ shape: Shape) -> Shape? {
        switch shape {
        case .frame(let columns):
            guard let record = frameType?.methods.first(where: { $0.name == method }) else { return nil }
            return record.returns.hasPrefix("frame") ? .frame(columns) : type(String(record.returns.prefix(while: \.isLetter)))
        case .row: return nil
        case .value(let of):
            guard let record = of.methods.first(where: { $0.name == method }) else { return nil }
            return record.returns.hasPrefix("frame") ? .frame([]) : type(String(record.returns.prefix(while: \.isLetter)))
        }
    }

    /// The type of frames.
    var frameType: LuaType? { runtime.lua.definedTypes.first { $0.name == "frame" } }
}
