/** An open event stream, as a program follows it. */
import { setTimeout as delay } from 'node:timers/promises'
import { newAddress } from './client.ts'
import type { Instance } from './instance.ts'

export interface OpenEvents extends Disposable {
  readonly text: string
  /** Time until the server ended it; infinite if it didn't in time. */
  endedWithinMs(limitMs: number): Promise<number>
}

export async function openEvents(
  instance: Pick<Instance, 'url'>,
  options: { token: string; organization?: string },
): Promise<OpenEvents> {
  const abort = new AbortController()
  const answer = await fetch(`${instance.url}/api/v1/events`, {
    headers: {
      authorization: `Bearer ${options.token}`,
      'x-forwarded-for': newAddress(),
      ...(options.organization === undefined ? {} : { 'longshore-organization': options.organization }),
    },
    signal: abort.signal,
  })
  if (answer.status !== 200) throw new Error(`events: ${answer.status} ${await answer.text()}`)
  const state = { text: '', ended: false }
  const read = async () => {
    for await (const chunk of answer.body ?? []) state.text += Buffer.from(chunk).toString('utf8')
  }
  const done = read()
    .catch(() => undefined)
    .then(() => {
      state.ended = true
    })
  return {
    get text() {
      return state.text
    },
    async endedWithinMs(limitMs) {
      const started = performance.now()
      await Promise.race([done, delay(limitMs)])
      return state.ended ? performance.now() - started : Number.POSITIVE_INFINITY
    },
    [Symbol.dispose]: () => abort.abort(),
  }
}
