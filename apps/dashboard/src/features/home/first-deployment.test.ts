import { expect, it } from 'vitest'
import { undecidedEnvironment, wasDeployed } from './first-deployment.ts'

const idle = { id: 'env_1', status: 'idle' as const, createdAt: '1' }
const deploying = { id: 'env_2', status: 'deploying' as const, createdAt: '2' }
const newer = { ...deploying, id: 'env_3', createdAt: '3' }
const live = { id: 'env_4', status: 'live' as const, createdAt: '4' }

it('knows from the list that something is live', () => {
  expect(wasDeployed([idle, deploying, live])).toBe(true)
  expect(undecidedEnvironment([idle, deploying, live])).toBeUndefined()
})

it('asks for the oldest environment that is deploying', () => {
  expect(wasDeployed([idle, newer, deploying])).toBe(false)
  expect(undecidedEnvironment([idle, newer, deploying])).toBe(deploying)
})

it('knows from the list that nothing was deployed', () => {
  expect(wasDeployed([idle])).toBe(false)
  expect(undecidedEnvironment([idle])).toBeUndefined()
})
