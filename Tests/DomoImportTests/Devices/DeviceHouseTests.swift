import DomoKNX
import DomoModel
import Testing

@testable import DomoImport

/// What holds for every house with devices, however large or strange its project is.
struct DeviceHouseTests {
    private static func zones(_ count: Int, _ line: (_ zone: Int, _ middle: Int, _ sub: Int) -> [String]) -> Project {
        let lines = (0..<count).flatMap { line($0, $0 / 250, $0 % 250 + 1) }
        return Project.list(lines.joined(separator: "\n"))
    }

    @Test func thousandTemperaturesAndOneSetPoint() {
        var project = Self.zones(1_000) { _, middle, sub in ["3/\(middle)/\(sub) Salón temperatura 9.001"] }
        project.groups += Project.list("3/7/1 Salón consigna 9.001").groups
        let devices = project.devices()
        #expect(devices.count == 1_001)
        #expect(devices.allSatisfy { !$0.contains("/") })
    }

    @Test func thousandThermostats() {
        let project = Self.zones(1_000) { zone, middle, sub in
            [
                "3/\(middle)/\(sub) Zona \(zone) temperatura 9.001",
                "3/\(middle + 4)/\(sub) Zona \(zone) consigna 9.001",
            ]
        }
        let parts = project.devices().filter { $0.hasSuffix("/Temperatura (temperature)") }
        #expect(Set(parts).count == 1_000)
    }

    private struct Generator {
        var random: SplitMix64

        mutating func one(of items: [String]) -> String { items.randomElement(using: &random) ?? "" }

        mutating func name() -> String {
            let words = [
                "Salón", "Küche", "temperatura", "consigna", "Sollwert", "Ist", "modo", "Lamelle", "Auf/Ab", "Stop",
                "potencia", "1", "2", "Ventil", "/", "Status", "", "Licht", "Enchufe", "noche", "Heizung", "Lüfter",
            ]
            return [one(of: words), one(of: words), one(of: words)].joined(separator: " ")
        }

        mutating func project() -> Project {
            let types = [
                "9.001", "9.007", "20.102", "5.001", "1.001", "1.008", "1.007", "1.100", "14.056", "13.010", "9", "",
            ]
            var lines: [String] = []
            for number in 1...Int.random(in: 1...60, using: &random) {
                lines.append("3/\(number % 3)/\(number) \(name()) \(one(of: types))")
            }
            var project = Project.list(lines.joined(separator: "\n")).rooms("Salón", "Küche")
            let addresses = project.groups.map { project.text(of: $0.address) } + ["7/7/7"]
            for number in 0..<Int.random(in: 0...6, using: &random) {
                let own = [one(of: addresses), one(of: addresses), one(of: addresses)].joined(separator: ",")
                project = project.function("F\(number)", in: one(of: ["Salón", "Küche", "?"]), own)
            }
            for number in 0..<Int.random(in: 0...6, using: &random) {
                var objects: [String] = []
                for _ in 0..<4 {
                    let flags = one(of: ["W", "RT", "RWTU", "T"])
                    objects.append("Canal A | \(name()) x | \(flags) | \(one(of: addresses))")
                }
                project = project.device("1.1.\(number + 1)", objects, channel: number % 2 == 0 ? "CH-1" : nil)
            }
            return project
        }
    }

    /// The file is always valid, and has the same elements as without devices.
    @Test(arguments: 0..<40) func randomProject(seed: Int) {
        var generator = Generator(random: SplitMix64(seed: UInt64(seed)))
        let project = generator.project()
        let flat = project.house().content.allElements
        let grouped = project.house(isGrouped: true)
        _ = grouped.file()
        #expect(grouped.content.allElements.count == flat.count)
        let ungrouped = Self.heads(in: grouped.content).flatMap { $0.ungrouped }
        #expect(Self.lines(of: ungrouped) == Self.lines(of: flat))
    }

    /// Grouping the elements of a house keeps each of them, makes a valid file, and is done after one import.
    @Test(arguments: 0..<40) func randomHouseIsGroupedOnce(seed: Int) throws {
        var generator = Generator(random: SplitMix64(seed: UInt64(seed)))
        let project = generator.project()
        let flat = project.house(name: "Casa")
        guard !flat.content.allElements.isEmpty else { return }
        let text = flat.file()
        let first = try Self.update(text, with: project)
        #expect(Self.count("<Tipo>", in: first.text) == Self.count("<Tipo>", in: text))
        #expect(Self.count("Parte>", in: first.text) == first.renames.count * 2)
        let second = try Self.update(first.text, with: project)
        #expect(!second.isChanged)
        #expect(second.renames.isEmpty)
    }

    private static func update(_ text: String, with project: Project) throws -> HouseUpdate.Result {
        let result = try HouseUpdate.update(
            Array(text.utf8),
            file: "house.xml",
            with: project.house(name: "Casa", isGrouped: true),
            isEnglish: false,
            source: "b.csv",
            grouping: .done
        )
        #expect(HouseCheck.faults(in: Array(result.text.utf8), file: "house.xml") == [])
        return result
    }

    private static func count(_ word: String, in text: String) -> Int { text.ranges(of: word).count }

    private static func heads(in place: PlaceDraft) -> [ElementDraft] {
        place.elements + place.places.flatMap { heads(in: $0) }
    }

    private static func lines(of elements: [ElementDraft]) -> [String] {
        elements.map { "\($0.name) \($0.addresses) \($0.facets)" }.sorted()
    }
}
