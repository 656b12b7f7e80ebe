import Testing
@testable import Scripting

@Suite("The demo book's worth and returns against numpy and scipy")
struct DemoReturnsTests {
    private static let family = "account={'Brokerage', 'Roth IRA', 'Ray College Fund', 'Savings'}"
    private static let parts = [
        ("family", family), ("brokerage", "account='Brokerage'"), ("roth", "account='Roth IRA'"), ("orcl", "\(family), symbol='ORCL'"),
    ]

    @Test("Worth at the ends of years, returns of years, the rate since the beginning, the deepest fall, and where the gain of 2008 came from", arguments: parts)
    func agrees(part: String, filter: String) throws {
        let figures = try DemoFigures(of: part), session = try ScriptSession.demo()
        for year in 2000...2014 {
            let worth = try session.text("snapshots{\(filter), on='\(year)-12-31'}:sum('value')")
            figures.check("value \(year)", worth == "nil" ? "0" : worth)
            guard figures.values["twr \(year)"] != nil else { continue }
            figures.check("twr \(year)", try session.text("returns{\(filter), year=\(year)}[1].twr"))
        }
        figures.check("irr", try session.text("returns{\(filter)}[1].irr"))
        figures.check("max drawdown", try session.text("returns{\(filter)}[1].max_drawdown"))
        figures.check("max drawdown", try session.text("drawdowns{\(filter)}[1].depth"))
        for column in ["opening", "gain", "income", "fees", "price_gain"] {
            figures.check("2008 \(column)", try session.text("attribution{\(filter), year=2008}[1].\(column)"))
        }
    }

    @Test("Years of returns{every=}, of calendar_returns and one by one are the same, and years chained are the whole")
    func yearsChain() throws {
        let session = try ScriptSession.demo()
        try session.run("years = returns{\(Self.family), every='year'} table_of = calendar_returns{\(Self.family)}")
        try session.run(
            """
            product = D"1"
            for i = 1, #years do
              local alone = returns{\(Self.family), year=1999 + i}[1].twr
              -- Levels of the whole are rounded once each.
              assert((years[i].twr - table_of[i].total):abs() < D"1e-15" and years[i].twr == alone, i)
              product = product * (1 + years[i].twr)
            end
            """)
        #expect(try session.text("#years, (product - 1 - returns{\(Self.family)}[1].twr):abs() < D'1e-12'") == "15, true")
    }
}
