import type { SecurityCheck } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { isOpenFinding } from './security-findings.ts'

const words = text.security
/** Shows the most severe first; the rest on demand. */
const shownAtOnce = 6
const weights = ['critical', 'high', 'medium', 'low', 'info'] as const
const tones: Record<SecurityCheck['severity'], Tone> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warn',
  low: 'info',
  info: 'idle',
}

export function SecurityChecks({ checks, drifted }: { checks: readonly SecurityCheck[]; drifted: readonly string[] }) {
  const failing = checks
    .filter(isOpenFinding)
    .toSorted((a, b) => weights.indexOf(a.severity) - weights.indexOf(b.severity))
  const passing = checks.filter(({ status }) => status === 'pass')
  const other = checks.filter(({ status }) => status === 'not_applicable')
  return (
    <div className="flex flex-col gap-4">
      {failing.length === 0 ? (
        <p className="text-sm text-ink-soft">{words.noneFails}</p>
      ) : (
        <div>
          <h3 className="mb-2 text-sm font-medium">{words.failing(failing.length)}</h3>
          <FailingList checks={failing.slice(0, shownAtOnce)} drifted={drifted} />
          {failing.length > shownAtOnce && (
            <div className="mt-3">
              <Disclosure title={words.moreFailing(failing.length - shownAtOnce)}>
                <FailingList checks={failing.slice(shownAtOnce)} drifted={drifted} />
              </Disclosure>
            </div>
          )}
        </div>
      )}
      {passing.length > 0 && (
        <Disclosure title={words.passing(passing.length)}>
          <TitleList checks={passing} />
        </Disclosure>
      )}
      {other.length > 0 && (
        <Disclosure title={words.other(other.length)}>
          <TitleList checks={other} />
        </Disclosure>
      )}
    </div>
  )
}

function FailingList({ checks, drifted }: { checks: readonly SecurityCheck[]; drifted: readonly string[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {checks.map((check) => (
        <FailingCheck key={check.id} check={check} isDrifted={drifted.includes(check.id)} />
      ))}
    </ul>
  )
}

function FailingCheck({ check, isDrifted }: { check: SecurityCheck; isDrifted: boolean }) {
  return (
    <li className="px-3 py-2.5">
      <Disclosure
        title={
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 font-normal">
            <span className="min-w-0 break-words">{check.title}</span>
            <span className="flex flex-wrap gap-1.5">
              {isDrifted && <Status tone="warn">{words.drifted}</Status>}
              <Status tone={tones[check.severity]}>{words.severities[check.severity]}</Status>
            </span>
          </span>
        }
      >
        <div className="pb-1 pl-5.5">
          <Facts
            facts={[
              { name: words.found, value: check.current ?? words.statuses[check.status] },
              { name: words.wanted, value: check.wanted },
              { name: words.evidence, value: check.evidence },
              { name: words.risk, value: check.risk },
            ]}
          />
          <p className="mt-3 text-sm">
            <span className="font-medium">{`${words.classes[check.class]}. `}</span>
            {check.remedy}
          </p>
        </div>
      </Disclosure>
    </li>
  )
}

function TitleList({ checks }: { checks: readonly SecurityCheck[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-1.5 pl-5.5 text-sm sm:grid-cols-2">
      {checks.map(({ id, title, evidence }) => (
        <li key={id} title={evidence}>
          {title}
        </li>
      ))}
    </ul>
  )
}
