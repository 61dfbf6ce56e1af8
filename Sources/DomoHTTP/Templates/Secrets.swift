import DomoModel

/// Texts that are never shown.
struct Secrets: Sendable {
    /// Shorter ones would be found everywhere.
    private static let shortest = 4

    /// As they are and as they stand in a URL; the longest first, so that none hides a part of another.
    private let texts: [String]

    init(_ texts: [String]) {
        let long = texts.filter { $0.utf8.count >= Self.shortest }
        let encoded = long.map { text in
            var bytes: [UInt8] = []
            PercentEncoding.append(text, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        self.texts = Set(long + encoded).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The text with `***` where a secret stands.
    func mask(_ text: String) -> String { texts.reduce(text) { $0.replacing($1, by: "***") } }
}
