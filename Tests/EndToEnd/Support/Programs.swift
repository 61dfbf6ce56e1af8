import Glibc

/// The folder of the programs under test: that of the test bundle, where `swift build` puts both.
enum Programs {
    /// Without a trailing slash.
    static let folder: String = {
        let starts = [ownProgram].compactMap { $0 } + CommandLine.arguments
        for start in starts {
            var folder = start[...]
            // The bundle is a file on Linux, and a folder with the program elsewhere.
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                if access("\(folder)/domod", X_OK) == 0, access("\(folder)/domo-sim", X_OK) == 0 {
                    return String(folder)
                }
            }
        }
        fatalError("domod and domo-sim are not beside the tests (\(starts)); build them: swift build --build-tests")
    }()

    /// The path of a program: a name without a slash is one of those under test.
    static func path(_ program: String) -> String { program.contains("/") ? program : "\(folder)/\(program)" }

    private static var ownProgram: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }
}
