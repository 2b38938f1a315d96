import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { dayMs } from '../../../platform/clock/clock.ts'
import { startRun, subjectKey } from '../../../platform/durable/runs.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects } from '../../../testing/test-projects.ts'
import { checkInstanceBackup } from './instance-backup.references.ts'
import { recordBackupCreated, recordBackupFailed, recordBackupStarted } from './instance-backups.system-repository.ts'
import { createCheckInstanceBackup } from './workflow/check-instance-backup.workflow.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const operators = { operators: ['root@example.com'], isSignUpOpen: true }
let now = Date.now()
const { drive } = testDriver(database, [
  createCheckInstanceBackup({ database, clock: { now: () => new Date(now) }, operators }),
])

beforeEach(async () => {
  now = Date.now()
  await database.systemDb.deleteFrom('instance_backups').execute()
})

async function runCheck(): Promise<void> {
  await database.system((tx) =>
    startRun(tx, { workflow: checkInstanceBackup, key: 'instance', input: {}, organizationId: null }),
  )
  await drive(subjectKey(checkInstanceBackup, 'instance'))
}

async function ownerWith(email: string): Promise<Actor> {
  const actor = await fixture.newActor()
  await database.systemDb
    .updateTable('users')
    .set({ email_key: email, email_verified_at: new Date(), email_proved_by: 'mail' })
    .where('id', '=', actor.userId)
    .execute()
  const { userId: user_id, organizationId: organization_id } = actor
  await database.systemDb
    .insertInto('memberships')
    .values({ id: newId('mem'), organization_id, user_id, role: 'owner' })
    .execute()
  return actor
}

const sentNotices = async () =>
  await database.systemDb.selectFrom('notices').select(['organization_id', 'payload']).orderBy('created_at').execute()

it("notifies only the operator's organization, once, with the reason of the last failure", async () => {
  const [operator, tenant] = [await ownerWith('root@example.com'), await ownerWith('tenant@example.com')]
  const id = newId('run')
  await recordBackupStarted(database.systemDb, { id, key: 'x' })
  await recordBackupFailed(database.systemDb, {
    id,
    error: { code: 'refused', message: 'The bucket refused the key.' },
  })
  await runCheck()
  expect(await sentNotices()).toEqual([])
  now += 3 * dayMs
  await runCheck()
  await runCheck()
  expect(await sentNotices()).toMatchObject([
    {
      organization_id: operator.organizationId,
      payload: { event: 'instance_backup_missing', lastSucceededAt: null, detail: expect.stringContaining('refused') },
    },
  ])
  expect(tenant.organizationId).not.toBe(operator.organizationId)
})

it('reports nothing while there is a recent backup', async () => {
  const before = (await sentNotices()).length
  const id = newId('run')
  await recordBackupStarted(database.systemDb, { id, key: 'y' })
  const content = { madeAt: new Date().toISOString(), tables: 1, rows: 1, plainBytes: 1 }
  await recordBackupCreated(database.systemDb, { id, sizeBytes: 1, sha256: 'a'.repeat(64), content })
  now += dayMs
  await runCheck()
  expect(await sentNotices()).toHaveLength(before)
  now += 2 * dayMs
  await runCheck()
  expect(await sentNotices()).toHaveLength(before + 1)
})
