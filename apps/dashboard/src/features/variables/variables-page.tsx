import type { Variable } from '@longshore/sdk'
import { listVariables } from '@longshore/sdk/operations'
import { ClipboardPaste, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NeedsRole } from '../../ui/needs-role.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { EditVariableDialog } from './edit-variable-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { VariableTable } from './variable-table.tsx'

export function VariablesPage() {
  const { id } = useEnvironment()
  const query = useRead(listVariables, { id })
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const [isPasting, setPasting] = useState(false)
  const [sought, setSought] = useState('')
  const words = text.variables
  useTabTitle(words.title)
  const buttons = (
    <NeedsRole least="developer">
      <Button icon={<ClipboardPaste aria-hidden size={15} />} onClick={() => setPasting(true)}>
        {words.paste}
      </Button>
      <Button kind="primary" icon={<Plus aria-hidden size={15} />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    </NeedsRole>
  )
  return (
    <Card isFlush title={words.title} note={words.note} actions={buttons}>
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={KeyRound} title={words.emptyTitle} note={words.emptyNote} />
          ) : (
            <>
              <div className="border-b border-line px-4 py-2.5">
                <SearchBox label={words.filter} value={sought} onChange={setSought} className="max-w-72" />
              </div>
              <Found items={items} sought={sought} onEdit={setEdited} />
            </>
          )
        }
      </QueryView>
      {edited !== null && (
        <EditVariableDialog variable={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
      {isPasting && <PasteDialog onClose={() => setPasting(false)} />}
    </Card>
  )
}

function Found({ items, sought, onEdit }: { items: Variable[]; sought: string; onEdit(variable: Variable): void }) {
  const needle = sought.trim().toLowerCase()
  const found = items.filter(({ key }) => key.toLowerCase().includes(needle))
  if (found.length === 0) return <p className="px-4 py-6 text-sm text-ink-soft">{text.variables.noneFound}</p>
  return <VariableTable variables={found} onEdit={onEdit} />
}
