/// The formats that luca imports and exports.
public enum Formats {
    /// Every format of a table; where two fit a file equally well, the first one takes it.
    static let tables: [any TableFormat] = [
        TransactionsCSV(),
        PriceListCSV(),
        DailyPricesCSV(),
        EuroRatesCSV(),
        AccountsCSV(),
        InstrumentsCSV(),
        ValuesCSV(),
        FamilyCSV(),
        PortfolioLedgerCSV(),
        ReserveAccountsCSV(),
        ReserveHistoryCSV(),
    ]

    /// Every format of a JSON document.
    static let documents: [any DocumentFormat] = [PortfolioLedgerJSON(), ReserveJSON(), ReserveRecurringJSON()]

    /// Every format, in the order in which `help import` lists them.
    public static var all: [any ImportFormat] { tables + documents }
}
