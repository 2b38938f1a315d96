/** Plans environments: their settings, services, and variables. */

import type { Environment, JsonOperation } from '@longshore/sdk'
import {
  changeBranch,
  configureServices,
  createEnvironment,
  deleteEnvironment,
  deleteVariable,
  getEnvironment,
  getProject,
  linkServer,
  replaceVariables,
  updateEnvironment,
} from '@longshore/sdk/operations'
import { isSame } from '../canonical.ts'
import { type EnvironmentEntry, isSecretReference, type ProjectEntry, type VariableEntry } from '../instance-file.ts'
import { toServiceEntry, variableName } from '../project-entry.ts'
import type { InstanceProject } from '../read-instance.ts'
import type { EnvironmentPair } from './environment-pair.ts'
import { planEnvironmentParts } from './plan-environment-parts.ts'
import { planList } from './plan-list.ts'
import {
  compareFields,
  createOnce,
  type FieldChange,
  needSecrets,
  type Planner,
  requireId,
  requireUnchanged,
  send,
} from './planner.ts'

export function planEnvironments(
  planner: Planner,
  entry: ProjectEntry,
  project: InstanceProject | undefined,
  existing: ProjectEntry | undefined,
): void {
  const { client } = planner
  const label = (name: string) => `${entry.name} / ${name}`
  const foundOf = new Map((project?.environments ?? []).map((each) => [each.environment.name, each]))
  const entryOf = new Map((existing?.environments ?? []).map((each) => [each.name, each]))
  planList<EnvironmentEntry>(planner, {
    kind: 'environment',
    phase: 'environments',
    entries: entry.environments,
    existing: (project?.environments ?? []).map(({ environment: { id, name, version } }) => ({
      name,
      // Settings are compared on their own, because they have several requests.
      entry: { name },
      id,
      version,
    })),
    nameOf: ({ name }) => name,
    labelOf: label,
    parts: [
      'branch',
      'server',
      'buildServer',
      'generatedHostname',
      'services',
      'variables',
      'domains',
      'autoDeploy',
      'backups',
    ],
    create: (each) => ({ run: () => addEnvironment(planner, project, each) }),
    change: () => ({ run: () => Promise.resolve() }),
    remove:
      ({ id }) =>
      async () =>
        void (await client.call(deleteEnvironment, { id })),
  })
  for (const each of entry.environments ?? []) {
    const { name } = each
    const pair = { label: label(name), entry: each, found: foundOf.get(name), existing: entryOf.get(name) }
    planSettings(planner, pair)
    planServices(planner, pair)
    planVariables(planner, pair)
    planEnvironmentParts(planner, pair)
  }
}

async function addEnvironment(
  planner: Planner,
  project: InstanceProject | undefined,
  entry: EnvironmentEntry,
): Promise<void> {
  const { client, serverIds } = planner
  if (project === undefined) return
  const { name, branch, server, services = [] } = entry
  const { id: projectId } = project.project
  const body = {
    projectId,
    name,
    ...(branch === undefined ? {} : { branch }),
    ...(server === undefined || server === null ? {} : { serverId: requireId(serverIds, 'server', server) }),
    ...(services.length === 0 ? {} : { services }),
  }
  const exists = async () =>
    (await client.call(getProject, { id: projectId })).environments.some((each) => each.name === name)
  await createOnce(client, createEnvironment, { body }, { name, content: body, exists })
}

const settings = ['branch', 'server', 'buildServer', 'generatedHostname']

function planSettings(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  const wanted = Object.fromEntries(Object.entries(entry).filter(([field]) => settings.includes(field)))
  // A new environment already has its branch and server.
  const known = existing ?? { branch: entry.branch, server: entry.server, generatedHostname: true }
  const all = compareFields(planner, wanted, known)
  const changes = all.filter(({ field, after }) => field !== 'server' || after !== null)
  if (changes.length < all.length) pushUnlinked(planner, label)
  if (changes.length === 0) return
  const moves = changes.some(({ field }) => field === 'server') && found?.environment.liveServerId
  planner.items.push({
    action: 'change',
    kind: 'environment',
    name: label,
    changes,
    phase: 'content',
    ...(moves ? { note: 'moves the running environment with its data to another server' } : {}),
    run: async () => {
      if (found !== undefined) await changeSettings(planner, found.environment, changes)
    },
  })
}

function pushUnlinked({ items }: Planner, name: string): void {
  items.push({
    action: 'blocked',
    kind: 'environment',
    name,
    changes: [],
    phase: 'content',
    note: "an environment can't be taken off its server. Name another server, or delete the environment",
    run: () => Promise.resolve(),
  })
}

async function changeSettings(
  planner: Planner,
  { id, version }: Environment,
  changes: readonly FieldChange[],
): Promise<void> {
  const idOf = (name: unknown) => (typeof name === 'string' ? requireId(planner.serverIds, 'server', name) : null)
  const rest: [string, unknown][] = []
  let seen = version
  const change = async (operation: JsonOperation<object, Environment>, body: object) => {
    // Each request increases the version.
    seen = (await send(planner, operation, { id, body }, seen)).version
  }
  for (const { field, after } of changes) {
    if (field === 'branch') await change(changeBranch, { branch: after })
    else if (field === 'server') await change(linkServer, { serverId: idOf(after) })
    else rest.push(field === 'buildServer' ? ['buildServerId', idOf(after)] : [field, after])
  }
  if (rest.length > 0) await change(updateEnvironment, Object.fromEntries(rest))
}

