import DomoHistory
import DomoLanguage
import DomoModel
import DomoSystem

/// Creates history databases with content.
enum HistoryFile {
    /// The number of records that may wait to be written without the history dropping any.
    private static let batch = 10_000

    static func open(_ settings: History.Settings, now: Timestamp) throws(BenchFault) -> History {
        do throws(ThreadFault) {
            return try History.open(settings, now: now, onChange: { _ in })
        } catch {
            throw BenchFault("\(error)")
        }
    }

    /// Creates a database in which each element has a reading: on, confirmed, since yesterday.
    ///
    /// - Parameter elements: the full paths of binary elements.
    static func write(readingsOf elements: [String], to file: String) throws(BenchFault) {
        let now = wallClock()
        let yesterday = Timestamp(milliseconds: now.milliseconds - 86_400_000)
        let reading = Reading(value: .on, certainty: .confirmed, since: yesterday, cause: .house)
        let history = try open(History.Settings(file: file), now: now)
        defer { history.close() }
        for first in stride(from: 0, to: elements.count, by: batch) {
            for element in elements[first..<min(elements.count, first + batch)] {
                history.persist(.reading(element: element, type: .binary, reading))
            }
            let gate = Gate()
            history.whenStored { gate.open($0) }
            guard gate.wait() else { throw BenchFault("the history stored nothing: \(history.view.problem ?? "")") }
        }
    }
}
