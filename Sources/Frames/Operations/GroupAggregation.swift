import Values

/// Works out one aggregate for all groups at once, in one sweep over the column.
///
/// `groupOf` tells the group of each row, groups being numbered from 0. The whole frame is the case of one group.
struct GroupAggregation {
    /// The column whose values are aggregated.
    let column: Column
    /// The group of each row.
    let groupOf: [Int32]
    /// How many groups there are.
    let groupCount: Int
    /// A group's keys, for error messages: `symbol = ORCL`; empty where the frame is one group.
    let describe: (Int) -> String

    /// The result: a value for each group.
    struct Result {
        /// The value of each group.
        var data: ColumnData
        /// The currency of each group's value; nil where it is not money.
        var currencies: ColumnData?
        /// How many rows were left out because they have no value.
        var leftOut: Int
    }

    /// Works out a function for all groups.
    func apply(_ function: AggregateFunction) throws(FrameError) -> Result {
        let storage = try column.materialize()
        var currencies: ColumnData?
        if let own = column.currencies {
            currencies = try groupCurrencies(own.materialize(), values: storage, required: function.needsOneCurrency)
        }
        let leftOut = storage.missingCount
        switch function {
        case .count:
            return Result(data: counts(storage), currencies: nil, leftOut: 0)
        case .sum:
            return Result(data: try sums(storage), currencies: currencies, leftOut: leftOut)
        case .avg:
            return Result(data: try averages(storage), currencies: currencies, leftOut: leftOut)
        case .min:
            return Result(data: extremes(storage, largest: false), currencies: currencies, leftOut: leftOut)
        case .max:
            return Result(data: extremes(storage, largest: true), currencies: currencies, leftOut: leftOut)
        case .first:
            return pick(ends(first: true), currencies: column.currencies)
        case .last:
            return pick(ends(first: false), currencies: column.currencies)
        }
    }

    /// The currency of each group: that of its amounts. Two of them in one group are an error where `required`, else no currency.
    private func groupCurrencies(_ codes: ColumnStorage, values: ColumnStorage, required: Bool) throws(FrameError) -> ColumnData {
        let pool = codes.pool!
        // An amount without currency is not one of any currency, so "not seen yet" has a mark of its own.
        let unseen = Int32.min
        var currencies = [Int32](repeating: unseen, count: groupCount)
        for row in 0..<groupOf.count where !values.isMissing(row) {
            let group = Int(groupOf[row]), code = codes.codes[row]
            if currencies[group] == unseen {
                currencies[group] = code
            } else if currencies[group] != code && required {
                throw mixed(currencies[group], code, pool, group)
            }
        }
        return standing(currencies.map { Swift.max($0, Missing.text) }, .text, pool: pool)
    }

    private func mixed(_ a: Int32, _ b: Int32, _ pool: TextPool, _ group: Int) -> FrameError {
        let place = describe(group)
        func name(_ code: Int32) -> String { code < 0 ? "no currency" : pool.text(code) }
        let also: String = if case .column(let name) = column.schema.currency { name } else { "currency" }
        return FrameError(
            .mixedCurrencies,
            "column \"\(column.name)\" has amounts in \(name(a)) and in \(name(b))\(place.isEmpty ? "" : " where \(place)"), which do not add up",
            hint: "group by \"\(also)\" too, or convert the amounts to one currency first")
    }

    private func counts(_ storage: ColumnStorage) -> ColumnData {
        var counts = [Int64](repeating: 0, count: groupCount)
        for row in 0..<groupOf.count where !storage.isMissing(row) { counts[Int(groupOf[row])] += 1 }
        return standing(counts, .int)
    }

    private func sums(_ storage: ColumnStorage) throws(FrameError) -> ColumnData {
        let (sums, counts, rows) = try accumulate(storage)
        var result = [FixedDecimal](repeating: .zero, count: groupCount)
        for group in 0..<groupCount where rows[group] > 0 {
            result[group] = counts[group] == 0 ? .absent : try total(sums[group], group: group)
        }
        guard column.type == .int else { return standing(result, .decimal) }
        var ints = [Int64](repeating: Missing.int, count: groupCount)
        for group in 0..<groupCount where result[group] != .absent {
            guard let sum = result[group].exactInt, sum != Missing.int else { throw overflow(group) }
            ints[group] = Int64(sum)
        }
        return standing(ints, .int)
    }

