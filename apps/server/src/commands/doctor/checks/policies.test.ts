import { describe, expect, it } from 'vitest'
import { readDiscovery } from '../restate-requests.ts'
import { readMailError } from '../test-mail-server.ts'
import { evaluateBackupAge, evaluateBackupSize } from './backup.policy.ts'
import { evaluateSkew, isUnreachable } from './database.policy.ts'
import { evaluateLoops } from './loops.policy.ts'
import { evaluateMemory, evaluateSpace, worstOf } from './machine.policy.ts'
import { compareMigrations } from './migrations.policy.ts'
import { isPrivateHost } from './public-address.policy.ts'
import { evaluateMode, findGarbage } from './secret-file.policy.ts'

describe('secret files', () => {
  it.each([
    [0o100600, 'owner'],
    [0o100400, 'owner'],
    [0o100640, 'group'],
    [0o100644, 'everybody'],
    [0o100602, 'everybody'],
  ])('mode %o is accessible to %s', (mode, who) => expect(evaluateMode(mode)).toBe(who))

  it.each([
    ['value\n', null],
    ['', null],
    ['value\r\n', null],
    ['value\n# the old one\n', 'more than one line'],
    ['"value"', 'quotation marks around the value'],
    ['\uFEFFvalue', 'a byte order mark at the start'],
    ['val\u0000ue', 'invisible characters'],
    ['val\u200Bue', 'invisible characters'],
  ])('%j has %s', (text, garbage) => expect(findGarbage('LINK_KEY', text)).toBe(garbage))

  it('accepts PEM lines', () => expect(findGarbage('LINK_TLS_KEY', '-----BEGIN\nabc\n-----END')).toBeNull())
})

describe('public URL', () => {
  it.each([
    ['localhost', 'this-machine'],
    ['127.0.0.1', 'this-machine'],
    ['[::1]', 'this-machine'],
    ['192.168.1.7', 'private'],
    ['172.20.0.1', 'private'],
    ['172.32.0.1', null],
    ['[fd00::1]', 'private'],
    ['[2001:db8::1]', null],
    ['deploy.lan', 'private'],
    ['server', 'private'],
    ['deploy.example.com', null],
  ])('%s is %s', (host, where) => expect(isPrivateHost(host)).toBe(where))
})

describe('clocks', () => {
  const skew = (at: number) =>
    evaluateSkew('the database', { before: 100_000, at, after: 101_000, resolutionMs: 1_000 })
  it.each([
    [100_500, 'ok'],
    [99_100, 'ok'],
    [90_000, 'warning'],
    [108_000, 'warning'],
    [300_000, 'fault'],
    [1_000, 'fault'],
  ])('at %i: %s', (at, status) => expect(skew(at).status).toBe(status))
  it('names the direction', () => expect(skew(300_000).text).toBe('the clock of the database is 199 s ahead of ours'))
})

describe('disk and memory', () => {
  const space = (totalBytes: number, freeBytes: number, freeInodes = 1) =>
    evaluateSpace({ folder: '/x', totalBytes, freeBytes, freeInodes }).status
  it('uses shares on small disks and bytes on large ones', () => {
    expect(space(64e6, 60e6)).toBe('ok')
    expect(space(64e6, 5e6)).toBe('warning')
    expect(space(64e6, 1e6)).toBe('fault')
    expect(space(10e12, 6e9)).toBe('ok')
    expect(space(10e12, 4e9)).toBe('warning')
    expect(space(10e12, 0.5e9)).toBe('fault')
    expect(space(100e9, 50e9, 0.01)).toBe('fault')
  })
  it('returns the most severe finding', () => {
    expect(worstOf([])).toBeUndefined()
    const finding = (status: 'ok' | 'warning' | 'fault') => ({ status, text: status })
    expect(worstOf([finding('ok'), finding('fault'), finding('warning')])?.status).toBe('fault')
  })
  const meminfo = (total: number, available: number) =>
    `MemTotal: ${total} kB\nMemFree: 1 kB\nMemAvailable: ${available} kB\n`
  it.each([
    [2_000_000, 900_000, 'ok'],
    [1_000_000, 900_000, 'warning'],
    [2_000_000, 90_000, 'warning'],
  ])('%i kB with %i kB available: %s', (total, available, status) =>
    expect(evaluateMemory(meminfo(total, available)).status).toBe(status),
  )
})

