public import DomoModel

/// A telegram in the log as a raw frame. Its data is decoded when the log is read, with the house files of that time.
public struct LoggedTelegram: Sendable, Equatable {
    public var time: Timestamp
    /// True if domo sent it.
    public var isOwn: Bool
    /// A cEMI message: L_Data.ind for telegrams of other devices, L_Data.con for domo's own.
    public var frame: [UInt8]

    public init(time: Timestamp, isOwn: Bool, frame: [UInt8]) {
        self.time = time
        self.isOwn = isOwn
        self.frame = frame
    }
}

// As a line of the log: `2026-11-22T12:30:00.000Z < 2900bce011050a030100`, `>` for domo's own.
extension LoggedTelegram {
    /// The line, without a line feed.
    public var line: String { "\(time.rfc3339) \(isOwn ? ">" : "<") \(frame.hex)" }

    /// Nil for anything else, such as an incompletely written line.
    public init?(line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let time = Timestamp(rfc3339: parts[0]), parts[1] == "<" || parts[1] == ">",
            let frame = [UInt8](hex: parts[2]), !frame.isEmpty
        else { return nil }
        self.init(time: time, isOwn: parts[1] == ">", frame: frame)
    }
}

extension [UInt8] {
    fileprivate init?(hex: some StringProtocol) {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        guard digits.count == hex.utf8.count, digits.count % 2 == 0 else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
