import CLua
import LuaKit
import LuaSurface
import Scripting
import Storage
import Ledger
import Values

/// Calls between Lua and Swift, and rows read from Lua.
let luaCalls = Group(
    name: "lua",
    about: """
        One operation in a Lua loop, the loop itself taken off; rows are those of a book of a million deposits. The reference of a call is an empty C \
        function, called by a state of the same Lua, or a function of Lua's own library that does nothing much in C; that of a field is a plain table's.
        """
) { settings in
    let bench = try LuaBench(settings)
    return .table([
        try bench.emptyCall(),
        try bench.row("integer in, integer out", "num(i)", against: "ult(i, 5)", "C math.ult"),
        try bench.row("decimal + decimal", "x + y", against: "isyieldable()", "C call"),
        try bench.row("pattern with three captures in a line", "line:match('^(%d+)-(%d+)-(%d+)')", against: "isyieldable()", "C call"),
        try bench.row("whole-number field of a row", "r.id", against: "t.id", "table field", budget: .nanoseconds(22)),
        try bench.row("text field of a row", "r.account", against: "t.id", "table field", budget: .nanoseconds(22)),
        try bench.row("decimal field of a row, made anew", "r.amount", against: "t.id", "table field"),
        try bench.whole(
            "1 M rows, two fields each", "local a, b for r in f do a = r.id b = r.account end",
            against: "local a, b local t = t for i = 1, 1000000 do a = t.id b = t.account end", "a table's fields", budget: .seconds(0.08)),
        try bench.whole(
            "1 M rows, a decimal and a text each", "local a, b for r in f do a = r.amount b = r.account end",
            against: "local a, b local t = t for i = 1, 1000000 do a = t.id b = t.account end", "a table's fields", budget: .seconds(0.08)),
        try bench.whole(
            "f:sum of 1 M decimals", "f:sum('amount')", against: "local s = 0 for i = 1, 1000000 do s = s + i end", "Lua adds 1 M integers",
            budget: .milliseconds(1)),
    ])
}

/// A session with what the loops use as globals.
private struct LuaBench {
    private let runtime: Runtime
    private let settings: Settings
    private static let turns = 2_000_000

    init(_ settings: Settings) throws {
        self.settings = settings
        runtime = try Runtime()
        runtime.lua.define(LuaFunction("noop", summary: "Does nothing.") { _ in .nothing })
        runtime.lua.define(
            LuaFunction("num", [.required("x", .integer, "A number.")], summary: "The next one.", style: .positional) { call in
                call.reply((call.integer(at: 0) ?? 0) + 1)
            })
        try runtime.openMemoryBook(named: "bench")
        let book = try runtime.requireBook()
        let account = try book.define(Account(name: "Savings", currency: .usd))
        for start in stride(from: 0, to: 1_000_000, by: 50_000) {
            try book.append(
                contentsOf: (start..<start + 50_000).map { number in
                    Activity(date: Day(number: Int32(10_000 + number / 200)), kind: .deposit, account: account, amount: FixedDecimal(number % 500 + 1), currency: .usd)
                })
        }
        _ = try runtime.evaluate(
            """
            f = activities{} f:sum("amount") r = f[5] t = {id = 5, account = "Savings"} x, y = D"1.5", D"2.25"
            line = "2014-03-05,Buy,ORCL,10,40.25,EUR,Degiro, note"
            isyieldable, ult = coroutine.isyieldable, math.ult
            local warm for r in f:head(1) do warm = r.id, r.account, r.amount end
            """, name: "=setup", source: "bench")
    }

    private func subject(_ name: String, _ code: String, operations: Int) throws -> Subject {
        guard case .function(let function) = runtime.lua.compile(code, name: "=bench") else { throw BenchError(message: "cannot compile \(code)") }
        return Subject(name, operations: operations) { [runtime] in
            _ = try runtime.lua.call(function)
            return 0
        }
    }

    private func loop(_ name: String, _ expression: String) throws -> Subject {
        let names = "local noop, num, x, y, r, t, line, isyieldable, ult = noop, num, x, y, r, t, line, isyieldable, ult local _ "
        let body = expression.hasSuffix(")") ? expression : "_ = \(expression)"
        return try subject(name, "\(names) for i = 1, \(Self.turns) do \(expression.isEmpty ? "" : body) end", operations: Self.turns)
    }

    func row(_ what: String, _ expression: String, against reference: String, _ name: String, budget: Budget? = nil) throws -> Row {
        let times = try measure([loop(what, expression), loop(name, reference), loop("empty", "")], settings)
        func net(_ quantity: Quantity) -> Quantity { .seconds(max(quantity.value - times[2].value, 1e-11)) }
        return Row(what, net(times[0]), against: .init(name: name, measured: net(times[1])), budget: budget)
    }

    /// A function of Swift that does nothing, against one of C: Lua's own state has it, which is made as luca's is but holds nothing else.
    func emptyCall() throws -> Row {
        let plain = try PlainLua(), turns = Self.turns
        func code(_ call: String) -> String { "local noop = noop for i = 1, \(turns) do \(call) end" }
        let subjects = [
            try loop("Lua to Swift call, no arguments", "noop()"), try loop("empty", ""), try plain.subject(code("noop()"), operations: turns),
            try plain.subject(code(""), operations: turns),
        ]
        let times = try measure(subjects, settings).map(\.value)
        let own = Quantity.seconds(max(times[0] - times[1], 1e-11)), empty = Quantity.seconds(max(times[2] - times[3], 1e-11))
        return Row("Lua to Swift call, no arguments", own, against: .init(name: "empty C function", measured: empty), budget: .times(1.2))
    }

    func whole(_ what: String, _ code: String, against reference: String, _ name: String, budget: Budget) throws -> Row {
        try luca_bench.row(subject(what, code, operations: 1), against: subject(name, reference, operations: 1), budget: budget, settings)
    }
}

/// A state of the same Lua with its libraries and a C function `noop` that does nothing.
private final class PlainLua {
    private let state: OpaquePointer

    init() throws {
        guard let state = luaL_newstate() else { throw BenchError(message: "there is no memory for a state of Lua") }
        self.state = state
        luaL_openlibs(state)
        lua_pushcclosure(state, { _ in 0 }, 0)
        lua_setglobal(state, "noop")
    }

    deinit { lua_close(state) }

    func subject(_ code: String, operations: Int) throws -> Subject {
        guard luaL_loadstring(state, code) == LUA_OK else { throw BenchError(message: "cannot compile \(code)") }
        let place = lua_gettop(state)
        return Subject("plain Lua", operations: operations) { [self] in
            lua_pushvalue(state, place)
            guard lua_pcallk(state, 0, 0, 0, 0, nil) == LUA_OK else { throw BenchError(message: "\(code) failed") }
            return 0
        }
    }
}
