/**
 * Name and events can be changed on their own. Settings are entered completely: secrets can't be shown, and must not be sent to a
 * new URL.
 */
import type { Connector } from '@longshore/sdk'
import { getConnector, listConnectors, updateConnector } from '@longshore/sdk/operations'
import { UpdateConnectorRequest } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ConfigFields } from './config-fields.tsx'
import { EventFields, NameField } from './connector-fields.tsx'
import { kinds, ownEvents, projectEvents } from './connector-kinds.ts'
import { type ConnectorValues, toUpdateBody } from './connector-values.ts'

export interface EditConnectorProps {
  connector: Connector
  isOpen: boolean
  onClose(): void
}

export function EditConnector({ connector, isOpen, onClose }: EditConnectorProps) {
  return (
    <Dialog title={`${text.connectors.edit}: ${connector.name}`} isOpen={isOpen} onClose={onClose}>
      <EditForm connector={connector} onDone={onClose} />
    </Dialog>
  )
}

function EditForm({ connector, onDone }: { connector: Connector; onDone(): void }) {
  const connectors = text.connectors
  const { id, kind, name, minSeverity, version } = connector
  const [isReplacing, setReplacing] = useState(false)
  const update = useAction(updateConnector, {
    refreshes: [getConnector, listConnectors],
    onDone() {
      toast(connectors.saved)
      onDone()
    },
  })
  const properties = { ...UpdateConnectorRequest.properties, ...(isReplacing ? { config: kinds[kind].config } : {}) }
  const form = useApiForm<ConnectorValues>({
    schema: { ...UpdateConnectorRequest, properties },
    defaults: {
      name,
      config: {},
      events: connector.events.filter((event) => ownEvents.includes(event)),
      projectEvents: connector.projectEvents.filter((event) => projectEvents.includes(event)),
      minSeverity,
    },
    toBody: (values) => toUpdateBody(values, isReplacing),
    submit: async (values) => await update.must({ id, body: toUpdateBody(values, isReplacing) }, { ifMatch: version }),
  })
  return (
    <Form form={form} action={text.common.save} onCancel={onDone}>
      <NameField />
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={isReplacing}
          onChange={(event) => setReplacing(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="font-medium">{connectors.replaceConfig}</span>
          <span className="mt-0.5 block text-xs text-ink-soft">{connectors.secretKept}</span>
        </span>
      </label>
      {isReplacing && <ConfigFields kind={kind} />}
      <EventFields />
    </Form>
  )
}
