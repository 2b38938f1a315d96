/**
 * The lifecycle of an environment besides deployments: stop, start, restart, redeploy of the same commit, promotion of
 * a release, a build on another server, a scheduled job.
 */
import type { Environment } from '@longshore/sdk'
import { isQuick } from '../../support/command-line.ts'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { visit } from '../../support/deployments/visits.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'

const settlesWithinMs = 240_000
const jobWithinMs = 90_000

export async function liveOn(testEnv: DeployTestEnv, home: DeployServer, builder: DeployServer): Promise<void> {
  const { report } = testEnv
  const app = await testEnv.createApp('daily', { files: nodeApp('one'), services: [webService(), job()], server: home })
  const path = `/environments/${app.environmentId}`
  const first = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(first.status === 'live', `the first: ${JSON.stringify(first.error)}`)
  const hostname = await hostnameOf(testEnv, app.environmentId)
  const answers = (text: string) => async () => (await visit(home, hostname).catch(String)) === text

  await mustAsk(testEnv, 'POST', `${path}/stop`)
  await eventually('it is stopped', isIn(testEnv, app, 'stopped'), { withinMs: settlesWithinMs })
  report.expect(/^50[0-9]/.test(await visit(home, hostname)), 'a stopped one still answers')
  await mustAsk(testEnv, 'POST', `${path}/start`)
  await eventually('it answers after the start', answers('one'), { withinMs: settlesWithinMs })
  await eventually('it is live after the start', isIn(testEnv, app, 'live'), { withinMs: settlesWithinMs })
  const before = await startsOf(home)
  await mustAsk(testEnv, 'POST', `${path}/restart`)
  await eventually('it was restarted', async () => !['', before].includes(await startsOf(home)), {
    withinMs: settlesWithinMs,
  })
  await eventually('it answers after the restart', answers('one'), { withinMs: settlesWithinMs })

  const again = await mustAsk(testEnv, 'POST', `${path}/deployments/${first.id}/redeploy`)
  const redeployed = await testEnv.waitFor(app, again.id)
  report.expect(redeployed.status === 'live', `the same commit again: ${JSON.stringify(redeployed.error)}`)
  report.expect(redeployed.commit?.sha === first.commit?.sha, 'another commit was deployed again')

  await promote(testEnv, app, home)
  await buildElsewhere(testEnv, { app, home, builder, hostname })
  // This takes up to a minute, which the quick form doesn't have.
  if (!isQuick) await eventually('the job by the clock ran', () => jobRan(home), { withinMs: jobWithinMs })
  await removeEnvironment(testEnv, app)
}

/** Runs every minute. */
function job(): Record<string, unknown> {
  const command = ['node', '-e', 'console.log("the job has run")']
  return { name: 'job', kind: 'cron', sharesImageWith: 'web', schedule: '* * * * *', command }
}

/** Containers of finished jobs are removed, so Docker's event history shows that one completed. */
async function jobRan({ target }: DeployServer): Promise<boolean> {
  const args = ['docker', 'events', '--since', '10m', '--until', '0s', '--filter', 'label=longshore.role=cron']
  const seen = await target.exec([...args, '--filter', 'event=die', '--format', '{{.Actor.Attributes.exitCode}}'])
  return seen.stdout.split('\n').includes('0')
}

async function promote(testEnv: DeployTestEnv, app: App, home: DeployServer): Promise<void> {
  const body = { projectId: app.projectId, name: 'second', branch: 'main', serverId: home.id }
  const { id } = await mustAsk(testEnv, 'POST', '/environments', body)
  await mustAsk(testEnv, 'POST', `/environments/${id}/services`, { services: [webService()] })
  const second: App = { ...app, environmentId: id }
  const begun = await mustAsk(testEnv, 'POST', `/environments/${id}/promote`, { fromEnvironmentId: app.environmentId })
  const promoted = await testEnv.waitFor(second, begun.id)
  testEnv.report.expect(promoted.status === 'live', `the promotion: ${JSON.stringify(promoted.error)}`)
  const answer = await visit(home, await hostnameOf(testEnv, id))
  testEnv.report.expect(answer === 'one', `the promoted one answers "${answer}"`)
  await removeEnvironment(testEnv, second)
}

interface Elsewhere {
  app: App
  home: DeployServer
  builder: DeployServer
  hostname: string
}

async function buildElsewhere(testEnv: DeployTestEnv, { app, home, builder, hostname }: Elsewhere): Promise<void> {
  await mustAsk(testEnv, 'PATCH', `/environments/${app.environmentId}`, { buildServerId: builder.id })
  await testEnv.commit(app, nodeApp('built elsewhere'))
  const built = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(built.status === 'live', `built on the other server: ${JSON.stringify(built.error)}`)
  const answer = await visit(home, hostname)
  testEnv.report.expect(answer === 'built elsewhere', `what was built elsewhere answers "${answer}"`)
}

async function hostnameOf(testEnv: DeployTestEnv, environmentId: string): Promise<string> {
  const { domains } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${environmentId}`)
  return domains[0]?.hostname ?? ''
}

function isIn(testEnv: DeployTestEnv, app: App, status: string): () => Promise<boolean> {
  return async () => (await mustAsk(testEnv, 'GET', `/environments/${app.environmentId}`)).status === status
}

async function startsOf({ target }: DeployServer): Promise<string> {
  const listed = await target.mustExec(['docker', 'ps', '--quiet', '--filter', 'label=longshore.role=app'])
  const ids = listed.split('\n').filter((id) => id !== '')
  // During a restart there is no container.
  if (ids.length === 0) return ''
  const found = await target.exec(['docker', 'inspect', '--format', '{{.State.StartedAt}}', ...ids])
  return found.stdout
}
