import type { Deployment } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { latestFailure, newResults, rollBackTargets } from './latest-deployments.ts'

const one = (number: number, status: Deployment['status'], canRollBackTo = false) => ({
  id: `dep_${number}`,
  number,
  status,
  canRollBackTo,
})

it('offers earlier versions than the live one, in the order of the list', () => {
  const items = [
    one(5, 'failed'),
    one(4, 'live', true),
    one(3, 'failed'),
    one(2, 'retired', true),
    one(1, 'retired', true),
  ]
  expect(rollBackTargets(items).map(({ number }) => number)).toEqual([2, 1])
})

it('offers nothing while the first version is live or nothing is', () => {
  expect(rollBackTargets([one(2, 'failed'), one(1, 'live', true)])).toEqual([])
  expect(rollBackTargets([one(1, 'failed')])).toEqual([])
})

it('reports the latest failure until a newer deployment succeeds', () => {
  expect(latestFailure([one(2, 'failed'), one(1, 'live')])?.number).toBe(2)
  expect(latestFailure([one(3, 'building'), one(2, 'failed'), one(1, 'live')])?.number).toBe(2)
  expect(latestFailure([one(3, 'cancelled'), one(2, 'failed'), one(1, 'live')])?.number).toBe(2)
  expect(latestFailure([one(3, 'live'), one(2, 'failed'), one(1, 'retired')])).toBeUndefined()
  expect(latestFailure([])).toBeUndefined()
})

it('finds results that arrived since the last read', () => {
  expect(newResults(undefined, [one(1, 'failed')])).toEqual([])
  expect(newResults([one(1, 'live')], [one(2, 'failed'), one(1, 'live')]).map(({ number }) => number)).toEqual([2])
  expect(newResults([one(1, 'building')], [one(1, 'live')]).map(({ number }) => number)).toEqual([1])
  expect(newResults([one(2, 'failed')], [one(2, 'failed')])).toEqual([])
  expect(newResults([one(2, 'building')], [one(2, 'cancelled')])).toEqual([])
})

it('ignores older deployments that another page of the list adds', () => {
  expect(newResults([one(11, 'live')], [one(11, 'live'), one(1, 'failed')])).toEqual([])
})
