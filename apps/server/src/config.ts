/**
 * The only reader of the process environment. Startup fails with a table of everything that is wrong, never showing a
 * value.
 */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { findFormerName } from './settings/former-names.ts'

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly { setting: string; fault: string }[]

  constructor(faults: readonly { setting: string; fault: string }[]) {
    const width = Math.max(...faults.map((each) => each.setting.length))
    const rows = faults.map((each) => `  ${each.setting.padEnd(width)}  ${each.fault}`)
    super(
      `The settings are not usable:\n${rows.join('\n')}\nSee docs/reference/settings.md. Each setting can also be read from a file named by <SETTING>_FILE.`,
    )
    this.faults = faults
  }
}

type Environment = Record<string, string | undefined>

export function readConfig<Settings extends z.ZodObject>(
  settings: Settings,
  environment: Environment = process.env,
): z.output<Settings> {
  const faults: { setting: string; fault: string }[] = []
  const raw: Environment = {}
  for (const name of Object.keys(settings.shape)) {
    try {
      const former = findFormerName(name, environment)
      if (former !== undefined)
        process.emitWarning(`The setting ${former} is now called ${name}. The next release ignores the former name.`)
      const value = readOne(environment, former ?? name)
      if (value !== undefined && value !== '') raw[name] = value
    } catch (error) {
      faults.push({ setting: name, fault: error instanceof Error ? error.message : 'cannot be read' })
    }
  }
  const parsed = settings.safeParse(raw)
  if (parsed.success && faults.length === 0) return parsed.data
  for (const issue of parsed.error?.issues ?? []) {
    const setting = String(issue.path[0])
    if (faults.some((each) => each.setting === setting)) continue
    faults.push({ setting, fault: raw[setting] === undefined ? 'is missing' : issue.message })
  }
  throw new ConfigError(faults)
}

export interface PresentSetting {
  readonly setting: string
  /** Null if the value itself is in the environment. */
  readonly file: string | null
}

/** Lists which of these settings are present, and their files, for checks that need more than values. */
export function listPresentSettings(
  names: readonly string[],
  environment: Environment = process.env,
): PresentSetting[] {
  return names.flatMap((setting) => {
    const name = findFormerName(setting, environment) ?? setting
    const file = environment[`${name}_FILE`] || null
    return file === null && !environment[name] ? [] : [{ setting, file }]
  })
}

/** Folders in which the system looks for programs. */
export function programFolders(environment: Environment = process.env): string[] {
  return (environment.PATH ?? '').split(':').filter((folder) => folder !== '')
}

function readOne(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  if (file === undefined || file === '') return environment[name]
  if (environment[name] !== undefined && environment[name] !== '')
    throw new Error(`is given twice, also as ${name}_FILE`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Error(`${name}_FILE names a file that isn't readable`)
  }
}
