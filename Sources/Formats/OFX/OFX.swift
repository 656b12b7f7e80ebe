import Values

/// Files of banks and brokers: OFX 1 (SGML) and 2 (XML), and QFX and QBO, which are the same under another name.
struct OFX: TextFormat {
    let name = "ofx"
    let summary = "A statement of a bank or a broker as OFX or QFX, versions 1 and 2: accounts, cards and investments, with positions and balances."
    let root = "OFX"
    let example = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:USASCII
        CHARSET:1252
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE

        <OFX>
        <BANKMSGSRSV1><STMTTRNRS><STMTRS>
        <CURDEF>USD
        <BANKACCTFROM><BANKID>000000000<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM>
        <BANKTRANLIST><DTSTART>20140101<DTEND>20140131
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20140103<TRNAMT>500.00<FITID>1<NAME>Salary</STMTTRN>
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20140107<TRNAMT>-80.25<FITID>2<NAME>Grocer</STMTTRN>
        </BANKTRANLIST>
        <LEDGERBAL><BALAMT>419.75<DTASOF>20140131</LEDGERBAL>
        </STMTRS></STMTTRNRS></BANKMSGSRSV1>
        </OFX>
        """

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        let head = String(decoding: bytes.prefix(Self.headBytes), as: UTF8.self).uppercased()
        return head.contains("OFXHEADER:") || head.contains("<?OFX") || head.contains("<OFX>")
    }

    private static let headBytes = 4096

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        Self.noteCharset(bytes, &plan)
        var planner = OFXPlanner(bytes, progress)
        try planner.add(to: &plan)
    }

    /// Tells where the header names characters that are not read: figures are the same in all, letters are not.
    private static func noteCharset(_ bytes: UnsafeBufferPointer<UInt8>, _ plan: inout PlanBuilder) {
        guard plan.plan.notices.contains(where: { $0.kind == .encoding }) else { return }
        let head = String(decoding: bytes.prefix(headBytes), as: UTF8.self).uppercased()
        guard let start = head.firstRange(of: "CHARSET:")?.upperBound ?? head.firstRange(of: "ENCODING=\"")?.upperBound else { return }
        let name = String(head[start...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        let known = ["", "1252", "NONE", "WINDOWS-1252", "CP1252", "ISO-8859-1", "8859-1", "UTF-8", "USASCII"]
        if !known.contains(name), !name.hasPrefix("UTF-16") {
            plan.notice(.encoding, "the file says that its characters are of \(MessageText.cut(name)), which is not read: figures are right, letters beyond A to Z may not be")
        }
    }
}
