/**
 * Run as a process with the settings of an api: seals as an api does, then tries to open sealed values with everything it
 * was given. The api is given no identity; this shows that nothing else it has can replace one. With a worker's
 * settings the same program opens everything, which shows that it tries.
 *
 * One line of JSON in: `{ sealed: [{ context, value }] }`. Says `ready` and waits for a line, so that its memory can be
 * checked before the attempts; then prints `{ opened, tried }`.
 */
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import {
  createSealer,
  createUnsealer,
  type SealContext,
  Secret,
} from '../../apps/server/src/testing/internals/secrets.ts'
import { encodeIdentity } from './age-identity.ts'

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { sealed }: { sealed: { context: SealContext; value: string }[] } = JSON.parse((await lines.next()).value ?? '')
const sealer = createSealer(process.env.SEAL_RECIPIENT ?? '')
await sealer.seal({ table: 't', row: 'r', column: 'c', organizationId: null }, 'value')
const identity = process.env.SEAL_IDENTITY
const worker = identity === undefined ? undefined : await createUnsealer([new Secret(identity)])
console.log('ready')
await lines.next()

const keys = candidates()
const opened = new Set<string>()
for (const key of keys) {
  const unsealer = await createUnsealer([new Secret(key)]).catch(() => undefined)
  if (unsealer === undefined) continue
  for (const { context, value } of sealed) {
    // Also tries the candidate's own key id, as an attacker would relabel.
    const renamed = value.replace(/^v1\.[0-9a-f]{16}/, `v1.${unsealer.keys[0].keyId}`)
    for (const text of [value, renamed])
      if ((await unsealer.unseal(context, text).catch(() => undefined)) !== undefined) opened.add(value)
  }
}
console.log(JSON.stringify({ opened: opened.size, tried: keys.length * sealed.length, isWorker: worker !== undefined }))
process.exit(0)

/** Settings unchanged, as key bytes in every encoding, and as hashes of those. */
function candidates(): string[] {
  const values = Object.values(process.env).filter((value) => value !== undefined)
  const bytes = values.flatMap((value) => (['hex', 'base64', 'utf8'] as const).map((each) => Buffer.from(value, each)))
  const hashes = bytes.map((each) => createHash('sha256').update(each).digest())
  const scalars = [...bytes, ...hashes].filter((each) => each.length >= 32).map((each) => each.subarray(0, 32))
  return [...values, ...new Set(scalars.map(encodeIdentity))]
}
