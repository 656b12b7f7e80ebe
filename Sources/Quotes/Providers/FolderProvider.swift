import Glibc
public import Ledger
public import Values

/// Prices from a folder of files `SYMBOL.csv`, each with the daily prices of one symbol.
///
/// The files are as many services export them: `Date,Open,High,Low,Close,Adj Close,Volume`, where only the date (ISO) and the close are
/// required. Each question reads its file again, so changes are seen at once.
public struct FolderProvider: QuoteProvider {
    /// Reads a file of the folder by its name; nil if there is none of that name.
    public typealias Reader = @Sendable (_ name: String) throws -> [UInt8]?

    /// The provider's id.
    public static let name = "folder"

    /// The source that its quotes name.
    public let id = FolderProvider.name
    /// It cannot search for symbols.
    public let capabilities = Set([QuoteCapability.latest, .history])

    private let read: Reader

    /// A provider whose files are read by `read`.
    public init(read: @escaping Reader) { self.read = read }

    /// The last quote on or before a day; nil if the file has none.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        try file(of: subject).days.last { $0.date <= day }?.quote(subject, source: id)
    }

    /// The quotes between two days, both included. Rows that cannot be read are issues.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        let file = try file(of: subject)
        var batch = QuoteBatch(issues: file.issues)
        for day in file.days where day.date >= from && day.date <= to { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }

    private func file(of subject: QuoteSubject) throws(QuoteError) -> PriceFile {
        let symbol = subject.symbol
        // A symbol with a slash, or a dot in front, could name a file outside the folder.
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

extension FolderProvider {
    /// A provider that reads the files of a folder on disk.
    public init(folder path: String) {
        self.init { name in try File.read(path + "/" + name) }
    }
}

/// Whole files.
private enum File {
    /// Why a file cannot be read.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        init() { description = String(cString: strerror(errno)) }
        init(_ description: String) { self.description = description }
    }

    /// The bytes of a file; nil if there is none of that name.
    static func read(_ path: String) throws -> [UInt8]? {
        // Opening a named pipe in the place of the file would wait for ever without O_NONBLOCK.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Problem()
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw Problem() }
        if status.st_mode & S_IFMT != S_IFREG { throw Problem("it is no regular file") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw Problem() }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
