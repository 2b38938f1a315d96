/** Publishes events with real transactions, in a separate process, at a steady rate over many organizations. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../../apps/server/src/testing/internals/database.ts'
import { publishEvent } from '../../../apps/server/src/testing/internals/events.ts'
import { brandId } from '../../../apps/server/src/testing/internals/ids.ts'

export interface PublishOrder {
  organizationIds: string[]
  perSecond: number
  count: number
  textBytes: number
}

export interface StreamPublisher extends Disposable {
  /** Resolves when the last transaction has committed, with the seconds taken. */
  publish(order: PublishOrder): Promise<number>
}

export function startPublisher(databaseUrl: string): StreamPublisher {
  const child = fork(import.meta.filename, [databaseUrl], { execArgv: [] })
  return {
    async publish(order) {
      child.send(order)
      const [seconds] = await once(child, 'message')
      return seconds
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

/** Comparable between the processes of one machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

async function main(databaseUrl: string): Promise<void> {
  const database = createDatabase({ url: databaseUrl, poolSize: 10, applicationName: 'bench-publisher' })
  process.on('message', async ({ organizationIds, perSecond, count, textBytes }: PublishOrder) => {
    const begin = performance.now()
    const text = 'x'.repeat(textBytes)
    const running: Promise<unknown>[] = []
    for (let n = 0; n < count; n += 1) {
      const waitMs = begin + (n * 1_000) / perSecond - performance.now()
      if (waitMs > 0) await delay(waitMs)
      const organizationId = brandId<'org'>(organizationIds[n % organizationIds.length] ?? '')
      const data = { at: preciseNow(), text }
      running.push(
        database.tenant(organizationId, (tx) => publishEvent(tx, { organizationId, kind: 'project_updated', data })),
      )
    }
    await Promise.all(running)
    process.send?.((performance.now() - begin) / 1_000)
  })
}

if (import.meta.main) await main(process.argv[2] ?? '')
