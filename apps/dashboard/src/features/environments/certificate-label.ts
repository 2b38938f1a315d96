/** Label and tone for the certificate of a domain. Pure. */
import type { Environment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { StatusLabel } from './environment-status.ts'

const dayMs = 86_400_000
/** Renewal starts much earlier, so a certificate this close to its end has a problem. */
const soonDays = 14

type AttachedDomain = Environment['domains'][number]

/** Null: nothing to show, as for automatic domains. */
export function certificateLabel(
  { settings, url }: Pick<AttachedDomain, 'settings' | 'url'>,
  now: number,
): StatusLabel | null {
  const words = text.overview
  if (settings === null) return url.startsWith('https:') ? null : { tone: 'idle', label: words.certificateNone }
  const { mode, certificate, state } = settings.ssl
  if (mode === 'off') return { tone: 'idle', label: words.certificateNone }
  const until = certificate?.notAfter ?? state?.notAfter ?? null
  if (until !== null) return expiryLabel(Date.parse(until) - now)
  if (state === null) return { tone: 'idle', label: words.certificateStates.none }
  const tone = state.status === 'failed' ? 'bad' : state.status === 'issuing' ? 'busy' : 'idle'
  return { tone, label: words.certificateStates[state.status] }
}

function expiryLabel(leftMs: number): StatusLabel {
  const { certificate, certificateEnds, certificateExpired } = text.overview
  if (leftMs <= 0) return { tone: 'bad', label: certificateExpired }
  const days = Math.floor(leftMs / dayMs)
  return days < soonDays ? { tone: 'warn', label: certificateEnds(days) } : { tone: 'good', label: certificate(days) }
}
