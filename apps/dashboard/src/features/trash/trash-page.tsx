/** Lists what was deleted, until when it can be restored, and the disk space that it uses on servers. */
import { listTrash } from '@longshore/sdk/operations'
import { SearchX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { asTrashKind, kindChoices } from './trash-kinds.ts'
import { TrashSummaryCards } from './trash-summary.tsx'
import { TrashTable } from './trash-table.tsx'

const words = text.trash
const pageSize = 50

export function TrashPage() {
  const [kind, setKind] = useState('')
  const chosen = asTrashKind(kind)
  const list = useList(listTrash, { limit: pageSize, ...(chosen === undefined ? {} : { kind: chosen }) })
  const empty = chosen === undefined ? { icon: Trash2, ...words.empty } : { icon: SearchX, ...words.nothing }
  return (
    <Page title={words.title} note={words.note}>
      <Card isFlush>
        {(!list.isEmpty || chosen !== undefined) && (
          <div className="flex flex-wrap gap-2 border-b border-line p-3">
            <Select label={words.kind} value={kind} onChange={setKind} choices={kindChoices} />
          </div>
        )}
        <ListView list={list} empty={<EmptyState {...empty} />}>
          {(items) => <TrashTable items={items} />}
        </ListView>
      </Card>
      <TrashSummaryCards />
    </Page>
  )
}
