/**
 * The first contact with a server, the first after a change, and a check that a user requested.
 *
 * - Nothing is sent to a server before its host key is pinned; a different key ends the run.
 * - A server of another instance is left unchanged.
 * - Every step is idempotent. A run that ends early stores the reason as the server's problem, and the scheduled checks
 *   continue.
 */
import { gatherFacts } from '@longshore/remote/facts'
import { z } from 'zod'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type Step, type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { evaluateFacts } from '../evaluate-facts.remote.ts'
import { learnHostKeys } from '../host-keys.remote.ts'
import { claimServer, ownerOf } from '../owner-file.remote.ts'
import { recordFinding } from '../record-finding.action.ts'
import { saveContact } from '../server-condition.repository.ts'
import { serverProblems } from '../servers.problems.ts'
import { connectServer, type ServerSubject } from '../servers.references.ts'
import type { ServerRow } from '../servers.repository.ts'
import type { StoredHostKey } from '../servers.schemas.ts'
import { taskHooks } from './server-task.hooks.ts'
import { commandMs, connectTo, loadServer, loginMs, type ServerWork, scanServer, subjectOf } from './servers.context.ts'

const Done = z.object({})
type Done = z.output<typeof Done>
type Context = StepContext<ServerSubject>

export function createConnectServer(work: ServerWork): Workflow<ServerSubject> {
  const define = (name: string, run: (context: Context) => Promise<void>): Step<ServerSubject, Done> =>
    step({
      name,
      output: Done,
      deadlineMs: 60_000,
      retriesDeadline: true,
      attempts: 3,
      async run(context) {
        await run(context)
        return {}
      },
    })
  return workflow(
    connectServer,
    [
      define('pin-host-keys', (context) => pinHostKeys(work, context)),
      define('log-in', (context) => logIn(work, context)),
      define('claim', (context) => claim(work, context)),
      define('read-facts', (context) => readFacts(work, context)),
    ],
    taskHooks(),
  )
}

async function pinHostKeys(work: ServerWork, context: Context): Promise<void> {
  const subject = subjectOf(context)
  const row = await loadServer(work, subject)
  if (row.deletion_requested_at !== null) throw new PermanentError('not_found', 'The server is being deleted.')
  if (row.host_keys.length > 0 && row.status !== 'host_key_changed') return await beginIfPending(work, context, row)
  const shown = await connectTo(work, context, row, () => scanServer(work, row, context.signal))
  const known = choosePins(row, shown)
  if (known.length === 0) return await refuseKeys(work, context, row, shown)
  await context.write(async (tx) => {
    if (row.host_keys.length === 0) await saveContact(tx, subject.organizationId, { id: row.id, hostKeys: known })
    await recordFinding(tx, subject.organizationId, row.id, {
      observation: { kind: 'contact_began' },
      everyMs: work.everyMs,
    })
  })
}

/** A key that a user named is pinned alone; the others are learned over the connection that it verifies. */
function choosePins(row: ServerRow, shown: readonly StoredHostKey[]): StoredHostKey[] {
  if (row.host_keys.length > 0) return row.host_keys.filter((pin) => shown.some((key) => key.key === pin.key))
  if (row.expected_fingerprint === null) return [...shown]
  return shown.filter((key) => key.fingerprint === row.expected_fingerprint)
}

async function refuseKeys(
  work: ServerWork,
  context: Context,
  row: ServerRow,
  shown: readonly StoredHostKey[],
): Promise<never> {
  const expected = row.host_keys.length > 0 ? 'the pinned keys' : String(row.expected_fingerprint)
  const detail = `The server shows ${shown.map((key) => key.fingerprint).join(', ')} instead of ${expected}. Nothing was sent to it.`
  const hint =
    'Compare with "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub" on its console. Accept the key if they match.'
  const problem = { code: 'host_key_changed', title: 'The host key changed', detail, hint }
  await context.write((tx) =>
    recordFinding(tx, row.organization_id, row.id, {
      observation: { kind: 'host_key_changed', problem },
      everyMs: work.everyMs,
      offeredHostKeys: shown,
      generation: row.generation,
    }),
  )
  throw new PermanentError(problem.code, problem.detail, { hint })
}

async function beginIfPending(work: ServerWork, context: Context, row: ServerRow): Promise<void> {
  if (row.status !== 'pending') return
  await context.write((tx) =>
    recordFinding(tx, row.organization_id, row.id, { observation: { kind: 'contact_began' }, everyMs: work.everyMs }),
  )
}

async function logIn(work: ServerWork, context: Context): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const { signal } = context
  const learnt = await connectTo(work, context, row, () =>
    work.access.use(organizationId, id, (connection) => learnHostKeys(connection, row.host_keys, signal), {
      deadlineMs: loginMs,
      signal,
    }),
  )
  if (learnt !== null)
    context.record((tx) => saveContact(tx, organizationId, { id, hostKeys: learnt, expectedFingerprint: null }))
}

async function claim(work: ServerWork, context: Context): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const owner = await ownerOf(work, row)
  const { signal } = context
  const claimed = await connectTo(work, context, row, () =>
    work.access.use(organizationId, id, (connection) => claimServer(connection, owner, signal), {
      deadlineMs: loginMs,
      signal,
    }),
  )
  if (claimed.isOurs) return
  const { code, title, hint } = serverProblems.server_already_managed
  const detail = `The server belongs to ${claimed.holder}.`
  await context.write((tx) =>
    recordFinding(tx, organizationId, id, {
      observation: { kind: 'not_ours', problem: { code, title, detail, hint } },
      everyMs: work.everyMs,
      generation: row.generation,
    }),
  )
  throw new PermanentError(code, detail, { hint })
}

async function readFacts(work: ServerWork, context: Context): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const { signal } = context
  const gathered = await connectTo(work, context, row, () =>
    work.access.use(organizationId, id, (connection) => gatherFacts(connection, { deadlineMs: commandMs, signal }), {
      deadlineMs: loginMs,
      signal,
    }),
  )
  const problem = evaluateFacts(row, gathered)
  context.record(async (tx) => {
    await recordFinding(tx, organizationId, id, {
      observation: { kind: 'seen', problem },
      facts: gathered.facts,
      everyMs: work.afterContactMs ?? work.everyMs,
      generation: row.generation,
    })
  })
}
