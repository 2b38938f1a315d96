import type { AuditRecord } from '@longshore/sdk'
import { listAuditLog } from '@longshore/sdk/operations'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox, useSearchText } from '../../ui/search-box.tsx'
import { ActionFilter } from './action-filter.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditTable } from './audit-table.tsx'

const words = text.audit
const pageSize = 100

export function AuditPage() {
  return (
    <Page title={words.title} note={words.note}>
      <Allowed to={listAuditLog} hasReason>
        <AuditCard />
      </Allowed>
    </Page>
  )
}

function AuditCard() {
  const { typed, settled, setTyped } = useSearchText()
  const [action, setAction] = useState('')
  const [open, setOpen] = useState<AuditRecord | null>(null)
  const rows = useList(listAuditLog, {
    limit: pageSize,
    ...(settled === '' ? {} : { q: settled }),
    ...(action === '' ? {} : { action }),
  })
  const isFiltered = settled !== '' || action !== ''
  const empty = isFiltered ? { icon: SearchX, ...words.nothing } : { icon: ScrollText, ...words.empty }
  return (
    <>
      <Card isFlush>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label={words.search} value={typed} onChange={setTyped} className="min-w-0 grow basis-60" />
          <ActionFilter rows={rows.items} value={action} onChange={setAction} />
        </div>
        <ListView list={rows} empty={<EmptyState {...empty} />}>
          {(items) => <AuditTable rows={items} onOpen={setOpen} />}
        </ListView>
      </Card>
      {open !== null && <AuditDetails row={open} onClose={() => setOpen(null)} />}
    </>
  )
}
