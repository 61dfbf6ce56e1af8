/// 249.600: a brightness, a colour temperature, and the duration of the transition.
///
/// Source: KNX 03/07/02, 6.16.
struct DPT249: RecordType {
    let number: UInt16 = 249

    static let records = [
        Record(
            600,
            "DPT_Brightness_Colour_Temperature_Transition",
            "brightness and colour temperature transition",
            [
                .tenthsOfSeconds("time", label: ""), .number("colour temperature", 16, unit: "K", label: ""),
                .percent("brightness"), .reserved(5), .validity(of: "time"), .validity(of: "colour temperature"),
                .validity(of: "brightness"),
            ],
            shown: ["brightness", "colour temperature", "time"]
        )
    ]
}
