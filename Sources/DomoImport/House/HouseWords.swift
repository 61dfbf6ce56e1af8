import DomoModel

/// The vocabulary of house files, in Spanish and in English. A file uses one of them throughout.
struct HouseWords {
    let isEnglish: Bool

    var device: String { isEnglish ? "Device" : "Dispositivo" }
    var name: String { isEnglish ? "Name" : "Nombre" }
    var type: String { isEnglish ? "Type" : "Tipo" }
    var label: String { isEnglish ? "Label" : "Etiqueta" }
    var unit: String { isEnglish ? "Unit" : "Unidad" }
    var part: String { isEnglish ? "Part" : "Parte" }
    var role: String { isEnglish ? "Role" : "Papel" }
    var elementClass: String { isEnglish ? "Class" : "Clase" }

    var notInGroups: String { isEnglish ? "NotInGroups" : "SinGrupo" }

    func line(of role: FacetRole) -> String {
        "<d:\(self.role)>\(isEnglish ? role.word : role.spanish)</d:\(self.role)>"
    }

    /// The name of the light of a lamp, and the line with the assumed range of its white.
    var light: String { isEnglish ? "Colour" : "Color" }

    func line(of light: LightDraft) -> String {
        let modes = isEnglish ? "modes=\"white\"" : "modos=\"blanco\""
        let range = LightDraft.assumed
        let (low, high) = isEnglish ? ("minimum", "maximum") : ("minimo", "maximo")
        return "<d:\(self.light)\(light == .white ? " \(modes)" : "") \(low)=\"\(range.lowerBound)\" "
            + "\(high)=\"\(range.upperBound)\"/>"
    }

    func line(of elementClass: ElementClass) -> String {
        let word = isEnglish ? elementClass.word : elementClass.spanish
        return "<d:\(self.elementClass)>\(word)</d:\(self.elementClass)>"
    }
}
