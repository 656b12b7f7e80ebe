import Foundation
import Values

/// Arithmetic and reading of decimals, called from another module as every part of luca calls it.
let decimals = Group(
    name: "decimals",
    about: "One operation on FixedDecimal over \(count) operands in memory. Prices and quantities are such as people trade; wide operands fill the range."
) { settings in
    let typical = Operands.typical()
    let wide = Operands.wide()
    let texts = Texts(typical.prices)
    let wideTexts = Texts(wide.quantities)
    return .table([
        try row(typical.adding, against: typical.plainAdding, budget: .nanoseconds(1), settings),
        try row(typical.adding, against: typical.foundationAdding, settings),
        try row(typical.multiplying("price × quantity"), against: typical.genericMultiplying, budget: .nanoseconds(12), settings),
        try row(wide.multiplying("wide × wide"), against: wide.genericMultiplying, budget: .nanoseconds(12), settings),
        try row(typical.multiplying("price × quantity"), against: typical.foundationMultiplying, settings),
        try row(typical.dividing("price ÷ quantity"), against: typical.genericDividing, budget: .nanoseconds(25), settings),
        try row(wide.dividing("wide ÷ wide"), against: wide.genericDividing, budget: .nanoseconds(25), settings),
        try row(typical.dividing("price ÷ quantity"), against: typical.foundationDividing, settings),
        try row(texts.parsing("parse a price"), against: texts.strtodParsing, budget: .nanoseconds(12), settings),
        try row(texts.parsing("parse a price"), against: texts.swiftDoubleParsing, settings),
        try row(texts.parsing("parse a price"), against: texts.foundationParsing, settings),
        try row(wideTexts.parsing("parse 30 digits"), against: wideTexts.strtodParsing, settings),
        try row(texts.stringParsing, against: texts.swiftDoubleParsing, settings),
        try row(typical.printing, against: typical.doublePrinting, settings),
    ])
}

private let count = 4096

/// Two columns of numbers.
private struct Operands {
    let prices: [FixedDecimal]
    let quantities: [FixedDecimal]
    let foundationPrices: [Decimal]
    let foundationQuantities: [Decimal]

    init(prices: [FixedDecimal], quantities: [FixedDecimal]) {
        self.prices = prices
        self.quantities = quantities
        foundationPrices = prices.map { Decimal(string: $0.description) ?? 0 }
        foundationQuantities = quantities.map { Decimal(string: $0.description) ?? 0 }
    }

    /// Prices of 0.01 to 5000 in hundredths, quantities of 1 to 2000 in thousandths.
    static func typical() -> Operands {
        var random = Generator(state: 1)
        let prices = (0..<count).map { _ in FixedDecimal(units: Int128(random.next() % 500_000 + 1) * (FixedDecimal.unitsPerOne / 100)) }
        let quantities = (0..<count).map { _ in FixedDecimal(units: Int128(random.next() % 1_999_000 + 1000) * (FixedDecimal.unitsPerOne / 1000)) }
        return Operands(prices: prices, quantities: quantities)
    }

    /// All limbs in use, and every product and quotient in range: 10⁹ to 10¹⁰ with eighteen fractional digits.
    static func wide() -> Operands {
        var random = Generator(state: 2)
        func number() -> FixedDecimal {
            FixedDecimal(units: Int128(random.next() % 9_000_000_000 + 1_000_000_000) * FixedDecimal.unitsPerOne + Int128(random.next() % 1_000_000_000_000_000_000))
        }
        return Operands(prices: (0..<count).map { _ in number() }, quantities: (0..<count).map { _ in number() })
    }

    var adding: Subject {
        Subject("add", operations: count) {
            var sum = FixedDecimal.zero
            for price in prices { sum = try sum + price }
            return fold(sum)
        }
    }

    var plainAdding: Subject {
        let words = prices.map { Int(truncatingIfNeeded: $0.units >> 40) }
        return Subject("Int64 add", operations: count) {
            var sum = 0
            for word in words {
                let (next, overflow) = sum.addingReportingOverflow(word)
                if overflow { throw DecimalError.divisionByZero }
                sum = next
            }
            return UInt64(truncatingIfNeeded: sum)
        }
    }

    var foundationAdding: Subject {
        Subject("Foundation.Decimal", operations: count) {
            var sum = Decimal(0)
            for price in foundationPrices { sum += price }
            return UInt64(truncatingIfNeeded: sum.hashValue)
        }
    }

    func multiplying(_ name: String) -> Subject {
        Subject(name, operations: count) {
            var mixed: UInt64 = 0
            for index in prices.indices { mixed ^= fold(try prices[index] * quantities[index]) }
            return mixed
        }
    }

