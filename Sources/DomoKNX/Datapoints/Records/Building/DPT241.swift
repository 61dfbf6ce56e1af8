/// 241.800: the state of a blind actuator.
///
/// Source: KNX 03/07/02, 7.4, with its count of the bits; the KNX master data of ETS has them the other way round.
struct DPT241: RecordType {
    let number: UInt16 = 241

    static let records = [
        Record(
            800,
            "DPT_StatusSAB",
            "status of a shutter or blind actuator",
            [
                .percent("height"), .percent("slats"), .validity(of: "slats"), .validity(of: "height"), .reserved(3),
                .flag("failure"), .flag("local override"), .flag("locked"), .flag("forced"), .flag("weather alarm"),
                .flag("slats restricted"), .flag("height restricted"), .flag("target reached"),
                .flag("lower predefined position"), .flag("lower end"), .flag("upper end"),
            ]
        )
    ]
}
