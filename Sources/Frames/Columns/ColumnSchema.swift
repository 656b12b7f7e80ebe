public import Values

/// How the numbers of a column are shown; the values are kept in full whatever the style.
public enum ColumnStyle: String, CaseIterable, Sendable {
    /// As it is: decimals in their shortest exact form.
    case plain
    /// Money: the digits of its currency, halves rounded away from zero.
    case money
    /// A price: at least two digits, more if it has them.
    case price
    /// A count of units: the shortest exact form.
    case quantity
    /// Hundredths: 12.5 is shown as 12.50%.
    case percent
    /// A part of one: 0.125 is shown as 12.50%.
    case share
    /// A statistic without a unit: shown with two digits.
    case ratio
}

/// Whether a column is added up at the foot of a table.
public enum ColumnTotal: String, CaseIterable, Sendable {
    /// It is not.
    case none
    /// It is; amounts of money in one line per currency.
    case sum
}

/// Which currency the amounts of a column are in.
public enum CurrencyReference: Hashable, Sendable {
    /// None: the numbers are not money.
    case none
    /// The one that the text column of this name tells, row by row.
    case column(String)
    /// The same one in every row.
    case fixed(Currency)
}

/// How much a column says of a row. Where there is no room for all columns, the lowest go first.
public enum ColumnRank: Int, CaseIterable, Comparable, Sendable {
    /// How the row came about or is kept, such as its source or the moment it was recorded.
    case minor
    /// A further figure or text of the row.
    case ordinary
    /// What a reader asks next, such as the weight of a holding.
    case useful
    /// Which row it is, such as its date and account.
    case leading
    /// What the row amounts to, such as its type, its amount or its gain.
    case deciding

    public static func < (left: ColumnRank, right: ColumnRank) -> Bool { left.rawValue < right.rawValue }
}

/// The name and the type of a column, and how it is shown; declared once for each kind of result.
public struct ColumnSchema: Hashable, Sendable {
    /// The name it is asked for by.
    public var name: String
    /// The type of its values.
    public let type: ColumnType
    /// How its numbers are shown.
    public var style: ColumnStyle
    /// Which currency its amounts are in.
    public var currency: CurrencyReference
    /// Whether gains are shown green and losses red, where colour is wanted.
    public var isColoured: Bool
    /// Whether it is added up at the foot of a table.
    public var total: ColumnTotal
    /// Whether rows without a value are ordinary, as in a pivot, so that a total need not mention them.
    public var isSparse = false
    /// Whether it says how the figures of a row came about, and not what the row is of, so that it tells no rows apart.
    public var isRemark = false
    /// How much it says of a row, where there is no room for all columns.
    public var rank = ColumnRank.ordinary
    /// The text that says nothing new, such as `posted`: where there is no room, a column that holds nothing else is left out first.
    public var usual: String?
    /// Whether zeros say nothing, whatever the rank: an excess or a wash sale matters only where some row has one.
    public var isQuietAtNought = false
    /// Whether it is one of several of one kind, such as the months of a year: all matter alike, so that where there is no room they go on in a further table.
    public var isSerial = false
    /// Whether it is shown where no row has a value. Figures are: they are unknown then, which is told. An empty text or day says nothing.
    public var isShownEmpty: Bool
    /// Whether its numbers were worked out by a script or a query in SQL, so that digits beyond the sixth are of no use to people.
    public var isComputed = false
    /// Whether rows come several times, as where one counts in each of its tags, so that groups of them add up to no whole.
    public var isRepeated = false
    /// Whether its texts are sentences, which are worth reading only from some length on; they are broken into lines rather than cut.
    public var isProse = false

    /// A column; the factory methods below say the same in fewer words.
    public init(
        _ name: String, _ type: ColumnType, style: ColumnStyle = .plain, currency: CurrencyReference = .none,
        isColoured: Bool = false, total: ColumnTotal = .none
    ) {
        precondition(total == .none || type.isNumeric, "only numbers can be added up")
        self.name = name
        self.type = type
        self.style = style
        self.currency = currency
        self.isColoured = isColoured
        self.total = total
        isShownEmpty = type.isNumeric
    }
}

