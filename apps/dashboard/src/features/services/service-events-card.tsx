/** Starts, exits, and out-of-memory kills of the containers of a service. */
import type { ContainerEvent, Service } from '@longshore/sdk'
import { listContainerEvents } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

const shown = 20

export function ServiceEventsCard({ service }: { service: Service }) {
  const { id } = useEnvironment()
  const words = text.servicePage
  const list = useList(listContainerEvents, { id, service: service.name, limit: shown })
  const empty = <p className="px-4 py-4 text-sm text-ink-soft">{words.noEvents}</p>
  return (
    <Card isFlush title={words.events}>
      <section
        aria-label={words.events}
        tabIndex={0}
        className="max-h-80 overflow-auto focus-visible:-outline-offset-2"
      >
        <ListView list={list} empty={empty}>
          {(items) => (
            <ul className="divide-y divide-line text-sm">
              {items.map((event) => (
                <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
                  <span className="flex flex-wrap items-center gap-2">
                    <Status tone={toneOf(event)}>{words.eventKinds[event.kind]}</Status>
                    {event.exitCode !== null && <span className="text-ink-soft">{words.exitCode(event.exitCode)}</span>}
                    <code className="text-xs text-ink-soft">{event.container.slice(0, 12)}</code>
                  </span>
                  <RelativeTime at={event.at} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </section>
    </Card>
  )
}

function toneOf({ kind, exitCode }: ContainerEvent): Tone {
  if (kind === 'started' || kind === 'healthy') return 'good'
  if (kind === 'exited') return exitCode === 0 ? 'idle' : 'bad'
  return kind === 'out_of_memory' ? 'bad' : 'warn'
}
