/** Worker side of a connection test: from the arguments of the call to the stages. */

import { type AddressPolicy, isAllowed } from '@longshore/addresses'
import { type ProbeEvent, type ProbeRequest, type ProbeTools, probeServer } from '@longshore/remote/probe'
import { readPublicKey, type ServerPool, scanHostKeys } from '@longshore/remote/ssh'
import type { z } from 'zod'
import type { OrganizationId } from '../../../platform/database/database.ts'
import { handleEvents, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import type { ServerAccess } from '../server-access.remote.ts'
import type { ConnectionTestEvent } from '../test-connection.schemas.ts'
import { testConnection } from './test-connection.definition.ts'

export interface TestConnectionOptions {
  access: Pick<ServerAccess, 'find'>
  pool: Pick<ServerPool, 'open'>
  allow: AddressPolicy
}

type Arguments = z.output<typeof testConnection.args>

const deadlineMs = 58_000

export function createTestConnectionCall({ access, pool, allow }: TestConnectionOptions): LinkHandler {
  const tools: ProbeTools = {
    allows: (address, port) => isAllowed(allow, address, port),
    scanHostKeys: (address, port, limits) => scanHostKeys(address, port, { allow, ...limits }),
    readPublicKey,
    open: (target, limits) => pool.open(target, limits),
  }
  return handleEvents(testConnection, async function* (args, { organizationId, signal }) {
    if (organizationId === null) throw new RefusedError('invalid_arguments')
    const request = 'serverId' in args ? await knownServer(access, organizationId, args) : newServer(args)
    for await (const event of probeServer(request, tools, { signal, deadlineMs })) yield toWire(event)
  })
}

async function knownServer(
  access: Pick<ServerAccess, 'find'>,
  organizationId: OrganizationId,
  { serverId }: Extract<Arguments, { serverId: unknown }>,
): Promise<ProbeRequest> {
  const { host, port, username, hostKeys, loadKey, jump } = await access.find(organizationId, serverId)
  return { host, port, username, pinnedKeys: hostKeys, loadKey, ...(jump === undefined ? {} : { jump }) }
}

function newServer(args: Exclude<Arguments, { serverId: unknown }>): ProbeRequest {
  const { host, port, username, privateKey, passphrase, hostKeyFingerprint } = args
  const given = passphrase === null ? {} : { passphrase: passphrase.reveal() }
  return {
    host,
    port,
    username,
    pinnedKeys: [],
    ...(hostKeyFingerprint === null ? {} : { expectedFingerprint: hostKeyFingerprint }),
    loadKey: async () => (privateKey === null ? null : { privateKey: privateKey.reveal(), ...given }),
  }
}

function toWire(event: ProbeEvent): ConnectionTestEvent {
  if (event.kind === 'stage') return { event: 'stage', data: event.stage }
  const { fingerprints, failures, warnings, ...rest } = event.result
  const lists = { fingerprints: [...fingerprints], failures: [...failures], warnings: [...warnings] }
  return { event: 'result', data: { ...rest, ...lists } }
}
