extension DatapointType {
    /// The main types, ascending.
    static let mainTypes: [any MainType] = [
        DPT1(),
        DPT10(),
        DPT11(),
        DPT15(),
        DPT19(),
        DPT21(),
        DPT22(),
        DPT23(),
        DPT25(),
        DPT26(),
        DPT27(),
        DPT30(),
        DPT206(),
        DPT217(),
        DPT219(),
        DPT222(),
        DPT225(),
        DPT229(),
        DPT230(),
        DPT232(),
        DPT235(),
        DPT236(),
        DPT237(),
        DPT238(),
        DPT239(),
        DPT240(),
        DPT241(),
        DPT242(),
        DPT243(),
        DPT249(),
        DPT250(),
        DPT251(),
        DPT252(),
        DPT253(),
        DPT254(),
    ]

    /// All types, ascending.
    public static let all: [DatapointType] = mainTypes.flatMap { main in main.subtypes.map { DatapointType(main, $0) } }
}
