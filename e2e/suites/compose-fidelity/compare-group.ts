/** Deploys a group of services from one compose file, and compares each container with that of the compose plugin. */
import type { FinalizedProject, Project } from '@longshore/sdk'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import type { CaseGroup } from './cases.ts'
import { findDifferences } from './find-differences.ts'
import { inspectDeployed, inspectPlain, startPlain } from './inspect-containers.ts'

const readWithinMs = 120_000

/** The number of services that were compared. */
export async function compareGroup(testEnv: DeployTestEnv, group: CaseGroup): Promise<number> {
  const { report, servers } = testEnv
  const [server] = servers
  if (server === undefined) throw new Error('a server was asked for')
  const compose = JSON.stringify({ services: group.services, ...group.top }, null, 2)
  const app = await createApp(testEnv, group, { compose, serverId: server.id })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  const isLive = deployment.status === 'live'
  report.expect(isLive, `${group.name}: the deployment is ${deployment.status}: ${JSON.stringify(deployment.error)}`)
  if (!isLive) return 0
  const project = await startPlain(server.target, group, compose)
  let compared = 0
  for (const [service, keys] of Object.entries(group.services)) {
    const [ours, plain] = [
      await inspectDeployed(server.target, deployment.id, service),
      await inspectPlain(server.target, project, service),
    ]
    if (!report.expect(ours !== null && plain !== null, `${group.name}: ${service} has no container`)) continue
    if (ours === null || plain === null) continue
    const reads = group.reads?.[service] ?? []
    for (const difference of await findDifferences({ keys, reads, ours, plain }))
      report.expect(false, `${group.name}: ${service}: ${difference}`)
    report.expect(true, `${group.name}: ${service} was compared`)
    compared += 1
  }
  await project.remove()
  await removeEnvironment(testEnv, app)
  return compared
}

async function createApp(
  testEnv: DeployTestEnv,
  { name, files, variables = {} }: CaseGroup,
  { compose, serverId }: { compose: string; serverId: string },
): Promise<App> {
  const published =
    files === undefined
      ? { folder: '', repositoryUrl: '' }
      : await testEnv.publish(
          `fidelity-${name}`,
          Object.entries({ ...files, 'compose.yaml': compose }).map(([path, content]) => ({ path, content })),
        )
  const source = files === undefined ? { compose } : { repository: { url: published.repositoryUrl } }
  const project = await mustAsk<Project>(testEnv, 'POST', '/projects', { name: `Fidelity ${name}`, ...source })
  await eventually('the file is read', () => mustAsk<Project>(testEnv, 'GET', `/projects/${project.id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: readWithinMs,
  })
  const { environment, skippedSuggestions } = await mustAsk<FinalizedProject>(
    testEnv,
    'POST',
    `/projects/${project.id}/finalize`,
    {
      environment: { name: 'production', serverId },
      variables: Object.entries(variables).map(([key, value]) => ({ key, value })),
    },
  )
  testEnv.report.expect(skippedSuggestions.length === 0, `${name}: left out ${JSON.stringify(skippedSuggestions)}`)
  return { environmentId: environment.id, projectId: project.id, ...published }
}
