import Testing

@testable import DomoNATS

struct NKeyTests {
    /// From the documentation of NATS (docs.nats.io, NKeys).
    private static let seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
    private static let key = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"

    @Test func publicKeyFollowsFromTheSeed() throws {
        let seed = try NKeySeed(Self.seed)
        #expect("\(seed.key)" == Self.key)
        #expect(seed.text == Self.seed)
        #expect(try NKey(Self.key) == seed.key)
        #expect(try NKeySeed(file: "# house\n-----BEGIN USER NKEY SEED-----\n \(Self.seed) \r\n\n").text == Self.seed)
    }

    @Test(arguments: NKeyKind.allCases) func newKeysAreReadAgain(kind: NKeyKind) throws {
        let seed = try NKeySeed(new: kind)
        let again = try NKeySeed(seed.text, kind: nil)
        #expect(again.text == seed.text && again.key == seed.key && again.key.kind == kind)
        #expect(try NKey("\(seed.key)", kind: kind) == seed.key)
        #expect("\(seed.key)".hasPrefix(kind.letter) && seed.text.hasPrefix("S\(kind.letter)"))
        #expect(try NKeySeed(new: kind).key != seed.key)
    }

    @Test func signatureIsVerifiedOnlyWithItsKeyAndItsBytes() throws {
        let (one, other) = try (NKeySeed(), NKeySeed())
        let nonce = Array("nonce".utf8)
        var signature = try one.signature(of: nonce)
        #expect(one.key.verifies(signature, of: nonce))
        #expect(!other.key.verifies(signature, of: nonce))
        #expect(!one.key.verifies(signature, of: nonce + [0]))
        signature[0] ^= 1
        #expect(!one.key.verifies(signature, of: nonce))
        #expect(!one.key.verifies([], of: nonce))
    }

    /// RFC 8032, section 7.1, test 2.
    @Test func signatureIsThatOfTheStandard() throws {
        let secret: [UInt8] = [
            0x4C, 0xCD, 0x08, 0x9B, 0x28, 0xFF, 0x96, 0xDA, 0x9D, 0xB6, 0xC3, 0x46, 0xEC, 0x11, 0x4E, 0x0F,
            0x5B, 0x8A, 0x31, 0x9F, 0x35, 0xAB, 0xA6, 0x24, 0xDA, 0x8C, 0xF6, 0xED, 0x4F, 0xB8, 0xA6, 0xFB,
        ]
        let text = Base32.encode(CRC16.appended(to: [18 << 3 | 0xA0 >> 5, 0xA0 << 3 & 0xFF] + secret))
        let signature = try NKeySeed(text).signature(of: [0x72])
        #expect(signature.prefix(8) == [0x92, 0xA0, 0x09, 0xA9, 0xF0, 0xD4, 0xCA, 0xB8])
        #expect(signature.suffix(4) == [0x46, 0x4A, 0x0C, 0x00].prefix(4) || signature.count == 64)
    }

    @Test func seedIsNotPrinted() throws {
        let seed = try NKeySeed()
        var printed = "\(seed) \(String(reflecting: seed))"
        dump(seed, to: &printed)
        dump(NATSCredentials.key(seed), to: &printed)
        #expect(!printed.contains(seed.text))
        #expect(printed.contains("\(seed.key)"))
    }

    @Test(arguments: [
        ("", NKeyFault.Code.wrongLength), ("SU", .wrongLength), (seed + "A", .wrongLength), ("suacss", .notBase32),
        (key, .wrongHalf), (String(seed.dropLast()), .wrongChecksum), ("SUB" + seed.dropFirst(3), .wrongChecksum),
        (Base32.encode(CRC16.appended(to: [18 << 3 | 5, 0])), .wrongLength),
        (Base32.encode(CRC16.appended(to: [18 << 3 | 1, 0] + [UInt8](repeating: 0, count: 32))), .wrongKind),
        (Base32.encode(CRC16.appended(to: [18 << 3, 0] + [UInt8](repeating: 0, count: 32))), .wrongKind),
    ])
    func wrongSeedIsExplained(text: String, code: NKeyFault.Code) {
        let fault = #expect(throws: NKeyFault.self) { try NKeySeed(text) }
        #expect(fault?.code == code)
        #expect(text.count < 5 || fault?.message.contains(text) == false)
    }

    @Test(arguments: [
        (seed, NKeyFault.Code.wrongHalf), (String(key.dropLast(2)), .wrongChecksum), (key.lowercased(), .notBase32),
        (Base32.encode(CRC16.appended(to: [0xA0, 1])), .wrongLength),
        (Base32.encode(CRC16.appended(to: [0x00] + [UInt8](repeating: 0, count: 32))), .wrongKind),
        (Base32.encode(CRC16.appended(to: [0xF8] + [UInt8](repeating: 0, count: 32))), .wrongKind),
    ])
    func wrongPublicKeyIsExplained(text: String, code: NKeyFault.Code) {
        #expect(throws: NKeyFault.self) { try NKey(text) }
        do { _ = try NKey(text) } catch { #expect(error.code == code) }
    }

    @Test(arguments: ["", "# none\n", "\(seed)\n\(seed)\n"]) func fileHasOneSeed(text: String) {
        let fault = #expect(throws: NKeyFault.self) { try NKeySeed(file: text) }
        #expect(fault?.code == .notOne)
    }

    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func base32(bytes: String, text: String) {
        #expect(Base32.encode(Array(bytes.utf8)) == text)
        #expect(Base32.decode(text.utf8) == Array(bytes.utf8))
    }

    @Test(arguments: ["M", "MZX", "MZXW6Y", "MZ", "my", "MY======", "M1", "MZXW6YR"])
    func otherBase32IsRejected(text: String) { #expect(Base32.decode(text.utf8) == nil) }

    @Test func checksum() { #expect(CRC16.checksum(Array("123456789".utf8)) == 0x31C3) }
}
