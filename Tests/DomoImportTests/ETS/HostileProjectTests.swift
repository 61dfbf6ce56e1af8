import DomoKNX
import DomoLanguage
import Glibc
import Testing

@testable import DomoImport

/// Malicious files.
struct HostileProjectTests {
    private static let master = #"<?xml version="1.0"?><KNX xmlns="http://knx.org/xml/project/20"></KNX>"#

    private func read(
        _ files: [(String, String)],
        limits: ZipArchive.Limits = .init()
    ) throws -> Project {
        var project: Project?
        try Fixtures.withFolder { folder in
            let path = "\(folder)/a.knxproj"
            try ZipMaker.write(files, to: path)
            project = try ETSProjectFile.read(path: path, password: nil, limits: limits)
        }
        return try #require(project)
    }

    private func fault(_ files: [(String, String)], limits: ZipArchive.Limits = .init()) throws -> Fault {
        try #require(throws: Fault.self) { try read(files, limits: limits) }
    }

    @Test func anArchiveWithoutAProjectIsRefused() throws {
        for names in [["knx_master.xml"], ["P-1.signature"], ["../P-1/0.xml"], ["P-1/../0.xml"], ["x/P-1.zip"]] {
            #expect(try fault(names.map { ($0, Self.master) }).message.contains("contains no project"))
        }
    }

    @Test func pathsInNamesStayInTheArchive() throws {
        // A product that names a file outside the archive: only the archive is searched.
        let installation = """
            <KNX xmlns="http://knx.org/xml/project/20"><Project><Installations><Installation><Topology><Area Address="1">
            <Line Address="1"><DeviceInstance Id="P-1-0_DI-1" Address="1" ProductRefId="../../etc/passwd_H"
             Hardware2ProgramRefId="x"/></Line></Area></Topology></Installation></Installations></Project></KNX>
            """
        let project = try read([("knx_master.xml", Self.master), ("P-1/0.xml", installation)])
        #expect(project.problems.contains { $0.contains("has no ../../etc/passwd/Hardware.xml") })
    }

    @Test func zipBombIsRefused() throws {
        let bomb = String(repeating: " ", count: 4 << 20)
        var limits = ZipArchive.Limits()
        limits.entrySize = 1 << 20
        #expect(try fault([("P-1/0.xml", bomb)], limits: limits).message.contains("exceeds the size limit"))
        limits = ZipArchive.Limits()
        limits.total = 1 << 20
        #expect(try fault([("P-1/0.xml", bomb)], limits: limits).message.contains("exceeds the size limit"))
        limits = ZipArchive.Limits()
        limits.archiveSize = 1 << 20
        #expect(try fault([("P-1.zip", bomb)], limits: limits).message.contains("exceeds the size limit"))
        limits = ZipArchive.Limits()
        limits.entryCount = 1
        #expect(try fault([("a", ""), ("P-1/0.xml", "")], limits: limits).message.contains("2 entries"))
    }

