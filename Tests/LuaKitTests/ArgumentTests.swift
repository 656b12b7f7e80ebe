import LuaKit
import Testing

/// What scripts hand over, as Swift takes it.
@Suite struct ArgumentTests {
    private func harness() throws -> Harness {
        let lua = try Harness()
        lua.state.define(
            LuaFunction("take", [.optional("value", .any, "")], summary: "", style: .positional) { call in
                call.reply(try call.argument(0).shown)
            })
        lua.state.define(
            LuaFunction("apply", [.required("f", .function, "")], summary: "", style: .positional) { call in
                call.reply(try call.state.call(try call.function("f")!))
            })
        return lua
    }

    @Test(arguments: [
        ("{}", "{}"), ("{1, 'x', true}", "{1=1, 2=\"x\", 3=true}"), ("{[1.5] = 1, [true] = 2}", "{1.5=1, true=2}"), ("{f = print}", "{\"f\"=function}"),
        ("{[print] = 1}", "{other(a function as a key)=1}"), ("{{{{}}}}", "{1={1={1={}}}}"), ("{[{}] = {}}", "{other(a table as a key)={}}"),
        ("{[{1, {}}] = 1}", "{other(a table as a key)=1}"),
        ("{co = coroutine.create(print)}", "{\"co\"=other(a thread or foreign userdata)}"), ("shared", "{1={\"x\"=1}, 2={\"x\"=1}}"),
        ("setmetatable({a = 1}, {__index = error, __pairs = error, __len = error})", "{\"a\"=1}"), ("2^53", "9007199254740992.0"), ("1e15", "1000000000000000.0"),
        ("math.maxinteger + 1", "-9223372036854775808"), ("math.maxinteger + 1.0", "9.223372036854776e+18"), ("-0.0", "-0.0"),
        ("coroutine.create(print)", "other(a thread or foreign userdata)"),
    ])
    func valuesArrive(source: String, shown: String) throws {
        let lua = try harness()
        try lua.run("local one = {x = 1} shared = {one, one}")
        let taken = try lua.run("return take(\(source))").first?.stringValue
        #expect(taken == shown)
    }

