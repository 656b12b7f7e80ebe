import LuaKit
import Testing

/// Objects live as long as Lua or Swift holds them, and no longer.
@Suite struct ObjectTests {
    private final class Account: Counted {
        let name: String
        init(_ name: String, _ census: Census) {
            self.name = name
            super.init(census)
        }
    }

    private func harness(_ census: Census) throws -> Harness {
        let lua = try Harness()
        let type = lua.state.define(
            LuaType(
                "account", summary: "", layout: .object,
                fields: [LuaFunction("name", summary: "") { $0.reply(try $0.receiverObject(as: Account.self).name) }],
                methods: [
                    LuaFunction("same", summary: "") { call in
                        call.reply(.object(LuaObject(type: LuaTypeID(2), instance: try call.receiverObject(as: Account.self))))
                    },
                    LuaFunction("with", [.required("f", .function, "")], summary: "", style: .positional) { call in
                        let account = try call.receiverObject(as: Account.self)
                        _ = try call.state.call(try call.function("f")!)
                        return call.reply(account.name)
                    },
                ]))
        lua.state.define(
            LuaFunction("account", [.required("name", .string, "")], summary: "", style: .positional) { call in
                call.reply(.object(LuaObject(type: type, instance: Account(try call.string("name") ?? "", census))))
            })
        lua.state.define(
            LuaFunction("owns", [.required("a", .any, "")], summary: "", style: .positional) { call in
                call.reply(call.object(0, type, as: Account.self)?.name ?? "nothing")
            })
        lua.state.define(
            LuaFunction("both", summary: "") { call in
                call.reply([
                    .table([LuaPair(.string("x"), .object(LuaObject(type: type, instance: Account("x", census))))]), .object(LuaObject(type: type, instance: Account("y", census))),
                ])
            })
        return lua
    }

    @Test func theyAreFreedWhenCollected() throws {
        let census = Census(), lua = try harness(census)
        try lua.run("for i = 1, 100 do local a = account('a') local t, b = both() end")
        lua.state.collectGarbage()
        #expect(census.born == 300)
        #expect(census.alive == 0)
    }

    @Test("Lua's collector keeps pace with what objects hold outside of Lua")
    func heavyObjectsAreCollectedInTime() throws {
        let census = Census(), lua = try harness(census)
        lua.state.define(
            LuaFunction("heavy", summary: "") { call in
                call.state.owe(32 << 20)
                return call.reply(.object(LuaObject(type: LuaTypeID(2), instance: Account("heavy", census))))
            })
        try lua.run("for i = 1, 100 do heavy() end")
        #expect(census.born == 100)
        #expect(census.most <= 4, "each is let go by the collection that the next but one begins")
    }

    @Test func theyLiveWhileHeld() throws {
        let census = Census(), lua = try harness(census)
        try lua.run("kept = account('kept') also = kept:same() account('lost')")
        lua.state.collectGarbage()
        #expect(census.alive == 1)
        #expect(try lua.text("return kept.name, kept == also, kept == account('kept'), owns(kept)") == "\"kept\", true, false, \"kept\"")
        var held = try lua.run("return kept")
        try lua.run("kept = nil also = nil")
        lua.state.collectGarbage()
        #expect(census.alive == 1)
        held = []
        _ = held
        #expect(census.alive == 0)
    }

    @Test func theyAreFreedWithTheState() throws {
        let census = Census()
        do {
            let lua = try harness(census)
            try lua.run("one = account('a') two = both() function three() return one end coroutine.wrap(function() local x = account('b') coroutine.yield() end)()")
        }
        #expect(census.born == 4)
        #expect(census.alive == 0)
    }

    @Test func theyAreFreedAfterErrors() throws {
        let census = Census(), lua = try harness(census)
        #expect(try lua.message("local a = account('a') error('x')") == "x")
        #expect(try lua.text("return pcall(function() local a <close> = account('a') error('x', 0) end)") == "false, \"x\"")
        lua.state.define(
            LuaFunction("half", summary: "") { call in
                _ = call.reply([.object(LuaObject(type: LuaTypeID(2), instance: Account("half", census))), .table([LuaPair(.none, .none)])])
                throw Trouble(number: 1)
            })
        lua.state.define(
            LuaFunction("badtable", summary: "") { call in
                call.reply([.table([LuaPair(.none, .integer(1))]), .object(LuaObject(type: LuaTypeID(2), instance: Account("never", census)))])
            })
        #expect(try lua.text("return pcall(half), pcall(badtable)").hasPrefix("false"))
        lua.state.collectGarbage()
        #expect(census.born == 4)
        #expect(census.alive == 0)
    }

