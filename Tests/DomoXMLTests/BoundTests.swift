import Testing

@testable import DomoXML

/// Files that would take long to read.
struct BoundTests {
    private func diagnostics(_ text: String) -> [String] {
        HouseReader.read(bytes: Array(text.utf8), file: "h.xml").diagnostics.map(\.description)
    }

    private func house(attributes: Int, comment: String = "") -> String {
        let all = (0..<attributes).map { "a\($0)=\"=\"" }.joined(separator: " ")
        return "<Viviendas>\(comment)<Vivienda \(all)><Nombre>C</Nombre></Vivienda></Viviendas>"
    }

    /// libxml2 took more than a minute.
    @Test func tagWithManyAttributesIsRefusedBeforeTheParser() {
        let found = diagnostics(house(attributes: 90_000))
        #expect(found.count == 1)
        #expect(found.first?.contains("a tag with too many attributes; expected at most 256") == true, "\(found)")
    }

    @Test func deepFileIsRefused() {
        let found = diagnostics(
            "<Viviendas><Vivienda><Nombre>C</Nombre>" + String(repeating: "<Sector>", count: 100_000)
        )
        #expect(found.contains { $0.contains("nested too deep") }, "\(found)")
    }

    /// Equals signs elsewhere are no attributes.
    @Test(arguments: [
        "<!-- \(String(repeating: "=", count: 1000)) ' -->",
        "<!-- <a b=\"\"> \(String(repeating: "=", count: 200)) -->",
        "<?p \(String(repeating: "=", count: 1000)) ?>",
    ])
    func otherSignsAreNotCounted(text: String) {
        #expect(!diagnostics(house(attributes: 0, comment: text)).contains { $0.contains("attributes") })
    }

    @Test(arguments: [
        ("<a \(String(repeating: "b='=>=' ", count: 256))>" + String(repeating: "=", count: 1000), false),
        ("<a \(String(repeating: "b='' ", count: 257))>", true),
        ("<a x='>'\(String(repeating: " b=''", count: 256))>", true),
        ("<a x='" + String(repeating: "=", count: 1000), false),
    ])
    func attributesAreCounted(text: String, isExceeded: Bool) {
        for size in [1, 7, text.utf8.count] {
            var bound = XMLTagBound()
            var rest = Array(text.utf8)[...]
            var found = false
            while !rest.isEmpty, !found {
                found = Array(rest.prefix(size)).withUnsafeBytes { bound.isExceeded(in: $0) }
                rest = rest.dropFirst(size)
            }
            #expect(found == isExceeded)
        }
    }

    /// In UTF-16, each sign has a byte of zero.
    @Test func attributesInUTF16AreCounted() {
        // A byte of the name looks like a quote.
        let text = "<a \(String(repeating: "\u{2C27}='' ", count: 300))>"
        let bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        var bound = XMLTagBound()
        let isExceeded = bytes.withUnsafeBytes { bound.isExceeded(in: $0) }
        #expect(isExceeded)
    }
}
