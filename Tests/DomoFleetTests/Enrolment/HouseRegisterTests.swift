import DomoSystem
import DomoTestKit
import Testing

@testable import DomoFleet

struct HouseRegisterTests {
    private let folder: TemporaryFolder
    private let register: HouseRegister

    init() throws {
        folder = try TemporaryFolder()
        register = HouseRegister(folder: folder.path)
    }

    private func add(_ id: String, _ name: String) throws {
        try register.add(RegisteredHouse(house: try NamesTests.house(id), name: name, code: nil))
    }

    @Test func housesAreFoundByNameAndID() throws {
        try add("casa0001", "Calle Mayor 3, 2º")
        try add("casa0002", "../lock")
        try add("casa0003", String(repeating: "ñ", count: RegisteredHouse.maxName / 2))
        for name in ["casa0001", "Calle Mayor 3, 2º"] { #expect(try register.find(name).house.text == "casa0001") }
        #expect(try register.find("../lock").house.text == "casa0002")
        #expect(try register.all().map(\.house.text) == ["casa0001", "casa0002", "casa0003"])
        for other in ["casa0009", "Calle", "", String(repeating: "a", count: 5000)] {
            #expect(throws: HouseFault.self) { try register.find(other) }
        }
    }

    @Test func nameAndIDAreTakenOnce() throws {
        try add("casa0001", "Casa")
        #expect(throws: HouseFault.self) { try add("casa0001", "Other") }
        #expect(throws: HouseFault.self) { try add("casa0002", "Casa") }
        #expect(throws: HouseFault.self) { try register.find("Other") }
        #expect(try register.all().count == 1)
    }

    /// The enrolment service may write in the folder.
    @Test func lockIsNotAwaitedForEver() throws {
        try add("casa0001", "Casa")
        let held = try ConfinedFolder(folder.path).lock("lock", owner: nil, patience: 0)
        var register = register
        register.patience = 1
        #expect(throws: HouseFault.self) { try register.change(try NamesTests.house("casa0001")) { _ in } }
        held.release()
        try register.change(try NamesTests.house("casa0001")) { _ in }
    }

    /// Nothing is written if a change is refused.
    @Test func refusedChangeIsNotWritten() throws {
        try add("casa0001", "Casa")
        let house = try NamesTests.house("casa0001")
        #expect(throws: HouseFault.self) {
            try register.change(house) { house throws(HouseFault) in
                house?.name = "Other"
                throw HouseFault("refused")
            }
        }
        #expect(try register.house(house)?.name == "Casa")
    }
}
