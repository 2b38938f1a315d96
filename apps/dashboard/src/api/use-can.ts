import { useOrganization } from './organization.ts'
import { isAllowed, type Needed } from './role-permissions.ts'

/** Returns whether the person's role in the current organization allows something. */
export function useCan(): (needed: Needed) => boolean {
  const role = useOrganization()?.role
  return (needed) => isAllowed(role, needed)
}
