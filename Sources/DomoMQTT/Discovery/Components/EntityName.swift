import DomoModel

/// The name that an entity gets in Home Assistant: `casa_salon_luz`. Its user can change it.
enum EntityName {
    /// - Returns: small letters, digits and single `_` of a path; `other` if it has none.
    static func word(_ path: String, else other: String) -> String {
        var word = ""
        for scalar in FoldedName.fold(path).unicodeScalars {
            if scalar.isASCII, scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty, !word.hasSuffix("_") {
                word += "_"
            }
        }
        if word.hasSuffix("_") { word.removeLast() }
        return word.isEmpty ? other : word
    }
}
