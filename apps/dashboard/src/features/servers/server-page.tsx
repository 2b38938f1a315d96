import type { Server } from '@longshore/sdk'
import { getServer, updateServer } from '@longshore/sdk/operations'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status } from '../../ui/status.tsx'
import { AllowancesCard } from './allowances-card.tsx'
import { ComposeProjectsCard } from './compose-projects/compose-projects-card.tsx'
import { HostKeysCard } from './host-keys-card.tsx'
import { RecoverServerCard } from './recover-server-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { ServerActions } from './server-actions.tsx'
import { ServerContents } from './server-contents.tsx'
import { type OpenDialog, ServerDialogs } from './server-dialogs.tsx'
import { ServerFacts } from './server-facts.tsx'
import { ServerPlots } from './server-plots.tsx'
import { ServerProblemCard } from './server-problem.tsx'
import { ServerSetup } from './server-setup.tsx'
import { stateOf } from './server-state.ts'
import { TasksCard } from './tasks-card.tsx'

export function ServerPage() {
  const { serverId } = useParams({ strict: false })
  const server = useRead(getServer, { id: serverId ?? '' })
  if (isNotFound(server.error)) return <NotFound />
  return <QueryView query={server}>{(data) => <ServerView server={data} />}</QueryView>
}

function ServerView({ server }: { server: Server }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { tone, label } = stateOf(server)
  // Nothing is known about a server before its first connection.
  const isKnown = server.detailsUpdatedAt !== null
  return (
    <Page
      title={server.name}
      note={<code>{text.servers.address(server.username, server.host, server.port)}</code>}
      badge={<Status tone={tone}>{label}</Status>}
      crumbs={[{ label: text.servers.title, to: paths.servers() }]}
      actions={
        <Allowed to={updateServer} hasReason>
          <ServerActions server={server} onOpen={setDialog} />
        </Allowed>
      }
    >
      <ServerProblemCard server={server} onOpen={setDialog} />
      <RecoverServerCard server={server} />
      <ServerSetup server={server} />
      <div className={classNames('grid items-start gap-5', isKnown && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}>
        {isKnown && (
          <div className="flex min-w-0 flex-col gap-5">
            <ServerPlots server={server} />
            <ServerContents server={server} />
            <ComposeProjectsCard server={server} />
            <SecurityCard server={server} />
            <AllowancesCard serverId={server.id} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-5">
          <ServerFacts server={server} />
          <HostKeysCard server={server} />
          <TasksCard serverId={server.id} />
        </div>
      </div>
      <ServerDialogs server={server} dialog={dialog} onClose={() => setDialog(null)} />
    </Page>
  )
}
