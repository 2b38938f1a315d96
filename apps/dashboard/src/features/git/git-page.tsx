import type { GitProvider } from '@longshore/sdk'
import { listGitProviders, saveGitToken } from '@longshore/sdk/operations'
import { GitBranch, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { ProviderRow } from './provider-row.tsx'

const words = text.git

export function GitPage() {
  const providers = useList(listGitProviders, {})
  const [dialog, setDialog] = useState<'new' | GitProvider | null>(null)
  const connect = (
    <Allowed to={saveGitToken} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setDialog('new')}>
        {words.connect}
      </Button>
    </Allowed>
  )
  return (
    <Page title={words.title} note={words.note} actions={providers.isEmpty ? undefined : connect}>
      <Card isFlush>
        <ListView
          list={providers}
          empty={
            <EmptyState icon={GitBranch} {...words.empty}>
              <Allowed to={saveGitToken} hasReason>
                <Button onClick={() => setDialog('new')}>{words.connect}</Button>
              </Allowed>
            </EmptyState>
          }
        >
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((provider) => (
                <ProviderRow key={provider.id} provider={provider} onRenew={() => setDialog(provider)} />
              ))}
            </ul>
          )}
        </ListView>
      </Card>
      {dialog !== null && (
        <ConnectDialog {...(dialog === 'new' ? {} : { renewed: dialog })} onClose={() => setDialog(null)} />
      )}
    </Page>
  )
}
