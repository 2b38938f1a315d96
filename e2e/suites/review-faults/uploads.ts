/** Uploads that wait for their import: where they are stored, and whether an accepted one keeps its file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { load, openEnvironment } from './checkout-modules.ts'
import type { Finding } from './finding.ts'

export const uploadsInMemory: Finding = {
  id: 'M2',
  title: 'uploads wait in memory in the shipped install',
  async provoke({ checkout }) {
    const text = await readFile(join(checkout.root, 'compose.yaml'), 'utf8')
    const worker = /^ {2}worker:\n([\s\S]*?)^ {2}\S/m.exec(text)?.[1] ?? ''
    const folder = /^ {6}IMPORT_DIRECTORY: (\S+)$/m.exec(worker)?.[1] ?? '/tmp/longshore-imports'
    const named = [...worker.matchAll(/[[ ][a-z-]+:(\/[\w/-]+)/g)].map(([, path = '']) => path)
    const isNamed = named.some((path) => `${folder}/`.startsWith(`${path}/`))
    return { broken: !isNamed, how: `uploads wait in ${folder}` }
  },
}

export const lostCommitAnswer: Finding = {
  id: 'L2',
  title: 'a lost commit answer discards the file of an accepted import',
  async provoke(testEnv) {
    await using opened = await openEnvironment(testEnv)
    const { database, at } = opened
    const { createImportsService } = await load(testEnv, 'modules/backups/imports/imports.service.ts')
    await makeLive(opened)
    const calls: string[] = []
    const link = {
      async call({ name }: { name: string }) {
        calls.push(name)
        return name.endsWith('store-upload') ? { bytes: 9, sha256: 'a'.repeat(64), form: 'plain' } : null
      },
    }
    const confirm = `e${String(at.environmentId).slice(-8)}`
    async function* parts() {
      yield { field: 'confirm', value: confirm }
      yield { file: Readable.from([]) }
    }
    const cut = {
      ...database,
      async tenant(organizationId: string, work: unknown) {
        const result = await database.tenant(organizationId, work)
        if ((await countRestores(database)) > 0)
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
        return result
      },
    }
    const request = { wish: {}, parts: parts(), signal: AbortSignal.timeout(30_000) }
    const service = createImportsService({ database: cut, link })
    await service.begin(at.actor, at.environmentId, request).catch(() => undefined)
    if ((await countRestores(database)) !== 1) throw new Error('the import was not accepted')
    const isDiscarded = calls.some((name) => name.endsWith('discard-upload'))
    return { broken: isDiscarded, how: calls.join(', ') }
  },
}

type Opened = Awaited<ReturnType<typeof openEnvironment>>

async function makeLive({ database, at }: Opened): Promise<void> {
  const db = database.systemDb
  const id = crypto.randomUUID()
  const where = { organization_id: at.organizationId, environment_id: at.environmentId }
  const about = { number: 1, status: 'live', trigger: 'manual', finished_at: new Date(), switched_at: new Date() }
  await db
    .insertInto('deployments')
    .values({ id, ...where, ...about })
    .execute()
  const live = { live_deployment_id: id, live_server_id: at.serverId }
  await db.updateTable('environments').set(live).where('id', '=', at.environmentId).execute()
  await db.updateTable('services').set({ kind: 'postgres' }).where('id', '=', at.serviceId).execute()
}

async function countRestores(database: Opened['database']): Promise<number> {
  return (await database.systemDb.selectFrom('restores').select('id').execute()).length
}
