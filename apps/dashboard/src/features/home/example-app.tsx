/** Offers the example app to people without a project: one click if a server is ready, otherwise the way to one. */
import { createExample, createServer, listProjects, listServers } from '@longshore/sdk/operations'
import { Link, useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'

const words = text.home.example

export function ExampleApp() {
  const servers = useRead(listServers, { limit: 20 })
  const can = useCan()
  if (servers.data === undefined || !can(createExample)) return null
  const ready = servers.data.items.find(({ status }) => status === 'ready')
  if (ready !== undefined) return <DeployExample serverId={ready.id} serverName={ready.name} />
  return (
    <Offer note={words.needsServer}>
      <Allowed to={createServer} hasReason>
        <Link to={paths.newServer()} className={buttonClass('secondary')}>
          {words.connect}
        </Link>
      </Allowed>
    </Offer>
  )
}

function DeployExample({ serverId, serverName }: { serverId: string; serverName: string }) {
  const navigate = useNavigate()
  const create = useAction(createExample, {
    refreshes: [listProjects],
    onDone: async ({ environment, deployment }) => {
      await navigate({
        to: deployment === null ? paths.environment(environment.id) : paths.deployment(environment.id, deployment.id),
      })
    },
  })
  return (
    <Offer note={words.note(serverName)}>
      <Button kind="primary" isBusy={create.isBusy} onClick={() => void create.run({ body: { serverId } })}>
        {words.action}
      </Button>
      <ProblemCard error={create.error} />
    </Offer>
  )
}

function Offer({ note, children }: { note: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line p-4">
      <Rocket aria-hidden size={20} className="shrink-0 text-accent" />
      <div className="min-w-48 flex-1">
        <h3 className="text-sm font-semibold">{words.title}</h3>
        <p className="text-sm text-ink-soft">{note}</p>
      </div>
      {children}
    </div>
  )
}
