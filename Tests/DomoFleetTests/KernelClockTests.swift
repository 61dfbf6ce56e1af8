import Testing

@testable import DomoFleet

/// What adjtimex(2) and workers say about clocks.
struct KernelClockTests {
    @Test(
        arguments: [
            // systemd-timesyncd sets the maximum error to 0.
            (1, 0, .synchronized(error: 100)), (1, 99_000, .synchronized(error: 100)),
            (1, 250_400, .synchronized(error: 251)), (1, 16_000_000, .synchronized(error: 16_001)),
            (1, -1, .unsynchronized), (1, .max, .synchronized(error: Int64.max / 1000 + 1)),
            (0, 0, .unsynchronized), (0, 16_000_000, .unsynchronized), (-1, 0, .unknown),
        ] as [(CInt, Int64, KernelClock)]
    )
    func stateOfTheKernelIsRead(isSynchronized: CInt, maxError: Int64, expected: KernelClock) {
        #expect(KernelClock(isSynchronized: isSynchronized, maxError: maxError) == expected)
    }

    /// Whatever this machine has.
    @Test func clockOfThisMachineIsRead() {
        switch KernelClock.now() {
        case .unsynchronized, .unknown: break
        // The kernel takes a clock with a larger error for unsynchronized.
        case .synchronized(let error): #expect((KernelClock.minError...17_000).contains(error))
        }
    }

    @Test(arguments: [.time(1_795_212_000_000, error: 100), .time(-1, error: 0), .unsynchronized] as [FleetTime])
    func replyIsReadAsItWasWritten(_ reply: FleetTime) { #expect(FleetTime(json: reply.json) == reply) }

    @Test(arguments: [
        "", "{}", "[]", "{", #"{"time":1}"#, #"{"error":1}"#, #"{"time":"1","error":1}"#, #"{"time":1.5,"error":1}"#,
        #"{"time":1e30,"error":1}"#, #"{"unsynchronized":false}"#, #"{"unsynchronized":1}"#,
        #"{"time":1,"error":1,"more":"\#(String(repeating: "x", count: 300))"}"#,
    ])
    func otherReplyIsNone(_ text: String) { #expect(FleetTime(json: Array(text.utf8)) == nil) }
}
