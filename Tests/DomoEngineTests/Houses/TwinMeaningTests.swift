import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Elements of one device with the same answers, which mean something else by them, are no twins.
struct TwinMeaningTests {
    private func house(_ one: Details?, _ other: Details?) -> HouseUnderTest {
        let types = FacetTypes([.value])!
        var profile = FakeProfile("http://casa", reports: [.value], reading: ReadPolicy(interval: .seconds(10)))
        profile.devices = ["Casa/One": "1", "Casa/Other": "1"]
        let elements = [
            Element(name: "One", kind: .device, types: types, details: one),
            Element(name: "Other", kind: .device, types: types, details: other),
        ]
        return HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: elements)],
                links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
                linkOfHouse: [0]
            )
        )
    }

    @Test(arguments: [
        (Details(unit: "W"), Details(unit: "W"), true), (Details(unit: "W"), Details(unit: "Wh"), false),
        (Details(unit: "W"), nil, false), (Details(role: .temperature), Details(role: .temperature), true),
        (Details(role: .temperature), Details(role: .humidity), false), (nil, nil, true),
    ])
    func roleAndUnitDistinguish(one: Details?, other: Details?, areTwins: Bool) throws {
        let house = house(one, other)
        house.pass(.seconds(10))
        #expect(Set(house.read.flatMap { $0.query.targets.map(\.name) }) == (areTwins ? ["One"] : ["One", "Other"]))
        // An order for one moves the same device: the other is read again.
        try house.obey("set One 5")
        #expect(try house.reading("Other", .value).value == (areTwins ? .number(5) : nil))
    }
}
