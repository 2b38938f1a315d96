/** Maps rows to API responses. */
import type { ServerTaskRow } from './server-tasks.repository.ts'
import type { ServerTask } from './server-tasks.schemas.ts'
import type { ServerRow } from './servers.repository.ts'
import { SecurityState, type Server } from './servers.schemas.ts'

const proxyStatuses = ['absent', 'starting', 'running', 'failing'] as const

export function toServer(row: ServerRow): Server {
  const { facts } = row
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    username: row.username,
    jumpServerId: row.jump_server_id,
    status: row.status,
    problem: row.problem,
    hostKeys: row.host_keys.map(({ type, fingerprint, pinnedAt }) => ({
      type,
      fingerprint,
      pinnedAt: new Date(pinnedAt),
    })),
    expectedHostKeyFingerprint: row.expected_fingerprint,
    offeredHostKeys: (row.offered_host_keys ?? []).map(({ type, fingerprint }) => ({ type, fingerprint })),
    publicKey: row.public_key,
    keySource: row.has_generated_key ? 'generated' : 'provided',
    setupCommand: row.connected_at === null || row.problem?.code === 'key_refused' ? setupCommand(row) : null,
    os: facts?.os ?? null,
    docker: facts?.docker ?? null,
    publicAddresses: facts?.publicAddresses ?? { v4: null, v6: null },
    resources: facts?.resources ?? null,
    detailsUpdatedAt: row.facts_at,
    baseDomain: row.base_domain,
    security: {
      state: SecurityState.parse(row.security_state),
      score: row.security_score,
      scannedAt: row.security_scanned_at,
    },
    build: {
      concurrency: row.build_slots,
      memoryBytes: row.build_memory_bytes === null ? null : Number(row.build_memory_bytes),
      cpus: row.build_cpus,
      cacheBytes: row.build_cache_bytes === null ? null : Number(row.build_cache_bytes),
    },
    proxy: {
      status: proxyStatuses.find((each) => each === row.proxy_status) ?? 'absent',
      version: row.proxy_version,
    },
    lastSeenAt: row.last_seen_at,
    deletionRequestedAt: row.deletion_requested_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toServerTask(row: ServerTaskRow): ServerTask {
  return {
    id: row.id,
    serverId: row.server_id,
    kind: row.kind,
    status: row.status,
    result: row.result,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/**
 * For a user's terminal on the server. The line contains nothing that a user typed: a key and an id. It starts on a new
 * line, also in a file whose last line has no line end.
 */
export function setupCommand(row: Pick<ServerRow, 'public_key'>): string {
  return `mkdir -p ~/.ssh && chmod 700 ~/.ssh && printf '\\n%s\\n' '${row.public_key}' >> ~/.ssh/authorized_keys && chmod 600 ~/.ssh/authorized_keys`
}
