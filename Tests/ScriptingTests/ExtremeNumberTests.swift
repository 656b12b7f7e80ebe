import Foundation
import LuaKit
import TestSupport
import Testing
@testable import LuaSurface

/// Numbers at the ends of what Lua can hold, in every place that takes one: each call answers or raises an error, and none ends the program.
@Suite("Numbers at the ends of their range")
struct ExtremeNumberTests {
    @Test("Every function, method, field and operator answers or raises, whatever number it is given", .enabled(if: BuiltProgram.path != nil))
    func everywhere() throws {
        let folder = try TemporaryFolder()
        let statements = ExtremeStatements(try ScriptSession.demo().runtime).all
        #expect(statements.count > 4000)
        try statements.joined(separator: "\0").write(toFile: folder.path + "/statements", atomically: true, encoding: .utf8)
        try Self.driver.write(toFile: folder.path + "/driver.lua", atomically: true, encoding: .utf8)
        let environment = ["LUCA_TODAY": "2015-12-31"]
        _ = try BuiltProgram.run(["demo", folder.path + "/demo.luca", "--no-init"], home: folder.path, environment: environment)
        let result = try BuiltProgram.run(
            ["run", "driver.lua", folder.path, "--book", folder.path + "/demo.luca", "--offline"], home: folder.path, environment: environment)
        let reached = (try? String(contentsOfFile: folder.path + "/reached", encoding: .utf8)).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
        let last = statements.indices.contains(reached - 1) ? statements[reached - 1] : "nothing"
        #expect(result.code == 0, "it ended at: \(last)\n\(result.errors.prefix(2000))")
        #expect(reached == statements.count)
    }

    /// Runs each statement on a branch that is thrown away, uses what it gives, and notes how far it came.
    private static let driver = """
        local folder = ...
        local file = assert(io.open(folder .. '/statements'))
        local text = file:read('a')
        file:close()
        local reached = io.open(folder .. '/reached', 'w')
        reached:setvbuf('no')
        local print = function() end
        local function use(value)
            local kind = type(value) == 'userdata' and getmetatable(value)
            if kind == 'frame' then
                if #value > 20000 then return end
                value:csv()
                tostring(value)
                for row in value do tostring(row) break end
            elseif kind == 'groups' then
                value:count()
            elseif kind then
                return tostring(value) .. value
            end
        end
        local number = 0
        for statement in text:gmatch('[^\\0]+') do
            number = number + 1
            reached:seek('set', 0)
            reached:write(string.format('%8d', number))
            local chunk = load('return ' .. statement) or load(statement)
            if chunk then
                pcall(whatif, function()
                    local results = table.pack(pcall(chunk))
                    if results[1] then for i = 2, results.n do pcall(use, results[i]) end end
                    error('it is thrown away')
                end)
            end
        end
        """

    @Test(
        "The edges of dates, widths and formats, one by one",
        arguments: [
            ("date '2014-01-01' - math.mininteger", "date", "2014-01-01 + 9223372036854775808 days is outside the years 0001 to 9999"),
            ("date '2014-01-01' + math.mininteger", "date", "2014-01-01 - 9223372036854775808 days is outside the years 0001 to 9999"),
            ("date '2014-01-01' - math.maxinteger", "date", "2014-01-01 - 9223372036854775807 days is outside the years 0001 to 9999"),
            ("date('2014-01-01'):add{years=math.mininteger}", "date", "outside the years 0001 to 9999"),
            ("cash{}:show{width=math.mininteger}", "argument", "show: width must be one or more, got number -9223372036854775808"),
            ("cash{}:show{width=0}", "argument", "show: width must be one or more, got number 0"),
            ("cash{}:show(math.mininteger)", "argument", "show: width must be one or more"),
            ("cash{}:show{rows=-1}", "argument", "show: rows must be zero or more, got number -1"),
            ("string.format('%.2147483648f', D'5')", "error", "invalid conversion"),
            ("string.format('%9999999999d', D'5')", "error", "invalid conversion"),
        ])
    func sentences(source: String, kind: String, message: String) throws {
        let failure = try ScriptSession.small().failure(source)
        #expect(failure.kind == kind)
        #expect(failure.message.contains(message), "\(failure.message)")
    }

