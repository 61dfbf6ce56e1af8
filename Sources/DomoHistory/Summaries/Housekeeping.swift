import DomoModel

/// Housekeeping in slices, each a short transaction: deletes what is too old, summarizes what is old, keeps the file
/// below its size limit, and returns free pages to the disk.
struct Housekeeping {
    private enum Step {
        case age, hours, days, size, room
    }

    /// The number of rows in a slice.
    private static let slice = 500
    /// The number of pages that a slice returns.
    private static let pages = 256
    /// The number of free pages that are not worth a slice.
    private static let freePages = 64

    private let settings: History.Settings
    private let clock: HouseClock
    private var step = Step.age
    private var expiry: Expiry?
    private var thinning: Thinning?
    /// The shares that have nothing left to delete, in this round.
    private var exhausted: Set<RecordShare> = []
    /// The times up to which everything is summarized by hour and by day; they advance once per day.
    private var thinnedToHours: Timestamp?
    private var thinnedToDays: Timestamp?
    /// A warning for the administrator from the last round.
    private(set) var warning: String?

    init(_ settings: History.Settings) {
        self.settings = settings
        clock = HouseClock(timeZone: settings.timeZone)
    }

    /// Whether the next slice deletes by age.
    var goesByAge: Bool {
        switch step {
        case .age, .hours, .days: true
        case .size, .room: false
        }
    }

    /// Skips the steps that depend on age, because the clock is not trusted.
    mutating func passOverAges() {
        guard goesByAge else { return }
        (expiry, thinning, warning) = (nil, nil, nil)
        step = .size
    }

    /// Runs one slice.
    ///
    /// - Parameter now: must be trusted if `goesByAge`.
    /// - Returns: whether the round is complete; the next call begins a new one.
    mutating func slice(_ store: Store, now: Timestamp) throws -> Bool {
        switch step {
        case .age:
            warning = nil
            let end = Timestamp(milliseconds: now.milliseconds - settings.keep.milliseconds)
            var expiry = self.expiry ?? Expiry(before: end, now: now)
            let isDone = try store.expire(&expiry, rows: Self.slice)
            self.expiry = isDone ? nil : expiry
            if isDone {
                try store.expireScenes(before: end, rows: Self.slice)
                try store.expireLog(before: end)
                try store.expireEvents(before: end)
                step = .hours
            }
        case .hours:
            // `stats` counts single changes of the last two weeks.
            let age = max(settings.hoursAfter, .seconds(15 * 86_400))
            let end = clock.startOfDay(Timestamp(milliseconds: now.milliseconds - age.milliseconds))
            if try thin(store, until: end, done: \.thinnedToHours, { try $0.thinToHours(store) }) { step = .days }
        case .days:
            let age = max(settings.daysAfter, settings.hoursAfter, .seconds(15 * 86_400))
            let end = clock.startOfDay(Timestamp(milliseconds: now.milliseconds - age.milliseconds))
            if try thin(store, until: end, done: \.thinnedToDays, { try $0.thinToDays(store) }) { step = .size }
        case .size:
            if try shrink(store, now: now) { step = .room }
        case .room:
            if try store.giveBack(pages: Self.pages, keeping: Self.freePages) {
                step = .age
                return true
            }
        }
        return false
    }

    private mutating func thin(
        _ store: Store,
        until end: Timestamp,
        done: WritableKeyPath<Housekeeping, Timestamp?>,
        _ body: (inout Thinning) throws -> Bool
    ) throws -> Bool {
        guard self[keyPath: done] != end else { return true }
        var thinning = self.thinning ?? Thinning(clock, until: end)
        guard try body(&thinning) else {
            self.thinning = thinning
            return false
        }
        self.thinning = nil
        self[keyPath: done] = end
        return true
    }

    /// Deletes the oldest records of the largest share while the file is too large.
    private mutating func shrink(_ store: Store, now: Timestamp) throws -> Bool {
        guard try store.usedBytes() > settings.size else {
            exhausted = []
            return true
        }
        guard let largest = try store.largestShare(except: exhausted) else {
            exhausted = []
            warning = "\(settings.file): larger than \(settings.size) bytes, with no old records left to delete"
            return true
        }
        switch try store.shed(largest, rows: Self.slice, now: now) {
        case .some: return false
        case .nothing:
            exhausted.insert(largest)
            return false
        case .later:
            exhausted = []
            return true
        }
    }
}
