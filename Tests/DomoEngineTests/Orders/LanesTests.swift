import Testing

@testable import DomoEngine

struct LanesTests {
    @Test func orderThatHasEndedCantBeTakenBack() {
        let lanes = Lanes()
        #expect(!lanes.isWithdrawable(OrderID(number: 1)))
    }
}