    @Test("What still has an answer gives it")
    func answers() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("D'1' .. -2.0^63, -2.0^63 .. date '2014-03-03'") == "1-9.223372036854776e+18, -9.223372036854776e+182014-03-03")
        #expect(try session.text("date '2014-01-01' - -5, date '2014-01-01' - 5") == "2014-01-06, 2013-12-27")
        #expect(try session.text("string.format('%99.99f', D'5'):len(), string.format('%05d', D'7')") == "101, 00007")
        _ = try session.text("cash{}:show{width=math.maxinteger, rows=math.maxinteger}, cash{}:show{width=1, rows=0}")
    }
}

/// Lua text that puts each extreme number wherever a number can stand.
struct ExtremeStatements {
    private(set) var all: [String] = []

    private static let numbers = [
        "math.mininteger", "math.mininteger + 1", "-1", "0", "1 << 31", "1 << 53", "math.maxinteger", "math.huge", "-math.huge", "0/0", "1e308", "1e-308", "-2.0^63",
    ]
    /// Types of parameters that take no number, nor a table with numbers.
    private static let other: Set = [
        "string", "boolean", "function", "account", "symbol", "currency", "path", "column", "table", "date", "moment", "money", "owner",
    ]
    private static let receivers = [
        "decimal": "D'1.5'", "money": "money(5, 'USD')", "date": "date '2014-03-03'", "datetime": "activities{}[1].recorded_at", "frame": "trades{}",
        "groups": "trades{}:by('symbol')", "account": "account 'Brokerage'", "instrument": "instrument 'ORCL'", "book": "book",
    ]
    private static let samples = [
        "string": "'x'", "boolean": "true", "function": "function() return 1 end", "account": "'Brokerage'", "symbol": "'ORCL'", "currency": "'EUR'", "path": "'x'",
        "column": "'quantity'", "table": "{}", "date": "'2014-03-03'", "moment": "'2014-03-03'", "money": "money(5, 'USD')", "owner": "'Jerry'", "ratio": "'2:1'",
    ]

    init(_ runtime: Runtime) {
        for record in runtime.functions.records.values.sorted(by: { $0.name < $1.name }) where record.name != "quit" { add(record, called: record.name) }
        for type in runtime.lua.definedTypes {
            guard let receiver = Self.receivers[type.name] else { continue }
            // The functions of a book are those above.
            if type.name != "book" { for method in type.methods { add(method, called: "(\(receiver)):\(method.name)") } }
            addOperators(receiver)
        }
        for number in Self.numbers {
            for column in ["quantity", "price", "date", "id", "amount", "symbol"] {
                all += ["trades{}:where{\(column)=\(number)}", "trades{}:where{\(column)={\(number), 1}}"]
            }
            all += [
                "trades{}:with('x', function() return \(number) end):by('x'):sum('x', 'amount')", "trades{}:with('x', function(t) return t.quantity * \(number) end):sum('x')",
                "irr{{'2023-01-01', \(number)}, {'2024-01-01', 1100}}", "limit{name='L', account='Savings', years={[\(number)]=5}} return limits{}",
                "setting('price_max_age', tostring(\(number))) return holdings{}, values{}", "rolling_returns{window=tostring(\(number)) .. ' months'}",
            ]
        }
        addRecords()
    }

    /// A call with each numeric argument set to each number, and the example with each of its own numbers replaced.
    private mutating func add(_ function: LuaFunction, called name: String) {
        for parameter in function.parameters where !Self.other.contains(parameter.type.name) {
            for number in Self.numbers { all.append(Self.call(function, name, parameter.name, number)) }
        }
        let lines = function.example.split(separator: "\n").map { $0.components(separatedBy: " -->")[0] }
        for place in Self.numbers(in: lines.joined(separator: "\n")) { all += place }
    }

