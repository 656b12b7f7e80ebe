import LuaKit
import Testing

/// A state with what a test needs around it: what was printed, and results as text.
final class Harness {
    let state: LuaState
    private let printed = Lines()

    init(trust: LuaState.Trust = .trusted, memoryLimit: Int = 0) throws {
        let printed = printed
        state = try LuaState(trust: trust, memoryLimit: memoryLimit) { printed.text += String(decoding: $0, as: UTF8.self) }
    }

    private final class Lines { var text = "" }

    /// What `print` wrote so far.
    var output: String { printed.text }

    /// Runs source text and gives its results.
    @discardableResult
    func run(_ source: String) throws -> [LuaValue] {
        try state.call(chunk(source))
    }

    /// Compiles source text.
    func chunk(_ source: String) throws -> LuaReference {
        switch state.compile(source, name: "=test") {
        case .function(let function): return function
        case .incomplete: throw LuaMisuse("incomplete: \(source)")
        case .mistake(let failure): throw failure
        }
    }

    /// The results of source text, one after another: `1, "two", nil`.
    func text(_ source: String) throws -> String { try run(source).map(\.shown).joined(separator: ", ") }

    /// The failure of source text; the test fails where it succeeds.
    func failure(_ source: String, _ location: SourceLocation = #_sourceLocation) throws -> LuaFailure {
        do {
            let results = try text(source)
            Issue.record("no error, but \(results)", sourceLocation: location)
            throw LuaMisuse("no error")
        } catch let failure as LuaFailure {
            return failure
        }
    }

    /// The message of what source text raises.
    func message(_ source: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
        try failure(source, location).message
    }
}

extension LuaValue {
    /// The value as a Lua literal, tables with their keys in the order of their text.
    var shown: String {
        switch self {
        case .none: "nil"
        case .boolean(let truth): "\(truth)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .string(let text): "\"\(text)\""
        case .boxed(let box): "box(\(box.type.rawValue), \(box.low), \(box.high))"
        case .object(let object): "object(\(object.type.rawValue))"
        case .table(let pairs): "{\(pairs.map { "\($0.key.shown)=\($0.value.shown)" }.sorted().joined(separator: ", "))}"
        case .function: "function"
        case .reference: "reference"
        case .other(let text): "other(\(text))"
        }
    }
}

/// Counts the objects of a kind that are alive, in tests that see them die.
final class Census: @unchecked Sendable {
    fileprivate(set) var alive = 0
    fileprivate(set) var born = 0
    /// The most that were alive at once.
    fileprivate(set) var most = 0
}

/// An object that a census counts.
class Counted {
    private let census: Census

    init(_ census: Census) {
        self.census = census
        census.alive += 1
        census.born += 1
        census.most = max(census.most, census.alive)
    }

    deinit { census.alive -= 1 }
}

/// An error that tells its identity by a number.
struct Trouble: LuaRaisable, Equatable {
    let number: Int
    var luaKind = "trouble"
    var message = "it went wrong"
    var field: String? = "quantity"
    var hint: String? = "mend it"
}
