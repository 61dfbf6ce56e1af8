public import DomoModel

/// The readings of virtual elements, which domo itself holds. Elements that the houses no longer have keep theirs, in case
/// they return.
public struct VirtualTable: Equatable, Sendable {
    /// The maximum number of readings of elements that the houses no longer have.
    static let maxAbsent = 1000

    private var readings: [FacetName: Reading] = [:]

    public init(_ readings: [FacetName: Reading] = [:]) { self.readings = readings }

    public subscript(facet: FacetName) -> Reading? {
        get { readings[facet] }
        set { readings[facet] = newValue }
    }

    /// All of them, by path and type.
    public var all: [(facet: FacetName, reading: Reading)] {
        readings.sorted { ($0.key.path, $0.key.type.rawValue) < ($1.key.path, $1.key.type.rawValue) }
            .map { ($0.key, $0.value) }
    }

    /// Gives the readings of old paths to new ones.
    mutating func move(_ renames: PathMap) {
        guard !renames.isEmpty else { return }
        for (facet, reading) in readings {
            let path = renames[facet.path]
            guard path != facet.path else { continue }
            readings[facet] = nil
            readings[FacetName(path: path, type: facet.type)] = reading
        }
    }

    /// Removes the oldest readings above the maximum.
    ///
    /// - Parameter isPresent: whether the houses have a facet.
    mutating func removeOldest(isPresent: (FacetName) -> Bool) {
        let absent = readings.filter { !isPresent($0.key) }
        guard absent.count > Self.maxAbsent else { return }
        let oldest = absent.sorted { ($0.value.since, $0.key.path) < ($1.value.since, $1.key.path) }
        for (facet, _) in oldest.prefix(absent.count - Self.maxAbsent) { readings[facet] = nil }
    }
}
