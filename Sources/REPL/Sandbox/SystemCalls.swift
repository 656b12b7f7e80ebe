#if DEBUG
    internal import CLuca
    internal import Glibc
    import LuaKit
    import LuaSurface

    extension Runtime {
        /// The place of a copy of a text, which stays. Behind `hex ` stand bytes that a text of luca's cannot have, such as zero.
        private static func place(of text: String) -> Int {
            var bytes = Array(text.utf8) + [0]
            if text.hasPrefix("hex ") {
                let digits = Array(text.utf8.dropFirst(4))
                bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0 }
            }
            let place = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
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
                    case .string(let text): values.append(Self.place(of: text))
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
