/** Lists causes and remedies of findings in a compose project. */
import type { StackFinding } from '@longshore/sdk'
import { CircleX, Info } from 'lucide-react'
import { text } from '../../../text/text.ts'
import { classNames } from '../../../ui/class-names.ts'

export function FindingList({ findings }: { findings: readonly StackFinding[] }) {
  return (
    <ul className="mt-1.5 flex flex-col gap-2 text-sm">
      {findings.map((finding) => (
        <FindingItem key={`${finding.code}/${finding.service ?? ''}/${finding.cause}`} finding={finding} />
      ))}
    </ul>
  )
}

function FindingItem({ finding: { severity, service, cause, remedy } }: { finding: StackFinding }) {
  const isBlocking = severity === 'blocks'
  const Icon = isBlocking ? CircleX : Info
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        size={16}
        className={classNames('mt-0.5 shrink-0', isBlocking ? 'text-bad' : 'text-ink-faint')}
      />
      <div className="min-w-0 break-words">
        <p>
          <span className="sr-only">{`${text.adoptions.severities[severity]}: `}</span>
          {service !== null && <span className="font-medium">{`${service}: `}</span>}
          {cause}
        </p>
        <p className="text-ink-soft">{remedy}</p>
      </div>
    </li>
  )
}
