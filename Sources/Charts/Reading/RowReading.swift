import Frames
import Values

/// Frames whose columns, or whose rows, are what is shown side by side.
extension ChartReader {
    /// Columns of one kind as places and each row as a series, or the columns of a single row as steps.
    mutating func table(_ unit: ChartData.Unit) throws(FrameError) -> ChartData {
        let names = try roles.x.map { column throws(FrameError) in try PlaceList(names: column) }
        var columns: [[FixedDecimal?]] = []
        for column in roles.y {
            let values = try frame.list(column.name).map(\.decimal)
            columns.append(roles.takenOut.contains(column.name) ? values.map { $0.map { -$0 } } : values)
        }
        var rows: [ChartData.Series] = []
        for row in 0..<frame.rowCount {
            let name = if let names, case .names(let texts) = names.places, names.placeOfRow[row] >= 0 { texts[names.placeOfRow[row]] } else { String(row + 1) }
            rows.append(ChartData.Series(name: name, exact: columns.map { $0[row] }))
        }
        let places = ChartData.Places.names(roles.y.map { Self.words($0.name, isFirst: true) })
        var data = ChartData(kind: roles.kind, places: places, placesName: "", series: rows, unit: unit)
        if let x = roles.x { data.seriesSecrecy = ChartData.NameSecrecy(x) }
        guard roles.kind == .waterfall || roles.areColumnsPlaces else { return data }
        tellUnknown(rows.first.map { series in series.exact.indices.filter { series.exact[$0] == nil } } ?? [], in: places)
        return try ChartShaping(options: options, isOrdered: true, adds: true, areLevels: false, writing: writing).shaped(data)
    }

    /// A dot for each row.
    mutating func scatter(_ unit: ChartData.Unit) throws(FrameError) -> ChartData {
        guard let x = roles.x, x.type.isNumeric || x.type == .day else {
            throw FrameError(
                .badArgument, "a scatter chart stands on numbers, and column \"\(roles.x?.name ?? "")\" has none", hint: "name a column of numbers, as in x=\"\(roles.y[0].name)\"")
        }
        let places = try frame.list(x.name)
        let values = try frame.list(roles.y[0].name).map(\.decimal)
        let rows = places.indices.filter { !places[$0].isNone && values[$0] != nil }
        if rows.count < places.count {
            notes.append(
                "\(Self.count(places.count - rows.count, "row")) of which \(Self.words(x.name)) or \(Self.words(roles.y[0].name)) is unknown \(places.count - rows.count == 1 ? "is" : "are") left out"
            )
        }
        let choice = RoleChoice(frame, options), named = choice.places(besides: [x.name, roles.y[0].name, roles.by?.name].compactMap { $0 })
        // A name that all dots share is the title's.
        let namer = frame.rowCount > 1 && named.map { $0.type == .text && choice.distinct($0) < 2 } ?? false ? nil : named
        let names = try namer.map { column throws(FrameError) in try frame.list(column.name) }
        var groups = [Self.words(roles.y[0].name)], groupOfRow = [Int](repeating: 0, count: places.count)
        if let by = roles.by {
            let list = try PlaceList(names: by)
            if case .names(let texts) = list.places { (groups, groupOfRow) = (texts, list.placeOfRow) }
        }
        try checkSize(series: groups.count, places: rows.count)
        let series = groups.enumerated().map { number, name in
            ChartData.Series(name: name, exact: rows.map { groupOfRow[$0] == number ? values[$0] : nil }, hasRow: rows.map { groupOfRow[$0] == number })
        }
        let standing: ChartData.Places =
            x.type.isNumeric
            ? .numbers(rows.map { places[$0].decimal?.doubleValue ?? 0 }, try x.chartUnit(in: frame))
            : .days(rows.map { if case .day(let day) = places[$0] { day } else { .epoch } })
        var data = ChartData(
            kind: .scatter, places: standing, placesName: x.name, series: series, unit: unit, isLogarithmic: options.isLogarithmic, base: options.base?.doubleValue)
        data.arePlacesPrivate = x.schema.isPrivate
        if let by = roles.by { data.seriesSecrecy = ChartData.NameSecrecy(by) }
        if let namer { data.pointsSecrecy = ChartData.NameSecrecy(namer) }
        if let names { data.pointNames = rows.map { names[$0].isNone ? "" : SafeText.cleaned(names[$0].description) } }
        return data
    }
}
