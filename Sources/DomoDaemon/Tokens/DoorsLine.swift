import DomoEngine
import DomoLanguage

/// The line of a file of tokens or hooks that has the identities of those that may give orders for locks, gates, garages
/// and doors: `doors 3 17`. A file without it was written by an earlier build, when all of them could.
struct DoorsLine: Equatable, Sendable {
    private static let word = "doors"

    private let ids: Set<UInt64>

    init(_ ids: [UInt64]) { self.ids = Set(ids) }

    /// Nil for any other line.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.first.map({ $0 == Self.word }) == true else { return nil }
        let ids = words.dropFirst().map { UInt64($0) }
        guard !ids.contains(nil) else { return nil }
        self.ids = Set(ids.compactMap(\.self))
    }

    var text: String { ([Self.word] + ids.sorted().map(String.init)).joined(separator: " ") }

    func holds(_ id: UInt64) -> Bool { ids.contains(id) }
}

extension AccessRules.Grant {
    /// The same role and places, with or without the right to orders for doors.
    func with(doors: Bool) -> Self { Self(role: role, places: places, opensDoors: doors) }

    /// As replies have it: nil if it gives no orders at all.
    var doors: Bool? { role < .act ? nil : opensDoors }
}
