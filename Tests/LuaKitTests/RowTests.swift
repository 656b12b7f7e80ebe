import LuaKit
import Testing

/// Rows of a tabular object, which C reads from the columns' memory.
@Suite struct RowTests {
    @Test func fieldsOfEveryLayout() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("local r = f[1] return r.number, r.day, r.moment, r.price, r.symbol, r.open") == "10, box(2, 100, 0), box(2, 1000, 0), box(2, 7, 1), \"AAA\", true")
        #expect(try lua.text("local r = f[2] return r.number, r.day, r.moment, r.price, r.symbol, r.open") == "nil, nil, nil, nil, nil, nil")
        #expect(try lua.text("local r = f[3] return r.number, r.symbol, r.open, r.price") == "-30, \"\", false, box(2, 18446744073709551615, 18446744073709551615)")
        #expect(try lua.text("local r = f[4] return r.number, r.symbol") == "9223372036854775807, \"\(String(repeating: "long name ", count: 50))\"")
    }

    @Test func indexAndLength() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("return #f, f[0], f[5], f[-1], f[1.5], f[2^53], f[0/0], f[math.mininteger], f[math.maxinteger]") == "4, nil, nil, nil, nil, nil, nil, nil, nil")
        #expect(try lua.text("return f[1.0].number, f[1] == f[1], f[1] == f[2], f[1] ~= f[1], f[1] == 1") == "10, true, false, false, false")
        #expect(try lua.text("local n = 0 for i, r in ipairs(f) do n = n + i end return n") == "10")
        #expect(try lua.text("return #g, g[1]") == "0, nil")
    }

    @Test func loops() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("local t = {} for r in f do t[#t + 1] = tostring(r.number) end return table.concat(t, ' ')") == "\"10 nil -30 9223372036854775807\"")
        #expect(try lua.text("local n = 0 for r in f do for q in f do n = n + 1 end end for r in g do n = 99 end return n") == "16")
        #expect(try lua.text("local n = 0 for r in f do n = n + 1 if n == 2 then break end end return n") == "2")
        #expect(try lua.text("local n = 0 for r in f do r = nil n = n + 1 end return n") == "4")
        #expect(try lua.message("f(nil, 'row')") == "loop over a frame as in: for row in frame do")
        #expect(try lua.message("f(nil, {})") == "loop over a frame as in: for row in frame do")
        #expect(try lua.text("return f(nil, f[4]), f(nil, f[3]).number, g(nil, f[1]), f().number") == "nil, 9223372036854775807, nil, 10")
    }

    @Test func pairsGivesColumnsInOrder() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("local t = {} for k, v in pairs(f[1]) do t[#t + 1] = k end return table.concat(t, ' ')") == "\"number day moment price symbol open\"")
        #expect(
            try lua.text("local t = {} for k, v in pairs(f[1]) do t[k] = v end return t")
                == "{\"day\"=box(2, 100, 0), \"moment\"=box(2, 1000, 0), \"number\"=10, \"open\"=true, \"price\"=box(2, 7, 1), \"symbol\"=\"AAA\"}")
        #expect(try lua.text("local n = 0 for k, v in pairs(f[2]) do n = n + (v == nil and 1 or 0) end return n") == "6")
        #expect(try lua.text("return pcall(next, f[1])").hasPrefix("false"))
        #expect(try lua.text("return pcall(pairs(f[1]))").hasPrefix("true, \"number\""))
    }

    @Test func aRowAsText() throws {
        let lua = try Harness.withFrame()
        #expect(
            try lua.text("return (tostring(f[1]):gsub('value: 0x%x+', 'v')), tostring(f[2])")
                == "\"{number = 10, day = v, moment = v, price = v, symbol = \"AAA\", open = true}\", \"{}\"")
        // Longer than a buffer on the stack holds.
        #expect(
            try lua.text("local t = tostring(f[4]) return #t > 500, t:sub(1, 30), t:sub(-14)")
                == "true, \"{number = 9223372036854775807,\", \", open = true}\"")
        #expect(try lua.text("for i = 1, 100 do tostring(wide[1]) end return #tostring(wide[1])") == "\(40 * 513 + 39 * 2 + 2)")
    }

    @Test func anUnknownColumnIsAnError() throws {
        let lua = try Harness.withFrame()
        lua.state.nearestName = { name, known in known.first { $0.first == name.first } }
        let failure = try lua.failure("\nreturn f[1].prise")
        #expect(failure.message == "a row here has no column prise" && failure.hint == "did you mean \"price\"?" && failure.field == "prise")
        #expect(failure.kind == "unknown_column" && failure.position?.line == 2)
        #expect(try lua.failure("return f[1].zzz").hint == "it has number, day, moment, price, symbol, open")
        #expect(try lua.failure("return f[1]['num' .. 'bers']").field == "numbers")
        #expect(try lua.text("return f[1][{}], f[1][true], f[1][print]") == "nil, nil, nil")
        #expect(try lua.message("return f[1][1]") == "a row here has no column 1")
        #expect(try lua.text("return f[1]['num' .. ('b'):lower() .. 'er']") == "10")
    }

    @Test func rowsCannotBeChangedOrForged() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.message("f[1].number = 5").contains("a row is read-only: number cannot be set"))
        #expect(try lua.text("return getmetatable(f[1]), getmetatable(f), type(f[1])") == "\"row\", \"frame\", \"userdata\"")
        let taken = try lua.text("return f:take(f[1]), f:take(io.stdout)")
        #expect(taken == "\"reference\", \"a file\"")
        #expect(try lua.run("return f[1]").map(\.shown) == ["reference"])
    }

    @Test func aColumnIsFilledOnceWhenAsked() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("return f.fills") == "0")
        #expect(try lua.text("for i = 1, 3 do for r in f do local x = r.number end end return f.fills") == "1")
        #expect(try lua.text("local x = f[1].symbol, f[3].symbol, f[1].number return f.fills") == "2")
    }

    @Test func aColumnMayFailToFill() throws {
        let lua = try Harness.withFrame()
        try lua.run("f:failing(true)")
        let failure = try lua.failure("\n\nreturn f[1].number")
        #expect(failure.underlying as? Trouble == Trouble(number: 9))
        #expect(failure.position?.line == 3)
        #expect(try lua.text("return pcall(function() return f[1].number end)") == "false, object(1)")
        try lua.run("f:failing(false)")
        #expect(try lua.text("return f[1].number") == "10")
    }

    @Test func rowsOfAClosedFrame() throws {
        let lua = try Harness.withFrame()
        try lua.run("row = f[1] iterator = pairs(f[1]) do local x <close> = f end")
        for source in ["return row.number", "return row.zzz", "return iterator()", "for k in pairs(row) do end"] {
            let message = try lua.message(source)
            #expect(message == "this row's frame is closed", "\(source)")
        }
        for source in ["return #f", "return f[1]", "for r in f do end", "return f(nil, row)"] {
            #expect(try lua.message(source) == "this frame is closed", "\(source)")
        }
        #expect(try lua.message("return f.fills") == "fills: this frame is closed")
        #expect(try lua.text("return row == row, row == g, tostring(row):match('^row')") == "true, false, \"row\"")
    }

    @Test func aFrameMayBeClosedWhileItIsRead() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.message("for r in f do do local x <close> = f end end") == "this frame is closed")
        let fresh = try Harness.withFrame()
        try fresh.run("whenfilled = function() do local x <close> = f end collectgarbage() end")
        #expect(try fresh.message("return f[1].number") == "this frame is closed")
    }

    @Test func rowsKeepTheirFrameAlive() throws {
        let census = Census(), lua = try Harness.withFrame(census)
        try lua.run("row = f[3] f = nil h = nil collectgarbage() collectgarbage()")
        #expect(census.alive == 2)
        #expect(try lua.text("return row.number, row.symbol") == "-30, \"\"")
        try lua.run("row = nil g = nil")
        lua.state.collectGarbage()
        lua.state.collectGarbage()
        #expect(census.alive == 0)
    }

    @Test func rowsOfManyFramesAreTheirOwn() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("return f[1] == h[1], f[1].number, h[1].number, h[1] == h[1]") == "false, 10, 10, true")
        #expect(try lua.text("do local x <close> = h end return f[1].number") == "10")
    }

    @Test func aFunctionForEachRow() throws {
        let lua = try Harness.withFrame()
        #expect(try lua.text("return f:each(function(r) return r.number end)") == "{1=10, 3=-30, 4=9223372036854775807}")
        #expect(try lua.text("return f:each(function(r) return r == f[2], 'more' end)[2], #f:each(function(r) return {r.symbol, print} end), #g:each(print)") == "true, 4, 0")
        #expect(try lua.failure("f:each(function(r) return 'throw' end)").underlying as? Trouble == Trouble(number: 5))
        let failure = try lua.failure("f:each(function(r)\nlocal x = nil + 1\nend)")
        #expect(failure.message.hasPrefix("attempt to perform arithmetic on") && failure.position?.line == 2)
        #expect(failure.traceback?.contains("test:2: in function") == true)
        #expect(try lua.text("return pcall(f.each, f, function(r) error({}) end)") == "false, {}")
        #expect(try lua.message("f:each(function(r) do local x <close> = f end end)") == "this frame was closed while its rows were read")
        lua.state.limitInstructions(50_000)
        #expect(try lua.failure("pcall(h.each, h, function() while true do end end) return 1").underlying as? LuaStop == .instructions)
        lua.state.limitInstructions(nil)
        #expect(try lua.text("return coroutine.wrap(function() return h:each(function() return pcall(coroutine.yield) end)[1] end)()") == "false")
        #expect(try lua.text("return #h:each(function() return #h:each(function() return 1 end) end)") == "4")
    }
}
