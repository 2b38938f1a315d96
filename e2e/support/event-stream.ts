/** An open event stream, as a program follows it. Events count from its `ready`: earlier ones may not be sent. */
import { setTimeout as delay } from 'node:timers/promises'
import { newAddress } from './client.ts'
import type { Instance } from './instance.ts'

export interface OpenEvents extends Disposable {
  readonly text: string
  /** Time until the server ended it; infinite if it didn't in time. */
  endedWithinMs(limitMs: number): Promise<number>
  /** Whether this text arrives within the limit. */
  receives(text: string, limitMs: number): Promise<boolean>
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
  await waitUntil(() => state.text.includes('event: ready') || state.ended, 20_000)
  return {
    get text() {
      return state.text
    },
    async endedWithinMs(limitMs) {
      const started = performance.now()
      await Promise.race([done, delay(limitMs)])
      return state.ended ? performance.now() - started : Number.POSITIVE_INFINITY
    },
    async receives(text, limitMs) {
      return await waitUntil(() => state.text.includes(text), limitMs)
    },
    [Symbol.dispose]: () => abort.abort(),
  }
}

async function waitUntil(holds: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!holds() && performance.now() < deadline) await delay(20)
  return holds()
}
