import Glibc

/// A program of the build.
public enum BuiltProgram {
    /// The path of a program beside the one that runs the tests; only its name if there is none.
    public static func path(_ name: String) -> String {
        let own = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            let count = buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(count, 0)), as: UTF8.self)
        }
        for start in [own] + CommandLine.arguments {
            var folder = start[...]
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
            }
        }
        return name
    }
}

/// Waits until something is done, for five minutes.
public func eventually(_ what: String, _ isDone: () async throws -> Bool) async throws {
    for _ in 0..<3000 {
        if try await isDone() { return }
        try await Task.sleep(for: .milliseconds(100))
    }
    throw KitFault(description: "\(what) did not come within 5 minutes")
}
