/** A forced removal against a run's hooks, which lock the run first and its environment second. */
import { connectAsSuperuser, type Superuser } from '../../../apps/server/src/testing/superuser.ts'
import { load, openEnvironment } from './checkout-modules.ts'
import type { Finding } from './finding.ts'

export const forcedRemovalDeadlock: Finding = {
  id: 'L6',
  title: 'a removal by force and a hook of a run wait for each other',
  async provoke(testEnv) {
    await using opened = await openEnvironment(testEnv)
    const { url, database, at } = opened
    const [{ createLifecycleService }, { startRun }, { stopEnvironment }] = [
      await load(testEnv, 'modules/environments/lifecycle.service.ts'),
      await load(testEnv, 'platform/durable/runs.ts'),
      await load(testEnv, 'modules/environments/environments.references.ts'),
    ]
    const { organizationId, environmentId, actor } = at
    const dependencies = { project: async () => undefined, liveRelease: async () => null, domains: async () => [] }
    const lifecycle = createLifecycleService({ database, clock: { now: () => new Date() }, dependencies })
    const input = { environmentId }
    const runId = await database.tenant(organizationId, (tx: unknown) =>
      startRun(tx, { workflow: stopEnvironment, key: environmentId, input, organizationId }),
    )
    const pool = connectAsSuperuser(url)
    const hook = await pool.connect()
    try {
      await hook.query('begin')
      await hook.query(`update workflow_runs set status = 'running' where id = $1`, [runId])
      const removed = lifecycle.remove(actor, environmentId, { force: true, backups: 'keep' }).then(
        () => null,
        (error: Error) => error,
      )
      await waitForLock(hook)
      const blocked = await hook.query('select from environments where id = $1 for update', [environmentId]).then(
        () => null,
        (error: Error) => error,
      )
      await hook.query(blocked === null ? 'commit' : 'rollback')
      const error = blocked ?? (await removed)
      return { broken: error !== null, how: error?.message ?? 'both went through' }
    } finally {
      hook.release()
      await pool.end()
    }
  },
}

const withinMs = 20_000

async function waitForLock(client: Pick<Superuser, 'query'>): Promise<void> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await client.query('select pg_sleep(0.05)')
  }
  throw new Error('the removal never waited')
}
