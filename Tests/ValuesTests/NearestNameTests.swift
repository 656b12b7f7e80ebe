import Testing
import Values

@Suite("The nearest name")
struct NearestNameTests {
    private static let names = ["quantity", "price", "amount", "account", "holdings", "symbol", "Brokerage", "fee", "from"]

    @Test(arguments: [
        ("quantitty", "quantity"), ("qunatity", "quantity"), ("QUANTITY", "quantity"), ("brokerage", "Brokerage"), ("acount", "account"),
        ("ammount", "amount"), ("hold", "holdings"), ("pirce", "price"), ("fees", "fee"), ("form", "from"), ("sym", "symbol"),
    ])
    func isFound(typed: String, expected: String) {
        #expect(nearestName(to: typed, in: Self.names) == expected)
        #expect(nearestName(to: typed, in: Self.names.reversed()) == expected)
    }

    @Test(arguments: ["", "x", "zzz", "elephant", "quality control"])
    func isNotFound(typed: String) {
        #expect(nearestName(to: typed, in: Self.names) == nil)
    }

    @Test func tiesGoByTheAlphabet() {
        #expect(nearestName(to: "bat", in: ["cat", "hat", "bar"]) == "bar")
        #expect(nearestName(to: "bat", in: ["hat", "cat"]) == "cat")
        #expect(nearestName(to: "abc", in: Set(["Abc", "ABC", "aBC"])) == "ABC")
    }

    @Test func nothingIsNearestOfNothing() {
        #expect(nearestName(to: "a", in: []) == nil)
    }
}
