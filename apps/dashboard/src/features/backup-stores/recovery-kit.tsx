/** Saves the recovery kit as a file, then shows it. It needs a recent sign-in and is encrypted to a key for one request. */
import { isProblem } from '@longshore/sdk'
import { getBackupKey } from '@longshore/sdk/operations'
import { readRecoveryKit } from '@longshore/sdk/reveal'
import { useMutation } from '@tanstack/react-query'
import { Download, KeyRound } from 'lucide-react'
import { currentOrganization } from '../../api/organization.ts'
import { refresh } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { saveText } from '../../ui/save-file.ts'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

const { key: words } = text.backupStores
const save = (kit: string) => saveText(words.fileName, [kit])

export function RecoveryKit() {
  const reading = useMutation<string, Error>({
    mutationFn: async () =>
      await withRecentSignIn(() => readRecoveryKit(client, { organization: currentOrganization() })),
    onSuccess(kit) {
      // The server counts it as downloaded now, so it must be in a file now.
      save(kit)
      void refresh(getBackupKey)
    },
  })
  const { data: kit, isPending, mutate, reset } = reading
  // A person who cancels the sign-in gets no error.
  const error = isProblem(reading.error, 'recent_sign_in_required') ? null : reading.error
  return (
    <>
      <Button icon={<KeyRound aria-hidden size={15} />} isBusy={isPending} onClick={() => mutate()}>
        {words.export}
      </Button>
      <Dialog
        title={kit === undefined ? words.export : words.kit}
        note={words.exportNote}
        isOpen={kit !== undefined || error !== null}
        onClose={reset}
      >
        <ProblemCard error={error} onRetry={() => mutate()} />
        {kit !== undefined && <Kit kit={kit} onClose={reset} />}
      </Dialog>
    </>
  )
}

function Kit({ kit, onClose }: { kit: string; onClose(): void }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Note tone="good" title={words.downloaded}>
        {words.downloadedNote(words.fileName)}
      </Note>
      <CodeBlock isWrapped label={words.kit}>
        {kit}
      </CodeBlock>
      <div>
        <p className="mb-1.5 font-medium">{words.open}</p>
        <CodeBlock isWrapped label={words.open}>
          {words.command}
        </CodeBlock>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button icon={<Download aria-hidden size={15} />} onClick={() => save(kit)}>
          {words.download}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {text.common.close}
        </Button>
      </div>
    </div>
  )
}
