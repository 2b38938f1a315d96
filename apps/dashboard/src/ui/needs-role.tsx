/** Shows an action only to people whose role allows it. Everyone else sees who can do it. */
import type { ReactNode } from 'react'
import { useHasRole } from '../api/role.ts'
import { text } from '../text/text.ts'

export function NeedsRole({ least, children }: { least: 'developer' | 'admin'; children: ReactNode }) {
  const hasRole = useHasRole()
  if (hasRole(least)) return children
  return <p className="text-sm text-ink-soft">{text.common.needsRole[least]}</p>
}
