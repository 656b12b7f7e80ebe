@testable import Charts
import Drawing
import TestSupport
import Testing
import Values

@Suite("Where marks and labels stand")
struct PlacementTests {
    @Test("Of each column the first, lowest, highest and last point stay, and nothing else of many")
    func reduction() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(50) {
            let count = random.int(9...3000)
            var x = 0.0
            let points = (0..<count).map { _ -> Point in
                x += Double(random.int(1...40)) / 100
                return Point(x, Double(random.int(0...500)))
            }
            let kept = Reduction.kept(points)
            #expect(kept == kept.sorted() && Set(kept).count == kept.count)
            let columns = Dictionary(grouping: points.indices) { points[$0].x.rounded(.down) }, staying = Set(kept)
            for places in columns.values {
                let ys = places.map { points[$0].y }, own = places.filter(staying.contains)
                #expect(own.count <= 4 && own.first == places.first && own.last == places.last)
                #expect(own.map { points[$0].y }.min() == ys.min() && own.map { points[$0].y }.max() == ys.max())
            }
        }
    }

    @Test("Labels keep their order and their distance, stay within, and stand where they wish where there is room")
    func spread() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(200) {
            let wishes = (0..<random.int(0...20)).map { _ in Double(random.int(-50...450)) }.sorted()
            let places = Placement.spread(wishes, height: 14, within: 0...400)
            #expect(places.count == wishes.count)
            #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 14 - 1e-6 })
            #expect(places.allSatisfy { $0 >= 7 - 1e-6 && $0 <= 393 + 1e-6 })
        }
        #expect(Placement.spread([50, 100, 300], height: 14, within: 0...400) == [50, 100, 300])
        #expect(Placement.spread([100, 100], height: 14, within: 0...400) == [93, 107])
        #expect(Placement.spread([-20, 0], height: 14, within: 0...400) == [7, 21])
    }

    @Test("Tiles fill the rectangle, each as large as its size, and none covers another")
    func tiles() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(50) {
            let sizes = (0..<random.int(1...60)).map { _ in Double(random.int(1...10_000)) }.sorted(by: >)
            let box = Box(left: 10, top: 20, right: 10 + Double(random.int(50...800)), bottom: 20 + Double(random.int(50...800)))
            let boxes = Squarified.boxes(sizes, in: box), whole = sizes.reduce(0, +), area = box.width * box.height
            #expect(boxes.count == sizes.count)
            for (size, tile) in zip(sizes, boxes) {
                #expect(abs(tile.width * tile.height / area - size / whole) < 1e-9)
                #expect(tile.left >= box.left - 1e-6 && tile.right <= box.right + 1e-6 && tile.top >= box.top - 1e-6 && tile.bottom <= box.bottom + 1e-6)
            }
        }
    }

    @Test("Tiles of sizes that are nothing beside others have their place too, in any box")
    func tilesOfAllSizes() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(200) {
            let sizes = (0..<random.int(1...60)).map { _ in Double(random.int(1...1000)) * random.pick([1e-18, 1e-9, 1, 1e9, 1e20]) }.sorted(by: >)
            let box = Box(left: 10, top: 20, right: 10 + Double(random.pick([0, 1, 500])), bottom: 20 + Double(random.pick([0, 1, 500])))
            let boxes = Squarified.boxes(sizes, in: box)
            #expect(boxes.count == sizes.count)
            for tile in boxes {
                #expect(tile.width >= 0 && tile.height >= 0)
                #expect(tile.left >= box.left - 1e-6 && tile.right <= box.right + 1e-6 && tile.top >= box.top - 1e-6 && tile.bottom <= box.bottom + 1e-6)
            }
        }
        #expect(Squarified.boxes([], in: Box(left: 0, top: 0, right: 1, bottom: 1)).isEmpty)
    }

    @Test("A stack goes on over days of other series, and a series ends where it or one below it is unknown")
    func stack() {
        let data = ChartData(
            kind: .area, places: .names(["1", "2", "3", "4"]),
            series: [
                ChartData.Series(name: "A", exact: [1, nil, 3, 4], hasRow: [true, false, true, true]), ChartData.Series(name: "B", exact: [5, -5, nil, 7]),
            ], isStacked: true)
        let stack = Stack(data)
        #expect(stack.runs(of: 0) == [[0, 1, 2, 3]] && stack.runs(of: 1) == [[0, 1], [3]] && !stack.isComplete)
        #expect(stack.upper[0] == [1, 1, 3, 4] && stack.upper[1] == [6, -5, 3, 11] && stack.lower[1] == [1, 0, 3, 4])
    }

    @Test("Notes that have no room are counted")
    func notes() {
        var canvas = Canvas(width: 300, height: 200)
        let surroundings = Surroundings(title: "Title", notes: (1...9).map { "note \($0)" }, on: &canvas)
        #expect(surroundings.caption == ["Note 1", "Note 2", "7 more notes have no room here"])
    }
}
