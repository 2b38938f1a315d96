/**
 * Checks whether requests to a hostname arrive at our proxy although a CDN is in between. It requests a token that only
 * the row contains and expects another secret. No part of the response is shown to anyone.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { DomainRow } from './domains.repository.ts'

/** The proxy serves the row's `reach_answer` at this path of the row's hostname. */
export function reachPath({ reach_token: token }: Pick<DomainRow, 'reach_token'>): string {
  return `/.well-known/longshore/${token}`
}

const maximumBytes = 1_024

export function createProbeHostname(outbound: Outbound) {
  return async (row: DomainRow, signal: AbortSignal): Promise<boolean> => {
    // Plain HTTP is allowed only to networks that the operator configured.
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
