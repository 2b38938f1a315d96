/** Everything that containers get as variables, by source: set here, from databases, and from Longshore. */
import type { ContainerVariable, MissingVariable, Variable } from '@longshore/sdk'
import { addVariables, listContainerVariables, listVariables } from '@longshore/sdk/operations'
import { ClipboardPaste, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { EditVariableDialog } from './edit-variable-dialog.tsx'
import { MissingTable } from './missing-table.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { ProvidedTable } from './provided-table.tsx'
import { providedBy, type ReplacedVariable, replacedVariables } from './provided-variables.ts'
import { VariableTable } from './variable-table.tsx'

export function VariablesPage() {
  const { id, missingVariables } = useEnvironment()
  const query = useRead(listVariables, { id })
  const ofContainers = useRead(listContainerVariables, { id })
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const [filled, setFilled] = useState<MissingVariable | null>(null)
  const [isPasting, setPasting] = useState(false)
  const [sought, setSought] = useState('')
  const words = text.variables
  useTabTitle(words.title)
  const provided = ofContainers.data?.items ?? []
  return (
    <div className="flex flex-col gap-4">
      <SearchBox label={words.filter} value={sought} onChange={setSought} className="max-w-72" />
      <Card
        isFlush
        title={words.setHere}
        note={words.note}
        actions={<Actions onPaste={() => setPasting(true)} onAdd={() => setEdited('new')} />}
      >
        {missingVariables.length > 0 && (
          <div className="border-b border-line">
            <MissingTable missing={missingVariables} onFill={setFilled} />
          </div>
        )}
        <QueryView query={query}>
          {({ items }) =>
            items.length === 0 && missingVariables.length > 0 ? null : items.length === 0 ? (
              <EmptyState icon={KeyRound} title={words.emptyTitle} note={words.emptyNote} />
            ) : (
              <Found items={items} replaced={replacedVariables(provided)} sought={sought} onEdit={setEdited} />
            )
          }
        </QueryView>
      </Card>
      <QueryView query={ofContainers}>{({ items }) => <Provided items={items} sought={sought} />}</QueryView>
      {edited !== null && (
        <EditVariableDialog variable={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
      {filled !== null && <EditVariableDialog missing={filled} variable={undefined} onClose={() => setFilled(null)} />}
      {isPasting && <PasteDialog onClose={() => setPasting(false)} />}
    </div>
  )
}

function Actions({ onPaste, onAdd }: { onPaste(): void; onAdd(): void }) {
  const words = text.variables
  return (
    <Allowed to={addVariables} hasReason>
      <Button icon={<ClipboardPaste aria-hidden size={15} />} onClick={onPaste}>
        {words.paste}
      </Button>
      <Button kind="primary" icon={<Plus aria-hidden size={15} />} onClick={onAdd}>
        {words.add}
      </Button>
    </Allowed>
  )
}

interface FoundProps {
  items: readonly Variable[]
  replaced: readonly ReplacedVariable[]
  sought: string
  onEdit(variable: Variable): void
}

function Found({ items, replaced, sought, onEdit }: FoundProps) {
  const found = matching(items, sought)
  if (found.length === 0) return <p className="px-4 py-6 text-sm text-ink-soft">{text.variables.noneFound}</p>
  return <VariableTable variables={found} replaced={replaced} onEdit={onEdit} />
}

/** Groups without a variable that matches aren't shown. */
function Provided({ items, sought }: { items: readonly ContainerVariable[]; sought: string }) {
  const words = text.variables
  const fromServices = matching(providedBy('database', items), sought)
  const fromLongshore = matching(providedBy('longshore', items), sought)
  return (
    <>
      {fromServices.length > 0 && (
        <Card isFlush title={words.fromServices} note={words.fromServicesNote}>
          <ProvidedTable hasSource label={words.fromServices} variables={fromServices} />
        </Card>
      )}
      {fromLongshore.length > 0 && (
        <Card isFlush title={words.fromLongshore} note={words.fromLongshoreNote}>
          <ProvidedTable hasSource={false} label={words.fromLongshore} variables={fromLongshore} />
        </Card>
      )}
    </>
  )
}

function matching<Item extends { key: string }>(items: readonly Item[], sought: string): Item[] {
  const needle = sought.trim().toLowerCase()
  return items.filter(({ key }) => key.toLowerCase().includes(needle))
}
