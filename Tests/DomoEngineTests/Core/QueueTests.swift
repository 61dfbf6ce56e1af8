import Testing

@testable import DomoEngine

struct QueueTests {
    @Test func firstInIsFirstOut() {
        var queue = Queue<Int>()
        var expected: [Int] = []
        var taken: [Int?] = []
        for number in 0..<1000 {
            queue.append(number)
            if number.isMultiple(of: 3) {
                taken.append(queue.popFirst())
                expected.append(expected.count)
            }
        }
        while !queue.isEmpty {
            taken.append(queue.popFirst())
            expected.append(expected.count)
        }
        #expect(taken == expected)
        #expect(taken.count == 1000)
        #expect(queue.popFirst() == nil)
    }

    @Test func newestCanBeRemoved() {
        var queue = Queue<Int>()
        queue.append(1)
        queue.append(2)
        queue.removeLast()
        #expect(queue.count == 1)
        #expect(queue.popFirst() == 1)
        #expect(queue.isEmpty)
    }
}
