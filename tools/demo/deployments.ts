/**
 * Past deployments: the last versions of each environment with their steps, logs, and releases, and one that failed.
 */

import { createHash } from 'node:crypto'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../apps/server/src/platform/ids/type-id.ts'
import { seedRun } from '../../e2e/support/seed/run.ts'
import { must } from '../../e2e/support/setting.ts'
import { owner } from './catalog.ts'
import type { Base, PastDeployment, PlacedEnvironment } from './demo.ts'
import { logOf, stepsOf } from './deployment-log.ts'
import { describeFailure, failedSteps, logOfFailure } from './failed-deployment.ts'
import { hoursBefore, pastId } from './past-id.ts'
import { freezeRelease } from './releases.ts'

/** Hours between deployments, newest first: some days are busier than others. */
const gaps = [19, 4, 31, 68, 3, 22, 46, 27]
const shownWithoutCommits = 4

export async function addDeployments(base: Base, environments: readonly PlacedEnvironment[]) {
  let failedDeploymentId = ''
  for (const environment of environments) {
    const deployments = planDeployments(base, environment)
    for (const deployment of deployments.toReversed()) await addDeployment(base, environment, deployment)
    const live = deployments.find(({ status }) => status === 'live')
    await base.db.query(
      `update environments set status = 'live', live_deployment_id = $2, live_server_id = server_id, next_deployment_number = $3,
         updated_at = $4 where id = $1`,
      [environment.id, live?.id, environment.number + 1, deployments[0]?.startedAt],
    )
    failedDeploymentId = deployments.find(({ status }) => status === 'failed')?.id ?? failedDeploymentId
  }
  return { failedDeploymentId }
}

/** Newest first. */
function planDeployments({ now }: Base, environment: PlacedEnvironment): PastDeployment[] {
  const { project, number: newest, hoursAgo, fails = false } = environment
  const isRepository = project.repository !== undefined
  const commits = commitsOf(environment)
  return Array.from({ length: isRepository ? commits.length : shownWithoutCommits }, (_, index) => {
    const hours = hoursAgo + gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0)
    const startedAt = hoursBefore(now, hours + (newest % 7) / 10)
    const number = newest - index
    const isFailed = fails && index === 0
    const steps = isFailed ? failedSteps : stepsOf(environment, number)
    return {
      id: pastId(startedAt),
      number,
      status: isFailed ? 'failed' : index === (fails ? 1 : 0) ? 'live' : 'retired',
      startedAt,
      seconds: steps.reduce((sum, step) => sum + step.seconds, 0),
      commit: isRepository ? describeCommit(commits[index], startedAt) : null,
      failure: isFailed ? describeFailure(environment) : null,
    }
  })
}

/** Staging is a commit ahead. */
function commitsOf({ name, project: { commits, environments } }: PlacedEnvironment) {
  return name === 'production' && environments.length > 1 ? commits.slice(1) : commits
}

function describeCommit([author, message]: readonly [string, string] = ['', ''], startedAt: Date) {
  const sha = createHash('sha1').update(message).digest('hex')
  return { sha, message, author, committedAt: hoursBefore(startedAt, 0.02).toISOString() }
}

async function addDeployment(base: Base, environment: PlacedEnvironment, deployment: PastDeployment): Promise<void> {
  const { db, organizationId, userIds, instance } = base
  const { id, number, status, startedAt, seconds, commit, failure } = deployment
  const finishedAt = new Date(startedAt.getTime() + seconds * 1_000)
  await db.query(
    `insert into deployments (id, organization_id, environment_id, number, status, step, trigger, server_id, branch, commit, created_by, error,
       diagnosis, created_at, updated_at, started_at, switched_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $16, $14, $15, $16)`,
    [
      id,
      organizationId,
      environment.id,
      number,
      status,
      failure?.error.step ?? null,
      commit === null ? 'manual' : 'push',
      environment.serverId,
      commit === null ? null : environment.branch,
      commit === null ? null : JSON.stringify(commit),
      commit === null ? userIds.get(owner.name) : null,
      failure === null ? null : JSON.stringify(failure.error),
      failure === null ? null : JSON.stringify(failure.diagnosis),
      startedAt,
      failure === null ? finishedAt : null,
      finishedAt,
    ],
  )
  await freezeRelease(base, environment, deployment)
  const paths = [encodeId('env', brandId(environment.id)), encodeId('dep', brandId(id))]
  const path = `/api/v1/environments/${paths.join('/deployments/')}`
  const { body } = await must<{ id: string; status: string }>(instance, 'GET', path, { token: base.owner.token })
  await seedRun(instance, {
    organizationId: encodeId('org', brandId(organizationId)),
    deployment: body,
    textFor: () => '',
    startedAt,
    steps: failure === null ? stepsOf(environment, number) : failedSteps,
    lines: failure === null ? logOf(environment, deployment) : logOfFailure(environment, deployment),
    ...(failure === null ? {} : { error: { code: failure.error.code, message: failure.error.title } }),
  })
}
