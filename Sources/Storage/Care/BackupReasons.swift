import Values

/// Why luca made a copy of a book without being asked: a part of the copy's name, so that it is told without opening the file.
public enum BackupReason: Hashable, Sendable {
    /// It was the first writing of a day.
    case daily
    /// An import was about to add many rows.
    case beforeImport
    /// An account was about to be deleted.
    case beforeDeletion
    /// The file was about to be brought up to a version of its layout.
    case beforeVersion(Int)

    /// As it stands in names: `daily`, `before-version-4`.
    public var label: String {
        switch self {
        case .daily: "daily"
        case .beforeImport: "before-import"
        case .beforeDeletion: "before-deletion"
        case .beforeVersion(let version): "before-version-\(version)"
        }
    }

    /// As it is told to people: `before import`.
    public var text: String {
        switch self {
        case .daily: "daily"
        case .beforeImport: "before import"
        case .beforeDeletion: "before deletion"
        case .beforeVersion(let version): "before version \(version)"
        }
    }

    /// The reason that a label stands for; nil of others.
    init?(label: some StringProtocol) {
        for reason in [Self.daily, .beforeImport, .beforeDeletion] where label == reason.label {
            self = reason
            return
        }
        let beginning = "before-version-"
        guard label.hasPrefix(beginning), let version = Int(label.dropFirst(beginning.count)), version > 0 else { return nil }
        self = .beforeVersion(version)
    }
}

/// What the name of a copy says that luca named: `family-2026-01-02T030405Z.luca`, `family-daily-2026-01-02.luca`.
struct BackupName: Hashable {
    /// Why it was made without being asked for; nil of one that somebody made.
    let reason: BackupReason?
    /// Whether it is a book that a restored one took the place of.
    let isReplaced: Bool
    let day: Day

    /// The parts of the name of a book's copy.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - stem: what the book's name begins with.
    ///   - suffix: what the book's name ends with, with the point.
    init?(_ name: String, stem: String, suffix: String) {
        guard name.hasPrefix(stem + "-"), name.hasSuffix(suffix), name.utf8.count > stem.utf8.count + 1 + suffix.utf8.count else { return nil }
        let middle = name.dropFirst(stem.count + 1).dropLast(suffix.count)
        guard let (label, stamp) = Self.parts(middle), let day = try? Day(String(stamp.prefix(10))) else { return nil }
        // Only copies of a day are told by the day alone.
        if stamp.count == Self.dayShape.count, label != BackupReason.daily.label { return nil }
        reason = BackupReason(label: label)
        isReplaced = label == Self.replaced
        if !label.isEmpty, reason == nil, !isReplaced { return nil }
        self.day = day
    }

    /// The label of a book that a restored one took the place of.
    static let replaced = "replaced"
    private static let dayShape = "dddd-dd-dd"
    private static let shape = "dddd-dd-ddTddddddZ"

    /// The label, which may be empty, and the stamp without the number that tells copies of one moment apart.
    private static func parts(_ middle: Substring) -> (label: Substring, stamp: Substring)? {
        var stamp = middle
        if let line = middle.lastIndex(of: "_") {
            let number = middle[middle.index(after: line)...]
            guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            stamp = middle[..<line]
        }
        for shape in [shape, dayShape] where stamp.count >= shape.count {
            let found = stamp.suffix(shape.count), label = stamp.dropLast(shape.count)
            guard zip(found, shape).allSatisfy({ $1 == "d" ? $0.isASCII && $0.isNumber : $0 == $1 }) else { continue }
            if label.isEmpty { return ("", found) }
            guard label.hasSuffix("-") else { return nil }
            return (label.dropLast(), found)
        }
        return nil
    }
}
