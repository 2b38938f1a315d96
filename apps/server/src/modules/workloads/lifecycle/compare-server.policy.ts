/**
 * Compares a server with its desired state. Only resources with this instance's labels are listed. Busy environments
 * are skipped, because a run may be about to use or undo what is there. Volumes hold user data, so no action removes
 * them. Pure.
 */
import type { ExpectedContainer } from '../expected-containers.policy.ts'

export interface SeenContainer {
  name: string
  /** IDs from the labels; null without the label. */
  environment: string | null
  deployment: string | null
  service: string | null
  role: string | null
  state: 'running' | 'restarting' | 'stopped'
  /** Whether Docker starts it again on its own. */
  restarts: boolean
  /** Whether it has parts of the server that the operator no longer allows. */
  hasWithdrawnParts: boolean
}

export interface SeenServer {
  containers: readonly SeenContainer[]
  images: readonly { id: string; tags: readonly string[]; environment: string | null }[]
  networks: readonly { name: string; environment: string | null }[]
  /** Null when no proxy is running. */
  proxy: Readonly<Record<string, { current: string | null; releases: readonly string[] }>> | null
}

export interface KnownEnvironment {
  /** The ID as it appears in labels. */
  id: string
  /** True while a run is queued or running for it. */
  isBusy: boolean
  /** Stands in for an environment during a recovery drill, which removes everything itself. */
  isDrill?: true
  isStopped: boolean
  /** The release that receives traffic, if it runs on this server. */
  live: { deployment: string; containers: readonly ExpectedContainer[]; hasTraffic: boolean } | null
  network: string
  /** Deployments that are queued or running. Any other deployment that isn't live is over. */
  unfinished: ReadonlySet<string>
  /** Containers of one-off commands whose caller is still connected. */
  heldCommands: ReadonlySet<string>
  /** One-off containers of unfinished runs: created and not yet started, or ended and not yet read. */
  heldOneOffs: ReadonlySet<string>
  /** IDs and tags of images that a retained release or the live one references. */
  keptImages: ReadonlySet<string>
}

export type TidyAction =
  | { do: 'remove-container' | 'start-container' | 'stop-container'; name: string }
  /** Whether Docker starts the container again, for example when the server reboots. */
  | { do: 'set-restart'; name: string; restart: 'always' | 'no' }
  | { do: 'remove-network'; name: string }
  | { do: 'remove-image'; id: string }
  | { do: 'remove-release'; release: string }
  | { do: 'remove-folder' }
  /** Recreates all missing containers of the live release. */
  | { do: 'recreate' }
  | { do: 'switch-back'; release: string }
  /** Takes the traffic away from a stopped environment. */
  | { do: 'switch-off' }

export interface FoundDrift {
  code: string
  detail: string
  hint: string
  service?: string | undefined
}

export interface Finding {
  environment: string
  drift: FoundDrift[]
  actions: TidyAction[]
}

/**
 * `isRestored` is true after a restore of the control plane that no person has confirmed. The backup may know less than
 * the servers, so everything is left as it is.
 */
export function compareServer(
  seen: SeenServer,
  known: ReadonlyMap<string, KnownEnvironment>,
  { isRestored, trashed }: { isRestored: boolean; trashed: ReadonlySet<string> },
): Finding[] {
  const ids = new Set(known.keys())
  for (const each of [...seen.containers, ...seen.images, ...seen.networks]) {
    if (each.environment !== null) ids.add(each.environment)
  }
  for (const id of Object.keys(seen.proxy ?? {})) ids.add(id)
  return [...ids].flatMap((id) => {
    const environment = known.get(id)
    if (environment?.isBusy === true || environment?.isDrill === true) return []
    const part = partOf(seen, id)
    if (environment === undefined && trashed.has(id))
      return [isRestored ? leaveAlone(keepStopped(id, part)) : keepStopped(id, part)]
    if (environment === undefined) return isRestored ? [unknownFinding(id)] : [clearAway(id, part)]
    const finding =
      environment.live === null ? clearAway(id, part, environment) : compareLive(environment, environment.live, part)
    return [isRestored ? leaveAlone(finding) : finding]
  })
}

/** In the trash: nothing of it is removed, and nothing runs. Its server was unreachable, or restarted. */
function keepStopped(environment: string, { containers, folder }: Part): Finding {
  const running = containers.filter(({ state }) => state !== 'stopped')
  return {
    environment,
    drift: [],
    actions: [
      ...((folder?.current ?? null) === null ? [] : [{ do: 'switch-off' as const }]),
      ...running.map(({ name }) => ({ do: 'stop-container' as const, name })),
    ],
  }
}

