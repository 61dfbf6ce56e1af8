import Glibc
import Testing

/// A real nginx with its own configuration and folder, on a port that the system chose. Must be stopped.
struct Nginx {
    let port: Int
    private let folder: TemporaryFolder
    private let process: pid_t

    /// - Parameters:
    ///   - tls: the certificate; with it, only TLS is accepted.
    ///   - locations: the locations in nginx's configuration.
    init(tls: (certificate: String, key: String)? = nil, locations: String) throws {
        folder = try TemporaryFolder()
        // nginx inherits a listening socket, so that connections never fail and no port must be guessed.
        let (descriptor, port) = try bindOnLoopback(backlog: 64)
        defer { close(descriptor) }
        self.port = port
        let security = tls.map { "ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);" } ?? ""
        try folder.write(
            """
            daemon off; worker_processes 1; pid \(folder.path)/nginx.pid; error_log \(folder.path)/error.log;
            events { worker_connections 512; }
            http {
                access_log off;
                client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi; uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                server { listen 127.0.0.1:\(port)\(tls == nil ? "" : " ssl"); \(security) \(locations) }
            }
            """,
            to: "nginx.conf"
        )
        process = try spawn(
            [
                "/usr/sbin/nginx", "-p", folder.path, "-e", "\(folder.path)/error.log", "-c",
                "\(folder.path)/nginx.conf",
            ],
            environment: ["NGINX=9;"],
            descriptors: [(descriptor, 9)]
        )
    }

    /// Stops nginx, and removes its folder.
    func stop() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        folder.remove()
    }
}

/// A temporary folder for a test.
struct TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/domo-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFault(call: "mkdtemp", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func write(_ text: String, to name: String) throws {
        guard let file = fopen("\(path)/\(name)", "w") else { throw SystemFault(call: "fopen", errno: errno) }
        fputs(text, file)
        guard fclose(file) == 0 else { throw SystemFault(call: "fclose", errno: errno) }
    }

    func remove() {
        do {
            try runProgram(["/bin/rm", "-rf", path])
        } catch {
            Issue.record("\(path) stays behind: \(error)")
        }
    }
}

/// Starts a program.
/// - Parameter descriptors: maps descriptors of this process to descriptors of the program.
func spawn(
    _ words: [String],
    environment: [String] = [],
    descriptors: [(own: Int32, its: Int32)] = []
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    for (own, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, its) }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let status = posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
    guard status == 0 else { throw SystemFault(call: "posix_spawn \(words[0])", errno: status) }
    return process
}

/// Runs a program to its end, and throws if its status is not 0.
func runProgram(_ words: [String]) throws {
    let process = try spawn(words)
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process, status == 0 else {
        throw SystemFault(call: words.joined(separator: " "), errno: status)
    }
}
