import Ledger
import Values

/// Which of several quotes of one instrument and day counts, or of several rates of one pair and day.
///
/// What somebody typed (source `manual`) comes before what was imported from a file of the owner's (a source that begins with
/// `import` or `csv`), and that before what was fetched. Among equals the one stored last counts, then the one whose source comes
/// first in the alphabet.
public enum QuotePrecedence {
    /// The place of a source: the smaller comes first.
    public static func rank(_ source: String) -> Int { rank(source.utf8) }

    /// The place of a source by the bytes of its name.
    static func rank(_ source: some Collection<UInt8>) -> Int {
        if source.elementsEqual("manual".utf8) { return 0 }
        return source.starts(with: "import".utf8) || source.starts(with: "csv".utf8) ? 1 : 2
    }

    /// Whether what one source told at a moment counts rather than what another told.
    static func prefers(_ a: String, _ aRecordedAt: Instant, to b: String, _ bRecordedAt: Instant) -> Bool {
        let (aRank, bRank) = (rank(a), rank(b))
        if aRank != bRank { return aRank < bRank }
        if aRecordedAt != bRecordedAt { return aRecordedAt > bRecordedAt }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
