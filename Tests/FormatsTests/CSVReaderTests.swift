import Testing
import TestSupport

@testable import Formats

/// Records with the lines on which they begin.
private struct Reading: Equatable {
    var lines: [Int] = []
    var records: [[String]] = []
    var unterminated: Int?
}

private func read(_ text: [UInt8], delimiter: Character = ",") -> Reading {
    var reading = Reading()
    text.withUnsafeBufferPointer { bytes in
        var reader = CSVReader(bytes, delimiter: delimiter.asciiValue ?? 0)
        do throws(CSVError) {
            while try reader.next() {
                reading.lines.append(reader.line)
                reading.records.append((0..<reader.count).map { reader.text($0) })
            }
        } catch {
            if case .unterminatedQuote(let line) = error { reading.unterminated = line }
        }
    }
    return reading
}

private func read(_ text: String, delimiter: Character = ",") -> Reading { read(Array(text.utf8), delimiter: delimiter) }

@Suite("Reading CSV")
struct CSVReaderTests {
    @Test(
        "Fields, quotes and line ends",
        arguments: [
            ("", []), ("a", [["a"]]), ("a\n", [["a"]]), ("a,b", [["a", "b"]]), ("a,", [["a", ""]]), (",\n", [["", ""]]),
            ("a\nb", [["a"], ["b"]]), ("a\r\nb\r\n", [["a"], ["b"]]), ("a\rb\r", [["a"], ["b"]]), ("\n\na", [[""], [""], ["a"]]),
            ("\"a,b\",c", [["a,b", "c"]]), ("\"say \"\"hi\"\"\"", [["say \"hi\""]]), ("\"a\nb\",c\nd", [["a\nb", "c"], ["d"]]),
            ("\"\"", [[""]]), ("\"\"\"\"", [["\""]]), ("a\"b,c", [["a\"b", "c"]]), ("\"a\" ,b", [["a", "b"]]), ("5\" pipe,x", [["5\" pipe", "x"]]),
            ("\u{FEFF}a,b", [["a", "b"]]), ("\u{FEFF}\"a\",b", [["a", "b"]]), ("é,ü", [["é", "ü"]]),
        ] as [(String, [[String]])])
    func records(_ text: String, _ expected: [[String]]) {
        #expect(read(text).records == expected)
    }

    @Test("Other delimiters") func delimiters() {
        #expect(read("a;b,c", delimiter: ";").records == [["a", "b,c"]])
        #expect(read("a\t\"b\tc\"", delimiter: "\t").records == [["a", "b\tc"]])
        #expect(read("a|b", delimiter: "|").records == [["a", "b"]])
    }

    @Test("Each record knows the line on which it begins") func lines() {
        #expect(read("h\n\"a\nb\nc\",1\nd\r\n\"e\r\nf\"\ng").lines == [1, 2, 5, 6, 8])
        #expect(read("\"a\rb\",c\rd").lines == [1, 3])
    }

    @Test("A quote that never closes names its line") func unterminated() {
        #expect(read("a\nb,\"c\nd\n").unterminated == 2)
        #expect(read("\"\"\"").unterminated == 1)
        #expect(read("\"a\n\",\"b").unterminated == 2)
    }

    @Test("Text after a closing quote is marked, not guessed at") func strayText() throws {
        let bytes = Array("\"a\"b,c\n\"d\",e\n".utf8)
        let marks = try bytes.withUnsafeBufferPointer { bytes in
            var marks: [Bool] = []
            var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
            while try reader.next() { marks.append(reader.hasStrayText) }
            return marks
        }
        #expect(marks == [true, false])
    }

    @Test("Every text of up to six characters reads as the grammar says") func exhaustive() {
        let alphabet = Array("a,\"\n\r".utf8)
        var count = 0
        for length in 0...6 {
            var digits = [Int](repeating: 0, count: length)
            repeat {
                let text = digits.map { alphabet[$0] }
                if read(text) != Self.reference(text) {
                    Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription): \(read(text)), not \(Self.reference(text))")
                    return
                }
                count += 1
            } while Self.advance(&digits, base: alphabet.count)
        }
        #expect(count == 19_531)
    }

    private static func advance(_ digits: inout [Int], base: Int) -> Bool {
        for index in digits.indices {
            digits[index] += 1
            if digits[index] < base { return true }
            digits[index] = 0
        }
        return false
    }

    /// The same grammar as a machine that looks at one character after another.
    private static func reference(_ text: [UInt8]) -> Reading {
        enum State { case start, plain, quoted, quoteSeen, after }
        var reading = Reading()
        var (state, field, record) = (State.start, [UInt8](), [String]())
        var (line, begin, opened) = (1, 1, 1)
        var isOpen = false
        func endField() {
            record.append(String(decoding: field, as: UTF8.self))
            (field, state) = ([], .start)
        }
        func endRecord() {
            endField()
            reading.records.append(record)
            reading.lines.append(begin)
            (record, begin, isOpen) = ([], line, false)
        }
        for (index, byte) in text.enumerated() {
            let isHalf = byte == 13 && index + 1 < text.count && text[index + 1] == 10
            let isBreak = (byte == 10 || byte == 13) && !isHalf
            if isBreak { line += 1 }
            if !isHalf || state == .quoted { isOpen = true }
            switch state {
            case .quoted:
                if byte == 34 { state = .quoteSeen } else { field.append(byte) }
            case .quoteSeen where byte == 34:
                field.append(byte)
                state = .quoted
            case .start where byte == 34:
                (state, opened) = (.quoted, line)
            case .start, .plain, .quoteSeen, .after:
                if isBreak {
                    endRecord()
                } else if byte == 44 {
                    endField()
                } else if !isHalf {
                    if state == .start || state == .plain { field.append(byte) }
                    state = state == .start || state == .plain ? .plain : .after
                }
            }
        }
        if state == .quoted { reading.unterminated = opened } else if isOpen { endRecord() }
        return reading
    }

    @Test("What the writer writes, the reader reads") func roundTrip() {
        var random = SeededRandom.forTest()
        let alphabet = Array("ab,;\"\n\r \té€\u{FEFF}'")
        for _ in 0..<500 {
            let width = random.int(1...4)
            let records = (0..<random.int(1...5)).map { _ in
                (0..<width).map { _ in String((0..<random.int(0...5)).map { _ in random.pick(alphabet) }) }
            }
            for delimiter in [",", ";", "\t"] as [Character] {
                var writer = CSVWriter(delimiter: delimiter.asciiValue ?? 0)
                for record in records { writer.line(record) }
                #expect(read(writer.bytes, delimiter: delimiter).records == records, "\(writer.text.debugDescription)")
            }
        }
    }

    @Test("No bytes make the reader trap") func fuzz() {
        var random = SeededRandom.forTest()
        for _ in 0..<2000 {
            let bytes = (0..<random.int(0...60)).map { _ in
                random.chance(oneIn: 2) ? random.pick(Array(",;\"\n\r\u{0}".utf8)) : UInt8(truncatingIfNeeded: random.next())
            }
            let reading = read(bytes)
            #expect(reading.records.count == reading.lines.count)
            #expect(reading.lines == reading.lines.sorted())
        }
    }
}