    @Test func tablesThatCannotBeTaken() throws {
        let lua = try harness()
        #expect(try lua.message("local t = {} t.t = t take(t)") == "a table that contains itself cannot be taken here")
        #expect(try lua.message("local a, b = {}, {} a.b = b b.a = a a.f = print take{a, print}") == "a table that contains itself cannot be taken here")
        #expect(
            try lua.message("local t = {} for i = 1, 64 do t = {t} end take(t) for i = 1, 2 do t = {t} end take(t)")
                == "the table nests too deeply: tables in tables, more than 64 of them")
        lua.state.limitMemory(8 << 20)
        #expect(try lua.message("local t = {} for i = 1, 60 do t = {t, t} end take(t)") == "the table is too large to be taken here")
        lua.state.limitMemory(0)
        #expect(try lua.text("return take(5)") == "\"5\"")
    }

    @Test func resultsThatCannotBeCopiedAreReferences() throws {
        let lua = try harness()
        let results = try lua.run("local t = {name = 'cycle'} t.t = t kept = t return t, 1, {t}")
        #expect(results.map(\.shown) == ["reference", "1", "reference"])
        // Given back, it is the very same.
        #expect(try lua.state.call(lua.chunk("local t, n, list = ... return t == kept, list[1] == kept, t.name"), results).map(\.shown) == ["true", "true", "\"cycle\""])
        #expect(try lua.text("return (apply(function() return kept end)) == kept") == "true")
        #expect(try lua.run("return package").map(\.shown) == ["reference"])
    }

    @Test func namesAndPlacesMayNotBeMixed() throws {
        let lua = try harness()
        lua.state.define(
            LuaFunction("f", [.optional("a", .any, ""), .optional("b", .any, "")], summary: "") { call in
                call.reply(.string("\(call.isNamed) \(call.count) \(try call.argument("a").shown) \(try call.argument("b").shown) \(call.has("b"))"))
            })
        #expect(try lua.text("return f()") == "\"false 0 nil nil false\"")
        #expect(try lua.text("return f(1)") == "\"false 1 1 nil false\"")
        #expect(try lua.text("return f(nil, false)") == "\"false 2 nil false true\"")
        #expect(try lua.text("return f{b = 1}") == "\"true 2 nil 1 true\"")
        #expect(try lua.text("return f{}") == "\"true 2 nil nil false\"")
        #expect(try lua.text("return f({a = 1}, 2)") == "\"false 2 {\"a\"=1} 2 true\"")
        #expect(try lua.text("return f{a = {b = 2}}") == "\"true 2 {\"b\"=2} nil false\"")
        #expect(try lua.text("return f(setmetatable({}, {__index = {a = 1}}))") == "\"true 2 nil nil false\"")
    }

    @Test func thirtyTwoParametersAreTheMost() throws {
        let lua = try harness(), names = (1...32).map { "p\($0)" }
        let wide = LuaFunction("wide", names.map { .optional($0, .integer, "") }, summary: "") { call in
            call.reply(try names.reduce(0) { $0 + (try call.integer($1) ?? 0) })
        }
        lua.state.define(wide)
        let type = lua.state.define(LuaType("owner", summary: "", layout: .value, methods: [wide]))
        try lua.state.set("owner", .boxed(LuaBoxed(type: type, low: 0)))
        let places = (1...32).map { "\($0)" }.joined(separator: ", "), pairs = (1...32).map { "p\($0) = \($0)" }.joined(separator: ", ")
        #expect(try lua.text("return wide(\(places)), wide{\(pairs)}, owner:wide(\(places)), owner:wide{\(pairs)}") == "528, 528, 528, 528")
        #expect(try lua.message("wide(\(places), 33)") == "wide: takes 32 arguments, got 33")
        #expect(try lua.message("owner:wide(\(places), 33)") == "wide: takes 32 arguments, got 33")
        #expect(try lua.message("owner:wide{p32 = 'x'}") == "wide: p32 must be a whole number, got string \"x\"")
    }

    @Test func whatSwiftCallsRunsOnTheCallersThread() throws {
        let lua = try harness()
        #expect(try lua.text("return coroutine.wrap(function() local co = coroutine.running() return apply(function() return coroutine.running() == co end) end)()") == "true")
        #expect(try lua.text("return apply(function() return coroutine.wrap(function() return apply(function() return coroutine.isyieldable() end) end)() end)") == "false")
        #expect(
            try lua.text("local co = coroutine.wrap(function() return apply(function() coroutine.yield() end) end) local ok, e = pcall(co) return e")
                == "\"attempt to yield across a C-call boundary\"")
        let failure = try lua.failure("coroutine.wrap(function()\napply(function()\nerror 'deep' end) end)()")
        #expect(failure.message.hasSuffix("deep") && failure.traceback?.contains("test:2: in function") == true, "\(failure)")
    }

    @Test func statesMayCallEachOther() throws {
        let outer = try harness(), inner = try harness()
        let bridge = Bridge(inner)
        outer.state.define(
            LuaFunction("inner", [.required("source", .string, "")], summary: "", style: .positional) { call in
                call.reply(try bridge.inner.run(try call.string("source") ?? ""))
            })
        #expect(try outer.text("return inner('return 1 + 1'), inner('return take{1}')") == "2, \"{1=1}\"")
        #expect(try outer.message("inner('error(\"from within\")')") == "from within")
        outer.state.limitInstructions(100_000)
        #expect(try outer.failure("while true do inner('for i = 1, 10 do end') end").underlying as? LuaStop == .instructions)
        outer.state.limitInstructions(nil)
        inner.state.limitInstructions(1000)
        #expect(try outer.failure("pcall(inner, 'while true do end') return 1").underlying as? LuaStop == .instructions)
        #expect(try outer.text("return 1") == "1")
    }

    /// A state that a function of another one reaches.
    private final class Bridge: @unchecked Sendable {
        let inner: Harness
        init(_ inner: Harness) { self.inner = inner }
    }

    @Test(
        "The items of a table end at the first gap, in whatever order its pairs come",
        arguments: [
            ([1, 2, 3], "a b c"), ([3, 1, 2], "b c a"), ([1, 2, 4], "a b"), ([2, 3, 4], ""), ([0, 1, 2], "b c"), ([1, 1, 2], "b c"), ([4, 2, 1], "c b"),
        ])
    func items(keys: [Int], items: String) {
        var pairs = zip(keys, ["a", "b", "c"]).map { LuaPair(.integer($0), .string($1)) }
        pairs.insert(LuaPair(.string("name"), .boolean(true)), at: 1)
        #expect(LuaValue.table(pairs).array?.compactMap(\.stringValue).joined(separator: " ") == items)
    }
}
