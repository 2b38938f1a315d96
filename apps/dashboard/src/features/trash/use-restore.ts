import type { TrashItem } from '@longshore/sdk'
import { useRouter } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { restoreFromTrash } from './restore-from-trash.ts'
import { type Restorable, restoredPath } from './restored-path.ts'

const words = text.trash

export interface Restoring {
  name: string
  items: readonly (Restorable & Pick<TrashItem, 'id'>)[]
  /** The page to leave for what is restored. A person who opened another page in the meantime gets a button instead. */
  leaves?: string
}

/** Restores and says so. Rejects with the problem. */
export function useRestore(): (restoring: Restoring) => Promise<void> {
  const router = useRouter()
  return async ({ name, items, leaves }) => {
    const leftOut = await restoreFromTrash(items)
    const message = leftOut === undefined ? words.restored(name) : words.restoredWithout(name, leftOut)
    const [main] = items
    if (main === undefined) return
    const open = () => void router.navigate({ to: restoredPath(main) })
    if (router.state.location.pathname !== leaves)
      return toast(message, { action: { label: words.open, onClick: open } })
    toast(message)
    open()
  }
}
