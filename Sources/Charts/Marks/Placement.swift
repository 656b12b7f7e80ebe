import Drawing

/// Heights of labels in a column, moved apart as little as possible.
enum Placement {
    /// The places for labels of one height that would stand at `wishes`, in order, none nearer to the next than `height` and all within a range.
    ///
    /// Labels that would touch are joined to blocks, each in the middle of its wishes, until none touches another (the pool of adjacent violators), which moves
    /// labels least in sum of squares. `wishes` are ascending and have room: their number times the height is at most the range. Linear.
    static func spread(_ wishes: [Double], height: Double, within range: ClosedRange<Double>) -> [Double] {
        struct Block {
            var sum: Double, count: Int
            /// The middle of its first label.
            func start(_ height: Double, _ range: ClosedRange<Double>) -> Double {
                let wish = sum / Double(count) - Double(count - 1) * height / 2
                return max(range.lowerBound + height / 2, min(range.upperBound - height / 2 - Double(count - 1) * height, wish))
            }
        }
        var blocks: [Block] = []
        for wish in wishes {
            blocks.append(Block(sum: wish, count: 1))
            while blocks.count > 1 {
                let last = blocks[blocks.count - 1], before = blocks[blocks.count - 2]
                guard before.start(height, range) + Double(before.count) * height > last.start(height, range) + 1e-9 else { break }
                blocks.removeLast(2)
                blocks.append(Block(sum: before.sum + last.sum, count: before.count + last.count))
            }
        }
        return blocks.flatMap { block in (0..<block.count).map { block.start(height, range) + Double($0) * height } }
    }

    /// Every how many-th of `count` labels fits, each so wide and so far from the next: 1, 2, 3, 4, 6, 12 and then multiples of 12, or 1, 2, 5, 10 and so on for numbers.
    static func every(_ count: Int, width: Double, step: Double, ofMonths: Bool) -> Int {
        let choices = ofMonths ? [1, 2, 3, 4, 6, 12, 24, 60, 120, 240, 600] : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
        return choices.first { Double($0) * step >= width } ?? max(1, count)
    }
}

/// Fewer points for the same picture.
enum Reduction {
    /// Of the points of each column of a picture the first, the lowest, the highest and the last.
    ///
    /// By Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented Time Series Data Aggregation" (2014): a line of one pixel through them covers the same
    /// pixels as one through all. Points are ascending in x; the answer is the places of those that stay, ascending. Linear.
    static func kept(_ points: [Point], columnWidth: Double = 1) -> [Int] {
        guard points.count > 8 else { return Array(points.indices) }
        var kept: [Int] = []
        kept.reserveCapacity(points.count)
        var first = 0, lowest = 0, highest = 0
        func close(_ last: Int) {
            let (early, late) = lowest < highest ? (lowest, highest) : (highest, lowest)
            kept.append(first)
            if early != first { kept.append(early) }
            if late != early, late != first { kept.append(late) }
            if last != late, last != early, last != first { kept.append(last) }
        }
        var column = (points[0].x / columnWidth).rounded(.down)
        for place in 1..<points.count {
            let own = (points[place].x / columnWidth).rounded(.down)
            if own != column {
                close(place - 1)
                (column, first, lowest, highest) = (own, place, place, place)
                continue
            }
            if points[place].y < points[highest].y { highest = place }
            if points[place].y > points[lowest].y { lowest = place }
        }
        close(points.count - 1)
        return kept
    }
}
