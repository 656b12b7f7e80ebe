@testable import Quotes
import TestSupport
import Testing
import Values

@Suite("Numbers of Yahoo Finance")
struct YahooNumberTests {
    @Test("A widened float is the decimal that it stands for; everything else is as it is written", arguments: [
        ("129.0399932861328", "129.04"), ("129.03999328613281", "129.04"), ("131.39999389648438", "131.4"), ("112", "112"), ("1259.5", "1259.5"),
        ("1286.5699462890625", "1286.57"),
        ("1.1220825910568237", "1.1220826"), ("0.205", "0.205"), ("0.56", "0.56"), ("97372.1", "97372.1"), ("97372.117", "97372.117"),
        ("97372.1171875", "97372.12"),
        ("16777217.5", "16777217.5"), ("18565664997", "18565664997"), ("7200.17431640625", "7200.1743"), ("0.00001234567", "0.00001234567"),
        ("628930.5", "628930.5"), ("-3.5", "-3.5"), ("1e-05", "0.00001"),
    ])
    func price(digits: String, expected: String) throws {
        #expect(try YahooNumber.price(digits) == FixedDecimal(expected))
    }

    @Test("Every price of up to six digits survives being a float")
    func survives() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<5000 {
            let price = try FixedDecimal("\(random.int(1...999_999))e-\(random.int(0...6))")
            let widened = Double(Float(price.doubleValue)).description
            #expect(YahooNumber.price(widened) == price)
        }
    }
}
