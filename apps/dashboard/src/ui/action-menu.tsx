/** A menu of the actions that the role allows. One entry, "API", shows all of them as commands. */
import { Terminal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Needed } from '../api/role-permissions.ts'
import { useCan } from '../api/use-can.ts'
import { text } from '../text/text.ts'
import type { ApiCall } from './api-dialog.tsx'
import { IconButton } from './button.tsx'
import type { MenuItem } from './menu-item.ts'
import { MoreMenu } from './more-menu.tsx'
import { usePageActions } from './page-actions.ts'

const ApiDialog = lazy(() => import('./api-dialog.tsx').then(({ ApiDialog: component }) => ({ default: component })))

export interface ActionItem extends Omit<MenuItem, 'onSelect'> {
  /** The API call of the action. */
  call?: Omit<ApiCall, 'label'>
  /** The permission that the action needs if it has no call. */
  needs?: Needed
  /** Without it, the action is only listed under "API": the page has a button for it. */
  onSelect?: () => void
}

export function ActionMenu({ label, actions }: { label?: string; actions: readonly (ActionItem | null)[] }) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const allowed = actions.filter((action) => {
    const needed = action?.needs ?? action?.call?.operation
    return needed === undefined || can(needed)
  })
  const calls = allowed.flatMap((action) =>
    action?.call === undefined ? [] : [{ label: action.label, ...action.call }],
  )
  const items = withoutLooseLines(allowed.filter((action) => action === null || action.onSelect !== undefined))
  // A menu with a label belongs to a row or a card, not to the page.
  const isOfPage = label === undefined
  usePageActions(isOfPage ? items.flatMap((item) => (item === null || item.isDisabled === true ? [] : [item])) : [])
  if (items.length === 0 && calls.length === 0) return null
  const icon = <Terminal aria-hidden size={15} />
  const api = { label: text.common.api, icon, onSelect: () => setOpen(true) }
  return (
    <>
      {items.length === 0 ? (
        <IconButton
          label={label === undefined ? api.label : `${api.label}: ${label}`}
          icon={icon}
          onClick={api.onSelect}
        />
      ) : (
        <MoreMenu
          items={calls.length === 0 ? items : [...items, null, api]}
          {...(label === undefined ? {} : { label })}
        />
      )}
      {isOpen && (
        <Suspense>
          <ApiDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Removes lines at the ends and doubled ones, which remain when entries are left out. */
function withoutLooseLines(actions: readonly (ActionItem | null)[]): (MenuItem | null)[] {
  const items: (MenuItem | null)[] = []
  for (const action of actions) {
    if (action === null) {
      if (items.length > 0 && items.at(-1) !== null) items.push(null)
    } else if (action.onSelect !== undefined) {
      items.push({ ...action, onSelect: action.onSelect })
    }
  }
  if (items.at(-1) === null) items.pop()
  return items
}
