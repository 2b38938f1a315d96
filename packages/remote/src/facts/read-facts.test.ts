import { expect, test } from 'vitest'
import { plain, readAddresses, readDf, readMeminfo, readOsRelease, readSkew, readUname } from './read-facts.ts'

test('reads os-release of Debian, and a hostile one', () => {
  expect(
    readOsRelease('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n# ID=other\n'),
  ).toEqual({ id: 'debian', version: '12', name: 'Debian GNU/Linux 12 (bookworm)', like: [] })
  const liar = readOsRelease(`ID=x\nPRETTY_NAME="\u001b[31mEvil\u202e${'y'.repeat(10_000)}"\nID_LIKE="ubuntu debian"`)
  expect(liar.name).not.toMatch(/\p{C}/u)
  expect(liar.name.length).toBeLessThanOrEqual(100)
  expect(liar.like).toEqual(['ubuntu', 'debian'])
  expect(readOsRelease('')).toEqual({ id: 'unknown', version: '', name: 'unknown', like: [] })
})

test.each([
  ['Linux 6.1.0-13-amd64 x86_64\n', { kernel: 'Linux 6.1.0-13-amd64', architecture: 'amd64' }],
  ['Linux 6.8.0 aarch64', { kernel: 'Linux 6.8.0', architecture: 'arm64' }],
  ['', { kernel: '', architecture: '' }],
])('reads uname %j', (text, expected) => {
  expect(readUname(text)).toEqual(expected)
})

test('reads meminfo', () => {
  expect(readMeminfo('MemTotal:        2048 kB\nMemFree: 5 kB\nSwapTotal:       1024 kB\n')).toEqual({
    memoryBytes: 2_097_152,
    swapBytes: 1_048_576,
  })
  expect(readMeminfo('nothing')).toEqual({ memoryBytes: 0, swapBytes: 0 })
})

test('reads df with spaces in a name, and rejects unreadable output', () => {
  const head = 'Filesystem 1-blocks Used Available Capacity Mounted on\n'
  expect(readDf(`${head}/dev/my disk 1000 300 700 30% /my mount`)).toEqual({ diskBytes: 1000, diskFreeBytes: 700 })
  expect(readDf('df: nothing')).toBeUndefined()
  expect(readDf(`${head}x 1e9 0 -5 0% /`)).toBeUndefined()
})

test('reports a skew only beyond the uncertainty of the round trip', () => {
  const around = { sentMs: 1_700_000_000_000, receivedMs: 1_700_000_000_400 }
  expect(readSkew('1700000000.100000000', around)).toBe(0)
  expect(readSkew('1700000010.200000000', around)).toBe(10_000)
  expect(readSkew('1699999990.200000000', around)).toBe(-10_000)
  expect(readSkew('1700000000', around)).toBe(0)
  expect(readSkew('yesterday', around)).toBe(0)
})

test('reads addresses by family', () => {
  const text = JSON.stringify([
    {
      ifname: 'eth0',
      addr_info: [
        { family: 'inet', local: '203.0.113.7' },
        { family: 'inet6', local: '2001:db8::7' },
      ],
    },
    { ifname: 'lo' },
    { ifname: 'docker0', addr_info: [{ family: 'inet', local: '172.17.0.1' }] },
  ])
  expect(readAddresses(text)).toEqual({ v4: ['203.0.113.7'], v6: ['2001:db8::7'] })
  for (const bad of ['', '{}', 'null', '[{"addr_info":5}]']) expect(readAddresses(bad)).toEqual({ v4: [], v6: [] })
})

test('plain text has one line and a limited length', () => {
  expect(plain('a\u0000\u001b[2Jb\nc')).toBe('a [2Jb c')
  expect(plain('x'.repeat(1_000), 10)).toBe('xxxxxxxxxx')
})
