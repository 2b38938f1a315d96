/** A menu of actions. Each action can also be copied as a curl command. */
import type { Operation } from '@longshore/sdk'
import { text } from '../text/text.ts'
import { copyAsCurl } from './copy-as-curl.tsx'
import type { MenuItem } from './menu.tsx'
import { MoreMenu } from './more-menu.tsx'

export interface ActionItem extends MenuItem {
  /** The API call of the action. */
  call?: { operation: Operation<unknown>; parameters: object }
}

export function ActionMenu({ label, actions }: { label?: string; actions: ActionItem[] }) {
  const calls = actions.flatMap(({ label: name, call }) =>
    call === undefined ? [] : [{ ...copyAsCurl(call.operation, call.parameters), label: text.common.copyNamed(name) }],
  )
  const items = [...actions, ...(calls.length === 0 ? [] : [null, ...calls])]
  return <MoreMenu items={items} {...(label === undefined ? {} : { label })} />
}
