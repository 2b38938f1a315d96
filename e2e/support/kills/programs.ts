/**
 * Users' programs in flight: a release command, a job every minute and a command through the API. Meanwhile the worker is killed
 * and stopped, the line to the server is cut and PostgreSQL is stopped. Each program writes a marker when it starts and numbered lines
 * all the time: each must have started once, and each line must be stored once or be covered by the mark of a gap.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { gapLine } from '../../../apps/server/src/testing/internals/workloads.ts'
import { becomesTrue, eventually } from '../eventually.ts'
import { Random } from '../random.ts'
import { asker, finalStatuses, type RecoveryTestEnv, readDeployment, webService } from '../recovery-test-env.ts'
import type { Report } from '../report.ts'
import { openStream } from '../streams/sse-reader.ts'
import { superviseUntil } from './settle.ts'

const everyMs = 5
const releaseLines = 6_000
const jobLines = 5_000
const commandLines = 6_000
const settleMs = 180_000
const databaseAwayMs = 3_000

/** Marker, then numbered lines. Its first word names it. */
const programCode = `
const { appendFileSync } = require('node:fs')
const [name, count] = process.argv.slice(2)
const own = name === 'release' ? 'release-' + require('./version.json').version : name
appendFileSync('/marks/starts', own + ' ' + require('node:os').hostname() + '\\n')
let number = 0
const timer = setInterval(() => {
  console.log(own + ' ' + number)
  number += 1
  if (number >= Number(count)) clearInterval(timer)
}, ${everyMs})
`
const dockerfile = `FROM node:24-slim
RUN mkdir /marks && chown 1000:1000 /marks
WORKDIR /app
COPY . .
USER 1000
CMD ["node", "server.js"]
`
const volumes = [{ name: 'marks', path: '/marks' }]

export const programServices = [
  { ...webService, volumes, releaseCommand: ['node', 'program.js', 'release', String(releaseLines)] },
  {
    name: 'ticker',
    kind: 'cron',
    sharesImageWith: 'web',
    schedule: '* * * * *',
    command: ['node', 'program.js', 'job', String(jobLines)],
    volumes,
  },
]

export interface LineTally {
  readonly report: Report
  programs: number
  lines: number
  gaps: number
}

export interface ProgramTally extends LineTally {
  readonly testEnv: RecoveryTestEnv
  kills: number
  readonly ways: Map<string, number>
}

type Way = 'SIGKILL' | 'SIGTERM' | 'ssh' | 'ssh-silence' | 'postgres'
const ways: readonly Way[] = ['SIGKILL', 'SIGTERM', 'ssh', 'postgres', 'ssh-silence']

/** Repeats until this many were killed. Each round has a deployment, a command, and the jobs of that minute. */
export async function killUnderPrograms(
  tally: ProgramTally,
  { kills, seed }: { kills: number; seed: number },
): Promise<void> {
  const { testEnv } = tally
  const random = new Random(seed)
  await testEnv.commit({ Dockerfile: dockerfile, 'program.js': programCode })
  await deploy(tally, 'calm', async () => undefined)
  for (let round = 0; tally.kills < kills; round += 1) {
    const name = `command-${round}`
    const following = followCommand(tally, name)
    await deploy(tally, `v${round}`, async (id) => {
      await eventually(
        'the release command runs',
        async () => (await readDeployment(testEnv, id)).step === 'release-command',
        { retriesErrors: true },
      )
      const most = Math.min(kills - tally.kills, 10)
      for (let each = 0; each < most; each += 1) await hit(tally, ways[tally.kills % ways.length] ?? 'SIGKILL', random)
    })
    await following
  }
  await judgeJobs(tally)
  await judgeStarts(tally)
}

async function hit(tally: ProgramTally, way: Way, random: Random): Promise<void> {
  const { testEnv } = tally
  const { worker, postgres } = testEnv.instance
  await delay(200 + random.next() * 1_500)
  tally.kills += 1
  tally.ways.set(way, (tally.ways.get(way) ?? 0) + 1)
  console.error(`  ${tally.kills}: ${way}`)
  if (way === 'SIGKILL' || way === 'SIGTERM') {
    await worker.stop(way)
    await testEnv.instance.startWorker()
  } else if (way === 'postgres') {
    await postgres.stop('immediate')
    await delay(databaseAwayMs)
    await postgres.start()
  } else if (way === 'ssh') testEnv.line.reset()
  else {
    testEnv.line.fault = 'blackhole'
    await delay(2_000)
    testEnv.line.fault = 'none'
    testEnv.line.reset()
  }
}

async function deploy(tally: ProgramTally, version: string, during: (id: string) => Promise<void>): Promise<void> {
  const { testEnv, report } = tally
  const ask = asker(testEnv.instance, testEnv.me)
  await testEnv.commit({ 'version.json': JSON.stringify({ version }) })
  const { id } = await ask('POST', `/environments/${testEnv.environmentId}/deployments`, {})
  await during(id)
  const isOver = async () => finalStatuses.has((await readDeployment(testEnv, id)).status)
  await superviseUntil(testEnv, isOver, settleMs)
  const ended = await readDeployment(testEnv, id)
  report.expect(ended.status === 'live', `${version}: ended ${ended.status}: ${JSON.stringify(ended.error)}`)
  const text = await storedText(testEnv, decodeId('dep', id) ?? '', 'release-command')
  judgeLines(tally, `release-${version}`, text, releaseLines)
}

