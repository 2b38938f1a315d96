/** Scans a target as the worker does, by its own code, without waiting for a control plane. */
import { type SecurityReport, scanServer } from '@longshore/remote/security'
import { createServerPool, parseAddressPolicy, type ServerPool } from '@longshore/remote/ssh'
import type { Target, TargetUser } from '../../fixtures/target.ts'

export type Statuses = Readonly<Record<string, string>>

export class Scanner implements AsyncDisposable {
  readonly #pool: ServerPool
  readonly #target: Target
  readonly #user: TargetUser

  constructor(target: Target, user: TargetUser) {
    this.#pool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
    this.#target = target
    this.#user = user
  }

  async scan(): Promise<SecurityReport> {
    const { host, port, keys } = this.#target
    const server = {
      id: 'target',
      host,
      port,
      username: this.#user,
      hostKeys: await this.#target.readHostKeys(),
      loadKey: async () => ({ privateKey: keys[this.#user].privateKey }),
    }
    return await this.#pool.use(server, (connection) => scanServer(connection), { deadlineMs: 20_000 })
  }

  async statuses(): Promise<Statuses> {
    const { checks } = await this.scan()
    return Object.fromEntries(checks.map(({ id, status }) => [id, status]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]()
  }
}

/** What is another one now, as `id: status`. */
export function difference(before: Statuses, after: Statuses): string[] {
  return Object.keys(after)
    .filter((id) => before[id] !== after[id])
    .map((id) => `${id}: ${after[id]}`)
    .sort()
}
