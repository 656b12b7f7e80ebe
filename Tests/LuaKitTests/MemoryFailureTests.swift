@testable import LuaKit
import Testing

/// Memory may run out at any allocation: nothing crashes, nothing is lost, and the state works on.
@Suite struct MemoryFailureTests {
    /// A script that allocates in as many ways as the bridge has.
    private static let mixed = """
        local texts = {}
        for i = 1, 3 do
            local t, thing = both(i)
            texts[#texts + 1] = t.x.name .. thing.name .. t.list[2]
            local ok, e = pcall(fail, i)
            texts[#texts + 1] = tostring(e) .. e.kind
            texts[#texts + 1] = apply(function(x) return x.deep.er end, {deep = {er = 'er' .. i, f = print}})
            local frame <close> = frame()
            for row in frame do
                for name, cell in pairs(row) do texts[#texts + 1] = name .. tostring(cell) end
                texts[#texts + 1] = tostring(row.price) .. tostring(row == frame[i])
            end
            local co = coroutine.wrap(function() local x <close> = thing coroutine.yield(thing.name) return apply(function() return 'in' end) end)
            texts[#texts + 1] = co() .. co()
            texts[#texts + 1] = load('return "loaded" .. ...')(i)
            local ok, e = pcall(apply, function() error {message = 'own', kind = 'k'} end)
            texts[#texts + 1] = e.message
            texts[#texts + 1] = select('#', many(40)) .. string.rep('x', 300)
            keep(function() return i end)
            setmetatable({}, {__gc = function() local t, thing = both(i) last = t.x.name end})
            collectgarbage('step')
        end
        return table.concat(texts)
        """

    private func harness(_ census: Census, memoryLimit: Int = 0) throws -> Harness {
        let lua = try Harness(memoryLimit: memoryLimit), state = lua.state
        let value = state.define(LuaType("value", summary: "", layout: .value))
        let thing = state.define(
            LuaType(
                "thing", summary: "", layout: .object,
                fields: [
                    LuaFunction("name", summary: "") { call in
                        _ = try call.receiverObject(as: Counted.self)
                        return call.reply("a thing with a name")
                    }
                ]))
        let frame = state.define(LuaType("frame", summary: "", layout: .tabular))
        state.define(
            LuaFunction("both", [.required("i", .integer, "")], summary: "", style: .positional) { call in
                call.reply([
                    .table([
                        LuaPair(.string("x"), .object(LuaObject(type: thing, instance: Counted(census)))),
                        LuaPair(.string("list"), .list([.object(LuaObject(type: thing, instance: Counted(census))), .string("second")])),
                    ]), .object(LuaObject(type: thing, instance: Counted(census))),
                ])
            })
        state.define(LuaFunction("fail", [.required("n", .integer, "")], summary: "") { call in throw Trouble(number: try call.integer("n") ?? 0) })
        state.define(
            LuaFunction("many", [.required("n", .integer, "")], summary: "") { call in
                call.reply((0..<(try call.integer("n") ?? 0)).map { _ in .object(LuaObject(type: thing, instance: Counted(census))) })
            })
        state.define(
            LuaFunction("apply", [.required("f", .function, ""), .optional("x", .any, "")], summary: "", style: .positional) { call in
                let argument = LuaValue.object(LuaObject(type: thing, instance: Counted(census)))
                return call.reply(try call.state.call(try call.function("f")!, [try call.argument(1), argument]))
            })
        state.define(
            LuaFunction("keep", [.required("f", .function, "")], summary: "", style: .positional) { call in
                try call.state.set("kept", try call.argument(0))
                try call.state.set("more", .table([LuaPair(.string("a"), .object(LuaObject(type: thing, instance: Counted(census))))]))
                return call.reply(try call.argument(0))
            })
        state.define(
            LuaFunction("frame", summary: "") { call in
                call.reply(.object(LuaObject(type: frame, instance: try SampleFrame(call.state, value, census))))
            })
        return lua
    }

    /// What a run came to: its text, or the error's kind.
    private func outcome(_ lua: Harness, _ chunk: LuaReference) -> String {
        do {
            return try lua.state.call(chunk).map(\.shown).joined()
        } catch let failure as LuaFailure {
            // Lua reports so a stack that could not grow.
            return failure.message.contains("stack overflow") ? "limit" : failure.kind == "error" ? failure.message : failure.kind
        } catch {
            return error is LuaStop ? "limit" : "\(error)"
        }
    }

    @Test(arguments: [1, 2, 3, 20, Int64.max]) func everyAllocationMayFail(failures: Int64) throws {
        let census = Census()
        var failed = 0
        for count in 0..<100_000 {
            let finished: Bool
            do {
                let lua = try harness(census)
                let chunk = try lua.chunk(Self.mixed)
                lua.state.failAllocations(after: Int64(count), failures)
                let text = outcome(lua, chunk)
                finished = !lua.state.hasFailedAllocation
                lua.state.failAllocations(after: -1, 0)
                #expect(text == "limit" || text.hasPrefix("\"a thing"), "\(count): \(text)")
                if text == "limit" { failed += 1 }
                #expect(try lua.text("return pcall(error, 'x'), apply(function() return #frame() end)") == "false, 4", "\(count)")
            }
            #expect(census.alive == 0, "\(count)")
            if finished || census.alive != 0 { break }
        }
        // One failure is met by a collection; with more the script must have failed somewhere.
        #expect(failures == 1 || failed > 100)
    }

    @Test func anyLimitOfMemoryHolds() throws {
        let census = Census()
        let used = try harness(census).state.memoryUsed
        for room in stride(from: 0, to: 40_000, by: 97) {
            do {
                let lua = try harness(census)
                guard case .function(let chunk) = lua.state.compile(Self.mixed, name: "=test") else { continue }
                lua.state.limitMemory(lua.state.memoryUsed + room)
                let text = outcome(lua, chunk)
                #expect(text == "limit" || text.hasPrefix("\"a thing"), "\(room): \(text)")
                #expect(lua.state.memoryUsed <= used + 20_000 + room)
            }
            #expect(census.alive == 0, "\(room)")
        }
    }

    @Test func aStateNeedsSomeMemory() throws {
        var made = 0
        for limit in stride(from: 1, to: 60_000, by: 61) {
            do {
                let state = try LuaState(memoryLimit: limit)
                #expect(state.memoryUsed <= limit)
                made += 1
            } catch LuaStop.memory {}
        }
        #expect(made > 0)
    }

    @Test func aFailureWhileCompilingIsToldAsOne() throws {
        let lua = try Harness()
        for count in 0..<200 {
            lua.state.failAllocations(after: Int64(count), .max)
            let compiled = lua.state.compile("local t = {1, 2, 'text', function() return 5 end} return t", name: "=test")
            lua.state.failAllocations(after: -1, 0)
            switch compiled {
            case .function: return
            case .incomplete: Issue.record("incomplete at \(count)")
            case .mistake(let failure): #expect(failure.message == "not enough memory")
            }
        }
        Issue.record("it never compiled")
    }

    @Test func manyRoundsAtTheLimitLoseNothing() throws {
        let census = Census(), lua = try harness(census)
        let chunk = try lua.chunk(Self.mixed)
        lua.state.limitMemory(lua.state.memoryUsed + 12_000)
        for _ in 0..<300 { _ = outcome(lua, chunk) }
        lua.state.limitMemory(0)
        try lua.run("kept, more, last = nil")
        for _ in 0..<3 { lua.state.collectGarbage() }
        #expect(census.alive == 0)
    }
}
