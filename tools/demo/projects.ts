/** Projects of unreachable repositories are rows; their environments, services, and variables come from the API. */
import { randomBytes } from 'node:crypto'
import { providerToken } from '../../apps/server/src/modules/git-providers/provider-credentials.crypto.ts'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { decodeId, encodeId } from '../../apps/server/src/platform/ids/type-id.ts'
import { createSealer } from '../../apps/server/src/platform/secrets/seal.ts'
import { contextOf } from '../../apps/server/src/platform/secrets/sealed-column.ts'
import { Secret } from '../../apps/server/src/platform/secrets/secret.ts'
import { must } from '../../e2e/support/setting.ts'
import { type DemoEnvironment, type DemoProject, projects } from './catalog.ts'
import type { Base, PlacedEnvironment, PlacedService } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

export async function addProjects(base: Base, serverIds: ReadonlyMap<string, string>): Promise<PlacedEnvironment[]> {
  const providerId = await addGitProvider(base)
  const placed: PlacedEnvironment[] = []
  for (const [index, project] of projects.entries()) {
    const since = hoursBefore(base.now, (projects.length - index) * 480)
    const projectId = await addProject(base, { project, providerId, since })
    for (const environment of project.environments) {
      const serverId = serverIds.get(environment.server) ?? ''
      placed.push(await addEnvironment(base, { project, projectId, environment, serverId, providerId }))
    }
  }
  return placed
}

async function addGitProvider({ db, organizationId, now, instance }: Base): Promise<string> {
  const id = pastId(hoursBefore(now, 2_000))
  // The token is made up, but sealed: the worker opens it and reports what the Git provider says.
  const context = contextOf(providerToken, brandId<'git'>(id), brandId<'org'>(organizationId))
  const token = await createSealer(instance.environment.SEALING_RECIPIENT ?? '').seal(context, new Secret('demo'))
  await db.query(
    `insert into git_providers (id, organization_id, kind, auth, base_url, account_id, account_login, scopes, sealed_token)
     values ($1, $2, 'github', 'token', 'https://github.com', '583231', 'harborcoffee', '{repo,admin:repo_hook}', $3)`,
    [id, organizationId, token],
  )
  return id
}

async function addProject(
  { db, organizationId }: Base,
  { project, providerId, since }: { project: DemoProject; providerId: string; since: Date },
): Promise<string> {
  const id = pastId(since)
  const { name, slug, repository, image } = project
  const isRepository = repository !== undefined
  await db.query(
    `insert into projects (id, organization_id, name, slug, source, git_provider_id, repository_full_name, repository_url, image,
       finalized_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      id,
      organizationId,
      name,
      slug,
      isRepository ? 'repository' : 'image',
      isRepository ? providerId : null,
      repository ?? null,
      isRepository ? `https://github.com/${repository}` : null,
      image ?? null,
      since,
    ],
  )
  return id
}

interface NewEnvironment {
  readonly project: DemoProject
  readonly projectId: string
  readonly environment: DemoEnvironment
  readonly serverId: string
  readonly providerId: string
}

async function addEnvironment(base: Base, fresh: NewEnvironment): Promise<PlacedEnvironment> {
  const { instance, owner, db } = base
  const { project, projectId, environment, serverId } = fresh
  const send = (method: string, path: string, body: unknown) =>
    must(instance, method, `/api/v1${path}`, { token: owner.token, body })
  const created = await send('POST', '/environments', {
    projectId: encodeId('prj', brandId(projectId)),
    name: environment.name,
    serverId: encodeId('srv', brandId(serverId)),
    ...(project.repository === undefined ? {} : { branch: environment.branch }),
  })
  const path = `/environments/${created.body.id}`
  await send('POST', `${path}/services`, { services: project.services })
  await send('POST', `${path}/variables`, { variables: variablesOf(project) })
  const id = decodeId('env', String(created.body.id)) ?? ''
  if (project.repository !== undefined) await addHook(base, id, fresh)
  const services = await db.query<PlacedService>(
    'select id, name, kind, configuration from services where environment_id = $1 order by position',
    [id],
  )
  const variables = await db.query<{ id: string; key: string }>(
    'select id, key from variables where environment_id = $1',
    [id],
  )
  return { ...environment, id, serverId, project, services, variables }
}

function variablesOf({ variables, secrets }: DemoProject) {
  return [
    ...Object.entries(variables).map(([key, value]) => ({ key, value, secret: false })),
    ...secrets.map((key) => ({ key, value: randomBytes(24).toString('base64'), secret: true })),
  ]
}

/** Pushes deploy it, through a webhook that is recorded as present. */
async function addHook({ db, organizationId, now }: Base, id: string, { project, providerId }: NewEnvironment) {
  await db.query('update environments set auto_deploy_enabled = true where id = $1', [id])
  await db.query('delete from auto_deploys where environment_id = $1', [id])
  await db.query(
    `insert into auto_deploys (id, organization_id, environment_id, kind, repository_full_name, hook_status, hook_id, hook_provider_id,
       hook_repository, hook_checked_at, next_hook_check_at)
     values (gen_random_uuid(), $1, $2, 'github', $3, 'registered', '512883401', $4, $3, $5, $5::timestamptz + interval '1 year')`,
    [organizationId, id, project.repository, providerId, now],
  )
}
