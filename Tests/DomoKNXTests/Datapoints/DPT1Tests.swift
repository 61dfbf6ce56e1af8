import DomoKNX
import Testing

struct DPT1Tests {
    @Test func registryKnowsASwitch() {
        #expect(DatapointType.all.first?.description == "1.001")
    }
}
