/** The request that the channel would send for an event. */
import type { NotificationEvent, SentRequest } from '@longshore/sdk'
import { previewConnector } from '@longshore/sdk/operations'
import { useId, useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RequestView } from './request-view.tsx'

export function Preview({ connectorId }: { connectorId: string }) {
  const { preview } = text.connectors
  const id = useId()
  const [event, setEvent] = useState<NotificationEvent>('deployment_failed')
  const query = useRead(previewConnector, { id: connectorId, body: { event } })
  return (
    <Card title={preview.title} note={preview.note}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {preview.event}
      </label>
      <select
        id={id}
        value={event}
        onChange={({ target }) => setEvent(target.value as NotificationEvent)}
        className={inputClass}
      >
        {Object.entries(text.notices.events).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <div className="mt-3">
        <QueryView query={query}>{(request: SentRequest) => <RequestView request={request} />}</QueryView>
      </div>
    </Card>
  )
}
