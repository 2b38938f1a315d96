/**
 * One scheduled check of a server. A check without changes writes one narrow row and nothing else, not even the
 * workflow journal. A server that was never connected is only probed: when the login works, a run makes the first
 * contact.
 */
import { gatherFacts, type Heartbeat, readHeartbeat } from '@longshore/remote/facts'
import { RemoteError } from '@longshore/remote/ssh'
import { startRun } from '../../platform/durable/runs.ts'
import { problemOf } from './connection-problem.remote.ts'
import { neededDockerOf } from './evaluate-facts.remote.ts'
import { ownerOf, readServerOwner } from './owner-file.remote.ts'
import { conditionOf, type Finding, isSame, recordFinding } from './record-finding.action.ts'
import { type DueServer, recordUnchangedCheck } from './server-checks.system-repository.ts'
import { evaluateFitness } from './server-fitness.policy.ts'
import { nextCheckInMs } from './server-schedule.policy.ts'
import { serverProblems } from './servers.problems.ts'
import { connectServer } from './servers.references.ts'
import { findServer, type ServerRow } from './servers.repository.ts'
import type { ServerFacts } from './servers.schemas.ts'
import { observe } from './servers.status.ts'
import { type AfterCheck, commandMs, loginMs, type ServerWork, scanServer } from './workflow/servers.context.ts'

const factsEveryMs = 60 * 60_000

/** `quiet`: nothing new. `lost`: another worker checked first. */
export type CheckEnd = 'quiet' | 'changed' | 'lost' | 'gone'

export async function checkServer(work: ServerWork, due: DueServer, signal: AbortSignal): Promise<CheckEnd> {
  const { id, organizationId } = due
  const row = await work.database.tenant(organizationId, (tx) => findServer(tx, organizationId, id))
  if (row === undefined) return 'gone'
  if (row.connected_at === null && row.status !== 'host_key_changed') return await probePort(work, row, due, signal)
  return await write(work, row, due, await inspect(work, row, signal))
}

async function inspect(work: ServerWork, row: ServerRow, signal: AbortSignal): Promise<Finding> {
  const options = { deadlineMs: commandMs, signal }
  const needsFacts = row.facts === null || row.facts_at === null || Date.now() - row.facts_at.getTime() > factsEveryMs
  try {
    return await work.access.use(
      row.organization_id,
      row.id,
      async (connection) => {
        const owned = await readServerOwner(connection, await ownerOf(work, row), signal)
        if (!owned.isOurs) return notOurs(owned.holder)
        if (!needsFacts && row.facts !== null) {
          const pulse = await readHeartbeat(connection, options)
          // A newly installed Docker needs fresh facts before it is evaluated.
          if ((pulse.dockerError === null) === (row.facts.docker !== null)) {
            if (pulse.dockerError === null) await work.afterCheck?.(subjectOfRow(row), connection, signal)
            return seen(row, row.facts, pulse)
          }
        }
        const { facts, dockerError } = await gatherFacts(connection, options)
        return { ...seen(row, facts, { ...facts.resources, ...facts.os, dockerError }), facts }
      },
      { deadlineMs: loginMs, signal },
    )
  } catch (error) {
    return await missed(work, row, error, signal)
  }
}

function subjectOfRow(row: ServerRow): Parameters<AfterCheck>[0] {
  const { organization_id: organizationId, id, proxy_status: status, proxy_version: version } = row
  return { organizationId, id, proxy: { status, version } }
}

function seen(row: ServerRow, facts: ServerFacts, pulse: Heartbeat): Finding {
  const docker = { docker: facts.docker, neededDocker: neededDockerOf(facts.docker) }
  const condition = { ...pulse, ...docker, sudo: facts.os.sudo, username: row.username }
  return { observation: { kind: 'seen', problem: evaluateFitness(condition, row.problem?.code ?? null) } }
}

function notOurs(holder: string): Finding {
  const { code, title, hint } = serverProblems.server_already_managed
  return {
    observation: { kind: 'not_ours', problem: { code, title, detail: `The server belongs to ${holder}.`, hint } },
  }
}

async function missed(work: ServerWork, row: ServerRow, error: unknown, signal: AbortSignal): Promise<Finding> {
  if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
  signal.throwIfAborted()
  const problem = problemOf(error, row)
  if (error.code !== 'host_key_changed' && error.code !== 'host_key_unknown')
    return { observation: { kind: 'missed', problem } }
  const offeredHostKeys = await scanServer(work, row, signal).catch(() => [])
  return { observation: { kind: 'host_key_changed', problem }, offeredHostKeys }
}

/** Only tests the login; nothing more is done on a server that isn't ours yet. */
async function probePort(work: ServerWork, row: ServerRow, due: DueServer, signal: AbortSignal): Promise<CheckEnd> {
  let finding: Finding | undefined
  try {
    if (row.host_keys.length === 0) await scanServer(work, row, signal)
    else
      finding = await work.access.use(
        row.organization_id,
        row.id,
        async (connection) => {
          const owned = await readServerOwner(connection, await ownerOf(work, row), signal)
          return owned.isOurs ? undefined : notOurs(owned.holder)
        },
        { deadlineMs: loginMs, signal },
      )
  } catch (error) {
    finding = await missed(work, row, error, signal)
  }
  if (finding !== undefined) return await write(work, row, due, finding)
  const { organization_id: organizationId, id } = row
  await work.database.tenant(organizationId, async (tx) => {
    await startRun(tx, { workflow: connectServer, key: id, input: { serverId: id }, organizationId })
    await recordFinding(tx, organizationId, id, {
      observation: { kind: 'contact_began' },
      everyMs: work.everyMs,
      generation: row.generation,
    })
  })
  return 'changed'
}

async function write(work: ServerWork, row: ServerRow, due: DueServer, finding: Finding): Promise<CheckEnd> {
  const before = conditionOf(row)
  const after = observe(before, finding.observation)
  const { kind } = finding.observation
  const isQuiet = isSame(before, after) && finding.facts === undefined && after.misses === before.misses
  if (isQuiet || (row.status === 'pending' && isSame(before, after))) {
    const ageMs = Date.now() - row.contact_began_at.getTime()
    const nextInMs = nextCheckInMs({ status: after.status, ageMs, everyMs: work.everyMs, random: Math.random() })
    const isSeen = kind === 'seen' || kind === 'not_ours'
    return (await recordUnchangedCheck(work.database.systemDb, { id: row.id, due: due.due, nextInMs, isSeen }))
      ? 'quiet'
      : 'lost'
  }
  const { organization_id: organizationId } = row
  const hasChanged = await work.database.tenant(organizationId, (tx) =>
    recordFinding(tx, organizationId, row.id, { ...finding, everyMs: work.everyMs, generation: row.generation }),
  )
  return hasChanged ? 'changed' : 'quiet'
}
