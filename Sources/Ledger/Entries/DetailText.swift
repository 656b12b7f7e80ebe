import Values

/// What few activities have beside their columns, as JSON that other tools can read: `{"ratio":"4:1"}`.
package enum DetailText {
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

    /// The detail of an activity as JSON.
    package static func text(_ detail: ActivityDetail, _ json: RowJSON) -> String {
        if let plain = plainText(detail) { return plain }
        return json.encode(
            Detail(
                ratio: detail.ratio?.description, into: detail.into?.rawValue, group: detail.group.isEmpty ? nil : detail.group,
                lots: detail.lots.isEmpty ? nil : detail.lots.map { Detail.Lot(lot: $0.lot.rawValue, quantity: $0.quantity?.description) },
                opened: detail.opened?.description, share: detail.share?.description, settles: detail.settles?.code,
                sourceID: detail.sourceID.isEmpty ? nil : detail.sourceID, place: detail.place.isEmpty ? nil : detail.place.map(\.rawValue)))
    }

    /// The same where no text of it has to be escaped, in the order of the keys: each row of an import may have a detail, and a coder takes ten times as long.
    private static func plainText(_ detail: ActivityDetail) -> String? {
        var text = "{"
        func add(_ key: String, _ value: String) {
            if text.utf8.count > 1 { text += "," }
            text += "\"\(key)\":\(value)"
        }
        for told in [detail.group, detail.sourceID] where !told.isEmpty && !isPlain(told) { return nil }
        if !detail.group.isEmpty { add("group", "\"\(detail.group)\"") }
        if let into = detail.into { add("into", "\(into.rawValue)") }
        if !detail.lots.isEmpty {
            let lots = detail.lots.map { choice in
                "{\"lot\":\(choice.lot.rawValue)" + (choice.quantity.map { ",\"quantity\":\"\($0)\"" } ?? "") + "}"
            }
            add("lots", "[" + lots.joined(separator: ",") + "]")
        }
        if let opened = detail.opened { add("opened", "\"\(opened)\"") }
        if !detail.place.isEmpty { add("place", "[" + detail.place.map { "\($0.rawValue)" }.joined(separator: ",") + "]") }
        if let ratio = detail.ratio { add("ratio", "\"\(ratio)\"") }
        if let settles = detail.settles { add("settles", "\"\(settles.code)\"") }
        if let share = detail.share { add("share", "\"\(share)\"") }
        if !detail.sourceID.isEmpty { add("source_id", "\"\(detail.sourceID)\"") }
        return text + "}"
    }

    // Most have an id and nothing else, which is read without a coder.
    private static let opening = #"{"source_id":""#, closing = "\"}"

    /// Whether a text can stand between quotes as it is.
    private static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C } }

    private static func plainID(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count > opening.utf8.count + closing.utf8.count, bytes.starts(with: opening.utf8), bytes.suffix(2).elementsEqual(closing.utf8) else { return nil }
        let id = String(decoding: bytes.dropFirst(opening.utf8.count).dropLast(closing.utf8.count), as: UTF8.self)
        return isPlain(id) ? id : nil
    }

    /// The detail of an activity from a column of its row.
    package static func detail(_ row: RowFields, _ column: Int, _ json: RowJSON) throws(RowFault) -> ActivityDetail {
        let bytes = try row.text(column)
        do { return try detail(bytes, json) } catch { throw RowFault(column: column, problem: (error as? RowFault)?.problem ?? "\(error)") }
    }

    /// The detail of an activity from its JSON.
    static func detail(_ bytes: UnsafeBufferPointer<UInt8>, _ json: RowJSON) throws -> ActivityDetail {
        if let id = plainID(bytes) { return ActivityDetail(sourceID: id) }
        guard let wire = try json.decode(Detail.self, bytes, Detail.CodingKeys.allCases.map(\.rawValue)) as? Detail else {
            throw RowFault(column: nil, problem: "it is no \(Detail.self)")
        }
        return try detail(wire)
    }

    private static func detail(_ wire: Detail) throws -> ActivityDetail {
        ActivityDetail(
            ratio: try wire.ratio.map { try Ratio($0) ?? failed($0) }, into: wire.into.map { InstrumentID($0) }, group: wire.group ?? "",
            lots: try (wire.lots ?? []).map { LotChoice(EntryID($0.lot), quantity: try $0.quantity.map { try FixedDecimal($0) }) },
            opened: try wire.opened.map { try Day($0) }, share: try wire.share.map { try FixedDecimal($0) },
            settles: try wire.settles.map { try Currency($0) }, sourceID: wire.sourceID ?? "", place: (wire.place ?? []).map { EntryID($0) })
    }

    private static func failed<Value>(_ text: String) throws -> Value { throw RowFault(column: nil, problem: "\"\(text)\" is not known") }
}
