import LuaKit
import Testing

/// The sentences that a script gets for a call that cannot be.
@Suite struct MessageTests {
    private func harness() throws -> Harness {
        let lua = try Harness()
        lua.state.nearestName = { name, known in known.first { $0.hasPrefix(String(name.prefix(3))) } }
        lua.state.define(
            LuaFunction(
                "buy",
                [
                    .required("symbol", .string, "What."), .required("quantity", .number, "How many."), .optional("fee", .number, "Costs."),
                    .optional("pieces", .integer, "Whole."), .optional("open", .boolean, "Whether."), .optional("tags", .table, "Words."),
                    .optional("each", .function, "Called."),
                ], summary: "Buys."
            ) { call in
                if let pieces = try call.integer("pieces") { return call.reply(pieces) }
                return call.reply(try call.string("symbol") ?? "")
            })
        lua.state.define(LuaFunction("today", summary: "No arguments.") { $0.reply("2026-01-02") })
        lua.state.define(LuaFunction("report.define", [.required("name", .string, "Its name.")], summary: "Defines.") { $0.reply(true) })
        return lua
    }

    @Test(arguments: [
        ("buy{symbol='A', quantity='ten'}", "buy: quantity must be a number, got string \"ten\""),
        ("buy('A', 'ten')", "buy: quantity must be a number, got string \"ten\""),
        ("buy('A', {})", "buy: quantity must be a number, got a table"),
        ("buy('A', print)", "buy: quantity must be a number, got a function"),
        ("buy('A', coroutine.create(print))", "buy: quantity must be a number, got a thread or userdata"),
        ("buy('A', io.stdout)", "buy: quantity must be a number, got a thread or userdata"),
        ("buy('A', true)", "buy: quantity must be a number, got true"),
        ("buy(5, 1)", "buy: symbol must be a string, got number 5"),
        ("buy(1.5, 1)", "buy: symbol must be a string, got number 1.5"),
        ("buy('A')", "buy: quantity is missing; it must be a number"),
        ("buy{symbol='A'}", "buy: quantity is missing; it must be a number"),
        ("buy()", "buy: symbol is missing; it must be a string"),
        ("buy(nil, 1)", "buy: symbol is missing; it must be a string"),
        ("buy{}", "buy: symbol is missing; it must be a string"),
        ("buy{symbol='A', quantity=1, pieces=1.5}", "buy: pieces must be a whole number, got number 1.5"),
        ("buy{symbol='A', quantity=1, pieces=1e300}", "buy: pieces must be a whole number, got number 1e+300"),
        ("buy{symbol='A', quantity=1, pieces=0/0}", "buy: pieces must be a whole number, got number nan"),
        ("buy{symbol='A', quantity=1, open='yes'}", "buy: open must be true or false, got string \"yes\""),
        ("buy{symbol='A', quantity=1, tags='x'}", "buy: tags must be a table, got string \"x\""),
        ("buy{symbol='A', quantity=1, each={}}", "buy: each must be a function, got a table"),
        ("buy{symbol='A', quantity=1, quantitty=1}", "buy: there is no field quantitty"),
        ("buy{symbol='A', quantity=1, [1]=2}", "buy: there is no field [number 1]"),
        ("buy{symbol='A', quantity=1, [print]=2}", "buy: there is no field [a function]"),
        ("buy(1,2,3,4,5,6,7,8)", "buy: symbol must be a string, got number 1"),
        ("buy('A',2,3,4,true,{},print,8)", "buy: takes 7 arguments, got 8"),
        ("today(1)", "today: takes no arguments, got 1"),
        ("today{year = 1}", "today: there is no field year"),
        ("today(table.unpack({}, 1, 200))", "today: takes no arguments, got 200"),
        ("report.define('a', 'b')", "report.define: takes 1 argument, got 2"),
    ])
    func aWrongCallGetsASentence(call: String, message: String) throws {
        let failure = try harness().failure("return " + call)
        #expect(failure.message == message)
        #expect(failure.kind == "argument")
        #expect(failure.underlying is LuaMisuse)
        #expect(failure.position == LuaPosition(chunk: "test", line: 1))
    }

