/** The state of an attached domain: the worst of DNS, certificate, and route. Pure. */
import type { AttachedDomain, Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Tone } from '../../ui/status.tsx'
import type { StatusLabel } from '../environments/environment-status.ts'

const { environment: words, certificate: certificateWords } = text.domains
const routeTones: Record<AttachedDomain['state']['status'], Tone> = {
  loading: 'busy',
  loaded: 'good',
  waiting: 'idle',
  unverified: 'warn',
  failed: 'bad',
}
/** Worst first. */
const order: readonly Tone[] = ['bad', 'warn', 'busy', 'idle']

/** The domain is undefined until it's read. */
export function attachedState(
  { state, ssl }: Pick<AttachedDomain, 'state' | 'ssl'>,
  domain: Pick<Domain, 'status'> | undefined,
): StatusLabel {
  const route = { tone: routeTones[state.status], label: words.states[state.status] }
  // The cause comes first: without DNS, there is no certificate.
  const parts = [dnsState(domain), certificateState(ssl), route].filter((part) => part !== null)
  for (const tone of order) {
    const found = parts.find((part) => part.tone === tone)
    if (found !== undefined) return found
  }
  return route
}

/** Null: nothing to report. A running check doesn't change what the last one found. */
function dnsState(domain: Pick<Domain, 'status'> | undefined): StatusLabel | null {
  if (domain?.status === 'pending') return { tone: 'warn', label: certificateWords.status.pending }
  return domain?.status === 'failed' ? { tone: 'bad', label: words.dnsFailed } : null
}

function certificateState({ mode, state }: AttachedDomain['ssl']): StatusLabel | null {
  if (mode !== 'auto' || state === null) return null
  const { status } = state
  const label = text.overview.certificateStates[status]
  if (status === 'failed' || status === 'expired') return { tone: 'bad', label }
  if (status === 'issuing') return { tone: 'busy', label }
  if (status === 'pending') return { tone: 'warn', label: certificateWords.status.pending }
  return status === 'none' ? { tone: 'idle', label } : null
}

export type DnsRecord = Domain['verification']['records'][number]

interface CheckedDomain {
  status: Domain['status']
  verification: Pick<Domain['verification'], 'isTxtRequired' | 'records'>
}

/** Records that are still missing at the DNS provider. */
export function missingRecords({ status, verification }: CheckedDomain): DnsRecord[] {
  if (status === 'verified') return []
  return verification.records.filter(
    ({ ok, expected, type }) => !ok && expected.length > 0 && (type !== 'TXT' || verification.isTxtRequired),
  )
}
