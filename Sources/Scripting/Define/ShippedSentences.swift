import LuaKit
import LuaSurface
import Sentences

/// The sentences that ship, as `stdlib/commands.lua` defines them.
///
/// The file is run when somebody first asks for a sentence, in a state of its own: there no limit of a script holds, Ctrl-C does not cut it off, and nothing is seen
/// that a script put in the place of Lua's functions.
final class ShippedSentences {
    private var sentences = ReadSentences()

    /// Runs the file of the program itself, of which the tests know that nothing is wrong with it.
    static func read(_ stdlib: Stdlib) -> ReadSentences {
        let reader = ShippedSentences()
        do {
            let lua = try LuaState()
            lua.isSteady = true
            lua.owner = reader
            lua.define(define)
            guard case .function(let file) = lua.compile(stdlib.text("commands.lua") ?? "", name: "=stdlib/commands.lua", isBuiltin: true) else {
                preconditionFailure("stdlib/commands.lua is no Lua")
            }
            _ = try lua.call(file)
        } catch {
            preconditionFailure("stdlib/commands.lua: \(error)")
        }
        return reader.sentences
    }

    /// `command.define` as that file calls it: a sentence stands for a call, or for a function by its name.
    private static let define = LuaFunction("command.define", DefineModule.sentenceParameters, summary: "Defines a sentence that ships.") { call in
        let reader = unsafeDowncast(call.state.owner.unsafelyUnwrapped, to: ShippedSentences.self)
        let action: CommandAction
        if let template = try call.string("lua") {
            action = .lua(try LuaForm(template))
        } else {
            action = .handler(reader.sentences.handlers.count)
            reader.sentences.handlers.append(.shipped(try call.string("run") ?? ""))
        }
        reader.sentences.patterns.append(
            CommandPattern(shipped: try call.string("usage") ?? "", summary: try call.string("summary") ?? "", example: try call.string("example") ?? "", action: action))
        return .nothing
    }
}
