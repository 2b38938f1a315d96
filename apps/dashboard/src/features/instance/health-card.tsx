import type { InstanceHealth } from '@longshore/sdk'
import { checkInstanceHealth } from '@longshore/sdk/operations'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryFor } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { sortChecks } from './sort-checks.ts'

const words = text.instance.health
type Check = InstanceHealth['checks'][number]

const tones: Record<Check['status'], Tone> = {
  ...{ passed: 'good', warning: 'warn', failed: 'bad', skipped: 'idle', host_only: 'idle' },
}

export function HealthCard() {
  // The checks connect to other systems, so they run when someone asks, not whenever the window gets the focus.
  const health = useQuery({
    ...queryFor(checkInstanceHealth, {}),
    ...{ staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })
  const again = (
    <Button icon={<RotateCw aria-hidden size={15} />} isBusy={health.isFetching} onClick={() => void health.refetch()}>
      {words.again}
    </Button>
  )
  return (
    <Card title={words.title} note={words.note} actions={again} isFlush>
      <QueryView query={health} loading={<Running />}>
        {(report) => (
          <div className="flex flex-col gap-4 p-4">
            {health.error !== null && <ProblemCard error={health.error} />}
            <Report report={report} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function Running() {
  return (
    <>
      <p className="px-4 pt-4 text-sm text-ink-soft">{words.running}</p>
      <SkeletonRows rows={3} />
    </>
  )
}

function Report({ report }: { report: InstanceHealth }) {
  const { problems, passed, notChecked } = sortChecks(report.checks)
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <Status tone={tones[report.status]}>{words.summary[report.status]}</Status>
        <span>
          {words.checkedAt} <RelativeTime at={report.checkedAt} />
        </span>
      </p>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-3">
          {problems.map((check) => (
            <Problem key={check.code} check={check} />
          ))}
        </ul>
      )}
      <Group title={words.passed(passed.length)} checks={passed} />
      <Group title={words.notChecked(notChecked.length)} checks={notChecked}>
        <p className="text-sm text-ink-soft">{words.host}</p>
        <CodeBlock label={words.command}>{words.hostCommand}</CodeBlock>
      </Group>
    </>
  )
}

function Problem({ check: { title, status, finding, remedy, command } }: { check: Check }) {
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Status tone={tones[status]}>{words.states[status]}</Status>
        <h3 className="font-medium">{title}</h3>
      </div>
      <p className="break-words">{finding}</p>
      {remedy !== null && <p className="break-words text-ink-soft">{remedy}</p>}
      {command !== null && (
        <CodeBlock isWrapped label={`${words.command}: ${title}`}>
          {command}
        </CodeBlock>
      )}
    </li>
  )
}

function Group(props: { title: string; checks: readonly Check[]; children?: ReactNode }) {
  if (props.checks.length === 0) return null
  return (
    <Disclosure title={props.title}>
      <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {props.checks.map(({ code, title, group, finding, status }) => (
          <li key={code} className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {title}
              {status !== 'passed' && <Status tone={tones[status]}>{words.states[status]}</Status>}
            </p>
            <p className="text-xs break-words text-ink-soft">{`${group}: ${finding}`}</p>
          </li>
        ))}
      </ul>
      {props.children}
    </Disclosure>
  )
}
