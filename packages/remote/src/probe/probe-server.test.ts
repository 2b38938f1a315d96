import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fingerprintOf,
  RemoteError,
  type RemoteErrorCode,
  type RunResult,
  type ServerConnection,
} from '../ssh/index.ts'
import type { ProbeEvent, ProbeRequest, ProbeResult, ProbeTools } from './probe-request.ts'
import { probeServer } from './probe-server.ts'
import { type StageEvent, stageNames } from './stages.ts'

const hostKey = { type: 'ssh-ed25519', key: 'AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f' }
const greeter = createServer((socket) => socket.on('error', () => undefined).write('SSH-2.0-test\r\n'))
let port = 0

beforeAll(async () => {
  greeter.listen(0, '127.0.0.1')
  await once(greeter, 'listening')
  const address = greeter.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => void greeter.close())

const outputs: Record<string, Partial<RunResult>> = {
  true: {},
  'id -u': { stdout: '1000\n' },
  'sudo -n true': {},
  'uname -sm': { stdout: 'Linux x86_64\n' },
  'cat /etc/os-release': { stdout: 'ID=debian\nPRETTY_NAME="Debian 12"\n' },
  'docker version --format {{json .}}': { stdout: '{"Server":{"Version":"28.5.2"}}' },
  'docker info --format {{.DockerRootDir}}': { stdout: '/var/lib/docker\n' },
  'df -P -B1 /var/lib/docker': { stdout: 'x\n/dev/vda 100000000000 1 80000000000 16% /\n' },
  'df -P -i /var/lib/docker': { stdout: 'x\n/dev/vda 100000 1 90000 16% /\n' },
  'cat /proc/meminfo': { stdout: 'MemTotal: 8000000 kB\nMemAvailable: 7000000 kB\n' },
  'ss -Hltnp': { stdout: '' },
  'docker ps --format {{.Names}}\t{{.Ports}}': { stdout: '' },
}

interface Fake {
  tools: ProbeTools
  opened: number
  closed: number
}

function fakeServer(
  changes: Record<string, Partial<RunResult> | RemoteErrorCode> = {},
  {
    open,
    forwards = async () => true,
  }: { open?: RemoteErrorCode; forwards?: ServerConnection['forwardsSockets'] } = {},
): Fake {
  const fake: Fake = { opened: 0, closed: 0, tools: {} as ProbeTools }
  const all: Record<string, Partial<RunResult> | RemoteErrorCode> = { ...outputs, ...changes }
  const connection: Partial<ServerConnection> = {
    forwardsSockets: forwards,
    async run(argv) {
      const output = argv[0] === 'date' ? { stdout: `${Date.now() / 1_000}\n` } : all[argv.join(' ')]
      if (typeof output === 'string') throw new RemoteError(output, output, { hint: '' })
      return { exitCode: output === undefined ? 127 : 0, stdout: '', stderr: '', ...output }
    },
    async [Symbol.asyncDispose]() {
      fake.closed += 1
    },
  }
  fake.tools = {
    allows: () => true,
    scanHostKeys: async () => [hostKey],
    readPublicKey: async () => 'ssh-ed25519 AAAA longshore',
    async open() {
      fake.opened += 1
      if (open !== undefined) throw new RemoteError(open, open, { hint: '' })
      return connection as ServerConnection
    },
  }
  return fake
}

function requestOf(changes: Partial<ProbeRequest> = {}): ProbeRequest {
  return {
    host: '127.0.0.1',
    port,
    username: 'deploy',
    pinnedKeys: [hostKey],
    loadKey: async () => ({ privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----' }),
    ...changes,
  }
}

async function probe(request: ProbeRequest, tools: ProbeTools, signal = new AbortController().signal) {
  const events: ProbeEvent[] = []
  for await (const event of probeServer(request, tools, { signal, deadlineMs: 20_000 })) events.push(event)
  const stages = events.flatMap((event) => (event.kind === 'stage' ? [event.stage] : []))
  const result = events.flatMap((event) => (event.kind === 'result' ? [event.result] : []))[0] as ProbeResult
  const ended = new Map<string, StageEvent>(
    stages.filter(({ status }) => status !== 'running').map((stage) => [stage.stage, stage]),
  )
  return { stages, ended, result, last: events.at(-1)?.kind }
}

describe('a connection test', () => {
  it('runs every stage in order, reports its start and end, and closes the login', async () => {
    const fake = fakeServer()
    const { stages, result, last } = await probe(requestOf(), fake.tools)
    expect(stages.map(({ stage, status }) => `${stage} ${status}`)).toEqual(
      stageNames.flatMap((name) => [`${name} running`, `${name} ok`]),
    )
    expect(result).toMatchObject({ ok: true, complete: true, warnings: [], fingerprint: fingerprintOf(hostKey) })
    expect(last).toBe('result')
    expect(fake).toMatchObject({ opened: 1, closed: 1 })
  })

  it('skips the stages that depend on a failed one', async () => {
    const { ended, result } = await probe(requestOf({ port: 1 }), fakeServer().tools)
    expect(ended.get('dns')?.status).toBe('ok')
    expect(ended.get('tcp')).toMatchObject({ status: 'failed', code: 'connection_refused' })
    for (const name of stageNames.slice(2)) {
      expect(ended.get(name)).toMatchObject({ status: 'skipped', detail: 'Not tested, because tcp failed.' })
    }
    expect(result).toMatchObject({ ok: false, complete: false, fingerprint: null, fingerprints: [], warnings: [] })
    expect(result.failures.map(({ stage, code }) => `${stage} ${code}`)).toEqual(['tcp connection_refused'])
  })

  it('connects only to allowed addresses and does not reveal the others', async () => {
    const tools = { ...fakeServer().tools, allows: () => false, lookupAll: async () => [{ address: '10.9.8.7' }] }
    const { ended, stages } = await probe(requestOf({ host: 'inner.example.com' }), tools)
    expect(ended.get('dns')).toMatchObject({ status: 'failed', code: 'address_not_allowed' })
    expect(JSON.stringify(stages)).not.toContain('10.9.8.7')
  })

  it('distinguishes a missing name from unresponsive name servers', async () => {
    const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }))
    for (const [code, expected] of [
      ['ENOTFOUND', 'dns_failed'],
      ['EAI_AGAIN', 'dns_unanswered'],
    ] as const) {
      const tools = { ...fakeServer().tools, lookupAll: failing(code) }
      const { ended } = await probe(requestOf({ host: 'nowhere.example.com' }), tools)
      expect(ended.get('dns')?.code).toBe(expected)
    }
  })

  it('does not even load the key for a server with another host key', async () => {
    const fake = fakeServer()
    let loaded = 0
    const loadKey = async () => {
      loaded += 1
      return { privateKey: '' }
    }
    const request = requestOf({ pinnedKeys: [{ ...hostKey, key: `${hostKey.key.slice(0, -1)}g` }], loadKey })
    const { ended } = await probe(request, fake.tools)
    expect(ended.get('host_key')?.code).toBe('host_key_changed')
    expect(ended.get('auth')?.status).toBe('skipped')
    expect([loaded, fake.opened]).toEqual([0, 0])
  })

  it('ends at the host key without a login key and explains how to continue', async () => {
    const loadKey = async () => null
    const { ended, result } = await probe(requestOf({ pinnedKeys: [], loadKey }), fakeServer().tools)
    expect(ended.get('auth')).toMatchObject({ status: 'skipped', hint: expect.stringContaining('privateKey') })
    expect(ended.get('clock')).toMatchObject({ status: 'skipped', detail: 'Not tested without a login.' })
    expect(result).toMatchObject({ ok: true, complete: false, warnings: [{ code: 'host_key_unknown' }] })
  })

  it('a refused key is shown with the user and the line to add', async () => {
    const { ended } = await probe(requestOf(), fakeServer({}, { open: 'key_refused' }).tools)
    expect(ended.get('auth')).toMatchObject({ status: 'failed', code: 'key_refused' })
    expect(ended.get('auth')?.detail).toContain('deploy')
    expect(ended.get('auth')?.hint).toContain('ssh-ed25519 AAAA longshore')
  })

  it('rejects a login that cannot run commands, and closes it', async () => {
    const fake = fakeServer({ true: 'shell_unusable' })
    const { ended } = await probe(requestOf(), fake.tools)
    expect(ended.get('auth')).toMatchObject({ status: 'failed', code: 'shell_unusable' })
    expect(ended.get('privileges')?.status).toBe('skipped')
    expect(fake.closed).toBe(1)
  })

  it('never tries an unusable key', async () => {
    const fake = fakeServer()
    const readPublicKey = () => Promise.reject(new RemoteError('key_passphrase_needed', '', { hint: '' }))
    const { ended } = await probe(requestOf(), { ...fake.tools, readPublicKey })
    expect(ended.get('auth')?.code).toBe('key_passphrase_needed')
    const loadKey = async () => ({ privateKey: 'ssh-ed25519 AAAA me@laptop' })
    const pasted = await probe(requestOf({ loadKey }), fake.tools)
    expect(pasted.ended.get('auth')).toMatchObject({
      code: 'key_unreadable',
      detail: expect.stringContaining('public half'),
    })
    expect(fake.opened).toBe(0)
  })

  it('runs each stage after the login independently', async () => {
    const fake = fakeServer(
      {
        'sudo -n true': { exitCode: 1, stderr: 'sudo: a password is required' },
        'docker version --format {{json .}}': { exitCode: 127 },
        'docker info --format {{.DockerRootDir}}': { exitCode: 127 },
        'cat /proc/meminfo': 'command_timeout',
      },
      { forwards: async () => false },
    )
    const { ended, result } = await probe(requestOf(), fake.tools)
    const codes = ['privileges', 'forwarding', 'docker', 'memory'].map((name) => ended.get(name)?.code)
    expect(codes).toEqual(['sudo_needs_password', 'forwarding_forbidden', 'docker_missing', 'command_timeout'])
    expect(ended.get('disk')?.status).toBe('ok')
    expect(result.ok).toBe(false)
    expect(result.warnings.map(({ code }) => code)).toEqual(['sudo_needs_password', 'forwarding_forbidden'])
  })

  it('a lost connection ends the test', async () => {
    const fake = fakeServer({ 'uname -sm': 'connection_lost' })
    const { ended } = await probe(requestOf(), fake.tools)
    expect(ended.get('os')?.code).toBe('connection_lost')
    expect(ended.get('docker')?.status).toBe('skipped')
    expect(fake.closed).toBe(1)
  })

  it('ends with the caller and leaves no login behind', async () => {
    const abort = new AbortController()
    const fake = fakeServer(
      {},
      {
        forwards: async ({ signal }) => {
          abort.abort()
          signal?.throwIfAborted()
          return true
        },
      },
    )
    await expect(probe(requestOf(), fake.tools, abort.signal)).rejects.toThrow()
    expect(fake.closed).toBe(1)
  })

  it('reports that a test takes too long', async () => {
    const fake = fakeServer()
    const tools: ProbeTools = {
      ...fake.tools,
      scanHostKeys: (_, __, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }
    const events: ProbeEvent[] = []
    const { signal } = new AbortController()
    for await (const event of probeServer(requestOf(), tools, { signal, deadlineMs: 300 })) events.push(event)
    expect(events).toContainEqual({
      kind: 'stage',
      stage: expect.objectContaining({ stage: 'host_key', status: 'failed', code: 'test_timeout' }),
    })
    expect(events.at(-1)).toMatchObject({ kind: 'result', result: { ok: false } })
  })
})
