import LuaKit
import Plans

extension PlanError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}
