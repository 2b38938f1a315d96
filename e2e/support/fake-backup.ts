/** A successful backup on the instance's disk: a real archive of a small dump, encrypted to the organization's key. */

import { randomUUIDv7 } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { DumpContent } from '../../apps/server/src/testing/internals/backups.ts'
import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import { pack } from '../../packages/archive/src/index.ts'
import type { ResponseView } from './response-view.ts'
import { must, type Setting } from './setting.ts'

const dump = '--\n-- PostgreSQL database dump\n--\n\n--\n-- PostgreSQL database dump complete\n--\n\n'
const content: DumpContent = { objects: [], tables: [], rowHash: 'sha256', entries: null }

/** `isBegun`: one that is being made, and stays so. */
export async function insertFakeBackup(
  { instance, organizationId, people }: Setting,
  environmentId: string,
  { isBegun = false } = {},
): Promise<string> {
  const as = { token: people.owner.token, organization: organizationId }
  const place = { type: 'controlPlane', name: `Disk ${randomUUIDv7()}` }
  const destination = await must(instance, 'POST', '/api/v1/backup-destinations', { ...as, body: place })
  const { recipient } = (await must(instance, 'GET', '/api/v1/backup-key', as)).body
  const { services } = (await must(instance, 'GET', `/api/v1/environments/${environmentId}`, as)).body
  const service = services.find(({ kind }) => kind === 'postgres') as ResponseView
  const packed = await pack(linesOf(dump), [recipient])
  const bytes = await buffer(packed.content)
  const id = randomUUIDv7()
  const key = `backups/fixtures/${id}/1.zst.age`
  const path = join(instance.environment['BACKUP_DIRECTORY'] ?? '', organizationId, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  const digest = packed.digest()
  const about = { form: 1, engine: 'postgres', engineVersion: '17.6', engineImage: 'postgres:17', databaseName: 'app' }
  const manifest = { ...about, content, hasEndMarker: true, ...digest }
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    // No worker knows this kind, so the run waits forever.
    await db.query(
      `insert into workflow_runs (id, organization_id, kind, key, input)
       select $1::uuid, organization_id, 'pretended', 'pretended/' || $1::uuid, '{}' from environments where id = $2`,
      [id, decodeId('env', environmentId)],
    )
    await db.query(
      `insert into backups (id, organization_id, environment_id, service_id, service_name, kind, status, run_id, engine, engine_image,
         engine_version, destination_id, object_key, size_bytes, sha256, manifest, started_at, finished_at)
       select $1, organization_id, id, $3, 'db', 'manual', $9, $1, 'postgres', 'postgres:17', '17.6', $4, $5, $6, $7, $8, now(),
         case when $9 = 'succeeded' then now() end from environments where id = $2`,
      [
        id,
        decodeId('env', environmentId),
        decodeId('svc', service.id),
        decodeId('bds', destination.body.id),
        key,
        digest.packedBytes,
        digest.packedSha256,
        JSON.stringify(manifest),
        isBegun ? 'dumping' : 'succeeded',
      ],
    )
  } finally {
    await db.end()
  }
  return encodeId('bkp', brandId(id))
}

/** Its environment was deleted afterwards. */
export async function insertFakeDetachedBackup(setting: Setting, environmentId: string): Promise<string> {
  const id = await insertFakeBackup(setting, environmentId)
  const db = connectAsSuperuser(setting.instance.databaseUrl)
  try {
    const gone = `update backups set environment_id = null, environment_name = 'Gone', project_name = 'Shop' where id = $1`
    await db.query(gone, [decodeId('bkp', id)])
  } finally {
    await db.end()
  }
  return id
}

async function* linesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
