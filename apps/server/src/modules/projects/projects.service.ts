/** Manages projects. Runs in the worker read the repositories. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireWholeOrganization } from '../../platform/access/project-access.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { requestCancel, startRun } from '../../platform/durable/runs.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import type { BackupsOfDeleted } from '../environments/environments.schemas.ts'
import { cancelDeployments, listEnvironmentsOf, requirePerson } from '../environments/index.ts'
import { deletedBy } from '../trash/index.ts'
import { addProject, sourceDetail } from './add-project.action.ts'
import { listNewestAnalyses } from './analyses.repository.ts'
import { isFinished } from './analyses.status.ts'
import { prepareSource, type ResolvedSource } from './prepare-source.action.ts'
import { listProjectResources } from './project-resources.repository.ts'
import type { ProjectResources } from './project-resources.schemas.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { projectProblems } from './projects.problems.ts'
import { removeProject } from './projects.references.ts'
import { listProjects, lockProject, type ProjectRow, type StoredSource, updateProject } from './projects.repository.ts'
import type {
  CreateProject,
  Project,
  ProjectSummary,
  ProjectsQuery,
  RemoveProject,
  UpdateProject,
} from './projects.schemas.ts'
import { readProject, readSummaries, requireChangeableProject, requireProject } from './read-project.query.ts'
import { startAnalysis } from './start-analysis.action.ts'

export interface ProjectsService {
  list(actor: Actor, query: ProjectsQuery): Promise<Page<ProjectSummary>>
  create(actor: Actor, body: CreateProject): Promise<Project>
  get(actor: Actor, id: Id<'prj'>): Promise<Project>
  resources(actor: Actor, id: Id<'prj'>): Promise<ProjectResources>
  update(actor: Actor, id: Id<'prj'>, body: UpdateProject): Promise<Project>
  remove(actor: Actor, id: Id<'prj'>, options: RemoveProject): Promise<Project>
}

const resourcePrefix = {
  server: 'srv',
  git_provider: 'git',
  domain: 'dom',
  backup_destination: 'bds',
  connector: 'ntc',
} as const

export interface ProjectsOptions {
  database: Database
  sealer: Sealer
  clock: Clock
}

interface RemovalRequest {
  id: Id<'prj'>
  now: Date
  isForced: boolean
  backups: BackupsOfDeleted
  /** Skips the trash. */
  isPermanent: boolean
}

export function createProjectsService(options: ProjectsOptions): ProjectsService {
  const { database, sealer, clock } = options
  return {
    async list(actor, query) {
      const { organizationId, projectIds } = actor
      const items = await database.tenant(organizationId, async (tx) => {
        const rows = await listProjects(tx, organizationId, {
          before: query.cursor,
          limit: query.limit,
          q: query.q,
          ids: projectIds,
        })
        return await readSummaries(tx, organizationId, rows)
      })
      return toPage(items, query.limit)
    },
    create: (actor, body) => createProject(options, actor, body),
    get: (actor, id) => database.tenant(actor.organizationId, (tx) => readProject(tx, actor.organizationId, id)),
    resources: ({ organizationId }, id) =>
      database.tenant(organizationId, async (tx) => {
        await requireProject(tx, organizationId, id)
        const rows = await listProjectResources(tx, organizationId, id)
        return { items: rows.map((row) => ({ ...row, id: encodeId(resourcePrefix[row.kind], brandId(row.id)) })) }
      }),
    async update(actor, id, body) {
      const { organizationId } = actor
      const source = await prepareSource(sealer, { id, organizationId }, body)
      return await database.tenant(organizationId, (tx) => changeProject(tx, actor, { id, body, source }))
    },
    async remove(actor, id, { force = false, backups = 'keep', permanent = false }) {
      if (permanent) requirePerson(clock, actor)
      const request = { id, now: clock.now(), isForced: force, backups, isPermanent: permanent }
      return await database.tenant(actor.organizationId, (tx) => requestRemoval(tx, actor, request))
    },
  }
}

async function createProject(
  { database, sealer }: ProjectsOptions,
  actor: Actor,
  body: CreateProject,
): Promise<Project> {
  const { organizationId } = actor
  const id = newId('prj')
  const source = await prepareSource(sealer, { id, organizationId }, body)
  if (source === undefined) throw new TypeError('a project without a source passed its schema')
  return await createOnce(database, actor, async (tx) => {
    const { name, description = null, composeProfiles = [] } = body
    await addProject(tx, actor, { id, name, description, composeProfiles, source: await source(tx, organizationId) })
    return await readProject(tx, organizationId, id)
  })
}

