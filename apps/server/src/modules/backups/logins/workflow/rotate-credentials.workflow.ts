/**
 * Rotates the password of a database. Both passwords are known until the new one is in use, so a run can continue after
 * a crash at any point: a database that already accepts the new password stays as it is. Then the live release is
 * deployed again with the new password.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { createSealer } from '../../../../platform/secrets/seal.ts'
import { contextOf } from '../../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../../platform/secrets/secret.ts'
import type { Unsealer } from '../../../../platform/secrets/unseal.ts'
import { deployLiveRelease } from '../../../deployments/index.ts'
import {
  findNextPassword,
  findServiceCredential,
  nextServicePassword,
  servicePassword,
  takeNextPassword,
} from '../../../environments/index.ts'
import {
  type DataRuntimes,
  databaseContainerName,
  type EngineImage,
  type LiveDatabase,
  type LiveDatabases,
  remoteStep,
} from '../../../workloads/worker.ts'
import { rotateCredentials } from '../database-logins.references.ts'
import { changeOfRoot, type Login, loginContainer, loginOf, rootClient } from '../login-container.remote.ts'

type Input = z.output<typeof rotateCredentials.input>
type Context = StepContext<Input>

export interface RotationTools {
  readonly database: Database
  readonly unsealer: Unsealer
  readonly runtimes: DataRuntimes
  readonly databases: LiveDatabases
}

const attempts = 5
const clientWithinMs = 60_000
const maxOutputBytes = 64 << 10

export function createRotateCredentials(tools: RotationTools): Workflow<Input> {
  const change = remoteStep<Input, { isDone: boolean }>({
    name: 'change-password',
    output: z.object({ isDone: z.boolean() }),
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    attempts,
    // From here on the run can't be canceled, because the database may already have the new password.
    cancellable: false,
    async run(context) {
      await changePassword(tools, context)
      return { isDone: true }
    },
  })
  return workflow(rotateCredentials, [change])
}

async function changePassword(tools: RotationTools, context: Context): Promise<void> {
  const place = placeOf(context)
  const { organizationId, environmentId, serviceId } = place
  const next = await openNext(tools, place)
  // The password was already changed, and this is a retry.
  if (next === null) return
  const live = await tools.databases.open({ organizationId, environmentId }, serviceId)
  await tools.runtimes.use(
    organizationId,
    live.serverId,
    async (runtime) => {
      const image = await tools.databases.imageOf(runtime, live, context.signal)
      await setPassword(runtime, context, { live, image, next: next.password.reveal() })
    },
    context.signal,
  )
  const sealer = createSealer(tools.unsealer.keys[0].recipient)
  const sealedPassword = await sealer.seal(contextOf(servicePassword, next.id, organizationId), next.password)
  context.record(async (tx) => {
    await takeNextPassword(tx, organizationId, { id: next.id, sealedPassword })
    await deployLiveRelease(tx, organizationId, { environmentId, by: null })
  })
}

interface Change {
  readonly live: LiveDatabase
  readonly image: EngineImage
  readonly next: string
}

async function setPassword(runtime: Runtime & DataRuntime, context: Context, change: Change): Promise<void> {
  const { live, next } = change
  if (!/^[0-9a-f]{48}$/.test(next)) throw new Error('a generated password is hexadecimal')
  const ask = (login: Login, input: string) => run(runtime, context, { change, login, input })
  const [newLogin, oldLogin] = [loginOf(live, next), loginOf(live, live.access.password)]
  let isChanged = await ask(newLogin, newLogin.greeting)
  if (!isChanged) {
    await ask(oldLogin, oldLogin.change(next))
    isChanged = await ask(newLogin, newLogin.greeting)
  }
  // Also runs when an earlier attempt only changed the app's login.
  if (isChanged) return await changeRoot(runtime, context, change)
  throw new PermanentError('password_not_changed', `${live.service.name} didn't accept a new password.`, {
    hint: 'Check that the database is running and that nobody changed its password manually. The old one is still in use.',
  })
}

/**
 * MariaDB's root got the same password when the volume was created, and can only log in from inside the container. If
 * it accepts neither the old nor the new password, someone changed it by hand.
 */
async function changeRoot(runtime: Runtime, { signal }: Context, { live, next }: Change): Promise<void> {
  if (live.service.kind !== 'mariadb') return
  const container = databaseContainerName(live.service.serviceId)
  for (const password of [live.access.password, next]) {
    const call = { signal, deadlineMs: clientWithinMs, input: changeOfRoot(password, next) }
    const { exitCode } = await runtime.execIn(container, rootClient, call)
    if (exitCode === 0) return
  }
}

/** Returns whether the client could log in and finish. */
async function run(
  runtime: Runtime & DataRuntime,
  { run: { id }, signal }: Context,
  { change: { live, image }, login, input }: { change: Change; login: Login; input: string },
): Promise<boolean> {
  const name = `longshore-${encodeId('svc', live.service.serviceId)}-${encodeId('run', id)}-login`
  const { result, exitCode } = await runtime.runPiped(loginContainer(live, image, login, name), {
    input: once(input),
    signal,
    deadlineMs: clientWithinMs,
    async use(output) {
      let text = ''
      for await (const part of output) if (text.length < maxOutputBytes) text += part.toString('utf8')
      return text
    },
  })
  return exitCode === 0 && login.isDone(result)
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

interface Place {
  organizationId: OrganizationId
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
}

function placeOf({ run: { organizationId, input } }: Context): Place {
  const { environmentId, serviceId } = input
  return { organizationId, environmentId: environmentId, serviceId: serviceId }
}

async function openNext(
  { database, unsealer }: RotationTools,
  { organizationId, serviceId }: Place,
): Promise<{ id: Id<'crd'>; password: Secret } | null> {
  const found = await database.tenant(organizationId, async (tx) => {
    const credential = await findServiceCredential(tx, organizationId, serviceId)
    if (credential === undefined) return null
    const sealed = await findNextPassword(tx, organizationId, credential.id)
    return sealed === null ? null : { id: credential.id, sealed }
  })
  if (found === null) return null
  const context = contextOf(nextServicePassword, found.id, organizationId)
  return { id: found.id, password: await unsealer.unseal(context, found.sealed) }
}
