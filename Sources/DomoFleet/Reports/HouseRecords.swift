import DomoBridge
import DomoJSON
public import DomoLanguage
import DomoModel

/// The reply of domod to `history --from`: records that are passed on as domod wrote them.
public struct HouseRecords: Equatable, Sendable {
    /// A cursor of domod: the ID of the database, and a position in it.
    struct Cursor: Equatable, Sendable {
        var database: String
        var position: UInt64

        /// - Returns: nil for anything but what `text` is.
        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, (1...Report.maxDatabase).contains(parts[0].utf8.count),
                let position = UInt64(parts[1]), position <= Report.maxCursor
            else { return nil }
            self.init(database: String(parts[0]), position: position)
        }

        init(database: String, position: UInt64) {
            self.database = database
            self.position = position
        }

        var text: String { "\(database).\(position)" }
    }

    var next: Cursor
    /// Whether domod has more now.
    var more: Bool
    var records: [[UInt8]]
    var gaps: [Report.Gap]

    /// - Throws: the fault with which domod replied; `unreachable` for a reply that is none.
    public init(reply line: [UInt8]) throws(Fault) {
        try DaemonReply.check(line)
        guard let page = JSONDocument(line, maxMemory: .max)?.root["ok"],
            let next = page["next"]?.string.flatMap(Cursor.init), next.database == page["database"]?.string,
            let lines = JSONItems.of(["ok", "records"], in: line)
        else { throw Fault(.unreachable, "domod sent an unreadable page of its history") }
        self.next = next
        more = page["more"]?.bool ?? false
        records = lines.map(Array.init)
        gaps = []
        guard let holes = page["holes"], holes.isArray else { return }
        for index in 0..<holes.count {
            if let gap = holes[index].flatMap(Report.Gap.init(hole:)) { gaps.append(gap) }
        }
    }
}

extension Report.Gap {
    fileprivate init?(hole: JSONValue) {
        guard let part = hole["part"]?.string, part.utf8.count <= Report.maxPart,
            let from = hole["from"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let to = hole["to"]?.string.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        self.init(
            element: hole["element"]?.string,
            part: part,
            reason: hole["reason"]?.string.flatMap(Reason.init(rawValue:)) ?? .removed,
            from: from.milliseconds,
            to: to.milliseconds,
            records: min(max(hole["records"]?.integer(Int.self) ?? 1, 0), 1_000_000_000)
        )
    }
}
