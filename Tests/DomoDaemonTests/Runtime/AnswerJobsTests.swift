import DomoEngine
import Testing

@testable import DomoDaemon

/// Long answers are computed in turns of accounts, and only for those who read them.
struct AnswerJobsTests {
    private final class Owner {}

    private static func job(_ number: UInt64, _ owner: Owner = Owner()) -> AnswerJobs.Job {
        AnswerJobs.Job(id: RequestID(number), client: ObjectIdentifier(owner)) {}
    }

    @Test func anotherAccountWaitsForOneAnswer() {
        var jobs = AnswerJobs(limit: 1)
        for number in 1...1000 { jobs.append(Self.job(UInt64(number)), of: .user(1)) }
        jobs.append(Self.job(2000), of: .user(2))
        #expect(jobs.next { _ in true }?.id == RequestID(1))
        // One at a time.
        #expect(jobs.next { _ in true } == nil)
        #expect(jobs.end(RequestID(1)) == true)
        #expect(jobs.end(RequestID(1)) == false)
        #expect(jobs.next { _ in true }?.id == RequestID(2000))
        #expect(jobs.end(RequestID(2000)) == true)
        #expect(jobs.next { _ in true }?.id == RequestID(2))
    }

    @Test func accountWithoutRoomWaitsAndDelaysNobody() {
        var jobs = AnswerJobs(limit: 2)
        for number in 1...3 { jobs.append(Self.job(UInt64(number)), of: .user(1)) }
        jobs.append(Self.job(4), of: .user(2))
        #expect(jobs.next { $0 != .user(1) }?.id == RequestID(4))
        #expect(jobs.next { $0 != .user(1) } == nil)
        #expect(jobs.next { _ in true }?.id == RequestID(1))
    }

    @Test func answersOfAClientThatIsGoneAreNotBegun() {
        var jobs = AnswerJobs(limit: 1)
        let (gone, other) = (Owner(), Owner())
        for number in 1...3 { jobs.append(Self.job(UInt64(number), number == 2 ? other : gone), of: .user(1)) }
        #expect(jobs.next { _ in true }?.id == RequestID(1))
        #expect(jobs.removeAll(of: ObjectIdentifier(gone)) == [RequestID(3)])
        #expect(jobs.end(RequestID(1)) == true)
        #expect(jobs.next { _ in true }?.id == RequestID(2))
        #expect(jobs.end(RequestID(2)) == true)
        #expect(jobs.isEmpty)
    }
}
