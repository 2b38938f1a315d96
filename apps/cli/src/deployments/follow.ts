/** Follows a deployment to its end. Ctrl-C asks whether to cancel the deployment or only stop watching. */
import type { Client, Deployment } from '@longshore/sdk'
import { cancelDeployment, getEnvironment, listDeploymentSteps, streamDeployment } from '@longshore/sdk/operations'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { applyEvent, type FollowEvent, initialFollowState } from './follow-state.ts'
import { outcomeLines } from './outcome.ts'
import { createViewer, type Viewer } from './viewer.ts'

export interface FollowOptions {
  readonly client: Client
  readonly url: string
  readonly environment: EnvironmentTarget
  readonly deployment: Deployment
  readonly hasWholeLog?: boolean
}

/** Returns the exit code. */
export async function followDeployment(context: Context, options: FollowOptions): Promise<number> {
  const { client, environment, deployment } = options
  const at = { id: environment.id, did: deployment.id }
  const last = await watch(context, options)
  if (last === undefined) {
    context.output.warn(
      `Deployment ${deployment.number} keeps running. Follow it: longshore logs --deployment ${deployment.number} -f`,
    )
    return exitCodes.interrupted
  }
  const addresses = await client.call(getEnvironment, { id: at.id }).then(
    ({ domains }) => domains.map((each) => each.url),
    () => [],
  )
  const page = pageOf(options.url, environment.id, deployment.id)
  if (context.output.isJson) context.output.event({ event: 'result', data: last })
  else for (const line of outcomeLines(last, { label: environment.label, addresses, page })) context.output.line(line)
  return last.status === 'live' || last.status === 'retired' ? exitCodes.ok : exitCodes.notLive
}

export function pageOf(url: string, environmentId: string, deploymentId?: string): string {
  const rest = deploymentId === undefined ? '' : `/deployments/${deploymentId}`
  return `${url}/environments/${environmentId}${rest}`
}

/** Returns the final deployment. Undefined: the person stopped watching. */
async function watch(context: Context, options: FollowOptions): Promise<Deployment | undefined> {
  const { client, environment, deployment, hasWholeLog = false } = options
  const at = { id: environment.id, did: deployment.id }
  const { items } = await client.call(listDeploymentSteps, at)
  const reading = new AbortController()
  let state = initialFollowState(deployment, items)
  using viewer = createViewer({ output: context.output, label: environment.label, state, hasWholeLog })
  const see = (event: FollowEvent) => {
    state = applyEvent(state, event)
    viewer.show(event, state)
  }
  let asking: Promise<void> | undefined
  using _interrupts = context.onInterrupt(() => {
    asking ??= askOnInterrupt(context, options, viewer).then((isOver) => {
      asking = undefined
      if (isOver) reading.abort()
    })
  })
  const onState = (now: string) => {
    if (state.isConnected !== (now !== 'waiting'))
      see({ event: 'connection', data: { isConnected: now !== 'waiting' } })
  }
  try {
    for await (const each of client.stream(streamDeployment, at, { signal: reading.signal, onState }))
      if (each.event !== 'reset') see(each)
  } catch (error) {
    if (!reading.signal.aborted) throw error
  }
  await asking
  return reading.signal.aborted ? undefined : state.deployment
}

/** Returns true to stop watching. */
async function askOnInterrupt(context: Context, options: FollowOptions, viewer: Viewer): Promise<boolean> {
  const { client, environment, deployment } = options
  if (!context.prompt.canAsk || !context.output.isTerminal || context.output.isJson) return true
  viewer.pause()
  const question = `Cancel the deployment, stop watching, or keep watching? [cancel/stop/watch]`
  const answer = await context.prompt.choose(question, ['cancel', 'stop', 'watch'])
  if (answer === undefined || answer === 'stop') return true
  if (answer === 'cancel')
    await client
      .call(cancelDeployment, { id: environment.id, did: deployment.id })
      // The deployment may already be finished or no longer cancelable. The stream shows the result.
      .catch((error: Error) => context.output.warn({ text: error.message, style: 'yellow' }))
  viewer.resume()
  return false
}
