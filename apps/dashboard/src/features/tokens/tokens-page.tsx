import type { ApiToken, CreatedApiToken } from '@longshore/sdk'
import { getInstance, listApiTokens } from '@longshore/sdk/operations'
import { BookOpen, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { TokenTable } from './token-table.tsx'

const words = text.tokens

export function TokensPage() {
  const tokens = useList(listApiTokens, {})
  const instance = useRead(getInstance, {})
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  const [leaving, setLeaving] = useState<ApiToken | null>(null)
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setOpen(true)}>
      {words.create}
    </Button>
  )
  const actions = (
    <>
      {instance.data?.hasApiDocs === true && <ReferenceLink />}
      {create}
    </>
  )
  return (
    <Page title={words.title} note={words.note} actions={actions}>
      <Card isFlush>
        <ListView
          list={tokens}
          empty={
            <EmptyState icon={KeyRound} {...words.empty}>
              {create}
            </EmptyState>
          }
        >
          {(items) => <TokenTable tokens={items} onRevoke={setLeaving} />}
        </ListView>
      </Card>
      {isOpen && (
        <CreateTokenDialog
          onClose={() => setOpen(false)}
          onDone={(token) => {
            setOpen(false)
            setCreated(token)
          }}
        />
      )}
      {created !== null && <NewTokenDialog token={created.token} onClose={() => setCreated(null)} />}
      {leaving !== null && <RevokeToken token={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  )
}

function ReferenceLink() {
  return (
    <a href="/api/docs/" target="_blank" rel="noreferrer" className={buttonClass()}>
      <BookOpen aria-hidden size={16} />
      {words.reference}
    </a>
  )
}
