import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import { encodeEntry, StreamTail } from './stream-tail.ts'

test('returns exactly the entries after a number that it covers, and stays within its limits', () => {
  const steps = fc.array(fc.record({ gap: fc.constantFrom(0, 0, 0, 0, 5), size: fc.nat(400) }), { maxLength: 300 })
  fc.assert(
    fc.property(fc.nat(1_000), steps, (begin, pushes) => {
      const tail = new StreamTail(begin)
      const all: number[] = []
      for (const { gap, size } of pushes) {
        const seq = tail.last + 1 + gap
        all.push(seq)
        tail.push(encodeEntry({ seq, kind: 'log', projectId: null, json: `"${'x'.repeat(size)}"` }), 10_000)
        const kept = tail.after(tail.start)
        expect(kept.length).toBeLessThanOrEqual(128)
        expect(kept.reduce((sum, entry) => sum + entry.frame.length, 0)).toBeLessThanOrEqual(10_000)
      }
      for (let from = begin; from <= tail.last + 2; from += 1) {
        if (tail.covers(from)) expect(tail.after(from).map((e) => e.seq)).toEqual(all.filter((seq) => seq > from))
      }
    }),
    { numRuns: 200 },
  )
})

test('rejects a number that it already has', () => {
  const tail = new StreamTail(5)
  expect(() => tail.push(encodeEntry({ seq: 5, kind: 'log', projectId: null, json: '1' }), 100)).toThrow(/event 5/)
})

test('respects the concurrency limit, runs everything, and frees the place of a failure', async () => {
  const limit = limitConcurrency(3)
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      limit(async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (n % 7 === 0) throw new Error('on purpose')
        return n
      }),
    ),
  )
  expect(most).toBe(3)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(42)
})
