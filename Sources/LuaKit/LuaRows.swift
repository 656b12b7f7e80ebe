// A Lua state is L here, as in the manual of Lua and in its sources.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
internal import CLuca

/// An object whose rows scripts can read.
public protocol LuaTabular: AnyObject {
    /// Made once, with `LuaRows(self columns…)`, and kept by the object.
    var rows: LuaRows { get }
}

/// How the cells of a column lie in memory; in each, the smallest value (for a text or a boolean: any other) stands for nil.
public enum LuaCell {
    /// `Int64`.
    case integer
    /// `Int32`, shown as a boxed value whose low bytes hold it.
    case boxed4(LuaTypeID)
    /// `Int64`, shown as a boxed value whose low bytes hold it.
    case boxed8(LuaTypeID)
    /// Sixteen bytes, shown as a boxed value.
    case boxed16(LuaTypeID)
    /// `Int32`, the number of a text; below zero is nil.
    case text
    /// `UInt8`: 0, 1, or 2 for nil.
    case boolean
}

/// Marks that differ from row to row.
public struct LuaMarks {
    /// A number of each row; below zero is none, and the mark of the column holds. The memory stays as long as the rows do.
    public let codes: UnsafePointer<Int32>
    /// The marks by these numbers.
    public let marks: [UInt8]

    /// Marks by the number of a row.
    public init(codes: UnsafePointer<Int32>, marks: [UInt8]) { (self.codes, self.marks) = (codes, marks) }
}

/// A column of a tabular object as Lua reads it.
public struct LuaColumn {
    /// The name rows know it by.
    public let name: String
    /// How its cells lie in memory.
    public let cell: LuaCell
    /// The mark of each of its boxed values.
    public let mark: UInt8
    /// Fills the column and returns where its cells begin; called at most once, when the first cell is read.
    public let fill: () throws -> UnsafeRawPointer
    /// The marks of the rows, for columns of sixteen bytes a value; nil where `mark` serves them all. Called after `fill`.
    public let marks: () throws -> LuaMarks?
    /// The text behind a number, for `.text` columns.
    public let text: (Int32) -> String

    /// A column; `fill` must return memory that stays as long as the rows do.
    public init(
        _ name: String, _ cell: LuaCell, mark: UInt8 = 0, marks: @escaping () throws -> LuaMarks? = { nil }, fill: @escaping () throws -> UnsafeRawPointer,
        text: @escaping (Int32) -> String = { _ in "" }
    ) {
        self.name = name
        self.cell = cell
        self.mark = mark
        self.marks = marks
        self.fill = fill
        self.text = text
    }
}

/// The rows of a tabular object, read by C straight from its columns: a loop over a million of them never enters Swift.
public final class LuaRows {
    /// The description of the columns that C reads.
    let view: UnsafeMutablePointer<luca_view>
    private let columns: [LuaColumn]
    private unowned let state: LuaState
    private var scratch: UnsafeMutableBufferPointer<CChar>
    /// The marks of columns that were filled.
    private var tables: [UnsafeMutableBufferPointer<UInt8>] = []

