import DomoKNX
import DomoLanguage
import Testing

@testable import DomoImport

/// Parts of projects that only newer versions of ETS write.
struct ETS6ProjectTests {
    private static let program = "M-0083_A-0001-11-0000"

    private static let hardware = """
        <KNX><ManufacturerData><Manufacturer RefId="M-0083"><Hardware><Hardware Id="M-0083_H-1"><Products>
        <Product Id="M-0083_H-1_P-1" Text="Actuator"/></Products><Hardware2Programs>
        <Hardware2Program Id="M-0083_H-1_HP-1"><ApplicationProgramRef RefId="\(program)"/></Hardware2Program>
        </Hardware2Programs></Hardware></Hardware></Manufacturer></ManufacturerData></KNX>
        """

    /// A project with one device.
    /// - Parameters:
    ///   - objects: the objects in the program.
    ///   - device: the content of the device.
    ///   - groups: the names and types of groups from 1 on.
    private func project(
        program objects: String,
        device: String,
        groups: [(name: String, type: String)]
    ) throws -> Project {
        let addresses = groups.enumerated().map { index, group in
            #"<GroupAddress Id="P-1-0_GA-\#(index + 1)" Address="\#(index + 1)" Name="\#(group.name)" DatapointType="\#(group.type)"/>"#
        }.joined()
        let installation = """
            <KNX xmlns="http://knx.org/xml/project/23"><Project><Installations><Installation><Topology>
            <Area Address="1"><Line Address="1"><DeviceInstance Id="P-1-0_DI-1" Address="1" ProductRefId="M-0083_H-1_P-1"
             Hardware2ProgramRefId="M-0083_H-1_HP-1">\(device)</DeviceInstance></Line></Area></Topology><GroupAddresses>
            <GroupRanges><GroupRange Name="x">\(addresses)</GroupRange></GroupRanges></GroupAddresses></Installation>
            </Installations></Project></KNX>
            """
        return try read([
            ("P-1/0.xml", installation), ("M-0083/Hardware.xml", Self.hardware),
            ("M-0083/\(Self.program).xml", "<KNX><x>\(objects)</x></KNX>"),
        ])
    }

    private func read(_ files: [(String, String)], installation: String? = nil) throws -> Project {
        var project: Project?
        try Fixtures.withFolder { folder in
            let path = "\(folder)/a.knxproj"
            try ZipMaker.write(files, to: path)
            project = try ETSProjectFile.read(path: path, password: nil, installation: installation)
        }
        return try #require(project)
    }

