import FoundationEssentials
import Glibc
import Ledger
import Values

/// What few activities and accounts have beside their columns, as JSON that other tools can read: `{"ratio":"4:1"}`.
enum DetailText {
    private struct Detail: Codable {
        var ratio: String?, into: Int32?, group: String?, lots: [Lot]?, opened: String?, share: String?, settles: String?, sourceID: String?, place: [Int]?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case ratio, into, group, lots, opened, share, settles
            case sourceID = "source_id"
            case place
        }

        struct Lot: Codable {
            var lot: Int
            var quantity: String?
        }
    }

    static func text(_ detail: ActivityDetail) -> String {
        if isPlain(detail.sourceID), detail == ActivityDetail(sourceID: detail.sourceID) { return opening + detail.sourceID + closing }
        return encoded(
            Detail(
                ratio: detail.ratio?.description, into: detail.into?.rawValue, group: detail.group.isEmpty ? nil : detail.group,
                lots: detail.lots.isEmpty ? nil : detail.lots.map { Detail.Lot(lot: $0.lot.rawValue, quantity: $0.quantity?.description) },
                opened: detail.opened?.description, share: detail.share?.description, settles: detail.settles?.code,
                sourceID: detail.sourceID.isEmpty ? nil : detail.sourceID, place: detail.place.isEmpty ? nil : detail.place.map(\.rawValue)))
    }

    // Every row of an imported file may have an id and nothing else, so that is read and written without a coder: a tenth of the time.
    private static let opening = #"{"source_id":""#, closing = "\"}"

    /// Whether an id can stand between quotes as it is.
    private static func isPlain(_ id: String) -> Bool { !id.isEmpty && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C } }

    private static func plainID(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count > opening.utf8.count + closing.utf8.count, bytes.starts(with: opening.utf8), bytes.suffix(2).elementsEqual(closing.utf8) else { return nil }
        let id = String(decoding: bytes.dropFirst(opening.utf8.count).dropLast(closing.utf8.count), as: UTF8.self)
        return isPlain(id) ? id : nil
    }

    static func detail(_ bytes: UnsafeBufferPointer<UInt8>) throws -> ActivityDetail {
        if let id = plainID(bytes) { return ActivityDetail(sourceID: id) }
        let wire = try decoded(Detail.self, bytes, keys: Detail.CodingKeys.allCases.map(\.rawValue))
        return ActivityDetail(
            ratio: try wire.ratio.map { try Ratio($0) ?? failed($0) }, into: wire.into.map { InstrumentID($0) }, group: wire.group ?? "",
            lots: try (wire.lots ?? []).map { LotChoice(EntryID($0.lot), quantity: try $0.quantity.map { try FixedDecimal($0) }) },
            opened: try wire.opened.map { try Day($0) }, share: try wire.share.map { try FixedDecimal($0) },
            settles: try wire.settles.map { try Currency($0) }, sourceID: wire.sourceID ?? "", place: (wire.place ?? []).map { EntryID($0) })
    }

    private struct AccountDetail: Codable {
        var settlement: String?

        enum CodingKeys: String, CodingKey, CaseIterable { case settlement }
    }

    /// What few accounts have; nil where this one has nothing of it.
    static func text(_ account: Account) -> String? {
        account.settlement == .account ? nil : encoded(AccountDetail(settlement: account.settlement.rawValue))
    }

    /// In which currency the cash of an account's trades moves.
    static func settlement(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Account.Settlement {
        let wire = try decoded(AccountDetail.self, bytes, keys: AccountDetail.CodingKeys.allCases.map(\.rawValue))
        return try wire.settlement.map { try Account.Settlement(rawValue: $0) ?? failed($0) } ?? .account
    }

    /// A value of which each key is known. What a later version wrote is refused: to leave it out might change what the book says.
    private struct Known<Value: Decodable>: Decodable {
        let value: Value

        private struct Key: CodingKey {
            let stringValue: String
            init(stringValue: String) { self.stringValue = stringValue }
            var intValue: Int? { nil }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            guard let keys = decoder.userInfo[.knownKeys] as? [String], try decoder.container(keyedBy: Key.self).allKeys.allSatisfy({ keys.contains($0.stringValue) })
            else { throw RowFault(column: nil, problem: "a later version of luca wrote it") }
            value = try Value(from: decoder)
        }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, keys: [String]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo[.knownKeys] = keys
        return try decoder.decode(Known<Value>.self, from: Data(buffer: bytes)).value
    }

    private static func failed<Value>(_ text: String) throws -> Value { throw RowFault(column: nil, problem: "\"\(text)\" is not known") }

    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { preconditionFailure("texts and numbers can always be encoded") }
        return String(decoding: data, as: UTF8.self)
    }
}

extension CodingUserInfoKey {
    fileprivate static let knownKeys = CodingUserInfoKey(rawValue: "keys")!
}
