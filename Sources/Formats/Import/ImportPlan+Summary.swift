extension ImportPlan {
    /// What the import comes to, in a sentence without its full stop: `3 activities and 1 quote to add, 2 rows refused`.
    public var summary: String {
        var adds = [Self.count(activities.count, "activity", "activities")].compactMap(\.self)
        adds += [Self.count(quotes.count, "quote", "quotes")].compactMap(\.self)
        adds += [Self.count(rates.count, "rate", "rates")].compactMap(\.self)
        adds += [Self.count(values.count, "value", "values")].compactMap(\.self)
        var parts = [adds.isEmpty ? "nothing to add" : adds.joined(separator: " and ") + " to add"]
        parts += [
            Self.count(newAccounts.count, "new account", "new accounts"), Self.count(newInstruments.count, "new symbol", "new symbols"),
            Self.count(changedAccounts.count + changedInstruments.count, "definition changed", "definitions changed"),
            Self.count(verdicts.count(.alreadyThere), "row already there", "rows already there"),
            Self.count(verdicts.count(.skipped), "row skipped", "rows skipped"), Self.count(refusedCount, "row refused", "rows refused"),
        ].compactMap(\.self)
        return parts.joined(separator: ", ")
    }

    /// Whether there is nothing to do in the book, as where all rows are there already.
    public var addsNothing: Bool {
        activities.isEmpty && quotes.isEmpty && rates.isEmpty && values.isEmpty && newAccounts.isEmpty && newInstruments.isEmpty && changedAccounts.isEmpty
            && changedInstruments.isEmpty && replaced.isEmpty && documents.isEmpty && recurring.isEmpty
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
}
