import JSON
public import Plans
public import Values

/// A row of the history of a reserve plan.
public struct ReserveHistoryRow: Hashable, Sendable {
    /// The moment as the programs write it: local time without a zone.
    public var timestamp: String
    /// The tier.
    public var tier: String
    /// The account.
    public var account: String
    /// The change of the balance; below zero for money out.
    public var amount: FixedDecimal
    /// What the account held after it.
    public var balance: FixedDecimal
    /// One of `ReserveNote.types`.
    public var type: String
    /// Free text.
    public var notes: String

    /// A row.
    public init(timestamp: String, tier: String, account: String, amount: FixedDecimal, balance: FixedDecimal, type: String, notes: String) {
        (self.timestamp, self.tier, self.account) = (timestamp, tier, account)
        (self.amount, self.balance, self.type, self.notes) = (amount, balance, type, notes)
    }
}

extension Formats {
    /// `reserve_manager.json` as the desktop program writes it on a day.
    ///
    /// - Parameter standing: the plan with what each account counts in each tier; what is not known counts as nothing.
    public static func reserveJSON(_ standing: ReserveStanding, on day: Day) -> String {
        let document = standing.plan.document(balances: standing.tiers.map(\.balances)) { key, value in
            // The program makes floats of yields and weights, and leaves the others as they were typed.
            key == "apy_pct" || key == "alloc_weight" ? ReserveText.float(value) : .number(value.description)
        }
        // Its own keys come first, what else a file said behind them.
        var members = document.members ?? []
        members.insert(JSONValue.Member(key: "last_updated", value: .string(day.description)), at: 1)
        return JSONValue.object(members).text(indent: 2, isASCII: true)
    }

    /// The accounts of a plan, a line each, as the desktop program writes them.
    public static func reserveAccountsCSV(_ standing: ReserveStanding) throws(PlanError) -> String {
        var writer = CSVWriter(hasCRLF: true)
        writer.line(["Tier", "Tier_Priority", "Account", "Balance", "APY_%", "Weight", "Cap", "Notes", "Monthly_Yield", "Annual_Yield"])
        for place in standing.plan.order {
            let tier = standing.plan.tiers[place]
            for (account, balance) in zip(tier.accounts, standing.tiers[place].balances) {
                let monthly = try ReserveForecast.growth(balance: balance, apy: account.apy, months: 1)
                let annual: FixedDecimal
                do { annual = try monthly * 12 } catch { throw PlanError(.overflow, error.description) }
                writer.line([
                    tier.name, tier.priority.description, account.nameInProgram, balance.description, account.apy.description, account.weight.description,
                    account.cap.map { $0.isZero ? "" : $0.description } ?? "", account.notes, monthly.description, annual.description,
                ])
            }
        }
        return writer.text
    }

    /// A summary of a plan on a day: a title, the tiers, the accounts.
    public static func reserveSummaryCSV(_ standing: ReserveStanding, on day: Day) throws(PlanError) -> String {
        var writer = CSVWriter(hasCRLF: true)
        writer.line(["Reserve Manager Summary"])
        writer.line(["Date", day.description])
        writer.line(["Total", try standing.total().description])
        writer.blankLine()
        writer.line(["Tier", "Purpose", "Target", "Current", "Gap", "Priority"])
        for place in standing.plan.order {
            let tier = standing.tiers[place]
            writer.line([
                tier.tier.name, tier.tier.purpose, tier.tier.target.description, tier.total.description, tier.gap.description, tier.tier.priority.description,
            ])
        }
        writer.blankLine()
        writer.line(["Tier", "Account", "Balance", "APY", "Weight", "Cap", "Notes"])
        for place in standing.plan.order {
            for (account, balance) in zip(standing.plan.tiers[place].accounts, standing.tiers[place].balances) {
                writer.line([
                    standing.plan.tiers[place].name, account.nameInProgram, balance.description, account.apy.description, account.weight.description,
                    account.cap?.description ?? "", account.notes,
                ])
            }
        }
        return writer.text
    }

    /// A history as the desktop program exports it.
    public static func reserveHistoryCSV(_ rows: [ReserveHistoryRow]) -> String {
        var writer = CSVWriter(hasCRLF: true)
        writer.line(["Date/Time", "Tier", "Account", "Amount", "Balance After", "Type", "Description"])
        for row in rows {
            writer.line([row.timestamp, row.tier, row.account, row.amount.description, row.balance.description, row.type, row.notes])
        }
        return writer.text
    }

    /// `recurring.json` as the desktop program writes it.
    public static func reserveRecurringJSON(_ entries: [ReserveRecurring]) -> String {
        JSONValue.array(entries.map(\.json)).text(indent: 2, isASCII: true)
    }
}
