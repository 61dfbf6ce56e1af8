import DomoCalendar
import DomoEngine
import DomoHistory
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

extension StartFault {
    /// A thread can't be started.
    init(_ fault: ThreadFault) {
        self.init(
            .unreachable,
            fault.description,
            hint: "allow domod's user more tasks: TasksMax in its unit, or ulimit -u"
        )
    }
}

extension Daemon {
    /// The database, the order numbers, and the key of the notices: what waits for the disk before the start goes on.
    struct OpenedHistory {
        /// Nil if the history is off. The settings that depend on the houses come with the first `apply`.
        var history: History?
        var numbers: OrderNumbers
        var start: OrderNumbers.Start
        var noticeCodes: NoticeCodes
    }

    func openHistory(onChange: @escaping @Sendable (History.Change) -> Void) async throws(StartFault) -> OpenedHistory {
        let configured = configuration.history
        let numbers = OrderNumbers(folder: configuration.state)
        let noticeCodes = { @Sendable [log, state = configuration.state] in
            NoticeCodes(folder: state) { log.warning("\($0)") }
        }
        guard !configured.isOff else {
            return try await WorkerThread.run(name: "domo-numbers", orElse: StartFault.init) {
                () throws(StartFault) in
                OpenedHistory(numbers: numbers, start: numbers.start(.off), noticeCodes: noticeCodes())
            }
        }
        var settings = History.Settings(
            file: configuration.historyFile,
            keep: configured.keep,
            size: configured.size
        )
        settings.isDurable = configured.isDurable
        settings.createsLate = true
        do throws(ThreadFault) {
            return try await WorkerThread.run(
                name: "domo-open",
                orElse: \.self
            ) { [settings, log, restored = RestoredDatabase(state: configuration.state)] () throws(ThreadFault) in
                let now = Instant.now().wall
                let history = try History.open(settings, now: now, onChange: onChange)
                restored.apply(to: history, now: now, log: log)
                let start = numbers.start(history.lastOrder().map { .last($0) } ?? .unreadable)
                return OpenedHistory(history: history, numbers: numbers, start: start, noticeCodes: noticeCodes())
            }
        } catch {
            throw StartFault(error)
        }
    }

    /// Applies the settings of a load, and gives history and ID to what was renamed.
    func apply(_ load: CatalogLoader.Load, _ renames: [PathChange], to history: History?) async -> AppliedLoad {
        logThreshold.level = load.configuration.logLevel
        history?.update(
            filters: filters(for: load),
            keep: load.configuration.history.keep,
            size: load.configuration.history.size,
            timeZone: load.catalog.sites.first?.clock.zone.name,
            isDurable: load.configuration.history.isDurable
        )
        let followed = await follow(renames, in: history)
        return AppliedLoad(memories: await history?.memory() ?? Memory(), renames: followed)
    }

    /// The maximum number of renames that are logged.
    private static let maxLogged = 50

    /// - Returns: the renames whose history and ID followed.
    private func follow(_ renames: [PathChange], in history: History?) async -> [PathChange] {
        guard let history, !renames.isEmpty else { return [] }
        var outcomes: [RenameOutcome]?
        do throws(ThreadFault) {
            outcomes = try await WorkerThread.run(name: "domo-renames") { history.follow(renames) }
        } catch {
            log.error("\(error)")
        }
        var lines: [(level: Logger.Level, text: String)] = []
        var followed: [PathChange] = []
        for (number, change) in renames.enumerated() {
            let refusal: String
            switch outcomes?[number] {
            case .done: continue
            case .followed:
                followed.append(change)
                lines.append((.notice, "\(change.old) is now \(change.new): history and ID follow"))
                continue
            case .occupied: refusal = "\(change.new) has a history of its own"
            case nil: refusal = "the history can't be written now"
            }
            let command = "domo rename \(Words.quoted(change.old)) \(Words.quoted(change.new))"
            lines.append(
                (
                    .warning,
                    "\(change.old) may be \(change.new) now, but history and ID do not follow: \(refusal); "
                        + "if it is the same: \(command)"
                )
            )
        }
        for line in lines.prefix(Self.maxLogged) { log.log(level: line.level, "\(line.text)") }
        if lines.count > Self.maxLogged { log.notice("\(lines.count - Self.maxLogged) more paths changed") }
        return followed
    }

    /// - Parameters:
    ///   - lastOrder: the highest order number in use; nil if none was given.
    ///   - eventLoop: runs the timer.
    func close(_ opened: OpenedHistory, lastOrder: UInt64?, on eventLoop: any EventLoop) async {
        let log = log
        let isClosed = await BoundedWork.run(
            name: "domo-close",
            atMost: TimeAmount(StopBudget.history),
            on: eventLoop
        ) {
            opened.history?.close()
            do throws(FileBytes.Fault) {
                try opened.numbers.end(last: lastOrder ?? opened.start.last)
            } catch {
                // The unused numbers of the block are then lost.
                log.warning("can't store the number of the last order: \(error.message)")
            }
        }
        if !isClosed {
            log.error("the disk is too slow: the last changes were not stored within \(StopBudget.history)")
        }
    }

    /// The history settings of single elements, by whole path.
    private func filters(for load: CatalogLoader.Load) -> [String: History.Filter] {
        let index = load.catalog.index
        var filters: [String: History.Filter] = [:]
        for element in load.configuration.history.elements {
            do throws(NameFault) {
                let path = index.path(of: try index.element(named: element.path))
                filters[path] = History.Filter(deadband: element.deadband, atMostEvery: element.atMostEvery)
            } catch {
                log.warning("history: unknown or ambiguous element \"\(element.path)\"")
            }
        }
        return filters
    }
}
