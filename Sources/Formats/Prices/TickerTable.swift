/// Prices as Python's yfinance writes them: three lines of headings, `Price,Close,High …`, `Ticker,AAPL,AAPL …` and `Date`, and below them a day a line with the columns of all tickers
/// beside one another. It becomes a list of prices with a ticker a line.
struct TickerTable {
    /// The list.
    let list: [UInt8]
    /// The tickers in the order of the file.
    let tickers: [String]

    /// Makes a list of a file; nil where it is no such table.
    ///
    /// - Parameter symbol: what the user calls the only ticker.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, symbol: String?) {
        // Each line of the file is looked at once; the headings are told by the first words.
        guard ["Price,", "Ticker,", ","].contains(where: { bytes.starts(with: $0.utf8) }) else { return nil }
        var lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false).map { $0.last == carriageReturn ? $0.dropLast() : $0 }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 2 else { return nil }
        func texts(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [String] { Self.cells(line).map { String(decoding: $0, as: UTF8.self) } }
        let heads = [texts(lines[0]), texts(lines[1])], last = texts(lines[2])
        guard let (prices, names) = Self.named(heads), prices.count == names.count,
            prices.count > 1, last.first == "Date" || last.first == "Datetime", last.dropFirst().allSatisfy(\.isEmpty)
        else { return nil }
        var tickers: [String] = [], fields: [String] = [], columns: [String: Int] = [:]
        for place in prices.indices.dropFirst() {
            if !tickers.contains(names[place]) { tickers.append(names[place]) }
            if !fields.contains(prices[place]) { fields.append(prices[place]) }
            guard columns.updateValue(place, forKey: "\(names[place]),\(prices[place])") == nil else { return nil }
        }
        // The headings stay on the third line, so that the lines of a file of one ticker keep their numbers.
        var list = Array("\n\nTicker,Date,\(fields.joined(separator: ","))\n".utf8)
        let rows = tickers.map { ticker in (name: tickers.count == 1 ? symbol ?? ticker : ticker, places: fields.map { columns["\(ticker),\($0)"] }) }
        for line in lines.dropFirst(3) {
            let cells = Self.cells(line)
            if line.isEmpty || cells.isEmpty {
                list.append(lineFeed)
                continue
            }
            for row in rows {
                list += row.name.utf8
                list.append(UInt8(ascii: ","))
                list += cells[0]
                for place in row.places {
                    list.append(UInt8(ascii: ","))
                    if let place, place < cells.count { list += cells[place] }
                }
                list.append(lineFeed)
            }
        }
        (self.list, self.tickers) = (list, tickers)
    }

    /// The two lines of headings by what they are: named `Price` and `Ticker`, or, as yfinance wrote them until 2023, neither; then prices are the one with the close.
    private static func named(_ heads: [[String]]) -> (prices: [String], names: [String])? {
        if let prices = heads.first(where: { $0.first == "Price" }), let names = heads.first(where: { $0.first == "Ticker" }) { return (prices, names) }
        guard heads.allSatisfy({ $0.first == "" }), let prices = heads.first(where: { $0.contains("Close") }), let names = heads.first(where: { !$0.contains("Close") })
        else { return nil }
        return (prices, names)
    }

    private static func cells(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [Slice<UnsafeBufferPointer<UInt8>>] {
        line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }

    /// What is told of it.
    var remark: String {
        let shown = MessageText.list(tickers.map { MessageText.cut($0) })
        return tickers.count == 1
            ? "the headings stand on three lines, which tell the prices of \(shown)"
            : "the headings stand on three lines, which tell the prices of \(shown); each line is a row for each of them, and rows are numbered so"
    }
}
