import type { CertificateState, Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import { daysLeft } from './days-left.ts'

const tones: Record<Domain['status'], Tone> = { pending: 'idle', verifying: 'busy', verified: 'good', failed: 'bad' }
const certificateTones: Record<CertificateState['status'], Tone> = {
  none: 'idle',
  pending: 'idle',
  issuing: 'busy',
  active: 'good',
  renewing: 'busy',
  expired: 'bad',
  failed: 'bad',
}

export function DomainStatus({ status }: { status: Domain['status'] }) {
  return <Status tone={tones[status]}>{text.domains.status[status]}</Status>
}

const soonDays = 14

/** Includes the days until the certificate expires. */
export function CertificateStatus({ certificate: { status, notAfter } }: { certificate: CertificateState }) {
  const { certificate } = text.domains
  const days = notAfter === null || status !== 'active' ? undefined : daysLeft(notAfter, Date.now())
  if (days === undefined) return <Status tone={certificateTones[status]}>{certificate.status[status]}</Status>
  return days < soonDays ? (
    <Status tone="warn">{certificate.days(days)}</Status>
  ) : (
    <Status tone="good">{certificate.renewing(days)}</Status>
  )
}
