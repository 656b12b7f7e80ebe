import Frames
import TestSupport
import Testing
import Values

@Suite("Export")
struct ExportTests {
    @Test("CSV: names first, values exact, quotes where needed")
    func csv() throws {
        var builder = FrameBuilder("x", [.text("name"), .decimal("value"), .int("n"), .day("on"), .instant("at"), .bool("open")])
        try builder.append(["plain", .decimal("1234567.10"), -5, "2014-03-03", "2026-01-02T03:04:05.678Z", true])
        try builder.append(["a,b", .decimal("-0.000000000000000001"), .int(.max), "0001-01-01", "1969-12-31T23:59:59.999999Z", false])
        try builder.append(["say \"hi\"\n", .decimal(.greatest), 0, "9999-12-31", "1970-01-01T00:00:00Z", nil])
        try builder.append(["", nil, nil, nil, nil, nil])
        try builder.append([nil, 0, 10, nil, nil, nil])
        try builder.append([" =1+1", .decimal("18.5"), 100, nil, nil, nil])
        #expect(
            try builder.frame().csv() == """
                name,value,n,on,at,open
                plain,1234567.1,-5,2014-03-03,2026-01-02T03:04:05.678Z,true
                "a,b",-0.000000000000000001,9223372036854775807,0001-01-01,1969-12-31T23:59:59.999999Z,false
                "say ""hi""
                ",170141183460469231731.687303715884105727,0,9999-12-31,1970-01-01T00:00:00.000Z,
                "",,,,,
                ,0,10,,,
                " =1+1",18.5,100,,,

                """)
    }

    @Test("JSON: decimals are strings, ints numbers, none null, texts escaped")
    func json() throws {
        var builder = FrameBuilder("x", [.text("na\"me"), .decimal("value"), .int("n"), .day("on"), .bool("open")])
        try builder.append(["a\\\"/\n\t\r\u{1}é🙂\u{7F}", .decimal("1.10"), -5, "2014-03-03", true])
        try builder.append([nil, nil, nil, nil, nil])
        #expect(
            try builder.frame().json() == """
                [
                {"na\\"me":"a\\\\\\"/\\n\\t\\r\\u0001é🙂\\u007f","value":"1.1","n":-5,"on":"2014-03-03","open":true},
                {"na\\"me":null,"value":null,"n":null,"on":null,"open":null}
                ]

                """)
        #expect(try builder.frame().slice(from: 0, count: 0).json() == "[]\n")
    }

    @Test("Bytes that are no UTF-8 make no broken JSON")
    func brokenText() throws {
        let pool = TextPool()
        _ = [0x61, 0xFF, 0xC3].withUnsafeBufferPointer { pool.code(forUTF8: $0) }
        let frame = Frame("x", rowCount: 1, columns: [.texts(.text("t"), count: 1, pool: pool) { (_: Int) in 0 }])
        #expect(try frame.json() == "[\n{\"t\":\"a\u{FFFD}\u{FFFD}\"}\n]\n")
    }

    @Test("CSV comes back as it was")
    func csvRoundTrip() throws {
        var random = RandomFrames(random: .forTest())
        for rows in [0, 1, 200] {
            let frame = random.frame(rows: rows)
            let lines = parseCSV(try frame.csv())
            #expect(lines.first?.map { $0 ?? "" } == frame.columnNames && lines.count == rows + 1)
            for (row, line) in lines.dropFirst().enumerated() {
                let values = try zip(line, frame.columns).map { try read($0, $1.type) }
                #expect(try values == frame.rows[row])
            }
        }
    }

    @Test("JSON comes back as it was")
    func jsonRoundTrip() throws {
        var random = RandomFrames(random: .forTest())
        for rows in [0, 1, 200] {
            let frame = random.frame(rows: rows)
            var parser = JSONParser(text: try frame.json())
            let objects = try parser.array()
            #expect(objects.count == rows)
            let expected = try frame.rows
            for (row, object) in objects.enumerated() {
                #expect(object.map(\.0) == frame.columnNames)
                let values = try zip(object, frame.columns).map { try read($0.1, $1.type) }
                #expect(values == expected[row])
            }
        }
    }

    @Test("Written piece by piece, every form is the same text", arguments: FrameFormat.allCases)
    func pieces(format: FrameFormat) throws {
        var random = RandomFrames(random: .forTest("pieces \(format)"))
        let frame = random.frame(rows: 3000)
        var bytes: [UInt8] = [], calls = 0
        try frame.write(as: format) {
            bytes += $0; calls += 1
        }
        #expect(String(decoding: bytes, as: UTF8.self) == (try frame.rendered(as: format)))
        #expect(calls > 1 || [.auto, .table, .markdown, .line].contains(format))
    }

    @Test("What the receiver of the pieces throws ends the writing", arguments: FrameFormat.allCases)
    func sinkFails(format: FrameFormat) {
        struct DiskFull: Error {}
        var calls = 0
        #expect(throws: DiskFull.self) {
            try sampleHoldings().write(as: format) { _ in
                calls += 1
                throw DiskFull()
            }
        }
        #expect(calls == 1)
    }

    @Test("Markdown: numbers to the right, totals bold, nothing ends a cell or starts markup")
    func markdown() throws {
        var builder = FrameBuilder("x", [.text("na|me"), .money("amount", in: .eur)])
        try builder.append(["a|b*c_\n", .decimal("1234.5")])
        try builder.append([nil, .decimal("-1")])
        #expect(
            try builder.frame().markdown() == """
                | na\\|me | amount |
                | --- | ---: |
                | a\\|b\\*c\\_\\\\n | 1,234.50 |
                |  | -1.00 |
                | **total** | **1,233.50** |

                """)
    }

    @Test("Records: one field a line, names to the right")
    func records() throws {
        let frame = try sampleHoldings().select(["symbol", "market_value", "currency"]).filter("symbol", in: ["SAP", "XYZ", "VTI"])
        #expect(
            try frame.records(RenderOptions(maximumRows: 2)) == """
                      symbol: SAP
                market_value: 300.31
                    currency: EUR

                      symbol: VTI
                market_value: 300,000.00
                    currency: USD

                … 1 more row

                """)
        #expect(try frame.filter("symbol", equals: "XYZ").records() == "      symbol: XYZ\nmarket_value:\n    currency: USD\n")
    }

    /// A field of a file as the value it was.
    private func read(_ text: String?, _ type: ColumnType) throws -> FrameValue {
        guard let text else { return .none }
        switch type {
        case .int: return .int(Int64(text)!)
        case .decimal: return .decimal(try FixedDecimal(text))
        case .text: return .text(text)
        case .day: return .day(try Day(text))
        case .instant: return .instant(try Instant(iso8601: text))
        case .bool: return .bool(text == "true")
        }
    }
}

