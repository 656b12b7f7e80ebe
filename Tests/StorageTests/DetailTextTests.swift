import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("What few activities have, as it is kept")
struct DetailTextTests {
    @Test(
        "An id of a row comes back, alone or beside other things, whatever is in it", arguments: ["T-1", "77D20000-0000-4000-8000-000000000001", "a \"b\" \\c", "é 1", "{}", "\"}"])
    func sourceID(_ id: String) throws {
        for detail in [
            ActivityDetail(sourceID: id), ActivityDetail(group: "g", sourceID: id), ActivityDetail(ratio: Ratio(4, for: 1), sourceID: id),
            ActivityDetail(sourceID: id, place: [EntryID(7), EntryID(9)]),
        ] {
            let text = Array(DetailText.text(detail, .foundation).utf8)
            let read = try text.withUnsafeBufferPointer { bytes in
                try [JournalField.text(bytes)].withUnsafeBufferPointer { try DetailText.detail(RowFields($0), 0, .foundation) }
            }
            #expect(read == detail)
        }
        #expect(DetailText.text(ActivityDetail(sourceID: "T-1"), .foundation) == #"{"source_id":"T-1"}"#)
        #expect(DetailText.text(ActivityDetail(place: [EntryID(7), EntryID(9)]), .foundation) == #"{"place":[7,9]}"#)
    }

    @Test("Whatever it says, it is JSON with its keys in order, as every other program writes it, and comes back")
    func asOthersWriteIt() throws {
        var random = SeededRandom.forTest()
        func now<Value>(_ value: Value) -> Value? { random.chance(oneIn: 2) ? value : nil }
        for _ in 0..<300 {
            let lots = [LotChoice(EntryID(random.int(1...99)), quantity: now(Sample.decimal("1.5"))), LotChoice(EntryID(random.int(1...99) + 8 << 32))]
            let detail = ActivityDetail(
                ratio: now(Ratio(4, for: 3)) ?? nil, into: now(InstrumentID(7)), group: now("2014-01-05 A > B/C 5 VTI") ?? "", lots: now(lots) ?? [],
                opened: now(Sample.day("2014-01-31")),
                share: now(Sample.decimal("0.25")), settles: now(.eur), sourceID: now(["T-1", "a b", "\"", "é"][random.int(0...3)]) ?? "",
                place: now([EntryID(3), EntryID(5)]) ?? [])
            let text = DetailText.text(detail, .foundation), bytes = Array(text.utf8)
            let read = try bytes.withUnsafeBufferPointer { bytes in
                try [JournalField.text(bytes)].withUnsafeBufferPointer { try DetailText.detail(RowFields($0), 0, .foundation) }
            }
            #expect(read == detail)
            let parsed = try JSONSerialization.jsonObject(with: Data(bytes))
            #expect(try Array(JSONSerialization.data(withJSONObject: parsed, options: [.sortedKeys, .withoutEscapingSlashes])) == bytes, "\(text)")
        }
    }
}
