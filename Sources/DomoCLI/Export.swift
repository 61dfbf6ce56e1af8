import DomoLanguage

/// Writes all stored readings and orders of a period, page by page; only one page is in memory at a time.
struct Export {
    enum Format: String, CaseIterable {
        case csv, jsonl
    }

    let client: ControlClient
    let format: Format
    /// True for a terminal, where control characters are replaced.
    let isSafe: Bool
    let write: (String) -> Void

    func run(_ period: Period) throws(Fault) {
        if format == .csv { write(CommaSeparated.header) }
        try Pages(client: client).forEach { after in
            var period = period
            if let after { period.after = after }
            return .export(period)
        } _: { page throws(Fault) in
            try export(page)
        }
    }

    /// - Returns: the start of the next page.
    private func export(_ page: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard format == .csv else { return try lines(of: page) }
        let page = try ReplyLine.decode(ExportPage.self, from: page)
        var text = ""
        for record in page.records { text += safe(CommaSeparated.line(record), end: "\r\n") }
        write(text)
        return page.next
    }

    /// Writes the records in the daemon's own bytes, which keeps fields that this version doesn't know.
    private func lines(of page: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard let members = JSONSlices.members(of: page), let records = members["records"],
            let elements = JSONSlices.elements(of: records)
        else {
            // For the error, if it is not a page.
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
