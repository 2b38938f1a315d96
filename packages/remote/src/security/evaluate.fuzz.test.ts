import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Evidence } from './evidence.ts'
import { type ProbeName, probeNames } from './gather/probe-names.ts'
import { recordedEvidence, withReading, withTruncatedOutput } from './testing/recorded-evidence.ts'

const recordings = [recordedEvidence('debian-12'), recordedEvidence('debian-12-hardened')]
const runs = 200

function passed(evidence: Evidence): Set<string> {
  return new Set(
    evaluate(evidence)
      .filter(({ status }) => status === 'pass')
      .map(({ id }) => id),
  )
}

const anyRecording = fc.constantFrom(...recordings)
const anyProbe = fc.constantFrom<ProbeName>(...probeNames)

test('truncated output never makes a failing check pass', () => {
  const before = new Map(recordings.map((evidence) => [evidence, passed(evidence)]))
  fc.assert(
    fc.property(anyRecording, anyProbe, fc.double({ min: 0, max: 1, noNaN: true }), (evidence, name, share) => {
      const cut = withTruncatedOutput(evidence, name, (length) => Math.min(Math.floor(share * length), length - 1))
      for (const id of passed(cut)) expect(before.get(evidence)).toContain(id)
    }),
    { numRuns: runs },
  )
})

test('output that lost only its last bytes is not accepted', () => {
  for (const lost of [1, 2, 30]) {
    for (const name of probeNames) {
      const reading = withTruncatedOutput(recordings[0] ?? never(), name, (length) => length - lost).readings.get(name)
      expect(reading?.state).toBe('unread')
    }
  }
})

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '\n',
    '\0',
    'a'.repeat(100_000),
    '\n'.repeat(50_000),
    '==> /etc/shadow <==\n',
    '*filter\n:INPUT DROP [0:0]\n',
    '{"nftables":[]}',
    '{"nftables":[{"chain":{"hook":"input","type":"filter","policy":"drop"}}]}',
    '\u001b]0;pwned\u0007\u001b[31mred\u202etxt',
    '__proto__ installed\nconstructor installed\n',
  ),
)

test('evaluators always end, and noise never passes', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.boolean(), (text, errors, succeeded) => {
      const noise = { state: 'read', succeeded, text, errors } as const
      const evidence: Evidence = {
        takenAt: 1,
        username: 'root',
        connection: { clientAddress: '192.0.2.1', serverAddress: '192.0.2.2', serverPort: 22 },
        readings: new Map(probeNames.map((name) => [name, noise])),
        engine: { state: 'read', version: text, info: { text }, containers: [text, null, { Name: text }], leftOut: 0 },
      }
      expect(passed(evidence)).toEqual(new Set())
    }),
    { numRuns: runs },
  )
})

test('noise in one output never throws, and the shown text is clean and short', () => {
  fc.assert(
    fc.property(anyRecording, anyProbe, hostileText, (evidence, name, text) => {
      const noisy = withReading(evidence, name, { state: 'read', succeeded: true, text, errors: text })
      for (const result of evaluate(noisy)) {
        expect(result.evidence.length).toBeLessThanOrEqual(600)
        expect((result.current ?? '').length).toBeLessThanOrEqual(200)
        expect(`${result.evidence}${result.current}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(`${result.evidence}${result.current}`.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: runs },
  )
})

test('missing lines in complete output do not throw', () => {
  fc.assert(
    fc.property(anyRecording, anyProbe, fc.nat(), fc.nat(), (evidence, name, from, count) => {
      const reading = evidence.readings.get(name)
      if (reading?.state !== 'read') return
      const lines = reading.text.split('\n')
      lines.splice(from % lines.length, count % 5)
      expect(evaluate(withReading(evidence, name, { ...reading, text: lines.join('\n') })).length).toBeGreaterThan(80)
    }),
    { numRuns: runs },
  )
})

function never(): never {
  throw new Error('unreachable')
}
