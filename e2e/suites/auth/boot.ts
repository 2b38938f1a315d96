/**
 * M15: the process refuses to start with a secret that is missing, short or well known. It names the setting, never the
 * value.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuthContext, bySize, inLanes } from '../../support/auth/auth-context.ts'
import { startOtherApi } from './other-api.ts'

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')

interface BadConfiguration {
  setting: string
  value: string | undefined
}

export async function proveBoot(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const bad: BadConfiguration[] = [
    { setting: 'API_DERIVE_KEY', value: undefined }, { setting: 'API_DERIVE_KEY', value: '' }, { setting: 'API_DERIVE_KEY', value: randomBytes(16).toString('base64') }, { setting: 'API_DERIVE_KEY', value: randomBytes(31).toString('hex') },
    { setting: 'API_DERIVE_KEY', value: 'better-auth-secret-123456789' }, { setting: 'API_DERIVE_KEY', value: encoded('changeme changeme changeme changeme') }, { setting: 'API_DERIVE_KEY', value: Buffer.alloc(32).toString('base64') },
    { setting: 'API_DERIVE_KEY', value: encoded('0123456789abcdef0123456789abcdef') }, { setting: 'API_DERIVE_KEY', value: encoded('correct horse battery staple, and more of it') }, { setting: 'LINK_KEY', value: undefined }, { setting: 'LINK_KEY', value: 'a'.repeat(64) }, { setting: 'LINK_KEY', value: '!!not base64!!' },
    { setting: 'SEALING_RECIPIENT', value: undefined }, { setting: 'SEALING_RECIPIENT', value: 'age1short' }, { setting: 'DATABASE_URL', value: 'mysql://root:hunter2hunter2@db' },
  ] // biome-ignore format: a list
  const { SEALING_IDENTITIES: _, ...base } = instance.environment
  const results = await inLanes(3, bad.slice(0, bySize(10, bad.length)), async ({ setting, value }) => {
    const environment: Record<string, string> = { ...base, API_PORT: '0', API_METRICS_PORT: '0' }
    if (value === undefined) delete environment[setting]
    else environment[setting] = value
    return { setting, value, ...(await boot(environment)) }
  })
  const wrong = results.filter(
    ({ code, output, setting, value }) =>
      code === 0 ||
      code === null ||
      !output.includes(setting) ||
      (value !== undefined && value !== '' && output.includes(value)) ||
      /at .*\.ts:\d+/.test(output),
  )
  report.figure('boot_refused', `${results.length - wrong.length}/${results.length}`)
  report.expect(
    wrong.length === 0,
    `started, or said the wrong thing: ${wrong.map((each) => `${each.setting} ${each.code} ${each.output.slice(0, 300)}`).join('; ')}`,
  )
  await fromFile(context)
}

async function boot(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return await new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...environment }
    execFile(process.execPath, [main, 'api'], { env, timeout: 90_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ code, output: stdout + stderr })
    })
  })
}

async function fromFile({ instance, report }: AuthContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-secret-'))
  try {
    const file = join(folder, 'derive-key')
    await writeFile(file, `${instance.environment.API_DERIVE_KEY}\n`, { mode: 0o600 })
    await using api = await startOtherApi(instance, { API_DERIVE_KEY: '', API_DERIVE_KEY_FILE: file })
    report.expect(api.process.isRunning, 'a secret from a file is not read')
    const { SEALING_IDENTITIES: _, ...base } = instance.environment
    const both = await boot({ ...base, API_PORT: '0', API_METRICS_PORT: '0', API_DERIVE_KEY_FILE: file })
    report.expect(both.code === 1 && /API_DERIVE_KEY .*given twice/.test(both.output), `given twice: ${both.output}`)
    const missing = await boot({
      ...base,
      API_PORT: '0',
      API_DERIVE_KEY: '',
      API_DERIVE_KEY_FILE: join(folder, 'nothing'),
    })
    report.expect(
      missing.code === 1 && missing.output.includes('API_DERIVE_KEY_FILE'),
      `a file that is not there: ${missing.output}`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
