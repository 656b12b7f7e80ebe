public import Ledger
public import Values

/// A provider that reads a folder of files `SYMBOL.csv`, each with the daily prices of a symbol.
///
/// The files are as many services export them: `Date,Open,High,Low,Close,Adj Close,Volume`, of which only the date (ISO) and the close
/// must be there. Each question reads the file anew, so what was saved meanwhile is seen.
public struct FolderProvider: QuoteProvider {
    /// Reads a file of the folder by its name; nil where there is none of that name.
    public typealias Reader = @Sendable (_ name: String) throws -> [UInt8]?

    /// Its id.
    public static let name = "folder"

    /// What its quotes name as their source.
    public let id = FolderProvider.name
    /// It can be asked for everything but symbols.
    public let capabilities = Set([QuoteCapability.latest, .history])

    private let read: Reader

    /// A provider that reads files by `read`.
    public init(read: @escaping Reader) { self.read = read }

    /// The last quote on or before a day; nil where the file has none.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        try file(of: subject).days.last { $0.date <= day }?.quote(subject, source: id)
    }

    /// The quotes between two days, both included, with the rows of the file that are none.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        let file = try file(of: subject)
        var batch = QuoteBatch(issues: file.issues)
        for day in file.days where day.date >= from && day.date <= to { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }

    private func file(of subject: QuoteSubject) throws(QuoteError) -> PriceFile {
        let symbol = subject.symbol
        // A symbol is no path: with a slash or a dot in front it could name a file outside the folder.
        guard !symbol.isEmpty, !symbol.hasPrefix("."), !symbol.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" }) else {
            throw QuoteError(.badArgument, "\"\(symbol)\" cannot be the name of a file", hint: "give the instrument another symbol for this provider")
        }
        let name = symbol + ".csv"
        let bytes: [UInt8]?
        do { bytes = try read(name) } catch { throw QuoteError(.unreadable, "\(name) cannot be read: \(error)") }
        guard let bytes else {
            throw QuoteError(.unknownSymbol, "the folder has no file \(name)", hint: "save the prices of \(symbol) under that name")
        }
        return try PriceFile(bytes, name: name)
    }
}
