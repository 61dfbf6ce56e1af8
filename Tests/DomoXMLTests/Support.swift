import DomoModel
import DomoXML
import Glibc

/// The folders of the test files and of the samples.
enum Folder {
    static let tests = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/")!))
    static let corpus = tests + "/Corpus"
    static let homes = tests + "/../../homes"

    /// The XML files of a folder, sorted.
    static func files(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".xml") { names.append(name) }
        }
        return names.sorted().map { "\(folder)/\($0)" }
    }

    static func bytes(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        precondition(descriptor >= 0, "no file \(path)")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &block, block.count), count > 0 { bytes += block[..<count] }
        return bytes
    }
}

func read(_ text: String, file: String = "h.xml") -> HouseReading {
    HouseReader.read(bytes: Array(text.utf8), file: file)
}

/// A file with one house, whose body starts at line 2, column 1.
func house(_ body: String) -> String {
    "<Viviendas xmlns:d=\"urn:domo:house:1\"><Vivienda><Nombre>Casa</Nombre>\n\(body)\n</Vivienda></Viviendas>\n"
}

/// The same with one device around the body.
func device(_ body: String) -> String {
    house("<Dispositivo>\(body)</Dispositivo>")
}

func diagnostics(_ text: String) -> [String] {
    read(text).diagnostics.map(\.description)
}
