/** The invariants over everything that happened in one schedule. */

import { labelNames } from '../../../apps/server/src/modules/workloads/server-names.policy.ts'
import type { Id } from '../../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../../apps/server/src/platform/ids/type-id.ts'
import type { MemoryDeployment } from './memory-records.ts'
import type { Effect, MemoryServer } from './memory-server.ts'
import { insertedStep } from './releases.ts'
import type { Simulation } from './simulation.ts'

const terminal: ReadonlySet<string> = new Set(['live', 'retired', 'failed', 'cancelled', 'superseded'])

/** Broken invariants, as sentences that begin with the invariant. */
export function checkHistory(simulation: Simulation): string[] {
  return [
    ...checkEnds(simulation),
    ...checkSwitches(simulation),
    ...checkStatus(simulation),
    ...checkLeftovers(simulation),
    ...checkKept(simulation),
    ...checkWaits(simulation),
    ...checkDataWork(simulation),
    ...checkReleases(simulation),
    ...checkPrograms(simulation),
  ]
}

/** Release commands are users' programs: no fault may start one twice. */
function checkPrograms({ servers }: Simulation): string[] {
  return [...servers.values()].flatMap((server) => {
    const starts = new Map<string, number>()
    for (const { kind, what } of server.effects)
      if (kind === 'start' && what.endsWith('-release')) starts.set(what, (starts.get(what) ?? 0) + 1)
    return [...starts].filter(([, times]) => times > 1).map(([what, times]) => `I10 ${what} was started ${times} times`)
  })
}

function checkEnds({ rows, runs }: Simulation): string[] {
  const open = rows.deployments.all().filter((each) => !terminal.has(each.status))
  const unfinished = runs.runs.all().filter((run) => run.finished_at === null)
  const wrong = rows.deployments.all().filter((each) => each.status === 'cancelled' && each.switchedAt !== null)
  return [
    ...open.map((each) => `I1 ${name(each.id)} is ${each.status} for ever`),
    ...unfinished.map((run) => `I1 run ${name(run.id)} is ${run.status} in ${run.current_step} for ever`),
    ...rows.forbidden.map(({ deploymentId, from, to }) => `I1 ${name(deploymentId)} went from ${from} to ${to}`),
    ...wrong.map((each) => `I7 ${name(each.id)} had switched and is cancelled`),
  ]
}

function checkSwitches(simulation: Simulation): string[] {
  const broken: string[] = []
  for (const server of simulation.servers.values()) {
    const newest = new Map<string, number>()
    for (const effect of server.effects.filter((each) => each.kind === 'switch' || each.kind === 'put')) {
      if (effect.fence < (newest.get(effect.what) ?? 0)) broken.push(`I10 an old fence was taken: ${show(effect)}`)
      newest.set(effect.what, effect.fence)
      if (isAfterItsEnd(simulation, effect))
        broken.push(`I10 traffic was moved by a deployment that was over: ${show(effect)}`)
    }
    for (const deployment of simulation.rows.deployments.all())
      broken.push(...checkForward(simulation, server, deployment))
  }
  return broken
}

/** Reconciling runs are excluded: they only repeat what the rows say. */
function isAfterItsEnd({ rows, runs, runOfFence }: Simulation, { fence, at }: Effect): boolean {
  const id = runOfFence.get(fence) ?? ''
  const endedAt = runs.runs.get(id)?.finished_at ?? null
  return endedAt !== null && at > endedAt.getTime() && rows.deployments.get(id) !== undefined
}

function checkForward(
  simulation: Simulation,
  server: MemoryServer,
  { id, status, sha, trigger }: MemoryDeployment,
): string[] {
  const release = encodeId('dep', id)
  const own = server.effects.filter((each) => each.kind === 'switch' && simulation.runOfFence.get(each.fence) === id)
  const forward = own.filter((each) => each.release === release)
  const broken: string[] = []
  if (forward.length > 1) broken.push(`I2 ${name(id)} was switched to ${forward.length} times`)
  if (forward.length > 0 && (status === 'cancelled' || status === 'superseded'))
    broken.push(`I7 ${name(id)} is ${status} and had the traffic`)
  const behavior = simulation.behaviors.get(sha)
  const canBeHealthy =
    behavior === undefined ||
    (behavior.status < 500 && behavior.readyAfterMs < (behavior.crashAfterMs ?? 1e8) && behavior.exitCode === 0)
  if (forward.length > 0 && trigger !== 'rollback' && !canBeHealthy && !hasReleaseCommandOnly(simulation, id))
    broken.push(`I2 ${name(id)} got the traffic and was never healthy`)
  return broken
}

/** A failing release command only affects releases that have one. */
function hasReleaseCommandOnly({ rows, behaviors }: Simulation, id: Id<'dep'>): boolean {
  const { environmentId, sha } = rows.deployment(id)
  const services = rows.desired.get(environmentId)?.services ?? []
  const { exitCode = 0, status = 200 } = behaviors.get(sha) ?? {}
  return exitCode !== 0 && status < 500 && services.every((each) => each.configuration.releaseCommand === null)
}

