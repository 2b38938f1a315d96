/** Services with CPU and memory usage of the last hour. */
import type { Environment, EnvironmentMetrics, Service } from '@longshore/sdk'
import { readEnvironmentMetrics } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { lastOf, limitOf, totalOf } from './metric-values.ts'
import { ServiceIcon } from './service-icon.tsx'

type Measured = EnvironmentMetrics['services'][number]

const readEveryMs = 30_000

export function ServicesCard({ environment }: { environment: Environment }) {
  const words = text.overview
  const metrics = useRead(
    readEnvironmentMetrics,
    { id: environment.id, step: 60 },
    { refetchInterval: readEveryMs, enabled: environment.liveDeploymentId !== null },
  )
  const link = (
    <Link to={paths.services(environment.id)} className={buttonClass('quiet')}>
      {words.allServices}
    </Link>
  )
  if (environment.services.length === 0)
    return (
      <Card title={words.services}>
        <EmptyState icon={Boxes} title={words.noServices} note={words.noServicesNote}>
          <Link to={paths.services(environment.id)} className={buttonClass('primary')}>
            {words.addService}
          </Link>
        </EmptyState>
      </Card>
    )
  return (
    <Card isFlush title={words.services} note={words.servicesNote} actions={link}>
      <ul className="divide-y divide-line">
        {environment.services.map((service) => (
          <ServiceRow
            key={service.id}
            environmentId={environment.id}
            service={service}
            measured={metrics.data?.services.find(({ name }) => name === service.name)}
          />
        ))}
      </ul>
    </Card>
  )
}

function ServiceRow(props: { environmentId: string; service: Service; measured: Measured | undefined }) {
  const { environmentId, service, measured } = props
  const words = text.overview
  const restarts = measured === undefined ? 0 : totalOf(measured.metrics.restarts.values)
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[minmax(11rem,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium break-words">
          <ServiceIcon service={service} />
          <Link to={paths.service(environmentId, service.id)} className="rounded-sm hover:underline">
            {service.name}
          </Link>
        </p>
        <p className="text-xs text-ink-soft">
          {text.services.kinds[service.kind]}
          {(service.replicas ?? 1) > 1 && <span>{` · ${words.replicas(service.replicas ?? 1)}`}</span>}
          {restarts > 0 && <span className="font-medium text-warn">{` · ${words.restarts(restarts)}`}</span>}
        </p>
      </div>
      {measured === undefined ? (
        <p className="text-xs text-ink-soft">{words.noMeasure}</p>
      ) : (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Cpu measured={measured} />
          <Memory measured={measured} />
        </div>
      )}
    </li>
  )
}

function Cpu({ measured }: { measured: Measured }) {
  const words = text.overview
  const { values } = measured.metrics.cpuCores
  const last = lastOf(values)
  return (
    <Line
      name={words.cpu}
      values={values}
      value={last === null ? '–' : words.cores(formatCores(last))}
      format={formatCores}
    />
  )
}

function formatCores(cores: number): string {
  return cores < 0.005 ? '0' : cores.toFixed(2)
}

function Memory({ measured }: { measured: Measured }) {
  const words = text.overview
  const { memoryBytes, memoryLimitBytes } = measured.metrics
  const [last, limit] = [lastOf(memoryBytes.values), limitOf(memoryLimitBytes.values)]
  const used = last === null ? '–' : formatBytes(last)
  const value = limit === null || limit === 0 ? used : words.ofLimit(used, formatBytes(limit))
  return (
    <Line name={words.memory} values={memoryBytes.values} value={value} top={limit ?? undefined} format={formatBytes} />
  )
}

interface LineProps {
  name: string
  value: string
  values: readonly (number | null)[]
  top?: number | undefined
  format(value: number): string
}

function Line({ name, value, values, top, format }: LineProps) {
  return (
    <div className="flex items-center gap-2.5">
      <Sparkline
        values={values}
        label={`${name}: ${value}`}
        top={top}
        format={format}
        className="h-9 w-24 text-accent 2xl:w-32"
      />
      <div className="w-32 text-xs">
        <p className="text-ink-soft">{name}</p>
        <p className="tabular-nums">{value}</p>
      </div>
    </div>
  )
}
