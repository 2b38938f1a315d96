/** Keeps an analysis and its stream in sync with its run. */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { FinishedRun, Run, StepContext, Workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents, closeRunStream } from '../../../platform/events/publish.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { gitProviderProblems } from '../../git-providers/index.ts'
import type { RepositoryRef } from '../../git-providers/worker.ts'
import { analysisProblems } from '../analyses.problems.ts'
import {
  type AnalysisChange,
  type AnalysisRow,
  advanceAnalysis,
  findAnalysis,
  findReport,
} from '../analyses.repository.ts'
import type { AnalysisError } from '../analyses.schemas.ts'
import { toStatusEvent } from '../project.mapper.ts'
import { publishProjectUpdated } from '../projects.events.ts'
import type { ProjectSubject } from '../projects.references.ts'
import { findProject } from '../projects.repository.ts'

interface Subject {
  organizationId: OrganizationId
  projectId: Id<'prj'>
  /** Id of the analysis, and of the run. */
  id: Id<'ana'>
}

export function subjectOf({ run }: { run: Run<ProjectSubject> }): Subject {
  const { organizationId } = run
  return { organizationId, projectId: run.input.projectId, id: brandId<'ana'>(run.id) }
}

interface LoadedProject {
  /** Null if it has no repository. */
  ref: RepositoryRef | null
  branch: string | null
  rootDirectory: string
  composeProfiles: readonly string[]
  image: string | null
}

export async function loadProject(
  { database }: { database: Database },
  { organizationId, projectId }: Pick<Subject, 'organizationId' | 'projectId'>,
): Promise<LoadedProject> {
  const row = await database.tenant(organizationId, (tx) => findProject(tx, organizationId, projectId))
  if (row === undefined) throw new PermanentError('not_found', 'The project was deleted.')
  const { git_provider_id: providerId, repository_full_name: fullName, repository_url: url } = row
  const ref =
    row.source !== 'repository'
      ? null
      : providerId !== null && fullName !== null
        ? { providerId, fullName }
        : { url: url ?? '' }
  const { branch, root_directory: rootDirectory, compose_profiles: composeProfiles, image } = row
  return { ref, branch, rootDirectory, composeProfiles, image }
}

/** Publishes the progress of the analysis; does nothing if it is unchanged. */
export async function announce(
  context: Pick<StepContext<ProjectSubject>, 'run' | 'write'>,
  change: { to: 'fetching' | 'scanning' } & AnalysisChange,
): Promise<void> {
  const { organizationId, projectId, id } = subjectOf(context)
  await context.write(async (tx) => {
    const row = await advanceAnalysis(tx, organizationId, { id, ...change })
    if (row === undefined) return
    await appendRunEvents(tx, { runId: id, organizationId, events: [toStatusEvent(row, null)] })
    await publishAnalysis(tx, organizationId, { projectId, row })
  })
}

export function analysisHooks<Input extends ProjectSubject>(): Pick<Workflow<Input>, 'onFinish'> {
  return {
    async onFinish(tx, run, end) {
      const { organizationId, projectId, id } = subjectOf({ run })
      const row = await endAnalysis(tx, organizationId, { id, end })
      if (row === undefined) return
      const final = toStatusEvent(row, await findReport(tx, organizationId, id))
      await closeRunStream(tx, { runId: id, organizationId, final })
      await publishAnalysis(tx, organizationId, { projectId, row })
    },
  }
}

/** A success was stored with the last step, in this transaction. */
async function endAnalysis(
  tx: Tx,
  organizationId: OrganizationId,
  { id, end }: { id: Id<'ana'>; end: FinishedRun },
): Promise<AnalysisRow | undefined> {
  if (end.status === 'succeeded') return await findAnalysis(tx, organizationId, id)
  if (end.status !== 'failed') return await advanceAnalysis(tx, organizationId, { id, to: 'cancelled' })
  return await advanceAnalysis(tx, organizationId, { id, to: 'failed', error: publicError(end) })
}

const known = new Map(Object.entries({ ...gitProviderProblems, ...analysisProblems }))

/** Omits the cause, which is for the operator. */
function publicError({ error }: FinishedRun): AnalysisError {
  const problem = known.get(error?.code ?? '')
  return {
    code: error?.code ?? analysisProblems.analysis_failed.code,
    title: problem?.title ?? analysisProblems.analysis_failed.title,
    detail: error?.message ?? analysisProblems.analysis_failed.detail,
    hint: error?.hint ?? problem?.hint ?? 'Retry the analysis. If it fails again, give its ID to the operator.',
  }
}

async function publishAnalysis(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, row }: { projectId: Id<'prj'>; row: AnalysisRow },
): Promise<void> {
  const resourceId = encodeId('ana', row.id)
  await publishProjectUpdated(tx, organizationId, { projectId, changed: 'analysis', resourceId, action: row.status })
}
