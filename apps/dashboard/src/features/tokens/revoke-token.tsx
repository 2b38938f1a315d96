import type { ApiToken } from '@longshore/sdk'
import { listApiTokens, revokeApiToken } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.tokens

export function RevokeToken({ token, onClose }: { token: ApiToken; onClose(): void }) {
  const revoke = useAction(revokeApiToken, {
    refreshes: [listApiTokens],
    onDone() {
      toast(words.revoked)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      action={words.revoke}
      isOpen
      isBusy={revoke.isBusy}
      error={revoke.error}
      onConfirm={() => void revoke.run({ id: token.id })}
      onClose={onClose}
    >
      {words.revokeNote}
    </ConfirmDialog>
  )
}
