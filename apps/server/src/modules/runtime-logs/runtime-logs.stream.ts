/** Stream source of runtime logs: one stream per environment, one event per chunk. */
import type { Database } from '../../platform/database/database.ts'
import type { StreamSource } from '../../platform/events/stream-source.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { decodeChunk } from './log-chunk.policy.ts'
import { listChunks, type StoredChunk } from './log-chunks.repository.ts'
import { streamOf } from './log-line.mapper.ts'
import { readLogHeads } from './runtime-logs.system-repository.ts'

export function createRuntimeLogSource(database: Database): StreamSource {
  return {
    channel: 'runtime_logs',
    async read({ key, organizationId }, afterSeq, limit) {
      if (organizationId === null) throw new TypeError('logs belong to an organization')
      const range = { environmentId: brandId<'env'>(key), order: 'oldest' as const, from: afterSeq + 1, limit }
      const chunks = await database.tenant(organizationId, (tx) => listChunks(tx, organizationId, range))
      return chunks.map((chunk) => ({
        seq: chunk.seq,
        kind: 'lines',
        projectId: null,
        subject: chunk.service,
        json: toJson(chunk),
      }))
    },
    async heads(keys) {
      return (await readLogHeads(database.systemDb, keys)).map((head) => ({ ...head, final: null }))
    },
  }
}

function toJson(chunk: StoredChunk): string {
  const { kind, service, container, deploymentId, body } = chunk
  return JSON.stringify({
    service,
    container,
    deploymentId: deploymentId === null ? null : encodeId('dep', deploymentId),
    lines: decodeChunk(body).map((line) => ({
      at: new Date(line.at / 1_000).toISOString(),
      stream: streamOf(kind, line),
      text: line.text,
    })),
  })
}
