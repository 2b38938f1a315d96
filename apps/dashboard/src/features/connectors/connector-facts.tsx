/** Settings of a channel without secrets, and the events that it sends. */
import type { Connector, NotificationEvent } from '@longshore/sdk'
import { useId } from 'react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const labels: Readonly<Record<string, string>> = text.connectors.fields

export function ConnectorFacts({ connector }: { connector: Connector }) {
  const connectors = text.connectors
  const notices = text.notices
  const own = Object.entries(connector.config).map(([name, value]) => ({
    name: labels[name] ?? name,
    value: <span className="font-mono text-[0.85rem] break-all">{String(value)}</span>,
  }))
  return (
    <Card title={connectors.config}>
      <Facts
        facts={[
          ...own,
          { name: connectors.minSeverity, value: notices.atLeast[connector.minSeverity] },
          { name: connectors.createdAt, value: <RelativeTime at={connector.createdAt} /> },
        ]}
      />
      <EventList title={connectors.allProjects.title} events={connector.projectEvents} />
      <EventList title={connectors.events.title} events={connector.events} />
    </Card>
  )
}

function EventList({ title, events }: { title: string; events: readonly NotificationEvent[] }) {
  const id = useId()
  return (
    <>
      <p id={id} className="mt-4 text-xs text-ink-soft">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-1 flex flex-wrap gap-1.5 text-xs">
        {events.length === 0 && <li className="text-sm">{text.connectors.noEvents}</li>}
        {events.map((event) => (
          <li key={event} className="rounded-full bg-sunken px-2 py-0.5">
            {text.notices.events[event]}
          </li>
        ))}
      </ul>
    </>
  )
}
