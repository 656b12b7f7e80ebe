import Ledger
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
}
