/** Kills the worker with SIGKILL, spread over the time that the slow receiver takes, and starts a new one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Instance } from '../../support/instance.ts'
import type { Receiver } from './receiver.ts'

const patienceMs = 60_000
const starts = 5

/** Kill number n of the total happens when that share of the remaining deliveries has reached the slow receiver. */
export async function killWorker(
  instance: Instance,
  { count, kills, slow, all }: { count: number; kills: number; slow: Receiver; all: number },
): Promise<void> {
  const left = all - slow.ids.size
  const until = slow.ids.size + Math.max(1, Math.floor(left / (kills - count + 1)))
  for (const ends = Date.now() + patienceMs; slow.ids.size < until && Date.now() < ends; ) await delay(5)
  await instance.worker.stop('SIGKILL')
  await startAgain(instance)
}

/** On a busy machine a start may exceed its timeout. Then that worker is killed as well. */
async function startAgain(instance: Instance): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await instance.startWorker()
    } catch (error) {
      if (turn === starts) throw error
      await instance.worker.stop('SIGKILL')
    }
  }
}
