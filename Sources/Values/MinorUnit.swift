/// A code under which an exchange quotes a part of a currency: London's `GBp` is a hundredth of a pound.
///
/// Case tells them apart (`GBp` are pence, `GBP` pounds), so prices and amounts are brought to the currency itself where they
/// enter, and nothing inside knows of minor units.
public enum MinorUnit {
    /// The currency that a code counts parts of, and how much of it one is; nil for every other code. Case-sensitive.
    ///
    ///     MinorUnit.normalize("GBp")   // (GBP, 0.01)
    public static func normalize(_ code: some StringProtocol) -> (currency: Currency, factor: FixedDecimal)? {
        switch code {
        case "GBp", "GBX": (.gbp, hundredth)
        case "ZAc", "ZAC": (.zar, hundredth)
        case "ILA": (.ils, hundredth)
        case "USX": (.usd, hundredth)
        case "KWF": (.kwd, thousandth)
        default: nil
        }
    }

    private static let hundredth = FixedDecimal(units: FixedDecimal.unitsPerOne / 100)
    private static let thousandth = FixedDecimal(units: FixedDecimal.unitsPerOne / 1000)
}
