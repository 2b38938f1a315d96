/** Shows an action only to people whose role allows it, and optionally whom everyone else can ask. */
import type { ReactNode } from 'react'
import { type Needed, permissionOf, roleFor } from '../api/role-permissions.ts'
import { useCan } from '../api/use-can.ts'
import { text } from '../text/text.ts'

export interface AllowedProps {
  to: Needed
  children: ReactNode
  /** Without the permission, show whom to ask instead of nothing. */
  hasReason?: boolean
}

export function Allowed({ to, children, hasReason = false }: AllowedProps) {
  const can = useCan()
  if (can(to)) return children
  return hasReason ? <p className="max-w-prose text-sm text-ink-soft">{askFor(to)}</p> : null
}

/** Says whom to ask for something that the role doesn't allow. */
export function askFor(needed: Needed): string {
  const { actions, ask } = text.permissions
  const permission = permissionOf(needed)
  return ask(roleFor(needed), (permission === undefined ? undefined : actions[permission]) ?? text.permissions.other)
}
