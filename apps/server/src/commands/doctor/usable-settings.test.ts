import { describe, expect, it } from 'vitest'
import { CheckSkipped } from './check-skipped.ts'
import { DoctorContext } from './doctor-context.ts'
import { readUsableSettings } from './usable-settings.ts'

const worker = {
  DATABASE_URL: 'postgresql://longshore:a-long-password@db/longshore',
  PUBLIC_URL: 'https://deploy.example.com',
  LINK_SOCKET: '/run/longshore/link.sock',
  LINK_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7 + 128)).toString('base64'),
  RESTATE_INGRESS_URL: 'http://restate:8080',
  RESTATE_ADMIN_URL: 'http://restate:9070',
  RESTATE_IDENTITY_KEYS: 'publickeyv1_abc',
  SEALING_IDENTITIES: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
}
const faultsOf = (environment: Record<string, string>) =>
  readUsableSettings(environment).faults.map(({ setting }) => setting)

describe('readUsableSettings', () => {
  it('returns usable settings and names unusable ones', () => {
    const { settings, faults } = readUsableSettings({ ...worker, WORKER_PORT: 'many', SMTP_URL: 'http://mail' })
    expect(faults.map(({ setting }) => setting).toSorted()).toEqual(['SMTP_URL', 'WORKER_PORT'])
    expect(settings.PUBLIC_URL).toBe('https://deploy.example.com')
    expect(settings.SERVER_CHECK_SECONDS).toBe(60)
  })

  it('recognizes the process from the given settings', () => {
    expect(readUsableSettings(worker)).toMatchObject({ isWorker: true, isApi: false, faults: [] })
    expect(readUsableSettings({ API_DERIVE_KEY: 'x' })).toMatchObject({ isWorker: false, isApi: true })
    expect(readUsableSettings({ ...worker, API_DERIVE_KEY_FILE: '/x' })).toMatchObject({ isWorker: true, isApi: true })
    expect(readUsableSettings({})).toMatchObject({ isWorker: true, isApi: false })
  })

  it('finds faults that a process would only find when it starts', () => {
    const { LINK_SOCKET: _, ...rest } = worker
    expect(faultsOf(rest)).toEqual(['LINK_SOCKET'])
    expect(faultsOf({ ...worker, SSH_ALLOW: 'everywhere' })).toEqual(['SSH_ALLOW'])
    expect(faultsOf({ ...rest, LINK_KEY: 'short' }).toSorted()).toEqual(['LINK_KEY', 'LINK_SOCKET'])
  })

  it("doesn't use settings that were reported as faults", () => {
    const context = new DoctorContext(readUsableSettings({ ...worker, SMTP_URL: 'http://mail' }))
    expect(() => context.optional('SMTP_URL')).toThrow(CheckSkipped)
    expect(() => context.required('SEALING_RECIPIENT')).toThrow("SEALING_RECIPIENT isn't set for this process")
    expect(context.required('PUBLIC_URL')).toBe(worker.PUBLIC_URL)
  })

  it('treats passwords in URLs as secrets', () => {
    const values = new DoctorContext(readUsableSettings(worker)).secrets().map((secret) => secret.reveal())
    expect(values).toContain('a-long-password')
    expect(values).toContain(worker.SEALING_IDENTITIES)
  })
})
