import Testing
import Values

@Suite("The largest figures that are taken in") struct BoundTests {
    @Test("What is at the bound is admitted, what is a digit beyond is not", arguments: Bound.allCases)
    func edges(_ bound: Bound) throws {
        #expect(bound.admits(bound.greatest) && bound.admits(-bound.greatest))
        let more = try bound.greatest + .smallestPositive
        #expect(!bound.admits(more) && !bound.admits(-more))
        #expect(bound.refusal(more).contains("\(bound.greatest), the largest \(bound.rawValue)"))
        #expect(bound.refusal(-more).contains("\(-bound.greatest), the largest \(bound.rawValue)"))
    }

    @Test("A rate is as small as another is large, and its inverse is a rate")
    func leastRate() throws {
        let least = try #require(Bound.rate.least)
        #expect(try FixedDecimal.one / least == Bound.rate.greatest)
        #expect(try Bound.rate.admits(least) && !Bound.rate.admits(least / 10))
        #expect(try Bound.rate.refusal(least / 10) == "is below 0.000000000001, the smallest rate that luca takes")
    }

    @Test("A hundred thousand of the largest amounts add up")
    func sums() throws { #expect(try Bound.amount.greatest * 100_000 > .zero) }

    @Test("What overflows, or is more than could be taken in, is not known")
    func known() {
        #expect(Bound.amount.known { () throws(DecimalError) in try FixedDecimal.greatest * 2 } == nil)
        #expect(Bound.amount.known { () throws(DecimalError) in try Bound.amount.greatest * 2 } == nil)
        #expect(Bound.amount.known { () throws(DecimalError) in try Bound.amount.greatest / 2 } == 500_000_000_000_000)
    }
}
