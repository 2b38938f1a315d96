/** Creates a second environment. A push to its branch is deployed automatically, and is canceled. */
import type { AutoDeploy, Deployment, Page } from '@longshore/sdk'
import { nodeApp, webService } from '../deploy-test-env.ts'
import type { WalkTestEnv } from './walk-test-env.ts'
import type { Walker } from './walker.ts'

/** A build that would take an hour. */
const hangs = Object.fromEntries(nodeApp('never', 'RUN sleep 3617\n').map(({ path, content }) => [path, content]))

export async function walkStaging(
  walker: Walker,
  { repository }: WalkTestEnv,
  { projectId, serverId }: { projectId: string; serverId: string },
): Promise<string> {
  const body = { projectId, name: 'trial', branch: 'main' }
  const { id } = await walker.call('POST /environments', { body })
  const path = { id }
  await walker.call('PATCH /environments/:id', { path, body: { name: 'staging' } })
  await walker.call('PATCH /environments/:id/branch', { path, body: { branch: 'dev' } })
  await walker.call('PATCH /environments/:id/server', { path, body: { serverId } })
  await walker.call('POST /environments/:id/services', { path, body: { services: [webService()] } })
  const variables = [{ key: 'TOKEN', value: 'kept to itself', secret: true, scope: 'runtime' }]
  await walker.call('POST /environments/:id/variables', { path, body: { variables } })
  const state = await walker.call<AutoDeploy>('PATCH /environments/:id/auto-deploy', { path, body: { enabled: true } })
  walker.report.expect(state.webhook.status === 'registered', `the webhook is ${JSON.stringify(state.webhook)}`)

  const sha = await repository.push(hangs, 'dev')
  const ofPush = (each: Deployment) => each.commit?.sha === sha && each.status !== 'queued'
  const history = 'GET /environments/:id/deployments'
  const { items } = await walker.callUntil<Page<Deployment>>(history, { path }, (found) => found.items.some(ofPush))
  const did = String(items.find(ofPush)?.id)
  await walker.call('POST /environments/:id/deployments/:did/cancel', { path: { id, did } })
  const end = await walker.pollUntil<Deployment>(
    `/environments/${id}/deployments/${did}`,
    ({ finishedAt }) => (finishedAt ?? null) !== null,
  )
  walker.report.expect(end.status === 'cancelled' && end.trigger === 'push', `it is ${end.status} of ${end.trigger}`)
  return id
}
