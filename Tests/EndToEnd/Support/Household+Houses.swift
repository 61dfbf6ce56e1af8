extension Household {
    /// A house file with one house.
    static func oneHouse(_ content: String, name: String = "Casa") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Viviendas><Vivienda><Nombre>\(name)</Nombre>\(content)</Vivienda></Viviendas>

        """
    }

    /// A house with a number of lamps: `Lamp1` and so on.
    static func lamps(_ count: Int) -> String {
        oneHouse(
            (1...count).map { "<Dispositivo><Nombre>Lamp\($0)</Nombre><Tipo>1</Tipo></Dispositivo>" }.joined(
                separator: "\n"
            )
        )
    }
}
