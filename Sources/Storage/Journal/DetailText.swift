import Foundation
import Ledger
import Values

/// What few activities have beside their columns, as JSON that other tools can read: `{"ratio":"4:1"}`.
enum DetailText {
    private struct Detail: Codable {
        var ratio: String?, into: Int32?, group: String?, lots: [Lot]?, opened: String?, share: String?

        struct Lot: Codable {
            var lot: Int
            var quantity: String?
        }
    }

    static func text(_ detail: ActivityDetail) -> String {
        encoded(Detail(
            ratio: detail.ratio?.description, into: detail.into?.rawValue, group: detail.group.isEmpty ? nil : detail.group,
            lots: detail.lots.isEmpty ? nil : detail.lots.map { Detail.Lot(lot: $0.lot.rawValue, quantity: $0.quantity?.description) },
            opened: detail.opened?.description, share: detail.share?.description))
    }

    static func detail(_ bytes: UnsafeBufferPointer<UInt8>) throws -> ActivityDetail {
        let wire = try JSONDecoder().decode(Detail.self, from: Data(buffer: bytes))
        return ActivityDetail(
            ratio: try wire.ratio.map { try Ratio($0) ?? failed($0) }, into: wire.into.map { InstrumentID($0) }, group: wire.group ?? "",
            lots: try (wire.lots ?? []).map { LotChoice(EntryID($0.lot), quantity: try $0.quantity.map { try FixedDecimal($0) }) },
            opened: try wire.opened.map { try Day($0) }, share: try wire.share.map { try FixedDecimal($0) })
    }

    private static func failed<Value>(_ text: String) throws -> Value { throw RowFault(column: nil, problem: "\"\(text)\" is not known") }

    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { preconditionFailure("texts and numbers can always be encoded") }
        return String(decoding: data, as: UTF8.self)
    }
}
