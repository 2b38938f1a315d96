/** Plans projects: source, previews, and the channels that send their events. */

import type { ProjectSummary } from '@longshore/sdk'
import {
  createProject,
  deleteProject,
  getConnectorLinks,
  listProjects,
  replaceConnectorLinks,
  updatePreviewSettings,
  updateProject,
} from '@longshore/sdk/operations'
import { collectItems } from '../../connection/collect-items.ts'
import { isSame } from '../canonical.ts'
import { type InstanceFile, isSecretReference, type PreviewsEntry, type ProjectEntry } from '../instance-file.ts'
import type { InstanceProject } from '../read-instance.ts'
import { planEnvironments } from './plan-environments.ts'
import { planList } from './plan-list.ts'
import {
  compareFields,
  createOnce,
  type FieldChange,
  needSecrets,
  type Planner,
  requireId,
  requireUnchanged,
  send,
} from './planner.ts'

export function planProjects(planner: Planner, { projects }: InstanceFile): void {
  const { client, instance, current } = planner
  const entryOf = new Map((current.projects ?? []).map((each) => [each.name, each]))
  const projectOf = new Map(instance.projects.map((each) => [each.project.name, each]))
  const wanted = new Map((projects ?? []).map((each) => [each.name, each]))
  planList<ProjectEntry>(planner, {
    kind: 'project',
    phase: 'shared',
    entries: projects,
    existing: instance.projects.map(({ project }) => ({
      name: project.name,
      entry: comparableEntry(project, wanted.get(project.name), entryOf.get(project.name)),
      id: project.id,
      version: project.version,
    })),
    nameOf: ({ name }) => name,
    parts: ['previews', 'notifications', 'environments'],
    create: (entry) => ({ run: () => addProject(planner, entry) }),
    change: ({ id, version }, entry, changes) => ({
      run: async () => {
        const { composeProfiles } = entry
        const before = projectOf.get(entry.name)?.project.description ?? null
        const body = {
          name: entry.name,
          description: entry.description === undefined ? before : entry.description,
          ...sourceOf(planner, entry, changes),
          ...(composeProfiles === undefined ? {} : { composeProfiles }),
        }
        await send(planner, updateProject, { id, body }, version)
      },
    }),
    remove:
      ({ id }) =>
      async () =>
        void (await client.call(deleteProject, { id })),
  })
  for (const entry of projects ?? []) {
    const project = projectOf.get(entry.name)
    planEnvironments(planner, entry, project, entryOf.get(entry.name))
    planPreviews(planner, entry, project, entryOf.get(entry.name)?.previews)
    planLinks(planner, entry, project, entryOf.get(entry.name))
  }
}

/** A file can name a repository by its URL, its name, or both. */
function comparableEntry(
  { repository }: ProjectSummary,
  wanted: ProjectEntry | undefined,
  existing: ProjectEntry | undefined,
): object {
  const known = existing?.repository
  if (repository === null || known === undefined) return existing ?? {}
  // A URL without a provider means that the repository is read without a credential.
  if (known.provider !== undefined && wanted?.repository?.provider === undefined) return { ...existing }
  return { ...existing, repository: { ...known, fullName: repository.fullName, url: repository.url } }
}

const sourceFields = ['repository', 'image', 'compose', 'branch']

/** The source of the request. If a change doesn't concern it, it stays away, because a new source starts an analysis. */
function sourceOf(planner: Planner, entry: ProjectEntry, changes: readonly FieldChange[] | undefined): object {
  const isChanged = changes === undefined || changes.some(({ field }) => sourceFields.includes(field))
  if (!isChanged) return {}
  const { secrets, instance, names } = planner
  const { repository, image, compose, branch } = entry
  const onBranch = branch === undefined ? {} : { branch }
  if (image !== undefined) return { image }
  if (compose !== undefined) return { compose: secrets.resolve(compose) }
  if (repository === undefined) return onBranch
  const { provider, ...rest } = repository
  if (provider === undefined) return { repository: rest, ...onBranch }
  const ids = new Map(instance.gitProviders.map(({ id }) => [names.gitProvider(id), id]))
  return { repository: { providerId: requireId(ids, 'Git provider', provider), ...rest }, ...onBranch }
}

