import Testing
import Values

/// A decimal from its text, for tests that are about something else than parsing.
func decimal(_ text: String) throws -> FixedDecimal { try FixedDecimal(text) }

@Suite("Decimal arithmetic by example")
struct DecimalArithmeticTests {
    @Test func productsAndQuotientsRoundHalfEven() throws {
        #expect(try decimal("182.30") * 12 + decimal("4.95") == decimal("2192.55"))
        #expect(try decimal("1") / 3 == decimal("0.333333333333333333"))
        #expect(try decimal("2") / 3 == decimal("0.666666666666666667"))
        #expect(try decimal("1e-18") / 2 == .zero)
        #expect(try decimal("3e-18") / 2 == decimal("2e-18"))
        #expect(try decimal("-3e-18") / 2 == decimal("-2e-18"))
        #expect(try decimal("100000000000") / decimal("0.00000001") == decimal("10000000000000000000"))
        #expect(try decimal("12345678901234567890.5") / decimal("98765432109876543210.25") == decimal("0.124999998860937500"))
    }

    @Test func luaDivision() throws {
        #expect(try decimal("-7").floorDivided(by: 2) == -4)
        #expect(try decimal("7").floorDivided(by: -2) == -4)
        #expect(try decimal("-7").modulo(3) == 2)
        #expect(try decimal("7").modulo(-3) == -2)
        #expect(try decimal("5.5").modulo(decimal("0.2")) == decimal("0.1"))
        #expect(try decimal("6").modulo(-3) == 0)
    }

    @Test func powers() throws {
        #expect(try decimal("1.1").power(3) == decimal("1.331"))
        #expect(try decimal("2").power(-2) == decimal("0.25"))
        #expect(try decimal("0.1").power(18) == decimal("1e-18"))
        #expect(try decimal("0").power(0) == 1)
        #expect(try decimal("10").power(Int.min) == 0)
        #expect(try decimal("-1").power(Int.max) == -1)
        #expect(throws: DecimalError.overflow(operation: "10 ^ 21")) { try decimal("10").power(21) }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.zero.power(-1) }
    }
}
