import DomoModel
import Testing

/// What identifies things that are renamed.
struct IdentitiesTests {
    private var ids = Identities()

    private func origins(_ paths: String...) -> [String] { paths.map(ids.origin) }

    private mutating func move(_ old: String, _ new: String, except others: [String] = [], mark: String = "1") {
        ids.move(old, to: new, except: others, mark: mark)
    }

    @Test func pathIsItsOwnOriginAndTakesNoRoom() {
        #expect(origins("Casa", "Casa/Salon/Luz") == ["Casa", "Casa/Salon/Luz"])
        #expect(ids.exceptions.isEmpty)
    }

    @Test mutating func renamedElementKeepsItsOriginAndWhatIsNamedSoLaterHasAnother() {
        move("Casa/Luz", "Casa/Lampara")
        #expect(origins("Casa/Lampara", "Casa/Lampara/Modo") == ["Casa/Luz", "Casa/Luz/Modo"])
        #expect(origins("Casa/Luz", "Casa/Luz/Modo") == ["Casa/Luz#1", "Casa/Luz#1/Modo"])
        #expect(origins("Casa/Luces", "Casa/Lamparas") == ["Casa/Luces", "Casa/Lamparas"])
        #expect(ids.isLeft("Casa/Luz") && ids.isLeft("Casa/Luz/Modo"))
        #expect(!ids.isLeft("Casa/Lampara") && !ids.isLeft("Casa/Luces") && !ids.isLeft("Casa"))
    }

    @Test mutating func chainOfRenamesKeepsTheFirstPath() {
        move("A", "B")
        move("B", "C", mark: "2")
        #expect(origins("A", "B", "C") == ["A#1", "B#2", "A"])
    }

    @Test mutating func renamingBackLeavesNothingAtTheFirstPath() {
        move("A", "B")
        move("B", "A", mark: "2")
        #expect(origins("A", "B") == ["A", "B#2"])
        #expect(!ids.isLeft("A"))
        #expect(ids.exceptions == ["B": "B#2"])
    }

    @Test mutating func elementNamedLikeARenamedOneIsAnother() {
        move("A", "B")
        // Something else is A now, and is renamed.
        move("A", "C", mark: "2")
        #expect(origins("A", "B", "C") == ["A#2", "A", "A#1"])
    }

    @Test mutating func placeTakesWhatIsBelowWithTwoEntries() {
        move("Casa", "Home")
        #expect(origins("Home", "Home/Salon", "Home/Salon/Luz") == ["Casa", "Casa/Salon", "Casa/Salon/Luz"])
        #expect(origins("Casa/Salon/Luz") == ["Casa#1/Salon/Luz"])
        #expect(ids.exceptions.count == 2)
    }

    @Test mutating func exceptionsBelowAPlaceMoveWithIt() {
        move("Casa/Salon/Luz", "Casa/Salon/Lampara")
        move("Casa/Salon", "Casa/Estar", mark: "2")
        #expect(
            origins("Casa/Estar/Lampara", "Casa/Estar/Luz", "Casa/Estar/Otra")
                == ["Casa/Salon/Luz", "Casa/Salon/Luz#1", "Casa/Salon/Otra"]
        )
        #expect(origins("Casa/Salon/Lampara") == ["Casa/Salon#2/Lampara"])
        // And back.
        move("Casa/Estar", "Casa/Salon", mark: "3")
        #expect(origins("Casa/Salon/Lampara", "Casa/Salon/Otra") == ["Casa/Salon/Luz", "Casa/Salon/Otra"])
    }

    @Test mutating func elementMovedOutOfARenamedPlaceKeepsItsOrigin() {
        move("Casa", "Home")
        move("Home/Luz", "Home/Patio/Luz", mark: "2")
        #expect(origins("Home/Patio/Luz", "Home/Patio/Otra") == ["Casa/Luz", "Casa/Patio/Otra"])
        #expect(origins("Home/Luz") == ["Home/Luz#2"])
    }

    @Test mutating func whatWasInTheNewPlaceBeforeStaysWhatItIs() {
        move("Casa/Patio/Farol", "Casa/Estar/Farol")
        move("Casa/Salon", "Casa/Estar", except: ["Casa/Estar/Farol", "Casa/Estar/Rincon"], mark: "2")
        #expect(
            origins("Casa/Estar", "Casa/Estar/Luz", "Casa/Estar/Farol", "Casa/Estar/Rincon/Luz")
                == ["Casa/Salon", "Casa/Salon/Luz", "Casa/Patio/Farol", "Casa/Estar/Rincon/Luz"]
        )
    }

    /// Several at once have the same effect in any order.
    @Test mutating func renamesOfOneLoadAreIndependent() {
        let changes = [
            PathChange(old: "A/S", new: "A/T", isPlace: true), PathChange(old: "A/X", new: "A/T/X"),
            PathChange(old: "A/Y", new: "A/T/S/Y"),
        ]
        var (one, two) = (ids, ids)
        one.move(changes) { "m" }
        two.move(changes.reversed()) { "m" }
        #expect(one == two)
        #expect(one.origin(of: "A/T/L") == "A/S/L")
        #expect(one.origin(of: "A/T/X") == "A/X")
        #expect(one.origin(of: "A/T/S/Y") == "A/Y")
        #expect(one.origin(of: "A/T/S/Z") == "A/S/S/Z")
    }

    /// Ten thousand single renames: the time does not grow with their square.
    @Test mutating func manyRenamesAtOnce() {
        ids.move((0..<10_000).map { PathChange(old: "A/\($0)", new: "B/\($0)") }) { "m" }
        ids.move((0..<10_000).map { PathChange(old: "B/\($0)", new: "C/\($0)") }) { "n" }
        #expect(ids.origin(of: "C/77") == "A/77")
        #expect(ids.exceptions.count == 30_000)
    }
}