extension ColumnSchema {
    /// The column, not shown to people where no row has a value: few rows have one, and its lack says nothing.
    public func optional() -> ColumnSchema {
        var schema = self
        schema.isShownEmpty = false
        return schema
    }
    /// The column as one of several of one kind, such as the months of a year.
    public func serial() -> ColumnSchema {
        var schema = self
        schema.isSerial = true
        return schema
    }
    /// The column at a rank; `usual` is the text that says nothing new.
    public func ranked(_ rank: ColumnRank, usual: String? = nil) -> ColumnSchema {
        var schema = self
        (schema.rank, schema.usual) = (rank, usual)
        return schema
    }
    /// The column at a rank where some row has a figure other than zero; else it is among the first to be left out.
    public func rankedWhereAny(_ rank: ColumnRank) -> ColumnSchema {
        var schema = self
        (schema.rank, schema.isQuietAtNought) = (rank, true)
        return schema
    }
    /// Sentences.
    public static func prose(_ name: String) -> ColumnSchema {
        var schema = ColumnSchema(name, .text)
        schema.isProse = true
        return schema
    }
    /// Whole numbers: identifiers, counts, years.
    public static func int(_ name: String, total: ColumnTotal = .none) -> ColumnSchema { ColumnSchema(name, .int, total: total) }
    /// Numbers of no particular meaning.
    public static func decimal(_ name: String, total: ColumnTotal = .none) -> ColumnSchema { ColumnSchema(name, .decimal, total: total) }
    /// Text.
    public static func text(_ name: String) -> ColumnSchema { ColumnSchema(name, .text) }
    /// Text about the figures of a row, such as where a price is from.
    public static func remark(_ name: String) -> ColumnSchema {
        var schema = ColumnSchema(name, .text)
        schema.isRemark = true
        schema.rank = .minor
        return schema
    }
    /// Dates.
    public static func day(_ name: String) -> ColumnSchema { ColumnSchema(name, .day) }
    /// Moments.
    public static func instant(_ name: String) -> ColumnSchema { ColumnSchema(name, .instant) }
    /// True or false.
    public static func bool(_ name: String) -> ColumnSchema { ColumnSchema(name, .bool) }

    /// Amounts in the currency that the column `currency` tells, added up per currency.
    public static func money(_ name: String, in currency: String = "currency", total: ColumnTotal = .sum) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .money, currency: .column(currency), total: total)
    }

    /// Amounts in one currency.
    public static func money(_ name: String, in currency: Currency, total: ColumnTotal = .sum) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .money, currency: .fixed(currency), total: total)
    }

    /// Gains and losses in the currency that the column `currency` tells: green and red, added up per currency.
    public static func gain(_ name: String, in currency: String = "currency", total: ColumnTotal = .sum) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .money, currency: .column(currency), isColoured: true, total: total)
    }

    /// Gains and losses in one currency.
    public static func gain(_ name: String, in currency: Currency, total: ColumnTotal = .sum) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .money, currency: .fixed(currency), isColoured: true, total: total)
    }

    /// Prices per unit; never added up.
    public static func price(_ name: String) -> ColumnSchema { ColumnSchema(name, .decimal, style: .price) }
    /// Units held or traded; never added up unless asked, since they are of different things.
    public static func quantity(_ name: String, total: ColumnTotal = .none) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .quantity, total: total)
    }

    /// Hundredths: 12.5 is shown as 12.50%; in colour, green above zero and red below.
    public static func percent(_ name: String, isColoured: Bool = false) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .percent, isColoured: isColoured)
    }

    /// Statistics without a unit, shown with two digits.
    public static func ratio(_ name: String) -> ColumnSchema { ColumnSchema(name, .decimal, style: .ratio) }

    /// Parts of one: 0.125 is shown as 12.50%.
    public static func share(_ name: String, isColoured: Bool = false, total: ColumnTotal = .none) -> ColumnSchema {
        ColumnSchema(name, .decimal, style: .share, isColoured: isColoured, total: total)
    }
}

/// How names of columns are written for people who never type them.
package enum ColumnWords {
    /// Words that are the initials of others, and written in capitals.
    private static let initials: Set = ["etf", "fx", "id", "irr", "isin", "twr"]

    /// A name as the words that it is made of: `market value` for `market_value`, `annualized TWR` for `annualized_twr`.
    package static func of(_ name: String) -> String {
        name.split(separator: "_").map { initials.contains(String($0)) ? $0.uppercased() : String($0) }.joined(separator: " ")
    }
}
