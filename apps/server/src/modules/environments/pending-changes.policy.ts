/** Compares the live release with the desired state and describes what the next deployment changes. Pure. */
import { filesSchema } from '@longshore/analyzer/container'
import type { FileConfiguration, PendingChange } from './pending-changes.schemas.ts'
import { isDatabaseKind, type ServiceKind } from './service-kinds.schemas.ts'
import type { ServiceConfiguration } from './services.schemas.ts'

export interface ComparedService {
  name: string
  kind: ServiceKind
  configuration: ServiceConfiguration
}

export interface ComparedVariable {
  /** ID of the version. */
  id: string
  key: string
  service: string | null
}

/** The frozen release that receives traffic. */
export interface LiveRelease {
  branch: string | null
  services: readonly ComparedService[]
  variables: readonly ComparedVariable[]
}

export interface WantedState {
  branch: string | null
  /** True when the next release will run on another server than the live one. */
  isMoved: boolean
  services: readonly ComparedService[]
  variables: readonly (ComparedVariable & { isBuildTime: boolean })[]
  file: FileConfiguration | null
}

type Change = Omit<PendingChange, 'before' | 'after' | 'field' | 'reason'> & Partial<PendingChange>

export function findPendingChanges(live: LiveRelease | null, wanted: WantedState): PendingChange[] {
  if (live === null)
    return wanted.services.map(({ name, kind }) =>
      change({
        kind: 'first_deployment',
        service: name,
        effect: 'start',
        message: `${name} (${kind}) starts for the first time.`,
      }),
    )
  return [
    ...branchChange(live, wanted),
    ...(wanted.isMoved
      ? [
          change({
            kind: 'server_changed',
            service: null,
            effect: 'move',
            message: 'Everything starts on the new server, and is removed from the old one afterward.',
          }),
        ]
      : []),
    ...serviceChanges(live, wanted),
    ...variableChanges(live, wanted),
  ]
}

function branchChange(live: LiveRelease, { branch }: WantedState): PendingChange[] {
  if (live.branch === branch || branch === null) return []
  return [
    change({
      kind: 'branch_changed',
      service: null,
      field: 'branch',
      before: live.branch,
      after: branch,
      effect: 'build',
      message: `Deploys the latest commit of ${branch} instead of ${live.branch ?? 'no branch'}.`,
    }),
  ]
}

function serviceChanges(live: LiveRelease, wanted: WantedState): PendingChange[] {
  const before = new Map(live.services.map((service) => [service.name, service]))
  const names = new Set(wanted.services.map((service) => service.name))
  const removed = live.services
    .filter(({ name }) => !names.has(name))
    .map(({ name }) =>
      change({ kind: 'service_removed', service: name, effect: 'remove', message: `${name} is stopped and removed.` }),
    )
  const rest = wanted.services.flatMap((service) => {
    const { name } = service
    const known = before.get(name)
    if (known !== undefined) return fieldChanges(known, service, wanted.file)
    return [
      change({ kind: 'service_added', service: name, effect: 'start', message: `${name} (${service.kind}) starts.` }),
    ]
  })
  return [...removed, ...rest]
}

function fieldChanges(
  live: ComparedService,
  service: ComparedService,
  file: FileConfiguration | null,
): PendingChange[] {
  const { name } = service
  const fromFile = file?.services[name] ?? {}
  const after: Record<string, unknown> = { kind: service.kind, ...service.configuration, ...fromFile }
  const before: Record<string, unknown> = { kind: live.kind, ...live.configuration }
  return Object.keys(after)
    .filter((field) => !quietFields.has(field) && !isSame(before[field], after[field]))
    .map((field) => {
      const isFromFile = Object.hasOwn(fromFile, field)
      const shown = { before: showField(field, before[field]), after: showField(field, after[field]) }
      const why = isFromFile ? `, because ${file?.file ?? 'a file in the repository'} says so` : ''
      return change({
        kind: 'service_changed',
        service: name,
        field,
        ...shown,
        reason: isFromFile ? 'file' : 'settings',
        effect: effectOf(field, service),
        message: `${name}: ${field} changes from ${shown.before ?? 'nothing'} to ${shown.after ?? 'nothing'}${why}.`,
      })
    })
}

/** These fields decide when to deploy, not what. */
const quietFields: ReadonlySet<string> = new Set(['watchPaths'])
const builtFields: ReadonlySet<string> = new Set(['source', 'sharesImageWith'])

function effectOf(field: string, { configuration, kind }: ComparedService): PendingChange['effect'] {
  if (builtFields.has(field)) return 'build'
  return configuration.volumes.length > 0 || isDatabaseKind(kind) ? 'brief_stop' : 'restart'
}

function variableChanges(live: LiveRelease, wanted: WantedState): PendingChange[] {
  const placeOf = ({ key, service }: ComparedVariable) => `${key} ${service ?? ''}`
  const before = new Map(live.variables.map((variable) => [placeOf(variable), variable]))
  const places = new Set(wanted.variables.map(placeOf))
  const removed = live.variables
    .filter((variable) => !places.has(placeOf(variable)))
    .map(({ key, service }) =>
      change({
        kind: 'variable_removed',
        service,
        field: key,
        effect: 'restart',
        message: `${key} is removed.`,
      }),
    )
  const rest = wanted.variables.flatMap((variable) => {
    const { key, service, id, isBuildTime } = variable
    const known = before.get(placeOf(variable))
    if (known?.id === id) return []
    const kind = known === undefined ? ('variable_added' as const) : ('variable_changed' as const)
    const message = known === undefined ? `${key} is set.` : `${key} has a new value.`
    return [change({ kind, service, field: key, effect: isBuildTime ? 'build' : 'restart', message })]
  })
  return [...removed, ...rest]
}

function change(given: Change): PendingChange {
  return { field: null, before: null, after: null, reason: 'settings', ...given }
}

function isSame(one: unknown, other: unknown): boolean {
  return stable(one ?? null) === stable(other ?? null)
}

/** Serializes JSON with sorted keys. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${stable(each)}`).join(',')}}`
}

/** The text of a file says less than where the file is and where its text comes from. */
function showField(field: string, value: unknown): string | null {
  const files = field === 'files' ? filesSchema.safeParse(value).data : undefined
  if (files === undefined) return show(value)
  if (files.length === 0) return null
  return show(
    files
      .map(({ path, content, source, variable }) => {
        const text = content === null ? null : `${content.length} characters`
        return `${path} (${text ?? source ?? variable})`
      })
      .join(', '),
  )
}

const maxShown = 200

function show(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
