import { isProblem } from '@longshore/sdk'
import { getInstanceUpgrade, requestInstanceUpgrade } from '@longshore/sdk/operations'
import { useMutation } from '@tanstack/react-query'
import { CircleArrowUp } from 'lucide-react'
import { useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { refresh } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

const words = text.instance.upgrade

/** `version` is only for the label: the machine chooses the version itself. */
export function StartUpgrade({ version }: { version: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const start = useMutation({
    mutationFn: async () =>
      await withRecentSignIn(() => client.call(requestInstanceUpgrade, {}, { organization: currentOrganization() })),
    onSuccess() {
      setOpen(false)
      void refresh(getInstanceUpgrade)
    },
  })
  // A person who cancels the sign-in gets no error.
  const error = isProblem(start.error, 'recent_sign_in_required') ? null : start.error
  const action = version === null ? words.check : words.action(version)
  return (
    <>
      <Button kind="primary" icon={<CircleArrowUp aria-hidden size={15} />} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        title={version === null ? words.checkTitle : words.dialogTitle(version)}
        action={action}
        isOpen={isOpen}
        isBusy={start.isPending}
        error={error}
        onConfirm={() => start.mutate()}
        onClose={() => setOpen(false)}
      >
        {words.dialogNote}
      </ConfirmDialog>
    </>
  )
}
