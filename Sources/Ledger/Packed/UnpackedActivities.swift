import Values

/// Activities of blocks that were read, to be taken in the order of their entries.
///
/// The bytes are kept as they are, and each activity is read from them as it is taken: activities that were read before they are needed would lie all over
/// the memory of the machine.
package struct UnpackedActivities {
    private var bytes: [UInt8] = []
    private var blocks: [OpenBlock] = []
    private var places: [Place] = []
    /// Activities that stood elsewhere.
    private var others: [Activity] = []
    /// Indices of `places` by entry, and how many of them were taken.
    private var order: [Int32] = [], taken = 0
    private let json: RowJSON
    /// The year of the block before: that of the next is the same as a rule.
    private var year = (number: Int32(0), days: PackedYear(0))

    private struct OpenBlock {
        let start: Int
        let end: Int
        let key: BlockKey
        let year: PackedYear
    }

    /// Where an activity is to be found.
    private struct Place: BitwiseCopyable {
        let entry: UInt32
        /// The place of its block; below zero where it stood elsewhere.
        let block: Int32
        /// Where it begins in the block; of those that stood elsewhere, which it is.
        let offset: UInt32
    }

    package init(json: RowJSON) { self.json = json }

    /// How many there are.
    package var count: Int { places.count }

    /// Makes room for so many.
    package mutating func reserveCapacity(_ count: Int) { places.reserveCapacity(count) }

    /// The numbers of their entries.
    package var numbers: Set<Int> { Set(places.lazy.map { Int($0.entry) }) }

    /// Adds those of a block that belong to a part; whether its bytes were those of the block.
    package mutating func add(
        _ more: UnsafeRawBufferPointer, of block: ActivitySegment.Block, in segment: ActivitySegment, _ wanted: PartOfBlocks = PartOfBlocks(ActivityPart())
    ) -> Bool {
        if block.key.year != year.number { year = (block.key.year, PackedYear(block.key.year)) }
        let before = places.count
        guard note(more, of: block, in: segment, wanted) == block.count else {
            places.removeLast(places.count - before)
            return false
        }
        // The bytes of most blocks are of no use to who asks for some days.
        if places.count == before { return true }
        blocks.append(OpenBlock(start: bytes.count, end: bytes.count + more.count, key: block.key, year: year.days))
        bytes.append(contentsOf: more)
        return true
    }

    /// Notes the places of those that belong to a part; tells how many there are in all, and nil where the bytes are none of a block.
    ///
    /// Most are decided by what is known of the block, and by their days; only the others are read.
    private mutating func note(_ more: UnsafeRawBufferPointer, of block: ActivitySegment.Block, in segment: ActivitySegment, _ wanted: PartOfBlocks) -> Int? {
        let number = Int32(blocks.count), days = wanted.days, decides = wanted.isDecidedByDays(in: block)
        var entry = segment.first.rawValue - 1, count = 0
        do throws(ByteSource.Mismatch) {
            let reader = try ActivityBlockReader(more, block.key, year: year.days)
            var place = reader.start
            while true {
                let start = place
                guard let (step, day) = try reader.skip(&place) else { break }
                (entry, count) = (entry + step, count + 1)
                guard step > 0, entry <= segment.through.rawValue else { return nil }
                guard let days, days.contains(day) else { continue }
                if !decides, !wanted.part.includes(try reader.activity(at: start, json: json)) { continue }
                places.append(Place(entry: UInt32(entry), block: number, offset: UInt32(start)))
            }
        } catch { return nil }
        return count
    }

    /// Adds an activity that stood elsewhere.
    package mutating func add(_ activity: Activity, _ entry: EntryID) {
        places.append(Place(entry: UInt32(entry.rawValue), block: -1, offset: UInt32(others.count)))
        others.append(activity)
    }

    /// Brings them into the order of their entries, in which they are taken from now on.
    package mutating func arrange() { (order, taken) = (arranged(), 0) }

    /// Whether all have been taken.
    package var isEmpty: Bool { taken == order.count }

    /// Takes those whose numbers are below one, in their order; `false` where one cannot be read, or `body` says so. Once all were taken they make room for others.
    package mutating func take(below end: Int, _ body: (EntryID, Activity) throws -> Bool) rethrows -> Bool {
        let isSound = try bytes.withUnsafeBytes { bytes in
            while taken < order.count {
                let place = places[Int(order[taken])]
                guard Int(place.entry) < end else { break }
                taken += 1
                guard let activity = activity(at: place, bytes) else { return false }
                if try !body(EntryID(Int(place.entry)), activity) { return false }
            }
            return true
        }
        if isEmpty, taken > 0 { forget() }
        return isSound
    }

    @inline(__always)
    private func activity(at place: Place, _ bytes: UnsafeRawBufferPointer) -> Activity? {
        if place.block < 0 { return others[Int(place.offset)] }
        let block = blocks[Int(place.block)]
        do throws(ByteSource.Mismatch) {
            let reader = try ActivityBlockReader(UnsafeRawBufferPointer(rebasing: bytes[block.start..<block.end]), block.key, year: block.year)
            return try reader.activity(at: Int(place.offset), json: json)
        } catch { return nil }
    }

    private mutating func forget() {
        bytes.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        others = []
        taken = 0
    }

    /// Indices by entry. Where the numbers lie close together each finds its place by counting, else they are sorted.
    private func arranged() -> [Int32] {
        guard let least = places.lazy.map(\.entry).min(), let most = places.lazy.map(\.entry).max() else { return [] }
        let span = Int(most - least) + 1
        if span > places.count * 8 + 4096 {
            var keyed = places.indices.map { UInt64(places[$0].entry) << 32 | UInt64($0) }
            keyed.sort()
            return keyed.map { Int32(truncatingIfNeeded: $0 & 0xFFFF_FFFF) }
        }
        var arranged = [Int32](repeating: -1, count: span)
        for index in places.indices { arranged[Int(places[index].entry - least)] = Int32(index) }
        arranged.removeAll { $0 < 0 }
        return arranged
    }
}
