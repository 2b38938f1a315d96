import { expect, test } from 'vitest'
import { advance, createKnown, emptyCursor, type LogCursor, readFrom } from './log-cursor.policy.ts'

const stamp = (nanoseconds: number) => `2026-11-15T09:30:00.${String(nanoseconds).padStart(9, '0')}Z`

interface Entry {
  stream: 'stdout' | 'stderr'
  at: string
}

function take(entries: readonly Entry[], cursor: LogCursor): { taken: Entry[]; cursor: LogCursor } {
  const isKnown = createKnown(cursor)
  const taken: Entry[] = []
  let now = cursor
  for (const entry of entries) {
    if (isKnown(entry)) continue
    taken.push(entry)
    now = { ...now, [entry.stream]: advance(now[entry.stream], entry.at) }
  }
  return { taken, cursor: now }
}

test('reading resumes after any interruption without loss or repetition, whatever the order of both streams', () => {
  // Timestamps repeat, and an entry of stderr is written after a later one of stdout.
  const log: Entry[] = [1, 1, 1, 2, 4, 3, 3, 5, 5, 6].map((at, index) => ({
    stream: index % 3 === 2 || at === 3 ? 'stderr' : 'stdout',
    at: stamp(at),
  }))
  for (let cut = 0; cut <= log.length; cut += 1) {
    const first = take(log.slice(0, cut), emptyCursor)
    const second = take(log, first.cursor)
    expect([...first.taken, ...second.taken]).toEqual(log)
  }
})

test('reading starts a little before the later of both streams', () => {
  expect(readFrom(emptyCursor)).toBeNull()
  const cursor = { stdout: { at: stamp(5), count: 1 }, stderr: { at: stamp(7), count: 1 } }
  expect(readFrom(cursor)).toBe('2026-11-15T09:29:58.000000007Z')
})

test('a clock that is set back hides none of the later entries', () => {
  const { cursor } = take([{ stream: 'stdout', at: stamp(5) }], emptyCursor)
  const later: Entry[] = [6, 2, 3].map((at) => ({ stream: 'stdout', at: stamp(at) }))
  expect(take([{ stream: 'stdout', at: stamp(5) }, ...later], cursor).taken).toEqual(later)
})
