/**
 * A deployment without a run: its row and stream are written as a worker would, so that a log of any size exists at
 * once.
 */
import { randomUUIDv7 } from 'node:crypto'
import { runEventsChannel } from '../../../apps/server/src/testing/internals/events.ts'
import { brandId, decodeId, encodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import type { Instance } from '../../support/instance.ts'
import { samplePieces } from './sample-log.ts'

export interface FakeDeployment extends AsyncDisposable {
  readonly id: string
  /** Writes the whole sample and the end of the stream. */
  writeSample(): Promise<void>
  /** Writes one chunk and notifies the readers. */
  write(text: string): Promise<void>
}

export async function insertFakeDeployment(
  instance: Instance,
  options: { environmentId: string; number: number; status: 'retired' | 'building' },
): Promise<FakeDeployment> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const id = randomUUIDv7()
  const environment = decodeId('env', options.environmentId)
  // No worker knows this kind, so the run waits forever.
  await db.query(
    `insert into workflow_runs (id, organization_id, kind, key, input)
     select $1::uuid, organization_id, 'pretended', 'pretended/' || $1::uuid, '{}' from environments where id = $2`,
    [id, environment],
  )
  await db.query(
    `insert into deployments (id, organization_id, environment_id, number, status, trigger, started_at, finished_at)
     select $1, organization_id, id, $3, $4, 'manual', now(), case when $4 = 'retired' then now() end
     from environments where id = $2`,
    [id, environment, options.number, options.status],
  )
  const append = async (kind: string, events: object[]) => {
    await db.query(
      `with counter as (
         insert into run_event_counters as c (run_id, organization_id, seq, last_at)
         select $1::uuid, organization_id, $3, clock_timestamp() from environments where id = $2
         on conflict (run_id) do update set seq = c.seq + $3, last_at = clock_timestamp()
         returning seq, last_at, organization_id
       ), added as (
         insert into run_events (run_id, organization_id, seq, kind, data, created_at)
         select $1::uuid, organization_id, counter.seq - $3 + row.n, $6, row.value, counter.last_at
         from counter, jsonb_array_elements($4::jsonb) with ordinality as row (value, n)
       )
       select pg_notify($5, $1::text || ':' || seq) from counter`,
      [id, environment, events.length, storable(events), runEventsChannel, kind],
    )
  }
  const write = async (texts: string[]) => {
    const at = new Date().toISOString()
    await append(
      'log',
      texts.map((text) => ({ step: 'build-image', stream: 'stdout', text, at })),
    )
  }
  return {
    id: encodeId('dep', brandId(id)),
    write: (text) => write([text]),
    async writeSample() {
      await write([...samplePieces()])
      await append('end', [{}])
      const close = `update run_event_counters set closed_at = now(), final = '{"kind": "end", "data": {}}' where run_id = $1`
      await db.query(close, [id])
    },
    [Symbol.asyncDispose]: () => db.end(),
  }
}

/** PostgreSQL can't store a zero character in jsonb, so the platform replaces it. */
function storable(events: object[]): string {
  return JSON.stringify(events).replaceAll('\\u0000', '\\ufffd')
}
