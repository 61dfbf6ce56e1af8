import ArgumentParser

/// The options of each program that serves a site, except where it listens: each has another port.
package struct WebOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The public URL: requests for its host name are accepted, and with https cookies are secure.",
            valueName: "url"
        )
    )
    var publicUrl: String?

    @Option(
        help: ArgumentHelp(
            "The address of a trusted proxy that sets X-Forwarded-For, or unix.",
            valueName: "address"
        )
    )
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate and its chain, in PEM format. It is reloaded when it changes.",
            valueName: "file"
        )
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate, in PEM format.", valueName: "file"))
    var key: String?

    @Flag(
        help: ArgumentHelp(
            "With https: tell browsers to use only https for this name, on all its ports, for a year (HSTS)."
        )
    )
    package var hsts = false

    package init() {}

    package var isSecure: Bool { certificate != nil || publicUrl?.hasPrefix("https://") == true }

    package func validate() throws {
        if let publicUrl, !publicUrl.hasPrefix("http://"), !publicUrl.hasPrefix("https://") {
            throw ValidationError("invalid URL \"\(publicUrl)\" for --public-url; use https://house.example")
        }
        guard !hsts || isSecure else {
            throw ValidationError("--hsts needs --certificate and --key, or a --public-url with https")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("missing option: \(key == nil ? "--key" : "--certificate") FILE; TLS needs both")
        }
    }
}
