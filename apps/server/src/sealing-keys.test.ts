/** The keys that open every sealed value stay in the worker: API calls can't reach them. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createUnsealer, generateIdentity } from './platform/secrets/unseal.ts'

const source = import.meta.dirname
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const sources = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

/** Files outside the operator commands. A new file here must not handle API calls. */
const readers = ['settings.ts', 'wiring/infrastructure.ts']
/** Calls that encrypt something to a key that the API names. The worker limits and records each of them. */
const releasing = [
  'backup-plans.export-key',
  'environments.reveal-credential',
  'environments.reveal-variable',
  'projects.reveal-compose',
]

test('the files that read the sealing keys are exactly the listed ones', () => {
  const found = sources.filter((file) => !file.startsWith('commands/') && read(file).includes('SEALING_IDENTITIES'))
  expect(found).toEqual([...readers, 'modules/instance/backup/recovery-kit.policy.ts'].sort())
})

test('only the command on the machine prints a recovery kit', () => {
  expect(sources.filter((file) => /\bwriteKit\(/.test(read(file)) && !file.endsWith('.policy.ts'))).toEqual([
    'commands/recovery-kit.ts',
  ])
})

test('the unsealers that calls receive expose public keys only', async () => {
  const { identity } = await generateIdentity()
  const unsealer = await createUnsealer([identity])
  const shown = JSON.stringify(unsealer, (_, value: unknown) => (typeof value === 'function' ? String(value) : value))
  expect(shown).toContain('age1')
  expect(shown).not.toContain(identity.reveal())
})

test('the calls that send something to an external key are the listed ones, and each is limited and recorded', () => {
  const definitions = sources.filter((file) => /^modules\/.+\/calls\/.+\.definition\.ts$/.test(file))
  const calls = definitions.flatMap((file) =>
    read(file)
      .split(/^export const /m)
      .slice(1),
  )
  expect(calls.length).toBeGreaterThan(15)
  const named = calls.filter((call) => call.includes('recipient')).map((call) => /name: '([^']+)'/.exec(call)?.[1])
  expect(named.sort()).toEqual(releasing)
  const records = definitions
    .filter((file) => read(file).includes('recipient'))
    .flatMap((file) => read(file.replace('.definition.ts', '.call.ts')).match(/await releases\.record\(/g) ?? [])
  expect(records).toHaveLength(releasing.length)
})
