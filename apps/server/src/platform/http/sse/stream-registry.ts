/**
 * The open streams of this process and their owners. A stream ends when its session, token or membership does:
 * immediately by notification, and within one re-check (four seconds) if the notification was lost.
 */
import type { Role } from '../../access/permissions.ts'
import type { Listener } from '../../database/listener.ts'
import { AppError } from '../../errors/app-error.ts'
import { platformProblems } from '../../errors/platform-problems.ts'
import { parseRevocation, type Revocation, revocationsChannel } from '../../events/revocations.ts'
import type { Log } from '../../log/log.ts'
import type { StreamProblem } from './sse-writer.ts'
import { streamProblems } from './stream-problems.ts'

export interface StreamOwner {
  organizationId: string
  userId: string
  /** Role when the stream was opened; the stream ends if the role is lowered. */
  role: Role
  /** Session or token that the stream belongs to; exactly one of the two is set. */
  sessionId?: string
  tokenId?: string
}

/** The part of a writer that the registry needs. */
export interface OpenStream {
  revoke(problem: StreamProblem): void
  restart(retryMs: number): void
  destroy(): void
  onClose(handler: () => void): void
}

export interface StreamLimits {
  perUser: number
  perOrganization: number
  perProcess: number
}

export interface StreamRegistryOptions {
  listener: Listener
  log: Log
  /** Returns for each owner, in the same order, whether it can still read. */
  isStillAllowed: (owners: readonly StreamOwner[]) => Promise<readonly boolean[]>
  limits?: StreamLimits
  recheckMs?: number
}

interface Entry {
  readonly owner: StreamOwner
  readonly stream: OpenStream
}

const defaultLimits: StreamLimits = { perUser: 100, perOrganization: 1_000, perProcess: 15_000 }
const recheckBatch = 1_000

export class StreamRegistry implements AsyncDisposable {
  readonly #options: StreamRegistryOptions
  readonly #limits: StreamLimits
  readonly #entries = new Set<Entry>()
  /** Keys are `user:<id>`, `organization:<id>`, `session:<id>`, `token:<id>`. */
  readonly #index = new Map<string, Set<Entry>>()
  readonly #stops: (() => void)[] = []
  #isStopping = false
  #isChecking = false

  constructor(options: StreamRegistryOptions) {
    this.#options = options
    this.#limits = options.limits ?? defaultLimits
    const timer = setInterval(() => void this.#recheck(), options.recheckMs ?? 4_000)
    timer.unref()
    this.#stops.push(() => clearInterval(timer))
  }

  get size(): number {
    return this.#entries.size
  }

  async start(): Promise<void> {
    const { listener } = this.#options
    this.#stops.push(await listener.listen(revocationsChannel, (payload) => this.#onNotification(payload)))
    this.#stops.push(listener.onReconnect(() => void this.#recheck()))
  }

  /** Throws before anything is sent if there are too many streams or the process is stopping. */
  open<S extends OpenStream>(owner: StreamOwner, openStream: () => S): S {
    this.#admit(owner)
    const stream = openStream()
    const entry = { owner, stream }
    const keys = indexKeys(owner)
    this.#entries.add(entry)
    for (const key of keys) this.#index.set(key, (this.#index.get(key) ?? new Set()).add(entry))
    stream.onClose(() => this.#remove(entry, keys))
    return stream
  }

  /** Returns how many streams were ended. */
  closeFor(revocation: Revocation): number {
    return this.#revokeAll(revocation)
  }

  /** Asks every client to reconnect, spread over some seconds, and resolves when all streams are closed. */
  async shutdown({ withinMs = 5_000 }: { withinMs?: number } = {}): Promise<void> {
    this.#isStopping = true
    const open = [...this.#entries]
    const closed = open.map(({ stream }) => new Promise<void>((resolve) => stream.onClose(resolve)))
    for (const { stream } of open) stream.restart(500 + Math.random() * (500 + open.length))
    const timer = setTimeout(() => {
      for (const { stream } of this.#entries) stream.destroy()
    }, withinMs)
    await Promise.all(closed)
    clearTimeout(timer)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    await this.shutdown()
  }

  #admit({ organizationId, userId }: StreamOwner): void {
    if (this.#isStopping) throw new AppError(streamProblems.stream_restarting, undefined, { retryAfterSeconds: 2 })
    if (this.#entries.size >= this.#limits.perProcess) {
      throw new AppError(platformProblems.unavailable, undefined, { retryAfterSeconds: 10 })
    }
    const ofUser = this.#index.get(`user:${userId}`)?.size ?? 0
    const ofOrganization = this.#index.get(`organization:${organizationId}`)?.size ?? 0
    if (ofUser >= this.#limits.perUser || ofOrganization >= this.#limits.perOrganization) {
      throw new AppError(streamProblems.too_many_streams, undefined, { retryAfterSeconds: 10 })
    }
  }

  /** All given ids must match: for a membership, the user's streams in that organization and no others. */
  #revokeAll(ids: Partial<Omit<StreamOwner, 'role'>>): number {
    const [first = '', ...others] = indexKeys(ids)
    const found = [...(this.#index.get(first) ?? [])].filter((entry) =>
      others.every((key) => this.#index.get(key)?.has(entry)),
    )
    for (const { stream } of found) stream.revoke(streamProblems.stream_access_ended)
    return found.length
  }

  #remove(entry: Entry, keys: readonly string[]): void {
    this.#entries.delete(entry)
    for (const key of keys) {
      const entries = this.#index.get(key)
      entries?.delete(entry)
      if (entries?.size === 0) this.#index.delete(key)
    }
  }

  #onNotification(payload: string): void {
    const revocation = parseRevocation(payload)
    if (revocation === undefined) this.#options.log.warn({ payload }, 'a revocation of an unknown kind')
    else this.closeFor(revocation)
  }

  async #recheck(): Promise<void> {
    if (this.#isChecking || this.#entries.size === 0) return
    this.#isChecking = true
    try {
      const owners = [
        ...new Map([...this.#entries].map(({ owner }) => [`${indexKeys(owner).join()} ${owner.role}`, owner])).values(),
      ]
      for (let start = 0; start < owners.length; start += recheckBatch) {
        await this.#recheckBatch(owners.slice(start, start + recheckBatch))
      }
    } catch (error) {
      // While the database is unreachable, nothing can be revoked either.
      this.#options.log.warn({ err: error }, 'open streams could not be checked')
    } finally {
      this.#isChecking = false
    }
  }

  async #recheckBatch(owners: readonly StreamOwner[]): Promise<void> {
    const answers = await this.#options.isStillAllowed(owners)
    owners.forEach((owner, index) => {
      if (answers[index] !== true) this.#revokeAll(owner)
    })
  }
}

function indexKeys(owner: Partial<Omit<StreamOwner, 'role'>>): string[] {
  const { sessionId, tokenId, userId, organizationId } = owner
  return [
    ...(sessionId === undefined ? [] : [`session:${sessionId}`]),
    ...(tokenId === undefined ? [] : [`token:${tokenId}`]),
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(organizationId === undefined ? [] : [`organization:${organizationId}`]),
  ]
}
