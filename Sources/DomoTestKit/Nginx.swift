import Glibc

/// A real nginx with its own configuration and folder, on a port that the system chose. It ends with its last reference
/// or before.
public final class Nginx: Sendable {
    public let port: Int
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// - Parameters:
    ///   - tls: the files of a certificate and its key; with them, only TLS is accepted.
    ///   - locations: the locations in nginx's configuration.
    public init(tls: (certificate: String, key: String)? = nil, locations: String) throws {
        folder = try TemporaryFolder()
        // nginx inherits a listening socket, so that connections never fail and no port must be guessed.
        let (descriptor, port) = try Loopback.bound(backlog: 64)
        defer { close(descriptor) }
        self.port = port
        let security = tls.map { "ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);" } ?? ""
        let configuration = try folder.write(
            "nginx.conf",
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
            """
        )
        process = try ChildProcess(
            "/usr/sbin/nginx",
            ["-p", folder.path, "-e", "\(folder.path)/error.log", "-c", configuration],
            environment: ["NGINX": "9;"],
            descriptors: [.same(9, as: descriptor)]
        )
    }

    /// Stops nginx with its workers, and removes its folder.
    public func stop() {
        process.send(SIGTERM)
        do {
            try process.waitForEnd()
        } catch {
            process.finish()
        }
        folder.remove()
    }

    deinit { stop() }
}
