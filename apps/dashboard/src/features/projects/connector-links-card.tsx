/** Channels that the project notifies, with their events. */
import type { Connector, ConnectorLink, EnvironmentSummary } from '@longshore/sdk'
import { createConnector, getConnectorLinks, listConnectors, replaceConnectorLinks } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { updateCache, useList, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ConnectorLinkDialog } from './connector-link-dialog.tsx'

const words = text.projects.links

export interface ConnectorLinksCardProps {
  projectId: string
  environments: readonly EnvironmentSummary[]
}

export function ConnectorLinksCard({ projectId, environments }: ConnectorLinksCardProps) {
  const links = useRead(getConnectorLinks, { projectId })
  const connectors = useList(listConnectors, { limit: 100 })
  const [edited, setEdited] = useState<ConnectorLink | 'new' | null>(null)
  const replace = useAction(replaceConnectorLinks, {
    onDone: (answer) => updateCache(getConnectorLinks, { projectId }, answer),
  })
  const all = links.data?.links ?? []
  const save = (changed: ConnectorLink[]) => replace.must({ projectId, body: { links: changed } })
  const remove = async ({ connectorId }: ConnectorLink) => {
    const before = all
    const undo = () => void save(before).catch((error: Error) => toast(error.message, { tone: 'bad' }))
    await save(all.filter((each) => each.connectorId !== connectorId)).then(
      () => toast(words.removed, { action: { label: words.undo, onClick: undo } }),
      (error: Error) => toast(error.message, { tone: 'bad' }),
    )
  }
  const free = connectors.items.filter(({ id }) => !all.some(({ connectorId }) => connectorId === id))
  const forAll = connectors.items.filter(({ projectEvents }) => projectEvents.length > 0)
  const add = (
    <Allowed to={replaceConnectorLinks}>
      <Button icon={<Plus aria-hidden size={15} />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    </Allowed>
  )
  return (
    <Card isFlush title={words.title} note={words.note} {...(free.length > 0 ? { actions: add } : {})}>
      <QueryView query={links}>
        {() =>
          all.length + forAll.length === 0 ? (
            <NoLinks hasConnectors={connectors.items.length > 0} />
          ) : (
            <ul className="divide-y divide-line">
              {all.map((link) => (
                <LinkRow
                  key={link.connectorId}
                  link={link}
                  connector={connectors.items.find(({ id }) => id === link.connectorId)}
                  call={{ operation: replaceConnectorLinks, parameters: { projectId, body: { links: all } } }}
                  onEdit={() => setEdited(link)}
                  onRemove={() => void remove(link)}
                />
              ))}
              {forAll.map((connector) => (
                <AllProjectsRow key={connector.id} connector={connector} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {edited !== null && (
        <ConnectorLinkDialog
          link={edited === 'new' ? undefined : edited}
          connectors={edited === 'new' ? free : connectors.items.filter(({ id }) => id === edited.connectorId)}
          environments={environments}
          onSave={async (link) => {
            await save([...all.filter((each) => each.connectorId !== link.connectorId), link])
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}

function NoLinks({ hasConnectors }: { hasConnectors: boolean }) {
  if (hasConnectors) return <EmptyState icon={Megaphone} {...words.empty} />
  return (
    <EmptyState icon={Megaphone} {...words.noConnectors}>
      <Allowed to={createConnector} hasReason>
        <Link to={paths.connectors()} className={buttonClass()}>
          {words.addConnector}
        </Link>
      </Allowed>
    </EmptyState>
  )
}

interface LinkRowProps {
  link: ConnectorLink
  connector: Connector | undefined
  call: { operation: typeof replaceConnectorLinks; parameters: object }
  onEdit(): void
  onRemove(): void
}

function LinkRow({ link, connector, call, onEdit, onRemove }: LinkRowProps) {
  const name = connector?.name ?? link.connectorId
  const { environments, minSeverity = 'info' } = link
  const parts = [
    words.eventCount(link.events.length),
    environments === null || environments === undefined ? words.all : `${words.only}: ${environments.length}`,
    text.notices.atLeast[minSeverity],
  ]
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <Link to={paths.connector(link.connectorId)} className="font-medium break-words hover:underline">
          {name}
        </Link>
        <p className="text-xs text-ink-soft">{parts.join(' · ')}</p>
      </div>
      <ActionMenu
        label={`${text.common.moreActions}: ${name}`}
        actions={[
          { label: words.edit, icon: <Pencil aria-hidden size={15} />, onSelect: onEdit, call },
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            onSelect: onRemove,
            needs: replaceConnectorLinks,
          },
        ]}
      />
    </li>
  )
}

/** A channel that sends events of all projects. Its own page changes them. */
function AllProjectsRow({ connector: { id, name, projectEvents, minSeverity } }: { connector: Connector }) {
  const parts = [
    projectEvents.map((event) => text.notices.events[event]).join(', '),
    words.allProjects,
    text.notices.atLeast[minSeverity],
  ]
  return (
    <li className="px-4 py-3 text-sm">
      <Link to={paths.connector(id)} className="font-medium break-words hover:underline">
        {name}
      </Link>
      <p className="text-xs text-ink-soft">{parts.join(' · ')}</p>
    </li>
  )
}
