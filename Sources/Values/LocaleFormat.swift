/// How numbers and dates are written in a language and country, such as `31.12.2023` and `1.234,56` in `de_DE`.
///
/// The conventions are those of the Unicode CLDR, release 44 (numbers: `latn` symbols; dates: the numeric pattern `yMd`), https://cldr.unicode.org.
public struct LocaleFormat: Hashable, Sendable {
    /// The order of day, month and year.
    public enum DateOrder: Hashable, Sendable {
        /// Year, month, day: `2023-12-31`.
        case yearFirst
        /// Day, month, year: `31.12.2023`.
        case dayFirst
        /// Month, day, year: `12/31/2023`.
        case monthFirst
    }

    /// The name of the locale, `de_DE`; empty for ISO dates and plain decimals.
    public let name: String
    /// The sign before the decimals.
    public let decimalMark: Character
    /// The sign between groups of thousands, as luca writes it.
    public let groupMark: Character
    /// The order of day, month and year.
    public let dateOrder: DateOrder
    /// The sign between day, month and year, as luca writes it.
    public let dateMark: Character
    /// How many digits a group beyond the thousands has: 3, and 2 in India, `12,34,567`.
    let furtherGroup: Int
    /// Whether the order of day and month is what the user chose, and not what the environment happens to say.
    private let isChosen: Bool

    /// ISO dates, and decimals with a point, as everywhere without a locale.
    public static let plain = LocaleFormat(name: "", decimalMark: ".", groupMark: ",", dateOrder: .yearFirst, dateMark: "-", furtherGroup: 3, isChosen: true)

    private init(name: String, decimalMark: Character, groupMark: Character, dateOrder: DateOrder, dateMark: Character, furtherGroup: Int, isChosen: Bool) {
        (self.name, self.decimalMark, self.groupMark, self.dateOrder, self.dateMark) = (name, decimalMark, groupMark, dateOrder, dateMark)
        (self.furtherGroup, self.isChosen) = (furtherGroup, isChosen)
    }

