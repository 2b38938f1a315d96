import type { Variable } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useMemberName } from '../environments/use-member-name.ts'
import { KeyText } from './key-text.tsx'
import type { ReplacedVariable } from './provided-variables.ts'
import { VariableMenu } from './variable-menu.tsx'
import { VariableValue } from './variable-value.tsx'

export interface VariableTableProps {
  variables: readonly Variable[]
  replaced: readonly ReplacedVariable[]
  onEdit(variable: Variable): void
}

export function VariableTable({ variables, replaced, onEdit }: VariableTableProps) {
  const nameOf = useMemberName()
  const words = text.variables
  const columns: Column<Variable>[] = [
    {
      title: words.columns.key,
      className: 'md:w-64',
      cell: (each) => <Key variable={each} replaced={replaced.find((other) => isOf(each, other))} />,
    },
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

function Key({ variable, replaced }: { variable: Variable; replaced: ReplacedVariable | undefined }) {
  return (
    <>
      <KeyText name={variable.key} />
      {variable.expand && <p className="text-xs text-ink-soft">{text.variables.hasReferences}</p>}
      {replaced !== undefined && <p className="text-xs text-ink-soft">{text.variables.replaces(replaced.database)}</p>}
    </>
  )
}

function isOf({ key, service }: Variable, replaced: ReplacedVariable): boolean {
  return key === replaced.key && service === replaced.service
}
