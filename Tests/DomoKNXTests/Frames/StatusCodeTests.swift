import DomoKNX
import Testing

struct StatusCodeTests {
    @Test(
        arguments: [
            (0x00, "no error (0x00)"), (0x21, "the interface does not know this connection (0x21)"),
            (0x22, "the interface does not offer this type of connection (0x22)"),
            (0x24, "all tunnels are in use (0x24)"), (0x25, "no tunnel with its own address is free (0x25)"),
            (0x26, "the interface reports a connection error (0x26)"),
            (0x27, "the interface has no connection to the bus (0x27)"),
            (0x28, "this client is not allowed to use the requested address (0x28)"),
            (0x29, "the interface does not support this tunnelling layer (0x29)"),
            (0x2D, "the requested address is not a tunnel of the interface (0x2D)"),
            (0x2E, "the tunnel with the requested address is in use (0x2E)"), (0x77, "unknown status (0x77)"),
        ] as [(UInt8, String)]
    )
    func statusHasAText(code: UInt8, text: String) {
        #expect(StatusCode(rawValue: code).description == text)
    }
}
