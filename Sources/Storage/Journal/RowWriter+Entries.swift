import Ledger
import Values

/// How each kind of entry becomes a row: the columns in the order of `JournalTable.columns`.
extension RowWriter {
    func act(_ act: Act) {
        begin(.act, act.id, act.first.rawValue)
        text(act.recordedAt.description)
        text(act.source)
    }

    func account(_ account: Account, id: AccountID, sequence: Int, act: Int) {
        begin(.account, sequence, act)
        integer(Int(id.rawValue))
        text(account.name)
        text(account.kind.rawValue)
        currency(account.currency)
        text(account.portfolio)
        text(account.owner)
        text(account.group)
        day(account.opened)
        day(account.closed)
        flag(account.allowShort)
        // What every account of older books is, is not written.
        text(account.tracking == .transactions ? nil : account.tracking.rawValue)
        decimal(account.rate)
        day(account.matures)
        text(DetailText.text(account))
    }

    func instrument(_ instrument: Instrument, id: InstrumentID, sequence: Int, act: Int) {
        begin(.instrument, sequence, act)
        integer(Int(id.rawValue))
        text(instrument.symbol)
        text(instrument.name)
        text(instrument.kind.rawValue)
        currency(instrument.currency)
        decimal(instrument.multiplier)
        if let option = instrument.option { integer(Int(option.underlying.rawValue)) } else { missing() }
        text(instrument.option?.right.rawValue)
        decimal(instrument.option?.strike)
        day(instrument.option?.expires)
        for told in [instrument.assetClass, instrument.provider, instrument.providerSymbol] { text(told.isEmpty ? nil : told) }
        missing()
    }

    func activity(_ activity: Activity, sequence: Int, act: Int) {
        begin(.activity, sequence, act)
        day(activity.date)
        instant(activity.time)
        text(activity.kind.rawValue)
        text(activity.subtype?.rawValue)
        text(activity.status.rawValue)
        integer(Int(activity.account.rawValue))
        if let instrument = activity.instrument { integer(Int(instrument.rawValue)) } else { missing() }
        decimal(activity.quantity)
        decimal(activity.price)
        decimal(activity.amount)
        decimal(activity.fee)
        decimal(activity.tax)
        currency(activity.currency)
        decimal(activity.fxRate)
        text(activity.notes)
        if let detail = activity.detail, !detail.amending(nil).isEmpty { text(DetailText.text(detail)) } else { missing() }
        if let amended = activity.detail?.amends { integer(amended.rawValue) } else { missing() }
    }

    func void(_ entry: EntryID, reason: String, sequence: Int, act: Int) {
        begin(.void, sequence, act)
        integer(entry.rawValue)
        text(reason)
    }

    func setting(_ key: String, _ value: String, sequence: Int, act: Int) {
        begin(.setting, sequence, act)
        text(key)
        text(value)
    }

    func valuation(_ told: AccountValue, sequence: Int, act: Int) {
        begin(.valuation, sequence, act)
        integer(Int(told.account.rawValue))
        day(told.date)
        instant(told.time)
        decimal(told.value)
        currency(told.currency)
        text(told.notes)
    }

    func plan(_ document: PlanDocument, sequence: Int, act: Int) {
        begin(.plan, sequence, act)
        text(document.kind.rawValue)
        text(document.name)
        text(document.body)
    }

    func occurrence(_ occurrence: Occurrence, sequence: Int, act: Int) {
        begin(.occurrence, sequence, act)
        text(occurrence.rule)
        day(occurrence.day)
        text(occurrence.state.rawValue)
        if let first = occurrence.first { integer(first.rawValue) } else { missing() }
    }

    func erasure(of account: AccountID, _ digest: BurialDigest, sequence: Int, act: Int) {
        begin(.erasure, sequence, act)
        integer(Int(account.rawValue))
        integer(digest.count)
        text(digest.text)
    }
}
