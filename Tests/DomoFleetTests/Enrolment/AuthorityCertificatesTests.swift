import DomoTestKit
import Testing

@testable import DomoFleet

struct AuthorityCertificatesTests {
    @Test func pemIsReadAsWritten() throws {
        let bodies = [String(repeating: "AbCd", count: 40), "BBBB"]
        let certificates = try AuthorityCertificates(bodies: bodies)
        #expect(try AuthorityCertificates(pem: certificates.pem) == certificates)
        let other = "text\r\n" + certificates.pem.split(separator: "\n").joined(separator: "\r\n")
        #expect(try AuthorityCertificates(pem: other) == certificates)
        #expect(certificates.pem.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
    }

    @Test(arguments: [
        "", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ])
    func otherTextIsRefused(pem: String) { #expect(throws: HouseFault.self) { try AuthorityCertificates(pem: pem) } }

    @Test func tooManyAreRefused() {
        #expect(throws: HouseFault.self) { try AuthorityCertificates(bodies: Array(repeating: "AAAA", count: 5)) }
        #expect(throws: HouseFault.self) {
            try AuthorityCertificates(bodies: [String(repeating: "AAAA", count: 1025)])
        }
    }
}
