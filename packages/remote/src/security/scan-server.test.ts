import { expect, test } from 'vitest'
import { EngineError } from '../docker/index.ts'
import type { RunResult } from '../ssh/connection.ts'
import { RemoteError } from '../ssh/remote-error.ts'
import { gatherEvidence } from './gather.ts'
import { readEngine } from './read-engine.ts'
import { reportOf } from './scan-server.ts'
import { recordedEvidence, withText } from './testing/recorded-evidence.ts'

test('a report combines wanted and found values, with the facts of the server', () => {
  const report = reportOf(recordedEvidence('debian-12'), 12)
  expect(report.facts).toEqual({
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: expect.stringMatching(/^\d+\.\d+/),
    docker: '28.5.2+dfsg4',
    sshLayout: 'service',
    sshPort: 22,
    clientAddress: '172.17.0.1',
  })
  expect(report.checks[0]).toMatchObject({ id: 'ssh.password_authentication', status: 'pass', severity: 'critical' })
  const hardened = reportOf(recordedEvidence('debian-12-hardened'), 12)
  expect(hardened.score).toBeGreaterThan(report.score ?? 100)
})

test('distinguishes ssh.socket of Ubuntu from a service', () => {
  const socket = withText(recordedEvidence('debian-12'), 'services', (text) =>
    text
      .replace(
        /Id=ssh\.service\nLoadState=loaded\nActiveState=active/g,
        'Id=ssh.service\nLoadState=loaded\nActiveState=inactive',
      )
      .replace(
        'Id=ssh.socket\nLoadState=loaded\nActiveState=inactive',
        'Id=ssh.socket\nLoadState=loaded\nActiveState=active',
      ),
  )
  expect(reportOf(socket, 1).facts.sshLayout).toBe('socket')
})

const target = { username: 'deploy' } as never
const noEngine = async () => ({ state: 'unread', reason: 'no' }) as const

function connection(run: (argv: readonly string[], asRoot: boolean) => Partial<RunResult>) {
  const calls: { argv: readonly string[]; asRoot: boolean }[] = []
  return {
    calls,
    target,
    async run(argv: readonly string[], { asRoot = false }: { asRoot?: boolean }) {
      calls.push({ argv, asRoot })
      return { exitCode: 0, stdout: '', stderr: '', ...run(argv, asRoot) }
    },
  }
}

test('requests root once for a user without root access, and what needs it is unknown', async () => {
  const denied = connection((_argv, asRoot) => (asRoot ? { exitCode: 1, stderr: 'sudo: a password is required' } : {}))
  const evidence = await gatherEvidence(denied, { engine: noEngine })
  expect(denied.calls.filter(({ asRoot }) => asRoot)).toHaveLength(1)
  expect(evidence.readings.get('shadow')).toMatchObject({ state: 'unread', reason: expect.stringContaining('root') })
})

test('passes our address to sshd, so that Match blocks count; an invalid address is not passed', async () => {
  const outputOf = async (line: string) => {
    const server = connection((argv) =>
      argv[0] === 'printenv' ? { stdout: line } : argv[0] === 'id' ? { stdout: '0\n' } : {},
    )
    await gatherEvidence(server, { engine: noEngine })
    return server.calls.find(({ argv }) => argv.includes('-T'))?.argv.join(' ')
  }
  expect(await outputOf('198.51.100.7 51234 192.0.2.1 2222\n')).toContain(
    '-C user=deploy,host=198.51.100.7,addr=198.51.100.7,laddr=192.0.2.1,lport=2222',
  )
  expect(await outputOf('2001:db8::1 51234 2001:db8::2 22\n')).toContain('addr=2001:db8::1')
  expect(await outputOf('1.2.3.4,user=root 1 1.2.3.4 22\n')).not.toContain('-C')
})

test('does not query a service that does not run', async () => {
  const asked = async (state: string) => {
    const server = connection((argv) => {
      const marker = /end-[0-9a-f]{24}/.exec(argv.join(' '))?.[0]
      const units = `Id=fail2ban.service\nLoadState=loaded\nActiveState=${state}\nUnitFileState=disabled\n`
      return argv.includes('systemctl')
        ? { stdout: `${units}\n${marker} done\n` }
        : argv[0] === 'id'
          ? { stdout: '0\n' }
          : {}
    })
    await gatherEvidence(server, { engine: noEngine })
    return server.calls.filter(({ argv }) => argv.includes('fail2ban-client')).length
  }
  expect(await asked('inactive')).toBe(0)
  expect(await asked('active')).toBe(3)
})

test('no probe runs a shell, and no argument can be mistaken for one of find', async () => {
  const server = connection((argv) => (argv[0] === 'id' ? { stdout: '0\n' } : {}))
  await gatherEvidence(server, { engine: noEngine })
  expect(server.calls.length).toBeGreaterThan(30)
  for (const { argv } of server.calls) {
    expect(
      argv.some((word) => /^(?:.*\/)?(?:ba|da|z)?sh$/.test(word)),
      argv.join(' '),
    ).toBe(false)
    const isProgram = argv.includes('/dev/null') && argv[argv.indexOf('find') + 1] === '/dev/null'
    if (isProgram) expect(argv.filter((word) => word.includes('{}'))).toEqual([])
  }
})

test('a slow or verbose program costs one reading; a broken connection ends the scan', async () => {
  const failing = (code: 'command_timeout' | 'connection_lost') => {
    const server = connection((argv) => (argv[0] === 'id' ? { stdout: '0\n' } : {}))
    const { run } = server
    server.run = async (argv, options) => {
      if (argv.includes('dpkg-query')) throw new RemoteError(code, 'too slow', { hint: '' })
      return await run(argv, options)
    }
    return gatherEvidence(server, { engine: noEngine })
  }
  expect((await failing('command_timeout')).readings.get('packages')).toEqual({ state: 'unread', reason: 'too slow' })
  await expect(failing('connection_lost')).rejects.toThrow('too slow')
})

test('skips a container that was removed in the meantime; a refusing Engine is unread', async () => {
  const id = 'a'.repeat(64)
  const http = (respond: (path: readonly string[]) => unknown) => ({
    http: { read: async (_schema: unknown, { path }: { path: readonly string[] }) => respond(path) },
  })
  const list = (path: readonly string[]) => {
    if (path[1] === id) throw new EngineError(404, 'gone')
    return path[0] === 'containers' ? [{ Id: id }] : {}
  }
  expect(await readEngine(http(list) as never)).toMatchObject({ state: 'read', containers: [], leftOut: 0 })
  const refuse = () => {
    throw new EngineError(500, 'broken')
  }
  expect(await readEngine(http(refuse) as never)).toMatchObject({ state: 'unread' })
  expect(await readEngine(http(() => [{ Id: '../x' }]) as never)).toMatchObject({ state: 'unread' })
})