    @Test func closingFreesAtOnceAndOnce() throws {
        let census = Census(), lua = try harness(census)
        #expect(try lua.text("do local a <close> = account('a') end return 1") == "1")
        #expect(census.alive == 0)
        try lua.run("saved = account('b') do local a <close> = saved end")
        #expect(census.alive == 0)
        #expect(try lua.message("return saved.name") == "name: this account is closed")
        #expect(try lua.message("return saved:same()") == "same: this account is closed")
        #expect(try lua.failure("return saved.name").kind == "closed")
        #expect(try lua.text("return owns(saved), saved == saved, tostring(saved):match('^account')") == "\"nothing\", true, \"account\"")
        #expect(try lua.text("return saved, {saved, print, {print}}, 1") == "reference, reference, 1")
        #expect(try lua.text("return saved == select(2, (function(...) return ... end)(1, saved))") == "true")
        #expect(try lua.message("account{saved}") == "account: name must be a string, got a table")
        try lua.run("do local a <close> = saved end saved = nil")
        lua.state.collectGarbage()
        #expect(census.alive == 0)
    }

    @Test func aMethodMayCloseItsOwnReceiver() throws {
        let census = Census(), lua = try harness(census)
        #expect(try lua.text("local a = account('mine') return a:with(function() do local b <close> = a end collectgarbage() end)") == "\"mine\"")
        #expect(census.alive == 0)
    }

    @Test func aFinaliserOfAScriptMaySeeADeadObject() throws {
        let census = Census(), lua = try harness(census)
        try lua.run(
            "seen = {} for i = 1, 10 do local a = account('a') setmetatable({}, {__gc = function() seen[#seen + 1] = select(2, pcall(function() return a.name end)) end}) end")
        lua.state.collectGarbage()
        lua.state.collectGarbage()
        #expect(try lua.text("return #seen") == "10")
        try lua.run("seen = nil")
        lua.state.collectGarbage()
        #expect(census.alive == 0)
    }

    @Test func finalisersAtTheEndCallNothingOfTheHost() throws {
        let census = Census()
        do {
            let lua = try harness(census)
            try lua.run("saved = setmetatable({}, {__gc = function() local ok, e = pcall(account, 'late') print(ok) unknown_name = missing_name account('x') end})")
        }
        #expect(census.alive == 0)
        #expect(census.born == 0)
    }

    @Test func finalisersMayCallTheHostWhileResultsArePushed() throws {
        let census = Census(), lua = try harness(census)
        try lua.run(
            """
            local function litter() setmetatable({}, {__gc = function() local t, y = both() account('z'):same() last = t.x.name .. y.name end}) end
            for i = 1, 3000 do litter() local t, y = both() assert(t.x.name == 'x' and y.name == 'y') end
            """)
        lua.state.collectGarbage()
        lua.state.collectGarbage()
        #expect(try lua.text("return last") == "\"xy\"")
        try lua.run("last = nil")
        for _ in 0..<3 { lua.state.collectGarbage() }
        #expect(census.alive == 0)
    }

    @Test func aReferenceMayOutliveItsState() throws {
        var kept: [LuaValue] = []
        do {
            let lua = try Harness()
            kept = try lua.run("return function() end, {print}")
            kept += try (0..<10).map { _ in try lua.run("return function() end")[0] }
        }
        #expect(kept.count == 12)
        kept = []
    }

    @Test func referencesAreLetGo() throws {
        let lua = try Harness()
        lua.state.define(
            LuaFunction("take", [.required("f", .any, "")], summary: "", style: .positional) { call in
                _ = try call.argument(0)
                return .nothing
            })
        try lua.run("function round() for i = 1, 200 do take(function() return i end) take{function() end, {function() end}} end end round()")
        lua.state.collectGarbage()
        let before = lua.state.memoryUsed
        for _ in 0..<50 { try lua.run("round()") }
        // References on the way to failing are let go as well.
        for _ in 0..<2000 { _ = try? lua.run("local t = {function() end, function() end} t.t = t take(t)") }
        lua.state.collectGarbage()
        #expect(lua.state.memoryUsed < before + 4096)
    }
}
