/**
 * Whether requests to a hostname arrive at our proxy although a CDN stands between: a token that only the row knows is asked for,
 * and its answer is another secret. Nothing of what comes back is shown to anybody.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { DomainRow } from '../domains.repository.ts'

/** What the proxy answers with the row's `reach_answer`, under the row's hostname. */
export function reachPath({ reach_token: token }: Pick<DomainRow, 'reach_token'>): string {
  return `/.well-known/longshore/${token}`
}

const maximumBytes = 1_024

export function createProbeHostname(outbound: Outbound) {
  return async (row: DomainRow, signal: AbortSignal): Promise<boolean> => {
    // Plain http goes out only to networks that the operator names.
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${row.hostname}${reachPath(row)}`
      try {
        const { status, body } = await outbound.request({
          url,
          signal,
          maximumBytes,
          scope: `domain ${row.id} ${scheme}`,
        })
        if (status === 200 && isSame(body.toString().trim(), row.reach_answer)) return true
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof OutboundError)) throw error
      }
    }
    return false
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
