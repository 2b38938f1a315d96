/** Scans a target with the worker's own code, without a control plane. */

import { parseAddressPolicy } from '@longshore/addresses'
import { type SecurityReport, scanServer } from '@longshore/remote/security'
import { createServerPool, type ServerConnection, type ServerPool } from '@longshore/remote/ssh'
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
    return await this.#use((connection) => scanServer(connection))
  }

  /**
   * Runs as many commands as a scan, with the same concurrency, but without any work. It measures the current speed of
   * this machine.
   */
  async timeOfNothing(): Promise<number> {
    return await this.#use(async (connection) => {
      const startedAt = performance.now()
      const work = async () => {
        for (let count = 0; count < 7; count += 1) await connection.run(['true'], { deadlineMs: 20_000, asRoot: true })
      }
      await Promise.all(Array.from({ length: 5 }, work))
      return Math.round(performance.now() - startedAt)
    })
  }

  async #use<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result> {
    const { host, port, keys } = this.#target
    const server = {
      id: 'target',
      host,
      port,
      username: this.#user,
      hostKeys: await this.#target.readHostKeys(),
      loadKey: async () => ({ privateKey: keys[this.#user].privateKey }),
    }
    return await this.#pool.use(server, work, { deadlineMs: 20_000 })
  }

  async statuses(): Promise<Statuses> {
    const { checks } = await this.scan()
    return Object.fromEntries(checks.map(({ id, status }) => [id, status]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]()
  }
}

/** The checks that changed, as `id: status`. */
export function difference(before: Statuses, after: Statuses): string[] {
  return Object.keys(after)
    .filter((id) => before[id] !== after[id])
    .map((id) => `${id}: ${after[id]}`)
    .sort()
}
