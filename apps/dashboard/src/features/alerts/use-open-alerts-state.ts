/** Reads the open alerts of the organization. */
import { listAlerts } from '@longshore/sdk/operations'
import { useOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { type OpenAlerts, summarizeOpenAlerts } from './open-alerts-state.ts'

/** One page of the list. More open alerts are shown as "100+". */
const countedLimit = 100

export function useOpenAlerts(): OpenAlerts {
  const organization = useOrganization()
  const { data } = useRead(
    listAlerts,
    { status: 'firing', limit: countedLimit },
    { enabled: organization !== undefined },
  )
  return summarizeOpenAlerts(data?.items ?? [], (data?.nextCursor ?? null) !== null)
}
