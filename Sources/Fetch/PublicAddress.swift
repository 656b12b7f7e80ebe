import Glibc

/// Tells the addresses of the network that is everybody's from those of this machine and of networks of one's own (RFC 6890).
enum PublicAddress {
    /// Whether a connection to the address of a socket leads into the public network. What is neither IPv4 nor IPv6 does not.
    static func isPublic(_ address: UnsafeRawBufferPointer) -> Bool {
        guard address.count >= MemoryLayout<sa_family_t>.size else { return false }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where address.count >= 8: return isPublic(Array(address[4..<8]))
        case AF_INET6 where address.count >= 24: return isPublic(Array(address[8..<24]))
        default: return false
        }
    }

    /// Whether the four bytes of an IPv4 address, or the sixteen of an IPv6 address, are of the public network.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        if bytes.count == 4 { return !reserved.contains { network, length in has(bytes, network, length) } }
        guard bytes.count == 16 else { return false }
        // An IPv4 address behind a translator (RFC 6052).
        if has(bytes, [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96) { return isPublic(Array(bytes[12...])) }
        // All that was given out is within 2000::/3; tunnels hold an IPv4 address that may be anybody's.
        return has(bytes, [0x20], 3) && !has(bytes, [0x20, 0x02], 16) && !has(bytes, [0x20, 0x01, 0, 0], 32)
    }

    /// The networks of IPv4 that are not everybody's, with the bits that make them out.
    private static let reserved: [(network: [UInt8], length: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// Whether an address begins with so many bits of a network.
    private static func has(_ bytes: [UInt8], _ network: [UInt8], _ length: Int) -> Bool {
        for bit in 0..<length {
            let mask: UInt8 = 0x80 >> UInt8(bit % 8), byte = bit / 8
            if (bytes[byte] ^ (byte < network.count ? network[byte] : 0)) & mask != 0 { return false }
        }
        return true
    }

    /// The sentence for an address that was not asked.
    static func sentence(_ url: String, _ host: String) -> String {
        "\(Address(url)?.host ?? url), or the proxy on the way to it, is \(host), an address of this machine or of a network of your own, which is not asked"
    }
}
