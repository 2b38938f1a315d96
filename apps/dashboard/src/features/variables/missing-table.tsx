/** Keys that were copied from another environment without their secret values. */
import type { MissingVariable } from '@longshore/sdk'
import { addVariables, deleteVariable, getEnvironment } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { KeyText } from './key-text.tsx'

export interface MissingTableProps {
  missing: readonly MissingVariable[]
  onFill(variable: MissingVariable): void
}

export function MissingTable({ missing, onFill }: MissingTableProps) {
  const words = text.variables
  const columns: Column<MissingVariable>[] = [
    { title: words.columns.key, className: 'md:w-64', cell: ({ key }) => <KeyText name={key} /> },
    { title: words.columns.value, cell: () => <Status tone="warn">{words.needsValue}</Status> },
    { title: words.columns.scope, isMinor: true, cell: ({ scope }) => words.scopes[scope] },
    { title: words.columns.service, isMinor: true, cell: ({ service }) => service ?? words.allServices },
    {
      title: words.columns.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (each) => <MissingActions variable={each} onFill={() => onFill(each)} />,
    },
  ]
  return (
    <Table
      label={words.toFill(missing.length)}
      rows={missing}
      columns={columns}
      keyOf={({ key, service }) => `${service ?? ''}/${key}`}
    />
  )
}

function MissingActions({ variable: { key, service }, onFill }: { variable: MissingVariable; onFill(): void }) {
  const { id } = useEnvironment()
  const words = text.variables
  const remove = useAction(deleteVariable, {
    refreshes: [getEnvironment],
    onDone: () => toast(words.notNeeded(key)),
  })
  const which = { id, key, ...(service === null ? {} : { service }) }
  return (
    <Allowed to={addVariables}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          kind="quiet"
          aria-label={words.dismissOf(key)}
          isBusy={remove.isBusy}
          onClick={() => void remove.run(which)}
        >
          {words.dismiss}
        </Button>
        <Button aria-label={words.fillOf(key)} onClick={onFill}>
          {words.fill}
        </Button>
      </div>
    </Allowed>
  )
}
