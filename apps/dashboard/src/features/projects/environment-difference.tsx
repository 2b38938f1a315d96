import type { Environment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isSameSetup, type ServiceDifference } from './comparison.ts'
import { type Comparison, useComparison } from './use-comparison.ts'

const words = text.projects.compare

export interface EnvironmentDifferenceProps {
  to: Environment
  fromId: string
  fromName: string
}

export function EnvironmentDifference({ to, fromId, fromName }: EnvironmentDifferenceProps) {
  const { comparison, error } = useComparison(to, fromId)
  return (
    <div className="rounded-lg bg-sunken px-3.5 py-3 text-sm">
      <h3 className="mb-1 text-xs text-ink-soft">{words.title(fromName)}</h3>
      {comparison === undefined && error === null && <Skeleton className="h-5 w-full" />}
      <ProblemCard error={error} />
      {comparison !== undefined && <DifferenceLines comparison={comparison} fromName={fromName} />}
    </div>
  )
}

function DifferenceLines({ comparison, fromName }: { comparison: Comparison; fromName: string }) {
  const { isLive, isSameCommit, commits, isComplete, missing, extra, services } = comparison
  if (!isLive) return <p>{words.nothingLive(fromName)}</p>
  const hasSameSetup = isSameSetup(comparison)
  if (isSameCommit && hasSameSetup) return <p>{words.same}</p>
  const behind = isComplete && commits.length > 0 ? words.behind(commits.length) : words.otherCommit
  return (
    <div className="flex flex-col gap-2">
      <ul className="list-disc pl-4.5">
        <li>{isSameCommit ? words.sameCommit : behind}</li>
        {missing.length > 0 && <li>{words.missing(missing.length)}</li>}
        {extra.length > 0 && <li>{words.extra(extra.length)}</li>}
        {services.length > 0 && <li>{words.services(services.length)}</li>}
      </ul>
      {!hasSameSetup && (
        <Disclosure title={words.details}>
          <ul className="flex flex-col gap-1.5 text-xs">
            {missing.map((key) => (
              <KeyLine key={key} name={key} side={words.onlyThere} />
            ))}
            {extra.map((key) => (
              <KeyLine key={key} name={key} side={words.onlyHere} />
            ))}
            {services.map((service) => (
              <li key={service.name}>
                <span className="font-medium">{service.name}</span>{' '}
                <span className="text-ink-soft">{changeOf(service)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function KeyLine({ name, side }: { name: string; side: string }) {
  return (
    <li>
      <code className="break-all">{name}</code> <span className="text-ink-soft">{side}</span>
    </li>
  )
}

function changeOf({ change, fields }: ServiceDifference): string {
  if (change === 'only_from') return words.onlyThere
  return change === 'only_to' ? words.onlyHere : words.differs(fields.join(', '))
}
