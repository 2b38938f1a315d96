/** One-off commands: who can run them, what ends them, and that nothing of them is left. */
import { setTimeout as delay } from 'node:timers/promises'
import { call, password, type SignedIn, signUp, toSignedIn } from '../../support/client.ts'
import { type App, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { join, must } from '../../support/setting.ts'
import { openStream, type SseEvent } from '../../support/streams/sse-reader.ts'

const secret = 'correct-horse-battery-staple'
const sleeper = ['node', '-e', 'console.log("awake"); setInterval(() => console.log("tick"), 200)']

const goneGuardMs = 240_000

export async function proveOneOff(testEnv: DeployTestEnv): Promise<void> {
  const app = await testEnv.createApp('tasks', { files: nodeApp('tasks'), services: [webService()] })
  const variables = [{ key: 'TOKEN', value: secret, secret: true, scope: 'runtime' }]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  const early = await openRun(testEnv, app, testEnv.person, { command: ['true'] })
  testEnv.report.expect(early.problem?.code === 'environment_not_running', 'refused before something is live')
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live') throw new Error(JSON.stringify(deployment.error))
  await proveOutput(testEnv, app)
  await proveRefusals(testEnv, app)
  await proveEnds(testEnv, app)
  await proveRevoked(testEnv, app)
  await proveAudit(testEnv)
  await proveKilledWorker(testEnv, app)
}

async function proveOutput(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report } = testEnv
  const script = 'console.log(process.env.TOKEN); console.error(process.argv[1]); process.exit(7)'
  const events = await runToEnd(testEnv, app, { command: ['node', '-e', script, `$(id) ${secret}`] })
  const text = (stream: string) =>
    events
      .filter((each) => each.data.stream === stream)
      .map((each) => each.data.text)
      .join('')
  report.expect(events[0]?.event === 'started' && events.at(-1)?.event === 'end', 'a stream has a beginning and an end')
  report.expect(
    text('stdout').length > 1 && !JSON.stringify(events).includes(secret),
    `secrets are masked: ${text('stdout')}`,
  )
  report.expect(text('stderr').startsWith('$(id) '), `words reach the program unchanged: ${text('stderr')}`)
  const exit = events.find((each) => each.event === 'exit')
  report.expect(exit?.data.exitCode === 7, `the exit code is reported: ${JSON.stringify(exit)}`)
  const missing = await runToEnd(testEnv, app, { command: ['no-such-program'] })
  const isReported = missing.some((each) => each.data?.code === 'command_not_started' || each.data?.exitCode === 127)
  report.expect(isReported, `a missing program is reported: ${JSON.stringify(missing)}`)
  report.expect((await leftOver(testEnv)).length === 0, 'the containers are removed')
}

async function proveRefusals(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report, instance, person } = testEnv
  const [viewer, stranger] = await Promise.all([signUp(instance), signUp(instance)])
  const team = await makeTeam(testEnv, viewer)
  const asViewer = await openRun(testEnv, team.app, viewer, { command: ['true'] }, team.organization)
  const asOwner = await openRun(testEnv, team.app, person, { command: ['true'] }, team.organization)
  report.expect(asOwner.status === 409, `an authorized user learns that nothing runs: ${asOwner.status}`)
  const asStranger = await openRun(testEnv, app, stranger, { command: ['true'] })
  const asAnonymous = await openRun(testEnv, app, null, { command: ['true'] })
  report.expect(asViewer.status === 403, `a viewer is refused: ${asViewer.status}`)
  report.expect(asStranger.status === 404, `a stranger is refused: ${asStranger.status}`)
  report.expect(asAnonymous.status === 401, `an anonymous caller is refused: ${asAnonymous.status}`)
  const database = await openRun(testEnv, app, person, { command: ['true'], service: 'other' })
  report.expect(database.problem?.code === 'service_not_runnable', 'a service that is not there is refused')
}

/** A team with a viewer. */
async function makeTeam(
  { instance, person }: DeployTestEnv,
  viewer: SignedIn,
): Promise<{ organization: string; app: Pick<App, 'environmentId'> }> {
  const owner = { token: person.token }
  const made = await must(instance, 'POST', '/api/v1/organizations', { ...owner, body: { name: 'Team' } })
  const organization = String(made.body.id)
  const people = { owner: person, admin: person, developer: person, viewer }
  await join({ instance, organizationId: organization, people, spare: viewer }, viewer, 'viewer')
  const inTeam = { ...owner, organization }
  const project = await must(instance, 'POST', '/api/v1/projects', {
    ...inTeam,
    body: { name: 'Shop', image: 'nginx:1.29' },
  })
  const body = { projectId: project.body.id, name: 'production' }
  const environment = await must(instance, 'POST', '/api/v1/environments', { ...inTeam, body })
  return { organization, app: { environmentId: String(environment.body.id) } }
}

