import type { EnvironmentMetrics } from '@longshore/sdk'
import { describe, expect, it } from 'vitest'
import { totalValues, usageLines } from './usage-lines.ts'

const metricsOf = (
  services: Record<string, (number | null)[]>,
  from = '1970-01-01T00:10:00Z',
  to = '1970-01-01T00:12:00Z',
) =>
  ({
    from,
    to,
    stepSeconds: 60,
    services: Object.entries(services).map(([name, values]) => ({ id: name, name, metrics: { cpuCores: { values } } })),
  }) as unknown as EnvironmentMetrics

describe('totalValues', () => {
  it('adds what was measured, and has a gap where nothing was', () => {
    expect(totalValues(metricsOf({ a: [1, null], b: [2, null] }), 'cpuCores')).toEqual([3, null])
    expect(totalValues(metricsOf({ a: [1, 5], b: [null, 1] }), 'cpuCores')).toEqual([1, 6])
  })
})

describe('usageLines', () => {
  it('has one line per service', () => {
    const lines = usageLines(metricsOf({ web: [1, 2], db: [3, 4] }), undefined, 'cpuCores')
    expect(lines.map(({ label, values }) => [label, values])).toEqual([
      ['web', [1, 2]],
      ['db', [3, 4]],
    ])
  })
  it('compares totals', () => {
    const before = metricsOf({ web: [10, 20] }, '1970-01-01T00:08:00Z', '1970-01-01T00:10:00Z')
    const lines = usageLines(metricsOf({ web: [1, 2], db: [3, 4] }), before, 'cpuCores')
    expect(lines.map(({ values, isPrevious }) => [values, isPrevious])).toEqual([
      [[4, 6], undefined],
      [[10, 20], true],
    ])
  })
})
