/** Whether this instance has a mail server: only the worker knows, and it is asked at most once a minute. */
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { ping } from './ping.definition.ts'

const keptMs = 60_000
const deadlineMs = 1_000

/** True while the worker doesn't respond, because most instances have one. */
export function createSendsMail(
  link: Pick<LinkClient, 'call'>,
  nowMs = () => performance.now(),
): () => Promise<boolean> {
  let known: { answer: boolean; atMs: number } | undefined
  return async () => {
    if (known !== undefined && nowMs() - known.atMs < keptMs) return known.answer
    const facts = await link.call(ping, {}, { organizationId: null, deadlineMs }).catch(() => undefined)
    if (facts === undefined) return known?.answer ?? true
    known = { answer: facts.sendsMail, atMs: nowMs() }
    return facts.sendsMail
  }
}
