/** Lists what Longshore runs on a server: the proxy and environments. */
import type { EnvironmentSummary, Server } from '@longshore/sdk'
import { getEnvironment, getProject, listEnvironments } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Boxes, Network } from 'lucide-react'
import { useList, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { environmentStatus } from '../environments/environment-status.ts'

const words = text.serverPage
const proxyTones: Record<Server['proxy']['status'], Tone> = {
  absent: 'idle',
  starting: 'busy',
  running: 'good',
  failing: 'bad',
}

export function ServerContents({ server }: { server: Server }) {
  const environments = useList(listEnvironments, { serverId: server.id, limit: 20 })
  return (
    <Card isFlush title={words.there} note={words.thereNote}>
      <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-3 text-sm">
        <div className="flex min-w-0 gap-2.5">
          <Network aria-hidden size={17} className="mt-0.5 shrink-0 text-ink-soft" />
          <div className="min-w-0">
            <p className="font-medium">{words.proxyRow}</p>
            <p className="text-xs text-ink-soft">{words.proxyNote}</p>
          </div>
        </div>
        <Status tone={proxyTones[server.proxy.status]}>{words.proxyStates[server.proxy.status]}</Status>
      </div>
      <ListView
        list={environments}
        empty={
          <EmptyState icon={Boxes} {...words.noEnvironments}>
            <Link to={paths.newProject()} className={buttonClass()}>
              {words.deployProject}
            </Link>
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((environment) => (
              <EnvironmentRow key={environment.id} summary={environment} />
            ))}
          </ul>
        )}
      </ListView>
    </Card>
  )
}

function EnvironmentRow({ summary }: { summary: EnvironmentSummary }) {
  const environment = useRead(getEnvironment, { id: summary.id })
  const projectId = environment.data?.projectId
  const project = useRead(getProject, { id: projectId ?? '' }, { enabled: projectId !== undefined })
  const { tone, label } = environmentStatus(summary.status)
  const services = environment.data?.services ?? []
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          {project.data !== undefined && <span className="text-ink-soft">{`${project.data.name} / `}</span>}
          <Link to={paths.environment(summary.id)} className="font-medium break-words hover:underline">
            {summary.name}
          </Link>
        </p>
        <Status tone={tone}>{label}</Status>
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {services.map(({ id, name, kind, replicas = 1 }) => (
          <li key={id} className="rounded border border-line bg-canvas px-1.5 py-0.5 text-xs">
            {replicas > 1 && <span className="text-ink-soft">{`${words.replicas(replicas)} `}</span>}
            {name} <span className="text-ink-soft">{kind}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
