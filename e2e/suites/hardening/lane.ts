/** One Longshore and the targets for a lane of cases. A failure in one lane doesn't affect the others. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runProgram } from '../../fixtures/run.ts'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { type Answer, call, type SignedIn, signUp } from '../../support/client.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { ResponseView } from '../../support/response-view.ts'
import { CutProxy } from './cut-proxy.ts'

export interface HardeningRunBody {
  id: string
  kind: string
  status: string
  changes: { file: string; diff: string; before: string; after: string; check: string }[]
  error: { code: string; message: string; hint?: string; step?: string } | null
}

export const timerSeconds = 20
const pollMs = 400

export class Lane implements AsyncDisposable {
  readonly instance: Instance
  readonly #stack: AsyncDisposableStack
  readonly proxy: CutProxy

  private constructor(instance: Instance, proxy: CutProxy, stack: AsyncDisposableStack) {
    this.instance = instance
    this.proxy = proxy
    this.#stack = stack
  }

  static async start(): Promise<Lane> {
    await using stack = new AsyncDisposableStack()
    const proxy = stack.use(await CutProxy.start())
    const environment = { SSH_ALLOW: `public,private,127.0.0.1:${proxy.port}` }
    const instance = stack.use(await startInstance({ environment }))
    return new Lane(instance, proxy, stack.move())
  }

  /** A new account with one server: the target, reached through the lane's proxy if connections are cut. */
  async register(target: Target, options: { user?: TargetUser; throughProxy?: boolean } = {}): Promise<Subject> {
    const user = options.user ?? 'root'
    const person = await signUp(this.instance, `hardening${Date.now()}${Math.trunc(Math.random() * 1e6)}@example.com`)
    if (options.throughProxy === true) this.proxy.lead(target.port)
    const address =
      options.throughProxy === true ? { host: '127.0.0.1', port: this.proxy.port } : { host: target.address, port: 22 }
    const made = await this.ask(person, 'POST', '/servers', {
      name: 'Target',
      ...address,
      username: user,
      privateKey: target.keys[user].privateKey,
    })
    if (made.status !== 201 && made.status !== 202) throw new Error(`POST /servers: ${made.status} ${made.text}`)
    const subject = new Subject(this, { person, serverId: String(made.body.id), target, user })
    await subject.untilReady()
    return subject
  }

  async ask<Body = ResponseView>(
    person: SignedIn,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call<Body>(this.instance, method, `/api/v1${path}`, {
          token: person.token,
          ...(body === undefined ? {} : { body }),
        })
      } catch (error) {
        // The case may just have killed the api.
        if (attempt >= 100) throw error
        await delay(200)
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

export class Subject {
  readonly lane: Lane
  readonly person: SignedIn
  readonly serverId: string
  readonly target: Target
  readonly user: TargetUser

  constructor(lane: Lane, options: { person: SignedIn; serverId: string; target: Target; user: TargetUser }) {
    this.lane = lane
    this.person = options.person
    this.serverId = options.serverId
    this.target = options.target
    this.user = options.user
  }

  async ask<Body = ResponseView>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return await this.lane.ask<Body>(this.person, method, `/servers/${this.serverId}${path}`, body)
  }

  async untilReady(): Promise<void> {
    for (const deadline = Date.now() + 180_000; ; await delay(pollMs)) {
      const { body } = await this.ask('GET', '')
      if (body.status === 'ready' || body.status === 'degraded') return
      if (Date.now() > deadline) throw new Error(`the server is ${body.status}: ${JSON.stringify(body.problem)}`)
    }
  }

  async start(verb: 'harden' | 'revert', body: Record<string, unknown> = {}): Promise<HardeningRunBody> {
    const answer = await this.ask<HardeningRunBody>('POST', `/security/${verb}`, {
      confirmTimeoutSeconds: timerSeconds,
      ...body,
    })
    if (answer.status !== 202) throw new Error(`${verb}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  async read(runId: string): Promise<HardeningRunBody> {
    return (await this.ask<HardeningRunBody>('GET', `/security/runs/${runId}`)).body
  }

  async untilStatus(runId: string, statuses: readonly string[], limitMs = 300_000): Promise<HardeningRunBody> {
    for (const deadline = Date.now() + limitMs; ; await delay(pollMs)) {
      const run = await this.read(runId)
      if (statuses.includes(run.status)) return run
      if (Date.now() > deadline) throw new Error(`the run is ${run.status} after ${limitMs} ms`)
    }
  }

  async untilEnd(runId: string, limitMs?: number): Promise<HardeningRunBody> {
    return await this.untilStatus(runId, ['planned', 'confirmed', 'rolled_back', 'failed'], limitMs)
  }

  /** Logs in like a person at a terminal, with the fixture's key and none of Longshore's. */
  async canLogIn(user: TargetUser = this.user): Promise<boolean> {
    const folder = await mkdtemp(join(tmpdir(), 'longshore-login-'))
    try {
      const key = join(folder, 'key')
      const known = join(folder, 'known_hosts')
      await writeFile(key, this.target.keys[user].privateKey, { mode: 0o600 })
      const pins = await pinsOf(this.target)
      await writeFile(known, pins)
      const options = ['BatchMode=yes', 'ConnectTimeout=4', 'StrictHostKeyChecking=yes', `UserKnownHostsFile=${known}`]
      const args = options.flatMap((option) => ['-o', option])
      const login = [
        'ssh',
        '-F',
        'none',
        '-i',
        key,
        '-o',
        'IdentitiesOnly=yes',
        ...args,
        '-p',
        String(this.target.port),
      ]
      const result = await runProgram([...login, `${user}@127.0.0.1`, 'true'], { deadlineMs: 15_000 })
      return result.exitCode === 0
    } catch {
      return false
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const pins = new Map<string, string>()

async function pinsOf(target: Target): Promise<string> {
  const known = pins.get(target.id)
  if (known !== undefined) return known
  const keys = await target.readHostKeys()
  const text = keys.map(({ type, key }) => `[127.0.0.1]:${target.port} ${type} ${key}\n`).join('')
  pins.set(target.id, text)
  return text
}
