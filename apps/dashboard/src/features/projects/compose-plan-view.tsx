/** Shows the services and variables of a project that would be created from a compose file. */
import type { ComposePlan } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { formatVolume } from '../services/volume-lines.ts'

const words = text.composeFile.plan
const kinds: Readonly<Record<string, string>> = text.services.kinds

type PlannedService = ComposePlan['services'][number]
type MissingVariable = ComposePlan['missingVariables'][number]

const serviceColumns: Column<PlannedService>[] = [
  { title: words.columns.service, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: words.columns.kind, cell: ({ kind }) => kinds[kind] ?? kind },
  { title: words.columns.image, isMinor: true, cell: ({ image }) => codeOrNone(image === null ? [] : [image]) },
  { title: words.columns.port, isNumber: true, cell: ({ port }) => port ?? words.none },
  {
    title: words.columns.volumes,
    isMinor: true,
    cell: ({ volumes }) => codeOrNone(volumes.map(formatVolume)),
  },
  { title: words.columns.files, isMinor: true, cell: ({ files }) => codeOrNone(files) },
]

const domainColumns: Column<ComposePlan['domains'][number]>[] = [
  { title: words.columns.hostname, cell: ({ hostname }) => <code>{hostname}</code> },
  { title: words.columns.service, cell: ({ service }) => service },
  { title: words.columns.path, isMinor: true, cell: ({ path }) => path ?? words.none },
]

const variableColumns: Column<MissingVariable>[] = [
  { title: words.columns.key, cell: ({ key }) => <code>{key}</code> },
  {
    title: words.columns.usedBy,
    cell: ({ services }) => (services.length === 0 ? text.variables.allServices : services.join(', ')),
  },
  { title: words.columns.description, isMinor: true, cell: ({ description }) => description ?? words.none },
]

export function ComposePlanView({ plan: { valid, services, missingVariables, domains } }: { plan: ComposePlan }) {
  return (
    <>
      <Notice tone={valid ? 'good' : 'bad'}>{valid ? words.valid : words.invalid}</Notice>
      {services.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm font-semibold">{words.services}</h3>
          <div className="rounded-md border border-line">
            <Table label={words.services} rows={services} columns={serviceColumns} keyOf={({ name }) => name} />
          </div>
        </div>
      )}
      {domains.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold">{words.domains}</h3>
          <p className="mb-2 text-xs text-ink-soft">{words.domainsNote}</p>
          <div className="rounded-md border border-line">
            <Table
              label={words.domains}
              rows={domains}
              columns={domainColumns}
              keyOf={({ hostname, service, path }) => `${hostname} ${service} ${path}`}
            />
          </div>
        </div>
      )}
      {missingVariables.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold">{words.variables}</h3>
          <p className="mb-2 text-xs text-ink-soft">{words.variablesNote}</p>
          <div className="rounded-md border border-line">
            <Table
              label={words.variables}
              rows={missingVariables}
              columns={variableColumns}
              keyOf={({ key, services: users }) => `${key} ${users.join(' ')}`}
            />
          </div>
        </div>
      )}
    </>
  )
}

function codeOrNone(lines: readonly string[]) {
  if (lines.length === 0) return words.none
  return lines.map((line) => (
    <code key={line} className="block">
      {line}
    </code>
  ))
}
