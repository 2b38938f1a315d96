import type { ReplacedVariables } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

/** Says that variables are saved. Undo brings back the values that were replaced or deleted. */
export function useSavedNotice(environmentId: string): (changes: ReplacedVariables['changes']) => void {
  const notify = useDeletedNotice()
  const { saved: message, previous: name } = text.variables
  return ({ changed, removed }) => {
    // Without them, the newest item in the trash belongs to an earlier change.
    if (changed.length + removed.length === 0) return toast(message)
    notify({ name, message, items: [{ kind: 'variables', resourceId: environmentId }] })
  }
}
