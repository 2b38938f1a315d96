/** A user with a server whose addresses are known, and a CDN edge that points to it. */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Domain } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import type { SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { call, type SignedIn } from '../client.ts'
import { readUntil } from '../eventually.ts'
import { markConnected, serverBody } from '../fixtures.ts'
import type { Instance } from '../instance.ts'
import type { Report } from '../report.ts'
import { must } from '../setting.ts'
import { edgeReached, edgeUnreached, serverV4, serverV6 } from './cases.ts'
import type { DnsTestEnv } from './dns-test-env.ts'

export interface Edge extends AsyncDisposable {
  /** The proxy's response behind it, by hostname and path. */
  readonly answers: Map<string, string>
}

export interface MatrixTestEnv {
  report: Report
  dns: DnsTestEnv
  edge: Edge
  instance: Instance
  sql: SqlClient
  person: SignedIn
  serverId: string
}

const waitMs = 240_000

export async function startEdge(): Promise<Edge> {
  const answers = new Map<string, string>()
  const listen = async (address: string, answer: (key: string) => string | undefined): Promise<Server> => {
    const server = createServer((request, reply) => {
      const text = answer(`${request.headers.host}${request.url}`)
      reply.writeHead(text === undefined ? 404 : 200).end(text ?? 'nothing')
    })
    server.listen(80, address)
    await once(server, 'listening')
    return server
  }
  const servers = [
    await listen(edgeReached, (key) => answers.get(key)),
    // Another tenant of the same CDN: it responds to everything with the requested name.
    await listen(edgeUnreached, (key) => key.split('/').at(-1)),
  ]
  return {
    answers,
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
}

export async function makeServer(instance: Instance, person: SignedIn, sql: SqlClient): Promise<string> {
  const made = await must(instance, 'POST', '/api/v1/servers', { token: person.token, body: serverBody('Edge') })
  const id = String(made.body.id)
  await markConnected(instance, id)
  await giveAddresses(sql, id, { v4: serverV4, v6: serverV6 })
  return id
}

export async function giveAddresses(
  sql: SqlClient,
  serverId: string,
  publicAddresses: { v4: string | null; v6: string | null },
): Promise<void> {
  const facts = {
    hostname: 'edge',
    os: { id: 'debian', name: 'Debian', version: '13', kernel: '6', architecture: 'amd64', sudo: 'root' },
    docker: null,
    publicAddresses,
    resources: { cpus: 2, memoryBytes: 1, swapBytes: 0, diskBytes: 1, diskFreeBytes: 1 },
  }
  await sql.query('update servers set facts = $2 where id = $1', [decodeId('srv', serverId), JSON.stringify(facts)])
}

export async function register(
  testEnv: Pick<MatrixTestEnv, 'instance'>,
  person: SignedIn,
  hostname: string,
): Promise<Domain> {
  const made = await must<Domain>(testEnv.instance, 'POST', '/api/v1/domains', {
    token: person.token,
    body: { hostname },
  })
  return made.body
}

export async function verify(testEnv: Pick<MatrixTestEnv, 'instance'>, person: SignedIn, id: string): Promise<void> {
  await must(testEnv.instance, 'POST', `/api/v1/domains/${id}/verify`, { token: person.token })
}

export async function read(testEnv: Pick<MatrixTestEnv, 'instance'>, person: SignedIn, id: string): Promise<Domain> {
  return (await call<Domain>(testEnv.instance, 'GET', `/api/v1/domains/${id}`, { token: person.token })).body
}

/** Returns the domain once the condition holds, or its last state. */
export async function waitForDomain(
  testEnv: Pick<MatrixTestEnv, 'instance'>,
  person: SignedIn,
  id: string,
  holds: (domain: Domain) => boolean,
): Promise<Domain> {
  return await readUntil(() => read(testEnv, person, id), holds, { withinMs: waitMs, everyMs: 250 })
}

/** Requests a check and waits for its result. */
export async function check(testEnv: Pick<MatrixTestEnv, 'instance'>, person: SignedIn, id: string): Promise<Domain> {
  await verify(testEnv, person, id)
  return await waitForDomain(testEnv, person, id, ({ status }) => status !== 'verifying')
}

/** Attaches it to an environment on the server, where nothing runs. */
export async function attachTo(testEnv: MatrixTestEnv, domain: Pick<Domain, 'id'>): Promise<void> {
  const { instance, person, serverId } = testEnv
  const id = await makePlace(instance, person, { name: `Behind ${domain.id}`, serverId })
  const body = { domainId: domain.id }
  await must(instance, 'POST', `/api/v1/environments/${id}/domain`, { token: person.token, body })
}

export async function makePlace(
  instance: Instance,
  { token }: SignedIn,
  { name, serverId }: { name: string; serverId: string },
): Promise<string> {
  const project = await must(instance, 'POST', '/api/v1/projects', { token, body: { name, image: 'nginx' } })
  const body = { projectId: project.body.id, name, serverId }
  const environment = await must(instance, 'POST', '/api/v1/environments', { token, body })
  const id = String(environment.body.id)
  const services = [{ name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }]
  await must(instance, 'POST', `/api/v1/environments/${id}/services`, { token, body: { services } })
  return id
}
