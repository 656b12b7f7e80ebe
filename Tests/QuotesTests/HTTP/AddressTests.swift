@testable import Fetch
import Testing

@Suite("Addresses that can be asked")
struct AddressTests {
    @Test(
        "Those of http and https with a host",
        arguments: [
            ("http://127.0.0.1:80/a?b=c", "127.0.0.1"), ("https://example.org", "example.org"), ("HTTP://Example.org/", "Example.org"),
            ("http://[::1]:8080/", "::1"), ("http://me:word@example.org/", "example.org"),
        ])
    func accepted(text: String, host: String) { #expect(Address(text)?.host == host) }

    @Test(
        "No others",
        arguments: [
            "", "no url", "example.org", "//example.org/", "http://", "http:///path", "http:/example.org", "http:example.org", "file:///etc/passwd",
            "ftp://example.org/", "https//example.org", "http://exa mple.org/", "http://example.org:99999/", "http://example.org/\r\nX-Field: y",
            "http://example.org/\0", "http://[::1", "mailto://example.org", "localhost:8080/http://example.org",
        ])
    func refused(text: String) { #expect(Address(text) == nil) }

    @Test("Blanks and letters beyond ASCII are escaped, what is escaped stays as it is")
    func escapes() {
        #expect(Address("http://example.org/a b?c=d%20e")?.text == "http://example.org/a%20b?c=d%20e")
        #expect(Address("http://example.org/é")?.text.lowercased() == "http://example.org/%c3%a9")
    }

    @Test(
        "A redirection goes to a path of the same server or to another one, never to a file",
        arguments: [
            ("/there?x=1", "http://example.org:81/there?x=1"), ("there", "http://example.org:81/a/there"), ("../there", "http://example.org:81/there"),
            ("//example.com/b", "http://example.com/b"), ("https://example.com/", "https://example.com/"), ("/a b", "http://example.org:81/a%20b"),
            ("file:///etc/passwd", nil), ("ftp://example.org/", nil), ("gopher://example.org:70/", nil), ("http://exa mple.org/", nil),
        ] as [(String, String?)])
    func following(location: String, text: String?) throws {
        #expect(try #require(Address("http://example.org:81/a/b?c=d")).following(location)?.text == text)
    }
}