    /// Rows over columns; nothing is filled before it is asked for.
    public init(count: Int, columns: [LuaColumn], state: LuaState) throws(LuaStop) {
        guard let view = luca_view_create(Int64(count), Int32(columns.count)) else { throw .memory }
        self.view = view
        self.columns = columns
        self.state = state
        scratch = .allocate(capacity: 64)
        view.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        view.pointee.fill = { Unmanaged<LuaRows>.fromOpaque($0!).takeUnretainedValue().fill(Int($1), $2!) }
        view.pointee.text = { Unmanaged<LuaRows>.fromOpaque($0!).takeUnretainedValue().text(Int($1), $2, $3!) }
        view.pointee.missing = { Unmanaged<LuaRows>.fromOpaque($0!).takeUnretainedValue().missing($1, $2!, $3) }
        view.pointee.unchangeable = { Unmanaged<LuaRows>.fromOpaque($0!).takeUnretainedValue().unchangeable($1, $2!, $3) }
        for (place, column) in columns.enumerated() {
            var name = column.name
            let named = name.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { luca_view_name(state.raw, view, Int32(place), $0.baseAddress, bytes.count) }
            }
            // Everything is set by now, so that throwing runs deinit.
            guard named else { throw .memory }
            let described = luca_view_column(view, Int32(place))!
            described.pointee.mark = column.mark
            switch column.cell {
            case .integer: described.pointee.cell = LUCA_CELL_INTEGER
            case .boxed4(let type): (described.pointee.cell, described.pointee.type) = (LUCA_CELL_BOXED_4, type.rawValue)
            case .boxed8(let type): (described.pointee.cell, described.pointee.type) = (LUCA_CELL_BOXED_8, type.rawValue)
            case .boxed16(let type): (described.pointee.cell, described.pointee.type) = (LUCA_CELL_BOXED_16, type.rawValue)
            case .text: described.pointee.cell = LUCA_CELL_CODE
            case .boolean: described.pointee.cell = LUCA_CELL_BOOLEAN
            }
        }
    }

    deinit {
        luca_view_destroy(view)
        scratch.deallocate()
        for table in tables { table.deallocate() }
    }

    private func fill(_ column: Int, _ error: UnsafeMutablePointer<luca_value>) -> Int32 {
        do {
            let base = try columns[column].fill(), described = luca_view_column(view, Int32(column))!
            if let marks = try columns[column].marks() {
                let table = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: marks.marks.count)
                _ = table.initialize(from: marks.marks)
                tables.append(table)
                (described.pointee.marks, described.pointee.codes) = (UnsafePointer(table.baseAddress), marks.codes)
            }
            described.pointee.base = base
            return 0
        } catch let thrown {
            error.pointee = state.raised(thrown, on: state.current, level: 1)
            return LUCA_RAISE.rawValue
        }
    }

    /// Lua keeps its own copy of each text, so one buffer serves them all.
    private func text(_ column: Int, _ code: Int32, _ length: UnsafeMutablePointer<Int>) -> UnsafePointer<CChar>? {
        var text = columns[column].text(code)
        return text.withUTF8 { bytes in
            if bytes.count > scratch.count {
                scratch.deallocate()
                scratch = .allocate(capacity: bytes.count * 2)
            }
            for (place, byte) in bytes.enumerated() { scratch[place] = CChar(bitPattern: byte) }
            length.pointee = bytes.count
            return UnsafePointer(scratch.baseAddress)
        }
    }

    private func unchangeable(_ L: OpaquePointer?, _ name: UnsafePointer<CChar>, _ length: Int) -> luca_value {
        let key = String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
        return state.raised(state.readOnly("row", key, hint: state.rowAdvice(key)), on: state.current, level: 1)
    }

    private func missing(_ L: OpaquePointer?, _ name: UnsafePointer<CChar>, _ length: Int) -> luca_value {
        let key = String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
        let known = columns.map(\.name)
        let hint = state.suggestion(for: key, in: known) ?? "it has \(known.joined(separator: ", "))"
        return state.raised(LuaMisuse("a row here has no column \(key)", field: key, hint: hint, kind: "unknown_column"), on: L, level: 1)
    }
}

extension LuaCall {
    /// What a function returned for a row; good only while that row is looked at.
    public struct RowResult {
        fileprivate let value: luca_value
        fileprivate unowned(unsafe) let state: LuaState
        fileprivate let thread: OpaquePointer

        /// Whether it counts as true in Lua: it is neither nil nor false.
        public var isTrue: Bool { !(value.tag == LUCA_NIL || (value.tag == LUCA_BOOLEAN && value.lo == 0)) }

        /// The value, copied into Swift.
        public func copied() throws -> LuaValue { try state.copy(value, on: thread) }
    }

    /// Calls the function argument at a place with each row of the receiver, a tabular object, and hands over what it returns.
    ///
    /// The loop runs in C; `body` is called once a row, with the row's number from 0. An error ends it, wherever it comes from.
    public func eachRow(functionAt place: Int, _ body: (Int, RowResult) throws -> Void) throws {
        let function = value(place)
        guard function.tag == LUCA_FUNCTION else { throw mismatch(place) }
        let L = raw.pointee.L!
        var walk = RowWalk(state: state, thread: L, failure: nil)
        try withoutActuallyEscaping(body) { body in
            walk.body = body
            defer { walk.body = nil }
            var error = luca_value(), top: Int32 = 0
            let status = withUnsafeMutablePointer(to: &walk) { pointer in
                luca_each_row(
                    state.raw, L, 1, Int32(function.lo), pointer,
                    { context, row, value in
                        let walk = context!.assumingMemoryBound(to: RowWalk.self)
                        do {
                            let result = RowResult(value: value!.pointee, state: walk.pointee.state, thread: walk.pointee.thread)
                            try walk.pointee.body?(Int(row), result)
                            return true
                        } catch {
                            walk.pointee.failure = error
                            return false
                        }
                    }, &error, &top)
            }
            defer { luca_release_results(L, top) }
            if let failure = walk.failure { throw failure }
            if status != 0 { throw state.failure(error, status: status, on: L) }
        }
    }
}

/// What `eachRow` carries through C to the callback.
private struct RowWalk {
    unowned(unsafe) let state: LuaState
    let thread: OpaquePointer
    var failure: (any Error)?
    var body: ((Int, LuaCall.RowResult) throws -> Void)?
}
