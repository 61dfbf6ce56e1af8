/// 30.1010: the active channels out of 24.
///
/// Source: KNX 03/07/02, 8.5: bit 0 is channel 1; the KNX master data of ETS has them the other way round.
struct DPT30: RecordType {
    let number: UInt16 = 30

    static let records = [
        Record(
            1010,
            "DPT_Channel_Activation_24",
            "activation of 24 channels",
            RecordLayout(bits: 24, (1...24).map { "channel \($0)" })
        )
    ]
}
