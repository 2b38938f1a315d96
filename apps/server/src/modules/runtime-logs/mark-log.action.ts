/** Adds our own line to the container logs: what deployments and users did to them. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeChunk } from './log-chunk.policy.ts'
import { appendChunks } from './log-chunks.repository.ts'

export async function markLog(
  tx: Tx,
  organizationId: OrganizationId,
  mark: { environmentId: Id<'env'>; deploymentId: Id<'dep'> | null; text: string },
): Promise<void> {
  const { environmentId, deploymentId, text } = mark
  const now = new Date()
  const body = encodeChunk([{ at: now.getTime() * 1_000, stream: 'longshore', text }])
  const place = { service: null, container: null, deploymentId }
  const chunk = { kind: 'deployment' as const, ...place, firstAt: now, lastAt: now, lineCount: 1, body }
  await appendChunks(tx, organizationId, { environmentId, chunks: [chunk] })
}
