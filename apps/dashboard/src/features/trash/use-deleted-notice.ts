/** Says that something was deleted, and brings it back with one click. Every place that deletes uses it. */
import { getTrashSummary, listTrash } from '@longshore/sdk/operations'
import { useRouter } from '@tanstack/react-router'
import { refresh } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { failureText } from './failure-text.ts'
import { isStopping } from './newest-kept.ts'
import { findInTrash, type TrashTarget, waitForTrash } from './trash-lookup.ts'
import { useRestore } from './use-restore.ts'

const words = text.trash

export interface Deleted {
  name: string
  /** Text of the notice. */
  message: string
  /** Undo restores these, in this order. */
  items: readonly TrashTarget[]
}

export function useDeletedNotice(): (deleted: Deleted) => void {
  const router = useRouter()
  const restore = useRestore()
  const openTrash = { label: words.openTrash, onClick: () => void router.navigate({ to: paths.trash() }) }
  const undo = async ({ name, items }: Deleted, lookups: ReturnType<typeof findInTrash>[]) => {
    const { pathname: leaves } = router.state.location
    if (items.some(({ kind }) => isStopping(kind))) toast(words.waiting(name))
    const found = await Promise.all(
      items.map(async (item, index) => (await lookups[index]) ?? (await waitForTrash(item))),
    )
    const kept = found.flatMap((item) => item ?? [])
    if (kept.length < items.length) return toast(words.notFound(name), { tone: 'bad', action: openTrash })
    await restore({ name, items: kept, leaves })
  }
  return (deleted) => {
    void refresh(listTrash, getTrashSummary)
    const lookups = deleted.items.map(findInTrash)
    const onClick = () =>
      void undo(deleted, lookups).catch((error: Error) => toast(failureText(error), { tone: 'bad', action: openTrash }))
    toast(deleted.message, { action: { label: words.undo, onClick } })
  }
}
