import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { apiSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = randomBytes(32).toString('base64')
const good = {
  DATABASE_URL: 'postgresql://localhost/longshore',
  PUBLIC_URL: 'https://longshore.example.com/',
  LINK_SOCKET: '/run/longshore/link.sock',
  LINK_KEY: key,
  API_DERIVE_KEY: randomBytes(48).toString('hex'),
  SEALING_RECIPIENT: `age1${'q'.repeat(58)}`,
}

describe('readConfig', () => {
  it('reads a complete environment and fills in defaults', () => {
    const settings = readConfig(apiSettings, good)
    expect(settings).toMatchObject({
      API_PORT: 8460,
      SIGN_UP_MODE: 'first-user',
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://longshore.example.com',
      TRUST_PROXY: [],
    })
    expect(settings.API_DERIVE_KEY.byteLength).toBe(48)
  })

  it('reads a setting from the file named by _FILE', () => {
    const file = join(folder, 'key')
    writeFileSync(file, `${key}\n`)
    const { LINK_KEY: _, ...rest } = good
    expect(readConfig(apiSettings, { ...rest, LINK_KEY_FILE: file }).LINK_KEY.reveal()).toBe(
      Buffer.from(key, 'base64').toString(),
    )
  })

  it('reads a setting by its former name, unless the new one is set', () => {
    const former = { ...good, DOMAIN_HOLD_DAYS: '7' }
    expect(readConfig(apiSettings, former).DOMAIN_RESERVATION_DAYS).toBe(7)
    expect(readConfig(apiSettings, { ...former, DOMAIN_RESERVATION_DAYS: '9' }).DOMAIN_RESERVATION_DAYS).toBe(9)
  })

  it('lists everything that is wrong at once, and shows no value', () => {
    const bad = {
      ...good,
      LINK_KEY: 'c2hvcnQtc2VjcmV0',
      API_PORT: '70000',
      PUBLIC_URL: 'ftp://x',
      API_DERIVE_KEY: undefined,
    }
    const error = fault(bad)
    expect(error.faults.map((each) => each.setting).sort()).toEqual([
      'API_DERIVE_KEY',
      'API_PORT',
      'LINK_KEY',
      'PUBLIC_URL',
    ])
    expect(error.message).not.toContain('c2hvcnQtc2VjcmV0')
    expect(error.message).toContain('API_DERIVE_KEY  is missing')
  })

  it.each([
    ['a short key', Buffer.from('0123456789').toString('base64')],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['one letter', 'A'.repeat(64)],
    ['a well-known value', Buffer.from('better-auth-secret-123456789-and-more-text').toString('base64')],
    ['a word', 'changeme-changeme-changeme-changeme-changeme-chan'],
    ['not base64', '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%'],
    ['nothing', ''],
  ])('refuses %s as a key', (_what, value) => {
    expect(fault({ ...good, API_DERIVE_KEY: value }).faults).toMatchObject([{ setting: 'API_DERIVE_KEY' }])
  })

  it('refuses a setting that is given twice, and a missing file', () => {
    expect(fault({ ...good, LINK_KEY_FILE: join(folder, 'key') }).message).toContain('given twice')
    const { LINK_KEY: _, ...rest } = good
    expect(fault({ ...rest, LINK_KEY_FILE: join(folder, 'absent') }).message).toContain("isn't readable")
  })
})

function fault(environment: Record<string, string | undefined>): ConfigError {
  try {
    readConfig(apiSettings, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the settings were taken')
}