/// Reads CSV by the letter of RFC 4180; an empty field without quotes is nil.
private func parseCSV(_ text: String) -> [[String?]] {
    var lines: [[String?]] = [], line: [String?] = [], field: String? = nil, isQuoted = false
    let scalars = Array(text.unicodeScalars)
    var index = 0
    func add(_ scalar: Unicode.Scalar) { field = (field ?? "") + String(Character(scalar)) }
    while index < scalars.count {
        let scalar = scalars[index]
        if isQuoted {
            if scalar == "\"" && index + 1 < scalars.count && scalars[index + 1] == "\"" {
                add("\"")
                index += 1
            } else if scalar == "\"" {
                isQuoted = false
            } else {
                add(scalar)
            }
        } else if scalar == "\"" {
            isQuoted = true
            field = field ?? ""
        } else if scalar == "," || scalar == "\n" {
            line.append(field)
            field = nil
            if scalar == "\n" {
                lines.append(line)
                line = []
            }
        } else {
            add(scalar)
        }
        index += 1
    }
    return lines
}

/// Reads an array of flat objects; every value as text, null as nil.
private struct JSONParser {
    private var rest: Substring.UnicodeScalarView

    struct Malformed: Error {
        let rest: String
    }

    init(text: String) { rest = Substring(text).unicodeScalars }

    mutating func array() throws -> [[(String, String?)]] {
        var objects: [[(String, String?)]] = []
        try expect("[")
        if take("]") { return objects }
        repeat { objects.append(try object()) } while take(",")
        try expect("]")
        skip()
        guard rest.isEmpty else { throw malformed() }
        return objects
    }

    private mutating func object() throws -> [(String, String?)] {
        var fields: [(String, String?)] = []
        try expect("{")
        repeat {
            let name = try string()
            try expect(":")
            fields.append((name, try value()))
        } while take(",")
        try expect("}")
        return fields
    }

    private mutating func value() throws -> String? {
        skip()
        if rest.first == "\"" { return try string() }
        let word = String(rest.prefix { $0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0) })
        rest.removeFirst(word.unicodeScalars.count)
        guard ["null", "true", "false"].contains(word) || Int64(word) != nil else { throw malformed() }
        return word == "null" ? nil : word
    }

    private mutating func string() throws -> String {
        try expect("\"")
        var result = ""
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar.value >= 0x20 else { throw malformed() }
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\"]
            guard let escape = rest.popFirst() else { throw malformed() }
            if escape == "u", let code = UInt32(String(rest.prefix(4)), radix: 16), let decoded = Unicode.Scalar(code) {
                rest.removeFirst(4)
                result.unicodeScalars.append(decoded)
            } else if let plain = escapes[escape] {
                result.unicodeScalars.append(plain)
            } else {
                throw malformed()
            }
        }
        return result
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws {
        guard take(scalar) else { throw malformed() }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skip()
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skip() { rest = rest.drop { $0 == " " || $0 == "\n" } }

    private func malformed() -> Malformed { Malformed(rest: String(String(rest).prefix(40))) }
}
