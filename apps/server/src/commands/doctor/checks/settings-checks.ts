/** Checks of settings, and of the files that contain secrets. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { apiSettings, workerSettings } from '../../../settings.ts'
import type { Check } from '../check.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import { evaluateMode, findGarbage } from './secret-file.policy.ts'

interface SecretFile {
  readonly setting: string
  readonly file: string
}

export const settingsChecks: readonly Check[] = [
  {
    code: 'secret-files-there',
    meaning: 'A file named by a setting <SETTING>_FILE is missing or not readable.',
    remedy: `Run "init" of the image again as in docs/guides/upgrade.md. It creates missing files for user 10001 and doesn't change existing keys.`,
    async run(context) {
      const missing = await filter(secretFiles(context), async ({ file }) => (await readText(file)) === null)
      const text = `not readable: ${list(missing)}`
      // New keys couldn't open the existing values.
      if (missing.some(({ setting }) => setting === 'SEALING_IDENTITIES' || setting === 'API_DERIVE_KEY'))
        return fault(text, 'Restore the files with the values from the recovery kit, mode 0600, owner 10001.')
      if (missing.length > 0) return fault(text)
      return ok(`${secretFiles(context).length} files are readable`)
    },
  },
  {
    code: 'secret-files-private',
    meaning: 'A secret file can be read or changed by users other than its owner.',
    remedy: 'Run chmod 600 on the files in the folder secrets/.',
    async run(context) {
      const found = await Promise.all(secretFiles(context).map(async (each) => ({ each, open: await openness(each) })))
      const files = (open: string) => found.filter((one) => one.open === open).map(({ each }) => each)
      const remedy = (some: readonly SecretFile[]) => `chmod 600 ${some.map(({ file }) => onHost(file)).join(' ')}`
      const [world, group] = [files('everybody'), files('group')]
      if (world.length > 0) return fault(`open to every user of the machine: ${list(world)}`, remedy(world))
      if (group.length > 0) return warning(`open to a group: ${list(group)}`, remedy(group))
      return ok('only their owner can read them')
    },
  },
  {
    code: 'secret-files-clean',
    meaning: 'A secret file contains more than the secret: extra lines, quotation marks, or invisible bytes.',
    remedy: 'Rewrite the file with only the value on one line.',
    async run(context) {
      const dirty = await findDirty(context)
      if (dirty.length === 0) return ok('they contain only values')
      const what = dirty.map(({ setting, file, garbage }) => `${onHost(file)} (${setting}) has ${garbage}`).join('; ')
      return fault(what, `Write only the value on one line into ${dirty.map(({ file }) => onHost(file)).join(' ')}.`)
    },
  },
  {
    code: 'settings',
    meaning: "A setting is missing or invalid, so processes don't start.",
    remedy: 'Set it in .env or secrets/ (docs/reference/settings.md), then run docker compose up -d.',
    async run(context) {
      const dirty = (await findDirty(context)).map(({ setting }) => setting)
      // The checks above report what is wrong with files.
      const faults = context.reading.faults.filter(
        ({ setting, fault: text }) => !dirty.includes(setting) && !text.endsWith("names a file that isn't readable"),
      )
      if (faults.length > 0) return fault(faults.map((each) => `${each.setting} ${each.fault}`).join('; '))
      const { isApi, isWorker } = context.reading
      return ok(`valid for ${[isApi ? ['the API'] : [], isWorker ? ['the worker'] : []].flat().join(' and ')}`)
    },
  },
]

function secretFiles(context: DoctorContext): SecretFile[] {
  return context.reading.given.flatMap(({ setting, file }) =>
    file !== null && isSecret(setting) ? [{ setting, file }] : [],
  )
}

function isSecret(setting: string): boolean {
  const schemas = Object.entries({ ...workerSettings.shape, ...apiSettings.shape })
  return schemas.some(([name, schema]) => name === setting && schema.meta()?.secret === true)
}

async function findDirty(context: DoctorContext): Promise<(SecretFile & { garbage: string })[]> {
  const found = await Promise.all(
    secretFiles(context).map(async (each) => {
      const text = await readText(each.file)
      const garbage = text === null ? null : findGarbage(each.setting, text)
      return garbage === null ? [] : [{ ...each, garbage }]
    }),
  )
  return found.flat()
}

async function openness({ file }: SecretFile): Promise<string> {
  const found = await stat(file).catch(() => null)
  return found === null ? 'missing' : evaluateMode(found.mode)
}

async function readText(file: string): Promise<string | null> {
  return await readFile(file, 'utf8').catch(() => null)
}

async function filter<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T[]> {
  const held = await Promise.all(items.map(holds))
  return items.filter((_, index) => held[index])
}

function list(files: readonly SecretFile[]): string {
  return files.map(({ setting, file }) => `${onHost(file)} (${setting})`).join(', ')
}

/** Compose mounts secrets/NAME of the host at /run/secrets/NAME. */
function onHost(file: string): string {
  return file.startsWith('/run/secrets/') ? `secrets/${basename(file)}` : file
}
