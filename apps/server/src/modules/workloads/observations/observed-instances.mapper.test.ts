import type { ContainerState } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { labelsOf } from '../server-names.policy.ts'
import { groupByEnvironment } from './measure-volumes.remote.ts'
import { observedInstances } from './observed-instances.mapper.ts'

const [organizationId, environmentId, serviceId] = [newId('org'), newId('env'), newId('svc')]
const owner = { organizationId, environmentId, service: { id: serviceId, name: 'web' } }
const container = (slot: number, role: 'app' | 'backup' = 'app'): ContainerState => ({
  id: `id-${slot}`,
  name: `web-${slot}`,
  labels: labelsOf({ ...owner, slot, role }),
  image: 'sha256:0',
  address: null,
  state: 'running',
  exitCode: 0,
  oomKilled: false,
  restartCount: 3,
  startedAt: new Date(0),
})

test('lists the containers of services by environment and number, and no others', () => {
  const stranger = { ...container(3), labels: {} }
  const found = observedInstances([container(1), container(0), container(2, 'backup'), stranger])
  expect([...found.keys()]).toEqual([environmentId])
  expect(found.get(environmentId)).toEqual(
    [0, 1].map((slot) => ({
      ...{ serviceId, slot, container: `web-${slot}`, deploymentId: null, state: 'running', health: null },
      ...{ startedAt: '1970-01-01T00:00:00.000Z', restarts: 3, exitCode: null, outOfMemory: false },
    })),
  )
})

test('groups volumes by environment, without those whose size is unknown', () => {
  const labels = { 'longshore.environment': encodeId('env', environmentId) }
  const found = groupByEnvironment([
    { name: 'a', labels, sizeBytes: 7 },
    { name: 'b', labels, sizeBytes: -1 },
    { name: 'c', labels: {}, sizeBytes: 7 },
  ])
  expect([...found]).toEqual([[environmentId, [{ name: 'a', sizeBytes: 7 }]]])
})
