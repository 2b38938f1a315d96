import type { Variable } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useMemberName } from '../environments/use-member-name.ts'
import { VariableMenu } from './variable-menu.tsx'
import { VariableValue } from './variable-value.tsx'

export function VariableTable(props: { variables: readonly Variable[]; onEdit(variable: Variable): void }) {
  const { variables, onEdit } = props
  const nameOf = useMemberName()
  const words = text.variables
  const columns: Column<Variable>[] = [
    { title: words.columns.key, cell: ({ key }) => <code className="font-medium break-all">{key}</code> },
    { title: words.columns.value, cell: (each) => <VariableValue key={each.id} variable={each} /> },
    { title: words.columns.scope, isMinor: true, cell: ({ scope }) => words.scopes[scope] },
    { title: words.columns.service, isMinor: true, cell: ({ service }) => service ?? words.allServices },
    {
      title: words.columns.changed,
      isMinor: true,
      cell: ({ updatedAt, updatedBy, version }) => {
        const name = nameOf(updatedBy)
        return (
          <span title={words.version(version)}>
            <RelativeTime at={updatedAt} />
            {name !== null && <span className="text-ink-soft">{` ${words.by(name)}`}</span>}
          </span>
        )
      },
    },
    {
      title: words.columns.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (each) => <VariableMenu variable={each} onEdit={() => onEdit(each)} />,
    },
  ]
  return (
    <Table
      label={words.title}
      rows={variables}
      columns={columns}
      keyOf={({ key, service }) => `${service ?? ''}/${key}`}
    />
  )
}
