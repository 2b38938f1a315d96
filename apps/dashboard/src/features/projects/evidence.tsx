/** Evidence for a finding: claim, file and line. */
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

const words = text.analysis

/** More would push down the rest of the page. */
const shownAtOnce = 6

export interface Evidence {
  claim: string
  file: string
  line: number | null
  what: string
}

const claims: Readonly<Record<string, string>> = words.claims

export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null
  return (
    <Disclosure
      isOpen={evidence.length <= shownAtOnce}
      title={<span className="font-normal text-ink-soft">{words.evidence(evidence.length)}</span>}
    >
      <ul className="flex flex-col gap-1.5 pl-5.5 text-sm">
        {evidence.map(({ claim, file, line, what }) => (
          <li key={`${claim} ${file} ${line} ${what}`} className="grid gap-x-3 sm:grid-cols-[9rem_1fr]">
            <span className="text-ink-soft">{claims[claim] ?? claim}</span>
            <span className="min-w-0">
              <code className="text-xs break-all">{words.at(file, line)}</code>
              <span className="block text-xs break-words text-ink-soft">{what}</span>
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
