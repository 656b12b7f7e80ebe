#if DEBUG
    internal import CLuca
    internal import Glibc
    import LuaKit
    import LuaSurface

    extension Runtime {
        /// The place of a copy that stays, with the bytes of zero that a message has.
        private static func copy(_ text: String) -> Int {
            let bytes = Array(text.utf8) + [0], place = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
            place.copyMemory(from: bytes, byteCount: bytes.count)
            return Int(bitPattern: place)
        }

        /// In builds for tests only: lets a script ask the kernel directly, as one could that had taken over its process.
        func defineSystemCalls() {
            let numbers = (0..<7).map { LuaParameter.optional("argument\($0)", .any, "The number of the call, and its arguments.") }
            let call = LuaFunction("system_call", numbers, returns: "integer", summary: "Asks the kernel.", style: .positional) { call in
                var values: [Int] = []
                for place in 0..<7 {
                    switch try call.argument("argument\(place)") {
                    case .integer(let number): values.append(number)
                    case .string(let text): values.append(Self.copy(text))
                    default: values.append(0)
                    }
                }
                let arguments = Array(values.dropFirst())
                return call.reply(.integer(luca_system_call(values[0], arguments)))
            }
            lua.define(call)
        }
    }
#endif
