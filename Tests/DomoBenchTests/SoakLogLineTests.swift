import Testing

@testable import domo_bench

@Suite struct SoakLogLineTests {
    @Test(arguments: [
        "2026-11-22T18:05:28.037Z info stopping",
        "2026-11-22T18:05:28.037Z warning http://127.0.0.1:9 unreachable: connection refused",
        "2026-11-22T18:05:28.037Z error /x/homes/Extra.xml:1:20: error: unfinished",
        #"2026-11-22T18:05:28.037Z error /x/uno.domo:1:5: error: unknown element "Nadie""#,
    ])
    func lineThatTheSoakCausesIsExpected(line: String) { #expect(SoakLogLine.isExpected(line)) }

    @Test(arguments: [
        "2026-11-22T18:05:28.037Z error the history can't be written",
        "2026-11-22T18:05:28.037Z critical can't start a thread",
        "Fatal error: Index out of range",
        "*** Signal 11: Backtracing from 0x1234... done ***",
        "",
    ])
    func anyOtherErrorIsUnexpected(line: String) { #expect(!SoakLogLine.isExpected(line)) }
}
