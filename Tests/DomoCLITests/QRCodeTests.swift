import DomoLanguage
import Testing

@testable import DomoCLI

/// QR codes in a terminal. They were tested with zbarimg.
struct QRCodeTests {
    /// The modules in the text, including the quiet zone; true is dark.
    private static func modules(_ text: String) -> [[Bool]] {
        text.split(separator: "\n").flatMap { line in
            [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
        }
    }

    private static let link = "https://house.example/#code=ABCD-EFGH"

    @Test func codeHasCornersAndAQuietZone() throws {
        let code = try QRCode(Self.link)
        let modules = Self.modules(code.text(.plain))
        let zone = QRCode.quietZone
        // Version 3 holds 42 bytes with the correction M.
        #expect(code.width == 29)
        #expect(modules.allSatisfy { $0.count == code.width + 2 * zone })
        #expect(modules.count == code.width + 2 * zone + 1)
        for row in modules.indices {
            for column in modules[row].indices where modules[row][column] {
                #expect((zone..<zone + code.width).contains(row) && (zone..<zone + code.width).contains(column))
            }
        }
        // A finder pattern in three corners: dark, light, three by three dark.
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (top, left) in [(zone, zone), (zone, zone + code.width - 7), (zone + code.width - 7, zone)] {
            let seen = (0..<7).map { row in
                String((0..<7).map { modules[top + row][left + $0] ? "1" : "0" })
            }
            #expect(seen == finder, "at \(top), \(left)")
        }
    }

    @Test func differentTextsHaveDifferentCodes() throws {
        #expect(try QRCode(Self.link).text(.plain) == QRCode(Self.link).text(.plain))
        #expect(try QRCode(Self.link).text(.plain) != QRCode(Self.link + "x").text(.plain))
    }

    @Test func colouredCodeIsBlackOnWhite() throws {
        let lines = try QRCode(Self.link).text(Style(isColoured: true)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func textThatIsTooLongIsReported() {
        #expect(throws: Fault.self) { try QRCode(String(repeating: "x", count: 3000)) }
    }
}
