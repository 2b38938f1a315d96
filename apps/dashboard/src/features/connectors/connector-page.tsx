import type { Connector } from '@longshore/sdk'
import { getConnector, updateConnector } from '@longshore/sdk/operations'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ConnectorFacts } from './connector-facts.tsx'
import { ConnectorMenu } from './connector-menu.tsx'
import { ConnectorStatus } from './connector-status.tsx'
import { TestResult } from './connector-test.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { EditConnector } from './edit-connector.tsx'
import { LinkedProjects } from './linked-projects.tsx'
import { Preview } from './preview.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { useConnectorTest } from './use-connector-test.ts'

const route = getRouteApi('/app/connectors/$connectorId')
const crumbs = [{ label: text.connectors.title, to: paths.connectors() }]

export function ConnectorPage() {
  const { connectorId } = route.useParams()
  const query = useRead(getConnector, { id: connectorId })
  if (query.data !== undefined) return <ShownConnector connector={query.data} />
  return (
    <Page title={text.connectors.title} crumbs={crumbs}>
      <QueryView query={query}>{() => null}</QueryView>
    </Page>
  )
}

function ShownConnector({ connector }: { connector: Connector }) {
  const connectors = text.connectors
  const { id, name, kind, status } = connector
  const navigate = useNavigate()
  const test = useConnectorTest()
  const [isEditing, setEditing] = useState(false)
  return (
    <Page
      title={name}
      crumbs={crumbs}
      note={connectors.kinds[kind]}
      badge={<ConnectorStatus status={status} />}
      actions={
        <>
          <Allowed to={updateConnector}>
            <Button icon={<Pencil aria-hidden size={15} />} onClick={() => setEditing(true)}>
              {connectors.edit}
            </Button>
            {kind === 'webhook' && <RotateSecret connector={connector} />}
            <Button
              kind="primary"
              icon={<Send aria-hidden size={15} />}
              isBusy={test.isBusy}
              onClick={() => test.run(id)}
            >
              {connectors.test.action}
            </Button>
          </Allowed>
          <ConnectorMenu connector={connector} onGone={() => void navigate({ to: paths.connectors() })} />
        </>
      }
    >
      <TestResult {...test} />
      <Failing connector={connector} />
      <ConnectorFacts connector={connector} />
      <DeliveryLog connector={connector} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <LinkedProjects connector={connector} />
        <Preview connectorId={id} />
      </div>
      <EditConnector
        key={connector.version}
        connector={connector}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      />
    </Page>
  )
}

function Failing({ connector: { status, reason, failingSince, retryAt } }: { connector: Connector }) {
  const { failing } = text.connectors
  if (status !== 'failing') return null
  return (
    <Note tone="bad" title={failing.title}>
      {reason !== null && <p>{reason}</p>}
      <p className="text-ink-soft">{failing.remedy}</p>
      <p className="flex flex-wrap gap-x-4 text-xs text-ink-soft">
        {failingSince !== null && (
          <span>
            {failing.since} <RelativeTime at={failingSince} />
          </span>
        )}
        {retryAt !== null && new Date(retryAt).getTime() > Date.now() && (
          <span>
            {failing.retry} <RelativeTime at={retryAt} />
          </span>
        )}
      </p>
    </Note>
  )
}
