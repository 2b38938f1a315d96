import type { Server } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { Server as ServerIcon } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Status } from '../../ui/status.tsx'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { ServerLoad } from './server-load.tsx'
import { stateOf } from './server-state.ts'

export function ServerRow({ server }: { server: Server }) {
  const { tone, label } = stateOf(server)
  const { score } = server.security
  return (
    <li className="grid items-center gap-x-8 gap-y-3 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_11rem] xl:grid-cols-[minmax(0,1.2fr)_12rem_minmax(0,1.4fr)_8rem]">
      <div className="flex min-w-0 items-center gap-3">
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-canvas">
          <TechIcon tech={server.os?.id} fallback={ServerIcon} size={18} />
        </span>
        <div className="min-w-0">
          <Link to={paths.server(server.id)} className="font-medium break-words hover:underline">
            {server.name}
          </Link>
          <p className="truncate font-mono text-xs text-ink-soft">
            {text.servers.address(server.username, server.host, server.port)}
          </p>
        </div>
      </div>
      <div className="min-w-0">
        <Status tone={tone}>{label}</Status>
        {server.problem !== null && (
          <p className="mt-1 line-clamp-2 text-xs text-ink-soft" title={server.problem.detail}>
            {server.problem.title}
          </p>
        )}
      </div>
      <ServerLoad server={server} className="md:max-xl:col-span-2" />
      <div className="hidden text-right text-xs xl:block">
        <p className="text-ink-soft">{text.servers.score}</p>
        <p className="mt-0.5 tabular-nums">{score === null ? text.servers.notScanned : text.servers.scoreOf(score)}</p>
      </div>
    </li>
  )
}
