/** Leftovers after an organization or an environment is deleted. */
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { listTrash } from '../../support/trash.ts'
import type { Finding } from './finding.ts'

const server = `require('http').createServer((_, res) => res.end('ok')).listen(3000)`
const files = [{ path: 'server.js', content: server }]
const web = {
  name: 'web',
  kind: 'web',
  port: 3000,
  source: { builder: 'dockerfile', dockerfile: 'Dockerfile' },
  volumes: [{ name: 'files', path: '/files' }],
}
const dockerfile = { path: 'Dockerfile', content: 'FROM node:24-slim\nCOPY server.js .\nCMD ["node", "server.js"]\n' }
const withinMs = 300_000

async function deployed(testEnv: DeployTestEnv, name: string): Promise<App> {
  const app = await testEnv.createApp(name, { files: [...files, dockerfile], services: [web] })
  const { status } = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (status !== 'live') throw new Error(`the deployment is ${status}`)
  return app
}

export const deletedOrganization: Finding = {
  id: 'H7',
  title: 'a deleted organization leaves its containers on its servers',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const app = await deployed(testEnv, 'orphan')
    const [first] = testEnv.servers
    if (first === undefined) throw new Error('there is no server')
    const client = connectAsSuperuser(testEnv.instance.databaseUrl)
    try {
      const { rows } = await client.query(
        `select organization_id as id from environments order by created_at desc limit 1`,
      )
      const id = rows[0]?.id
      await client.query(`update organizations set deletion_due_at = now() - interval '1 minute' where id = $1`, [id])
      await client.query(`update schedules set next_run_at = now() where kind = 'housekeeping'`)
      await eventually(
        'the organization is gone',
        async () => {
          const found = await client.query('select from organizations where id = $1', [id])
          return found.rowCount === 0
        },
        { withinMs, everyMs: 1_000 },
      )
    } finally {
      await client.end()
    }
    const filter = `label=longshore.environment=${app.environmentId}`
    const left = await first.target.mustExec(['docker', 'ps', '--all', '--quiet', '--filter', filter])
    return { broken: left.trim() !== '', how: `containers left: ${left.trim().split('\n').filter(Boolean).length}` }
  },
}

export const backupsOfDeleted: Finding = {
  id: 'acceptance-H2',
  title: 'backups of a deleted environment can’t be reached, and keep their storage location',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const app = await deployed(testEnv, 'kept')
    const at = `/environments/${app.environmentId}`
    const body = { destination: { type: 'controlPlane' }, restoreTests: 'off' }
    const config = await mustAsk<{ destination: { id: string } }>(testEnv, 'PATCH', `${at}/backups/config`, body)
    await mustAsk(testEnv, 'POST', `${at}/backups/trigger`, {})
    await eventually(
      'the backup is there',
      async () => {
        const { items } = await mustAsk(testEnv, 'GET', `${at}/backups?status=succeeded`)
        return items.length > 0
      },
      { withinMs, everyMs: 1_000 },
    )
    await mustAsk(testEnv, 'DELETE', `${at}?permanent=true`)
    await eventually('the environment is gone', async () => (await ask(testEnv, 'GET', at)).status === 404, {
      withinMs,
      everyMs: 1_000,
    })
    const listed = await ask(testEnv, 'GET', '/backups')
    if (listed.status !== 200) return { broken: true, how: `GET /backups: ${listed.status}` }
    for (const { id } of listed.body.items) {
      await mustAsk(testEnv, 'DELETE', `/backups/${id}`)
      // The archive stays until its item leaves the trash.
      for (const item of await listTrash(testEnv, { resourceId: id }))
        await mustAsk(testEnv, 'DELETE', `/trash/${item.id}`)
    }
    const place = `/backup-destinations/${config.destination.id}`
    let status = 0
    await eventually(
      'the storage location can be deleted',
      async () => {
        status = (await ask(testEnv, 'DELETE', place)).status
        return status === 204
      },
      { withinMs, everyMs: 1_000 },
    ).catch(() => undefined)
    return { broken: status !== 204, how: `${listed.body.items.length} listed, DELETE of the location: ${status}` }
  },
}
