import DomoSystem
import Foundation
import Testing

struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func vectorsOfTheSpecification(bytes: String, text: String) {
        #expect(Base64.text(of: Array(bytes.utf8)) == text)
        #expect(Base64.bytes(of: text) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zg==Zg==", "Zm9-", "Zm9é",
        "é===",
    ])
    func invalidBase64IsRefused(text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }

    @Test func allBytesRoundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64.text(of: bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.bytes(of: text) == bytes)
        }
    }
}
