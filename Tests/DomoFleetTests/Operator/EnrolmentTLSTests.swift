import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// A fleet whose servers have their own authority: the code brings its certificate to the house.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EnrolmentTLSTests {
    @Test func codeBringsTheAuthorityOfTheServers() async throws {
        let certificates = try TestCertificates()
        let world = try OperatorWorld(certificates)
        let credentials = try world.enroll("casa0001")
        let authority = try #require(credentials.authority)
        #expect(authority == "\(world.path("casa0001")).ca.pem")
        #expect(try AuthorityCertificates(file: authority) == AuthorityCertificates(file: certificates.authority))
        let (house, _) = try await world.connect(credentials)
        #expect(house.isConnected)
        let revoke = try world.operates("house", "revoke", "casa0001")
        #expect(revoke.status == 0, "\(revoke)")
        try await eventually("the end") { !house.isConnected }
        // An authority that did not sign the certificate of the server.
        let other = try TestCertificates()
        let code = try EnrolmentCode(try world.code("Other", "casa0002"))
        let forged = EnrolmentCode(
            house: code.house,
            servers: code.servers,
            authority: try AuthorityCertificates(file: other.authority),
            seed: code.seed,
            jwt: code.jwt
        )
        let enroll = try OperatorWorld.run(["enroll", forged.text, "--credentials", world.path("casa0002")])
        #expect(enroll.status == 1 && enroll.errors.contains("not signed by a trusted authority"), "\(enroll)")
        #expect(!FileBytes.isThere(world.path("casa0002")))
        await world.stop()
    }
}
