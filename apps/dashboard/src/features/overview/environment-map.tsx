/**
 * The parts of an environment and how they connect. One list of links: wide screens place them in columns with lines between
 * them, phones show them one below the other.
 */
import type { Environment } from '@longshore/sdk'
import { listContainerVariables, listVolumes, readEnvironmentMetrics } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Globe, HardDrive } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Status } from '../../ui/status.tsx'
import { ServiceIcon } from '../environments/service-icon.tsx'
import { useInstances } from '../services/instances-card.tsx'
import { type MapContent, mapContent, type ShownNode } from './map-content.ts'
import { layOut, type MapLayout, nodeSize } from './map-layout.ts'

type Properties = CSSProperties & Record<`--${string}`, string>

const readEveryMs = 30_000

export function EnvironmentMap({ environment }: { environment: Environment }) {
  const { id } = environment
  const words = text.map
  const instances = useInstances(id)
  const variables = useRead(listContainerVariables, { id })
  const volumes = useRead(listVolumes, { id })
  const metrics = useRead(readEnvironmentMetrics, { id, step: 60 }, { refetchInterval: readEveryMs })
  const content = mapContent({
    environment,
    instances: instances.data?.items ?? [],
    variables: variables.data?.items ?? [],
    volumes: volumes.data?.items ?? [],
    metrics: metrics.data,
  })
  const layout = layOut(content.nodes, content.edges)
  const size: Properties = { '--width': `${layout.width}px`, '--height': `${layout.height}px` }
  return (
    <Card title={words.title} note={words.note}>
      <section aria-label={words.title} tabIndex={0} className="overflow-x-auto p-1">
        <div style={size} className="relative mx-auto md:h-(--height) md:w-(--width)">
          <Lines content={content} layout={layout} />
          <ul className="flex flex-col gap-2 md:block">
            {content.nodes.map((node) => (
              <Node key={node.id} node={node} content={content} layout={layout} />
            ))}
          </ul>
        </div>
      </section>
    </Card>
  )
}

/** Lines to a service with traffic are colored, and thicker with more of it. The numbers are in the nodes. */
function Lines({ content, layout }: { content: MapContent; layout: MapLayout }) {
  const trafficOf = (id: string) => content.nodes.find((node) => node.id === id)?.traffic?.bytesPerSecond ?? 0
  return (
    <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0 hidden md:block">
      {layout.lines.map(({ from, to, path }) => {
        const bytes = Math.max(from.startsWith('domain') ? trafficOf(to) : 0, Math.min(trafficOf(from), trafficOf(to)))
        return (
          <path
            key={`${from} ${to}`}
            d={path}
            fill="none"
            strokeWidth={bytes === 0 ? 1.5 : Math.min(4, 1.5 + Math.log10(1 + bytes / 10_000))}
            className={bytes === 0 ? 'stroke-line-strong' : 'stroke-accent opacity-70'}
          />
        )
      })}
    </svg>
  )
}

function Node({ node, content, layout }: { node: ShownNode; content: MapContent; layout: MapLayout }) {
  const words = text.map
  const { x, y } = layout.nodes.get(node.id) ?? { x: 0, y: 0 }
  const place: Properties = {
    '--x': `${x}px`,
    '--y': `${y}px`,
    '--w': `${nodeSize.width}px`,
    '--h': `${nodeSize.height}px`,
  }
  const targets = content.edges
    .filter(({ from }) => from === node.id)
    .flatMap(({ to }) => content.nodes.filter(({ id }) => id === to).map(({ label }) => label))
  return (
    <li style={place} className="md:absolute md:top-(--y) md:left-(--x) md:h-(--h) md:w-(--w)">
      <Link
        to={node.to}
        className="flex h-full flex-col justify-center gap-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-xs hover:border-accent"
      >
        <span className="flex min-w-0 items-center gap-2">
          <NodeIcon node={node} />
          <span className="min-w-0 flex-1 truncate text-sm font-medium" title={node.label}>
            {node.label}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-2 text-xs text-ink-soft">
          <Status tone={node.status.tone} className="max-w-28 shrink-0">
            {node.status.label}
          </Status>
          <span className="min-w-0 truncate">{node.note}</span>
        </span>
        <Traffic node={node} />
        {targets.length > 0 && <span className="sr-only">{words.connectsTo(targets)}</span>}
        {targets.length > 0 && (
          <span aria-hidden className="text-xs text-ink-soft md:hidden">
            {words.connectsTo(targets)}
          </span>
        )}
      </Link>
    </li>
  )
}

function NodeIcon({ node }: { node: ShownNode }) {
  if (node.service !== null) return <ServiceIcon service={node.service} size={16} />
  const Icon = node.kind === 'domain' ? Globe : HardDrive
  return <Icon aria-hidden size={16} className="shrink-0 text-ink-soft" />
}

function Traffic({ node: { traffic } }: { node: ShownNode }) {
  const words = text.map
  if (traffic === null) return null
  return (
    <span className="flex items-center gap-x-2 text-xs text-ink-soft tabular-nums">
      <span className="inline-flex items-center gap-0.5">
        <ArrowDown aria-hidden size={12} />
        <span className="sr-only">{words.received}</span> {traffic.received}
      </span>
      <span className="inline-flex items-center gap-0.5">
        <ArrowUp aria-hidden size={12} />
        <span className="sr-only">{words.sent}</span> {traffic.sent}
      </span>
    </span>
  )
}
