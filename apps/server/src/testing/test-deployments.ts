/** An environment with services on a server in a test database, and scripted deployment steps. */
import { z } from 'zod'
import { type DeploySubject, deployEnvironment } from '../modules/deployments/deployments.references.ts'
import { stepNames } from '../modules/deployments/deployments.status.ts'
import { deployHooks } from '../modules/deployments/workflow/deploy.hooks.ts'
import { ServiceBody } from '../modules/environments/services.schemas.ts'
import type { Actor } from '../platform/access/actor.ts'
import type { Database } from '../platform/database/database.ts'
import { type StepContext, step, type UndoContext, type Workflow, workflow } from '../platform/durable/workflow.ts'
import type { Id } from '../platform/ids/brand.ts'
import { newId } from '../platform/ids/type-id.ts'
import { testActor } from './test-actor.ts'

export interface TestEnvironment {
  actor: Actor
  organizationId: Id<'org'>
  serverId: Id<'srv'>
  projectId: Id<'prj'>
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
}

export async function createTestEnvironment(
  { systemDb: db }: Database,
  same: Partial<TestEnvironment> = {},
): Promise<TestEnvironment> {
  const organizationId = same.organizationId ?? newId('org')
  const serverId = same.serverId ?? newId('srv')
  const projectId = same.projectId ?? newId('prj')
  const [environmentId, serviceId, userId] = [newId('env'), newId('svc'), newId('usr')]
  const organization_id = organizationId
  if (same.organizationId === undefined)
    await db.insertInto('organizations').values({ id: organizationId, name: 'Test' }).execute()
  if (same.serverId === undefined) {
    const server = { id: serverId, organization_id, name: 'fsn-1', host: '192.0.2.7', port: 22, username: 'root' }
    await db
      .insertInto('servers')
      .values({ ...server, status: 'ready' })
      .execute()
    await db.insertInto('server_checks').values({ server_id: serverId, organization_id }).execute()
    const key = { is_generated: true, public_key: 'ssh-ed25519 AAAA', sealed_private_key: 'sealed' }
    await db
      .insertInto('server_keys')
      .values({ id: newId('run'), organization_id, server_id: serverId, state: 'current', ...key })
      .execute()
  }
  if (same.projectId === undefined) {
    const source = { source: 'image', image: 'nginx:1.29' }
    await db
      .insertInto('projects')
      .values({ id: projectId, organization_id, name: 'Shop', slug: 'shop', ...source })
      .execute()
  }
  const name = `e${environmentId.slice(-8)}`
  await db
    .insertInto('environments')
    .values({ id: environmentId, organization_id, project_id: projectId, name, slug: name, server_id: serverId })
    .execute()
  const { name: serviceName, kind, ...configuration } = ServiceBody.parse(web)
  await db
    .insertInto('services')
    .values({
      id: serviceId,
      organization_id,
      environment_id: environmentId,
      name: serviceName,
      kind,
      position: 0,
      configuration: JSON.stringify(configuration),
      owned_by_file: [],
    })
    .execute()
  const actor = same.actor ?? testActor(organizationId, { userId })
  if (same.actor === undefined)
    await db
      .insertInto('users')
      .values({
        id: userId,
        email: `${userId}@example.com`,
        email_key: `${userId}@example.com`,
        name: 'Ada',
        password_hash: 'x',
      })
      .execute()
  return { actor, organizationId, serverId, projectId, environmentId, serviceId }
}

const web = { name: 'web', kind: 'web', port: 80, source: { builder: 'image', image: 'nginx:1.29' } }

type Context = StepContext<DeploySubject>
/** Links the project to a repository at a Git provider that is unreachable. */
export async function linkRepository(
  { systemDb: db }: Pick<Database, 'systemDb'>,
  { organizationId: organization_id, projectId, environmentId }: TestEnvironment,
): Promise<void> {
  const id = newId('git')
  const account = {
    kind: 'gitea',
    base_url: 'https://git.example',
    account_id: '1',
    account_login: 'ada',
    auth: 'token',
  }
  await db
    .insertInto('git_providers')
    .values({ id, organization_id, ...account, sealed_token: 'sealed', scopes: [] })
    .execute()
  const source = { source: 'repository', image: null, repository_full_name: 'ada/shop', git_provider_id: id }
  await db.updateTable('projects').set(source).where('id', '=', projectId).execute()
  await db.updateTable('environments').set({ branch: 'main' }).where('id', '=', environmentId).execute()
}

export interface ScriptedStep {
  run?(context: Context): Promise<void>
  undo?(context: UndoContext<DeploySubject, unknown>): Promise<void>
}

/** The deployment workflow with its hooks and step names; steps without a script do nothing. */
export function scriptedDeploy(script: Partial<Record<string, ScriptedStep>> = {}): Workflow<DeploySubject> {
  const steps = stepNames.map((name) =>
    step<DeploySubject, unknown>({
      name,
      output: z.unknown(),
      deadlineMs: 10_000,
      attempts: 2,
      cancellable: !['switch-traffic', 'watch-stability', 'retire-previous'].includes(name),
      async run(context) {
        await script[name]?.run?.(context)
        return {}
      },
      async undo(context) {
        await script[name]?.undo?.(context)
      },
    }),
  )
  return workflow(deployEnvironment, steps, deployHooks)
}
