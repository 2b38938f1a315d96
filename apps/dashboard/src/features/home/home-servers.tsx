import { listServers } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status } from '../../ui/status.tsx'
import { ServerLoad } from '../servers/server-load.tsx'
import { stateOf } from '../servers/server-state.ts'

const words = text.home.servers
const shownCount = 6

export function HomeServers() {
  // The same read as that of the checklist.
  const servers = useRead(listServers, { limit: 20 })
  return (
    <Card
      isFlush
      title={words.title}
      actions={
        <Link to={paths.servers()} className="rounded-sm text-sm text-accent hover:underline">
          {words.all}
        </Link>
      }
    >
      <QueryView query={servers}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="p-4 text-sm text-ink-soft">{words.emptyNote}</p>
          ) : (
            <ul className="divide-y divide-line">
              {items.slice(0, shownCount).map((server) => {
                const { tone, label } = stateOf(server)
                return (
                  <li key={server.id} className="px-4 py-3">
                    <div className="mb-2 flex items-center justify-between gap-3 text-sm">
                      <Link
                        to={paths.server(server.id)}
                        className="min-w-0 truncate rounded-sm font-medium hover:underline"
                      >
                        {server.name}
                      </Link>
                      <Status tone={tone}>{label}</Status>
                    </div>
                    <ServerLoad server={server} />
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryView>
    </Card>
  )
}
