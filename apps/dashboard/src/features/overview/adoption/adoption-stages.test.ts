import type { Adoption } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { stagesOf } from './adoption-stages.ts'

function adoption(status: Adoption['status'], rest: Partial<Adoption> = {}): Adoption {
  return {
    ...{ environmentId: 'env_1', serverId: 'srv_1', composeProject: 'shop', status, deploymentId: null, bytes: null },
    ...{ expectedDowntimeSeconds: null, downtimeMs: null, copied: [], compared: [], error: null, createdBy: null },
    ...{ createdAt: '', updatedAt: '', switchedAt: null, confirmedAt: null, ...rest },
  }
}

const statesOf = (status: Adoption['status']) => stagesOf(adoption(status)).map(({ state }) => state)

test('a stage is only done after its work', () => {
  expect(statesOf('preparing')).toEqual(['running', 'waiting', 'waiting'])
  expect(statesOf('ready')).toEqual(['ok', 'waiting', 'waiting'])
  expect(statesOf('switching')).toEqual(['ok', 'running', 'waiting'])
  expect(statesOf('adopted')).toEqual(['ok', 'ok', 'waiting'])
  expect(statesOf('returned')).toEqual(['ok', 'failed', 'waiting'])
  expect(statesOf('failed')).toEqual(['failed', 'waiting', 'waiting'])
})

test('promises an undo only while there is one', () => {
  expect(stagesOf(adoption('adopted'))[2]?.detail).toContain('undo')
  expect(stagesOf(adoption('returned'))[2]?.detail).toBeNull()
})

test('shows the expected downtime before the switch, and the measured one after it', () => {
  const ready = stagesOf(adoption('ready', { bytes: 2_000_000, expectedDowntimeSeconds: 22 }))
  expect(ready[0]?.detail).toContain('2.0 MB')
  expect(ready[1]?.detail).toContain('22 s')
  const done = stagesOf(adoption('adopted', { expectedDowntimeSeconds: 22, downtimeMs: 4_200 }))
  expect(done[1]?.detail).toContain('4.2 s')
})
