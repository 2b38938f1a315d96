/** What can be done here, behind one button; each deed is also there as the call of the API that it is. */
import type { Operation } from '@longshore/sdk'
import { Ellipsis } from 'lucide-react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { copyAsCurl } from './copy-call.tsx'
import { Menu, type MenuItem } from './menu.tsx'

export interface ActionItem extends MenuItem {
  /** The call behind it. */
  call?: { operation: Operation<unknown>; parameters: object }
}

export function ActionMenu({ label = text.common.moreActions, actions }: { label?: string; actions: ActionItem[] }) {
  const calls = actions.flatMap(({ label: name, call }) =>
    call === undefined ? [] : [{ ...copyAsCurl(call.operation, call.parameters), label: text.common.copyNamed(name) }],
  )
  const items = [...actions, ...(calls.length === 0 ? [] : [null, ...calls])]
  return <Menu trigger={<IconButton label={label} icon={<Ellipsis aria-hidden size={18} />} />} items={items} />
}
