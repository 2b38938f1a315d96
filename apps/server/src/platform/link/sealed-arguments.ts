/**
 * Arguments on the wire. Every `Secret` is removed, sealed to the worker for this one token, and restored on the other
 * side. The paths are sent separately from the arguments, so that no user text can look like one.
 */
import { z } from 'zod'
import type { Sealer } from '../secrets/seal.ts'
import type { SealContext } from '../secrets/sealed-format.ts'
import { Secret } from '../secrets/secret.ts'

const maximumDepth = 20
const maximumSecrets = 100

const Wire = z.strictObject({
  args: z.unknown(),
  sealed: z
    .array(z.strictObject({ path: z.array(z.string()).max(maximumDepth), value: z.string() }))
    .max(maximumSecrets),
})

export interface CallIdentity {
  call: string
  tokenId: string
  organizationId: string | null
}

export async function packArguments(sealer: Sealer, identity: CallIdentity, args: unknown): Promise<Buffer> {
  const secrets: { path: string[]; secret: Secret }[] = []
  const open = extract(args, [], secrets)
  if (secrets.length > maximumSecrets) throw new RangeError(`at most ${maximumSecrets} secrets in one call`)
  const sealed = await Promise.all(
    secrets.map(async ({ path, secret }) => ({ path, value: await sealer.seal(contextOf(identity, path), secret) })),
  )
  return Buffer.from(JSON.stringify({ args: open, sealed }))
}

/** The worker's unsealer, typed structurally, because the API loads this file too. */
export async function unpackArguments(
  unsealer: { unseal(context: SealContext, sealed: string): Promise<Secret> },
  identity: CallIdentity,
  content: Buffer,
): Promise<{ args: unknown; secrets: Secret[] }> {
  const { args, sealed } = Wire.parse(JSON.parse(content.toString('utf8')))
  const holder = { args }
  const secrets: Secret[] = []
  for (const { path, value } of sealed) {
    const secret = await unsealer.unseal(contextOf(identity, path), value)
    secrets.push(secret)
    place(holder, ['args', ...path], secret)
  }
  return { args: holder.args, secrets }
}

/** No table has this name, so a stored ciphertext is never accepted as an argument, nor the reverse. */
function contextOf(identity: CallIdentity, path: readonly string[]): SealContext {
  const column = JSON.stringify([identity.call, ...path])
  return { table: '@link', row: identity.tokenId, column, organizationId: identity.organizationId }
}

function extract(value: unknown, path: string[], secrets: { path: string[]; secret: Secret }[]): unknown {
  if (path.length > maximumDepth) throw new RangeError('the arguments of a call are nested too deeply')
  if (value instanceof Secret) {
    secrets.push({ path, secret: value })
    return null
  }
  if (Array.isArray(value)) return value.map((each, index) => extract(each, [...path, String(index)], secrets))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, extract(each, [...path, key], secrets)]))
}

function place(holder: object, path: readonly string[], secret: Secret): void {
  let at: unknown = holder
  for (const key of path.slice(0, -1)) at = isContainer(at) && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
  const last = path.at(-1) ?? ''
  if (!isContainer(at) || !Object.hasOwn(at, last)) throw new TypeError('a sealed argument has no place')
  Reflect.set(at, last, secret)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Secret)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
