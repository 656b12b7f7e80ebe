/// How fast the machine is just now: the seconds of a fixed piece of work in registers and the nearest cache, the median of fifteen.
///
/// It stands in for the reference where a row has none outside of luca, so that two runs of different machines, or of a busy and an idle one,
/// can be compared at all. It leaves the memory alone: what others do to that changes from moment to moment.
func yardstick() -> Double {
    var words = [UInt64](repeating: 0, count: 1 << 11)
    let clock = ContinuousClock()
    let samples = (0..<16).map { _ in
        let start = clock.now
        var random = Generator(state: 11)
        for _ in 0..<2_000_000 {
            let word = random.next()
            words[Int(truncatingIfNeeded: word & (1 << 11 - 1))] &+= word
        }
        keep(words[0])
        return (clock.now - start) / .seconds(1)
    }
    return median(Array(samples.dropFirst()))
}
