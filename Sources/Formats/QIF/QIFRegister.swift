import Ledger
import Values

/// Rows of bank accounts, cards and cash.
extension QIFPlanner {
    /// The drafts of a row: one for each part of it that moves money.
    mutating func payments(_ record: QIFRecord, _ account: QIFAccount) throws(ImportIssue) -> [ImportedDraft] {
        let day = try reading.day(record), parts = try reading.parts(record), own = survey.ownNames(account.key)
        let transfers = try reading.transfers(record, own: own), number = record.text("N")
        var drafts: [ImportedDraft] = []
        for (place, part) in parts.enumerated() where !part.amount.isZero {
            let category = QIFRecord.category(part.category)
            let notes = StatementNotes.joined([
                record.text("P"), record.text("M"), part.memo, category, number.allSatisfy(\.isNumber) && !number.isEmpty ? "check \(number)" : number,
            ])
            if let transfer = transfers.first(where: { $0.part == place }) {
                drafts.append(moved(transfer, record, account, day, notes))
            } else {
                drafts.append(payment(part.amount, category, account, day, notes))
            }
        }
        return drafts
    }

    private static let interest: Set<String> = ["_intinc", "interest inc", "int inc", "interest income"]
    private static let charges: Set<String> = ["bank charge", "bank charges", "bank fee", "bank fees"]

    /// A payment that is no transfer, below zero for what left.
    func payment(_ amount: FixedDecimal, _ category: String, _ account: QIFAccount, _ day: Day, _ notes: String) -> ImportedDraft {
        let word = category.lowercased()
        if amount > .zero, Self.interest.contains(word) { return draft(.interest, amount, account, day, notes) }
        if amount.isNegative, Self.charges.contains(word) { return draft(.fee, amount.magnitude, account, day, notes) }
        return draft(amount.isNegative ? .withdrawal : .deposit, amount.magnitude, account, day, notes)
    }

    /// A side of a transfer, in the group of both where the file has the other.
    mutating func moved(_ transfer: QIFTransfer, _ record: QIFRecord, _ account: QIFAccount, _ day: Day, _ notes: String) -> ImportedDraft {
        let group = survey.transfers.groups[QIFTransfers.Place(line: record.line, part: transfer.part)]
        if group == nil {
            if survey.allNames.contains(QIFWalk.key(transfer.other)) {
                tally.lonely.add("transfer with \"\(MessageText.cut(transfer.other))\"")
            } else {
                tally.noteOutside(transfer.other)
            }
        }
        let told = transfer.other.isEmpty ? "" : "[\(transfer.other)]"
        var moved = draft(transfer.amount.isNegative ? .transferOut : .transferIn, transfer.amount.magnitude, account, day, StatementNotes.joined([notes, told]))
        moved.draft.group = group ?? "outside"
        return moved
    }

    /// A draft of money alone.
    func draft(_ kind: ActivityKind, _ amount: FixedDecimal, _ account: QIFAccount, _ day: Day, _ notes: String) -> ImportedDraft {
        var draft = ActivityDraft(date: day, kind: kind.rawValue, account: account.name, notes: notes)
        (draft.amount, draft.currency) = (amount, account.code)
        var imported = ImportedDraft(draft)
        imported.accountCurrency = account.currency
        return imported
    }
}
