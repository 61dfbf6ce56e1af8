import DomoLanguage
import Testing

@testable import DomoEngine

struct NameTests {
    @Test(arguments: [
        ("Louver", "Casa/Salon/Louver"), ("louver", "Casa/Salon/Louver"), ("LÓUVER", "Casa/Salon/Louver"),
        ("Salon/Luz", "Casa/Salon/Luz"), ("sálon/luz", "Casa/Salon/Luz"), ("Casa/Cocina/Luz", "Casa/Cocina/Luz"),
    ])
    func nameIsFound(name: String, path: String) throws {
        let house = HouseUnderTest()
        guard case .element(let view)? = try house.ask("show \(name)") else {
            Issue.record("\(name) is not found")
            return
        }
        #expect(view.path == path)
    }

    @Test func ambiguousNameListsItsMatches() throws {
        let house = HouseUnderTest()
        let fault = try #require(house.fault(try house.give("set Luz on")))
        #expect(fault.code == .ambiguousName)
        #expect(fault.hint == "use one of: Casa/Salon/Luz, Casa/Cocina/Luz")
    }

    @Test func sectorIsNotAnElement() throws {
        let house = HouseUnderTest()
        let fault = try #require(house.fault(try house.give("history Salon")))
        #expect(fault.code == .unknownElement)
        #expect(fault.message == "Casa/Salon is a sector, not an element")
        #expect(
            fault.hint
                == "\"domo ls Salon\" lists its elements; \"set PLACE VALUE --all\" and \"off PLACE\" order all of them"
        )
    }

    @Test func mistypedNameGetsASuggestion() throws {
        let house = HouseUnderTest()
        let fault = try #require(house.fault(try house.give("set Louvre up")))
        #expect(fault.code == .unknownElement)
        #expect(fault.hint == "did you mean Louver?")
    }

    @Test func placesAreListedAndUnknownOnesNamed() throws {
        let house = HouseUnderTest()
        guard case .listing(let listing)? = try house.ask("ls Salon") else {
            Issue.record("no listing")
            return
        }
        #expect(listing.places.map(\.path) == ["Casa/Salon"])
        #expect(listing.places.first?.elements.map(\.name) == ["Louver", "Dimmer", "Luz"])
        #expect(house.fault(try house.give("ls Salo"))?.code == .unknownPlace)
        #expect(house.fault(try house.give("watch Nowhere"))?.code == .unknownPlace)
        #expect(try house.ask("watch salon") == .watching(Watched(path: "Casa/Salon")))
        #expect(try house.ask("watch louver") == .watching(Watched(path: "Casa/Salon/Louver")))
    }
}
