/** Progress of a certificate, and the reason for a failure. */
import type { CertificateState, Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FailureLink } from '../../ui/failure-link.tsx'
import { Note } from '../../ui/note.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CertificateStatus } from './domain-status.tsx'

const { certificate: words } = text.domains

export function CertificateCard({ domain: { certificate, canIssueCertificate } }: { domain: Domain }) {
  const { status, lastError } = certificate
  return (
    <Card title={words.title} actions={<CertificateStatus certificate={certificate} />}>
      <div className="flex flex-col gap-4">
        {lastError !== null && (
          <Note tone={status === 'failed' || status === 'expired' ? 'bad' : 'warn'} title={lastError.title}>
            <p>{lastError.detail}</p>
            <p className="text-ink-soft">{hintFor(lastError)}</p>
            <FailureLink code={lastError.code} />
          </Note>
        )}
        {status === 'none' && <p className="text-sm text-ink-soft">{words.noneNote}</p>}
        {status !== 'active' && !canIssueCertificate && <p className="text-sm text-ink-soft">{words.cannotIssue}</p>}
        <Times certificate={certificate} />
        <Steps steps={certificate.steps} />
      </div>
    </Card>
  )
}

function Times({ certificate }: { certificate: CertificateState }) {
  const { issuer, notBefore, notAfter, renewAt, retryAt } = certificate
  const times = [
    [words.from, notBefore],
    [words.until, notAfter],
    [words.renew, renewAt],
    [words.retry, retryAt],
  ] as const
  const facts = [
    ...(issuer === null ? [] : [{ name: words.issuer, value: issuer }]),
    ...times.flatMap(([name, at]) => (at === null ? [] : [{ name, value: <RelativeTime at={at} /> }])),
  ]
  return facts.length === 0 ? null : <Facts facts={facts} />
}

function Steps({ steps }: { steps: CertificateState['steps'] }) {
  if (steps.length === 0) return null
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">{words.steps}</h3>
      <ol className="flex flex-col gap-1.5 border-l-2 border-line pl-3 text-sm">
        {steps.map(({ name, at, detail }) => (
          <li key={`${name} ${at}`}>
            <span className={name === 'challenge_failed' ? 'font-medium text-bad' : 'font-medium'}>
              {words.stepNames[name]}
            </span>
            <span className="ml-2 text-xs text-ink-soft">
              <RelativeTime at={at} />
            </span>
            {detail !== null && <p className="text-xs break-words text-ink-soft">{detail}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}
