import { describe, expect, it, test } from 'vitest'
import { type ServerProblem, type ServerStatus, serverStatuses } from './servers.schemas.ts'
import { next, type Observation, observe, type ServerCondition } from './servers.status.ts'

const problem = (code: string): ServerProblem => ({ code, title: code, detail: code, hint: code })
const began: Observation = { kind: 'contact_began' }
const fit: Observation = { kind: 'seen', problem: null }
const noDocker: Observation = { kind: 'seen', problem: problem('docker_missing') }
const taken: Observation = { kind: 'not_ours', problem: problem('server_already_managed') }
const refused: Observation = { kind: 'missed', problem: problem('connection_refused') }
const swapped: Observation = { kind: 'host_key_changed', problem: problem('host_key_changed') }

function at(status: ServerStatus, rest: Partial<ServerCondition> = {}): ServerCondition {
  return { status, problem: null, misses: 0, wasConnected: status !== 'pending', ...rest }
}

test.each<[ServerCondition, Observation, ServerStatus, number]>([
  [at('pending'), began, 'connecting', 0],
  [at('pending'), refused, 'pending', 1],
  [at('pending', { misses: 9 }), refused, 'pending', 10],
  [at('pending'), fit, 'pending', 0],
  [at('pending'), taken, 'pending', 0],
  [at('pending'), swapped, 'host_key_changed', 0],
  [at('connecting', { wasConnected: false }), fit, 'ready', 0],
  [at('connecting', { wasConnected: false }), noDocker, 'degraded', 0],
  [at('connecting', { wasConnected: false }), refused, 'pending', 1],
  [at('connecting', { wasConnected: false }), taken, 'pending', 0],
  [at('connecting'), refused, 'unreachable', 1],
  [at('connecting'), swapped, 'host_key_changed', 0],
  [at('ready'), fit, 'ready', 0],
  [at('ready'), noDocker, 'degraded', 0],
  [at('ready'), refused, 'ready', 1],
  [at('ready', { misses: 1 }), refused, 'unreachable', 2],
  [at('ready', { misses: 1 }), fit, 'ready', 0],
  [at('ready'), taken, 'degraded', 0],
  [at('ready'), swapped, 'host_key_changed', 0],
  [at('degraded'), fit, 'ready', 0],
  [at('degraded'), refused, 'degraded', 1],
  [at('degraded', { misses: 1 }), refused, 'unreachable', 2],
  [at('unreachable', { misses: 5 }), refused, 'unreachable', 6],
  [at('unreachable', { misses: 5 }), fit, 'ready', 0],
  [at('unreachable', { misses: 5 }), noDocker, 'degraded', 0],
  [at('host_key_changed'), fit, 'host_key_changed', 0],
  [at('host_key_changed'), refused, 'host_key_changed', 0],
  [at('host_key_changed'), taken, 'host_key_changed', 0],
  [at('host_key_changed'), began, 'connecting', 0],
])('%j + %j → %s with %i misses', (condition, observation, status, misses) => {
  expect(observe(condition, observation)).toMatchObject({ status, misses })
})

describe('hysteresis', () => {
  it('needs two consecutive misses, and a success resets the count', () => {
    let condition = at('ready')
    const states = [refused, fit, refused, refused].map((each) => {
      condition = observe(condition, each)
      return condition
    })
    expect(states.map((each) => each.status)).toEqual(['ready', 'ready', 'ready', 'unreachable'])
  })

  it('shows no problem for a single miss', () => {
    expect(observe(at('ready'), refused).problem).toBeNull()
    expect(observe(at('ready', { misses: 1 }), refused).problem?.code).toBe('connection_refused')
  })
})

test('every observation in every state follows the transition table', () => {
  const moved = new Set<string>()
  for (const status of serverStatuses) {
    for (const wasConnected of [true, false]) {
      for (const misses of [0, 1]) {
        for (const observation of [began, fit, noDocker, taken, refused, swapped]) {
          const to = observe(at(status, { wasConnected, misses }), observation).status
          const isPossible = wasConnected || ['pending', 'connecting', 'host_key_changed'].includes(status)
          if (to === status || !isPossible || (status === 'pending' && wasConnected)) continue
          expect(next[status], `${status} + ${observation.kind}`).toContain(to)
          moved.add(`${status} → ${to}`)
        }
      }
    }
  }
  const inTable = Object.entries(next).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))
  expect([...moved].sort()).toEqual(inTable.sort())
})