async function changeProject(
  tx: Tx,
  actor: Actor,
  { id, body, source }: { id: Id<'prj'>; body: UpdateProject; source: ResolvedSource | undefined },
): Promise<Project> {
  const { organizationId } = actor
  const before = await requireChangeableProject(tx, organizationId, id)
  requireVersion(actor, before.version)
  const wanted = await source?.(tx, organizationId)
  const next = wanted === undefined ? movedSource(before, body) : keptChoices(before, wanted, body)
  // The Git provider connection can read more repositories than this one.
  if (next?.source === 'repository' && next.git_provider_id !== null && next.repository_url !== before.repository_url)
    requireWholeOrganization(actor)
  const project = await updateProject(tx, organizationId, {
    id,
    name: body.name,
    description: body.description ?? null,
    ...(next === undefined ? {} : { source: next }),
    ...(body.composeProfiles === undefined ? {} : { compose_profiles: body.composeProfiles }),
  })
  const isAnalyzed =
    (next !== undefined && isOtherSource(before, next)) || hasOtherProfiles(before, body.composeProfiles)
  if (isAnalyzed) await startAnalysis(tx, organizationId, project)
  await recordAudit(tx, actor, {
    action: 'project.updated',
    targetKind: 'project',
    targetId: id,
    detail: { name: project.name, ...sourceDetail(project) },
  })
  await publishProjectUpdated(tx, organizationId, { projectId: id, changed: 'project', action: 'updated' })
  return await readProject(tx, organizationId, id)
}

/** The same repository with another branch or folder. */
function movedSource(before: ProjectRow, { branch, rootDirectory }: UpdateProject): StoredSource | undefined {
  if (before.source !== 'repository' || (branch === undefined && rootDirectory === undefined)) return undefined
  return {
    source: 'repository',
    git_provider_id: before.git_provider_id,
    repository_full_name: before.repository_full_name ?? '',
    repository_url: before.repository_url ?? '',
    root_directory: rootDirectory ?? before.root_directory,
    branch: branch ?? before.branch,
  }
}

/** A body that repeats the repository without its branch or folder, to change the name, doesn't change those. */
function keptChoices(before: ProjectRow, wanted: StoredSource, body: UpdateProject): StoredSource {
  const isSame =
    wanted.source === 'repository' &&
    wanted.git_provider_id === before.git_provider_id &&
    wanted.repository_url === before.repository_url
  if (!isSame) return wanted
  const namesFolder = body.rootDirectory !== undefined || body.repository?.rootDirectory !== undefined
  return {
    ...wanted,
    branch: wanted.branch ?? before.branch,
    root_directory: namesFolder ? wanted.root_directory : before.root_directory,
  }
}

function isOtherSource(before: ProjectRow, after: StoredSource): boolean {
  if (after.source === 'compose') return true
  return Object.entries(after).some(([name, value]) => Reflect.get(before, name) !== value)
}

function hasOtherProfiles({ compose_profiles: before, source }: ProjectRow, after: string[] | undefined): boolean {
  if (after === undefined || source === 'image') return false
  return [...before].sort().join() !== [...after].sort().join()
}

/** Cancels an analysis and queued deployments. 409 for a running deployment. */
async function requestRemoval(
  tx: Tx,
  actor: Actor,
  { id, now, isForced, backups, isPermanent }: RemovalRequest,
): Promise<Project> {
  const { organizationId } = actor
  const row = await lockProject(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  if (row.deletion_requested_at !== null) return await readProject(tx, organizationId, id)
  const environments = await listEnvironmentsOf(tx, organizationId, [id])
  const busy = environments.find((environment) => environment.status === 'deploying')
  if (busy !== undefined)
    throw new AppError(projectProblems.project_is_deploying, `The environment "${busy.name}" is being deployed.`)
  await updateProject(tx, organizationId, { id, deletion_requested_at: now })
  for (const environment of environments) await cancelDeployments(tx, environment.id)
  const [analysis] = await listNewestAnalyses(tx, organizationId, [id])
  if (analysis !== undefined && !isFinished(analysis.status)) await requestCancel(tx, brandId<'run'>(analysis.id))
  const input = { projectId: id, isForced, backups, ...(isPermanent ? {} : { by: deletedBy(actor) }) }
  await startRun(tx, { workflow: removeProject, key: id, input, organizationId })
  await recordAudit(tx, actor, {
    action: 'project.deletion_requested',
    targetKind: 'project',
    targetId: id,
    detail: { name: row.name, backups, permanent: isPermanent, ...(isForced ? { isForced } : {}) },
  })
  await publishProjectUpdated(tx, organizationId, { projectId: id, changed: 'project', action: 'deletion_requested' })
  return await readProject(tx, organizationId, id)
}
