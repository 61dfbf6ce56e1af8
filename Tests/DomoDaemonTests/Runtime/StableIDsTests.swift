import DomoLanguage
import DomoModel
import Testing

@testable import DomoDaemon

/// The IDs of houses, sectors and elements.
struct StableIDsTests {
    private let ids = StableIDs(identities: Identities(["Casa/Lampara": "Casa/Luz", "Casa/Luz": "Casa/Luz#1"]))

    /// `printf %s Casa/Luz | sha256sum | xxd -r -p | head -c 10 | base32`
    @Test(arguments: [
        ("Casa/Luz", "xnsrbl2dir6chkuf"), ("Casa", "tizugkyal6alvnli"), ("Casa/Salón/Luz", "imjeji2tj67dhn6x"),
        ("", "4oymiquy7qobjgx3"),
    ])
    func idIsTheStartOfADigestOfThePath(path: String, id: String) {
        #expect(StableIDs(identities: Identities()).id(of: path) == id)
    }

    @Test func renamedElementKeepsItsID() {
        let first = StableIDs(identities: Identities())
        #expect(ids.id(of: "Casa/Lampara") == first.id(of: "Casa/Luz"))
        #expect(ids.id(of: "Casa/Lampara/Modo") == first.id(of: "Casa/Luz/Modo"))
        #expect(ids.id(of: "Casa/Luz") != first.id(of: "Casa/Luz"))
    }

    @Test func modelGetsAllIDsIfTheyAreRequested() {
        func element(_ path: String, _ parts: [ModelElement]? = nil) -> ModelElement {
            var element = ModelElement(path: path, name: path, kind: "device", types: [], writable: [])
            element.parts = parts
            return element
        }
        func place(_ path: String, _ elements: [ModelElement], _ sectors: [ModelPlace] = []) -> ModelPlace {
            ModelPlace(path: path, name: path, kind: "house", elements: elements, sectors: sectors)
        }
        let device = element("Casa/Lampara", [element("Casa/Lampara/Modo")])
        let model = Reply.model(ModelView(houses: [place("Casa", [device], [place("Casa/Salón", [element("A")])])]))
        #expect(ids.added(to: model) == model)
        guard case .model(let shown) = ids.added(to: model, withContents: true), let house = shown.houses.first else {
            Issue.record("another reply")
            return
        }
        #expect(house.id == ids.id(of: "Casa"))
        // The ID of its first path.
        #expect(house.elements.map(\.id) == [StableIDs(identities: Identities()).id(of: "Casa/Luz")])
        #expect(house.elements[0].parts?.map(\.id) == [ids.id(of: "Casa/Lampara/Modo")])
        #expect(house.sectors.map(\.id) == [ids.id(of: "Casa/Salón")])
        #expect(house.sectors[0].elements.map(\.id) == [ids.id(of: "A")])
    }

    @Test func repliesGetTheIDsOfWhatWasAskedFor() {
        func element(_ path: String, _ parts: [ElementView]? = nil) -> ElementView {
            ElementView(path: path, name: path, kind: "device", types: [], readings: [], parts: parts)
        }
        func place(_ path: String, _ elements: [ElementView]) -> PlaceView {
            PlaceView(path: path, name: path, kind: "house", elements: elements, sectors: [], count: 1)
        }
        guard case .element(let shown) = ids.added(to: .element(element("A", [element("A/B")]))) else {
            Issue.record("another reply")
            return
        }
        #expect(shown.id == ids.id(of: "A") && shown.parts?.map(\.id) == [ids.id(of: "A/B")])
        guard case .place(let sector) = ids.added(to: .place(place("A", []))) else {
            Issue.record("another reply")
            return
        }
        #expect(sector.id == ids.id(of: "A"))
        // Contents may be 100,000 elements.
        let list = Listing(places: [place("A", [element("A/B")])], elements: [element("C")])
        guard case .listing(let listing) = ids.added(to: .listing(list)) else {
            Issue.record("another reply")
            return
        }
        #expect(listing.places.map(\.id) == [ids.id(of: "A")] && listing.elements.map(\.id) == [ids.id(of: "C")])
        #expect(listing.places[0].elements[0].id == nil)
        #expect(
            ids.added(to: .renamed(RenameReport(old: "A", new: "B", elements: 1)))
                == .renamed(RenameReport(old: "A", new: "B", elements: 1))
        )
    }
}
