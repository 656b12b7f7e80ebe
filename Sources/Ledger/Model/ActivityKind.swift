/// What an activity is; the raw value is the name people type and the file keeps.
public enum ActivityKind: String, CaseIterable, BitwiseCopyable, Sendable {
    case buy, sell, deposit, withdrawal, dividend, interest, fee, tax

    /// Its place in `allCases`, found in no time: a case without payload is stored as just that number.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A finer sense of an activity's kind.
public enum ActivitySubtype: String, CaseIterable, BitwiseCopyable, Sendable {
    case opening
}

/// Whether an activity counts. Only `posted` does.
public enum ActivityStatus: String, CaseIterable, BitwiseCopyable, Sendable {
    case posted, pending, draft
}
