import Glibc
import Testing
@testable import Fetch

@Suite("Addresses of the public network")
struct PublicAddressTests {
    /// The bytes of an address, as a socket has them.
    private func bytes(_ text: String) -> [UInt8] {
        var four = in_addr(), six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        return inet_pton(AF_INET6, text, &six) == 1 ? withUnsafeBytes(of: six) { Array($0) } : []
    }

    @Test("Those of this machine, of networks of one's own, of links and of groups are none, however they are written")
    func addresses() {
        let others = [
            "127.0.0.1", "127.255.255.255", "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "198.19.0.1",
            "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "fe80::1", "fc00::1", "fdff::1", "ff02::1", "2002:7f00:1::", "2001::1",
            "64:ff9b::10.0.0.1",
        ]
        for text in others { #expect(!PublicAddress.isPublic(bytes(text)), "\(text)") }
        for text in ["8.8.8.8", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "223.255.255.255", "2a00:1450::1", "2001:4860::8888", "64:ff9b::8.8.8.8"] {
            #expect(PublicAddress.isPublic(bytes(text)), "\(text)")
        }
        #expect(!PublicAddress.isPublic([]))
    }

    @Test("The address of a socket is read by its kind, and one that is cut off or of another kind is none")
    func sockets() {
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x0808_0808))
        withUnsafeBytes(of: address) { bytes in
            #expect(PublicAddress.isPublic(bytes) && !PublicAddress.isPublic(UnsafeRawBufferPointer(rebasing: bytes[..<6])))
        }
        address.sin_family = sa_family_t(AF_UNIX)
        withUnsafeBytes(of: address) { #expect(!PublicAddress.isPublic($0)) }
    }
}
