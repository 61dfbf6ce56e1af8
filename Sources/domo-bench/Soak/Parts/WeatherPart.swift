/// Makes the server flap, and operates elements of both servers locally.
struct WeatherPart: SoakPart {
    static let name = "weather"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        let mode = random.pick(SoakServer.Mode.allCases)
        soak.flapping.mode = mode
        soak.log.count("server \(mode.rawValue)")
        move(soak, &random)
        soak.log.pause(seconds: random.seconds(1...6))
        move(soak, &random)
        soak.flapping.mode = .healthy
        soak.log.pause(seconds: random.seconds(2...10))
    }

    private func move(_ soak: SoakContext, _ random: inout SoakRandom) {
        for (server, elements) in [(soak.flapping, soak.houses.flapping), (soak.healthy, soak.houses.healthy)] {
            let element = random.pick(elements)
            server.set(element.name, to: element.word(&random))
        }
    }
}
