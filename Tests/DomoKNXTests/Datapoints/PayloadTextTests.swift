import DomoKNX
import Testing

/// Data and their width in messages, as people write them.
struct PayloadTextTests {
    @Test(arguments: [
        (Payload.bits(1), "01"), (.bits(62), "3e"), (.octets([]), ""), (.octets([0x0C, 0x66]), "0c66"),
        (.octets([121, 0]), "7900"),
    ])
    func dataAreHexadecimal(payload: Payload, text: String) { #expect("\(payload)" == text) }

    @Test(arguments: [
        (PayloadSize.bits(1), "1 bit"), (.bits(6), "6 bits"), (.octets(1), "1 octet"), (.octets(14), "14 octets"),
        (.upTo(octets: 14), "at most 14 octets"),
    ])
    func widthIsInWords(size: PayloadSize, text: String) { #expect("\(size)" == text) }

    @Test func wrongWidthIsNamed() throws {
        let type = try DatapointType("1.008")
        let fault = #expect(throws: DatapointFault.self) { try type.decode(.octets([121, 0])) }
        #expect(fault?.message == "the data 7900 does not have the width of 1.008")
        #expect(fault?.hint == "1.008 has 1 bit")
    }

    /// Whatever does not fit, no message prints a value as Swift writes it.
    @Test func messagesOfAllTypesAreInWords() {
        let payloads: [Payload] =
            [.bits(62), .bits(0)] + (0...15).map { .octets(Array(repeating: 0xFF, count: $0)) }
        for type in DatapointType.all {
            for payload in payloads {
                do throws(DatapointFault) {
                    _ = try type.decode(payload)
                } catch {
                    let text = error.message + (error.hint ?? "")
                    #expect(!text.contains("octets(") && !text.contains("bits(") && !text.contains("["), "\(text)")
                }
            }
        }
    }
}
