import Values

extension LedgerError {
    /// Runs a calculation; where a figure does not fit a decimal, that becomes an error of the ledger.
    @inline(__always)
    static func arithmetic<Result>(in calculation: () throws(DecimalError) -> Result) throws(LedgerError) -> Result {
        do throws(DecimalError) {
            return try calculation()
        } catch {
            throw .arithmetic(error)
        }
    }

    /// The error with the entry that a figure was computed for, where it is one of a figure and names none.
    func told(of entry: @autoclosure () -> String) -> LedgerError {
        guard case .arithmetic(let failure, of: .none) = self else { return self }
        return .arithmetic(failure, of: entry())
    }
}
