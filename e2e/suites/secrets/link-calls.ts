/**
 * An attacker who controls the api calls the worker: every call of the private link is made with the api's own key, and
 * every response that is encrypted to the attacker is decrypted. Master keys are in none of them, and the worker limits
 * and records access to single secrets.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { armor, Decrypter } from 'age-encryption'
import { z } from 'zod'
import type { OrganizationId } from '../../../apps/server/src/testing/internals/database.ts'
import { revealVariable } from '../../../apps/server/src/testing/internals/environments.ts'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import {
  type CallDefinition,
  createLinkClient,
  type EventsDefinition,
  type LinkClient,
  type StreamDefinition,
} from '../../../apps/server/src/testing/internals/link.ts'
import { createSealer, generateIdentity, Secret } from '../../../apps/server/src/testing/internals/secrets.ts'
import { findSentinels } from '../../../apps/server/src/testing/sentinels.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type SignedIn, signUp } from '../../support/client.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { sample } from '../../support/sample.ts'
import { must } from '../../support/setting.ts'

type Schema = z.ZodType
type Definition = CallDefinition<Schema, Schema> | StreamDefinition<Schema, Schema> | EventsDefinition<Schema, Schema>

const modules = join(import.meta.dirname, '../../../apps/server/src/modules')
const deadlineMs = 10_000
const limitPerHour = 100
const value = 'correct-horse-battery-staple'

export async function askByLink(report: Report): Promise<void> {
  await using instance = await startInstance()
  const { environment } = instance
  const key = new Secret(Buffer.from(environment.LINK_KEY ?? '', 'base64'))
  const sealer = createSealer(environment.SEALING_RECIPIENT ?? '')
  using link = createLinkClient({ connect: { socketPath: environment.LINK_SOCKET ?? '' }, key, sealer })
  const attacker = await generateIdentity()
  const person = await signUp(instance)
  const organizationId = decodeId('org', person.organizationId) as OrganizationId
  const definitions = await findDefinitions()
  const received: string[] = []
  for (const definition of definitions)
    received.push(await tryCall(link, definition, { organizationId, recipient: attacker.recipient }))
  const opened = await openAll(received, attacker.identity)
  const keys = [{ name: 'sealing key', value: environment.SEALING_IDENTITIES ?? '' }]
  const found = findSentinels(keys, Buffer.from([...received, ...opened].join('\n')))
  report.figure('link_calls', definitions.length)
  report.expect(definitions.length > 20, `only ${definitions.length} calls of the link were found`)
  report.expect(found.length === 0, `a call of the link gives the api ${found.join(', ')}`)
  await takeVariables({ instance, person, link, organizationId, attacker, report })
}

async function findDefinitions(): Promise<Definition[]> {
  const files = globSync('**/*.definition.ts', { cwd: modules })
  const all = await Promise.all(files.map(async (file) => Object.values(await import(join(modules, file)))))
  const isDefinition = (each: unknown): each is Definition =>
    typeof each === 'object' && each !== null && 'kind' in each && 'args' in each && 'name' in each
  return all.flat().filter(isDefinition)
}

/** Every response, including errors. */
async function tryCall(
  link: LinkClient,
  definition: Definition,
  { organizationId, recipient }: { organizationId: OrganizationId; recipient: string },
): Promise<string> {
  const options = { organizationId, deadlineMs, signal: AbortSignal.timeout(deadlineMs) }
  try {
    const args = argumentsFor(definition.args, recipient)
    if (definition.kind === 'call') return JSON.stringify(await link.call(definition, args, options))
    if (definition.kind === 'stream') {
      const { head, body } = await link.stream(definition, args, options)
      return JSON.stringify(head) + Buffer.concat(await body.toArray()).toString('latin1')
    }
    let events = ''
    for await (const event of link.events(definition, args, options)) events += JSON.stringify(event)
    return events
  } catch (error) {
    return `${String(error)} ${JSON.stringify(error)}`
  }
}

function argumentsFor(schema: Schema, recipient: string): unknown {
  const shown = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const made = sample(shown as Parameters<typeof sample>[0], {})
  if (typeof made !== 'object' || made === null) return made
  // A field without a type takes a secret.
  const filled = Object.entries(made).map(([name, each]) => [
    name,
    name === 'recipient' ? recipient : (each ?? new Secret('x')),
  ])
  return Object.fromEntries(filled)
}

async function openAll(received: readonly string[], identity: Secret): Promise<string[]> {
  const files = received.flatMap((text) =>
    [...text.matchAll(/"ciphertext":("[^"]+")/g)].map(([, each = '""']) => String(JSON.parse(each))),
  )
  return await Promise.all(files.map((file) => open(file, identity)))
}

async function open(ciphertext: string, identity: Secret): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.reveal())
  return Buffer.from(await decrypter.decrypt(armor.decode(ciphertext))).toString('latin1')
}

/** A secret that isn't write-only can be read, but each read is recorded and limited. */
async function takeVariables({
  instance,
  person,
  link,
  organizationId,
  attacker,
  report,
}: {
  instance: Instance
  person: SignedIn
  link: LinkClient
  organizationId: OrganizationId
  attacker: { identity: Secret; recipient: string }
  report: Report
}): Promise<void> {
  const make = (path: string, body: unknown) => must(instance, 'POST', `/api/v1${path}`, { token: person.token, body })
  const project = await make('/projects', { name: 'Shop', image: 'nginx' })
  const environment = await make('/environments', { name: 'Production', projectId: project.body.id })
  await make(`/environments/${environment.body.id}/variables`, { variables: [{ key: 'TOKEN', value, secret: true }] })
  await using sql = createSqlClient(instance.databaseUrl)
  const [variable] = await sql.query<{ id: string }>(`select id from variables where key = 'TOKEN'`)
  const args = { variableId: variable?.id as never, recipient: attacker.recipient }
  const ask = () =>
    link.call(revealVariable, args, { organizationId }).then(
      ({ ciphertext }) => ciphertext,
      () => null,
    )
  const all: (string | null)[] = []
  for (let index = 0; index < limitPerHour + 10; index += 1) all.push(await ask())
  const given = all.filter((each) => each !== null)
  report.expect(
    (await open(given[0] ?? '', attacker.identity)) === value,
    'the call reveals nothing: it proves nothing',
  )
  report.expect(given.length <= limitPerHour, `the worker gave ${given.length} secrets away`)
  const rows = await sql.query(`select from audit_log where action = 'secret.released'`)
  report.expect(rows.length >= given.length, `${given.length} secrets left, ${rows.length} are in the audit log`)
  report.figure('released', given.length)
}
