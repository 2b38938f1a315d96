import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Level, nextStep, type OpenAlert } from './alert-hysteresis.policy.ts'
import { type DiskPoint, hoursUntilFull } from './disk-forecast.policy.ts'

const patience = { forSeconds: 60, clearSeconds: 180 }

/** Returns the notifications for a sequence of checks. */
function notificationsFor(checks: readonly { at: number; level: Level }[], rule = patience): string[] {
  const sent: string[] = []
  let open: OpenAlert | undefined
  for (const { at, level } of checks) {
    const now = new Date(at * 1_000)
    const step = nextStep(open, level, { now, patience: rule })
    if (step.kind === 'begin') open = { status: step.isFiring ? 'firing' : 'pending', badSince: now, goodSince: null }
    if (step.kind === 'turn' && open !== undefined) open = { ...open, goodSince: step.goodSince }
    if (step.kind === 'fire' && open !== undefined) open = { ...open, status: 'firing', goodSince: null }
    if (step.kind === 'fire' || (step.kind === 'begin' && step.isFiring)) sent.push(`fired ${at}`)
    if (step.kind === 'resolve') sent.push(`resolved ${at}`)
    if (step.kind === 'resolve' || step.kind === 'forget') open = undefined
  }
  return sent
}

const checks = (text: string, every = 10) =>
  [...text].map(
    (each, index) => ({ at: index * every, level: each === 'x' ? 'bad' : each === '-' ? 'between' : 'good' }) as const,
  )

test('a short problem does not fire', () => {
  expect(notificationsFor(checks(`..xx${'.'.repeat(40)}`))).toEqual([])
})

test('a lasting problem fires once and resolves once', () => {
  expect(notificationsFor(checks(`.${'x'.repeat(20)}${'.'.repeat(40)}`))).toEqual(['fired 70', 'resolved 390'])
})

test('a flapping problem is one alert with one end, however long it flaps', () => {
  const flapping = 'xx..'.repeat(100)
  expect(notificationsFor(checks(`${flapping}${'.'.repeat(40)}`))).toHaveLength(2)
})

test('between the thresholds, nothing starts and nothing resolves', () => {
  expect(notificationsFor(checks('-'.repeat(50)))).toEqual([])
  expect(notificationsFor(checks(`${'x'.repeat(10)}${'-'.repeat(100)}`))).toEqual(['fired 60'])
})

test('for any sequence, starts and ends alternate, and an end follows a long enough good period', () => {
  const anything = fc.array(fc.constantFrom<Level>('bad', 'between', 'good'), { maxLength: 200 })
  fc.assert(
    fc.property(anything, (levels) => {
      const seen = levels.map((level, index) => ({ at: index * 10, level }))
      const sent = notificationsFor(seen)
      expect(sent.map((each) => each.split(' ')[0])).toEqual(
        sent.map((_, index) => (index % 2 === 0 ? 'fired' : 'resolved')),
      )
      for (const end of sent.filter((each) => each.startsWith('resolved'))) {
        const at = Number(end.split(' ')[1])
        expect(
          seen.filter((check) => check.at > at - 180 && check.at <= at).every(({ level }) => level === 'good'),
        ).toBe(true)
      }
    }),
  )
})

const gigabyte = 1e9
const disk = (minutes: number, used: (minute: number) => number): DiskPoint[] =>
  Array.from({ length: minutes / 5 + 1 }, (_, index) => ({
    at: index * 300,
    usedBytes: used(index * 5),
    diskBytes: 100 * gigabyte,
  }))

test.each([
  ['one gigabyte an hour, forty free', disk(180, (minute) => 57 * gigabyte + (minute / 60) * gigabyte), 40],
  ['at rest', disk(180, () => 95 * gigabyte), Number.POSITIVE_INFINITY],
  ['getting emptier', disk(180, (minute) => 90 * gigabyte - minute * 1e6), Number.POSITIVE_INFINITY],
  [
    'up and down',
    disk(180, (minute) => 50 * gigabyte + (minute % 10 === 0 ? 5 : 0) * gigabyte),
    Number.POSITIVE_INFINITY,
  ],
  ['twenty minutes say nothing', disk(20, (minute) => minute * gigabyte), undefined],
])('a disk: %s', (_, points, hours) => {
  const found = hoursUntilFull(points)
  if (hours === undefined) expect(found).toBeUndefined()
  else expect(found).toBeCloseTo(hours, 0)
})