type Part = ReturnType<typeof partOf>

function partOf(seen: SeenServer, id: string) {
  return {
    containers: seen.containers.filter((each) => each.environment === id),
    images: seen.images.filter((each) => each.environment === id),
    networks: seen.networks.filter((each) => each.environment === id),
    folder: seen.proxy?.[id] ?? null,
    hasProxy: seen.proxy !== null,
  }
}

function unknownFinding(environment: string): Finding {
  const detail = "The server has resources of an environment that isn't in the restored database."
  const hint = afterRestore
  return { environment, drift: [{ code: 'unknown_after_restore', detail, hint }], actions: [] }
}

const afterRestore = 'The instance was restored. Longshore changes nothing until an operator confirms the restore.'

/** Reports differences and leaves everything running. Unneeded images and networks aren't reported. */
function leaveAlone({ environment, drift, actions }: Finding): Finding {
  const isMore = actions.some((each) => each.do !== 'remove-image' && each.do !== 'remove-network')
  if (drift.length === 0 && !isMore) return { environment, drift, actions: [] }
  const detail = "The server has resources of this environment that aren't in the restored database."
  const hint = `${afterRestore} Deploy to bring them in sync.`
  const reported = drift.length > 0 ? drift : [{ code: 'newer_after_restore', detail, hint }]
  return { environment, drift: reported.map((each) => ({ ...each, hint })), actions: [] }
}

/**
 * Nothing of it is live here, because it was deleted or moved. Databases of a known environment are only reported,
 * because they have data.
 */
function clearAway(id: string, part: Part, environment?: KnownEnvironment): Finding {
  const isIn = (each: SeenContainer) =>
    environment?.heldOneOffs.has(each.name) === true ||
    environment?.heldCommands.has(each.name) === true ||
    (each.deployment !== null && environment?.unfinished.has(each.deployment) === true)
  const obsolete = part.containers.filter(
    (each) => !isIn(each) && (environment === undefined || each.role !== 'database'),
  )
  const stays = part.containers.length > obsolete.length
  const isPlain = environment === undefined || environment.unfinished.size === 0
  return {
    environment: id,
    drift: [],
    actions: [
      ...(part.folder !== null && isPlain ? [{ do: 'remove-folder' as const }] : []),
      ...obsolete.map(({ name }) => ({ do: 'remove-container' as const, name })),
      ...(stays || !isPlain ? [] : part.networks.map(({ name }) => ({ do: 'remove-network' as const, name }))),
      ...(isPlain ? unkeptImages(part, environment) : []),
    ],
  }
}

function unkeptImages(part: Part, environment?: KnownEnvironment): TidyAction[] {
  const isKept = ({ id, tags }: Part['images'][number]) =>
    environment !== undefined && [id, ...tags].some((each) => environment.keptImages.has(each))
  return part.images.filter((each) => !isKept(each)).map(({ id }) => ({ do: 'remove-image', id }))
}

type Live = NonNullable<KnownEnvironment['live']>

function compareLive(environment: KnownEnvironment, live: Live, part: Part): Finding {
  const found: Finding[] = [
    compareContainers(environment, live, part),
    ...(part.hasProxy ? [compareTraffic(environment, live, part)] : []),
  ]
  const isPlain = environment.unfinished.size === 0
  const rest: TidyAction[] = [
    ...part.networks
      .filter((each) => each.name !== environment.network)
      .map(({ name }) => ({ do: 'remove-network' as const, name })),
    ...(isPlain ? unkeptImages(part, environment) : []),
  ]
  return {
    environment: environment.id,
    drift: found.flatMap((each) => each.drift),
    actions: [...found.flatMap((each) => each.actions), ...rest],
  }
}

