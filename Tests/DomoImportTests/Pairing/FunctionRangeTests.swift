import DomoKNX
import DomoModel
import Testing

@testable import DomoImport

/// Projects with a group range for each function, in which the addresses only have the names of rooms.
struct FunctionRangeTests {
    private static let coverTypes = ["1.008", "1.007", "5.001", "5.001", "5.001", "5.001"]
    private static let lightTypes = ["1.001", "3.007", "5.001", "1.001", "5.001"]
    private static let heatingTypes = ["9.001", "9.001", "9.001", "5.001"]

    /// One function range: `2/0`, its name and the type of its addresses.
    private struct Function {
        var range: String
        var name: String
        var type: String
    }

    private static func functions(_ names: [String], _ types: [String], main: Int) -> [Function] {
        zip(names, types).enumerated().map { index, pair in
            Function(range: "\(main)/\(index)", name: pair.0, type: pair.1)
        }
    }

    private static func middle(_ functions: [Function], rooms: [String]) -> String {
        functions.map { function in
            "\t\(function.name):\n"
                + rooms.enumerated().map { "\(function.range)/\($0 + 1) \($1) \(function.type)\n" }.joined()
        }.joined()
    }

    /// A main group for each kind of element, and a middle group for each of its functions.
    private static func project(_ scheme: Scheme, types: (String) -> String) -> Project {
        let all = [
            (scheme.kinds[0], functions(scheme.cover, coverTypes.map(types), main: 2)),
            (scheme.kinds[1], functions(scheme.light, lightTypes.map(types), main: 1)),
            (scheme.kinds[2], functions(scheme.heating, heatingTypes, main: 3)),
        ]
        return .list(all.map { "\($0.0):\n" + middle($0.1, rooms: scheme.rooms) }.joined())
    }

    private static func expected(_ scheme: Scheme) -> [String] {
        var lines: [String] = []
        for room in 1...scheme.rooms.count {
            lines += [
                #"<Binario orden="1/0/\#(room)" estado="1/3/\#(room)" dpt="1.001"/>"#,
                #"<Nivel orden="1/2/\#(room)" estado="1/4/\#(room)" relativa="1/1/\#(room)" dpt="5.001"/>"#,
                #"<Movimiento orden="2/0/\#(room)" paso="2/1/\#(room)"/>"#,
                #"<Nivel orden="2/2/\#(room)" estado="2/4/\#(room)" dpt="5.001"/>"#,
                #"<Nivel orden="2/3/\#(room)" estado="2/5/\#(room)" dpt="5.001"/>"#,
                #"<Valor estado="3/0/\#(room)" dpt="9.001"/>"#,
                #"<Valor orden="3/1/\#(room)" estado="3/2/\#(room)" dpt="9.001"/>"#,
                #"<Valor estado="3/3/\#(room)" dpt="5.001"/>"#,
            ]
        }
        return lines
    }

    /// The facets that are missing, and those that are too many.
    private static func differences(_ house: HouseDraft, _ expected: [String]) -> [String] {
        let facets = house.summary.map { String($0[$0.firstRange(of: ": <")!.lowerBound...].dropFirst(2)) }
        return expected.filter { !facets.contains($0) }.map { "missing: \($0)" }
            + facets.filter { !expected.contains($0) }.map { "unexpected: \($0)" }
    }

    @Test(arguments: schemes)
    func aMiddleGroupForEachFunction(scheme: Scheme) {
        let house = Self.project(scheme) { $0 }.house()
        #expect(Self.differences(house, Self.expected(scheme)) == [])
        #expect(house.unplaced == [])
        _ = house.file()
    }

    @Test(arguments: schemes)
    func onlyMainTypes(scheme: Scheme) {
        let house = Self.project(scheme) { String($0.prefix { $0 != "." }) }.house()
        #expect(Self.differences(house, Self.expected(scheme)) == [])
    }

