import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backupsToExpire, type RetainedBackup, type Retention } from './retention.policy.ts'

const start = Date.parse('2026-03-01T00:00:00Z')
const hourMs = 3_600_000
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu']

const backups = fc.array(
  fc.record({
    series: fc.constantFrom('a', 'b', 'c volume'),
    kind: fc.constantFrom('scheduled', 'manual', 'pre_restore', 'import', 'final'),
    finishedAt: fc.integer({ min: 0, max: 800 * 24 }).map((hours) => new Date(start + hours * hourMs)),
    restoreTestedAt: fc.option(fc.constant(new Date(start))),
  }),
  { maxLength: 150 },
)
const named = backups.map((list) => list.map((each, index): RetainedBackup => ({ ...each, id: String(index) })))
const retention: fc.Arbitrary<Retention> = fc.record({
  keepLast: fc.integer({ min: 1, max: 20 }),
  keepDaily: fc.integer({ min: 0, max: 20 }),
  keepWeekly: fc.integer({ min: 0, max: 20 }),
  keepMonthly: fc.integer({ min: 0, max: 12 }),
})

const isForSafety = ({ kind }: RetainedBackup) => kind === 'pre_restore' || kind === 'import'
/** After all backups of these tests: the rules alone decide. */
const never = new Date('2100-01-01')
const at = (timezone: string, dailySince = never) => ({ timezone, dailySince })
const countedAs = (backup: RetainedBackup) => `${backup.series} ${isForSafety(backup)}`

it('never removes the newest, the newest verified, or the only backup of a series, nor a final one', () => {
  fc.assert(
    fc.property(named, retention, fc.constantFrom(...zones), (all, rules, zone) => {
      const gone = new Set(backupsToExpire(all, rules, at(zone)).map(({ id }) => id))
      const left = all.filter(({ id }) => !gone.has(id))
      for (const [series, list] of Map.groupBy(all, (each) => each.series)) {
        const rest = left.filter((each) => each.series === series)
        const latest = Math.max(...list.map(({ finishedAt }) => finishedAt.getTime()))
        expect(rest.some(({ finishedAt }) => finishedAt.getTime() === latest)).toBe(true)
        const proven = list.filter(({ restoreTestedAt, kind }) => restoreTestedAt !== null && kind !== 'final')
        const lastProven = Math.max(...proven.map(({ finishedAt }) => finishedAt.getTime()))
        if (proven.length > 0)
          expect(rest.some((each) => each.restoreTestedAt !== null && each.finishedAt.getTime() >= lastProven)).toBe(
            true,
          )
      }
      expect(all.filter(({ kind }) => kind === 'final').every(({ id }) => !gone.has(id))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('keeps no more than all rules together allow, and a second pass removes nothing', () => {
  fc.assert(
    fc.property(named, retention, fc.constantFrom(...zones), (all, rules, zone) => {
      const gone = backupsToExpire(all, rules, at(zone))
      const left = all.filter((each) => !gone.includes(each))
      expect(backupsToExpire(left, rules, at(zone))).toEqual([])
      for (const [series, list] of Map.groupBy(
        all.filter(({ kind }) => kind !== 'final'),
        countedAs,
      )) {
        const rest = left.filter((each) => countedAs(each) === series && each.kind !== 'final')
        expect(rest.length).toBeGreaterThanOrEqual(Math.min(list.length, rules.keepLast))
        const most = 1 + rules.keepLast + rules.keepDaily + rules.keepWeekly + rules.keepMonthly
        expect(rest.length).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: 300 },
  )
})

it('keeps by day, week, and month, in the time zone of the schedule', () => {
  // One backup per hour over 70 days.
  const hourly = Array.from({ length: 70 * 24 }, (_, hour) => backup(`${hour}`, start + hour * hourMs))
  const rules = { keepLast: 2, keepDaily: 3, keepWeekly: 2, keepMonthly: 2 }
  expect(left(hourly, rules, 'UTC')).toEqual([
    '2026-04-30T23', '2026-05-03T23', '2026-05-07T23', '2026-05-08T23', '2026-05-09T22', '2026-05-09T23',
  ]) // biome-ignore format: a list
  // In Berlin, a summer day ends at 22:00 UTC.
  expect(left(hourly, { keepLast: 1, keepDaily: 2, keepWeekly: 0, keepMonthly: 0 }, 'Europe/Berlin')).toEqual([
    '2026-05-09T21',
    '2026-05-09T23',
  ])
})

function backup(id: string, at: number): RetainedBackup {
  return { id, series: 'a', kind: 'scheduled', finishedAt: new Date(at), restoreTestedAt: null }
}

function left(all: readonly RetainedBackup[], rules: Retention, zone: string): string[] {
  const gone = new Set(backupsToExpire(all, rules, at(zone)))
  return all.filter((each) => !gone.has(each)).map(({ finishedAt }) => finishedAt.toISOString().slice(0, 13))
}

it('counts backups made before restores separately', () => {
  const made = (hour: number, kind: string): RetainedBackup => ({
    ...{ id: `${kind} ${hour}`, series: 'a', kind, restoreTestedAt: null },
    finishedAt: new Date(start + hour * hourMs),
  })
  const nightly = [1, 2, 3].map((hour) => made(hour, 'scheduled'))
  const tries = [4, 5, 6, 7, 8].map((hour) => made(hour, 'pre_restore'))
  const rules = { keepLast: 3, keepDaily: 0, keepWeekly: 0, keepMonthly: 0 }
  expect(backupsToExpire([...nightly, ...tries], rules, at('UTC')).map(({ id }) => id)).toEqual([
    'pre_restore 5',
    'pre_restore 4',
  ])
})

it('keeps the last backup of each recent day, however many follow on one day', () => {
  const nightly = Array.from({ length: 10 }, (_, day) => backup(`day ${day}`, start + day * 24 * hourMs))
  const flood = Array.from({ length: 50 }, (_, count) =>
    backup(`flood ${count}`, start + (9 * 24 + 1) * hourMs + count),
  )
  const rules = { keepLast: 2, keepDaily: 1, keepWeekly: 0, keepMonthly: 0 }
  const gone = backupsToExpire([...nightly, ...flood], rules, at('UTC', new Date(start + 3 * 24 * hourMs)))
  const kept = nightly.filter((each) => !gone.includes(each)).map(({ id }) => id)
  expect(kept).toEqual(['day 3', 'day 4', 'day 5', 'day 6', 'day 7', 'day 8'])
})
