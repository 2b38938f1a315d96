/** The DNS records that an attached domain still needs, with copy buttons. */
import type { Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { missingRecords } from './attached-state.ts'
import { RecordValue } from './dns-records.tsx'

const { environment, records: words } = text.domains

export function RecordsToCreate({ domain }: { domain: Domain }) {
  const records = missingRecords(domain)
  if (records.length === 0) return null
  return (
    <div className="mt-2 rounded-md border border-line bg-canvas p-3">
      <p className="font-medium">{environment.createRecords}</p>
      <p className="mt-0.5 text-xs text-ink-soft">{environment.createRecordsNote}</p>
      <ul className="mt-2 flex flex-col gap-1.5 text-xs">
        {records.map(({ type, name, expected }) => (
          <li key={`${type} ${name}`} className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
            <span className="w-12 font-medium">{type}</span>
            <RecordValue value={name} label={words.copyName} />
            {expected.map((value) => (
              <RecordValue key={value} value={value} label={words.copyValue} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