/** The release that is live in the rows has the traffic and runs. */
function checkStatus({ rows, servers }: Simulation): string[] {
  return [...rows.desired.keys()].flatMap((environmentId) => {
    const environment = encodeId('env', rows.desired.get(environmentId)?.environment.id ?? ('' as Id<'env'>))
    const liveId = rows.standings.get(environmentId)?.liveId ?? null
    const live = rows.deployments.all().filter((each) => each.environmentId === environmentId && each.status === 'live')
    const broken = live.length > 1 ? [`I2 ${live.length} deployments of ${environment} are live`] : []
    if ((live[0]?.id ?? null) !== liveId) broken.push(`I2 the environment says ${liveId}, the rows ${live[0]?.id}`)
    for (const server of servers.values()) {
      const current = server.environments.get(environment)?.current ?? null
      const expected = liveId === null ? null : encodeId('dep', liveId)
      if (current !== expected)
        broken.push(
          `I2 ${liveId === null ? 'nothing' : name(liveId)} is live and ${current?.slice(-4) ?? 'nothing'} has the traffic`,
        )
      if (liveId !== null) broken.push(...checkRunning(server, liveId))
    }
    return broken
  })
}

function checkRunning(server: MemoryServer, liveId: Id<'dep'>): string[] {
  const own = [...server.containers.values()].filter(
    ({ spec }) =>
      spec.labels[labelNames.deployment] === encodeId('dep', liveId) && spec.labels[labelNames.role] === 'app',
  )
  if (own.length === 0) return [`I3 ${name(liveId)} is live and has no container`]
  return own.filter((each) => each.startedAt === null).map((each) => `I3 ${each.spec.name} is live and stopped`)
}

/** Releases that are kept for rollbacks had the traffic once. */
function checkKept({ rows }: Simulation): string[] {
  return rows.releases
    .all()
    .filter((each) => !each.imagesRemoved && !['live', 'retired'].includes(rows.deployment(each.deploymentId).status))
    .map((each) => `I5 the release of ${name(each.deploymentId)} is kept, which never was live`)
}

function checkLeftovers(simulation: Simulation): string[] {
  const { rows, servers } = simulation
  const liveIds = rows.standings.all().flatMap(({ liveId }) => (liveId === null ? [] : [encodeId('dep', liveId)]))
  const live = new Set(liveIds)
  const broken: string[] = []
  for (const server of servers.values()) {
    for (const { spec } of server.containers.values()) {
      const isKnown = spec.labels[labelNames.role] === 'database' || live.has(spec.labels[labelNames.deployment] ?? '')
      if (!isKnown) broken.push(`I5 container ${spec.name.slice(-40)} is left`)
    }
    for (const environment of server.environments.values()) {
      for (const release of environment.releases.keys())
        if (!live.has(release)) broken.push(`I5 release ${release.slice(-4)} is left at the proxy`)
    }
    const kept = new Set(rows.releases.all().map((each) => encodeId('dep', each.deploymentId)))
    for (const image of server.images.values()) {
      const owner = image.labels[labelNames.deployment]
      if (owner !== undefined && !kept.has(owner)) broken.push(`I5 image of ${owner.slice(-4)} is left`)
    }
  }
  return broken
}

function checkWaits({ stuck, runs }: Simulation): string[] {
  const late = runs.runs
    .all()
    .filter(({ error }) => error?.code === 'step_deadline_exceeded' && error.step === 'build-image')
  const waiting = stuck.map((id) => `${runs.runs.get(id)?.kind} ${id.slice(-4)}`)
  return [
    ...(waiting.length === 0 ? [] : [`I11 these runs wait for each other: ${waiting.join(', ')}`]),
    ...late.map((run) => `I1 the build of ${name(run.id)} was ended by its step and not by its own limit`),
  ]
}

/** A restore has the environment exclusively; runs that it blocks ended before it. */
function checkDataWork({ runs }: Simulation): string[] {
  const all = runs.runs.all().filter((run) => run.started_at !== null)
  const restores = all.filter((run) => run.kind === 'restore-backup')
  return restores.flatMap((restore) => {
    const held = all.filter((run) => run.held_by === restore.id)
    const others = all.filter((run) => run.kind === 'backup' && run.held_by === null && isSameEnvironment(run, restore))
    return [
      ...held
        .filter((run) => timeOf(run.finished_at) > timeOf(restore.finished_at))
        .map((run) => `I10 backup ${run.id.slice(-4)} outlived the restore that it was for`),
      ...others
        .filter((run) => timeOf(run.started_at) < timeOf(restore.finished_at))
        .filter((run) => timeOf(restore.started_at) < timeOf(run.finished_at))
        .map((run) => `I10 backup ${run.id.slice(-4)} ran beside restore ${restore.id.slice(-4)}`),
    ]
  })
}

function isSameEnvironment(a: { input: unknown }, b: { input: unknown }): boolean {
  const of = ({ input }: { input: unknown }) => (input as { environmentId: string }).environmentId
  return of(a) === of(b)
}

/** A run that hasn't ended lasts forever. */
function timeOf(at: Date | null): number {
  return at?.getTime() ?? Number.POSITIVE_INFINITY
}

/** A failed run has undone the leftovers of a release's step, or reports that it couldn't. */
function checkReleases({ marks, runs, faults }: Simulation): string[] {
  // A worker that was replaced without knowing it may leave a mark later. Nothing cleans these up.
  if (faults.hasStaleWorker) return []
  return [...marks].flatMap((id) => {
    const { status, error } = runs.runs.get(id) ?? { status: 'gone', error: null }
    const isReported = error?.notUndone?.includes(insertedStep) === true
    return status === 'succeeded' || isReported ? [] : [`I5 ${name(id)} is ${status} and its mark is left`]
  })
}

function name(id: string): string {
  return `deployment ${id.slice(-4)}`
}

function show({ what, release, fence, previous }: Effect): string {
  return `${what.slice(-4)} ${previous?.slice(-4)} → ${release?.slice(-4)} at fence ${fence}`
}
