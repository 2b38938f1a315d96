/** Adds a channel: choose a kind, enter its settings, then send a test message. */
import type { ConnectorKind, CreatedConnector } from '@longshore/sdk'
import { createConnector, listConnectors } from '@longshore/sdk/operations'
import { CreateConnectorRequest } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { ConfigFields } from './config-fields.tsx'
import { EventFields, NameField } from './connector-fields.tsx'
import { type ConnectorValues, toCreateBody } from './connector-values.ts'
import { CreatedStep } from './created-step.tsx'
import { KindPicker } from './kind-picker.tsx'
import { MailServerNote } from './mail-server-note.tsx'

/** Events that are selected by default. People who add a channel want to know first that a deployment failed. */
const usualEvents = ['server_unreachable', 'server_recovered', 'host_key_changed', 'alert_raised', 'connector_failing']
const usualProjectEvents = ['deployment_failed']

export function AddConnector({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [kind, setKind] = useState<ConnectorKind | null>(null)
  const [created, setCreated] = useState<CreatedConnector | null>(null)
  const connectors = text.connectors
  const close = () => {
    setKind(null)
    setCreated(null)
    onClose()
  }
  const title = kind === null ? connectors.add : `${connectors.add}: ${connectors.kinds[kind]}`
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      {kind === null && <KindPicker onPick={setKind} />}
      {kind !== null && created === null && (
        <ConnectorForm kind={kind} onCreated={setCreated} onBack={() => setKind(null)} />
      )}
      {created !== null && <CreatedStep connector={created} onDone={close} />}
    </Dialog>
  )
}

interface ConnectorFormProps {
  kind: ConnectorKind
  onCreated(connector: CreatedConnector): void
  onBack(): void
}

function ConnectorForm({ kind, onCreated, onBack }: ConnectorFormProps) {
  const connectors = text.connectors
  const create = useAction(createConnector, { refreshes: [listConnectors], onDone: onCreated })
  const form = useApiForm<ConnectorValues>({
    schema: CreateConnectorRequest,
    defaults: {
      name: connectors.kinds[kind],
      config: {},
      events: usualEvents,
      projectEvents: usualProjectEvents,
      minSeverity: 'info',
    },
    toBody: (values) => toCreateBody(kind, values),
    submit: async (values) => await create.must({ body: toCreateBody(kind, values) }),
  })
  return (
    <Form
      form={form}
      action={connectors.create}
      extra={
        <Button kind="quiet" className="mr-auto" onClick={onBack}>
          {connectors.otherKind}
        </Button>
      }
    >
      <NameField />
      <ConfigFields kind={kind} />
      {kind === 'email' && <MailServerNote />}
      <EventFields />
    </Form>
  )
}
