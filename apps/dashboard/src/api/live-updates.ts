/** One stream for all tabs. An event refreshes every read that the change affects. */
import type { Operation } from '@longshore/sdk'
import {
  getAdoption, getAlert, getAutoDeploy, getBackup, getBackupConfig, getBackupDestination, getConnector, getDeployment, getDomain, getEnvironment,
  getGitProvider, getImport, getOrganization, getPreviewSettings, getProject, getRecovery, getRestore, getServer, getServerSecurity, getTrashItem,
  getTrashSummary, listAlerts,
  listApiTokens, listAuditLog, listBackupDestinations, listBackups, listConnectorDeliveries, listConnectors, 
  listContainerEvents, listContainerVariables, listDeployments, listDomains,
  listEnvironments, listGitProviders, listHardeningRuns, listImports, listInstances, listInvitations, listMembers, listMoves, listPreviews, listProjects,
  listRegistries, listRestores, listScheduledDeployments, listServers, listServerTasks, listTrash, listVariables, listVolumes, listWebhookDeliveries, streamEvents,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { useEffect, useRef } from 'react'
import { queryClient, refresh } from './queries.ts'
import { createStore } from './store.ts'
import { type StreamState, useStream } from './streams.ts'

const affectedOperations: Readonly<Record<string, readonly Operation<unknown>[]>> = {
  project_updated: [listProjects, getProject, listEnvironments, getEnvironment, getAdoption, listDeployments, getDeployment, listScheduledDeployments, listInstances, listContainerEvents, listVolumes, listVariables, listContainerVariables, listMoves, getRecovery, listPreviews, getPreviewSettings, getAutoDeploy, listWebhookDeliveries],
  server_updated: [listServers, getServer, getServerSecurity, listHardeningRuns, listServerTasks],
  git_provider_updated: [listGitProviders, getGitProvider],
  registry_updated: [listRegistries],
  domain_updated: [listDomains, getDomain, getEnvironment],
  backup_updated: [
    listBackups, getBackup, getBackupConfig, getRecovery, listRestores, getRestore, listImports, getImport, listBackupDestinations, getBackupDestination,
  ],
  connector_updated: [listConnectors, getConnector, listConnectorDeliveries],
  trash_updated: [listTrash, getTrashItem, getTrashSummary],
  alert: [listAlerts, getAlert],
  // Members, tokens and the organization have no events of their own, but every change to them is in the audit log.
  audit: [listAuditLog, listMembers, listInvitations, listApiTokens, getOrganization],
} // biome-ignore format: a table

/** Collects events that arrive together, so that they cause one refresh. */
const batchMs = 250
/** The first page is shown by then, and its reads don't compete with those that it needs. */
const firstPageMs = 2_000

export const liveState = createStore<StreamState>('connecting')

export function useLiveUpdates(organization: string | undefined): void {
  const waiting = useRef(new Set<Operation<unknown>>())
  const timer = useRef<number | undefined>(undefined)
  const wasOpen = useRef(false)
  const { state } = useStream(
    streamEvents,
    {},
    {
      enabled: organization !== undefined,
      isShared: true,
      onOpen() {
        if (wasOpen.current) return void queryClient.invalidateQueries()
        wasOpen.current = true
        refreshFirstPage()
      },
      onEvent({ event }) {
        // Events were lost, so every page may be outdated.
        if (event === 'reset') return void queryClient.invalidateQueries()
        for (const operation of affectedOperations[event] ?? []) waiting.current.add(operation)
        timer.current ??= globalThis.setTimeout(() => {
          timer.current = undefined
          void refresh(...waiting.current)
          waiting.current.clear()
        }, batchMs)
      },
    },
  )
  useEffect(() => liveState.set(state), [state])
}

/** The stream doesn't repeat changes from before it opened, and the first page may be a little older. */
function refreshFirstPage(): void {
  const openedAt = Date.now()
  const isOlder = (at: number) => at < openedAt + batchMs
  globalThis.setTimeout(() => {
    void queryClient.invalidateQueries({ predicate: ({ state }) => isOlder(state.dataUpdatedAt) })
  }, firstPageMs)
}