async function addProject(planner: Planner, entry: ProjectEntry): Promise<void> {
  const { client } = planner
  const { name, description, repository, image, compose, branch, composeProfiles } = entry
  const about = description === undefined || description === null ? {} : { description }
  const profiles = composeProfiles === undefined ? {} : { composeProfiles }
  const body = { name, ...about, ...sourceOf(planner, entry, undefined), ...profiles }
  const content = { name, description, repository, image, compose, branch, composeProfiles }
  const exists = async () =>
    (await collectItems(client.items(listProjects))).some(
      (each) => each.name === name && each.deletionRequestedAt === null,
    )
  await createOnce(client, createProject, { body }, { name, content, exists })
}

function planPreviews(
  planner: Planner,
  entry: ProjectEntry,
  project: InstanceProject | undefined,
  existing: PreviewsEntry = {},
): void {
  const { previews } = entry
  if (previews === undefined) return
  // Without a repository there are no previews, so there is nothing to turn off.
  const hasNone = project === undefined ? entry.repository === undefined : project.previews === null
  const changes = hasNone && previews.enabled !== true ? [] : compareFields(planner, previews, existing)
  if (changes.length === 0) {
    planner.unchanged += 1
    return
  }
  needSecrets(
    planner,
    changes.map(({ after }) => after),
  )
  planner.items.push({
    action: 'change',
    kind: 'preview settings',
    name: entry.name,
    changes,
    phase: 'content',
    run: async () => {
      if (project === undefined) return
      const { id } = project.project
      const fields = changes.map(({ field, after }) => previewField(planner, project, field, after))
      await send(
        planner,
        updatePreviewSettings,
        { id, body: Object.fromEntries(fields) },
        project.previews?.version ?? 0,
      )
    },
  })
}

function previewField(
  { secrets }: Planner,
  project: InstanceProject,
  field: string,
  value: unknown,
): [string, unknown] {
  if (field === 'templateEnvironment')
    return ['templateEnvironmentId', typeof value === 'string' ? environmentId(project, value) : null]
  if (field !== 'variables' || !Array.isArray(value)) return [field, value]
  return [field, value.map((each) => ({ ...Object(secrets.resolve(each)), secret: isSecretReference(each.value) }))]
}

function environmentId({ environments }: InstanceProject, name: string): string {
  return requireId(
    new Map(environments.map(({ environment }) => [environment.name, environment.id])),
    'environment',
    name,
  )
}

function planLinks(
  planner: Planner,
  { name, notifications }: ProjectEntry,
  project: InstanceProject | undefined,
  existing: ProjectEntry | undefined,
): void {
  if (notifications === undefined) return
  const before = existing?.notifications ?? []
  const named = new Set(notifications.map(({ channel }) => channel))
  const wanted = [
    ...notifications.map((each) => ({ ...each, minSeverity: each.minSeverity ?? 'info' })),
    ...(planner.options.prune ? [] : before.filter(({ channel }) => !named.has(channel))),
  ].sort((one, other) => (one.channel < other.channel ? -1 : 1))
  if (isSame(wanted, before)) {
    planner.unchanged += 1
    return
  }
  const kind = 'project notifications'
  planner.items.push({
    action: 'change',
    kind,
    name,
    changes: [{ field: 'notifications', before, after: wanted }],
    phase: 'content',
    run: async () => {
      if (project === undefined) return
      const projectId = project.project.id
      const now = await planner.client.call(getConnectorLinks, { projectId })
      requireUnchanged({ kind, name }, { planned: project.links.links, now: now.links })
      const channels = new Map(planner.instance.channels.map((each) => [each.name, each.id]))
      const links = wanted.map(({ channel, environments, ...link }) => ({
        ...link,
        connectorId: requireId(channels, 'notification channel', channel),
        environments: environments?.map((each) => environmentId(project, each)) ?? null,
      }))
      await planner.client.call<object, unknown>(replaceConnectorLinks, { projectId, body: { links } })
    },
  })
}
