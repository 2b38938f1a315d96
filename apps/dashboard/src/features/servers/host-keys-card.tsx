import type { Server } from '@longshore/sdk'
import { acceptServerHostKey, getServer, listServers } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CodeBlock, CopyIcon } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const words = text.serverPage
const compareCommand = 'for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done'

export function HostKeysCard({ server }: { server: Server }) {
  const isChanged = server.offeredHostKeys.length > 0
  return (
    <Card title={words.hostKeys} note={words.hostKeysNote}>
      <div className="flex flex-col gap-3 text-sm">
        {isChanged && <ChangedKeys server={server} />}
        {server.hostKeys.length === 0 && <p className="text-ink-soft">{words.noHostKeys}</p>}
        {isChanged && <p className="font-medium">{words.changed.before}</p>}
        <ul className="flex flex-col gap-2.5">
          {server.hostKeys.map(({ type, fingerprint, pinnedAt }) => (
            <li key={fingerprint}>
              <KeyLine type={type} fingerprint={fingerprint} />
              <p className="text-xs text-ink-soft">
                {words.pinned} <RelativeTime at={pinnedAt} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function KeyLine({ type, fingerprint }: { type: string; fingerprint: string }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <div className="min-w-0">
        <p className="text-xs text-ink-soft">{type}</p>
        <code className="text-xs break-all">{fingerprint}</code>
      </div>
      <CopyIcon value={fingerprint} label={text.common.copy} />
    </div>
  )
}

function ChangedKeys({ server }: { server: Server }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const accept = useAction(acceptServerHostKey, {
    refreshes: [getServer, listServers],
    onDone: () => setChosen(null),
  })
  const { changed } = words
  return (
    <>
      <Notice tone="bad" title={changed.title}>
        {changed.note}
      </Notice>
      <CodeBlock label={changed.note}>{compareCommand}</CodeBlock>
      <p className="font-medium">{changed.now}</p>
      <ul className="flex flex-col gap-3">
        {server.offeredHostKeys.map(({ type, fingerprint }) => (
          <li key={fingerprint} className="flex flex-col items-start gap-1.5">
            <KeyLine type={type} fingerprint={fingerprint} />
            <Allowed to={acceptServerHostKey} hasReason>
              <Button onClick={() => setChosen(fingerprint)}>{changed.accept}</Button>
            </Allowed>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={changed.acceptTitle}
        action={changed.accept}
        isOpen={chosen !== null}
        isBusy={accept.isBusy}
        error={accept.error}
        onConfirm={() => void accept.run({ id: server.id, body: { fingerprint: chosen ?? '' } })}
        onClose={() => setChosen(null)}
      >
        <p className="mb-2">{changed.acceptNote}</p>
        <code className="break-all">{chosen}</code>
      </ConfirmDialog>
    </>
  )
}
