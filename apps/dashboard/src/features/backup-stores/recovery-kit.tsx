/** Needs a recent sign-in. The kit is encrypted to a key that this page generates for one request. */
import { getBackupKey } from '@longshore/sdk/operations'
import { readRecoveryKit } from '@longshore/sdk/reveal'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { currentOrganization } from '../../api/organization.ts'
import { refresh } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { saveText } from '../../ui/save-file.ts'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

const { key: words } = text.backupStores

export function RecoveryKit({ onClose }: { onClose(): void }) {
  const reading = useMutation<string, Error>({
    mutationFn: async () =>
      await withRecentSignIn(() => readRecoveryKit(client, { organization: currentOrganization() })),
    onSuccess: () => void refresh(getBackupKey),
  })
  const kit = reading.data
  return (
    <Dialog title={words.export} note={words.exportNote} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        {kit !== undefined && (
          <>
            <CodeBlock label={words.kit}>{kit}</CodeBlock>
            <div>
              <p className="mb-1.5 font-medium">{words.open}</p>
              <CodeBlock label={words.open}>{words.command}</CodeBlock>
            </div>
          </>
        )}
        <ProblemCard error={reading.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{kit === undefined ? text.common.cancel : text.common.close}</Button>
          {kit === undefined ? (
            <Button kind="primary" isBusy={reading.isPending} onClick={() => reading.mutate()}>
              {words.export}
            </Button>
          ) : (
            <Button
              kind="primary"
              icon={<Download aria-hidden size={15} />}
              onClick={() => saveText(words.fileName, [kit])}
            >
              {words.download}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
