import { z } from 'zod'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId, type IdPrefix } from '../../platform/ids/type-id.ts'
import type { TrashRow } from './trash.repository.ts'
import type { TrashItem } from './trash.schemas.ts'
import { kindsOfTrash } from './trash-kinds.schemas.ts'

const Counts = z.record(z.string(), z.int()).catch({})
const Problem = z.object({ code: z.string(), detail: z.string() }).nullable().catch(null)

/** ID of what was deleted. The prefix only chooses the type. */
export function subjectOf<Prefix extends IdPrefix>({ subject_id: id }: TrashRow, _prefix: Prefix): Id<Prefix> {
  return brandId<Prefix>(id)
}

export function toTrashItem(row: TrashRow): TrashItem {
  return {
    id: row.id,
    kind: row.kind,
    resourceId: encodeId(kindsOfTrash[row.kind].prefix, brandId(row.subject_id)),
    name: row.name,
    projectId: row.project_id,
    environmentId: row.environment_id,
    serverId: row.server_id,
    status: row.status,
    contents: Counts.parse(row.contents),
    sizeBytes: row.size_bytes,
    deletedBy: { kind: row.deleted_by_kind, name: row.deleted_by_name },
    deletedAt: row.deleted_at,
    expiresAt: row.expires_at,
    problem: Problem.parse(row.problem),
  }
}
