/**
 * While the worker reads hostile repositories, the API serves others as usual, and every caller gets a report or a
 * problem.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, call, type SignedIn, signUp } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import { percentile } from '../../support/report.ts'
import { median } from '../../support/statistics.ts'
import { contents, createContents } from './contents.ts'
import { type Beat, Pulse } from './pulse.ts'
import type { Case, TestEnv } from './test-env.ts'
import { createTree, trees } from './trees.ts'

interface Target extends Pick<Case, 'what' | 'ends'> {
  readonly name: string
}
interface Job {
  readonly target: Target
  /** Whether the repository is analyzed once or kept as a project. */
  readonly by: 'look' | 'project'
}

interface Gitea extends AsyncDisposable {
  url(name: string): string
}
interface Setting {
  readonly testEnv: TestEnv
  readonly instance: Instance
  readonly gitProvider: Gitea
  readonly people: readonly SignedIn[]
  /** How often each outcome occurred. */
  readonly ends: Map<string, number>
}

const rounds = 3
const quietMs = 3_000
/** More than are analyzed concurrently, so that some always wait. */
const lanes = 4
const peopleCount = 8
/** Memory of the processes above their level before the first hostile repository. */
const memoryBarMb = { api: 150, worker: 300 }
/**
 * Ratio of p99 with hostile repositories to p99 without, the median of the rounds. The goal isn't reached: client, API,
 * worker, database, git and the analysis share two cores, and single rounds gave anything from 0.9 to 42. So this topic
 * runs only in the full form or by name.
 */
const ratioBar = 1.2
const projectWithinMs = 90_000
/** The most expensive repositories, and one for each kind of failure. */
const quickOnes = [
  ...['text that is hard on regular expressions', 'workspaces with patterns that take for ever'],
  ...['hundreds of files of a megabyte', 'thousands of workspaces', 'a report with more than a report may hold'],
  ...['an alias bomb in compose.yaml', 'ten thousand million files in eleven trees', 'a branch that names a blob'],
]

