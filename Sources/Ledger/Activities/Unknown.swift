import Values

extension ActivityRule {
    static let unknown = ActivityRule(
        kind: .unknown,
        summary: "Something that is yet to be understood.",
        effect: "It changes nothing until it is voided and recorded as what it is; a warning tells of it.",
        example: #"record{type="unknown", date="2014-12-31", account="Savings", amount=3, notes="CORP ACT 7731"}"#,
        required: [],
        optional: [.symbol, .quantity, .price, .amount, .fee, .tax, .fxRate, .settle, .ratio, .into, .group, .opened, .share],
        isReversible: true, needsMoney: false
    ) { _, _ in }
}