function compareContainers(environment: KnownEnvironment, live: Live, part: Part): Finding {
  const drift: FoundDrift[] = []
  const actions: TidyAction[] = []
  const byName = new Map(part.containers.map((each) => [each.name, each]))
  let isGone = false
  for (const { name, service, isDatabase } of live.containers) {
    const container = byName.get(name)
    byName.delete(name)
    const isDown = container === undefined || container.state !== 'running'
    if (container !== undefined && container.restarts === container.hasWithdrawnParts)
      actions.push({ do: 'set-restart', name, restart: container.hasWithdrawnParts ? 'no' : 'always' })
    if (environment.isStopped) {
      if (container !== undefined && container.state !== 'stopped') actions.push({ do: 'stop-container', name })
      continue
    }
    if (container?.hasWithdrawnParts === true) drift.push(withdrawnDrift(service))
    // A start would be refused.
    const isHeld = container?.hasWithdrawnParts === true && container.state === 'stopped'
    if (isDown && !isHeld) {
      drift.push(downDrift(service, container))
      if (container?.state === 'stopped') actions.push({ do: 'start-container', name })
      isGone ||= container === undefined && !isDatabase
    }
  }
  if (isGone) actions.push({ do: 'recreate' })
  for (const extra of byName.values()) {
    if (extra.deployment !== null && environment.unfinished.has(extra.deployment)) continue
    if (extra.role === 'command') {
      // The caller left, and the worker that would have removed the container stopped.
      if (!environment.heldCommands.has(extra.name)) actions.push({ do: 'remove-container', name: extra.name })
      continue
    }
    if (isOneOff(extra)) {
      // Without its run, nothing would end a program. Backup containers end on their own.
      const canGo = extra.state === 'stopped' || endless.has(extra.role ?? '')
      if (canGo && !environment.heldOneOffs.has(extra.name)) actions.push({ do: 'remove-container', name: extra.name })
      continue
    }
    drift.push(extraDrift(extra))
    if (extra.role !== 'database') actions.push({ do: 'remove-container', name: extra.name })
  }
  return { environment: environment.id, drift, actions }
}

/** A rehearsal includes a database, which doesn't end on its own. */
const endless: ReadonlySet<string> = new Set(['cron', 'release-command', 'rehearsal'])

/** One-off containers run to their end. The worker that started them removes them, unless it crashed. */
export function isOneOff({ role }: Pick<SeenContainer, 'role'>): boolean {
  return endless.has(role ?? '') || role === 'backup' || role === 'restore'
}

function downDrift(service: string, container: SeenContainer | undefined): FoundDrift {
  if (container === undefined) {
    const hint = 'Longshore recreates apps automatically. For a database, deploy again.'
    return { code: 'container_gone', detail: `A container of ${service} is missing.`, hint, service }
  }
  if (container.state === 'restarting') {
    const hint = 'Check its log. Roll back if an earlier version worked.'
    return { code: 'container_crashing', detail: `A container of ${service} keeps restarting.`, hint, service }
  }
  const hint = 'Longshore restarts it automatically. If it stops again, check its log.'
  return { code: 'container_stopped', detail: `A container of ${service} isn't running.`, hint, service }
}

function withdrawnDrift(service: string): FoundDrift {
  const detail = `A container of ${service} uses parts of the server that the operator no longer allows.`
  const hint = "Deploy without them, or ask an operator to allow them again. Once it stops, it doesn't start again."
  return { code: 'allowance_withdrawn', detail, hint, service }
}

function extraDrift({ name, service, role }: SeenContainer): FoundDrift {
  const hint =
    role === 'database'
      ? "It might contain data. Remove it manually once you're sure it isn't needed."
      : 'Longshore removes it automatically.'
  const of = service === null ? {} : { service }
  return { code: 'container_extra', detail: `The container ${name} isn't part of the live version.`, hint, ...of }
}

function compareTraffic(environment: KnownEnvironment, live: Live, { folder }: Part): Finding {
  const drift: FoundDrift[] = []
  const actions: TidyAction[] = []
  if (environment.isStopped) {
    if ((folder?.current ?? null) !== null) actions.push({ do: 'switch-off' })
    return { environment: environment.id, drift, actions }
  }
  if (live.hasTraffic && folder?.current !== live.deployment) {
    const there = folder?.current ?? 'nowhere'
    const detail = `Traffic goes to ${there} instead of the live version ${live.deployment}.`
    drift.push({
      code: 'traffic_elsewhere',
      detail,
      hint: 'Longshore switches it back automatically once the live version is running.',
    })
    // The proxy doesn't even have its addresses, for example after the loss of its volume, so they are sent again.
    if (folder?.releases.includes(live.deployment) !== true) actions.push({ do: 'recreate' })
    actions.push({ do: 'switch-back', release: live.deployment })
  }
  // Comes last, because a release that has the traffic by mistake can only be removed once the live one has it.
  for (const release of folder?.releases ?? []) {
    if (release !== live.deployment && !environment.unfinished.has(release))
      actions.push({ do: 'remove-release', release })
  }
  return { environment: environment.id, drift, actions }
}
