import Glibc

/// The files of a soak: houses, scenes and configuration; some change while the daemon runs.
struct SoakHouses: Sendable {
    static let healthyHouse = "Sana"
    static let flappingHouse = "Terca"
    static let extraHouse = "Extra"
    /// A name that no element has.
    static let nobody = "Nadie"
    static let configuration = "domod.yaml"
    /// The size limit of the history.
    static let historySize = 16 * 1_048_576
    static let scenes = ["Uno", "Dos", "Tres"]

    let folder: String
    let healthy = SoakElement.make(20, letter: "H")
    let flapping = SoakElement.make(40, letter: "F")
    /// On the healthy server, in a house that is added and removed.
    let extra = SoakElement.make(12, letter: "X")
    let healthyURL: String
    let flappingURL: String

    var configuration: String { "\(folder)/\(Self.configuration)" }
    private var homes: String { "\(folder)/homes" }

    func makeFolders() throws(BenchFault) {
        for path in [folder, homes, "\(homes)/scenes"] where mkdir(path, 0o700) != 0 { throw BenchFault(call: path) }
    }

    func writeAll() throws(BenchFault) {
        try write(Self.healthyHouse, healthy)
        try write(Self.flappingHouse, flapping)
        try writeExtra(count: extra.count)
        try writeScenes(pause: "300ms")
        try writeConfiguration()
    }

    private func write(_ house: String, _ elements: [SoakElement]) throws(BenchFault) {
        let half = elements.count / 2
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Viviendas><Vivienda><Nombre>\(house)</Nombre>
            <Sector><Nombre>Arriba</Nombre>
            \(elements[..<half].map(\.xml).joined())</Sector>
            <Sector><Nombre>Abajo</Nombre>
            \(elements[half...].map(\.xml).joined())</Sector>
            </Vivienda></Viviendas>

            """
        try TextFile.write(text.utf8, to: "\(homes)/\(house).xml")
    }

    /// - Parameter count: the number of its elements; 0 removes the house.
    func writeExtra(count: Int) throws(BenchFault) {
        if count > 0 {
            try write(Self.extraHouse, Array(extra.prefix(count)))
        } else {
            unlink("\(homes)/\(Self.extraHouse).xml")
        }
    }

    func breakExtra() throws(BenchFault) {
        try TextFile.write("<Viviendas><Vivienda><Nombre>".utf8, to: "\(homes)/\(Self.extraHouse).xml")
    }

    func writeScenes(pause: String) throws(BenchFault) {
        let texts = [
            "every 1m\nset F0 on\nwait \(pause)\nset H0 off\n",
            "when F4 on\ndim F1 50 over 1s\nset F8 off\n",
            "set F5 0\nwait \(pause)\nif H4 on: set F9 100\nset F2 down\n",
        ]
        for (name, text) in zip(Self.scenes, texts) {
            try TextFile.write("name \(name)\n\(text)".utf8, to: "\(homes)/scenes/\(name.lowercased()).domo")
        }
    }

    func breakScene() throws(BenchFault) {
        try TextFile.write("set \(Self.nobody) on\n".utf8, to: "\(homes)/scenes/\(Self.scenes[0].lowercased()).domo")
    }

    /// - Parameters:
    ///   - maxInFlight: of the flapping server; if it changes, a reload replaces the link.
    ///   - historyLess: reduces the history's limit by this many MiB: a changed limit triggers housekeeping.
    ///   - mistake: an invalid line.
    func writeConfiguration(
        maxInFlight: Int = 8,
        every: Int = 2,
        historyLess: Int = 0,
        mistake: String = ""
    ) throws(BenchFault) {
        let text = """
            homes: [\(homes)]
            history: {size: \(Self.historySize / 1_048_576 - historyLess)MiB}
            server: {url: "\(healthyURL)", dialect: soak}
            houses:
              \(Self.flappingHouse):
                server: {url: "\(flappingURL)", dialect: soak, max-in-flight: \(maxInFlight)}
            dialects:
              soak:
                order: {method: POST, url: "{url}/order?name={name}&to={to}"}
                actions:
                  on: {to: "on"}
                  off: {to: "off"}
                  up: {to: up}
                  down: {to: down}
                  stop: {to: stop}
                  level: {to: "{value}"}
                  text: {to: "{value}"}
                state:
                  all: {url: "{url}/states", name: name}
                  binary: {json: binary}
                  regulable: {json: level}
                  bidirectional: {json: cover}
                  value: {json: value}
                  every: \(every)s
                  timeout: 1s
            \(mistake)

            """
        try TextFile.write(text.utf8, to: configuration)
    }
}
