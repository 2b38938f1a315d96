/** Plans domains, automatic deployments, and backups of an environment. */
import {
  attachDomain,
  detachDomain,
  getAutoDeploy,
  getEnvironment,
  setAutoDeploy,
  updateBackupConfig,
} from '@longshore/sdk/operations'
import type { DomainEntry } from '../instance-file.ts'
import { noRedirects } from '../normalize-project.ts'
import { toAutoDeploy } from '../project-entry.ts'
import type { EnvironmentPair } from './environment-pair.ts'
import { planList } from './plan-list.ts'
import { compareFields, createOnce, type Planner, requireId, requireUnchanged, send } from './planner.ts'

export function planEnvironmentParts(planner: Planner, pair: EnvironmentPair): void {
  planDomains(planner, pair)
  planAutoDeploy(planner, pair)
  planBackups(planner, pair)
}

function planDomains(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  const { client } = planner
  const entryOf = new Map((existing?.domains ?? []).map((each) => [each.hostname, each]))
  const attached = (found?.environment.domains ?? []).flatMap(({ settings }) =>
    settings === null || settings.redirectsTo !== null ? [] : [settings],
  )
  const attach = (wanted: DomainEntry, fields: object) => ({
    run: async () => {
      if (found === undefined) return
      const { id } = found.environment
      const { hostname } = wanted
      const since = attached.find((each) => each.hostname === hostname)?.updatedAt ?? null
      const settingsNow = async () =>
        (await client.call(getEnvironment, { id })).domains.find((each) => each.hostname === hostname)?.settings
      const exists = async () => {
        const now = await settingsNow()
        return now !== null && now !== undefined && now.updatedAt !== since
      }
      const body = { hostname, ...Object(planner.secrets.resolve(fields)) }
      await createOnce(
        client,
        attachDomain,
        { id, body },
        { name: `${id} ${hostname}`, content: [since, fields], exists },
      )
    },
  })
  planList<DomainEntry>(planner, {
    kind: 'domain',
    phase: 'content',
    entries: entry.domains,
    existing: attached.map(({ domainId, hostname }) => ({
      name: hostname,
      entry: withRedirects(entryOf.get(hostname)),
      id: domainId,
      version: 0,
    })),
    nameOf: ({ hostname }) => hostname,
    labelOf: (hostname) => `${label} / ${hostname}`,
    create: (wanted) => attach(wanted, wanted),
    change: (_, wanted, changes) =>
      attach(wanted, Object.fromEntries(changes.map(({ field, after }) => [field, after]))),
    remove: ({ id: domainId }) =>
      found === undefined ? undefined : () => client.call(detachDomain, { id: found.environment.id, domainId }),
  })
}

/** A file can turn off a redirect, so both sides have all fields. */
function withRedirects(entry: DomainEntry | undefined): object {
  return { ...entry, redirects: { ...noRedirects, ...entry?.redirects } }
}

function planAutoDeploy(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  if (entry.autoDeploy === undefined) return
  // Only environments of repositories have these settings, so for others there is nothing to turn off.
  const hasNone = found?.autoDeploy === null && entry.autoDeploy.enabled !== true
  const changes = hasNone ? [] : compareFields(planner, entry.autoDeploy, existing?.autoDeploy ?? {})
  if (changes.length === 0) {
    planner.unchanged += 1
    return
  }
  const kind = 'automatic deployments'
  planner.items.push({
    action: 'change',
    kind,
    name: label,
    changes,
    phase: 'content',
    run: async () => {
      if (found === undefined) return
      const { id } = found.environment
      const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
      // The version belongs to the environment, which this run can have changed itself. So it is read again.
      const now = await planner.client.call(getAutoDeploy, { id })
      if (found.autoDeploy !== null)
        requireUnchanged({ kind, name: label }, { planned: toAutoDeploy(found.autoDeploy), now: toAutoDeploy(now) })
      await send(planner, setAutoDeploy, { id, body: { enabled: now.enabled, ...fields } }, now.version)
    },
  })
}

function planBackups(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  if (entry.backups === undefined) return
  const changes = compareFields(planner, entry.backups, existing?.backups ?? {})
  if (changes.length === 0) {
    planner.unchanged += 1
    return
  }
  planner.items.push({
    action: existing?.backups === undefined ? 'create' : 'change',
    kind: 'backup schedule',
    name: label,
    changes,
    phase: 'content',
    run: async () => {
      if (found === undefined) return
      const ids = new Map(planner.instance.storageLocations.map(({ name, id }) => [name, id]))
      const fields = changes.map(({ field, after }): [string, unknown] => {
        if (field === 'recipient') return ['encryption', { recipient: after }]
        if (field !== 'storageLocation') return [field, after]
        return ['destination', { id: requireId(ids, 'storage location', String(after)) }]
      })
      const body = Object.fromEntries(fields)
      // Without a schedule, the version is 0.
      await send(planner, updateBackupConfig, { id: found.environment.id, body }, found.backups?.version ?? 0)
    },
  })
}
