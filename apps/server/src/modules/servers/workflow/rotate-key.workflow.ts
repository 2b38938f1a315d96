/**
 * Replaces the key of a server. At any time the database has a key that the server accepts: the new one is installed
 * next to the old one and verified by its own login before it becomes the current one, and the old one is removed only
 * after that. After a crash, the next attempt continues from there; a failure before the verification removes the new
 * key again.
 */
import { RemoteError, type ServerConnection } from '@longshore/remote/ssh'
import { z } from 'zod'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { addAuthorizedKey, removeAuthorizedKey } from '../authorized-keys.remote.ts'
import { saveContact } from '../server-condition.repository.ts'
import { deleteServerKey, listServerKeys, moveServerKey, type ServerKeyRow } from '../server-keys.repository.ts'
import { saveTaskResult } from '../server-tasks.repository.ts'
import type { ServerTaskResult } from '../server-tasks.schemas.ts'
import { rotateServerKey } from '../servers.references.ts'
import { taskHooks } from './server-task.hooks.ts'
import {
  commandMs,
  connectTo,
  loadServer,
  loginMs,
  type ServerWork,
  type Subject,
  subjectOf,
} from './servers.context.ts'

type Input = z.output<typeof rotateServerKey.input>
type Context = Pick<StepContext<Input>, 'run' | 'input' | 'signal' | 'record' | 'write'>
const Done = z.object({})
const deadlineMs = 90_000

export function createRotateServerKey(work: ServerWork): Workflow<Input> {
  const install = step({
    name: 'install-new-key',
    output: Done,
    deadlineMs,
    retriesDeadline: true,
    run: (context: Context) => installNewKey(work, context),
    undo: (context: Context) => discardNewKey(work, context),
  })
  const prove = step({
    name: 'prove-new-key',
    output: Done,
    deadlineMs,
    retriesDeadline: true,
    run: (context: Context) => verifyNewKey(work, context),
  })
  const remove = step({
    name: 'remove-old-key',
    output: Done,
    deadlineMs,
    retriesDeadline: true,
    cancellable: false,
    run: (context: Context) => removeOldKey(work, context),
  })
  return workflow(rotateServerKey, [install, prove, remove], taskHooks())
}

async function installNewKey(work: ServerWork, context: Context): Promise<Record<string, never>> {
  const subject = subjectOf(context)
  const keys = await readKeys(work, subject)
  const next = keys.find((key) => key.state === 'next')
  if (next === undefined) throw new PermanentError('key_missing', 'The new key was removed. Start the rotation again.')
  const leftover = keys.find((key) => key.state === 'old')
  const { signal } = context
  const row = await loadServer(work, subject)
  const change = async (connection: Pick<ServerConnection, 'run'>) => {
    await addAuthorizedKey(connection, next.public_key, signal)
    // Left behind by a rotation that couldn't finish.
    if (leftover !== undefined && context.input.removeOld)
      await removeAuthorizedKey(connection, leftover.public_key, signal)
  }
  await connectTo(work, context, row, () =>
    work.access.use(subject.organizationId, subject.id, change, { deadlineMs: loginMs, signal }),
  )
  return {}
}

async function discardNewKey(work: ServerWork, context: Context): Promise<void> {
  const subject = subjectOf(context)
  const next = (await readKeys(work, subject)).find((key) => key.state === 'next')
  if (next === undefined) return
  try {
    await work.access.use(
      subject.organizationId,
      subject.id,
      (connection) => removeAuthorizedKey(connection, next.public_key, context.signal),
      { deadlineMs: loginMs, signal: context.signal },
    )
  } catch (error) {
    // Its private half is about to be deleted, so a line that stays behind opens nothing.
    if (!(error instanceof RemoteError || error instanceof PermanentError)) throw error
    context.signal.throwIfAborted()
  }
  context.record((tx) => deleteServerKey(tx, subject.organizationId, { serverId: subject.id, state: 'next' }))
}

async function verifyNewKey(work: ServerWork, context: Context): Promise<Record<string, never>> {
  const { organizationId, id } = subjectOf(context)
  const keys = await readKeys(work, { organizationId, id })
  const [current, next] = [keys.find((key) => key.state === 'current'), keys.find((key) => key.state === 'next')]
  if (next === undefined) throw new PermanentError('key_missing', 'The new key was removed. Start the rotation again.')
  try {
    await using connection = await work.access.open(organizationId, id, {
      deadlineMs: loginMs,
      signal: context.signal,
      key: 'next',
    })
    await connection.run(['true'], { deadlineMs: commandMs, signal: context.signal })
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code !== 'key_refused') throw error
    throw new PermanentError('new_key_refused', "The server doesn't accept the new key, so the old one stays in use.", {
      hint: 'sshd might not read keys from ~/.ssh/authorized_keys. Check AuthorizedKeysFile in the output of "sshd -T".',
      cause: error,
    })
  }
  context.record(async (tx) => {
    await deleteServerKey(tx, organizationId, { serverId: id, state: 'old' })
    if (current !== undefined) await moveServerKey(tx, organizationId, { id: current.id, to: 'old' })
    await moveServerKey(tx, organizationId, { id: next.id, to: 'current' })
    await saveContact(tx, organizationId, { id, isNewContact: true })
  })
  return {}
}

async function removeOldKey(work: ServerWork, context: Context): Promise<Record<string, never>> {
  const { organizationId, id } = subjectOf(context)
  const keys = await readKeys(work, { organizationId, id })
  const [current, old] = [keys.find((key) => key.state === 'current'), keys.find((key) => key.state === 'old')]
  let oldKey: ServerTaskResult['oldKey'] = 'kept'
  if (old !== undefined && context.input.removeOld)
    oldKey = await removeVerified(work, { organizationId, id }, old, context)
  context.record(async (tx) => {
    await deleteServerKey(tx, organizationId, { serverId: id, state: 'old' })
    const result = { oldKey, ...(current === undefined ? {} : { publicKey: current.public_key }) }
    await saveTaskResult(tx, organizationId, { id: context.run.id, result })
  })
  return {}
}

/** Removes the line and verifies it on the server, which may know the key from another place. */
async function removeVerified(
  work: ServerWork,
  { organizationId, id }: Subject,
  old: ServerKeyRow,
  { signal }: Context,
): Promise<'removed' | 'still_accepted'> {
  await work.access.use(organizationId, id, (connection) => removeAuthorizedKey(connection, old.public_key, signal), {
    deadlineMs: loginMs,
    signal,
  })
  try {
    await using _connection = await work.access.open(organizationId, id, { deadlineMs: loginMs, signal, key: 'old' })
    return 'still_accepted'
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'key_refused') return 'removed'
    throw error
  }
}

async function readKeys(work: ServerWork, { organizationId, id }: Subject): Promise<ServerKeyRow[]> {
  return await work.database.tenant(organizationId, (tx) => listServerKeys(tx, organizationId, id))
}
