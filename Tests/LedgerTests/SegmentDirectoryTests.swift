import TestSupport
import Testing
import Values

@testable import Ledger

@Suite("The list of the blocks of packed activities")
struct SegmentDirectoryTests {
    @Test("It gives back each block, whatever its size, and tells those that a part may be in as a look at each of them does")
    func tellsItsBlocks() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(150) {
            let blocks = blocks(&random), segment = ActivitySegment(first: EntryID(1), through: EntryID(9_000_000), blocks: blocks)
            let read = ActivitySegment(first: segment.first, through: segment.through, directory: segment.directory)
            #expect(read?.count == blocks.reduce(0) { $0 + $1.count } && read?.blocks == blocks)
            for _ in 0..<8 {
                let part = part(&random)
                #expect(read?.blocks(of: PartOfBlocks(part)) == blocks.filter { mayHave($0, part) }, "\(part)")
            }
        }
    }

    @Test("Activities are taken in the order of their entries, however far apart these are")
    func order() {
        var random = SeededRandom.forTest()
        let nothing = RowJSON(encode: { _ in "" }, decode: { _, _, _ in 0 })
        let activity = Activity(date: .epoch, kind: .deposit, account: AccountID(1), amount: 1, currency: .usd)
        for most in [30, 5_000, 1 << 20, 1 << 31] {
            var unpacked = UnpackedActivities(json: nothing), numbers = Set<Int>()
            for _ in 0..<random.int(1...600) {
                let number = random.int(1...most)
                if numbers.insert(number).inserted { unpacked.add(activity, EntryID(number)) }
            }
            unpacked.arrange()
            var taken: [Int] = []
            #expect(
                unpacked.take(below: .max) { entry, _ in
                    taken.append(entry.rawValue)
                    return true
                })
            #expect(taken == numbers.sorted())
        }
    }

    /// Blocks of some years and accounts; those of some are small throughout, and of others not.
    private func blocks(_ random: inout SeededRandom) -> [ActivitySegment.Block] {
        var blocks: [ActivitySegment.Block] = [], place = -1
        for (year, account) in [2019, 2020, 2024].flatMap({ year in [1, 2, 7].map { (year, $0) } }) where !random.chance(oneIn: 4) {
            let mostActivities = random.chance(oneIn: 3) ? 65_536 : 256, mostBytes = random.chance(oneIn: 3) ? 200_000 : 65_535
            var start = 0
            place += 1
            for number in 0...300 where random.chance(oneIn: 20) {
                if random.chance(oneIn: 5), start > 0 { (place, start) = (place + 1, 0) }
                let size = random.int(1...mostBytes), kinds = random.chance(oneIn: 2) ? PackedKinds.bit(of: .buy) : kinds(&random)
                blocks.append(
                    ActivitySegment.Block(
                        key: BlockKey(year: Int32(year), account: AccountID(Int32(account)), instrument: number == 0 ? nil : InstrumentID(Int32(number))), kinds: kinds,
                        count: random.int(1...mostActivities), row: ActivitySegment.Row(place: place, checksum: UInt32(place) &* 2_654_435_761), bytes: start..<start + size))
                start += size
            }
            if start == 0 { place -= 1 }
        }
        return blocks
    }

    private func kinds(_ random: inout SeededRandom) -> UInt32 {
        let rest: [UInt32] = [0, 0, 0, PackedKinds.receives, PackedKinds.contributes]
        return PackedKinds.bit(of: random.pick(ActivityKind.allCases)) | PackedKinds.bit(of: random.pick(ActivityKind.allCases)) | random.pick(rest)
    }

    private func part(_ random: inout SeededRandom) -> ActivityPart {
        var part = ActivityPart()
        if random.chance(oneIn: 3) { part.from = try? Day(year: 2020, month: 5, day: 1) }
        if random.chance(oneIn: 3) { part.through = try? Day(year: 2020, month: 7, day: 1) }
        if random.chance(oneIn: 3) { part.accounts = Set((0..<random.int(0...2)).map { _ in AccountID(Int32(random.int(0...8))) }) }
        if random.chance(oneIn: 2) { part.instruments = Set((0..<random.int(0...3)).map { _ in InstrumentID(Int32(random.int(1...310))) }) }
        if random.chance(oneIn: 3) { part.kinds = Set((0..<random.int(0...2)).map { _ in random.pick(ActivityKind.allCases) }) }
        part.becomesOthers = random.chance(oneIn: 6)
        part.contributes = random.chance(oneIn: 6)
        return part
    }

    /// Whether a block may have something of a part, told by its facts one by one.
    private func mayHave(_ block: ActivitySegment.Block, _ part: ActivityPart) -> Bool {
        if let from = part.from, Int(block.key.year) < from.year { return false }
        if let through = part.through, Int(block.key.year) > through.year { return false }
        if let accounts = part.accounts, !accounts.contains(block.key.account) { return false }
        if let kinds = part.kinds, !kinds.contains(where: { block.kinds & PackedKinds.bit(of: $0) != 0 }) { return false }
        if part.becomesOthers, block.kinds & PackedKinds.receives == 0 { return false }
        if part.contributes, block.kinds & PackedKinds.contributes == 0 { return false }
        guard let instruments = part.instruments else { return true }
        return block.key.instrument.map(instruments.contains) ?? false || block.kinds & PackedKinds.receives != 0
    }
}
