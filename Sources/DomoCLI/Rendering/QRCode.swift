import CQRCode
import DomoLanguage

/// A QR code for a terminal, with two rows of modules in each line.
struct QRCode {
    /// The light modules around it that a camera needs (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4

    /// Modules on each side, without the quiet zone.
    let width: Int
    private let isDark: [Bool]

    /// - Throws: if the library is not installed, or the text is too long.
    init(_ text: String) throws(Fault) {
        var code: UnsafeMutablePointer<DomoQRCode>?
        if let reason = domo_qr_encode(text, &code) {
            throw Fault(
                .badConfiguration,
                "can't make a QR code: \(String(cString: reason))",
                hint: "remove --qr and use the link"
            )
        }
        defer { domo_qr_free(code) }
        guard let made = code?.pointee, let data = made.data else {
            throw Fault(.badConfiguration, "libqrencode returned no QR code")
        }
        width = Int(made.width)
        isDark = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
    }

    /// False in the quiet zone as well.
    private func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<width).contains(row) && (0..<width).contains(column) && isDark[row * width + column]
    }

    /// Whole lines.
    ///
    /// - Parameter style: with colours it is black on white whatever the terminal's colours are; without them a dark
    ///   module is what is printed, as on paper.
    func text(_ style: Style) -> String {
        let range = -Self.quietZone..<width + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let blocks = range.map { column -> Character in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return style.blackOnWhite(String(blocks)) + "\n"
        }.joined()
    }
}