    /// The locale of a name as systems write it, `de_DE`, `de-DE`, `de`, `fr_CA.UTF-8`; nil where luca knows no such locale.
    ///
    /// A territory that is not known has the conventions of its language, if that is written one way everywhere. `C` and `POSIX` are plain.
    public init?(named name: String) {
        let bare = String(name.prefix { $0 != "." && $0 != "@" }).replacing("-", with: "_")
        if ["C", "POSIX"].contains(bare) {
            self = .plain
            return
        }
        let parts = bare.split(separator: "_", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCII) }) else { return nil }
        let language = parts[0].lowercased(), territory = parts.count == 2 ? parts[1].uppercased() : ""
        guard let convention = LocaleTable.convention(language, territory) else { return nil }
        self.init(convention, name: territory.isEmpty ? language : "\(language)_\(territory)")
    }

    /// The names of the locales that luca knows, without territories that write as their language does.
    public static var names: [String] { LocaleTable.names }

    private init(_ convention: LocaleTable.Convention, name: String) {
        self.init(
            name: name, decimalMark: convention.decimal, groupMark: convention.group, dateOrder: convention.order, dateMark: convention.date,
            furtherGroup: convention.furtherGroup, isChosen: true)
    }

    /// The locale that the environment tells: numbers by `LC_ALL`, `LC_NUMERIC`, `LANG`, dates by `LC_ALL`, `LC_TIME`, `LANG`; plain where it tells none.
    ///
    /// A month before the day is shown, and taken where it could be the other way round, only of a locale that was chosen: many machines are set to
    /// American English by people who write the day first.
    public static func ofEnvironment(_ variable: (String) -> String?) -> LocaleFormat {
        func locale(_ kind: String) -> LocaleFormat { ["LC_ALL", kind, "LANG"].lazy.compactMap(variable).first.flatMap(LocaleFormat.init(named:)) ?? .plain }
        let numbers = locale("LC_NUMERIC"), dates = locale("LC_TIME"), isSwapped = dates.dateOrder == .monthFirst
        return LocaleFormat(
            name: numbers.name == dates.name ? numbers.name : [numbers.name, dates.name].filter { !$0.isEmpty }.joined(separator: " "),
            decimalMark: numbers.decimalMark, groupMark: numbers.groupMark, dateOrder: dates.dateOrder, dateMark: isSwapped ? "/" : dates.dateMark,
            furtherGroup: numbers.furtherGroup, isChosen: !isSwapped)
    }

    // MARK: Writing

    /// A number in this form, of one with `,` between its thousands, or without any, and `.` before its decimals.
    public func written(number text: String) -> String {
        if decimalMark == "." && groupMark == "," && furtherGroup == 3 { return text }
        let whole = text.prefix { $0 != "." }, rest = text.dropFirst(whole.count)
        return grouped(String(whole)) + rest.replacing(".", with: String(decimalMark))
    }

    private func grouped(_ whole: String) -> String {
        guard furtherGroup != 3, whole.contains(",") else { return whole.replacing(",", with: String(groupMark)) }
        let sign = whole.prefix { !$0.isNumber }, digits = whole.filter(\.isNumber)
        var result = "", left = digits.count
        for digit in digits {
            result.append(digit)
            left -= 1
            if left >= 3, (left - 3) % furtherGroup == 0 { result.append(groupMark) }
        }
        return sign + result
    }

    /// A day in this form: `31.12.2023`.
    public func written(day: Day) -> String {
        guard dateOrder != .yearFirst || dateMark != "-", isChosen else { return day.description }
        let iso = day.description.split(separator: "-"), mark = String(dateMark)
        switch dateOrder {
        case .yearFirst: return iso.joined(separator: mark)
        case .dayFirst: return iso.reversed().joined(separator: mark)
        case .monthFirst: return [iso[1], iso[2], iso[0]].joined(separator: mark)
        }
    }

    // MARK: Reading

    /// What a text means that somebody wrote as a number or a day.
    public enum Reading<Value: Hashable & Sendable>: Hashable, Sendable {
        /// It means one thing.
        case one(Value)
        /// It may mean either.
        case either(Value, Value)
        /// It is none.
        case none
    }

    /// A number as it is written here or plainly: `5,10` and `5.10` in Germany, where `1.234` may be either 1234 or a little more than one.
    public func number(_ text: String) -> Reading<FixedDecimal> {
        let plain = try? FixedDecimal(text)
        guard let local = ungrouped(text).flatMap({ try? FixedDecimal($0) }) else { return plain.map(Reading.one) ?? .none }
        guard let plain, plain != local else { return .one(local) }
        return .either(local, plain)
    }

    /// The number as luca reads it, without marks between thousands and with a point; nil where it is not written as here.
    private func ungrouped(_ text: String) -> String? {
        guard !name.isEmpty else { return nil }
        let sign = text.prefix { "+-".contains($0) }, bare = text.dropFirst(sign.count)
        let parts = bare.split(separator: decimalMark, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, sign.count <= 1, parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(Self.isDigit) else { return nil }
        let groups = whole.split(omittingEmptySubsequences: false) { isGroupMark($0) }
        guard groups.allSatisfy({ $0.allSatisfy(Self.isDigit) }) else { return nil }
        if groups.count > 1 {
            let further = groups.dropFirst().dropLast()
            guard let first = groups.first, !first.isEmpty, first.first != "0", first.count <= (further.isEmpty ? 3 : furtherGroup), groups.last?.count == 3,
                further.allSatisfy({ $0.count == furtherGroup }) || first.count <= 3 && further.allSatisfy({ $0.count == 3 })
            else { return nil }
        }
        guard !whole.isEmpty || parts.count == 2 else { return nil }
        return sign + (whole.isEmpty ? "0" : groups.joined()) + (parts.count == 2 ? "." + parts[1] : "")
    }

    /// Signs between thousands that keyboards have in the place of the typographic one.
    private func isGroupMark(_ character: Character) -> Bool {
        switch groupMark {
        case "\u{A0}", "\u{202F}": "\u{A0}\u{202F}".contains(character)
        case "’": "’'".contains(character)
        default: character == groupMark
        }
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// A day as it is written here, with a year of four digits, or as `2023-12-31`.
    public func day(_ text: String) -> Reading<Day> {
        if let day = try? Day(text) { return .one(day) }
        guard !name.isEmpty else { return .none }
        let marks = text.filter { !Self.isDigit($0) }, parts = text.split { !Self.isDigit($0) }
        // Whatever the sign between them: the order is the locale's.
        guard parts.count == 3, let mark = marks.first, "./-".contains(mark), marks.allSatisfy({ $0 == mark }),
            marks.count == 2 || mark == "." && marks.count == 3 && dateOrder == .yearFirst
        else { return .none }
        func day(_ order: DateOrder) -> Day? {
            let places = order == .yearFirst ? (0, 1, 2) : order == .dayFirst ? (2, 1, 0) : (2, 0, 1)
            let (year, month, day) = (parts[places.0], parts[places.1], parts[places.2])
            guard year.count == 4, month.count <= 2, day.count <= 2, let y = Int(year), let m = Int(month), let d = Int(day) else { return nil }
            return try? Day(year: y, month: m, day: d)
        }
        guard let local = day(dateOrder) else { return !isChosen ? day(.dayFirst).map(Reading.one) ?? .none : .none }
        guard !isChosen, let other = day(.dayFirst), other != local else { return .one(local) }
        return .either(local, other)
    }
}
