/** Adds a project in the caller's transaction. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { recordAudit } from '../audit/index.ts'
import { freeSlug, slugOf } from '../environments/index.ts'
import { requireQuota } from '../organizations/index.ts'
import { publishProjectUpdated } from './projects.events.ts'
import {
  countProjects,
  insertProject,
  listSlugs,
  type ProjectRow,
  type StoredSource,
  updateProject,
} from './projects.repository.ts'
import { startAnalysis } from './start-analysis.action.ts'

interface NewProject {
  readonly id: Id<'prj'>
  readonly name: string
  readonly description: string | null
  readonly source: StoredSource
  readonly composeProfiles?: string[]
}

export async function addProject(
  tx: Tx,
  actor: Actor,
  { id, name, description, source, composeProfiles = [] }: NewProject,
): Promise<ProjectRow> {
  const project = await insertNamed(tx, actor, { id, name, description, source, composeProfiles })
  await startAnalysis(tx, actor.organizationId, project)
  await announce(tx, actor, project)
  return project
}

/** The image needs no analysis: the caller creates the environment itself. */
export async function addImageProject(
  tx: Tx,
  actor: Actor,
  { name, image, isExample = false }: { name: string; image: string; isExample?: boolean },
): Promise<ProjectRow> {
  const source = { source: 'image', image } as const
  const project = await insertNamed(tx, actor, { id: newId('prj'), name, description: null, source, isExample })
  await updateProject(tx, actor.organizationId, { id: project.id, finalized_at: new Date() })
  await announce(tx, actor, project)
  return project
}

async function insertNamed(
  tx: Tx,
  { organizationId }: Actor,
  project: NewProject & { readonly isExample?: boolean },
): Promise<ProjectRow> {
  // The organization's row is locked from here on, so that no other request takes the slug.
  await requireQuota(tx, organizationId, { name: 'projects', count: () => countProjects(tx, organizationId) })
  const wanted = slugOf(project.name, 'project')
  const slug = freeSlug(wanted, new Set(await listSlugs(tx, organizationId, wanted)))
  return await insertProject(tx, organizationId, { ...project, slug })
}

async function announce(tx: Tx, actor: Actor, project: ProjectRow): Promise<void> {
  const { id, name, is_example: isExample } = project
  await recordAudit(tx, actor, {
    action: 'project.created',
    targetKind: 'project',
    targetId: id,
    detail: { name, ...sourceDetail(project), ...(isExample ? { isExample } : {}) },
  })
  await publishProjectUpdated(tx, actor.organizationId, { projectId: id, changed: 'project', action: 'created' })
}

export function sourceDetail(project: ProjectRow): Record<string, unknown> {
  if (project.source === 'image') return { image: project.image }
  const { compose_profiles: composeProfiles } = project
  if (project.source === 'compose') return { source: 'compose', composeProfiles }
  return {
    repository: project.repository_url,
    rootDirectory: project.root_directory,
    branch: project.branch,
    composeProfiles,
  }
}
