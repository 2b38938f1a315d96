/** Current load of a server. CPU and memory need a request of their own, which is made when the component is visible. */
import type { Server, ServerMetrics } from '@longshore/sdk'
import { readServerMetrics } from '@longshore/sdk/operations'
import { useRef } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { Meter } from '../../ui/meter.tsx'
import { factsOf } from '../../ui/plot-scale.ts'
import { useSeen } from '../../ui/use-seen.ts'

const everyMs = 30_000

export function ServerLoad({ server, className }: { server: Server; className?: string }) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const isReachable = server.status === 'ready' || server.status === 'degraded'
  const metrics = useRead(
    readServerMetrics,
    { id: server.id, step: 60 },
    { enabled: isSeen && isReachable, refetchInterval: everyMs },
  )
  const shares = sharesOf(server, isReachable ? metrics.data : undefined)
  return (
    <div ref={place} className={classNames('grid grid-cols-3 gap-4', className)}>
      <Meter label={text.servers.cpu} share={shares.cpu} />
      <Meter label={text.servers.memory} share={shares.memory} />
      <Meter label={text.servers.disk} share={shares.disk} />
    </div>
  )
}

function sharesOf({ resources }: Server, measured: ServerMetrics | undefined) {
  const last = (name: keyof ServerMetrics['metrics']) => factsOf(measured?.metrics[name].values ?? []).last
  const known = resources === null ? null : 1 - resources.diskFreeBytes / resources.diskBytes
  return {
    cpu: share(last('cpuCores'), last('cpus')),
    memory: share(last('memoryUsedBytes'), last('memoryBytes')),
    disk: share(last('diskUsedBytes'), last('diskBytes')) ?? known,
  }
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}
