/** Variables that containers get from databases or from Longshore. They can't be edited here. */
import { text } from '../../text/text.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useCredentials } from '../services/use-credentials.ts'
import { KeyText } from './key-text.tsx'
import type { ProvidedVariable } from './provided-variables.ts'
import { SecretText, ValueText } from './value-text.tsx'

export interface ProvidedTableProps {
  label: string
  variables: readonly ProvidedVariable[]
  hasSource: boolean
}

export function ProvidedTable({ label, variables, hasSource }: ProvidedTableProps) {
  const { columns: titles, allServices } = text.variables
  const columns: Column<ProvidedVariable>[] = [
    {
      title: titles.key,
      className: 'md:w-64',
      cell: ({ key }) => <KeyText name={key} />,
    },
    { title: titles.value, cell: (each) => <ProvidedValue variable={each} /> },
    ...(hasSource ? [{ title: titles.source, cell: ({ source }: ProvidedVariable) => source.service }] : []),
    {
      title: titles.service,
      isMinor: true,
      className: 'md:w-56',
      cell: ({ services }) => services?.join(', ') ?? allServices,
    },
  ]
  return (
    <Table
      label={label}
      rows={variables}
      columns={columns}
      keyOf={({ key, services, source }) => `${source.service ?? ''}/${key}/${services?.join() ?? ''}`}
    />
  )
}

function ProvidedValue({ variable }: { variable: ProvidedVariable }) {
  const { key, value, secret, source } = variable
  if (!secret || source.serviceId === null) return <ValueText name={key} value={value} />
  return <DatabaseSecret name={key} serviceId={source.serviceId} />
}

function DatabaseSecret({ name, serviceId }: { name: string; serviceId: string }) {
  const { id } = useEnvironment()
  const { revealed, ...state } = useCredentials({ id, serviceId })
  return <SecretText name={name} state={{ ...state, revealed: revealed?.variables[name] ?? null }} />
}