export async function keepAnswering(testEnv: TestEnv): Promise<void> {
  const targets = await createTargets(testEnv)
  await using gitProvider = await startGitea(testEnv.folder)
  await using instance = await startInstance({ environment: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const people: SignedIn[] = []
  for (let at = 0; at < peopleCount; at += 1) people.push(await signUp(instance))
  const { token } = await signUp(instance)
  await using pulse = new Pulse(`${instance.url}/api/v1/projects`, token)
  await listen(pulse, delay(1_500))
  using memory = new MemoryOfBoth(instance)
  const setting: Setting = { testEnv, instance, gitProvider, people, ends: new Map() }
  await measureRounds(setting, pulse, targets)
  if (!testEnv.isQuick) await meetStalling(setting)
  expectHealth(setting, memory)
}

/** The rounds alternate, so that other load on the machine affects both. */
async function measureRounds(setting: Setting, pulse: Pulse, targets: readonly Target[]): Promise<void> {
  const { report } = setting.testEnv
  const ratios: number[] = []
  const quiet: Beat[] = []
  const beside: Beat[] = []
  const jobs = targets.flatMap((target): Job[] => [
    { target, by: 'look' },
    { target, by: 'project' },
  ])
  for (let round = 0; round < rounds; round += 1) {
    const before = await listen(pulse, delay(quietMs))
    const queue = jobs.filter((_, at) => at % rounds === round)
    const { isBusy, isOver } = workThrough(setting, queue)
    const during = await listen(pulse, isBusy)
    await isOver
    console.error(
      `    round ${round + 1}: p99 ${p99(before)} ms alone, ${p99(during)} ms beside (${during.length} answers)`,
    )
    ratios.push(p99(during) / p99(before))
    quiet.push(...before)
    beside.push(...during)
  }
  const all = [...quiet, ...beside]
  const failed = all.filter(({ status }) => status !== 200)
  const statuses = [...new Set(failed.map(({ status }) => status))].join(', ')
  report.expect(failed.length === 0, `${failed.length} of ${all.length} plain requests failed: ${statuses}`)
  const ratio = median(ratios)
  report.figure('api_p99_alone_ms', p99(quiet))
  report.figure('api_p99_beside_ms', p99(beside))
  report.figure('api_p99_ratio', ratio.toFixed(2))
  report.figure('api_p50_ratio', (at(beside, 0.5) / at(quiet, 0.5)).toFixed(2))
  report.expect(
    ratio <= ratioBar,
    `p99 beside hostile repositories is ${ratio.toFixed(2)} times that alone, wanted ${ratioBar}`,
  )
}

async function listen(pulse: Pulse, until: Promise<unknown>): Promise<Beat[]> {
  pulse.start()
  await until
  return await pulse.stop()
}

/** `isBusy` settles when the last one is begun: after that there is less than a full load. */
function workThrough(setting: Setting, jobs: readonly Job[]): { isBusy: Promise<void>; isOver: Promise<void> } {
  let begun = 0
  const { promise: isBusy, resolve } = Promise.withResolvers<void>()
  const isOver = inParallel(jobs, lanes, async (job) => {
    begun += 1
    if (begun === jobs.length) resolve()
    await meetThroughApi(setting, job)
  })
  isOver.catch(() => undefined).finally(resolve)
  return { isBusy, isOver }
}

async function meetThroughApi(setting: Setting, { target, by }: Job): Promise<void> {
  const { report } = setting.testEnv
  const startedAt = performance.now()
  const url = setting.gitProvider.url(target.name.replace(/\.git$/, ''))
  const end = by === 'look' ? await analyzeOnce(setting, url) : await keepAsProject(setting, url)
  const ms = Math.round(performance.now() - startedAt)
  console.error(`    ${target.what} (${by}): ${end}, ${ms} ms`)
  setting.ends.set(end, (setting.ends.get(end) ?? 0) + 1)
  // A one-time analysis has thirty seconds, including the time in the queue. A timeout is a correct result, too; its
  // number is a figure.
  const wanted: readonly string[] = by === 'look' ? [...target.ends, 'analysis_timeout'] : target.ends
  report.expect(wanted.includes(end), `${target.what} (${by}) ended with ${end}, wanted ${wanted.join(' or ')}`)
}

async function analyzeOnce(setting: Setting, url: string): Promise<string> {
  const path = `/api/v1/projects/analyze-repo?url=${encodeURIComponent(url)}`
  const answer = await call(setting.instance, 'GET', path, { token: nextPerson(setting).token })
  return answer.status === 200 && Array.isArray(answer.body.services) ? 'report' : problemOf(answer)
}

async function keepAsProject(setting: Setting, url: string): Promise<string> {
  const { token } = nextPerson(setting)
  const body = { name: 'Hostile', repository: { url } }
  const made = await call(setting.instance, 'POST', '/api/v1/projects', { token, body })
  if (made.status !== 201) return problemOf(made)
  for (const deadline = Date.now() + projectWithinMs; Date.now() < deadline; await delay(500)) {
    const { body: project, ...answer } = await call(setting.instance, 'GET', `/api/v1/projects/${made.body.id}`, {
      token,
    })
    if (answer.status !== 200) return problemOf({ ...answer, body: project })
    const { status, error, finishedAt } = project.analysis
    if (finishedAt !== null) return status === 'completed' ? 'report' : String(error?.code ?? status)
  }
  return `no end after ${projectWithinMs} ms`
}

/** The code of the problem, if it is a valid one. */
function problemOf({ status, headers, body, text }: Answer): string {
  const isProper =
    headers.get('content-type')?.startsWith('application/problem+json') === true && body?.status === status
  return isProper && status !== 500 && typeof body.code === 'string' ? body.code : `${status} ${text.slice(0, 200)}`
}

/** A host that accepts requests and never responds. */
async function meetStalling(setting: Setting): Promise<void> {
  const end = await analyzeOnce(setting, setting.gitProvider.url('stalls/for-ever'))
  const wanted = ['source_timeout', 'analysis_timeout']
  setting.testEnv.report.expect(wanted.includes(end), `a host that says nothing: ${end}`)
}

function expectHealth({ testEnv: { report }, instance, ends }: Setting, memory: MemoryOfBoth): void {
  console.error(`    ends: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`)
  report.figure(
    'api_ends',
    [...ends.values()].reduce((sum, count) => sum + count, 0),
  )
  report.figure('api_timeouts', ends.get('analysis_timeout') ?? 0)
  for (const name of ['api', 'worker'] as const) {
    report.expect(memory.isSame(name), `the ${name} process ended`)
    report.figure(`${name}_extra_mb`, memory.extraMb(name))
    report.expect(
      memory.extraMb(name) <= memoryBarMb[name],
      `the ${name} took ${memory.extraMb(name)} MB more, wanted at most ${memoryBarMb[name]}`,
    )
    const lines = instance[name].output.split('\n')
    const faults = lines.filter((line) => /"level":"(?:error|fatal)"/.test(line) && !line.includes('"type":"AppError"'))
    report.expect(faults.length === 0, `the ${name} logged ${faults.length} faults: ${faults[0]?.slice(0, 600)}`)
  }
}

/** The memory of the two processes, checked ten times a second. */
class MemoryOfBoth implements Disposable {
  readonly #instance: Instance
  readonly #before: Record<'api' | 'worker', { id: number; mb: number }>
  readonly #peak = { api: 0, worker: 0 }
  readonly #timer = setInterval(() => this.#sample(), 100)

  constructor(instance: Instance) {
    this.#instance = instance
    const of = ({ processId, memory }: ReturnType<typeof read>) => ({ id: processId, mb: memory })
    const read = (name: 'api' | 'worker') => ({ processId: instance[name].processId, memory: mbOf(instance, name) })
    this.#before = { api: of(read('api')), worker: of(read('worker')) }
  }

  isSame(name: 'api' | 'worker'): boolean {
    return this.#instance[name].isRunning && this.#instance[name].processId === this.#before[name].id
  }

  extraMb(name: 'api' | 'worker'): number {
    return Math.max(0, Math.round(this.#peak[name] - this.#before[name].mb))
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #sample(): void {
    for (const name of ['api', 'worker'] as const)
      if (this.#instance[name].isRunning) this.#peak[name] = Math.max(this.#peak[name], mbOf(this.#instance, name))
  }
}

function mbOf(instance: Instance, name: 'api' | 'worker'): number {
  return instance[name].memory().rss / 1e6
}

async function createTargets(testEnv: TestEnv): Promise<Target[]> {
  const isWanted = ([what]: [string, unknown]) => !testEnv.isQuick || quickOnes.includes(what)
  const targets: Target[] = []
  for (const [what, each] of Object.entries(contents).filter(isWanted))
    targets.push({ what, ends: each.ends, name: await createContents(testEnv, what, each) })
  for (const [what, each] of Object.entries(trees).filter(isWanted))
    targets.push({ what, ends: each.ends, name: await createTree(testEnv, what, each) })
  return targets
}

/** Runs at the lowest priority: in production it is another machine, whose load isn't Longshore's. */
async function startGitea(folder: string): Promise<Gitea> {
  const args = ['-n', '19', process.execPath, join(import.meta.dirname, 'git-provider-process.ts'), folder]
  const child = spawn('nice', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return {
    url: (name) => `http://127.0.0.1:${Number(line)}/${name}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The callers alternate, because each has a rate limit. */
function nextPerson({ people, ends }: Setting): SignedIn {
  const person = people[nextAt++ % people.length]
  if (person === undefined) throw new Error(`no one is signed in, ${ends.size}`)
  return person
}
let nextAt = 0

function at(beats: readonly Beat[], share: number): number {
  return percentile(
    beats.map(({ ms }) => ms),
    share,
  )
}

function p99(beats: readonly Beat[]): number {
  return Number(at(beats, 0.99).toFixed(1))
}
