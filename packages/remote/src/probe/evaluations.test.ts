/** Tests the evaluate functions with output of real servers. */
import { describe, expect, it, test } from 'vitest'
import { evaluateClock } from './clock.ts'
import { evaluateDisk } from './disk.ts'
import { evaluateDocker } from './docker.ts'
import type { Outcome } from './findings.ts'
import { evaluateMemory } from './memory.ts'
import { evaluateSystem } from './os.ts'
import { evaluatePorts, readProcNet, readPublishers, readSocketStatistics } from './ports.ts'

const verdict = (outcome: Outcome) => (outcome.status === 'ok' ? 'ok' : outcome.code)

const bookworm = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
ID=debian
HOME_URL="https://www.debian.org/"
`
const mint = 'PRETTY_NAME="Linux Mint 22"\nID=linuxmint\nID_LIKE="ubuntu debian"\n'
const alpine = 'NAME="Alpine Linux"\nID=alpine\nPRETTY_NAME="Alpine Linux v3.22"\n'

test.each([
  ['Linux x86_64\n', bookworm, 'ok'],
  ['Linux aarch64\n', mint, 'ok'],
  ['Linux x86_64\n', alpine, 'os_untested'],
  ['Linux x86_64\n', '', 'os_untested'],
  ['Linux armv7l\n', bookworm, 'architecture_unsupported'],
  ['FreeBSD amd64\n', '', 'os_unsupported'],
  ['', '', 'os_unsupported'],
])('the system %j is %s', (uname, release, expected) => {
  expect(verdict(evaluateSystem(uname, release))).toBe(expected)
})

test('shows the name of a system without control characters', () => {
  const { detail } = evaluateSystem(
    'Linux x86_64',
    `ID=debian\nPRETTY_NAME="\u001b[31mEvil\u0007\u202e${'x'.repeat(500)}"\n`,
  )
  expect(detail).not.toMatch(/\p{C}/u)
  expect(detail.length).toBeLessThan(120)
})

const client = '{"Client":{"Version":"28.5.2+dfsg4","ApiVersion":"1.51"},"Server":'
const denied =
  'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.51/version": dial unix /var/run/docker.sock: connect: permission denied'
const stopped = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?'

test.each([
  ['28', { exitCode: 0, stdout: `${client}{"Version":"28.5.2+dfsg4","ApiVersion":"1.51"}}`, stderr: '' }, 'ok'],
  ['25.0.2', { exitCode: 0, stdout: `${client}{"Version":"25.0.2"}}`, stderr: '' }, 'ok'],
  ['24', { exitCode: 0, stdout: `${client}{"Version":"24.0.9"}}`, stderr: '' }, 'docker_too_old'],
  ['20.10', { exitCode: 0, stdout: `${client}{"Version":"20.10.24+dfsg1"}}`, stderr: '' }, 'docker_too_old'],
  ['no version', { exitCode: 0, stdout: `${client}{"Version":"dev"}}`, stderr: '' }, 'not_checked'],
  ['denied', { exitCode: 1, stdout: `${client}null}`, stderr: denied }, 'docker_socket_denied'],
  ['stopped', { exitCode: 1, stdout: `${client}null}`, stderr: stopped }, 'docker_unreachable'],
  ['absent', { exitCode: 127, stdout: '', stderr: 'bash: docker: command not found' }, 'docker_missing'],
  ['nonsense', { exitCode: 0, stdout: '{"Server":{"Version":{}}}', stderr: '' }, 'docker_unreachable'],
])('Docker %s', (_, answer, expected) => {
  expect(verdict(evaluateDocker(answer, 'deploy'))).toBe(expected)
})

test('the remedy for the socket names the user', () => {
  const outcome = evaluateDocker({ exitCode: 1, stdout: '', stderr: denied }, 'deploy')
  expect(outcome).toMatchObject({ hint: expect.stringContaining('sudo usermod -aG docker deploy') })
})

const df = (total: number, free: number) =>
  `Filesystem         1-blocks        Used   Available Capacity Mounted on\n/dev/vda       ${total} ${total - free} ${free}      16% /var/lib/docker\n`
const inodes = (total: number, free: number) =>
  `Filesystem       Inodes  IUsed    IFree IUse% Mounted on\n/dev/vda       ${total} ${total - free} ${free}    3% /var/lib/docker\n`

test.each([
  ['plenty', df(270e9, 82e9), inodes(16e6, 15e6), 'ok'],
  ['a small disk with room', df(20e9, 9e9), inodes(1e6, 9e5), 'ok'],
  ['a huge disk at 98 %', df(4e12, 80e9), inodes(1e6, 9e5), 'ok'],
  ['little', df(40e9, 4e9), inodes(1e6, 9e5), 'disk_low'],
  ['nearly nothing', df(40e9, 0.5e9), inodes(1e6, 9e5), 'disk_full'],
  ['a small file system', df(64e6, 60e6), inodes(1e6, 9e5), 'disk_full'],
  ['few inodes', df(40e9, 20e9), inodes(1e6, 1e4), 'inodes_low'],
  ['a file system without a number of inodes', df(40e9, 20e9), inodes(0, 0), 'ok'],
  ['a name with spaces', df(40e9, 20e9).replace('/dev/vda', '//nas/my share'), '', 'ok'],
  ['nonsense', 'df: no such file', '', 'not_checked'],
])('a disk with %s', (_, blocks, files, expected) => {
  expect(verdict(evaluateDisk(blocks, files))).toBe(expected)
})

const meminfo = (total: number, available: number) =>
  `MemTotal:       ${total} kB\nMemFree:        1 kB\nMemAvailable:   ${available} kB\n`

test.each([
  [meminfo(24_682_416, 23_970_368), 'ok'],
  [meminfo(981_000, 600_000), 'ok'],
  [meminfo(500_000, 400_000), 'memory_low'],
  [meminfo(4_000_000, 100_000), 'memory_low'],
  ['', 'not_checked'],
])('evaluates memory %#', (text, expected) => {
  expect(verdict(evaluateMemory(text))).toBe(expected)
})

describe('the clock', () => {
  const within = { sentMs: 1_794_726_914_000, receivedMs: 1_794_726_914_200 }

  it.each([
    ['1794726914.100000000\n', 'ok'],
    ['1794726918.900000000\n', 'ok'],
    ['1794726919.300000000\n', 'clock_skew'],
    ['1794726000.100000000\n', 'clock_skew'],
    ['1794726919\n', 'ok'],
    ['1794726921\n', 'clock_skew'],
    ['Sun Nov 15\n', 'not_checked'],
  ])('%j is %s', (stdout, expected) => {
    expect(verdict(evaluateClock(stdout, within))).toBe(expected)
  })

  it('is not blamed for a slow response', () => {
    expect(
      verdict(evaluateClock('1794726907.000000000', { sentMs: 1_794_726_906_000, receivedMs: 1_794_726_920_000 })),
    ).toBe('ok')
  })

  it('reports the size and the direction', () => {
    expect(evaluateClock('1794727514.1', within).detail).toContain('10 min ahead')
    expect(evaluateClock('1794726904.1', within).detail).toContain('10.0 s behind')
  })
})

describe('the ports of the proxy', () => {
  const asRoot = `LISTEN 0      128      0.0.0.0:22    0.0.0.0:* users:(("sshd",pid=243,fd=3))