    @Test func entitiesAreNeverExpanded() throws {
        let laughs = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <KNX><Project Id="&b;"/></KNX>
            """
        #expect(try fault([("P-1/0.xml", laughs)]).message.contains("<!DOCTYPE>"))
        let fetch = #"<!DOCTYPE x SYSTEM "file:///etc/passwd"><KNX/>"#
        #expect(try fault([("P-1/0.xml", fetch)]).message.contains("<!DOCTYPE>"))
    }

    @Test func characterReferencesAreRead() throws {
        let installation = """
            <KNX><Project><Installations><Installation><GroupAddresses><GroupAddress Id="GA-1" Address="1"
             Name="A &amp; B &lt;&#228;&gt; &quot;&apos;"/></GroupAddresses></Installation></Installations></Project></KNX>
            """
        let project = try read([("P-1/0.xml", installation)])
        #expect(project.groups.map(\.name) == ["A & B <ä> \"'"])
        #expect(project.house().file().contains("A &amp; B &lt;ä&gt; &quot;'"))
    }

    @Test(arguments: ["", "<", "<KNX>", "<KNX></KNX", "no xml", "<KNX><A></KNX>", "\u{0}\u{1}"])
    func invalidXMLIsRefused(text: String) throws {
        #expect(try fault([("P-1/0.xml", text)]).code == .badModel)
    }

    @Test func tagsWithoutEndAreRefused() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(try fault([("P-1/0.xml", deep)]).code == .badModel)
    }

    @Test func invalidValuesAreProblemsAndNotFatal() throws {
        let installation = """
            <KNX xmlns="http://knx.org/xml/project/twenty"><Project><Installations><Installation>
            <GroupAddresses><GroupRanges><GroupRange RangeStart="x"><GroupAddress Id="" Address="65536" Name="a"/>
            <GroupAddress Address="0" Name="b"/><GroupAddress Name="c"/><GroupAddress Address="-1" Name="d"/>
            <GroupAddress Id="GA-1" Address="2048" Name="e" DatapointType="DPST-0-0 DPST-x DPST-1-99999999999999999999"/>
            </GroupRange></GroupRanges></GroupAddresses><Locations><Space><Function><GroupAddressRef RefId="GA-2"/>
            </Function></Space></Locations></Installation></Installations></Project></KNX>
            """
        let project = try read([("P-1/0.xml", installation)])
        #expect(project.groups.map(\.address.raw) == [2048])
        #expect(project.groups[0].type == nil)
        for name in ["a", "b", "c", "d"] {
            #expect(project.problems.contains { $0.hasPrefix("\"\(name)\" has no valid") })
        }
        #expect(project.problems.contains { $0.contains("refers to an unknown group") })
        _ = project.house().file()
    }

    @Test func aDamagedFileIsFoundByItsChecksum() throws {
        try Fixtures.withFolder { folder in
            let path = "\(folder)/a.knxproj"
            let installation = "<KNX><Project><Installations/></Project></KNX>" + String(repeating: " ", count: 100)
            try ZipMaker.write([("P-1/0.xml", installation)], to: path)
            var bytes = try PlainFile.read(path, limit: 1 << 20)
            // The checksum in the central directory at the end.
            let start = try #require(
                bytes.indices.dropLast(4).last { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) }
            )
            bytes[start + 16] ^= 1
            try PlainFile.write(bytes, to: "\(folder)/b.knxproj")
            let fault = try #require(throws: Fault.self) {
                try ETSProjectFile.read(path: "\(folder)/b.knxproj", password: nil)
            }
            #expect(fault.message.contains("0.xml is damaged"))
        }
    }

    @Test(arguments: [0, 1, 100, 1000, 3000, 6000])
    func truncatedFileIsRefused(count: Int) throws {
        try Fixtures.withFolder { folder in
            let bytes = try PlainFile.read(Fixtures.path("schema-20"), limit: 1 << 20)
            try PlainFile.write(Array(bytes.prefix(count)), to: "\(folder)/b.knxproj")
            let fault = #expect(throws: Fault.self) {
                try ETSProjectFile.read(path: "\(folder)/b.knxproj", password: nil)
            }
            #expect(fault?.code == .badModel)
            #expect(fault?.message.contains("\(folder)/b.knxproj") == true, "\(fault?.message ?? "")")
        }
    }

    /// A damaged AES archive without a checksum is detected by its authentication code.
    @Test func aChangedProtectedProjectIsRefused() throws {
        let outer = try ZipArchive(path: Fixtures.path("schema-21-password"))
        var bytes = try outer.bytes(of: #require(outer.entries["P-0242.zip"]))
        let secret = try ProjectPassword.derived(from: Fixtures.password)
        func read(_ bytes: [UInt8]) throws -> Int {
            let archive = try ZipArchive(bytes: bytes, file: "a.zip")
            let entry = try #require(archive.entries["0.xml"])
            #expect(entry.checksum == 0)
            var count = 0
            try archive.read(entry, password: secret) { count += $0.count }
            return count
        }
        #expect(try read(bytes) > 1000)
        // The code is directly before the next entry.
        let next = try #require(
            bytes.indices.dropFirst().first { bytes[$0...].starts(with: [0x50, 0x4B, 0x03, 0x04]) }
        )
        bytes[next - 1] ^= 1
        let fault = #expect(throws: Fault.self) { try read(bytes) }
        // ZipCrypto would not know damage from a wrong password.
        #expect(fault == .wrongPassword("a.zip"))
    }
}

extension PlainFile {
    /// Writes binary data.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = try #require({ $0 >= 0 ? $0 : nil }(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)))
        defer { close(descriptor) }
        #expect(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
    }
}
