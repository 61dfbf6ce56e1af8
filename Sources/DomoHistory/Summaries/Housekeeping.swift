import DomoModel

/// Tidies up in slices, each a short transaction: drops what is too old, thins what is old, keeps the file below its
/// size, and gives room back to the disk.
struct Housekeeping {
    private enum Step {
        case age, hours, days, size, room
    }

    /// Rows in a slice.
    private static let slice = 500
    /// Pages that a slice gives back.
    private static let pages = 256
    /// Free pages that are not worth a slice.
    private static let freePages = 64

    private let settings: History.Settings
    private let clock: HouseClock
    private var step = Step.age
    private var expiry: Expiry?
    private var thinning: Thinning?
    /// Up to here it was thinned, by the hour and by the day; that moves on once a day.
    private var thinnedToHours: Timestamp?
    private var thinnedToDays: Timestamp?
    /// What its keeper should hear of the last round.
    private(set) var warning: String?

    init(_ settings: History.Settings) {
        self.settings = settings
        clock = HouseClock(timeZone: settings.timeZone)
    }

    /// True where the next slice deletes by age.
    var goesByAge: Bool {
        switch step {
        case .age, .hours, .days: true
        case .size, .room: false
        }
    }

    /// Passes over what goes by age: nobody knows how old anything is.
    mutating func passOverAges() {
        guard goesByAge else { return }
        (expiry, thinning, warning) = (nil, nil, nil)
        step = .size
    }

    /// Does a little.
    ///
    /// - Parameter now: to be trusted where it `goesByAge`.
    /// - Returns: true where nothing is left to do, and a new round begins with the next call.
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
                step = .hours
            }
        case .hours:
            // `stats` counts the single changes of two weeks.
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

    /// Drops the oldest while there is too much.
    private mutating func shrink(_ store: Store, now: Timestamp) throws -> Bool {
        guard try store.usedBytes() > settings.size else {
            expiry = nil
            return true
        }
        if var expiry, try !store.expire(&expiry, rows: Self.slice) {
            self.expiry = expiry
            return false
        }
        let behind = expiry?.end ?? Timestamp(milliseconds: .min)
        // By the records themselves: the clock may be wrong.
        guard let oldest = try store.oldest(from: behind), let newest = try store.newest(), oldest < newest else {
            expiry = nil
            warning = "\(settings.file): it is larger than \(settings.size) bytes with nothing old left to drop"
            return true
        }
        // A sixty-fourth of all there is.
        let end = oldest < now ? min(now, newest) : newest
        let part = max(1000, (end.milliseconds - oldest.milliseconds) / 64)
        expiry = Expiry(before: Timestamp(milliseconds: oldest.milliseconds + part), now: now)
        return false
    }
}
