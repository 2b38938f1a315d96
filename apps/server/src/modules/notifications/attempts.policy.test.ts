import { describe, expect, test } from 'vitest'
import { type AttemptVerdict, evaluateAttempt } from './attempts.policy.ts'

const pace = { firstPauseMs: 5_000, random: 0 }
const away: AttemptVerdict = { ok: false, isFinal: false, reason: 'It is away.' }
const never: AttemptVerdict = { ok: false, isFinal: true, reason: 'It is gone.' }

describe('delivery attempt', () => {
  test('a success ends the delivery', () => {
    expect(evaluateAttempt({ tries: 3, failures: 3 }, { ok: true }, pace)).toEqual({ status: 'delivered', tries: 4 })
  })

  test('a failure is retried four times, each time later', () => {
    const waits = [0, 1, 2, 3].map((tries) => evaluateAttempt({ tries, failures: tries }, away, pace))
    expect(waits.map((after) => [after.status, 'waitMs' in after && after.waitMs])).toEqual([
      ['waiting', 5_000],
      ['waiting', 20_000],
      ['waiting', 80_000],
      ['waiting', 320_000],
    ])
    expect(evaluateAttempt({ tries: 4, failures: 4 }, away, pace)).toMatchObject({ status: 'failed', tries: 5 })
  })

  test("a permanent failure is the last attempt, and the next delivery doesn't wait", () => {
    expect(evaluateAttempt({ tries: 0, failures: 0 }, never, pace)).toMatchObject({ status: 'failed', waitMs: null })
  })

  test('waits as long as requested, but at most an hour', () => {
    const asked = (retryAfterMs: number) => evaluateAttempt({ tries: 0, failures: 0 }, { ...away, retryAfterMs }, pace)
    expect(asked(60_000)).toMatchObject({ waitMs: 60_000 })
    expect(asked(1)).toMatchObject({ waitMs: 5_000 })
    expect(asked(86_400_000)).toMatchObject({ waitMs: 3_600_000 })
  })

  test('adds random jitter, never earlier', () => {
    const wait = (random: number) => evaluateAttempt({ tries: 0, failures: 0 }, away, { ...pace, random })
    expect(wait(0.99)).toMatchObject({ waitMs: expect.closeTo(6_238, -1) })
  })
})

test('after five consecutive failures a connector is paused, longer each time, at most half an hour', () => {
  const wait = (failures: number) => {
    const after = evaluateAttempt({ tries: 0, failures }, never, pace)
    return 'waitMs' in after ? after.waitMs : undefined
  }
  expect([3, 4, 5, 6, 20, 1_000].map(wait)).toEqual([null, 60_000, 120_000, 240_000, 1_800_000, 1_800_000])
})
