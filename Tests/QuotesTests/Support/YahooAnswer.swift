import FetchWire

/// Answers in the shape of `/v8/finance/chart`, made by hand.
struct YahooAnswer {
    var currency: String? = "USD"
    var zone = "America/New_York"
    var offset = -18000
    /// The current price and its time, in seconds since 1970.
    var live: (price: String, time: Int)?
    /// Times and closes; `null` for none.
    var rows: [(time: Int, close: String)] = []
    var splits = "{}"
    var dividends = "{}"

    var text: String {
        let closes = rows.map(\.close).joined(separator: ","), times = rows.map { "\($0.time)" }.joined(separator: ",")
        let volumes = rows.map { $0.close == "null" ? "null" : "1000" }.joined(separator: ",")
        let live = live.map { "\"regularMarketPrice\":\($0.price),\"regularMarketTime\":\($0.time)," } ?? ""
        return """
            {"chart":{"result":[{"meta":{"currency":\(currency.map { "\"\($0)\"" } ?? "null"),"symbol":"X",\(live)"gmtoffset":\(offset),
            "exchangeTimezoneName":"\(zone)"},"timestamp":[\(times)],"events":{"splits":\(splits),"dividends":\(dividends)},
            "indicators":{"quote":[{"open":[\(closes)],"high":[\(closes)],"low":[\(closes)],"close":[\(closes)],"volume":[\(volumes)]}],
            "adjclose":[{"adjclose":[\(closes)]}]}}],"error":null}}
            """
    }

    var transport: CannedTransport { CannedTransport(text) }
}
