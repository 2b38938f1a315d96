/** The person's role in the current organization. The server decides; pages only hide what it would refuse. */
import type { Role } from '@longshore/sdk'
import { useOrganization } from './organization.ts'
import { isAtLeast } from './role-order.ts'

/** True while the organization isn't known, so that nothing disappears for a moment. */
export function useHasRole(): (needed: Role) => boolean {
  const organization = useOrganization()
  return (needed) => organization === undefined || isAtLeast(organization.role, needed)
}