    private func averages(_ storage: ColumnStorage) throws(FrameError) -> ColumnData {
        let (sums, counts, _) = try accumulate(storage)
        var result = [FixedDecimal](repeating: .absent, count: groupCount)
        for group in 0..<groupCount where counts[group] > 0 {
            result[group] = sums[group].mean(of: counts[group])
        }
        return standing(result, .decimal)
    }

    /// Sums, numbers of values and numbers of rows by group. Ints are added up as decimals.
    private func accumulate(_ storage: ColumnStorage) throws(FrameError) -> (sums: [DecimalSum], counts: [Int], rows: [Int]) {
        var sums = [DecimalSum](repeating: DecimalSum(), count: groupCount)
        var counts = [Int](repeating: 0, count: groupCount)
        var rows = counts
        func sweep<T: Equatable>(_ values: UnsafeBufferPointer<T>, none: T, _ units: (T) -> Int128) {
            for row in 0..<groupOf.count {
                let group = Int(groupOf[row]), value = values[row]
                rows[group] += 1
                if value == none { continue }
                sums[group].add(units(value))
                counts[group] += 1
            }
        }
        switch column.type {
        case .int: sweep(storage.ints, none: Missing.int) { Int128($0) * FixedDecimal.unitsPerOne }
        case .decimal: sweep(storage.decimals, none: .absent) { $0.units }
        case .text, .day, .instant, .bool: throw FrameError.notNumeric("add up", column: column.name, type: column.type)
        }
        return (sums, counts, rows)
    }

    private func total(_ sum: DecimalSum, group: Int) throws(FrameError) -> FixedDecimal {
        if let value = sum.value { return value }
        throw overflow(group)
    }

    private func overflow(_ group: Int) -> FrameError {
        let place = describe(group)
        return FrameError(
            .overflow, "the sum of column \"\(column.name)\"\(place.isEmpty ? "" : " where \(place)") is too large to hold",
            hint: "f:sort(\"-\(column.name)\"):head(5) shows the largest values; f:where leaves out those that cannot be right")
    }

    /// The row of each group's smallest or largest value, the first of equal ones; groups without values have no value.
    private func extremes(_ storage: ColumnStorage, largest: Bool) -> ColumnData {
        switch column.type {
        case .int: extremes(storage.ints, none: Missing.int, largest)
        case .decimal: extremes(storage.decimals, none: .absent, largest)
        case .day: extremes(storage.days, none: Missing.day, largest)
        case .instant: extremes(storage.instants, none: Missing.instant, largest)
        case .bool: extremes(storage.bools, none: Missing.bool, largest)
        case .text: textExtremes(storage, largest)
        }
    }

    private func extremes<T: Comparable>(_ values: UnsafeBufferPointer<T>, none: T, _ largest: Bool) -> ColumnData {
        var result = [T](repeating: none, count: groupCount)
        for row in 0..<groupOf.count {
            let value = values[row], group = Int(groupOf[row])
            if value == none { continue }
            if result[group] == none || (largest ? result[group] < value : value < result[group]) { result[group] = value }
        }
        return standing(result, column.type)
    }

    private func textExtremes(_ storage: ColumnStorage, _ largest: Bool) -> ColumnData {
        let codes = storage.codes, ranks = storage.pool!.ranks(of: storage.codes)
        var result = [Int32](repeating: Missing.text, count: groupCount)
        for row in 0..<groupOf.count where codes[row] >= 0 {
            let group = Int(groupOf[row]), code = codes[row], standing = result[group]
            let isBetter = standing < 0 || (largest ? ranks[Int(standing)] < ranks[Int(code)] : ranks[Int(code)] < ranks[Int(standing)])
            if isBetter { result[group] = code }
        }
        return standing(result, .text, pool: storage.pool)
    }

    /// The first or last row of each group; each group has one.
    private func ends(first: Bool) -> [Int32] {
        var rows = [Int32](repeating: -1, count: groupCount)
        for row in 0..<groupOf.count where !first || rows[Int(groupOf[row])] < 0 { rows[Int(groupOf[row])] = Int32(row) }
        return rows
    }

    private func pick(_ rows: [Int32], currencies: ColumnData?) -> Result {
        let rows = RowList(rows)
        return Result(data: ColumnData(column.data, rows: rows), currencies: currencies.map { ColumnData($0, rows: rows) }, leftOut: 0)
    }

    private func standing<T>(_ values: [T], _ type: ColumnType, pool: TextPool? = nil) -> ColumnData {
        ColumnData(type: type, count: values.count, pool: pool) { (memory) throws(FrameError) in
            memory.bindMemory(to: T.self, capacity: values.count).initialize(from: values, count: values.count)
        }
    }
}