    var genericMultiplying: Subject {
        Subject("Int128 full width", operations: count) {
            var mixed: UInt64 = 0
            let one = FixedDecimal.unitsPerOne.magnitude
            for index in prices.indices {
                let product = prices[index].units.magnitude.multipliedFullWidth(by: quantities[index].units.magnitude)
                mixed ^= UInt64(truncatingIfNeeded: one.dividingFullWidth(product).quotient)
            }
            return mixed
        }
    }

    var foundationMultiplying: Subject {
        Subject("Foundation.Decimal", operations: count) {
            var mixed = 0
            for index in prices.indices { mixed ^= Int(truncatingIfNeeded: (foundationPrices[index] * foundationQuantities[index]).exponent) }
            return UInt64(truncatingIfNeeded: mixed)
        }
    }

    func dividing(_ name: String) -> Subject {
        Subject(name, operations: count) {
            var mixed: UInt64 = 0
            for index in prices.indices { mixed ^= fold(try prices[index] / quantities[index]) }
            return mixed
        }
    }

    var genericDividing: Subject {
        Subject("Int128 full width", operations: count) {
            var mixed: UInt64 = 0
            let one = FixedDecimal.unitsPerOne.magnitude
            for index in prices.indices {
                let scaled = prices[index].units.magnitude.multipliedFullWidth(by: one)
                mixed ^= UInt64(truncatingIfNeeded: quantities[index].units.magnitude.dividingFullWidth(scaled).quotient)
            }
            return mixed
        }
    }

    var foundationDividing: Subject {
        Subject("Foundation.Decimal", operations: count) {
            var mixed = 0
            for index in prices.indices { mixed ^= Int(truncatingIfNeeded: (foundationPrices[index] / foundationQuantities[index]).exponent) }
            return UInt64(truncatingIfNeeded: mixed)
        }
    }

    var printing: Subject {
        Subject("print a price", operations: count) {
            prices.reduce(0) { $0 &+ UInt64($1.description.utf8.count) }
        }
    }

    var doublePrinting: Subject {
        let doubles = prices.map(\.doubleValue)
        return Subject("Double", operations: count) {
            doubles.reduce(0) { $0 &+ UInt64($1.description.utf8.count) }
        }
    }
}

/// The same numbers as text: each as a string, and all of them in one piece with a zero byte after each.
private struct Texts {
    let strings: [String]
    let bytes: [UInt8]
    let ranges: [Range<Int>]

    init(_ numbers: [FixedDecimal]) {
        var (bytes, ranges): ([UInt8], [Range<Int>]) = ([], [])
        strings = numbers.map(\.description)
        for string in strings {
            let start = bytes.count
            bytes += Array(string.utf8)
            ranges.append(start..<bytes.count)
            bytes.append(0)
        }
        self.bytes = bytes
        self.ranges = ranges
    }

    func parsing(_ name: String) -> Subject {
        Subject(name, operations: count) {
            var mixed: UInt64 = 0
            try bytes.withUnsafeBufferPointer { buffer in
                for range in ranges { mixed ^= fold(try FixedDecimal(utf8: UnsafeBufferPointer(rebasing: buffer[range]))) }
            }
            return mixed
        }
    }

    var stringParsing: Subject {
        Subject("parse a String", operations: count) {
            var mixed: UInt64 = 0
            for string in strings { mixed ^= fold(try FixedDecimal(string)) }
            return mixed
        }
    }

    var strtodParsing: Subject {
        Subject("strtod", operations: count) {
            var mixed: UInt64 = 0
            bytes.withUnsafeBytes { buffer in
                guard let start = buffer.bindMemory(to: CChar.self).baseAddress else { return }
                for range in ranges { mixed ^= strtod(start + range.lowerBound, nil).bitPattern }
            }
            return mixed
        }
    }

    var swiftDoubleParsing: Subject {
        Subject("Double(String)", operations: count) {
            strings.reduce(0) { $0 ^ (Double($1)?.bitPattern ?? 0) }
        }
    }

    var foundationParsing: Subject {
        Subject("Foundation.Decimal", operations: count) {
            strings.reduce(0) { $0 ^ UInt64(truncatingIfNeeded: Decimal(string: $1)?.exponent ?? 0) }
        }
    }
}

private func fold(_ value: FixedDecimal) -> UInt64 {
    UInt64(truncatingIfNeeded: value.units) ^ UInt64(truncatingIfNeeded: value.units >> 64)
}