/** Its stream must outlive every worker. */
async function followCommand(tally: ProgramTally, name: string): Promise<void> {
  const { testEnv, report } = tally
  const { text, exitCode } = await runCommand(testEnv, ['node', 'program.js', name, String(commandLines)])
  report.expect(exitCode === 0, `${name}: its exit code is ${exitCode}: ${text.slice(-500)}`)
  judgeLines(tally, name, text, commandLines)
}

/** Reads the stream to its end. */
export async function runCommand(
  testEnv: RecoveryTestEnv,
  command: readonly string[],
): Promise<{ text: string; exitCode: number | null }> {
  const path = `/environments/${testEnv.environmentId}/run`
  const body = { service: 'web', command, timeoutSeconds: 900 }
  using stream = await openStream(testEnv.instance, testEnv.me, { method: 'POST', path, body })
  if (stream.status !== 200) throw new Error(`the command was refused: ${JSON.stringify(stream.problem)}`)
  let text = ''
  let exitCode: number | null = null
  for await (const { event, data } of stream.events()) {
    if (event === 'output') text += data.text
    if (event === 'exit') exitCode = data.exitCode
    if (event === 'error') text += `\n${JSON.stringify(data)}`
  }
  return { text, exitCode }
}

/** Every job whose container was started ended well, with all of its lines. */
async function judgeJobs(tally: ProgramTally): Promise<void> {
  const { testEnv, report } = tally
  await asker(testEnv.instance, testEnv.me)('POST', `/environments/${testEnv.environmentId}/stop`)
  const open = "select 1 from workflow_runs where kind = 'run-cron' and finished_at is null"
  const isOver = async () => (await testEnv.sql.query(open)).length === 0
  await superviseUntil(testEnv, isOver, settleMs)
  const runs = await testEnv.sql.query<{ id: string; status: string; ended: string | null }>(
    `select r.id, r.status, p.outcome ->> 'end' as ended from workflow_runs r join programs p on p.run_id = r.id
     where r.kind = 'run-cron' order by r.created_at`,
  )
  // Stopping the environment may have ended the last one.
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1
    report.expect(isLast || run.status === 'succeeded', `job ${run.id}: ${run.status} ${run.ended}`)
    if (run.status === 'succeeded') judgeLines(tally, 'job', await storedText(testEnv, run.id, 'run-job'), jobLines)
  }
  const starts = (await readStarts(testEnv)).filter((line) => line.startsWith('job '))
  report.expect(starts.length === runs.length, `${runs.length} jobs were begun, and ${starts.length} were started`)
}

/** Each program has one marker, and nothing else of it is left. */
async function judgeStarts({ testEnv, report }: ProgramTally): Promise<void> {
  const names = (await readStarts(testEnv)).map((line) => line.split(' ')[0] ?? '').filter((name) => name !== 'job')
  for (const name of new Set(names)) {
    const times = names.filter((each) => each === name).length
    report.expect(times === 1, `${name} was started ${times} times`)
  }
  const roles = ['release-command', 'cron', 'command'].map((role) => `label=longshore.role=${role}`)
  const left = async () => {
    const format = ['--format', '{{.Names}} {{.Status}}']
    const listed = roles.map((role) => testEnv.target.mustExec(['docker', 'ps', '--all', '--filter', role, ...format]))
    return (await Promise.all(listed)).join('').trim()
  }
  const isTidy = await becomesTrue(async () => (await left()) === '', { withinMs: 60_000, everyMs: 1_000 })
  report.expect(isTidy, `containers of programs are left on the server: ${isTidy ? '' : await left()}`)
}

async function readStarts({ target }: RecoveryTestEnv): Promise<string[]> {
  const args = ['find', '/var/lib/docker/volumes', '-path', '*-marks/_data/starts', '-exec', 'cat', '{}', '+']
  return (await target.mustExec(args)).split('\n').filter((line) => line !== '')
}

async function storedText({ sql }: RecoveryTestEnv, runId: string, step: string): Promise<string> {
  const rows = await sql.query<{ text: string }>(
    `select data ->> 'text' as text from run_events
     where run_id = $1 and kind = 'log' and data ->> 'step' = $2 order by seq`,
    [runId, step],
  )
  return rows.map((row) => row.text).join('')
}

/** In order, each once. A gap can replace lines in the middle. */
export function judgeLines(tally: LineTally, name: string, text: string, count: number): void {
  const { report } = tally
  tally.programs += 1
  let next = 0
  let isGap = false
  for (const line of text.split('\n')) {
    if (`${line}\n` === gapLine) {
      isGap = true
      tally.gaps += 1
    }
    if (!line.startsWith(`${name} `)) continue
    const number = Number(line.slice(name.length + 1))
    if (number !== next && !(isGap && number > next)) {
      report.expect(false, `${name}: line ${number} where ${next} is due`)
      return
    }
    isGap = false
    next = number + 1
    tally.lines += 1
  }
  report.expect(next === count, `${name}: ${next} of ${count} lines are stored`)
}
