import Glibc

/// Changes houses, scenes and configuration on disk, with and without errors, and reloads them.
struct ChangePart: SoakPart {
    static let name = "changes"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        soak.log.pause(seconds: random.seconds(3...8))
        let houses = soak.houses
        var isRefused = false
        switch random.below(8) {
        case 0, 1: try houses.writeExtra(count: random.below(houses.extra.count + 1))
        case 2:
            try houses.breakExtra()
            isRefused = true
        case 3: try houses.writeScenes(pause: random.pick(["100ms", "1s", "2s"]))
        case 4:
            try houses.breakScene()
            isRefused = true
        case 5:
            try houses.writeConfiguration(
                maxInFlight: 1 + random.below(8),
                every: 1 + random.below(3),
                historyLess: random.below(4)
            )
        case 6:
            try houses.writeConfiguration(mistake: "nonsense: yes")
            isRefused = true
        default: break
        }
        let client = try soak.client(&client)
        if random.below(4) == 0 {
            kill(soak.process, SIGHUP)
            soak.log.pause(seconds: 0.5)
        } else {
            let reply = try client.ask("reload", seconds: 30)
            guard reply.hasPrefix(isRefused ? #"{"error""# : #"{"ok""#) else { throw BenchFault("reload: \(reply)") }
        }
        soak.log.count("reloads")
        if isRefused {
            try houses.writeAll()
            let reply = try client.ask("reload", seconds: 30)
            guard reply.hasPrefix(#"{"ok""#) else { throw BenchFault("reload: \(reply)") }
        }
    }
}
