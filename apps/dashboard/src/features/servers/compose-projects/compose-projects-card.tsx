/** Compose projects that already run on a server. Reading them connects to the server, so it happens on request. */
import type { ComposeProject, Server } from '@longshore/sdk'
import { adoptComposeProject, listComposeProjects } from '@longshore/sdk/operations'
import { Container } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../api/queries.ts'
import { text } from '../../../text/text.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Status } from '../../../ui/status.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import { FindingList } from './finding-list.tsx'
import { dataOf } from './plan-scope.ts'

const words = text.adoptions

export function ComposeProjectsCard({ server }: { server: Server }) {
  const [isAsked, setAsked] = useState(false)
  const [chosen, setChosen] = useState<ComposeProject | null>(null)
  const projects = useRead(listComposeProjects, { id: server.id }, { enabled: isAsked })
  return (
    <Allowed to={adoptComposeProject}>
      <Card
        isFlush
        title={words.title}
        note={words.note}
        actions={
          <Button
            isBusy={projects.isFetching}
            onClick={() => {
              setAsked(true)
              if (isAsked) void projects.refetch()
            }}
          >
            {isAsked ? words.findAgain : words.find}
          </Button>
        }
      >
        {isAsked && (
          <QueryView query={projects}>{({ items }) => <ProjectList projects={items} onAdopt={setChosen} />}</QueryView>
        )}
      </Card>
      {chosen !== null && <AdoptDialog serverId={server.id} project={chosen} onClose={() => setChosen(null)} />}
    </Allowed>
  )
}

interface ListProps {
  projects: readonly ComposeProject[]
  onAdopt(project: ComposeProject): void
}

function ProjectList({ projects, onAdopt }: ListProps) {
  if (projects.length === 0) return <EmptyState icon={Container} {...words.empty} />
  return (
    <ul className="divide-y divide-line">
      {projects.map((project) => (
        <ProjectLine key={project.name} project={project} onAdopt={() => onAdopt(project)} />
      ))}
    </ul>
  )
}

function ProjectLine({ project, onAdopt }: { project: ComposeProject; onAdopt(): void }) {
  const { name, services, isAdoptable, findings } = project
  const blocking = findings.filter(({ severity }) => severity === 'blocks')
  const isHopeless = blocking.some(({ service }) => service === null) || blocking.length >= services.length
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 break-words">{name}</span>
            <RunState services={services} />
          </p>
          <p className="mt-0.5 text-xs break-words text-ink-soft">{describe(project)}</p>
        </div>
        {isHopeless ? (
          <Status tone="bad">{words.blocked}</Status>
        ) : (
          <Button aria-label={words.adoptOf(name)} onClick={onAdopt}>
            {words.adopt}
          </Button>
        )}
      </div>
      {!isAdoptable && <FindingList findings={blocking} />}
    </li>
  )
}

function RunState({ services }: Pick<ComposeProject, 'services'>) {
  const running = services.filter(({ isRunning }) => isRunning).length
  if (running === services.length) return <Status tone="good">{words.running}</Status>
  if (running === 0) return <Status tone="paused">{words.stopped}</Status>
  return <Status tone="warn">{words.partlyRunning(running, services.length)}</Status>
}

function describe(project: ComposeProject): string {
  const { services } = project
  const ports = services.flatMap((each) => each.ports.flatMap(({ published }) => published ?? []))
  const { count, bytes } = dataOf(project)
  return [
    services.map(({ name }) => name).join(', '),
    ports.length === 0 ? '' : words.ports([...new Set(ports)]),
    count === 0 ? '' : words.volumes(count, bytes === 0 ? null : formatBytes(bytes)),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
