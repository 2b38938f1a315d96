/** Finds deployments by number. */
import type { Client, Deployment } from '@longshore/sdk'
import { getDeployment, listDeployments } from '@longshore/sdk/operations'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'
import { hasEnded } from './follow-state.ts'

export async function findDeployment(
  client: Client,
  { id, label }: EnvironmentTarget,
  asked: string,
): Promise<Deployment> {
  if (/^dep_[a-z0-9]+$/.test(asked)) return await client.call(getDeployment, { id, did: asked })
  const number = Number(asked.replace(/^#/, ''))
  if (!Number.isSafeInteger(number)) throw new CliError('usage', `“${asked}” isn't a deployment number.`)
  return await first(client, id, (each) => each.number === number, `${label} has no deployment ${number}.`)
}

/** The newest running deployment. */
export async function findRunning(client: Client, { id, label }: EnvironmentTarget): Promise<Deployment> {
  return await first(client, id, (each) => !hasEnded(each), `${label} has no running deployment.`)
}

/** The newest failed deployment. */
export async function findFailed(client: Client, { id, label }: EnvironmentTarget): Promise<Deployment> {
  return await first(client, id, (each) => each.status === 'failed', `No deployment of ${label} has failed.`)
}

/** The newest previous deployment whose images still exist. */
export async function findPrevious(client: Client, { id, label }: EnvironmentTarget): Promise<Deployment> {
  const isPrevious = (each: Deployment) => each.status === 'retired' && each.canRollBackTo
  return await first(client, id, isPrevious, `${label} has no deployment to roll back to.`)
}

async function first(
  client: Client,
  id: string,
  holds: (deployment: Deployment) => boolean,
  otherwise: string,
): Promise<Deployment> {
  for await (const deployment of client.items(listDeployments, { id, limit: 50 }))
    if (holds(deployment)) return deployment
  throw new CliError('notFound', otherwise, 'See: longshore status')
}
