/** Commands in a container of their own: who may run them, what ends them, and that nothing of them stays. */
import { setTimeout as delay } from 'node:timers/promises'
import { call, password, type SignedIn, signUp, toSignedIn } from '../../support/client.ts'
import { type App, type DeployWorld, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { join, must } from '../../support/setting.ts'
import { openStream, type SseEvent } from '../../support/streams/sse-reader.ts'

const secret = 'correct-horse-battery-staple'
const sleeper = ['node', '-e', 'console.log("awake"); setInterval(() => console.log("tick"), 200)']

const goneGuardMs = 240_000

export async function proveOneOff(world: DeployWorld): Promise<void> {
  const app = await world.createApp('tasks', { files: nodeApp('tasks'), services: [webService()] })
  const variables = [{ key: 'TOKEN', value: secret, secret: true, scope: 'runtime' }]
  await mustAsk(world, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  const early = await openRun(world, app, world.person, { command: ['true'] })
  world.report.expect(early.problem?.code === 'environment_not_running', 'refused before something is live')
  const deployment = await world.waitFor(app, await world.deploy(app))
  if (deployment.status !== 'live') throw new Error(JSON.stringify(deployment.error))
  await proveOutput(world, app)
  await proveRefusals(world, app)
  await proveEnds(world, app)
  await proveRevoked(world, app)
  await proveAudit(world)
  await proveKilledWorker(world, app)
}

async function proveOutput(world: DeployWorld, app: App): Promise<void> {
  const { report } = world
  const script = 'console.log(process.env.TOKEN); console.error(process.argv[1]); process.exit(7)'
  const events = await runToEnd(world, app, { command: ['node', '-e', script, `$(id) ${secret}`] })
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
  report.expect(exit?.data.exitCode === 7, `the exit code is told: ${JSON.stringify(exit)}`)
  const missing = await runToEnd(world, app, { command: ['no-such-program'] })
  const isTold = missing.some((each) => each.data?.code === 'command_not_started' || each.data?.exitCode === 127)
  report.expect(isTold, `a program that is not there is told: ${JSON.stringify(missing)}`)
  report.expect((await leftOver(world)).length === 0, 'the containers are gone')
}

async function proveRefusals(world: DeployWorld, app: App): Promise<void> {
  const { report, instance, person } = world
  const [viewer, stranger] = await Promise.all([signUp(instance), signUp(instance)])
  const team = await makeTeam(world, viewer)
  const asViewer = await openRun(world, team.app, viewer, { command: ['true'] }, team.organization)
  const asOwner = await openRun(world, team.app, person, { command: ['true'] }, team.organization)
  report.expect(asOwner.status === 409, `who may is told that nothing runs: ${asOwner.status}`)
  const asStranger = await openRun(world, app, stranger, { command: ['true'] })
  const asNobody = await openRun(world, app, null, { command: ['true'] })
  report.expect(asViewer.status === 403, `a viewer is refused: ${asViewer.status}`)
  report.expect(asStranger.status === 404, `a stranger is refused: ${asStranger.status}`)
  report.expect(asNobody.status === 401, `nobody is refused: ${asNobody.status}`)
  const database = await openRun(world, app, person, { command: ['true'], service: 'other' })
  report.expect(database.problem?.code === 'service_not_runnable', 'a service that is not there is refused')
}

/** Personal organisations have one member. */
async function makeTeam(
  { instance, person }: DeployWorld,
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

async function proveEnds(world: DeployWorld, app: App): Promise<void> {
  const { report, person } = world
  const timed = await runToEnd(world, app, { command: sleeper, timeoutSeconds: 2 })
  report.expect(
    timed.some((each) => each.data?.code === 'command_timed_out'),
    'the time limit ends it',
  )
  const loud = ['yes', 'x'.repeat(1_000)]
  const flood = await runToEnd(world, app, { command: loud, timeoutSeconds: 120 })
  report.expect(
    flood.some((each) => each.data?.code === 'command_output_too_large'),
    'too much output ends it',
  )
  report.expect((await leftOver(world)).length === 0, 'nothing is left of them')
  const stream = await openRun(world, app, person, { command: sleeper })
  await untilAwake(stream.events())
  stream[Symbol.dispose]()
  const ms = await untilGone(world)
  report.figure('left_ms', Math.round(ms))
  report.expectTime(ms < 5_000, `leaving ends it: ${ms} ms`)
}

async function proveRevoked(world: DeployWorld, app: App): Promise<void> {
  const { report, instance, person } = world
  const answer = await call(instance, 'POST', '/api/v1/auth/login', { body: { email: person.email, password } })
  const other = toSignedIn(answer, person.email)
  using stream = await openRun(world, app, other, { command: sleeper }, person.organizationId)
  const events = stream.events()
  await untilAwake(events)
  const begin = performance.now()
  const ended = (async () => {
    for await (const _ of events);
  })().catch(() => undefined)
  await must(instance, 'POST', '/api/v1/auth/logout', { token: other.token })
  await Promise.race([ended, delay(20_000, undefined, { ref: false })])
  const streamMs = performance.now() - begin
  await untilGone(world)
  const containerMs = performance.now() - begin
  report.figure('revoked_stream_ms', Math.round(streamMs))
  report.figure('revoked_container_ms', Math.round(containerMs))
  report.expectTime(
    streamMs <= 5_000 && containerMs <= 5_000,
    `revoking ends it in time: ${streamMs} and ${containerMs} ms`,
  )
}

async function proveAudit(world: DeployWorld): Promise<void> {
  const { report } = world
  const { items } = await mustAsk(world, 'GET', '/audit-log?limit=100')
  const entries = items.filter((each: { action: string }) => each.action === 'environment.command_run')
  const text = JSON.stringify(entries)
  report.expect(
    entries.length >= 5 && text.includes('no-such-program'),
    `the audit has what was run: ${entries.length}`,
  )
  report.expect(text.includes(world.person.userId) || text.includes('Test'), 'the audit names who ran it')
  report.expect(!text.includes(secret), 'the audit shows no secret')
}

/** Its stream continues with the next worker, line by line, and leaving ends it then as before. */
async function proveKilledWorker(world: DeployWorld, app: App): Promise<void> {
  const { report, instance, person } = world
  const counting = ['node', '-e', 'let n = 0; setInterval(() => console.log(`awake ${n++}`), 20)']
  const stream = await openRun(world, app, person, { command: counting })
  const events = stream.events()
  await untilAwake(events)
  await instance.worker.stop('SIGKILL')
  report.expect((await leftOver(world)).length === 1, 'the container of a killed worker is there')
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
  const ms = await untilGone(world)
  report.figure('killed_left_ms', Math.round(ms))
  report.expect((await leftOver(world)).length === 0, 'leaving ends a command that was adopted')
}

interface Run {
  command: readonly string[]
  service?: string
  timeoutSeconds?: number
}

function openRun(
  world: DeployWorld,
  app: Pick<App, 'environmentId'>,
  person: SignedIn | null,
  run: Run,
  organization?: string,
) {
  return openStream(world.instance, person, {
    method: 'POST',
    path: `/environments/${app.environmentId}/run`,
    body: { service: 'web', ...run },
    ...(organization === undefined ? {} : { organization }),
  })
}

async function runToEnd(world: DeployWorld, app: App, run: Run): Promise<SseEvent[]> {
  using stream = await openRun(world, app, world.person, run)
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

async function leftOver({ servers }: DeployWorld): Promise<string[]> {
  const words = ['docker', 'ps', '--all', '--filter', 'label=longshore.role=command', '--format', '{{.Names}}']
  const text = await servers[0]?.target.mustExec(words)
  return (text ?? '').split('\n').filter((line) => line !== '')
}

async function untilGone(world: DeployWorld, limitMs = 20_000): Promise<number> {
  const begin = performance.now()
  while ((await leftOver(world)).length > 0 && performance.now() - begin < limitMs) await delay(100)
  return performance.now() - begin
}