function planServices(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  // A new environment is created with its services.
  if (entry.services === undefined || found === undefined) return
  const before = existing?.services ?? []
  const named = new Set(entry.services.map(({ name }) => name))
  const others = before.filter(({ name }) => !named.has(name))
  const wanted = [...entry.services, ...(planner.options.prune ? [] : others)]
  if (isSame(wanted, before)) {
    planner.unchanged += wanted.length
    return
  }
  const known = new Map(before.map((each) => [each.name, each]))
  const changed = wanted.filter((each) => !isSame(each, known.get(each.name)))
  const gone = planner.options.prune ? others : []
  const kind = 'services'
  planner.items.push({
    action: 'change',
    kind,
    name: label,
    changes: [
      ...changed.map((each) => ({ field: each.name, before: known.get(each.name), after: each })),
      ...gone.map((each) => ({ field: each.name, before: each })),
      ...(changed.length + gone.length === 0 ? [{ field: 'order' }] : []),
    ],
    phase: 'content',
    ...(gone.length === 0 ? {} : { note: `removes ${gone.map(({ name }) => name).join(', ')}` }),
    run: async () => {
      const { id } = found.environment
      const now = await planner.client.call(getEnvironment, { id })
      requireUnchanged({ kind, name: label }, { planned: before, now: now.services.map(toServiceEntry) })
      // The version is part of the key: the same list can be right again after another one.
      const content = [found.environment.version, wanted]
      const exists = async () => (await planner.client.call(getEnvironment, { id })).version > found.environment.version
      await createOnce(
        planner.client,
        configureServices,
        { id, body: { services: wanted } },
        { name: id, content, exists },
      )
    },
  })
}

/** An export leaves them out. */
const variableDefaults = { scope: 'runtime', sealed: false, expand: false }

/** A stored secret stays without its value, but its settings change only together with it. */
function needsValue(before: VariableEntry | undefined, changes: readonly FieldChange[]): boolean {
  return !isSecretReference(before?.value) || changes.some(({ field }) => field !== 'value')
}

function planVariables(planner: Planner, { label, entry, found, existing }: EnvironmentPair): void {
  const { variables } = entry
  if (variables === undefined) return
  const known = new Map((existing?.variables ?? []).map((each) => [variableName(each), each]))
  const changed = variables.flatMap((wanted) => {
    const before = known.get(variableName(wanted))
    const full = { scope: 'runtime', expand: false, ...wanted }
    const changes = compareFields(planner, full, before === undefined ? {} : { ...variableDefaults, ...before })
    return changes.length === 0 ? [] : [{ wanted, before, needsValue: needsValue(before, changes) }]
  })
  planner.unchanged += variables.length - changed.length
  for (const each of changed) if (each.needsValue) needSecrets(planner, each.wanted)
  if (changed.length > 0) pushVariables(planner, { label, changed, id: found?.environment.id })
  if (!planner.options.prune || found === undefined) return
  const named = new Set(variables.map(variableName))
  for (const each of existing?.variables ?? []) {
    if (named.has(variableName(each))) continue
    const { key, service } = each
    planner.items.push({
      action: 'delete',
      kind: 'variable',
      name: `${label} / ${variableName(each)}`,
      id: found.environment.id,
      changes: [],
      phase: 'deletions',
      run: () =>
        planner.client.call(deleteVariable, {
          id: found.environment.id,
          key,
          ...(service === undefined ? {} : { service }),
        }),
    })
  }
}

interface VariablesChange {
  readonly label: string
  readonly changed: readonly { wanted: VariableEntry; before: VariableEntry | undefined }[]
  readonly id: string | undefined
}

function pushVariables({ items, client, secrets }: Planner, { label, changed, id }: VariablesChange): void {
  items.push({
    action: changed.every(({ before }) => before === undefined) ? 'create' : 'change',
    kind: 'variables',
    name: label,
    changes: changed.map(({ wanted, before }) => ({
      field: variableName(wanted),
      before: before?.value,
      after: wanted.value,
    })),
    phase: 'content',
    run: async () => {
      if (id === undefined) return
      const variables = changed.map(
        ({ wanted: { key, value, scope = 'runtime', expand = false, service, sealed } }) => ({
          key,
          // Without a value, the stored one stays.
          ...(isSecretReference(value) && !secrets.has(value.fromEnvironment) ? {} : { value: secrets.resolve(value) }),
          secret: isSecretReference(value),
          scope,
          expand,
          ...(service === undefined ? {} : { service }),
          ...(sealed === undefined ? {} : { sealed }),
        }),
      )
      await client.call<object, unknown>(replaceVariables, { id, body: { variables, keepOthers: true } })
    },
  })
}
