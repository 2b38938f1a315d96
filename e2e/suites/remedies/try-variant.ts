/** Deploys an app that fails, applies the remedy with the calls of its button, and deploys again. */
import type { Deployment, DeploymentRemedy, Environment } from '@longshore/sdk'
import { changeFor, suggestedText } from '@longshore/sdk/remedies'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { mustAsk } from '../../support/servers.ts'
import { createVariantApp } from './create-app.ts'
import type { Variant } from './variant.ts'

export interface Tried {
  readonly isRecognized: boolean
  readonly isRemedied: boolean
  /** The deviation from the expected result. */
  readonly fault: string | null
}

export async function tryVariant(testEnv: DeployTestEnv, variant: Variant): Promise<Tried> {
  const { name, code } = variant
  const { app, failed } = await deployBroken(testEnv, variant)
  const found = failed.diagnosis
  if (found?.code !== code)
    return { isRecognized: false, isRemedied: false, fault: `${name}: ${describe(failed)}, not ${code}` }
  const remedy = found.remedies.find((each) => each.action === variant.action)
  if (remedy === undefined)
    return { isRecognized: true, isRemedied: false, fault: `${name}: no ${variant.action} in ${JSON.stringify(found)}` }
  await applyRemedy(testEnv, app, { remedy, variant })
  const path = `/environments/${app.environmentId}/deployments/${failed.id}/redeploy`
  const again: Deployment = await mustAsk(testEnv, 'POST', path)
  const ended = await testEnv.waitFor(app, again.id)
  const isRemedied = ended.status === 'live'
  // Thirty apps of frameworks together need more memory than the target has.
  await removeEnvironment(testEnv, app)
  return { isRecognized: true, isRemedied, fault: isRemedied ? null : `${name}: afterwards ${describe(ended)}` }
}

export async function deployBroken(
  testEnv: DeployTestEnv,
  variant: Variant,
): Promise<{ app: App; failed: Deployment }> {
  const app = await createVariantApp(testEnv, variant)
  if (variant.variables !== undefined)
    await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables: variant.variables })
  if (variant.buildMemoryBytes !== undefined) await limitBuilds(testEnv, variant.buildMemoryBytes)
  return { app, failed: await testEnv.waitFor(app, await testEnv.deploy(app)) }
}

export async function limitBuilds(testEnv: DeployTestEnv, memoryBytes: number | null): Promise<void> {
  const id = testEnv.servers[0]?.id
  await mustAsk(testEnv, 'PATCH', `/servers/${id}`, { build: { memoryBytes } })
}

async function applyRemedy(
  testEnv: DeployTestEnv,
  { environmentId }: App,
  { remedy, variant: { text, isSecret } }: { remedy: DeploymentRemedy; variant: Variant },
): Promise<void> {
  const { services }: Environment = await mustAsk(testEnv, 'GET', `/environments/${environmentId}`)
  const change = changeFor(remedy, {
    text: text ?? suggestedText(remedy, services),
    services,
    ...(isSecret === undefined ? {} : { secret: isSecret }),
  })
  if (change?.kind === 'services')
    await mustAsk(testEnv, 'POST', `/environments/${environmentId}/services`, { services: change.services })
  else if (change?.kind === 'variables')
    await mustAsk(testEnv, 'PUT', `/environments/${environmentId}/variables`, {
      variables: change.variables,
      keepOthers: true,
    })
  else if (change?.kind === 'server')
    await mustAsk(testEnv, 'PATCH', `/servers/${change.serverId}`, { build: change.build })
}

function describe({ status, diagnosis, error }: Deployment): string {
  const tail = String(error?.logTail ?? '')
    .trim()
    .slice(-600)
  return `${status}, diagnosis ${diagnosis?.code ?? 'none'}, ${error?.code ?? ''} ${error?.detail ?? ''}\n${tail}`
}
