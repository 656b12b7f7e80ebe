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
}
