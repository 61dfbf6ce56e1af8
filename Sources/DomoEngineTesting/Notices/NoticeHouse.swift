import DomoEngine
import DomoLanguage
import DomoModel

/// The house of a simulation of notices, and the notifier's configuration.
enum NoticeHouse {
    static let scenes: [(name: String, text: String)] = [
        (
            "Puerta",
            "notify \"abierta: {Puerta}\" to ana, urgent about puerta at most every 1m repeat every 5m "
                + "after 2m without an answer to luis"
        ),
        ("Nota", "notify \"nota\" to familia"),
        ("Cerrada", "resolved \"cerrada\" about puerta"),
        ("Nadie", "notify \"a nadie\" to nadie, ana"),
        (
            "Tiempo",
            """
            call tiempo at most 5s
            if answer of tiempo status 200: notify "lluvia" to luis about lluvia
            else: resolved about lluvia
            """
        ),
        ("Espera", "notify \"espera\" to ana about espera\nwait 30s\nresolved about espera"),
        ("Otra", "call otra\nnotify \"no llega\" to ana"),
    ]

    static let profile: NotifierProfile = {
        var profile = NotifierProfile(
            targets: ["ana", "luis"],
            groups: ["familia": ["ana", "luis"]],
            calls: ["tiempo"]
        )
        if let from = ClockTime(hour: 22, minute: 0), let until = ClockTime(hour: 6, minute: 0) {
            profile.quiet = [QuietHours(from: from, until: until, targets: ["ana"])]
        }
        profile.deadline = .seconds(1800)
        profile.keepsLedger = true
        return profile
    }()

    static let catalog: Catalog = {
        let door = Element(name: "Puerta", kind: .device, types: FacetTypes([.binary]) ?? FacetTypes())
        return Catalog(
            houses: [House(name: "Casa", elements: [door])],
            linkOfHouse: [nil],
            scenes: scenes.map { scene in
                Catalog.Scene(
                    name: scene.name,
                    file: "\(scene.name).domo",
                    script: ScriptParser.parse(scene.text).script
                )
            }
        )
    }()
}
