import CModelHouse

/// The model house that `domod --demo` simulates when no house is configured.
enum ModelHouse {
    /// How diagnostics name it.
    static let name = "vivienda-eficiente.xml (built in)"

    static var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: domo_model_house_start(), count: Int(domo_model_house_size)))
    }
}
