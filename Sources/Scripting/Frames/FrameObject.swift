import Frames
import LuaKit
import Values

/// A frame as Lua holds it: its rows are read by C from the columns' own memory.
final class FrameObject: LuaTabular {
    let frame: Frame
    let rows: LuaRows
    /// What its rows propose; nil for those that only tell.
    var proposal: (any FrameProposal)?
    /// Why it proposes nothing any more, or its rows do not, though what it was made of did.
    var lostProposal: LostProposal?
    /// The branch that it was made of; 0 for the book itself.
    var branch = 0

    init(_ frame: Frame, state: LuaState) throws {
        self.frame = frame
        let columns = frame.columns.map { column in
            LuaColumn(
                column.name, column.type.cell,
                // The frame keeps the column, and a filled column its memory, as long as this object lives.
                fill: { try column.materialize().base },
                text: { column.data.pool?.text($0) ?? "" })
        }
        rows = try LuaRows(count: frame.rowCount, columns: columns, state: state)
    }
}

/// Why a frame does not propose what another one did, or what it did itself.
enum LostProposal {
    /// The branch on which it was worked out is undone.
    case undone
    /// Its rows were chosen from those of a frame that did.
    case changed
}

/// A grouped frame as Lua holds it.
final class GroupsObject {
    let groups: GroupedFrame
    /// The branch that its rows were made of; 0 for the book itself.
    let branch: Int

    init(_ groups: GroupedFrame, branch: Int) {
        self.groups = groups
        self.branch = branch
    }
}

extension ColumnType {
    /// How C reads a column of this type.
    fileprivate var cell: LuaCell {
        switch self {
        case .int: .integer
        case .decimal: .boxed16(.decimal)
        case .text: .text
        case .day: .boxed4(.date)
        case .instant: .boxed8(.datetime)
        case .bool: .boolean
        }
    }
}

extension LuaCall {
    /// Gives back a frame.
    func reply(_ frame: Frame) throws -> LuaReply { reply(try value(frame)) }

    /// A frame as scripts hold it.
    func value(_ frame: Frame) throws -> LuaValue { .object(LuaObject(type: .frame, instance: try object(frame))) }

    /// The object that a script is about to be handed for a frame.
    func object(_ frame: Frame) throws -> FrameObject {
        // What it takes once every column is asked for.
        state.owe(frame.rowCount * frame.columns.reduce(0) { $0 + $1.type.stride })
        let object = try FrameObject(frame, state: state)
        if let source = receiverObject as? FrameObject, source.proposal != nil || source.lostProposal != nil {
            object.lostProposal = source.lostProposal ?? .changed
        }
        if !runtime.branches.isEmpty { runtime.note(object, madeOf: receiverObject) }
        return object
    }

    /// The frame whose method this is.
    func ownFrame() throws -> Frame { try receiverObject(as: FrameObject.self).frame }
}

extension LuaValue {
    /// A value of a frame.
    init(_ value: FrameValue) {
        switch value {
        case .none: self = .none
        case .int(let number): self = .integer(Int(number))
        case .decimal(let number): self = .decimal(number)
        case .text(let text): self = .string(text)
        case .day(let day): self = .day(day)
        case .instant(let instant): self = .boxed(LuaBoxed(instant))
        case .bool(let truth): self = .boolean(truth)
        }
    }
}

extension FrameError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

extension FrameValue {
    /// What a script wrote, as a value of a frame; nil for what no frame can hold.
    static func from(_ value: LuaValue) throws -> FrameValue? {
        switch value {
        case .none: FrameValue.none
        case .boolean(let truth): .bool(truth)
        case .integer(let number): .int(Int64(number))
        case .number(let float): .decimal(try FixedDecimal(shortest: float))
        case .string(let text): .text(text)
        case .boxed(let box) where box.type == .decimal: .decimal(box.decimal)
        case .boxed(let box) where box.type == .date: .day(box.day)
        case .boxed(let box) where box.type == .datetime: .instant(box.instant)
        case .object(let object) where object.type == .money: .decimal(unsafeDowncast(object.instance, to: MoneyBox.self).money.amount)
        default: nil
        }
    }

    /// The same, for a column of a type: text becomes a date where the column holds dates.
    static func from(_ value: LuaValue, for column: Column, in function: String) throws -> FrameValue {
        guard let plain = try from(value) else {
            throw LuaMisuse("\(function): \(column.name) cannot be compared with \(PlainText.typeName(of: value))", field: column.name)
        }
        if column.type == .day, case .text(let text) = plain { return .day(try Day(text)) }
        return plain
    }
}