    @Test func argumentsOfModulesAreFilledIn() throws {
        let id = Self.program
        let project = try project(
            program: """
                <Argument Id="\(id)_MD-2_A-1" Name="Base"/><Argument Id="\(id)_MD-2_A-3" Name="ChNo"/>
                <Argument Id="\(id)_MD-2_SM-1_A-1" Name="Part"/>
                <ComObject Id="\(id)_MD-2_O-2-0" Text="Channel {{ChNo}}: {{0}}" FunctionText="Switch {{Other}}"/>
                <ComObjectRef Id="\(id)_MD-2_O-2-0_R-1" RefId="\(id)_MD-2_O-2-0"/>
                <ComObject Id="\(id)_MD-2_SM-1_O-3-1" Text="{{ChNo}}{{Part:x}} {{Part}}"/>
                <ComObjectRef Id="\(id)_MD-2_SM-1_O-3-1_R-2" RefId="\(id)_MD-2_SM-1_O-3-1"/>
                """,
            device: """
                <ComObjectInstanceRefs><ComObjectInstanceRef RefId="MD-2_M-1_MI-1_O-2-0_R-1" Links="GA-1"/>
                <ComObjectInstanceRef RefId="MD-2_M-1_MI-2_O-2-0_R-1" Links="GA-2"/>
                <ComObjectInstanceRef RefId="MD-2_M-1_MI-1_SM-1_M-1_MI-1-1-2_SM-1_O-3-1_R-2" Links="GA-1"/>
                <ComObjectInstanceRef RefId="MD-2_M-1_MI-2_O-2-0_R-1" Text="Ausgang {{ChNo}}" Links="GA-2"/>
                </ComObjectInstanceRefs>
                <ModuleInstances><ModuleInstance Id="MD-2_M-1_MI-1" RefId="MD-2_M-1"><Arguments>
                <Argument RefId="MD-2_A-1" Value="0"/><Argument RefId="MD-2_A-3" Value="A"/></Arguments></ModuleInstance>
                <ModuleInstance Id="MD-2_M-1_MI-2" RefId="MD-2_M-1"><Arguments><Argument RefId="MD-2_A-3" Value="B"/>
                </Arguments></ModuleInstance>
                <ModuleInstance Id="MD-2_M-1_MI-1_SM-1_M-1_MI-1-1-2" RefId="MD-2_SM-1_M-1"><Arguments>
                <Argument RefId="SM-1_A-1" Value=""/></Arguments></ModuleInstance></ModuleInstances>
                """,
            groups: [("a", "DPST-1-1"), ("b", "DPST-1-1")]
        )
        let objects = try #require(project.devices.first?.objects)
        #expect(
            objects.map { "\($0.text)|\($0.functionText)" } == [
                "Channel A: {{0}}|Switch {{Other}}", "Channel B: {{0}}|Switch {{Other}}", "Ax |",
                "Ausgang B|Switch {{Other}}",
            ]
        )
    }

    /// Objects without texts, of a blind actuator.
    @Test func declaredDatapointsShowRoles() throws {
        let id = Self.program
        func object(_ number: Int, _ datapoint: String, _ flags: String, text: String = "Objekt") -> String {
            func flag(_ letter: Character) -> String { flags.contains(letter) ? "Enabled" : "Disabled" }
            return """
                <ComObject Id="\(id)_O-\(number)" Number="\(number)" Text="\(text) \(number)" ReadFlag="\(flag("R"))"
                 WriteFlag="\(flag("W"))" TransmitFlag="\(flag("T"))"/><ComObjectRef Id="\(id)_O-\(number)_R-1"
                 RefId="\(id)_O-\(number)" Semantics="knx:dpa.\(datapoint)"/>
                """
        }
        let objects = [
            object(1, "800.81", "W"), object(2, "800.82", "W"), object(3, "800.71", "W"), object(4, "800.72", "W"),
            object(5, "800.85", "RT"), object(6, "800.56", "RT"), object(7, "800.51", "RT"),
            // The text is right, and what is declared is not.
            object(8, "800.56", "RT", text: "Status Position"),
        ]
        let references = (1...8).map {
            #"<ComObjectInstanceRef RefId="O-\#($0)_R-1" ChannelId="CH-1" Links="GA-\#($0)"/>"#
        }
        let types = [
            "DPST-1-8", "DPST-1-7", "DPST-5-1", "DPST-5-1", "DPST-5-1", "DPST-5-1", "DPST-1-8", "DPST-5-1",
        ]
        let project = try project(
            program: objects.joined(),
            device: "<ComObjectInstanceRefs>\(references.joined())</ComObjectInstanceRefs>",
            groups: types.enumerated().map { ("g\($0 + 1)", $1) }
        )
        #expect(
            project.house().summary == [
                #"x/g1: <Movimiento orden="0/0/1" paso="0/0/2" sentido="0/0/7"/>"#,
                #"x/g1: <Nivel orden="0/0/3" estado="0/0/5 0/0/8" dpt="5.001"/>"#,
                #"x/g1 lamas: <Nivel orden="0/0/4" estado="0/0/6" dpt="5.001"/>"#,
            ]
        )
    }

    // MARK: Installations

    private static func installation(_ name: String, _ groups: String...) -> String {
        let addresses = groups.enumerated().map { #"<GroupAddress Id="P-1-0_GA-\#($0)" Address="1" Name="\#($1)"/>"# }
        return """
            <Installation Name="\(name)"><GroupAddresses><GroupRanges><GroupRange Name="x">\(addresses.joined())
            </GroupRange></GroupRanges></GroupAddresses></Installation>
            """
    }

    private static func file(_ installations: String...) -> String {
        "<KNX xmlns=\"http://knx.org/xml/project/20\"><Project><Installations>\(installations.joined())</Installations></Project></KNX>"
    }

    /// In one file, and with a file for each.
    private static let projects: [[(String, String)]] = [
        [("P-1/0.xml", file(installation("Haupthaus", "a"), installation("Gästehaus", "b"), installation("", "c")))],
        [
            ("P-1/0.xml", file(installation("Haupthaus", "a"))), ("P-1/1.xml", file(installation("Gästehaus", "b"))),
            ("P-1/2.xml", file(installation("", "c"))),
        ],
    ]

    @Test(
        arguments: 0...1,
        [
            (nil, "a"), ("haupthaus", "a"), ("1", "a"), ("Gästehaus", "b"), ("gastehaus", "b"), ("2", "b"), ("3", "c"),
        ] as [(String?, String)]
    )
    func eachInstallationCanBeImported(project: Int, wanted: (name: String?, group: String)) throws {
        let project = try read(Self.projects[project], installation: wanted.name)
        #expect(project.groups.map(\.name) == [wanted.group])
        let others = ["a", "b", "c"].firstIndex(of: wanted.group)!
        let names = [#"--installation Haupthaus"#, #"--installation Gästehaus"#, "--installation 3"]
        for (index, name) in names.enumerated() {
            #expect(
                project.problems.contains { $0.contains(name) && $0.contains("1 group address") } == (index != others)
            )
        }
    }

    @Test(arguments: 0...1, ["4", "0", "Haus", ""])
    func anUnknownInstallationIsRefused(project: Int, name: String) throws {
        let fault = try #require(throws: Fault.self) { try read(Self.projects[project], installation: name) }
        #expect(fault.message.contains("no installation \"\(name)\""))
        #expect(fault.hint == "use one of Haupthaus, Gästehaus, 3")
    }
}
