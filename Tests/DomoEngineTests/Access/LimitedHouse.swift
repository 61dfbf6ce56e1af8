import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

extension Principal {
    /// Has the role `act` in Casa/Salon.
    static let luis = Principal.user(1002, name: "luis", groups: [1002])
}

extension HouseUnderTest {
    static let salon = AccessRules.Grant(role: .act, places: ["Casa/Salon"])

    /// With rules for `luis`, and scenes: `Salon` in his place, `Noche` and `Fuera` outside, and `Todo`, which calls
    /// one of each.
    static func limited(
        _ grant: AccessRules.Grant = salon,
        reading: ReadPolicy? = nil,
        scenes: [(name: String, text: String)] = scenes
    ) -> Catalog {
        var catalog = catalog(scenes: scenes, reading: reading)
        catalog.access = AccessRules(grants: [.user(1002): grant])
        catalog.warnings = ["Torre/Bell: something is odd"]
        return catalog
    }

    static let scenes: [(name: String, text: String)] = [
        ("Salon", "at 23:00\nset Dimmer on\nset Salon/Luz on\n"),
        ("Noche", "at 23:00\nset Dimmer off\nset Cocina/Luz off\n"), ("Fuera", "wait 1h\nset Gong on\n"),
        ("Todo", "scene Salon\nscene Fuera\n"), ("Mira", "only if Buzzer on\nset Dimmer on\n"),
    ]

    /// Sends a line as the limited user, and returns the immediate reply.
    func limited(_ line: String) throws -> Reply? {
        let id = try give(line, by: .luis)
        return replies[id]
    }

    func limitedFault(_ line: String) throws -> Fault? {
        if case .fault(let fault)? = try limited(line) { fault } else { nil }
    }

    /// The events so far as shown to the limited user.
    var limitedEvents: [Event] {
        events.compactMap { event in
            switch engine.sight(of: event, for: .luis) {
            case .nothing: nil
            case .whole: event
            case .instead(let other): other
            }
        }
    }
}
