/// 27.001: the switch states of up to sixteen outputs, each of which may be marked as invalid.
///
/// Source: KNX 03/07/02, 3.26: bits 0–15 are the states of outputs 1–16, bits 16–31 whether they are valid.
struct DPT27: RecordType {
    let number: UInt16 = 27

    static let records = [
        Record(
            1,
            "DPT_CombinedInfoOnOff",
            "combined on/off states",
            outputs.reversed().map { .validity(of: $0) } + outputs.reversed().map { .flag($0) },
            shown: outputs
        )
    ]

    private static let outputs = (1...16).map { "output \($0)" }
}
