import LuaKit
import LuaSurface
import Scripting
import Sentences
import Synchronization
import Values

extension FuzzTarget {
    /// Sentences of the prompt: each is told from Lua, fitted or refused at a place in the line, and stands for Lua that compiles.
    static let sentences = FuzzTarget(name: "sentences") { bytes throws(FuzzFinding) in
        let line = String(decoding: bytes, as: UTF8.self)
        let vocabulary = Vocabulary(today: try? Day("2014-12-31"), home: "/home/ada") { ["Brokerage", "Savings", "Roth IRA", "Ray College Fund"] }
        let shipped = Shipped.one
        _ = shipped.table.expectations(after: line, vocabulary)
        let match: CommandMatch?
        do throws(CommandMismatch) {
            match = try shipped.table.match(line, vocabulary)
        } catch {
            return try require(error.column > 0 && error.column <= line.count + 2, "a sentence is refused at column \(error.column): \(error.message)")
        }
        guard let match else { return }
        // A sentence may pass on what the user wrote as Lua; whether that compiles is not ours.
        let isCode = match.arguments.contains(where: \.value.holdsCode)
        try require(isCode || shipped.compiles(match.lua), "a sentence stands for what is no Lua: \(match.lua)")
    }
}

/// The sentences that ship, from a session of its own, made at the first use.
private final class Shipped: @unchecked Sendable {
    static let one = Shipped()

    let table: CommandTable
    private let runtime: Runtime
    private let lock = Mutex(())

    private init() {
        do {
            var configuration = Runtime.Configuration()
            configuration.today = try Day("2014-12-31")
            runtime = try Runtime(configuration)
            table = CommandTable(runtime.functions.commands)
        } catch {
            preconditionFailure("there is no session to take the sentences from: \(error)")
        }
    }

    /// Whether a text is a chunk of Lua, which is not run.
    func compiles(_ source: String) -> Bool {
        lock.withLock { _ in
            if case .function = runtime.lua.compile("return " + source, name: "=sentence") { true } else { false }
        }
    }
}
