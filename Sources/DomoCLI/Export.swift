import ArgumentParser
import DomoLanguage

/// All that the daemon remembers of a time, page by page; no more than one page is held at once.
struct Export {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, jsonl
    }

    let client: ControlClient
    let format: Format
    /// True where a person reads it, whose terminal what is in it must not steer.
    let isSafe: Bool
    let write: (String) -> Void

    func run(_ period: Period) throws(Fault) {
        if format == .csv { write(CommaSeparated.header) }
        try Pages(client: client).forEach { after in
            var period = period
            if let after { period.after = after }
            return .export(period)
        } _: { page throws(Fault) in
            try take(page)
        }
    }

    /// - Returns: where the next page begins.
    private func take(_ page: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard format == .csv else { return try lines(of: page) }
        let page = try ReplyLine.decode(ExportPage.self, from: page)
        var text = ""
        for record in page.records { text += safe(CommaSeparated.line(record), end: "\r\n") }
        write(text)
        return page.next
    }

    /// The daemon's records in its own bytes: what this program knows nothing of is kept.
    private func lines(of page: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard let members = JSONSlices.members(of: page), let records = members["records"],
            let elements = JSONSlices.elements(of: records)
        else {
            // Says what it is instead.
            return try ReplyLine.decode(ExportPage.self, from: page).next
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.count + elements.count)
        for element in elements {
            bytes += element
            bytes.append(UInt8(ascii: "\n"))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        write(isSafe ? text.split(separator: "\n").map { safe(String($0) + "\n", end: "\n") }.joined() : text)
        return try members["next"].map { next throws(Fault) in try ReplyLine.decode(String?.self, from: next) } ?? nil
    }

    private func safe(_ line: String, end: String) -> String {
        isSafe ? DisplayText.safe(String(line.unicodeScalars.dropLast(end.unicodeScalars.count))) + end : line
    }
}
