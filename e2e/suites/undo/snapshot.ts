/** Everything that must be the same after a restore: rows, files, database content, variables, and HTTP responses. */
import { createHash } from 'node:crypto'
import type { BackupConfig, Environment } from '@longshore/sdk'
import { apiToken, createClient } from '@longshore/sdk'
import { readVariable } from '@longshore/sdk/reveal'
import { signInAgain } from '../../support/client.ts'
import { visit } from '../../support/deployments/visits.ts'
import { mustAsk } from '../../support/servers.ts'
import { readRows } from './rows.ts'
import { inWeb, type Scene } from './scene.ts'

export interface Snapshot {
  readonly rows: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  readonly responses: ReadonlyMap<string, string>
}

const listFiles = `cd /files
find . -printf '%p %y %m %U:%G %n %l\\n' | sort
find . -type f | sort | xargs -d '\\n' sha256sum`
const hashOrders = `select md5(string_agg(md5(o::text), '' order by id)) || ' ' || count(*) from orders o; select n from totals;`
const paths = ['/', '/files', '/variables']

export async function takeSnapshot(scene: Scene): Promise<Snapshot> {
  const files = new Map<string, string>()
  for (const [name, app] of [['shop', scene.shop] as const, ['staging', scene.staging] as const])
    files.set(name, await inWeb(scene.testEnv, app, listFiles))
  files.set('postgres', await scene.testEnv.query('postgres', hashOrders))
  return { rows: await readRows(scene.sql), files, responses: await readResponses(scene) }
}

/** Through the server's proxy, and what the API says about variables and schedules. */
async function readResponses({ testEnv, home, shop, staging }: Scene): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { environmentId } of [shop, staging]) {
    const at = `/environments/${environmentId}`
    const { domains } = await mustAsk<Environment>(testEnv, 'GET', at)
    for (const { hostname } of domains)
      for (const path of paths) found.set(`${hostname}${path}`, await visit(home, hostname, path))
    const config = await mustAsk<BackupConfig>(testEnv, 'GET', `${at}/backups/config`).catch(() => null)
    found.set(`${at}/backups/config`, JSON.stringify([config?.schedule, config?.enabled, config?.destination]))
  }
  for (const [key, value] of await revealVariables(testEnv, shop.environmentId)) found.set(`variable ${key}`, value)
  return found
}

async function revealVariables(testEnv: Scene['testEnv'], id: string): Promise<[string, string][]> {
  const { instance, person } = testEnv
  await signInAgain(instance, person)
  const client = createClient({ baseUrl: instance.url, credentials: apiToken(person.token) })
  const { items } = await mustAsk<{ items: { key: string; service: string | null; value: string | null }[] }>(
    testEnv,
    'GET',
    `/environments/${id}/variables`,
  )
  return await Promise.all(
    items.map(async ({ key, service, value }): Promise<[string, string]> => {
      const query = service === null ? {} : { service }
      const text = value ?? (await readVariable(client, { id, key, ...query }))
      return [`${service ?? ''}/${key}`, createHash('sha256').update(text).digest('hex')]
    }),
  )
}

/** Returns what is missing, new, or different. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === is) return []
    if (was === undefined) return [`${key} is new: ${is?.slice(0, 300)}`]
    if (is === undefined) return [`${key} is missing: ${was.slice(0, 300)}`]
    return [`${key}: ${firstDifference(was, is)}`]
  })
}

function firstDifference(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at += 1
  const from = Math.max(0, at - 60)
  return `"${was.slice(from, at + 80)}" became "${is.slice(from, at + 80)}"`
}
