/**
 * Memory of api, worker, Restate and PostgreSQL, idle and after an hour of a small team.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { call, password, type SignedIn, signUp } from '../e2e/support/client.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { type Instance, startInstance } from '../e2e/support/instance.ts'
import { Report } from '../e2e/support/report.ts'
import { compileSources } from './support/compiled-sources.ts'

const report = new Report('footprint')
const idleBarMb = 450
const idleSeconds = isQuick ? 15 : 60
/** Five people with the dashboard open: per person and minute an occasional sign-in, a dozen reads, a change. */
const team = { people: 5, minutes: isQuick ? 10 : 60, readsPerMinute: 12 }

const compiled = compileSources()
await using instance = await startInstance({
  durable: true,
  environment: { LOG_LEVEL: 'info', ...compiled.environment },
  postgresSettings: [
    'shared_buffers=64MB',
    'max_connections=80',
    'work_mem=4MB',
    'maintenance_work_mem=32MB',
    'jit=off',
  ],
})
await delay(idleSeconds * 1_000)
const idle = measure(instance)
show('idle', idle)
await work(instance)
const busy = measure(instance)
await delay(idleSeconds * 1_000)
show('worked', measure(instance))
report.figure('busy_mb', total(busy))
report.expect(total(idle) <= idleBarMb, `${total(idle)} MB idle, wanted at most ${idleBarMb}`)
await instance[Symbol.asyncDispose]()
compiled[Symbol.dispose]()
report.finish()

type Parts = Record<'api' | 'worker' | 'restate' | 'postgres', number>

function measure({ api, worker, restate, postgres }: Instance): Parts {
  const all = (id: number) => [id, ...descendants(id)].reduce((sum, each) => sum + pssMb(each), 0)
  return {
    api: all(api.processId),
    worker: all(worker.processId),
    restate: all(restate?.processId ?? 0),
    postgres: all(postgres.processId),
  }
}

function show(when: string, parts: Parts): void {
  for (const [part, mb] of Object.entries(parts)) report.figure(`${when}_${part}_mb`, Math.round(mb))
  report.figure(`${when}_mb`, total(parts))
}

function total(parts: Parts): number {
  return Math.round(Object.values(parts).reduce((sum, mb) => sum + mb, 0))
}

function pssMb(processId: number): number {
  const text = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024
}

function descendants(processId: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === processId)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function parentOf(name: string): number {
  try {
    return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

async function work(target: Instance): Promise<void> {
  const people: SignedIn[] = []
  for (let count = 0; count < team.people; count += 1) people.push(await signUp(target))
  const streams = new AbortController()
  for (const person of people) void follow(target, person, streams.signal)
  const paths = [
    '/api/v1/auth/me',
    '/api/v1/organizations',
    '/api/v1/api-tokens',
    '/api/v1/audit-log',
    '/api/v1/auth/sessions',
  ]
  for (let minute = 0; minute < team.minutes; minute += 1) {
    for (const person of people) {
      for (let read = 0; read < team.readsPerMinute; read += 1)
        await call(target, 'GET', paths[read % paths.length] ?? '', { token: person.token })
      if (minute % 2 === 0) await changeSomething(target, person, minute)
      if (minute % 15 === 0)
        await call(target, 'POST', '/api/v1/auth/login', { body: { email: person.email, password } })
    }
  }
  streams.abort()
}

async function changeSomething(target: Instance, person: SignedIn, minute: number): Promise<void> {
  const created = await call(target, 'POST', '/api/v1/api-tokens', {
    token: person.token,
    body: { name: `token ${minute}`, scopes: ['events:read'] },
  })
  await call(target, 'DELETE', `/api/v1/api-tokens/${created.body.id}`, { token: person.token })
}

async function follow(target: Instance, person: SignedIn, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${target.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal,
  })
  try {
    for await (const chunk of response.body ?? []) void chunk
  } catch {
    // We ended it ourselves.
  }
}
