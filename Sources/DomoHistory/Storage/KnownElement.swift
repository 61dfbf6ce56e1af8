import DomoModel

/// The newest row of a series.
struct LastChange {
    /// In milliseconds since 1970.
    var time: Int64
    var sequence: Int64
    var value: StoredValue
    var certainty: Certainty
}

/// The history state of one type of an element.
struct Series {
    /// The last stored change; nil if there is none, or it is not loaded yet.
    var last: LastChange?
    var isLoaded = false
    /// The newest reading of the batch that is being written.
    var current: Reading?
    /// A change that came too soon after the last one.
    var held: Reading?
    /// When the next change may be kept.
    var nextAllowed = Timestamp(milliseconds: .min)
}

/// An element that has a row. Decides which of its readings are stored as changes.
final class KnownElement {
    enum Decision {
        case nothing
        /// The last value is now confirmed.
        case confirm(LastChange)
        case insert
    }

    let id: Int64
    let path: String
    var filter: History.Filter?
    /// Of the types that it has had: one or two for most elements.
    private var series: [(type: FacetType, series: Series)] = []

    init(id: Int64, path: String, filter: History.Filter?) {
        self.id = id
        self.path = path
        self.filter = filter
    }

    subscript(type: FacetType) -> Series {
        get { index(of: type).map { series[$0].series } ?? Series() }
        _modify {
            let index = index(of: type) ?? series.endIndex
            if index == series.endIndex { series.append((type, Series())) }
            yield &series[index].series
        }
    }

    private func index(of type: FacetType) -> Int? { series.firstIndex { $0.type == type } }

    /// Loads the last stored change.
    func load(_ type: FacetType, _ statements: Statements) throws {
        guard !self[type].isLoaded else { return }
        self[type].isLoaded = true
        let last = try statements[.lastChange].first(id, type.number) { row in
            LastChange(
                time: row[0],
                sequence: row[1],
                value: StoredValue(number: row[2], text: row[3]),
                certainty: Certainty(number: row[4])
            )
        }
        guard let last else { return }
        self[type].last = last
        self[type].nextAllowed = nextAllowed(after: Timestamp(milliseconds: last.time))
    }

    /// Decides whether a reading is stored. Keeps a reading that is held back.
    func decide(_ reading: Reading, _ type: FacetType) -> Decision {
        guard let last = self[type].last else {
            self[type].nextAllowed = nextAllowed(after: reading.since)
            return .insert
        }
        let value = StoredValue(reading.value)
        if value == last.value || value.value(type) == last.value.value(type) {
            self[type].held = nil
            guard reading.certainty == .confirmed, last.certainty == .assumed else { return .nothing }
            self[type].last?.certainty = .confirmed
            return .confirm(last)
        }
        if let filter, type.measure.isNumeric, let new = value.number, let old = last.value.number {
            if let deadband = filter.deadband, abs(new - old) < deadband {
                self[type].held = nil
                return .nothing
            }
            if filter.atMostEvery != nil, reading.since < self[type].nextAllowed,
                // Not if the clock was set back.
                reading.since.milliseconds >= last.time
            {
                self[type].held = reading
                return .nothing
            }
        }
        self[type].held = nil
        self[type].nextAllowed = nextAllowed(after: reading.since)
        return .insert
    }

    /// Stores a change that was held back, if it was due before the next reading.
    func releaseOverdue(_ type: FacetType, at time: Timestamp, _ insert: (Reading) throws -> Void) throws {
        guard self[type].held != nil, self[type].nextAllowed <= time else { return }
        try release(type, insert)
    }

    /// Stores a change that was held back.
    func release(_ type: FacetType, _ insert: (Reading) throws -> Void) throws {
        guard let held = self[type].held else { return }
        self[type].held = nil
        self[type].nextAllowed = nextAllowed(after: self[type].nextAllowed)
        try insert(held)
    }

    private func nextAllowed(after time: Timestamp) -> Timestamp {
        guard let pause = filter?.atMostEvery else { return Timestamp(milliseconds: .min) }
        return Timestamp(milliseconds: time.milliseconds.addingReportingOverflow(pause.milliseconds).partialValue)
    }
}

/// A cache of the elements that have a row.
final class ElementTable {
    private let statements: Statements
    private var filters: [String: History.Filter]
    private var elements: [String: KnownElement] = [:]
    /// The new paths of elements that were renamed since, for the last records of the old ones.
    private var renamed = PathMap()

    init(_ statements: Statements, filters: [String: History.Filter]) {
        self.statements = statements
        self.filters = filters
    }

    func element(_ path: String) throws -> KnownElement {
        if let element = elements[path] { return element }
        let present = renamed[path]
        if present != path {
            let element = try element(present)
            elements[path] = element
            return element
        }
        let id = try statements.id(ofElement: path)
        let element = KnownElement(id: id, path: path, filter: filters[path])
        elements[path] = element
        return element
    }

    /// Their rows have changed.
    func forget() { elements = [:] }

    func setFilters(_ filters: [String: History.Filter]) {
        self.filters = filters
        for element in elements.values { element.filter = filters[element.path] }
    }

    func redirect(_ paths: PathMap) {
        (renamed, elements) = (paths, [:])
    }

    /// The series with a change that is held back. Only elements with `atMostEvery` hold changes back.
    private var holding: [(KnownElement, FacetType)] {
        var holding: [(KnownElement, FacetType)] = []
        for (path, filter) in filters where filter.atMostEvery != nil {
            guard let element = elements[path] else { continue }
            for type in FacetType.allCases where type.measure.isNumeric && element[type].held != nil {
                holding.append((element, type))
            }
        }
        return holding
    }

    var nextHeld: Timestamp? {
        var next: Timestamp?
        for (element, type) in holding {
            let allowed = element[type].nextAllowed
            next = next.map { min($0, allowed) } ?? allowed
        }
        return next
    }

    /// - Parameter time: nil for all of them.
    func heldChanges(until time: Timestamp?) -> [(KnownElement, FacetType)] {
        holding.filter { element, type in time.map { element[type].nextAllowed <= $0 } ?? true }
    }
}
