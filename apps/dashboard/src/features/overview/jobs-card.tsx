/** The latest runs of cron services. A failed run shows the end of its output. */
import type { Environment, Job } from '@longshore/sdk'
import { listJobs } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const words = text.overview.jobs
const shown = 5
const tones: Record<Job['status'], Tone> = {
  queued: 'idle', running: 'busy', succeeded: 'good', failed: 'bad', cancelled: 'idle',
} // biome-ignore format: a table

export function JobsCard({ environment }: { environment: Environment }) {
  const hasJobs = environment.services.some(({ kind }) => kind === 'cron')
  return hasJobs ? <Jobs id={environment.id} /> : null
}

function Jobs({ id }: { id: string }) {
  const jobs = useRead(listJobs, { id, limit: shown })
  return (
    <Card title={words.title}>
      <QueryView query={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-soft">{words.none}</p>
          ) : (
            <ul className="flex flex-col gap-3 text-sm">
              {items.map((job) => (
                <li key={job.id}>
                  <JobLine job={job} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  )
}

function JobLine({ job: { serviceName, status, createdAt, error } }: { job: Job }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Status tone={tones[status]}>{words.status[status]}</Status>
        <span className="font-medium break-words">{serviceName}</span>
        <RelativeTime at={createdAt} />
      </p>
      {error !== null && <p className="mt-1 break-words text-ink-soft">{error.message}</p>}
      {error !== null && error.logTail !== null && (
        <Disclosure title={words.lastLines}>
          <pre tabIndex={0} className="max-h-64 overflow-auto rounded-md bg-sunken p-3 text-xs">
            {error.logTail}
          </pre>
        </Disclosure>
      )}
    </>
  )
}
