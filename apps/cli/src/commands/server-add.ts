/** Registers a server and waits until it is ready. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Server } from '@longshore/sdk'
import { createServer, getServer } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { formatStatus } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'

const waitMs = 120_000

export const serverAdd = defineCommand({
  path: 'server add',
  summary: 'Connect a server.',
  details:
    'With --key, Longshore connects immediately. Without it, the instance generates a key and prints a command to paste on the server.',
  arguments: [
    { name: 'NAME', summary: 'Display name.' },
    { name: 'HOST', summary: 'Hostname or IP address.' },
  ],
  options: {
    user: {
      type: 'string',
      short: 'u',
      value: 'USER',
      summary: 'SSH user: root, or a user in the docker group (default: root).',
    },
    port: { type: 'string', short: 'p', value: 'PORT', summary: 'SSH port (default: 22).' },
    key: { type: 'string', short: 'k', value: 'FILE', summary: 'Private key file that the server accepts.' },
    fingerprint: {
      type: 'string',
      value: 'SHA256:…',
      summary: 'Host key fingerprint to expect on the first connection.',
    },
    'base-domain': {
      type: 'string',
      value: 'DOMAIN',
      summary: 'Domain whose wildcard DNS record points to the server.',
    },
    'no-wait': { type: 'boolean', summary: "Don't wait until the server is ready." },
  },
  examples: ['longshore server add fsn-1 203.0.113.7 --key ~/.ssh/id_ed25519'],
  async run(context, input) {
    const { client } = await connect(context)
    const [name = '', host = ''] = input.positionals
    const key = input.text('key')
    const privateKey =
      key === undefined
        ? undefined
        : await readFile(resolve(context.directory, key), 'utf8').catch((error: Error) => {
            throw new CliError('usage', `Can't read the key: ${error.message}`)
          })
    const created = await client.call(createServer, {
      body: {
        name,
        host,
        port: input.count('port'),
        username: input.text('user') ?? 'root',
        privateKey,
        hostKeyFingerprint: input.text('fingerprint'),
        baseDomain: input.text('base-domain'),
      },
    })
    const isWaiting = privateKey !== undefined && !input.flag('no-wait')
    if (isWaiting) context.output.note(`Connecting to ${created.username}@${host} …`)
    const server = isWaiting ? await waitUntilSettled(client, created) : created
    context.output.show(server, () => printServer(server))
    const isBad = isWaiting && server.status !== 'ready' && server.status !== 'degraded'
    return isBad ? exitCodes.failed : exitCodes.ok
  },
})

async function waitUntilSettled(client: Client, created: Server): Promise<Server> {
  for (const deadline = Date.now() + waitMs; ; await delay(500)) {
    const server = await client.call(getServer, { id: created.id })
    const isUnderWay = server.status === 'pending' || server.status === 'connecting'
    // A failed first connection is retried; meanwhile `problem` reports why.
    if (!isUnderWay || server.problem !== null || Date.now() > deadline) return server
  }
}

function printServer(server: Server): Line[] {
  const { name, status, problem, setupCommand, hostKeys } = server
  return [
    [{ text: name, style: 'bold' }, ' is ', formatStatus(status), '.'],
    ...hostKeys.map((each): Line => `  Host key ${each.type} ${each.fingerprint}`),
    ...(problem === null ? [] : [`  ${problem.title}: ${problem.detail}`, `  ${problem.hint}`]),
    ...(setupCommand === null || status === 'ready' ? [] : ['', 'Run this on the server as that user:', setupCommand]),
  ]
}
