import DomoJSON
import DomoLanguage

/// What a house keeps of its reports: the reports that may have been sent and are not known to be stored, and the cursor
/// after them. A repeat after a crash is made of it, byte for byte.
struct OutboxFile: Equatable, Sendable {
    /// The cursor of domod after the pending reports; nil before the first page.
    var next: HouseRecords.Cursor?
    var pending: [[UInt8]] = []

    /// A page of domod, with the frames of its reports.
    static let maxBytes = 4 << 20

    private static let format = 1

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: pending.reduce(256) { $0 + $1.count + 1 })
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.optional("next", next?.text)
            json.key("pending")
            json.array(pending) { json, report in json.numeral(String(decoding: report, as: UTF8.self)) }
        }
        json.newline()
        return json.bytes
    }

    init() {}

    /// - Throws: why the file can't be used. Then all records that the house keeps are sent again.
    init(_ bytes: [UInt8]) throws(ReportFault) {
        guard bytes.count <= Self.maxBytes, let root = JSONDocument(bytes)?.root, root.isObject else {
            throw ReportFault("the file of the reports is not JSON")
        }
        guard root["v"]?.integer(Int.self) == Self.format else {
            throw ReportFault("the file of the reports is not of version \(Self.format)")
        }
        if let text = root["next"]?.string {
            guard let cursor = HouseRecords.Cursor(text) else {
                throw ReportFault("the file of the reports has the invalid cursor \"\(text.prefix(80))\"")
            }
            next = cursor
        }
        guard let reports = JSONItems.of(["pending"], in: bytes), reports.allSatisfy({ $0.count <= Report.maxBytes })
        else {
            throw ReportFault("the file of the reports has no list of reports")
        }
        for report in reports { _ = try Report(json: Array(report)) }
        pending = reports.map(Array.init)
    }
}
