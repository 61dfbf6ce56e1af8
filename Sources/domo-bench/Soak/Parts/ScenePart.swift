/// A client that starts and stops scenes.
struct ScenePart: SoakPart {
    static let name = "scenes"

    private static let codes: Set<String> = [
        "unreachable", "deadline-passed", "refused-by-server", "unknown-state", "mismatch", "not-confirmed", "busy",
        "stopped", "loop",
    ]

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        let scene = random.pick(SoakHouses.scenes)
        let line = random.pick([
            "scene \(scene)", "scene \(scene)", "scene stop \(scene)",
            "run prueba 'set F6 up' 'wait 100ms' 'set F12 on' 'dim F13 20 over 1s'",
        ])
        // A step may take until the deadline of its order, 10 s.
        let reply = try soak.client(&client).ask(line, seconds: 120)
        let isFine = reply.hasPrefix(#"{"ok""#) || OrderPart.code(reply).map(Self.codes.contains) == true
        // A scene that does not run can't be stopped.
        guard isFine || line.hasPrefix("scene stop") else { throw BenchFault("\(line): \(reply)") }
        soak.log.count("scenes")
        soak.log.pause(seconds: random.seconds(0.5...4))
    }
}
