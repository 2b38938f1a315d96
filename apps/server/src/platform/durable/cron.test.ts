import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRunAt, planDue } from './cron.ts'

const at = (text: string) => new Date(text)

describe('nextRunAt', () => {
  it("evaluates the expression in the schedule's time zone", () => {
    expect(nextRunAt('30 3 * * *', 'Europe/Berlin', at('2026-07-01T00:00:00Z'))).toEqual(at('2026-07-01T01:30:00Z'))
    expect(nextRunAt('30 3 * * *', 'America/New_York', at('2026-07-01T00:00:00Z'))).toEqual(at('2026-07-01T07:30:00Z'))
  })

  it('runs once on the day when the clock skips the hour', () => {
    const before = at('2026-03-28T12:00:00Z')
    const first = nextRunAt('30 2 * * *', 'Europe/Berlin', before)
    expect(first).toEqual(at('2026-03-29T01:00:00Z'))
    expect(nextRunAt('30 2 * * *', 'Europe/Berlin', first ?? before)).toEqual(at('2026-03-30T00:30:00Z'))
  })

  it('runs once on the day when the hour occurs twice', () => {
    const before = at('2026-10-24T12:00:00Z')
    const first = nextRunAt('30 2 * * *', 'Europe/Berlin', before)
    const second = nextRunAt('30 2 * * *', 'Europe/Berlin', first ?? before)
    expect(first).toEqual(at('2026-10-25T00:30:00Z'))
    expect(second).toEqual(at('2026-10-26T01:30:00Z'))
  })

  it('rejects invalid expressions', () => {
    const now = at('2026-01-01T00:00:00Z')
    for (const cron of [
      '',
      '* * * *',
      '* * * * * *',
      '@reboot',
      '*/0 * * * *',
      '61 * * * *',
      '* * * * * root touch x',
    ]) {
      expect(() => nextRunAt(cron, 'UTC', now), cron).toThrow()
    }
    expect(() => nextRunAt('0 3 * * *', 'Mars/Olympus', now)).toThrow()
  })

  it('returns null for dates that never occur', () => {
    expect(nextRunAt('0 0 31 2 *', 'UTC', at('2026-01-01T00:00:00Z'))).toBeNull()
  })
})

describe('planDue', () => {
  const schedule = { cron: '*/15 * * * *', timezone: 'UTC', nextRunAt: at('2026-01-01T00:15:00Z') }

  it('returns the due time and the next one', () => {
    expect(planDue({ ...schedule, missed: 'skip' }, at('2026-01-01T00:15:01Z'))).toEqual({
      dueAt: at('2026-01-01T00:15:00Z'),
      nextRunAt: at('2026-01-01T00:30:00Z'),
    })
  })

  it('makes up for an outage once with run_once, and not at all with skip', () => {
    const now = at('2026-01-01T02:20:00Z')
    const next = at('2026-01-01T02:30:00Z')
    expect(planDue({ ...schedule, missed: 'run_once' }, now)).toEqual({ dueAt: schedule.nextRunAt, nextRunAt: next })
    expect(planDue({ ...schedule, missed: 'skip' }, now)).toEqual({ dueAt: null, nextRunAt: next })
  })

  it('always moves forward', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 86_400 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
        (late, timezone) => {
          const now = new Date(schedule.nextRunAt.getTime() + late * 1000)
          const plan = planDue({ ...schedule, timezone, missed: 'run_once' }, now)
          expect(plan.nextRunAt?.getTime()).toBeGreaterThan(schedule.nextRunAt.getTime())
        },
      ),
      { numRuns: 200 },
    )
  })
})
