@testable import LuaKit
import Testing

/// A table that the host reads may be about to change: a finaliser runs whenever Lua collects, and memory may end at any pair. No error passes
/// a frame of the host on its way.
@Suite struct TableWalkTests {
    /// Counts calls of a body that began, and those that came to their end.
    private final class Passage: @unchecked Sendable {
        var begun = 0, ended = 0
    }

    /// A state with `take(x)`, which copies what it is given and says how many pairs it has.
    private func harness(_ passage: Passage, memoryLimit: Int = 0) throws -> Harness {
        let lua = try Harness(memoryLimit: memoryLimit)
        lua.state.define(
            LuaFunction("take", [.required("x", .any, "")], summary: "", style: .positional) { call in
                passage.begun += 1
                defer { passage.ended += 1 }
                guard case .table(let pairs) = try call.argument(0) else { return call.reply(-1) }
                return call.reply(pairs.count)
            })
        return lua
    }

    /// Tables in a table, so deep that the stack grows while they are read, and an object whose finaliser empties them all and fills them anew.
    private static let changed = """
        local depth = ...
        collectgarbage() collectgarbage('stop')
        local tables = {}
        local function make(n)
            local t = {}
            tables[#tables + 1] = t
            for i = 1, 3 do t['f' .. i] = function() return i end end
            if n > 0 then t.inner = make(n - 1) end
            for i = 4, 5 do t['f' .. i] = function() return i end end
            return t
        end
        local t, finalised = make(depth), false
        local count = coroutine.wrap(function()
            setmetatable({}, {__gc = function()
                finalised = true
                for _, one in ipairs(tables) do
                    for key in pairs(one) do one[key] = nil end
                    for i = 1, 50 do one['new' .. i] = i end
                end
            end})
            local take, t = take, t
            collectgarbage('incremental', 100, 1000, 30)
            collectgarbage('restart')
            return take(t)
        end)()
        collectgarbage()
        return count, finalised
        """

    @Test func aFinaliserThatChangesTheTable() throws {
        let passage = Passage(), lua = try harness(passage)
        let chunk = try lua.chunk(Self.changed)
        var finalised = 0
        for depth in 1...62 {
            let results = try lua.state.call(chunk, [.integer(depth)])
            // As it was before the finaliser ran: five functions and the table within.
            #expect(results[0].shown == "6", "\(depth)")
            if case .boolean(true) = results[1] { finalised += 1 }
        }
        #expect(passage.begun == 62 && passage.ended == 62)
        #expect(finalised == 62)
    }

    @Test func memoryThatEndsWhileATableIsRead() throws {
        let passage = Passage(), lua = try harness(passage)
        try lua.run("t = {} for i = 1, 40 do t[i] = function() return i end t['k' .. i] = {function() return i end, 'text'} end")
        let chunk = try lua.chunk("return take(t)")
        var failed = 0
        for count in 0..<10_000 {
            lua.state.failAllocations(after: Int64(count), .max)
            defer { lua.state.failAllocations(after: -1, 0) }
            do {
                #expect(try lua.state.call(chunk).map(\.shown) == ["80"])
                if !lua.state.hasFailedAllocation { break }
            } catch let failure as LuaFailure {
                #expect(failure.kind == "limit", "\(count): \(failure.message)")
                failed += 1
            }
        }
        #expect(failed > 3)
        #expect(passage.begun == passage.ended)
        // What a failed reading had kept is let go, and reading works on.
        #expect(try lua.text("return take(t), take{}") == "80, 0")
    }

    @Test func callsAsDeepAsLuaAllows() throws {
        let passage = Passage(), lua = try harness(passage)
        lua.state.define(
            LuaFunction("apply", [.required("f", .function, "")], summary: "", style: .positional) { call in
                passage.begun += 1
                defer { passage.ended += 1 }
                return call.reply(try call.state.call(try call.function("f")!))
            })
        let failure = try lua.failure("local function f() take{function() end} return apply(f) end return f()")
        #expect(failure.message.contains("stack overflow"), "\(failure.message)")
        #expect(passage.begun == passage.ended && passage.begun > 100)
        #expect(try lua.text("return take{1, 2}") == "2")
    }

    @Test func textsTooLongToBeOfUse() throws {
        let passage = Passage(), lua = try harness(passage)
        for source in ["take(('x'):rep((1 << 28) + 1))", "take{('x'):rep((1 << 28) + 1)}"] {
            #expect(try lua.message(source) == "a text of more than 268435456 bytes is too long to be taken here")
        }
        #expect(passage.begun == passage.ended)
    }

    @Test func weakTablesKeepWhatIsReadOfThem() throws {
        let passage = Passage(), lua = try harness(passage)
        let text = try lua.text(
            """
            local t = setmetatable({}, {__mode = 'v'})
            for i = 1, 1000 do t[i] = function() return i end t['s' .. i] = ('text'):rep(i % 9) .. i end
            collectgarbage('incremental', 100, 1000, 1)
            local n = take(t)
            return n >= 1000 and n <= 2000
            """)
        #expect(text == "true")
        #expect(passage.begun == passage.ended)
    }
}