describe('migrations', () => {
  const files = ['0001_a.sql', '0002_b.sql'].map((name) => ({ name, sha256: `of ${name}` }))
  const row = (version: string, sha256: string) => ({ version, sha256 })
  it('distinguishes pending, unknown and changed migrations', () => {
    expect(compareMigrations(files, [row('0001', 'of 0001_a.sql'), row('0002', 'of 0002_b.sql')])).toEqual({
      applied: 2,
      pending: [],
      unknown: [],
      changed: [],
    })
    expect(compareMigrations(files, [row('0001', 'another'), row('0003', 'x')])).toEqual({
      applied: 1,
      pending: ['0002_b.sql'],
      unknown: ['0003'],
      changed: ['0001_a.sql'],
    })
  })
})

describe('responses of other services', () => {
  const failure = (code: string) => Object.assign(new Error('quotes a-long-password'), { code })
  it('distinguishes an unreachable database from one that refuses', () => {
    for (const code of ['ECONNREFUSED', 'ENOENT', '57P03']) expect(isUnreachable(failure(code))).toBe(true)
    for (const code of ['28P01', '3D000', '53300']) expect(isUnreachable(failure(code))).toBe(false)
    expect(isUnreachable(new Error('timeout expired'))).toBe(true)
  })
  it('distinguishes an unreachable mail server from one that refuses, without quoting it', () => {
    expect(readMailError(failure('EAUTH'))).toBe('refuses_login')
    expect(readMailError(failure('ESOCKET'))).toEqual({ unreachable: 'ESOCKET' })
    expect(readMailError(new Error('a-long-password'))).toEqual({ unreachable: 'no answer' })
  })
  it('reads what Restate reports about the worker', () => {
    expect(readDiscovery(200, '{}')).toEqual({ outcome: 'answers' })
    expect(readDiscovery(500, "got status code '401 Unauthorized'")).toEqual({ outcome: 'refused' })
    expect(readDiscovery(500, 'Connection refused (os error 111)')).toEqual({
      outcome: 'unreachable',
      reason: 'connection refused',
    })
    expect(readDiscovery(503, '')).toEqual({ outcome: 'unreachable', reason: 'Restate responded with 503' })
  })
})

it('reports a backup that is older than two days', () => {
  const now = new Date('2026-01-10T00:00:00Z')
  expect(evaluateBackupAge(null, now).status).toBe('warning')
  expect(evaluateBackupAge(new Date('2026-01-08T01:00:00Z'), now).status).toBe('ok')
  expect(evaluateBackupAge(new Date('2026-01-07T23:00:00Z'), now).status).toBe('fault')
})

it('a loop that finished no round is a fault, work that hung is a warning', () => {
  const well = { name: 'alerts', idleSeconds: 1, restarts: 0 }
  expect(evaluateLoops([well])).toEqual({ status: 'ok', text: '1 running' })
  expect(evaluateLoops([well, { ...well, name: 'tick', restarts: 2 }])).toMatchObject({
    status: 'warning',
    text: 'hung and continued: tick (2 times)',
  })
  expect(evaluateLoops([well, { ...well, name: 'tick', idleSeconds: 901 }])).toMatchObject({
    status: 'fault',
    text: 'without a finished round for 901 s: tick',
  })
})

it('a backup of half the maximum size is a warning, a larger one than the maximum is a fault', () => {
  const of = (bytes: number) => evaluateBackupSize({ bytes, maximumBytes: 2 ** 40 }).status
  expect([of(2 ** 39), of(2 ** 39 + 1), of(2 ** 40 + 1)]).toEqual(['ok', 'warning', 'fault'])
})
