import Testing
import Values

@Suite("Numbers of bytes")
struct ByteCountTests {
    @Test(
        "A size is read with its unit, whatever its case",
        arguments: [
            ("500 MiB", 524_288_000), ("64K", 65_536), ("64k", 65_536), ("1.5G", 1_610_612_736), ("2GB", 2_000_000_000), ("1 kb", 1000), ("0.5 tib", 549_755_813_888), ("0M", 0),
        ])
    func read(text: String, bytes: Int) { #expect(ByteCount.read(text) == bytes) }

    @Test(
        "What is no size is none",
        arguments: [
            "", "K", "5", "5 X", "-5M", "1.2.3M", "5 M M", "\u{0665}M", "5\u{00A0}M", "1e3K", "2000 TB", "99999999999999999999 T", ".", "inf K", "0x5K",
        ])
    func none(text: String) { #expect(ByteCount.read(text) == nil) }

    @Test("A bare number has the unit that is meant")
    func bare() {
        #expect(ByteCount.read("5", unit: "MiB") == 5_242_880 && ByteCount.read("5K", unit: "MiB") == 5120 && ByteCount.read("5", unit: "X") == nil)
    }

    @Test(
        "Bytes are told in the largest unit that they fill, with a tenth where one is left",
        arguments: [
            (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (65_536, "64 KiB"), (1_048_575, "1024 KiB"), (1_572_864, "1.5 MiB"), (134_217_728, "128 MiB"),
            (1_610_612_736, "1536 MiB"), (.max, "8796093022208 MiB"),
        ])
    func text(bytes: Int, expected: String) { #expect(ByteCount.text(bytes) == expected) }
}