    /// Each room has a blind with slats, a light, and a thermostat, whether the rooms are places or not.
    @Test(arguments: schemes)
    func everyRoomHasItsDevices(scheme: Scheme) {
        for rooms in [[], scheme.rooms] {
            let project = rooms.reduce(Self.project(scheme) { $0 }) { $0.rooms($1) }
            let house = project.house(isGrouped: true)
            let devices = house.content.allElements.filter { !$0.parts.isEmpty }.map { device in
                "\(device.elementClass?.word ?? "?"): "
                    + device.parts.map { $0.role?.word ?? "?" }.sorted().joined(separator: ", ")
            }
            let expected = scheme.rooms.flatMap { _ in ["blind: slats", "thermostat: temperature, valve"] }
            #expect(devices.sorted() == expected.sorted())
            #expect(house.content.allElements.count { $0.elementClass == .light } == scheme.rooms.count)
            _ = house.file()
        }
    }

    @Test func namesShowTheFunctionOnlyWhereTheyMust() {
        let house = Self.project(Self.german) { $0 }.house()
        let names = house.summary.map { String($0.prefix { $0 != ":" }) }.filter { $0.contains("Küche") }
        #expect(
            names == [
                "Beleuchtung/Küche", "Beleuchtung/Küche", "Jalousien/Küche", "Jalousien/Küche", "Jalousien/Küche lamas",
                "Heizung/Küche", "Heizung/Küche Soll", "Heizung/Küche Stellgröße",
            ]
        )
    }

    /// The rooms of the building have the names of the addresses.
    @Test func kindsDistinguishTheElementsOfARoom() {
        let house = Self.project(Self.german) { $0 }.rooms("Wohnzimmer", "Küche", "Büro").house()
        #expect(
            house.content.places[1].elements.map(\.name) == [
                "Küche", "Küche Jalousien", "Küche lamas", "Küche Temperatur", "Küche Soll", "Küche Stellgröße",
            ]
        )
    }

    @Test func kindsArePlacesInAProjectWithoutOthers() {
        let project = Project.list(
            "Licht schalten:\n1/1 Küche 1.001\nStatus Licht:\n2/1 Küche 1.001\nJalousien Auf/Ab:\n3/1 Küche 1.008"
        )
        #expect(
            project.house().summary == [
                #"Licht/Küche: <Binario orden="1/0/1" estado="2/0/1" dpt="1.001"/>"#,
                #"Jalousien/Küche: <Movimiento orden="3/0/1"/>"#,
            ]
        )
    }

    /// Floors as main groups, with lights, covers and heating in their middle groups.
    @Test(arguments: schemes)
    func functionsOfSeveralKindsInOneMainGroup(scheme: Scheme) {
        func name(_ kind: Int, _ function: String) -> String { "\(scheme.kinds[kind]) \(function)" }
        let functions = [
            Function(range: "1/0", name: name(1, scheme.light[0]), type: "1.001"),
            Function(range: "1/1", name: name(1, scheme.light[3]), type: "1.001"),
            Function(range: "1/2", name: name(0, scheme.cover[0]), type: "1.008"),
            Function(range: "1/3", name: name(0, scheme.cover[1]), type: "1.007"),
            Function(range: "1/4", name: name(0, scheme.cover[2]), type: "5.001"),
            Function(range: "1/5", name: name(0, scheme.cover[4]), type: "5.001"),
            Function(range: "1/6", name: name(2, scheme.heating[1]), type: "9.001"),
            Function(range: "1/7", name: name(2, scheme.heating[3]), type: "5.001"),
        ]
        let house = Project.list("EG:\n" + Self.middle(functions, rooms: scheme.rooms)).house()
        var expected: [String] = []
        for room in 1...scheme.rooms.count {
            expected += [
                #"<Binario orden="1/0/\#(room)" estado="1/1/\#(room)" dpt="1.001"/>"#,
                #"<Movimiento orden="1/2/\#(room)" paso="1/3/\#(room)"/>"#,
                #"<Nivel orden="1/4/\#(room)" estado="1/5/\#(room)" dpt="5.001"/>"#,
                #"<Valor orden="1/6/\#(room)" dpt="9.001"/>"#, #"<Valor estado="1/7/\#(room)" dpt="5.001"/>"#,
            ]
        }
        #expect(Self.differences(house, expected) == [])
        #expect(house.content.places.map(\.name) == ["EG"])
        #expect(house.content.places.first?.places.map(\.name) == [])
    }

    /// A main group for each function, with floors as middle groups.
    @Test(arguments: schemes)
    func aMainGroupForEachFunction(scheme: Scheme) {
        var text = ""
        let types = Self.coverTypes + Self.lightTypes
        let names = scheme.cover.map { "\(scheme.kinds[0]) \($0)" } + scheme.light.map { "\(scheme.kinds[1]) \($0)" }
        for (index, (name, type)) in zip(names, types).enumerated() {
            text += "\(name):\n"
            for floor in 0...1 {
                text += "\tPlanta \(floor):\n"
                for (room, roomName) in scheme.rooms.enumerated() {
                    text += "\(index + 1)/\(floor)/\(room + 1) \(roomName) \(type)\n"
                }
            }
        }
        var expected: [String] = []
        for floor in 0...1 {
            for room in 1...scheme.rooms.count {
                func at(_ main: Int) -> String { "\(main)/\(floor)/\(room)" }
                expected += [
                    #"<Movimiento orden="\#(at(1))" paso="\#(at(2))"/>"#,
                    #"<Nivel orden="\#(at(3))" estado="\#(at(5))" dpt="5.001"/>"#,
                    #"<Nivel orden="\#(at(4))" estado="\#(at(6))" dpt="5.001"/>"#,
                    #"<Nivel orden="\#(at(9))" estado="\#(at(11))" relativa="\#(at(8))" dpt="5.001"/>"#,
                    #"<Binario orden="\#(at(7))" estado="\#(at(10))" dpt="1.001"/>"#,
                ]
            }
        }
        let house = Project.list(text).house()
        #expect(Self.differences(house, expected) == [])
        #expect(house.content.places.map(\.name) == ["Planta 0", "Planta 1"])
    }

    struct Mixed: CustomTestStringConvertible {
        var name: String
        var list: String
        var house: [String]

        var testDescription: String { name }
    }

    @Test(
        arguments: [
            Mixed(
                name: "names that differ in a word decide, not their range",
                list: "Heizung:\n\tIst/Soll:\n3/0/1 Küche Ist 9.001\n3/0/2 Küche Soll 9.001",
                house: [#"<Valor estado="3/0/1" dpt="9.001"/>"#, #"<Valor orden="3/0/2" dpt="9.001"/>"#]
            ),
            Mixed(
                name: "a range for commands and states",
                list: "Licht:\n\tSchalten/Status:\n1/0/1 Küche 1.001\n1/0/2 Küche Status 1.001",
                house: [#"<Binario orden="1/0/1" estado="1/0/2" dpt="1.001"/>"#]
            ),
            Mixed(
                name: "covers in a main group that is named after slats",
                list:
                    "Lamellenjalousien:\n\tLamellen Ost:\n2/0/1 Küche Auf/Ab 1.008\n2/0/2 Küche Position 5.001\n2/0/3 Küche Position Status 5.001",
                house: [
                    #"<Movimiento orden="2/0/1"/>"#, #"<Nivel orden="2/0/2" estado="2/0/3" dpt="5.001"/>"#,
                ]
            ),
            Mixed(
                name: "a slat's address with the type of a move",
                list:
                    "Jalousien:\n\tAuf/Ab:\n2/0/1 Küche 1.008\n\tLamelle Auf/Ab:\n2/1/1 Küche 1.008\n\tStatus Position:\n2/2/1 Küche 5.001",
                house: [
                    #"<Movimiento orden="2/0/1" paso="2/1/1"/>"#, #"<Nivel estado="2/2/1" dpt="5.001"/>"#,
                ]
            ),
            Mixed(
                name: "one room with a light and a cover, functions without their kind",
                list:
                    "EG:\n\tSchalten:\n1/0/1 Küche 1.001\n\tDimmen:\n1/1/1 Küche 3.007\n\tWert:\n1/2/1 Küche 5.001\n\tAuf/Ab:\n1/3/1 Küche 1.008\n\tStop:\n1/4/1 Küche 1.007\n\tPosition:\n1/5/1 Küche 5.001\n\tStatus Position:\n1/6/1 Küche 5.001\n\tStatus Schalten:\n1/7/1 Küche 1.001",
                house: [
                    #"<Binario orden="1/0/1" estado="1/7/1" dpt="1.001"/>"#,
                    #"<Movimiento orden="1/3/1" paso="1/4/1"/>"#,
                    #"<Nivel orden="1/2/1" relativa="1/1/1" dpt="5.001"/>"#,
                    #"<Nivel orden="1/5/1" estado="1/6/1" dpt="5.001"/>"#,
                ]
            ),
            Mixed(
                name: "floors with equal names of rooms are places",
                list:
                    "Licht:\n\tEG:\n1/0/1 Bad 1.001\n1/0/2 Flur 1.001\n\tOG:\n1/1/1 Bad 1.001\n1/1/2 Flur 1.001\nStatus:\n\tEG:\n4/0/1 Bad 1.001\n4/0/2 Flur 1.001\n\tOG:\n4/1/1 Bad 1.001\n4/1/2 Flur 1.001",
                house: [
                    #"<Binario orden="1/0/1" estado="4/0/1" dpt="1.001"/>"#,
                    #"<Binario orden="1/0/2" estado="4/0/2" dpt="1.001"/>"#,
                    #"<Binario orden="1/1/1" estado="4/1/1" dpt="1.001"/>"#,
                    #"<Binario orden="1/1/2" estado="4/1/2" dpt="1.001"/>"#,
                ]
            ),
            Mixed(
                name: "a few names that repeat the word of their range",
                list:
                    "Jalousien:\n\tAuf/Ab:\n2/0/1 Küche 1.008\n2/0/2 Bad 1.008\n2/0/3 Flur 1.008\n2/0/4 Büro 1.008\n\tLamelle:\n2/1/1 Küche 5.001\n2/1/2 Bad 5.001\n2/1/3 Flur 5.001\n2/1/4 Büro Lamelle 5.001\n\tStatus Position:\n2/2/1 Küche 5.001\n2/2/2 Bad 5.001\n2/2/3 Flur 5.001\n2/2/4 Büro Status 5.001",
                house: (1...4).flatMap {
                    [
                        #"<Movimiento orden="2/0/\#($0)"/>"#, #"<Nivel orden="2/1/\#($0)" dpt="5.001"/>"#,
                        #"<Nivel estado="2/2/\#($0)" dpt="5.001"/>"#,
                    ]
                }
            ),
            Mixed(
                name: "locks in a range of their own",
                list:
                    "Licht:\n\tSchalten:\n1/0/1 Küche 1.001\n\tSperren:\n1/1/1 Küche 1.003\n\tStatus:\n1/2/1 Küche 1.001",
                house: [
                    #"<Binario orden="1/0/1" estado="1/2/1" dpt="1.001"/>"#, #"<Binario orden="1/1/1" dpt="1.003"/>"#,
                ]
            ),
        ]
    )
    func rangesAreNotTakenForMoreThanTheySay(mixed: Mixed) {
        let house = Project.list(mixed.list).house()
        #expect(Self.differences(house, mixed.house) == [])
        #expect(house.unplaced == [])
        _ = house.file()
    }
}
