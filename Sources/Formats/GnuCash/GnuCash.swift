import Values

/// Books of GnuCash: the XML that it saves, unpacked, or made of its SQLite file.
struct GnuCash: TextFormat {
    let name = "gnucash"
    let root = "gnc-v2"
    let summary = "A book of GnuCash, saved as XML or as SQLite, with its accounts, transactions, securities and prices."
    let example = """
        <?xml version="1.0" encoding="utf-8" ?>
        <gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc" xmlns:act="http://www.gnucash.org/XML/act" xmlns:cmdty="http://www.gnucash.org/XML/cmdty" \
        xmlns:trn="http://www.gnucash.org/XML/trn" xmlns:split="http://www.gnucash.org/XML/split" xmlns:ts="http://www.gnucash.org/XML/ts">
        <gnc:book version="2.0.0">
        <gnc:account version="2.0.0"><act:name>Bank</act:name><act:id>b1</act:id><act:type>BANK</act:type>
        <act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
        <gnc:account version="2.0.0"><act:name>Salary</act:name><act:id>c1</act:id><act:type>INCOME</act:type>
        <act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
        <gnc:transaction version="2.0.0"><trn:id>d1</trn:id>
        <trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></trn:currency>
        <trn:date-posted><ts:date>2014-01-02 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Pay</trn:description>
        <trn:splits>
        <trn:split><split:value>100000/100</split:value><split:quantity>100000/100</split:quantity><split:account>b1</split:account></trn:split>
        <trn:split><split:value>-100000/100</split:value><split:quantity>-100000/100</split:quantity><split:account>c1</split:account></trn:split>
        </trn:splits></gnc:transaction>
        </gnc:book>
        </gnc-v2>
        """

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        let lines = FileOpening(bytes).lines
        guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }), first.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else { return false }
        return lines.contains { $0.contains("<gnc-v2") }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        // The file is read, and then put into the plan.
        var progress = progress.times(2)
        let file = try GnuCashFile(bytes, &progress)
        plan.plan.matching.hasKeys = true
        var reader = GnuCashReader(file, plan.context.currencies)
        reader.read()
        let known = GnuCashKnown(file, plan.context)
        reader.refuse(known.voided)
        reader.keepNames(known, plan.context)
        var planner = DoubleEntryPlanner(reader.book, plan)
        try planner.add(to: &plan, &progress, pass: 1)
        known.refuseMoved(&plan)
        progress.finish()
    }
}
