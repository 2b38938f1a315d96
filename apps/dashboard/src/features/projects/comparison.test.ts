import type { Deployment, Service, Variable } from '@longshore/sdk'
import { describe, expect, it } from 'vitest'
import { commitsBetween, compareServices, isSameSetup, missingKeys } from './comparison.ts'

const service = (name: string, more: Partial<Service> = {}) => ({ name, kind: 'web', ...more }) as Service
const variable = (key: string) => ({ key }) as Variable
const deployment = (id: string, sha: string, status: Deployment['status'] = 'retired') =>
  ({ id, status, commit: { sha, message: '', author: '', committedAt: null } }) as Deployment

describe('compareServices', () => {
  it('lists added, removed, and changed services', () => {
    const from = [service('web', { port: 80 }), service('worker')]
    const to = [service('web', { port: 81, replicas: 2 }), service('cron')]
    expect(compareServices(from, to)).toEqual([
      { name: 'web', change: 'changed', fields: ['port', 'replicas'] },
      { name: 'worker', change: 'only_from', fields: [] },
      { name: 'cron', change: 'only_to', fields: [] },
    ])
  })
  it('treats null as not set', () => {
    expect(compareServices([service('web', { port: null })], [service('web')])).toEqual([])
  })
})

it('lists each missing key once', () => {
  expect(missingKeys([variable('B'), variable('A'), variable('B')], [variable('C')])).toEqual(['A', 'B'])
})

it('finds a variable that only one side has, whichever side that is', () => {
  const setup = { missing: [], extra: [], services: [] }
  expect(isSameSetup(setup)).toBe(true)
  expect(isSameSetup({ ...setup, missing: missingKeys([variable('A')], []) })).toBe(false)
  expect(isSameSetup({ ...setup, extra: missingKeys([variable('A')], []) })).toBe(false)
})

describe('commitsBetween', () => {
  const all = [deployment('4', 'd', 'failed'), deployment('3', 'c', 'live'), deployment('2', 'b'), deployment('1', 'a')]
  it('starts with the live commit there and ends before the live commit here', () => {
    const { commits, isComplete } = commitsBetween(all, '3', 'a')
    expect(commits.map(({ sha }) => sha)).toEqual(['c', 'b'])
    expect(isComplete).toBe(true)
  })
  it('reports when the end was not found', () => expect(commitsBetween(all, '3', 'z').isComplete).toBe(false))
  it('is empty if both are equal', () => expect(commitsBetween(all, '3', 'c').commits).toEqual([]))
})
