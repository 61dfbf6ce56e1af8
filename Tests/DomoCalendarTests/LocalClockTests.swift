import DomoCalendar
import DomoModel
import Testing

@Suite struct LocalClockTests {
    @Test func utcIsNeverSetForward() {
        #expect(UTC().offset(at: Timestamp(milliseconds: 0)) == 0)
    }
}
