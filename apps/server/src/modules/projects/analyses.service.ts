/** Analyses: retried, followed, and run once without being stored. */
import { reportSchema } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { consumeLimit } from '../../platform/limits/persistent-limit.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { linkProblems } from '../../platform/link/link-problems.ts'
import { recordAudit } from '../audit/index.ts'
import { requireGitProvider } from '../git-providers/index.ts'
import { analysisProblems } from './analyses.problems.ts'
import { listNewestAnalyses } from './analyses.repository.ts'
import type { Analysis, AnalyzedRepository, AnalyzeRepoQuery, RetryAnalysis } from './analyses.schemas.ts'
import { analyzeRepo, maxReportBytes } from './calls/analyze-repo.definition.ts'
import { toAnalysis } from './project.mapper.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { updateProject } from './projects.repository.ts'
import { requireChangeableProject, requireProject } from './read-project.query.ts'
import { readReports } from './report.stream.ts'
import { parseRepositoryUrl } from './repository-names.policy.ts'
import { startAnalysis } from './start-analysis.action.ts'

export interface AnalysesService {
  retry(actor: Actor, id: Id<'prj'>, body: RetryAnalysis): Promise<Analysis>
  /** Returns the newest analysis of a project, to be followed. */
  newest(actor: Actor, id: Id<'prj'>): Promise<{ id: Id<'ana'>; eventsBefore: number }>
  /** `signal` ends it, also in the worker. */
  analyzeRepo(actor: Actor, query: AnalyzeRepoQuery, signal: AbortSignal): Promise<AnalyzedRepository>
}

export interface AnalysesOptions {
  database: Database
  link: Pick<LinkClient, 'stream'>
  deadlineMs?: number
}

const respondWithinMs = 30_000
/** Each costs a fetch from a Git server, and a process. */
const limits = {
  perUser: { name: 'analyze-repo', limit: 20, windowSeconds: 60 },
  perOrganization: { name: 'analyze-repo-organization', limit: 300, windowSeconds: 3_600 },
}

export function createAnalysesService(options: AnalysesOptions): AnalysesService {
  const { database } = options
  return {
    retry: (actor, id, body) => retryAnalysis(database, actor, id, body),
    async newest(actor, id) {
      const { organizationId } = actor
      return await database.tenant(organizationId, async (tx) => {
        await requireProject(tx, organizationId, id)
        const [row] = await listNewestAnalyses(tx, organizationId, [id])
        if (row === undefined) throw notFound()
        return { id: row.id, eventsBefore: row.events_before }
      })
    },
    async analyzeRepo(actor, query, signal) {
      const ref = await findRef(database, actor, query)
      await countAnalysis(database, actor)
      return await askWorker(options, actor, { ref, query, signal })
    },
  }
}

async function retryAnalysis(database: Database, actor: Actor, id: Id<'prj'>, body: RetryAnalysis): Promise<Analysis> {
  const { organizationId } = actor
  const branch = body?.branch
  return await createOnce(database, actor, async (tx) => {
    let project = await requireChangeableProject(tx, organizationId, id)
    if (branch !== undefined && project.source !== 'repository')
      throw invalid('/branch', 'unexpected', "can't be set: this project has no repository")
    if (branch !== undefined && branch !== project.branch)
      project = await updateProject(tx, organizationId, { id, branch })
    const row = await startAnalysis(tx, organizationId, project)
    const resourceId = encodeId('ana', row.id)
    await recordAudit(tx, actor, {
      action: 'project.analysis_retried',
      targetKind: 'project',
      targetId: id,
      detail: { analysisId: resourceId, branch: project.branch },
    })
    await publishProjectUpdated(tx, organizationId, {
      projectId: id,
      changed: 'analysis',
      resourceId,
      action: 'queued',
    })
    return toAnalysis(row, null)
  })
}

type Ref = { providerId: Id<'git'>; fullName: string } | { url: string }

async function findRef(database: Database, actor: Actor, query: AnalyzeRepoQuery): Promise<Ref> {
  const { providerId, repo, url } = query
  if (url !== undefined) {
    const other = repo === undefined ? (providerId === undefined ? undefined : 'providerId') : 'repo'
    if (other !== undefined) throw invalid(`/${other}`, 'unexpected', "can't be combined with url")
    return { url: parseRepositoryUrl(url)?.url ?? url }
  }
  if (repo === undefined) throw invalid('/repo', 'required', 'is required with providerId, unless you set url')
  if (providerId === undefined)
    throw invalid('/providerId', 'required', 'is required with fullName, unless you set url')
  const { organizationId } = actor
  await database.tenant(organizationId, (tx) => requireGitProvider(tx, organizationId, providerId))
  return { providerId, fullName: repo }
}

async function countAnalysis(database: Database, actor: Actor): Promise<void> {
  const states = [
    await consumeLimit(database.systemDb, limits.perUser, actor.userId),
    await consumeLimit(database.systemDb, limits.perOrganization, actor.organizationId),
  ]
  const full = states.find((state) => !state.allowed)
  if (full !== undefined)
    throw new AppError(platformProblems.rate_limited, "You've started too many analyses.", { limit: full })
}

async function askWorker(
  { link, deadlineMs = respondWithinMs }: AnalysesOptions,
  actor: Actor,
  { ref, query, signal }: { ref: Ref; query: AnalyzeRepoQuery; signal: AbortSignal },
): Promise<AnalyzedRepository> {
  const { organizationId, userId: actorId } = actor
  const args = { ref, branch: query.branch ?? null, rootDirectory: query.rootDirectory }
  try {
    const { head, body } = await link.stream(analyzeRepo, args, { organizationId, actorId, signal, deadlineMs })
    const report = await readReports(body, { schema: reportSchema, maxBytes: maxReportBytes })
    return { ...head, ...report }
  } catch (error) {
    if (error instanceof AppError && error.problem.code === linkProblems.worker_timeout.code)
      throw new AppError(
        analysisProblems.analysis_timeout,
        `The analysis didn't finish within ${deadlineMs / 1000} seconds.`,
      )
    throw error
  }
}
