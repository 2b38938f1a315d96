/** Name of the member with this user ID. */
import { listMembers } from '@longshore/sdk/operations'
import { useOrganization } from '../../api/organization.ts'
import { useList } from '../../api/queries.ts'

export function useMemberName(): (userId: string | null) => string | null {
  const organization = useOrganization()
  const { items } = useList(
    listMembers,
    { id: organization?.id ?? '', limit: 100 },
    { enabled: organization !== undefined },
  )
  return (userId) => {
    if (userId === null) return null
    const member = items.find((each) => each.userId === userId)
    return member === undefined ? null : member.name || member.email
  }
}