    @Test func whatTakesAnythingTakesNilWhereItIsGiven() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("show", [.required("value", .any, "")], summary: "") { $0.reply(try $0.argument("value")) })
        #expect(try lua.text("return show(nil), show(1), show{value = 2}") == "nil, 1, 2")
        for call in ["show()", "show{}", "show{value = nil}"] { #expect(try lua.message(call) == "show: value is missing; it must be a value") }
        lua.state.define(LuaFunction("late", [.optional("a", .number, ""), .required("b", .number, "")], summary: "") { $0.reply($0.count) })
        #expect(try lua.text("return late(nil, 1), late{b = 1}, late(2, 1)") == "2, 2, 2")
        #expect(try lua.message("late(1)") == "late: b is missing; it must be a number")
        #expect(try lua.message("late()") == "late: b is missing; it must be a number")
        #expect(try lua.message("late(nil, nil)") == "late: b is missing; it must be a number")
    }

    @Test func aNearNameIsOffered() throws {
        let lua = try harness()
        #expect(try lua.failure("buy{symbol='A', quantitty=1}").hint == "did you mean \"quantity\"?")
        #expect(try lua.failure("buy{zzz=1}").hint == "it takes symbol, quantity, fee, pieces, open, tags, each")
        #expect(try lua.failure("buy{zzz=1}").field == "zzz")
        #expect(try lua.failure("buy('A', 'ten')").field == "quantity")
        #expect(try lua.failure("bux('A')").message == "unknown name 'bux'")
        #expect(try lua.failure("x = tod1").hint == nil || lua.failure("x = tod1").hint == "did you mean \"today\"?")
    }

    @Test func aLongTextIsCutInAMessage() throws {
        let message = try harness().message("buy('A', ('x'):rep(100))")
        #expect(message == "buy: quantity must be a number, got string \"\(String(repeating: "x", count: 57))…\"")
    }

    @Test func integralFloatsAreWholeNumbers() throws {
        let lua = try harness()
        #expect(try lua.text("return buy{symbol='A', quantity=1, pieces=3.0}") == "3")
        #expect(try lua.text("return buy{symbol='A', quantity=1, pieces=math.mininteger}") == "\(Int.min)")
        #expect(try lua.message("return buy{symbol='A', quantity=1, pieces=2^63}") == "buy: pieces must be a whole number, got number 9.223372036854776e+18")
    }

    @Test func aMethodWantsItsReceiver() throws {
        let lua = try Harness()
        let type = lua.state.define(
            LuaType(
                "frame", summary: "", layout: .value,
                methods: [LuaFunction("where", [.optional("a", .any, "")], summary: "") { $0.reply($0.isNamed) }, LuaFunction("size", summary: "") { $0.reply(1) }]))
        let other = lua.state.define(LuaType("other", summary: "", layout: .value))
        try lua.state.set("f", .boxed(LuaBoxed(type: type, low: 1)))
        try lua.state.set("g", .boxed(LuaBoxed(type: other, low: 1)))
        #expect(try lua.text("return f:where(1), f:where{a=1}, f:where(), f:size()") == "false, true, false, 1")
        for call in ["f.where{a=1}", "f.where()", "f.where(1)", "f.where(g)", "f.where(io.stdout)", "f.where(nil, {})", "f.where('x', 1)"] {
            #expect(try lua.message("return " + call) == "where: call it on a frame with a colon, as in x:where(…)", "\(call)")
        }
        #expect(try lua.message("return f:size(2)") == "size: takes no arguments, got 1")
        #expect(try lua.message("return f.size()") == "size: call it on a frame with a colon, as in x:size(…)")
        #expect(try lua.message("return f.nothing") == "a frame has no nothing")
        #expect(try lua.failure("return f.nothing").hint == "it has size, where")
    }
}