    private static func call(_ function: LuaFunction, _ name: String, _ parameter: String, _ number: String) -> String {
        func sample(_ other: LuaParameter) -> String { samples[other.type.name] ?? "1" }
        if function.style == .named {
            let others = function.parameters.filter { $0.isRequired && $0.name != parameter }.map { ", \($0.name)=\(sample($0))" }
            return "\(name){\(parameter)=\(number)\(others.joined())}"
        }
        let before = function.parameters.prefix { $0.name != parameter }.map(sample)
        return "\(name)(\((before + ["(\(number))"]).joined(separator: ", ")))"
    }

    /// Source text with each of the numbers that stand outside of quotes replaced by each extreme one.
    private static func numbers(in source: String) -> [[String]] {
        var places: [Range<String.Index>] = [], quote: Character?, index = source.startIndex, before: Character = " "
        while index < source.endIndex {
            let character = source[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character.isNumber, !before.isLetter, before != "_" {
                let end = source[index...].firstIndex { !$0.isNumber && $0 != "." } ?? source.endIndex
                places.append(index..<end)
                before = "0"
                index = end
                continue
            }
            before = character
            index = source.index(after: index)
        }
        return places.map { place in numbers.map { source.replacingCharacters(in: place, with: "(\($0))") } }
    }

    private mutating func addOperators(_ receiver: String) {
        for number in Self.numbers {
            for sign in ["+", "-", "*", "/", "//", "%", "^", "..", "<", "<=", "=="] { all += ["(\(receiver)) \(sign) (\(number))", "(\(number)) \(sign) (\(receiver))"] }
            all.append("(\(receiver))[\(number)]")
        }
    }

    /// What can be recorded at the ends of the range, and every figure that comes of it.
    private mutating func addRecords() {
        let most = "170141183460469231731"
        var acts = ["0001-01-01", "9999-12-31"].flatMap { day in
            [
                "deposit{account='Savings', amount=5, date='\(day)'}", "quote{symbol='ORCL', date='\(day)', close=1}",
                "recurring{name='rent', every='year', from='\(day)', record={type='withdrawal', account='Savings', amount=1}}",
            ]
        }
        for figure in [most, "1e-18"] {
            acts += [
                "deposit{account='Savings', amount='\(figure)', date='2014-01-01'} deposit{account='Savings', amount='\(figure)', date='2014-02-01'}",
                "buy{account='Brokerage', symbol='ORCL', quantity='\(figure)', price=1, date='2014-06-02'}",
                "buy{account='Brokerage', symbol='ORCL', quantity=1, price='\(figure)', date='2014-06-02'}", "quote{symbol='ORCL', date='2014-12-01', close='\(figure)'}",
                "rate{from='USD', to='EUR', date='2000-12-01', rate='\(figure)'} setting('base_currency', 'EUR')", "split{symbol='ORCL', ratio='\(figure):1', date='2014-06-02'}",
                "limit{name='L', account='Savings', amount='\(figure)'}", "plan{ready=true} tier{name='Emergency', target='\(figure)'}",
            ]
        }
        for every in ["9223372036854775807 months", "100000 years", "99999999999999999999 days", "-1 days", "0 months"] {
            acts.append("recurring{name='rent', every='\(every)', from='2015-10-01', record={type='withdrawal', account='Savings', amount=1}}")
        }
        let questions = [
            "holdings{}", "lots{}", "gains{}", "cash{}", "values{}", "returns{}", "risk{}", "snapshots{}", "contributions{}", "limits{}", "forecast{}", "rebalance{}",
            "recurring.list{}", "recurring.next{count=3}", "activities{}:by('account'):sum('amount')", "holdings{on='9999-12-31'}", "holdings{on='0001-01-01'}",
        ]
        for act in acts { for question in questions { all.append("\(act) return \(question)") } }
    }
}
