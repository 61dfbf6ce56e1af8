/// 240.800: the position of a blind and of its slats.
///
/// Source: KNX 03/07/02, 7.2: bit 0 is the validity of the height, bit 1 that of the slats.
struct DPT240: RecordType {
    let number: UInt16 = 240

    static let records = [
        Record(
            800,
            "DPT_CombinedPosition",
            "combined position",
            [.percent("height"), .percent("slats"), .reserved(6), .validity(of: "slats"), .validity(of: "height")]
        )
    ]
}
