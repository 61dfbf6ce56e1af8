import DomoLanguage
import DomoModel

/// The history of a simulated house. Its records follow from the time alone, so that it survives the end of the program
/// without a file: a record in each interval, numbered from 1.
struct LoadHistory {
    static let maxPage = 500

    let database: String
    /// When the first record is written, in milliseconds since 1970.
    let start: Int64
    /// In milliseconds.
    let interval: Int64
    /// Nothing is written at this time or later.
    var end: Int64?

    /// The number of records at a time.
    func count(at time: Int64) -> UInt64 {
        let last = min(time, (end ?? .max) - 1)
        return last < start ? 0 : UInt64((last - start) / interval) + 1
    }

    func time(of number: UInt64) -> Int64 { start + Int64(number - 1) * interval }

    /// When the next record is written; nil if there is none.
    func next(after time: Int64) -> Int64? {
        let next = self.time(of: count(at: time) + 1)
        return next < end ?? .max ? next : nil
    }

    /// What domod replies to `history --from CURSOR`.
    func page(after cursor: String, now: Int64) -> [UInt8] {
        let parts = cursor.split(separator: ".")
        let from = cursor == RecordsQuestion.start ? 0 : parts.last.flatMap { UInt64($0) } ?? 0
        let last = max(count(at: now), from)
        let next = min(last, from + UInt64(Self.maxPage))
        let lines = (from..<next).map { line($0 + 1) }.joined(separator: ",")
        return Array(
            #"{"ok":{"database":"\#(database)","records":[\#(lines)],"holes":[],"next":"\#(database).\#(next)","more":\#(next < last)}}"#
                .utf8
        )
    }

    /// As domod writes a change of a dimmer.
    private func line(_ number: UInt64) -> String {
        let time = Timestamp(milliseconds: time(of: number)).rfc3339
        return
            #"{"element":"Casa/Salon/Lampara","reading":{"time":"\#(time)","facet":"regulable","value":\#(number % 100),"certainty":"confirmed","stale":false,"cause":{"kind":"house"}}}"#
    }
}
