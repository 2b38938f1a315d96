/** Settings of a channel without secrets, and the events that it sends. */
import type { Connector } from '@longshore/sdk'
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
      <p className="mt-4 text-xs text-ink-soft">{connectors.events.title}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5 text-xs">
        {connector.events.length === 0 && <li className="text-sm">{connectors.eventCount(0)}</li>}
        {connector.events.map((event) => (
          <li key={event} className="rounded-full bg-sunken px-2 py-0.5">
            {notices.events[event]}
          </li>
        ))}
      </ul>
    </Card>
  )
}
