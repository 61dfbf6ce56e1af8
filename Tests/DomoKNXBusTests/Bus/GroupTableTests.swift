import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

@Suite struct GroupTableTests {
    /// The type of a central address decides its role, not the type of the facet that listens to it.
    @Test(arguments: [
        (FacetType.binary, "1.001", "1.001", GroupTable.Role.listen(0, listen: 0)),
        (.regulable, "5.001", "3.007", .relative(0)), (.regulable, "5.001", "1.001", .listen(0, listen: 0)),
        (.bidirectional, "1.008", "1.008", .listen(0, listen: 0)), (.bidirectional, "1.008", "1.007", .step(0)),
        (.bidirectional, "1.008", "1.010", .stop(0)), (.bidirectional, "1.008", "1.017", .stop(0)),
        (.binary, "1.001", "1.017", .listen(0, listen: 0)),
    ])
    func typeOfAListenedAddressDecidesItsRole(
        facet: FacetType,
        own: String,
        listen: String,
        role: GroupTable.Role
    ) throws {
        let facet = KNXFacet(
            FacetName(path: "Casa/a", type: facet),
            command: groupAddress("1/0/1"),
            listens: [KNXListen(group: groupAddress("0/0/1"), type: try DatapointType(listen))],
            type: try DatapointType(own)
        )
        let table = GroupTable(KNXBindings(facets: [facet]))
        #expect(table[groupAddress("0/0/1")] == [role])
        #expect(!table.isReadable(groupAddress("0/0/1")))
    }
}