async function proveEnds(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report, person } = testEnv
  const timed = await runToEnd(testEnv, app, { command: sleeper, timeoutSeconds: 2 })
  report.expect(
    timed.some((each) => each.data?.code === 'command_timed_out'),
    'the time limit ends it',
  )
  const loud = ['yes', 'x'.repeat(1_000)]
  const flood = await runToEnd(testEnv, app, { command: loud, timeoutSeconds: 120 })
  report.expect(
    flood.some((each) => each.data?.code === 'command_output_too_large'),
    'too much output ends it',
  )
  report.expect((await leftOver(testEnv)).length === 0, 'nothing is left of them')
  const stream = await openRun(testEnv, app, person, { command: sleeper })
  await untilAwake(stream.events())
  stream[Symbol.dispose]()
  const ms = await untilGone(testEnv)
  report.figure('left_ms', Math.round(ms))
  report.expectTime(ms < 5_000, `leaving ends it: ${ms} ms`)
}

async function proveRevoked(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report, instance, person } = testEnv
  const answer = await call(instance, 'POST', '/api/v1/auth/login', { body: { email: person.email, password } })
  const other = toSignedIn(answer, person.email)
  using stream = await openRun(testEnv, app, other, { command: sleeper }, person.organizationId)
  const events = stream.events()
  await untilAwake(events)
  const begin = performance.now()
  const ended = (async () => {
    for await (const _ of events);
  })().catch(() => undefined)
  await must(instance, 'POST', '/api/v1/auth/logout', { token: other.token })
  await Promise.race([ended, delay(20_000, undefined, { ref: false })])
  const streamMs = performance.now() - begin
  await untilGone(testEnv)
  const containerMs = performance.now() - begin
  report.figure('revoked_stream_ms', Math.round(streamMs))
  report.figure('revoked_container_ms', Math.round(containerMs))
  report.expectTime(
    streamMs <= 5_000 && containerMs <= 5_000,
    `revoking ends it in time: ${streamMs} and ${containerMs} ms`,
  )
}

async function proveAudit(testEnv: DeployTestEnv): Promise<void> {
  const { report } = testEnv
  const { items } = await mustAsk(testEnv, 'GET', '/audit-log?limit=100')
  const entries = items.filter((each: { action: string }) => each.action === 'environment.command_run')
  const text = JSON.stringify(entries)
  report.expect(
    entries.length >= 5 && text.includes('no-such-program'),
    `the audit has what was run: ${entries.length}`,
  )
  report.expect(text.includes(testEnv.person.userId) || text.includes('Test'), 'the audit names who ran it')
  report.expect(!text.includes(secret), 'the audit shows no secret')
}

/** The stream continues with the next worker, line by line, and disconnecting still ends the command. */
async function proveKilledWorker(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report, instance, person } = testEnv
  const counting = ['node', '-e', 'let n = 0; setInterval(() => console.log(`awake ${n++}`), 20)']
  const stream = await openRun(testEnv, app, person, { command: counting })
  const events = stream.events()
  await untilAwake(events)
  await instance.worker.stop('SIGKILL')
  report.expect((await leftOver(testEnv)).length === 1, 'the container of a killed worker is there')
  await instance.startWorker()
  const begin = performance.now()
  const lines: number[] = []
  while (lines.length < 500 && performance.now() - begin < goneGuardMs) {
    const { value, done } = await events.next()
    if (done === true) break
    if (value.event !== 'output') continue
    for (const [, number] of String(value.data.text).matchAll(/awake (\d{1,9})/g)) lines.push(Number(number))
  }
  const isWhole = lines.every((number, index) => index === 0 || number === (lines[index - 1] ?? 0) + 1)
  report.expect(lines.length >= 500 && isWhole, `no line is lost or repeated: ${lines.length}, ${lines.slice(-3)}`)
  stream[Symbol.dispose]()
  const ms = await untilGone(testEnv)
  report.figure('killed_left_ms', Math.round(ms))
  report.expect((await leftOver(testEnv)).length === 0, 'leaving ends a command that was adopted')
}

interface Run {
  command: readonly string[]
  service?: string
  timeoutSeconds?: number
}

function openRun(
  testEnv: DeployTestEnv,
  app: Pick<App, 'environmentId'>,
  person: SignedIn | null,
  run: Run,
  organization?: string,
) {
  return openStream(testEnv.instance, person, {
    method: 'POST',
    path: `/environments/${app.environmentId}/run`,
    body: { service: 'web', ...run },
    ...(organization === undefined ? {} : { organization }),
  })
}

async function runToEnd(testEnv: DeployTestEnv, app: App, run: Run): Promise<SseEvent[]> {
  using stream = await openRun(testEnv, app, testEnv.person, run)
  if (stream.status !== 200) throw new Error(JSON.stringify(stream.problem))
  const events: SseEvent[] = []
  for await (const event of stream.events()) events.push(event)
  return events
}

async function untilAwake(events: AsyncGenerator<SseEvent>): Promise<void> {
  for (;;) {
    const { value, done } = await events.next()
    if (done === true) throw new Error('the command did not begin')
    if (value.event === 'output' && value.data.text.includes('awake')) return
  }
}

async function leftOver({ servers }: DeployTestEnv): Promise<string[]> {
  const args = ['docker', 'ps', '--all', '--filter', 'label=longshore.role=command', '--format', '{{.Names}}']
  const text = await servers[0]?.target.mustExec(args)
  return (text ?? '').split('\n').filter((line) => line !== '')
}

async function untilGone(testEnv: DeployTestEnv, limitMs = 20_000): Promise<number> {
  const begin = performance.now()
  while ((await leftOver(testEnv)).length > 0 && performance.now() - begin < limitMs) await delay(100)
  return performance.now() - begin
}
