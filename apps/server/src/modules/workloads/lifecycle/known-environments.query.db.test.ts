import { expect, it } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { cronContainerName, restoreContainerName, runIdIn } from '../server-names.policy.ts'
import type { SeenContainer } from './compare-server.policy.ts'
import { readKnown } from './known-environments.query.ts'

const { database } = await useTestDatabase()

const seenAs = (name: string, role: string): SeenContainer => ({
  ...{ name, role, environment: null, deployment: null, service: null },
  state: 'stopped',
  restarts: false,
  hasWithdrawnParts: false,
})

it('holds one-off containers while their run is unfinished', async () => {
  const { organizationId, environmentId, serverId } = await createTestEnvironment(database)
  const [waiting, over, foreign, service] = [newId('run'), newId('run'), newId('run'), newId('svc')]
  const { organizationId: other } = await createTestEnvironment(database)
  const run = { kind: 'prove-backup', input: '{}' }
  await database.systemDb
    .insertInto('workflow_runs')
    .values([
      { ...run, id: waiting, organization_id: organizationId, key: 'backup/a' },
      {
        ...run,
        id: over,
        organization_id: organizationId,
        key: 'backup/b',
        status: 'succeeded',
        finished_at: new Date(),
      },
      { ...run, id: foreign, organization_id: other, key: 'backup/c' },
    ])
    .execute()
  const names = [waiting, over, foreign].map((id) => restoreContainerName(service, id))
  const job = cronContainerName(service, waiting)
  const seen = {
    containers: [
      ...names.map((name) => seenAs(name, 'restore')),
      seenAs(job, 'cron'),
      seenAs(`${names[0]}-client`, 'restore'),
      seenAs('somebody-elses', 'restore'),
      seenAs(cronContainerName(newId('svc'), waiting), 'app'),
    ],
  }
  const known = await database.tenant(organizationId, (tx) =>
    readKnown(tx, organizationId, { serverId, ids: [environmentId], seen, listHeldCommands: async () => [] }),
  )
  const [environment] = known.environments.values()
  expect([...(environment?.heldOneOffs ?? [])]).toEqual([names[0], job, `${names[0]}-client`])
})

it('finds the run of a container by its name', () => {
  const id = newId('run')
  const service = newId('svc')
  expect(runIdIn(restoreContainerName(service, id))).toBe(id)
  expect(runIdIn(cronContainerName(service, id))).toBe(id)
  expect(runIdIn('longshore-bkp_01m7k8jhfme6vaph1fn3dtkwzy')).toMatch(/^01a1e/)
  for (const name of ['longshore-svc_01m7k8jhfme6vaph1fn3dtkwzy', 'web', 'longshore-run_x', ''])
    expect(runIdIn(name)).toBeUndefined()
})
