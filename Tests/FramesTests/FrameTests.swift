import Frames
import Testing

@Suite struct FrameTests {
    @Test func show() throws {
        let f = sampleHoldings()
        print(try f.text())
        print(try f.text(RenderOptions(width: 60, maximumRows: 3)))
        print(try f.text(RenderOptions(colour: true, missing: "–")))
        print(try f.group(by: ["currency"]).sum("market_value", "unrealized_gain").text())
        print(try f.pivot(rows: ["currency"], across: "account", values: "market_value").text())
        print(try f.sort(["-market_value"]).select(["symbol", "market_value"]).text())
        print(try f.without(["currency"]).text(RenderOptions(privacy: true, unicode: false)))
        do { _ = try f.sum("market_value") } catch { print(error) }
        do { _ = try f.group(by: ["account"]).sum("market_value") } catch { print(error) }
        do { _ = try f.column("markt_value") } catch { print(error) }
        do { _ = try f.filter("market_value", equals: "x") } catch { print(error) }
    }
}
