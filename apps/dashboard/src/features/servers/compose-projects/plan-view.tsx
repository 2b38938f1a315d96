/** Shows what an adoption would create and copy for the chosen services. */
import type { AdoptionPlan } from '@longshore/sdk'
import { useWatch } from 'react-hook-form'
import { text } from '../../../text/text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { FindingList } from './finding-list.tsx'
import { type AdoptValues, notesFor } from './plan-scope.ts'

const words = text.adoptions.plan
type PlannedService = AdoptionPlan['services'][number]
type Data = AdoptionPlan['data'][number]

interface PlanViewProps {
  plan: AdoptionPlan
  /** Sizes of volumes by name. */
  sizes: ReadonlyMap<string, number>
}

export function PlanView({ plan, sizes }: PlanViewProps) {
  const chosen = useWatch<AdoptValues, 'services'>({ name: 'services' })
  const services = plan.services.filter(({ name }) => chosen.includes(name))
  const data = plan.data.filter(({ service }) => chosen.includes(service))
  const all = plan.services.map(({ name }) => name)
  const notes = notesFor(plan.findings, chosen, all)
  if (services.length === 0) return null
  return (
    <div className="flex flex-col gap-4 text-sm">
      <section>
        <h3 className="font-semibold">{words.services}</h3>
        <ul className="mt-1.5 flex flex-col divide-y divide-line rounded-md border border-line">
          {services.map((service) => (
            <ServiceItem key={service.name} service={service} />
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-semibold">{words.data}</h3>
        <p className="mb-1.5 text-ink-soft">{data.length === 0 ? words.noData : words.dataNote}</p>
        {data.length > 0 && (
          <div className="overflow-hidden rounded-md border border-line">
            <Table
              label={words.data}
              rows={data}
              columns={columnsWith(sizes)}
              keyOf={({ service, volume }) => `${service}/${volume}`}
            />
          </div>
        )}
      </section>
      {notes.length > 0 && (
        <section>
          <h3 className="font-semibold">{words.differences}</h3>
          <FindingList findings={notes} />
        </section>
      )}
      <section>
        <h3 className="font-semibold">{words.downtime}</h3>
        <p>{plan.downtime}</p>
      </section>
    </div>
  )
}

function ServiceItem({ service }: { service: PlannedService }) {
  const { name, kind, image, port, variables, files, volumes } = service
  const facts = [
    kind,
    port === null ? '' : words.port(port),
    volumes.length === 0 ? '' : words.volumeCount(volumes.length),
    files.length === 0 ? '' : words.fileCount(files.length),
  ]
  const details = [...volumes.map((volume) => words.volumeAt(volume.name, volume.path)), ...files.map(words.fileAt)]
  return (
    <li className="min-w-0 px-3 py-2.5">
      <p className="break-words">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-ink-soft">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </p>
      <code className="text-xs break-all text-ink-soft">{image}</code>
      {variables.length + details.length > 0 && (
        <div className="mt-1">
          <Disclosure title={words.details(variables.length, details.length)}>
            {details.length > 0 && (
              <ul className="text-xs break-all">
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
            {variables.length > 0 && <Variables variables={variables} />}
          </Disclosure>
        </div>
      )}
    </li>
  )
}

function Variables({ variables }: Pick<PlannedService, 'variables'>) {
  return (
    <div>
      <p className="text-xs text-ink-soft">{words.variablesNote}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {variables.map(({ key, secret }) => (
          <li key={key} className="rounded border border-line bg-canvas px-1.5 py-0.5 text-xs break-all">
            <code>{key}</code>
            {secret && <span className="text-ink-soft">{` ${words.secret}`}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function columnsWith(sizes: ReadonlyMap<string, number>): readonly Column<Data>[] {
  return [
    {
      title: words.columns.source,
      className: 'min-w-24',
      cell: ({ source }) => <code className="text-xs break-all">{source}</code>,
    },
    { title: words.columns.volume, cell: ({ service, volume }) => words.volumeOf(service, volume) },
    {
      title: words.columns.size,
      isNumber: true,
      cell: ({ source, bytes }) => {
        const size = bytes ?? sizes.get(source)
        return size === undefined ? words.unknownSize : formatBytes(size)
      },
    },
  ]
}
