/** Faults between the worker and a server, before the login. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createWebServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { createKeyPair } from '../../fixtures/login-key.ts'
import { startSshd } from '../../fixtures/sshd.ts'
import type { Target } from '../../fixtures/target.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { Case } from './cases.ts'

const banner = 'inner-secret-banner'
const beforeLogin = ['auth', 'docker', 'clock']

/** Opens the listeners for the cases. They close with the stack. */
export async function networkCases(stack: AsyncDisposableStack, target: Target): Promise<Case[]> {
  const [closedPort = 0] = await freePorts(1)
  const web = await listen(
    stack,
    createWebServer((_, response) => response.end(banner)),
  )
  const mail = await listen(
    stack,
    createServer((socket) => socket.end(`220 ${banner} ESMTP\r\n`)),
  )
  const closing = await listen(
    stack,
    createServer((socket) => socket.end()),
  )
  const at = (port: number, host = '127.0.0.1') => ({ host, port, username: 'root' })
  return [
    {
      name: 'a web server',
      stage: 'tcp',
      code: 'not_ssh',
      hint: 'port of sshd',
      skips: beforeLogin,
      body: () => at(web),
    },
    { name: 'a mail server', isVariant: true, stage: 'tcp', code: 'not_ssh', skips: beforeLogin, body: () => at(mail) },
    {
      name: 'nobody listens',
      stage: 'tcp',
      code: 'connection_refused',
      skips: beforeLogin,
      body: () => at(closedPort),
    },
    { name: 'a door that closes', stage: 'tcp', code: 'connection_lost', skips: beforeLogin, body: () => at(closing) },
    {
      name: 'a metadata address',
      stage: 'dns',
      code: 'address_not_allowed',
      hint: 'SSH_ALLOW',
      skips: ['tcp', ...beforeLogin],
      body: () => at(80, '169.254.169.254'),
    },
    {
      name: 'loopback on a port that is not allowed',
      isVariant: true,
      stage: 'dns',
      code: 'address_not_allowed',
      skips: ['tcp'],
      body: () => at(5432),
    },
    {
      name: 'a name that does not exist',
      stage: 'dns',
      // A machine without name servers can't resolve it.
      code: await codeOfMissingName(),
      detail: 'no-such-server.invalid',
      skips: ['tcp', ...beforeLogin],
      body: () => at(22, 'no-such-server.invalid'),
    },
    blackhole(target),
    ...(await sshdCases(stack)),
  ]
}

/** The target's firewall drops packets to one port. */
function blackhole(target: Target): Case {
  const rule = ['INPUT', '-p', 'tcp', '--dport', '2222', '-j', 'DROP']
  return {
    name: 'a firewall that drops',
    stage: 'tcp',
    code: 'connection_timeout',
    hint: 'ufw allow 2222/tcp',
    skips: beforeLogin,
    body: () => ({ host: target.address, port: 2222, username: 'root' }),
    async prepare() {
      await target.mustExec(['iptables', '-I', ...rule])
      return () => target.mustExec(['iptables', '-D', ...rule])
    },
  }
}

async function sshdCases(stack: AsyncDisposableStack): Promise<Case[]> {
  const old = stack.use(await startSshd({ settings: ['KexAlgorithms diffie-hellman-group14-sha1'] }))
  const busy = stack.use(await startSshd({ settings: ['PerSourceMaxStartups 1'] }))
  const pair = await createKeyPair()
  const swapped = stack.use(await startSshd({ authorizedKeys: [pair.publicKey] }))
  const to = ({ host, port, username }: { host: string; port: number; username: string }) => ({ host, port, username })
  return [
    {
      name: 'outdated algorithms',
      stage: 'host_key',
      code: 'no_common_algorithm',
      skips: ['auth'],
      body: () => to(old),
    },
    {
      name: 'a busy sshd',
      stage: 'tcp',
      code: 'server_busy',
      skips: beforeLogin,
      body: () => to(busy),
      async prepare() {
        const held: Socket = connect(busy.port, busy.host)
        await once(held, 'data')
        return async () => held.destroy()
      },
    },
    {
      name: 'another host key than expected',
      stage: 'host_key',
      code: 'host_key_changed',
      skips: ['auth', 'docker'],
      body: () => ({ ...to(swapped), privateKey: pair.privateKey, hostKeyFingerprint: `SHA256:${'A'.repeat(43)}` }),
      async prepare() {
        // sshd's own log shows whether a login was tried.
        const before = swapped.log.length
        return async () => {
          const said = swapped.log.slice(before)
          if (/userauth|Accepted|Failed publickey/.test(said)) throw new Error('a login was tried at the wrong server')
        }
      },
    },
  ]
}

async function listen(stack: AsyncDisposableStack, server: ReturnType<typeof createServer>): Promise<number> {
  const [port = 0] = await freePorts(1)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined))
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return port
}

async function codeOfMissingName(): Promise<string> {
  const error: unknown = await lookup('no-such-server.invalid').catch((reason: unknown) => reason)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOTFOUND' ? 'dns_failed' : 'dns_unanswered'
}

export const secretBanner = banner
