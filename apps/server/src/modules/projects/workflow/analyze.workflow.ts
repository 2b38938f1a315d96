/**
 * Reads a project's source and stores the report. Guarantees, whatever crashes:
 *
 * - an analysis ends completed, failed or canceled, once; its report commits with the end of the run, so a completed
 *   analysis has one and no other has;
 * - fetched files are disposable: a crashed worker leaves a folder that its successor sweeps, and the resolved commit
 *   is fetched again, so the report is of the commit that the first worker saw;
 * - a cancel ends git and the analyzing process within moments; there is nothing to undo;
 * - the credential is requested again in each step and is in no journal.
 *
 * At most `atOnce` analyses read at a time, shared fairly between organizations. Resolving a commit takes no such slot,
 * so that analyses that wait for an unresponsive Git server don't block others.
 */
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { advanceAnalysis } from '../analyses.repository.ts'
import { imageReport } from '../image-report.remote.ts'
import { publishProjectUpdated } from '../projects.events.ts'
import { analyzeProject } from '../projects.references.ts'
import { saveRepositoryName } from '../projects.repository.ts'
import { readCompose } from '../read-compose.remote.ts'
import { type ResolvedRepository, readRepository, resolveRepository } from '../read-source.remote.ts'
import type { SourceWork } from '../source-work.remote.ts'
import { analysisHooks, announce, loadProject, subjectOf } from './analysis-run.context.ts'

type Input = z.output<typeof analyzeProject.input>
type Context = StepContext<Input>

const Repository = z.object({
  fullName: z.string(),
  url: z.string(),
  isPrivate: z.boolean(),
  isArchived: z.boolean(),
  branch: z.string(),
  sha: z.string(),
})
/** Null for a project without a repository. */
const Resolved = z.object({ repository: Repository.nullable() })

export function createAnalyzeProject(work: SourceWork): Workflow<Input> {
  // Waits for a Git server that is briefly down: eight attempts take about half a minute.
  const resolve = step({
    name: 'resolve',
    output: Resolved,
    deadlineMs: 60_000,
    retriesDeadline: true,
    attempts: 8,
    run: (context: Context) => resolveCommit(work, context),
  })
  const read = step({
    name: 'read',
    output: z.object({}),
    deadlineMs: 6 * 60_000,
    attempts: 4,
    slot: ({ source }) => (source === 'image' ? undefined : { resource: 'analyses', capacity: work.atOnce }),
    run: (context: Context) => readSource(work, context, context.output(resolve).repository),
  })
  return workflow(analyzeProject, [resolve, read], analysisHooks())
}

async function resolveCommit(work: SourceWork, context: Context): Promise<z.output<typeof Resolved>> {
  const { organizationId, projectId } = subjectOf(context)
  const project = await loadProject(work, { organizationId, projectId })
  if (project.ref === null) return { repository: null }
  await announce(context, { to: 'fetching' })
  const { ref, branch } = project
  const found = await resolveRepository(work, { organizationId, ref, branch, signal: context.signal })
  context.record(async (tx) => {
    const { fullName, url } = found
    if (await saveRepositoryName(tx, organizationId, { id: projectId, fullName, url }))
      await publishProjectUpdated(tx, organizationId, { projectId, changed: 'project', action: 'repository_renamed' })
  })
  return { repository: found }
}

async function readSource(
  work: SourceWork,
  context: Context,
  resolved: ResolvedRepository | null,
): Promise<Record<string, never>> {
  const { organizationId, projectId, id } = subjectOf(context)
  const project = await loadProject(work, { organizationId, projectId })
  const { signal } = context
  if (project.ref === null || resolved === null) {
    await announce(context, { to: 'scanning' })
    const report =
      project.image === null
        ? await readCompose(work, { organizationId, projectId, signal })
        : imageReport(project.image)
    context.record(async (tx) => void (await advanceAnalysis(tx, organizationId, { id, to: 'completed', report })))
    return {}
  }
  const { branch } = resolved
  await announce(context, { to: 'fetching' })
  const { commit, report } = await readRepository(work, { organizationId, ref: project.ref, signal }, resolved, {
    rootDirectory: project.rootDirectory,
    composeProfiles: project.composeProfiles,
    async onStage(stage) {
      if (stage.stage === 'scanning') await announce(context, { to: 'scanning', branch, commit: stage.commit })
    },
  })
  context.record(
    async (tx) => void (await advanceAnalysis(tx, organizationId, { id, to: 'completed', branch, commit, report })),
  )
  return {}
}
