import LuaKit

/// A frame of four rows with a column of every layout; the second row is empty.
final class SampleFrame: Counted, LuaTabular {
    private let storage = Storage()
    private var made: LuaRows?
    var rows: LuaRows { made! }
    var fills: Int { storage.fills }
    var isFailing: Bool {
        get { storage.isFailing }
        set { storage.isFailing = newValue }
    }

    init(_ state: LuaState, _ value: LuaTypeID, _ census: Census, rowCount: Int = 4) throws {
        super.init(census)
        let storage = storage
        // The frame owns the storage and the storage the memory.
        func column(_ name: String, _ cell: LuaCell, _ base: UnsafeRawPointer, text: @escaping (Int32) -> String = { _ in "" }) -> LuaColumn {
            LuaColumn(
                name, cell,
                fill: { [unowned state] in
                    storage.fills += 1
                    if storage.isFailing { throw Trouble(number: 9) }
                    if case .function(let hook) = state.peek("whenfilled") { _ = try state.call(hook) }
                    return base
                }, text: text)
        }
        made = try LuaRows(
            count: rowCount,
            columns: [
                column("number", .integer, storage.numbers), column("day", .boxed4(value), storage.days), column("moment", .boxed8(value), storage.moments),
                column("price", .boxed16(value), storage.prices),
                column("symbol", .text, storage.symbols) { ["AAA", "", String(repeating: "long name ", count: 50)][Int($0)] },
                column("open", .boolean, storage.flags),
            ], state: state)
    }

    /// The columns' memory.
    private final class Storage {
        var fills = 0
        var isFailing = false
        let numbers = copy([10, Int64.min, -30, Int64.max])
        let days = copy([Int32(100), .min, -1, 5])
        let moments = copy([Int64(1000), .min, -1, 5])
        let prices = copy([UInt64(7), 1, 0, 1 << 63, .max, .max, 5, 0])
        let symbols = copy([Int32(0), -1, 1, 2])
        let flags = copy([UInt8(1), 2, 0, 1])

        deinit { for memory in [numbers, days, moments, prices, symbols, flags] { memory.deallocate() } }

        private static func copy<T>(_ values: [T]) -> UnsafeRawPointer {
            let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: values.count)
            _ = memory.initialize(from: values)
            return UnsafeRawPointer(memory.baseAddress!)
        }
    }
}

extension Harness {
    /// A harness with a value type (2), the frames `f` and `h` of four rows and `g` of none.
    static func withFrame(_ census: Census = Census()) throws -> Harness {
        let lua = try Harness(), state = lua.state
        let value = state.define(LuaType("value", summary: "", layout: .value))
        let frame = state.define(
            LuaType(
                "frame", summary: "", layout: .tabular,
                fields: [LuaFunction("fills", summary: "") { $0.reply(try $0.receiverObject(as: SampleFrame.self).fills) }],
                methods: [
                    LuaFunction("failing", [.required("on", .boolean, "")], summary: "", style: .positional) { call in
                        try call.receiverObject(as: SampleFrame.self).isFailing = try call.boolean("on") ?? false
                        return .nothing
                    },
                    LuaFunction("each", [.required("f", .function, "")], summary: "What f gives for each row.", style: .positional) { call in
                        var taken: [LuaValue] = []
                        try call.eachRow(functionAt: 0) { row, result in
                            if row == 2, result.isTrue, case .string("throw") = try result.copied() { throw Trouble(number: 5) }
                            taken.append(try result.copied())
                        }
                        return call.reply(.list(taken))
                    },
                    LuaFunction("take", [.required("x", .any, "")], summary: "", style: .positional) { call in
                        call.reply(try call.argument(0).shown.replacing("other(", with: "").replacing(")", with: ""))
                    },
                ]))
        for (name, count) in [("f", 4), ("g", 0), ("h", 4)] {
            try state.set(name, .object(LuaObject(type: frame, instance: try SampleFrame(state, value, census, rowCount: count))))
        }
        try state.set("wide", .object(LuaObject(type: frame, instance: try WideFrame(state))))
        return lua
    }
}

/// A row with forty columns of text.
private final class WideFrame: LuaTabular {
    private let codes = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var made: LuaRows?
    var rows: LuaRows { made! }

    init(_ state: LuaState) throws {
        codes.initialize(to: 0)
        let columns = (10..<50).map { number in
            LuaColumn("column\(number)", .text, fill: { [codes] in UnsafeRawPointer(codes) }, text: { _ in String(repeating: "x", count: 500) })
        }
        made = try LuaRows(count: 1, columns: columns, state: state)
    }

    deinit { codes.deallocate() }
}
