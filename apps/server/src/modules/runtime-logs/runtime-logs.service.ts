/** Container logs: pages, a whole range as text, and the start of a stream. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { requireEnvironment } from '../environments/index.ts'
import { listContainerEvents } from './container-events.repository.ts'
import { listChunks, type StoredChunk, seqBefore } from './log-chunks.repository.ts'
import { readText, type TextPart } from './log-download.query.ts'
import { type LineFilter, matchingLines } from './matching-lines.mapper.ts'
import type {
  ContainerEvent,
  ContainerEventQuery,
  DownloadQuery,
  RuntimeLine,
  RuntimeLogPage,
  RuntimeLogQuery,
} from './runtime-logs.schemas.ts'

export interface RuntimeLogsService {
  list(actor: Actor, environmentId: Id<'env'>, query: RuntimeLogQuery): Promise<RuntimeLogPage>
  /** Resolves when sending can begin; oldest line first. */
  download(actor: Actor, environmentId: Id<'env'>, query: DownloadQuery): Promise<AsyncIterable<TextPart>>
  /** 404 if the environment doesn't exist; returns the number after which a stream begins. */
  begin(actor: Actor, environmentId: Id<'env'>, since: Date | undefined): Promise<number | 'head'>
  events(actor: Actor, environmentId: Id<'env'>, query: ContainerEventQuery): Promise<Page<ContainerEvent>>
}

/** A search scans this much for one page, then returns where to continue. */
const maxScanned = { chunks: 400, ms: 2_000 }
const pageChunks = 20

export function createRuntimeLogsService({ database }: { database: Database }): RuntimeLogsService {
  const require = async ({ organizationId }: Actor, id: Id<'env'>) => {
    await database.tenant(organizationId, (tx) => requireEnvironment(tx, organizationId, id))
  }
  return {
    async list(actor, environmentId, query) {
      await require(actor, environmentId)
      return await findLines(database, actor.organizationId, { environmentId, ...query })
    },
    async download(actor, environmentId, query) {
      await require(actor, environmentId)
      return readText(database, actor.organizationId, { environmentId, ...query })
    },
    async begin(actor, environmentId, since) {
      await require(actor, environmentId)
      if (since === undefined) return 'head'
      const { organizationId } = actor
      return await database.tenant(organizationId, (tx) => seqBefore(tx, organizationId, { environmentId, since }))
    },
    async events(actor, environmentId, { limit, cursor, service, kind }) {
      await require(actor, environmentId)
      const { organizationId } = actor
      const query = { environmentId, limit, before: cursor, service, kind }
      return toPage(
        await database.tenant(organizationId, (tx) => listContainerEvents(tx, organizationId, query)),
        limit,
      )
    },
  }
}

type Position = NonNullable<RuntimeLogQuery['cursor']>

/**
 * Finds lines in the requested order. Reads a few chunks at a time, each in a short transaction, until there are enough
 * lines.
 */
async function findLines(
  database: Database,
  organizationId: OrganizationId,
  query: LineFilter & Pick<RuntimeLogQuery, 'limit' | 'cursor' | 'order'> & { environmentId: Id<'env'> },
): Promise<RuntimeLogPage> {
  const { limit, cursor, order, ...filter } = query
  const found: RuntimeLine[] = []
  const pageTo = (nextCursor: Position | null) => ({ items: sorted(found, order), nextCursor })
  const deadline = Date.now() + maxScanned.ms
  let position = cursor
  for (let scanned = 0; ; scanned += pageChunks) {
    const from = position?.seq ?? null
    const chunks = await database.tenant(organizationId, (tx) =>
      listChunks(tx, organizationId, { ...filter, order, from, limit: pageChunks }),
    )
    for (const chunk of chunks) {
      const next = takeFrom(chunk, { filter, found, limit, order, start: position })
      if (next !== null) return pageTo(next)
      position = order === 'newest' ? { seq: chunk.seq - 1, index: readAll } : { seq: chunk.seq + 1, index: 0 }
    }
    if (chunks.length < pageChunks) return pageTo(null)
    if (scanned + pageChunks >= maxScanned.chunks || Date.now() > deadline) return pageTo(position ?? null)
  }
}

/** More than any chunk contains. */
const readAll = 9_999_999

/** Starts at an end of the chunk, or at the cursor's line. Returns where to continue if there are enough. */
function takeFrom(
  chunk: StoredChunk,
  options: {
    filter: LineFilter
    found: RuntimeLine[]
    limit: number
    order: RuntimeLogQuery['order']
    start: Position | undefined
  },
): Position | null {
  const { filter, found, limit, order, start } = options
  const lines = matchingLines(chunk, filter)
  const isNewest = order === 'newest'
  for (const { index, line } of isNewest ? lines.reverse() : lines) {
    // A cursor of the newest order is the index after the next line; one of the oldest order is the index of the next line.
    if (start?.seq === chunk.seq && (isNewest ? index >= start.index : index < start.index)) continue
    if (found.length >= limit) return { seq: chunk.seq, index: isNewest ? index + 1 : index }
    found.push(line)
  }
  return null
}

/** Chunks of several containers follow each other; within a page their lines are sorted by time. */
function sorted(lines: RuntimeLine[], order: RuntimeLogQuery['order']): RuntimeLine[] {
  const sign = order === 'newest' ? -1 : 1
  return lines.sort((a, b) => sign * (a.at.getTime() - b.at.getTime()))
}
