/** The only file that names `analyses`. */
import type { Report } from '@longshore/analyzer/report'
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Analyses } from '../../platform/database/schema.generated.ts'
import { toStoredJson } from '../../platform/events/stored-json.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { AnalysisError, AnalysisStatus } from './analyses.schemas.ts'
import { statesBefore } from './analyses.status.ts'

type StoredCommit = { sha: string; message: string; author: string; committedAt: string }
type Narrow = { status: AnalysisStatus; commit: StoredCommit | null; error: AnalysisError | null }
type Selected = Omit<Selectable<Analyses>, keyof Narrow | 'report'> & Narrow
/** Excludes the report, which may be large. */
export type AnalysisRow = Omit<Selected, 'id' | 'project_id'> & { id: Id<'ana'>; project_id: Id<'prj'> }

const columns = [
  'id', 'organization_id', 'project_id', 'status', 'branch', 'root_directory', 'events_before', 'commit', 'error',
  'created_at', 'updated_at', 'started_at', 'finished_at',
] as const // biome-ignore format: a list

/** Older analyses of a project are deleted. */
const kept = 20

export async function insertAnalysis(
  tx: Tx,
  organizationId: OrganizationId,
  analysis: {
    id: Id<'ana'>
    projectId: Id<'prj'>
    branch: string | null
    rootDirectory: string
    eventsBefore: number
  },
): Promise<AnalysisRow> {
  const row = await tx
    .insertInto('analyses')
    .values({
      id: analysis.id,
      organization_id: organizationId,
      project_id: analysis.projectId,
      branch: analysis.branch,
      root_directory: analysis.rootDirectory,
      events_before: analysis.eventsBefore,
    })
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('analyses')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', analysis.projectId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('analyses')
        .select('id')
        .where('project_id', '=', analysis.projectId)
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
  return row
}

/** Lists the newest analysis of each project. */
export async function listNewestAnalyses(
  tx: Tx,
  organizationId: OrganizationId,
  projectIds: readonly Id<'prj'>[],
): Promise<AnalysisRow[]> {
  if (projectIds.length === 0) return []
  const rows = await tx
    .selectFrom('analyses')
    .distinctOn('project_id')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('id', 'desc')
    .$narrowType<Narrow>()
    .execute()
  return rows
}

export async function findAnalysis(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'ana'>,
): Promise<AnalysisRow | undefined> {
  const row = await tx
    .selectFrom('analyses')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

/** Returns the report as stored, perhaps by another version: check it before use. */
export async function findReport(tx: Tx, organizationId: OrganizationId, id: Id<'ana'>): Promise<unknown> {
  const row = await tx
    .selectFrom('analyses')
    .select('report')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.report ?? null
}

export interface AnalysisChange {
  branch?: string
  commit?: { sha: string; message: string; author: string; committedAt: Date }
  report?: Report
  error?: AnalysisError
}

/** Returns undefined if the current state doesn't allow this transition, for example because it already happened. */
export async function advanceAnalysis(
  tx: Tx,
  organizationId: OrganizationId,
  { id, to, ...change }: { id: Id<'ana'>; to: AnalysisStatus } & AnalysisChange,
): Promise<AnalysisRow | undefined> {
  const { branch, commit, report, error } = change
  const isEnd = to === 'completed' || to === 'failed' || to === 'cancelled'
  const row = await tx
    .updateTable('analyses')
    .set({
      status: to,
      updated_at: sql`now()`,
      started_at: sql`coalesce(started_at, now())`,
      ...(isEnd ? { finished_at: sql`now()` } : {}),
      ...(branch === undefined ? {} : { branch }),
      ...(commit === undefined ? {} : { commit: toStoredJson(commit) }),
      ...(report === undefined ? {} : { report: toStoredJson(report) }),
      ...(error === undefined ? {} : { error: toStoredJson(error) }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', statesBefore(to))
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}