LISTEN 0      511      0.0.0.0:80    0.0.0.0:* users:(("nginx",pid=412,fd=6),("nginx",pid=411,fd=6))
LISTEN 0      128         [::]:22       [::]:* users:(("sshd",pid=243,fd=4))
`
  const asUser = 'LISTEN 0      511      0.0.0.0:80    0.0.0.0:*\nLISTEN 0      4096   127.0.0.1:443 0.0.0.0:*\n'

  it('names the program if it is visible', () => {
    expect(readSocketStatistics(asRoot)).toContainEqual({ port: 80, program: 'nginx' })
    expect(evaluatePorts(readSocketStatistics(asRoot), [], false)).toMatchObject({
      code: 'ports_taken',
      detail: expect.stringContaining('80: nginx'),
    })
    expect(evaluatePorts(readSocketStatistics(asUser), [], false).detail).toContain(
      '443: a program that only root can see',
    )
  })

  it('names the container that publishes a port, also within a range', () => {
    const containers =
      'shop\t0.0.0.0:80->8080/tcp, [::]:80->8080/tcp\nrange\t0.0.0.0:440-450->440-450/tcp\nquiet\t9000/tcp\n'
    expect(readPublishers(containers)).toEqual([
      { port: 80, container: 'shop' },
      { port: 443, container: 'range' },
    ])
    const outcome = evaluatePorts([{ port: 80, program: 'docker-proxy' }], readPublishers(containers), false)
    expect(outcome.detail).toContain('80: the container shop, 443: the container range')
  })

  it('are fine when they are free or our proxy uses them', () => {
    expect(verdict(evaluatePorts(readSocketStatistics(asRoot.replace(':80 ', ':8080 ')), [], false))).toBe('ok')
    expect(verdict(evaluatePorts([{ port: 80, program: 'caddy' }], [], true))).toBe('ok')
  })

  it('can be read without ss', () => {
    const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:01BB 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
`
    expect(readProcNet(text)).toEqual([{ port: 80, program: undefined }])
  })
})
