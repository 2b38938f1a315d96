import type { ListOperation, ProjectSummary, Server } from '@longshore/sdk'
import { createDeployment, listProjects, listServers } from '@longshore/sdk/operations'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { currentOrganization, useOrganization } from '../../api/organization.ts'
import { keyOf } from '../../api/queries.ts'
import { recentPages } from '../../api/recent-pages.ts'
import { isAllowed, type Needed } from '../../api/role-permissions.ts'
import { client, sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { pageActions } from '../../ui/page-actions.ts'
import { toast } from '../../ui/toasts.tsx'
import { hereEntries, recentEntries } from './current-entries.ts'
import { actionEntries, pageEntries } from './fixed-entries.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { environmentEntries, projectEntries, serverEntries } from './resource-entries.ts'
import { type Searchable, toSearchable } from './search-entries.ts'

const pageSize = 100
const maxItems = 2_000

interface Entries {
  /** Shown before anything is typed. */
  recent: readonly PaletteEntry[]
  entries: readonly Searchable<PaletteEntry>[]
  isReading: boolean
}

export function useEntries(): Entries {
  const { user } = useStore(sessionStore)
  const organization = useOrganization()
  const projects = useAll<ProjectSummary>(listProjects)
  const servers = useAll<Server>(listServers)
  const deploy = useDeployFromHere()
  const role = organization?.role
  const [recent] = useState(() => recentEntries(recentPages(user?.id, organization?.id), location.pathname))
  const [here] = useState(() => hereEntries(pageActions()))
  const entries = useMemo(() => {
    const can = (needed: Needed) => isAllowed(role, needed)
    const known = projects.data ?? []
    const all = [
      ...here,
      ...projectEntries(known).map((entry, index) => ({ ...entry, isRare: index >= 5 })),
      ...serverEntries(servers.data ?? []).map((entry, index) => ({ ...entry, isRare: index >= 3 })),
      ...pageEntries(can),
      ...actionEntries(user?.organizations ?? [], organization?.id, can),
      ...environmentEntries(known, deploy).filter(({ run }) => run === undefined || can(createDeployment)),
    ]
    return all.map(toSearchable)
  }, [here, projects.data, servers.data, user, organization?.id, role, deploy])
  return { recent, entries, isReading: projects.isPending || servers.isPending }
}

interface PageParameters {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Loads all pages, because the search runs in the browser. */
function useAll<Item>(operation: ListOperation<PageParameters, Item>) {
  return useQuery({
    queryKey: [...keyOf(operation), 'all'],
    queryFn: async ({ signal }) => {
      const items: Item[] = []
      const options = { signal, organization: currentOrganization() }
      for await (const item of client.items(operation, { limit: pageSize }, options)) {
        items.push(item)
        if (items.length >= maxItems) break
      }
      return items
    },
  })
}

function useDeployFromHere() {
  const navigate = useNavigate()
  return useMemo(
    () =>
      ({ id, name }: { id: string; name: string }) => {
        client
          .call(createDeployment, { id, body: {} }, { organization: currentOrganization() })
          .then((deployment) => navigate({ to: paths.deployment(id, deployment.id) }))
          .catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : String(error)
            toast(text.palette.deployFailed(name, reason), { tone: 'bad' })
          })
      },
    [navigate],
  )
}
