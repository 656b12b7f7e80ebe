import Ledger
import Values

/// Compares the figures of a trade: quantity times price, the charges, and the amount that the file states.
struct TradeSums {
    let table: Table
    let cells: TransactionCells
    let kind: ActivityKind
    let multiplier: FixedDecimal

    /// Money before charges as the file states it, and how far rounding may have moved it.
    struct Stated {
        var gross: FixedDecimal
        var tolerance: FixedDecimal
        /// The number in the cell, and its column.
        var figure: CellNumber
        var field: ImportField
    }

    /// How quantity times price compares with what the file states.
    enum Comparison {
        /// Quantity times price equals the amount.
        case same
        /// They differ by no more than the rounding of the amount.
        case close
        /// The amount is in the account's currency, and equals quantity times price at the row's rate.
        case atRate
        /// They differ, which this issue tells.
        case other(ImportIssue)
    }

    /// Money before charges by the gross amount, else by the amount; nil where the row has neither.
    var statedGross: Stated? {
        get throws(DecimalError) {
            if let gross = cells.gross?.magnitude {
                // The file states the gross amount itself, so the price beside it may be rounded.
                let tolerance = try cells.price == nil ? gross.tolerance : gross.tolerance + roundingOfPrice
                return Stated(gross: gross.decimal, tolerance: tolerance, figure: gross, field: .gross)
            }
            if let amount = cells.amount {
                let cash = table.signs.isSigned(kind) ? amount.decimal : -amount.decimal
                let before = cells.fee.isZero && cells.tax.isZero ? cash : try cash + cells.fee.decimal + cells.tax.decimal
                return Stated(gross: kind.bringsCash ? before : -before, tolerance: cells.amountTolerance, figure: amount, field: .amount)
            }
            return nil
        }
    }

    /// The issue of a row whose gross amount and change of cash differ by something else than the charges; nil for none.
    var chargesMismatch: ImportIssue? {
        get throws(DecimalError) {
            guard let gross = cells.gross?.magnitude.decimal, let amount = cells.amount else { return nil }
            let cash = table.signs.isSigned(kind) ? amount.decimal : -amount.decimal
            let expected = try expectedCash(gross)
            if try (expected - cash).magnitude <= cells.amountTolerance { return nil }
            return ImportIssue(
                .sumMismatch, column: table.map.heading(.amount), text: shown(amount, .amount),
                message: "\(shown(amount, .amount)) is not \(kind.bringsCash ? "" : "-")\(gross)\(charges) = \(expected)")
        }
    }

    /// Quantity times price.
    private var product: FixedDecimal {
        get throws(DecimalError) {
            guard let quantity = cells.quantity, let price = cells.price else { return .zero }
            let plain = try quantity.magnitude.decimal * price.decimal
            return multiplier == .one ? plain : try plain * multiplier
        }
    }

    /// Whether quantity times price is what the file states.
    @inline(__always)
    func compare(_ stated: Stated) throws(DecimalError) -> Comparison {
        let product = try product
        let distance = try (product - stated.gross).magnitude
        if distance.isZero { return .same }
        // Figures of the row's own currency are exact where the amount is rounded by the rate.
        if distance <= stated.tolerance { return cells.settled != nil && stated.field == .amount ? .same : .close }
        if try agreesAtRate(product, stated) { return .atRate }
        if table.options.roundedPrices, try distance <= roundingOfPrice + stated.tolerance { return .close }
        return .other(try mismatch(product, stated))
    }

    /// Whether the amount is in the account's currency, at the rate that the row tells.
    private func agreesAtRate(_ product: FixedDecimal, _ stated: Stated) throws(DecimalError) -> Bool {
        guard let rate = cells.rate, stated.field == .amount, cells.settled == nil, stated.figure.currency == nil else { return false }
        let cash = try expectedCash(product) * rate.decimal
        let given = table.signs.isSigned(kind) ? stated.figure.decimal : -stated.figure.decimal
        return try (cash - given).magnitude <= stated.tolerance
    }

