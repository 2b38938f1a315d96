import { expect, test } from 'vitest'
import { findMissedTargets, predictRecovery } from './recovery-figures.policy.ts'

const now = new Date('2026-11-19T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const known = { drilledMs: null, afterHealthMs: 0, deploymentMs: null, plainBytes: 0, dataAt: [], now }

test('the newest drill decides about the time, and the oldest of the newest backups about the loss', () => {
  const dataAt = [minutesAgo(3), minutesAgo(22)]
  expect(predictRecovery({ ...known, drilledMs: 360_400, deploymentMs: 1, dataAt })).toEqual({
    recoverySeconds: 361,
    basis: 'drill',
    lossSeconds: 22 * 60,
  })
})

test('the switch and the time to stay up come after what a drill measures', () => {
  const figures = { ...known, drilledMs: 20_000, afterHealthMs: 9_500, deploymentMs: 90_000 }
  expect(predictRecovery(figures).recoverySeconds).toBe(30)
})

test('without a drill, deployments and the size of the data give an estimate', () => {
  const small = predictRecovery({ ...known, deploymentMs: 30_000 })
  const large = predictRecovery({ ...known, deploymentMs: 30_000, plainBytes: 1 << 30 })
  expect(small).toMatchObject({ recoverySeconds: 90, basis: 'estimate' })
  expect(large.recoverySeconds).toBeGreaterThan(90)
})

test('an environment that was never deployed has no figure, and one without data loses nothing', () => {
  expect(predictRecovery(known)).toEqual({ recoverySeconds: null, basis: null, lossSeconds: 0 })
})

test('data without a usable backup has no bound', () => {
  const { lossSeconds } = predictRecovery({ ...known, dataAt: [minutesAgo(1), null] })
  expect(lossSeconds).toBeNull()
})

test('targets are missed when a figure is above them; unbounded loss misses every target', () => {
  const targets = { maxRecoveryMinutes: 5, maxLossMinutes: 30 }
  const figures = { recoverySeconds: 300, basis: 'drill', lossSeconds: 1_800 } as const
  expect(findMissedTargets(figures, targets)).toEqual([])
  expect(findMissedTargets({ ...figures, recoverySeconds: 301, lossSeconds: 1_801 }, targets)).toEqual([
    'recovery_too_slow',
    'recovery_loses_too_much',
  ])
  expect(findMissedTargets({ ...figures, lossSeconds: null }, targets)).toEqual(['recovery_loses_too_much'])
  const none = { maxRecoveryMinutes: null, maxLossMinutes: null }
  expect(findMissedTargets({ ...figures, lossSeconds: null }, none)).toEqual([])
})
