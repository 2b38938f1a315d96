import { useOrganization } from './organization.ts'
import { isAllowed, type Needed } from './permissions.ts'

/** What the person's role in the current organization allows. */
export function useCan(): (needed: Needed) => boolean {
  const role = useOrganization()?.role
  return (needed) => isAllowed(role, needed)
}