    /// How much half a unit of the price's last digit makes over all units; of cents at the coarsest, since 31.2 stands for 31.20.
    private var roundingOfPrice: FixedDecimal {
        get throws(DecimalError) {
            guard let quantity = cells.quantity, let price = cells.price else { return .zero }
            let halfUnit = CellNumber(mantissa: 0, digits: max(2, price.digits)).tolerance
            return try quantity.magnitude.decimal * halfUnit * multiplier
        }
    }

    /// The change of cash that the other figures make.
    private func expectedCash(_ product: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try (kind.bringsCash ? product : -product) - cells.fee.decimal - cells.tax.decimal
    }

    /// The price that an amount tells, if units times price give the amount back exactly.
    func exactPrice(_ gross: FixedDecimal) -> CellNumber? {
        guard let quantity = cells.quantity, !quantity.isZero,
            let units = try? quantity.magnitude.decimal * multiplier, let price = try? gross / units, let back = try? units * price, back == gross
        else { return nil }
        return CellNumber(mantissa: price.units, digits: FixedDecimal.scale)
    }

    // MARK: sentences

    /// A figure with the digits that the file gave it.
    private func shown(_ figure: CellNumber, _ field: ImportField) -> String {
        cells.settled != nil && field == .amount ? cells.shownAmount : figure.decimal.description(minimumDigits: figure.digits)
    }

    private func mismatch(_ product: FixedDecimal, _ stated: Stated) throws(DecimalError) -> ImportIssue {
        let expected = stated.field == .gross ? product : try expectedCash(product)
        let given = stated.figure.decimal
        if stated.field == .amount, try (given + expected).magnitude <= stated.tolerance { return wrongSign }
        return ImportIssue(
            .sumMismatch, column: table.map.heading(stated.field), text: shown(stated.figure, stated.field),
            message: "\(shown(stated.figure, stated.field)) is not \(formula(stated.field)) = \(expected)",
            hint: try hint(product, expected, stated))
    }

    /// The issue of an amount whose sign the kind contradicts.
    var wrongSign: ImportIssue {
        ImportIssue(
            .wrongSign, column: table.map.heading(.amount), text: cells.amount.map { "\($0.decimal)" } ?? "",
            message: kind.bringsCash ? "\(article(kind)) brings cash, so its amount is above zero" : "\(article(kind)) takes cash, so its amount is below zero",
            hint: "the amount is the change of the account's cash")
    }

    private func formula(_ field: ImportField) -> String {
        let quantity = cells.quantity?.magnitude.decimal.description ?? ""
        let price = cells.price?.decimal.description ?? ""
        let units = "\(quantity) × \(price)" + (multiplier == .one ? "" : " × \(multiplier)")
        if field == .gross { return units }
        return (kind.bringsCash ? units : "-(\(units))") + charges
    }

    private var charges: String { [cells.fee, cells.tax].filter { !$0.isZero }.map { " - \($0.decimal)" }.joined() }

    private func hint(_ product: FixedDecimal, _ expected: FixedDecimal, _ stated: Stated) throws(DecimalError) -> String {
        let given = stated.figure.decimal.magnitude
        let heading = table.map.heading(stated.field)
        if stated.field == .amount, try (given - product).magnitude <= stated.tolerance {
            return "it leaves out the charges: columns={[\"\(heading)\"]=\"gross\"} says so"
        }
        let hundred = FixedDecimal(100)
        if try (given * hundred - expected.magnitude).magnitude <= stated.tolerance * hundred {
            return "the price seems to be in hundredths, such as pence: its currency would be GBp"
        }
        if try (product - stated.gross).magnitude <= roundingOfPrice + stated.tolerance {
            return "if the price is rounded, rounded_prices=true takes the amount as it stands"
        }
        return ""
    }
}
