import DomoModel
import Glibc
import Testing

@testable import DomoXML

/// Malicious files are refused early, without buffering their content.
struct HostileFileTests {
    /// Feeds the same piece until the reader stops, and returns how many bytes were fed.
    private func bytesUntilStopped(start: String, piece: String, limit: Int) -> Int {
        var reader = HouseReader(file: "h.xml")
        func feed(_ text: String, to reader: inout HouseReader) {
            Array(text.utf8).withUnsafeBytes { reader.feed($0) }
        }
        feed(start, to: &reader)
        var count = 0
        while !reader.isStopped, count < limit {
            feed(piece, to: &reader)
            count += piece.utf8.count
        }
        let isStopped = reader.isStopped
        #expect(isStopped)
        let reading = reader.finish()
        #expect(reading.hasErrors)
        return count
    }

    @Test func hundredThousandLevelsAreRefusedAfterAFewHundred() {
        let piece = String(repeating: "<Sector><Nombre>s</Nombre>", count: 1_000)
        let start = "<Viviendas><Vivienda><Nombre>Casa</Nombre>"
        #expect(bytesUntilStopped(start: start, piece: piece, limit: 10_000_000) < 200_000)
        #expect(bytesUntilStopped(start: "<Viviendas>", piece: "<a>", limit: 10_000_000) < 200_000)
    }

    @Test(arguments: [(256, true), (257, false)]) func sectorsNestTwoHundredAndFiftySixDeep(depth: Int, fits: Bool) {
        let body =
            (0..<depth).map { "<Sector><Nombre>s\($0)</Nombre>" }.joined()
            + "<Dispositivo><Nombre>a</Nombre><Tipo>1</Tipo></Dispositivo>"
            + String(repeating: "</Sector>", count: depth)
        let reading = read(house(body))
        #expect(reading.hasErrors != fits)
        if !fits { #expect(reading.diagnostics[0].message == "the file is nested too deep; the limit is 256 sectors") }
    }

    @Test(arguments: [
        "<Viviendas a='", "<Viviendas><!-- ", "<Viviendas><?a ", "<Viviendas><", "<!DOCTYPE a [",
        "<?xml version='1.0' encoding='US-ASCII'?><Viviendas>é",
    ])
    func unboundedTokensAreRefusedAfterAMegabyteOrTwo(start: String) {
        #expect(
            bytesUntilStopped(start: start, piece: String(repeating: "x", count: 65_536), limit: 100_000_000)
                < 3_000_000
        )
    }

    @Test func nameOfTenMegabytesIsRefusedAndNotKept() {
        let text = device("<Nombre>" + String(repeating: "n", count: 10_000_000) + "</Nombre><Tipo>1</Tipo>")
        let reading = read(text)
        #expect(
            reading.diagnostics.map(\.message) == [
                "<Nombre> is longer than 200 characters; expected 1–200 characters, no / and no control characters"
            ]
        )
    }

    @Test(arguments: ["Tipo", "d:Minimo", "d:Etiqueta", "d:Plano"]) func longTextsAreRefusedAndShownShort(tag: String) {
        let place = tag == "d:Plano" ? house : device
        let body = tag == "d:Plano" ? "" : "<Nombre>a</Nombre><Tipo>1</Tipo>"
        let reading = read(place("\(body)<\(tag)>" + String(repeating: "9", count: 2_000_000) + "</\(tag)>"))
        #expect(reading.hasErrors)
        #expect(reading.diagnostics.allSatisfy { $0.message.utf8.count < 300 })
    }

    @Test func entityBombIsRefused() {
        let entities = (1..<10).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }
            .joined()
        let text = "<!DOCTYPE Viviendas [<!ENTITY a0 \"x\">\(entities)]><Viviendas>&a9;</Viviendas>"
        #expect(read(text).diagnostics.map(\.message.first) == ["t"])
        #expect(diagnostics(text)[0].contains("the file has a <!DOCTYPE>"))
    }

    /// Opening the named files would block: they are pipes without a writer.
    @Test(arguments: [
        "<!DOCTYPE Viviendas SYSTEM \"PIPE\"><Viviendas/>",
        "<!DOCTYPE Viviendas [<!ENTITY a SYSTEM \"PIPE\">]><Viviendas>&a;</Viviendas>",
        "<!DOCTYPE Viviendas [<!ENTITY % a SYSTEM \"PIPE\">%a;]><Viviendas/>",
        "<?xml-stylesheet href=\"PIPE\"?><Viviendas xmlns:x=\"http://www.w3.org/2001/XInclude\"><x:include href=\"PIPE\"/></Viviendas>",
    ])
    func nothingIsFetched(text: String) {
        let pipe = "/tmp/domo-xml-pipe-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let reading = read(text.split(separator: "PIPE", omittingEmptySubsequences: false).joined(separator: pipe))
        #expect(reading.diagnostics.count == 1)
    }

    @Test func namesThatRepeatEverywhereCostNoMoreThanOthers() {
        let sectors = (0..<20_000).map {
            "<Sector><Nombre>s\($0)</Nombre><Dispositivo><Nombre>a</Nombre><Tipo>1</Tipo></Dispositivo></Sector>"
        }
        let reading = read(house(sectors.joined()))
        #expect(reading.houses.first?.sectors.count == 20_000)
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func tooLongTextsAreCut() {
        var text = TextCollector()
        for piece in ["  ", " a", String(repeating: " ", count: 9_000)] {
            Array(piece.utf8).withUnsafeBufferPointer { text.append($0) }
        }
        #expect(String(decoding: text.trimmed().bytes, as: UTF8.self) == "a")
        #expect(!text.trimmed().isCut)
        [UInt8](repeating: 0x20, count: 9_000).withUnsafeBufferPointer { text.append($0) }
        [UInt8(ascii: "b")].withUnsafeBufferPointer { text.append($0) }
        text.reset()
        for piece in ["a", String(repeating: " ", count: 9_000), "b"] {
            Array(piece.utf8).withUnsafeBufferPointer { text.append($0) }
        }
        #expect(text.trimmed().isCut)
    }
}
