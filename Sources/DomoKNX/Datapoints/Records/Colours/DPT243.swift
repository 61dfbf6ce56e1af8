/// 243.600: a colour as in 242.600, and the duration of the transition.
///
/// Source: KNX 03/07/02, 6.10, which has x before y in its text but y before x in its drawing. This follows xknx 4.0.0,
/// which sends x first as in 242.600; Calimero sends y first.
struct DPT243: RecordType {
    let number: UInt16 = 243

    static let records = [
        Record(
            600,
            "DPT_Colour_Transition_xyY",
            "colour transition xyY",
            [
                .tenthsOfSeconds("time", label: ""), DPT242.coordinate("x"), DPT242.coordinate("y"),
                .percent("brightness"), .reserved(6), .validity(of: "x", "y"), .validity(of: "brightness"),
            ],
            shown: ["x", "y", "brightness", "time"]
        )
    ]
}
