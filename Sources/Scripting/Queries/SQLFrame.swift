import Frames
import Ledger
import Storage
import Values

/// The answer to a query in SQL as a frame: exact decimals stay decimals, dates become dates.
enum SQLFrame {
    static func make(_ result: QueryResult) throws -> Frame {
        var names = Set<String>()
        let schemas = result.columns.enumerated().map { place, column in
            // Two columns of one name are told apart by a number.
            var name = column.name
            while !names.insert(name).inserted { name = "\(column.name)_\(place + 1)" }
            return ColumnSchema(name, type(of: result, place), style: .plain)
        }
        var builder = FrameBuilder("sql", schemas)
        for row in 0 ..< result.rowCount {
            try builder.append(schemas.indices.map { value(result[row, $0], schemas[$0].type) })
        }
        return builder.frame()
    }

    private static func type(of result: QueryResult, _ column: Int) -> ColumnType {
        if result.columns[column].isDecimal { return .decimal }
        var isInteger = true, isNumber = true, isDay = true, isEmpty = true
        for row in 0 ..< result.rowCount {
            switch result[row, column] {
            case .null: continue
            case .integer: isDay = false
            case .real: (isInteger, isDay) = (false, false)
            case .text(let text):
                (isInteger, isNumber) = (false, false)
                if isDay, (try? Day(text)) == nil { isDay = false }
            case .blob: (isInteger, isNumber, isDay) = (false, false, false)
            }
            isEmpty = false
        }
        if isEmpty { return .text }
        return isInteger ? .int : isNumber ? .decimal : isDay ? .day : .text
    }

    private static func value(_ value: QueryValue, _ type: ColumnType) -> FrameValue {
        switch value {
        case .null: return .none
        case .integer(let number): return type == .text ? .text(String(number)) : .int(number)
        case .real(let number):
            if type == .decimal, let exact = try? FixedDecimal(shortest: number) { return .decimal(exact) }
            // More digits than can be told exactly: rounded to what a float holds for certain.
            if type == .decimal { return (try? FixedDecimal(shortest: (number * 1e10).rounded() / 1e10)).map { .decimal($0) } ?? .none }
            return .text(String(number))
        case .text(let text):
            switch type {
            case .decimal: return (try? FixedDecimal(text)).map { .decimal($0) } ?? .none
            case .day: return (try? Day(text)).map { .day($0) } ?? .none
            default: return .text(text)
            }
        case .blob(let bytes): return .text(bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined())
        }
    }
}
