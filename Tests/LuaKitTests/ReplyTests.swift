import LuaKit
import Testing

/// Values on their way from Swift to Lua and back.
@Suite struct ReplyTests {
    private func harness() throws -> Harness {
        let lua = try Harness()
        lua.state.define(
            LuaFunction("echo", summary: "All arguments.", style: .positional) { call in
                call.reply(try (0..<call.count).map { try call.argument($0) })
            })
        lua.state.define(LuaFunction("one", summary: "The first argument.", style: .positional) { call in call.reply(try call.argument(0)) })
        lua.state.define(
            LuaFunction("many", [.required("count", .integer, "How many.")], summary: "1, 2, 3 …") { call in
                call.reply((1...(try call.integer("count") ?? 1)).map { .integer($0) })
            })
        return lua
    }

    @Test(arguments: [
        "nil", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "-0.0", "1e+300", "inf", "\"\"", "\"text\"",
        "\"žluťoučký 🐎\"", "{}", "{1=1, 2=2, 3=3}", "{\"a\"={\"b\"={\"c\"=1}}}", "{\"a\"=true, \"b\"=0.5, 1=\"x\"}",
    ])
    func aValueComesBackAsItWent(value: String) throws {
        let lua = try harness()
        let source =
            switch value {
            case "inf": "return echo(1/0)"
            case "{1=1, 2=2, 3=3}": "return echo{1, 2, 3}"
            case "{\"a\"={\"b\"={\"c\"=1}}}": "return echo{a={b={c=1}}}"
            case "{\"a\"=true, \"b\"=0.5, 1=\"x\"}": "return echo{'x', a=true, b=0.5}"
            case "-9223372036854775808": "return echo(math.mininteger)"
            default: "return echo(\(value))"
            }
        #expect(try lua.text(source) == value)
        #expect(try lua.text(source.replacing("echo", with: "one")) == value)
    }

    @Test func textThatCannotBeKeptAsItIsIsRefused() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("note", [.optional("notes", .string, "A text.")], summary: "") { call in call.reply(try call.string("notes") ?? "") })
        #expect(try lua.message("return echo('a\\xFFb')").contains("holds bytes that are no UTF-8, from byte 2 on"))
        #expect(try lua.message("return echo{{'caf\\xE9'}}").contains("from byte 4 on"))
        #expect(try lua.message("return echo('ab\\0c')").contains("holds a NUL character, the byte \\0, at byte 3"))
        #expect(try lua.message("return note{notes='a\\xFFb'}").hasPrefix("note: notes: a text holds bytes that are no UTF-8"))
        // A character that is cut, one that is written too long, and half of a pair.
        // What stands in the place of the last is as long as it.
        for bytes in ["\\xE2\\x82", "\\xF0\\x9F\\x98", "\\xC0\\xAF", "\\xED\\xA0\\x80"] { #expect(try lua.message("return note('\(bytes)')").contains("no UTF-8")) }
    }

    @Test func resultsAreMendedForTheScreenOnly() throws {
        let lua = try harness(), text = try lua.chunk("return 'a\\xFFb'")
        #expect(throws: LuaFailure.self) { try lua.state.call(text) }
        #expect(try lua.state.call(text, repairing: true).first?.stringValue == "a\u{FFFD}b")
        #expect(try lua.state.call(lua.chunk("return 'a\\0b'"), repairing: true).first?.stringValue == "a\0b")
    }

    @Test func aFunctionComesBackAsTheSame() throws {
        let lua = try harness()
        #expect(try lua.text("return echo(print) == print, one(print) == print, echo({f=print}).f == print") == "true, true, true")
        #expect(try lua.text("local f = function() return 7 end return one(f)(), #echo({f, f})") == "7, 2")
    }

    @Test func manyResultsAndArgumentsAllArrive() throws {
        let lua = try harness()
        #expect(try lua.text("return select('#', many(1)), select('#', many(33)), select('#', many(5000)), (select(5000, many(5000)))") == "1, 33, 5000, 5000")
        #expect(try lua.run("return many(1000)").count == 1000)
        #expect(try lua.text("return select('#', echo(table.unpack({}, 1, 500))), (select(400, echo(many(500))))") == "500, 400")
        #expect(try lua.message("return many(2000000)").contains("too many results"))
    }

    @Test func noResultsAreNone() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("nothing", summary: "") { _ in .nothing })
        lua.state.define(LuaFunction("empty", summary: "") { $0.reply([]) })
        lua.state.define(LuaFunction("absent", summary: "") { $0.notFound("no such account") })
        #expect(try lua.text("return select('#', nothing()), select('#', empty()), select('#', echo())") == "0, 0, 0")
        #expect(try lua.text("return absent()") == "nil, \"no such account\"")
    }

    @Test func aListIsASequence() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("list", summary: "") { $0.reply(.list((1...100).map { .integer($0 * $0) })) })
        #expect(try lua.text("local t, s = list(), 0 for i, v in ipairs(t) do s = s + v end return #t, s, t[100], t[101]") == "100, 338350, 10000, nil")
    }

    @Test func aTableWithAnImpossibleKeyIsAnErrorAndNothingElse() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("nilkey", summary: "") { $0.reply(.table([LuaPair(.none, .integer(1))])) })
        lua.state.define(LuaFunction("nankey", summary: "") { $0.reply(.table([LuaPair(.number(.nan), .integer(1))])) })
        #expect(try lua.text("return pcall(nilkey)").contains("index is nil"))
        #expect(try lua.text("return pcall(nankey)").contains("index is NaN"))
        #expect(try lua.text("return echo(1, 'still here')") == "1, \"still here\"")
    }

    @Test func theLastReplyCounts() throws {
        let lua = try harness(), census = Census()
        let type = lua.state.define(LuaType("thing", summary: "", layout: .object))
        lua.state.define(
            LuaFunction("unsure", [.optional("fail", .boolean, "")], summary: "") { call in
                _ = call.reply([.object(LuaObject(type: type, instance: Counted(census))), .string("one")])
                _ = call.reply(.object(LuaObject(type: type, instance: Counted(census))))
                if try call.boolean("fail") ?? false { throw Trouble(number: 1) }
                return call.reply(5)
            })
        #expect(try lua.text("return unsure()") == "5")
        #expect(try lua.text("return pcall(unsure, true)") == "false, object(1)")
        #expect(census.born == 4)
        #expect(census.alive == 0)
    }

    @Test func globalsTakeValuesOfEveryKind() throws {
        let lua = try harness()
        try lua.state.set("t", .table([LuaPair(.string("a"), .list([.integer(1), .integer(2)]))]))
        try lua.state.set("s", .string("text"))
        try lua.state.set("f", .function(try lua.chunk("return 9")))
        try lua.state.set("b", .string("built in"), builtin: true)
        #expect(try lua.text("return t.a[2], s, f(), b") == "2, \"text\", 9, \"built in\"")
    }

    @Test func aCallPassesArguments() throws {
        let lua = try harness()
        let function = try lua.chunk("return select('#', ...), ...")
        let values: [LuaValue] = [.none, .integer(1), .string("x"), .table([LuaPair(.string("k"), .string("v"))]), .function(function)]
        #expect(try lua.state.call(function, values).map(\.shown).joined(separator: ", ") == "5, nil, 1, \"x\", {\"k\"=\"v\"}, function")
        #expect(try lua.state.call(function, (0..<300).map { .integer($0) }).count == 301)
    }
}
