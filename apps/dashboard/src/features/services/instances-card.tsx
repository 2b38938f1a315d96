import type { Service, ServiceInstance } from '@longshore/sdk'
import { listInstances } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

const readEveryMs = 15_000
const tones: Record<ServiceInstance['state'], Tone> = {
  created: 'idle', running: 'good', restarting: 'bad', paused: 'paused', exited: 'paused', dead: 'bad',
} // biome-ignore format: a table

export function useInstances(environmentId: string) {
  return useRead(listInstances, { id: environmentId }, { refetchInterval: readEveryMs })
}

export function InstancesCard({ service }: { service: Service }) {
  const words = text.servicePage
  const query = useInstances(useEnvironment().id)
  return (
    <Card isFlush title={words.replicas}>
      <QueryView query={query}>
        {({ items, observedAt }) => {
          const own = items.filter(({ serviceId }) => serviceId === service.id)
          if (own.length > 0)
            return <Table label={words.replicas} rows={own} columns={columns()} keyOf={({ container }) => container} />
          return (
            <p className="px-4 py-4 text-sm text-ink-soft">
              {observedAt === null ? words.neverObserved : words.noReplicas}
            </p>
          )
        }}
      </QueryView>
    </Card>
  )
}

function columns(): Column<ServiceInstance>[] {
  const { columns: titles } = text.servicePage
  return [
    { title: titles.number, cell: ({ number }) => <span className="font-medium tabular-nums">{number}</span> },
    { title: titles.state, cell: (instance) => <StateCell instance={instance} /> },
    {
      title: titles.uptime,
      cell: ({ startedAt }) => (startedAt === null ? '–' : <RelativeTime at={startedAt} />),
    },
    {
      title: titles.restarts,
      isNumber: true,
      cell: ({ restarts }) => <span className={restarts > 0 ? 'font-medium text-warn' : ''}>{restarts}</span>,
    },
    {
      title: titles.container,
      isMinor: true,
      cell: ({ container }) => (
        <code className="block max-w-48 truncate text-xs text-ink-soft" title={container}>
          {container}
        </code>
      ),
    },
  ]
}

function StateCell({ instance: { state, exitCode, outOfMemory, health } }: { instance: ServiceInstance }) {
  const words = text.servicePage
  if (state === 'running' && health === 'unhealthy') return <Status tone="warn">{words.unhealthy}</Status>
  if (state !== 'running' && outOfMemory) return <Status tone="bad">{words.outOfMemory}</Status>
  const isFailed = state === 'exited' && exitCode !== null && exitCode !== 0
  return (
    <Status tone={isFailed ? 'bad' : tones[state]}>
      {isFailed ? words.exitedWith(exitCode) : words.containerStates[state]}
    </Status>
  )
}
