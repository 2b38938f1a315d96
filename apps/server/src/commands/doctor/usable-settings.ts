/** Reads the usable settings: an unusable one is reported and omitted, so that everything else can still be checked. */
import { parseAddressPolicy } from '@longshore/addresses'
import { ConfigError, listPresentSettings, type PresentSetting, readConfig } from '../../config.ts'
import { linkAddress } from '../../link-address.ts'
import { type ApiSettings, apiSettings, type WorkerSettings, workerSettings } from '../../settings.ts'

export type UsableSettings = Partial<WorkerSettings & ApiSettings>

export interface SettingFault {
  readonly setting: string
  readonly fault: string
}

export interface SettingsReading {
  readonly settings: UsableSettings
  readonly faults: readonly SettingFault[]
  readonly given: readonly PresentSetting[]
  /**
   * The process that the settings belong to: a container has those of one process, a developer's machine those of both.
   */
  readonly isWorker: boolean
  readonly isApi: boolean
}

type Environment = Record<string, string | undefined>
// Both processes get the installation's .env, so settings from it identify neither.
const ofWorker = ['SEALING_IDENTITIES', 'RESTATE_INGRESS_URL', 'RESTATE_ADMIN_URL']
const ofApi = ['API_DERIVE_KEY', 'API_HOST', 'API_PORT']

export function readUsableSettings(environment?: Environment): SettingsReading {
  const names = Object.keys({ ...workerSettings.shape, ...apiSettings.shape })
  const given = listPresentSettings(names, environment)
  const has = (some: readonly string[]) => given.some(({ setting }) => some.includes(setting))
  const isApi = has(ofApi)
  // If neither is present, the worker's settings are the missing ones.
  const isWorker = has(ofWorker) || !isApi
  const nothing = { settings: {}, faults: [] }
  const worker = isWorker ? readUsable((unusable) => readWorker(environment, unusable)) : nothing
  const api = isApi ? readUsable((unusable) => readApi(environment, unusable)) : nothing
  const settings: UsableSettings = { ...worker.settings, ...api.settings }
  const single = [...worker.faults, ...api.faults]
  const faults = [...single, ...faultsBetween(settings, single)]
  const first = new Map(faults.toReversed().map((each) => [each.setting, each]))
  return { settings, faults: [...first.values()].toReversed(), given, isWorker, isApi }
}

function readUsable(read: (unusable: readonly string[]) => UsableSettings): {
  settings: UsableSettings
  faults: readonly SettingFault[]
} {
  try {
    return { settings: read([]), faults: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { settings: read(error.faults.map(({ setting }) => setting)), faults: error.faults }
  }
}

function readWorker(environment: Environment | undefined, unusable: readonly string[]): UsableSettings {
  const left: Partial<Record<keyof WorkerSettings, true>> = {}
  for (const name of workerSettings.keyof().options) if (unusable.includes(name)) left[name] = true
  return readConfig(workerSettings.omit(left), environment)
}

function readApi(environment: Environment | undefined, unusable: readonly string[]): UsableSettings {
  const left: Partial<Record<keyof ApiSettings, true>> = {}
  for (const name of apiSettings.keyof().options) if (unusable.includes(name)) left[name] = true
  return readConfig(apiSettings.omit(left), environment)
}

/** Faults that only show in combinations of settings, or when they are used: the processes find these at startup. */
function faultsBetween(settings: UsableSettings, known: readonly SettingFault[]): SettingFault[] {
  const faults: SettingFault[] = []
  for (const setting of ['SSH_ALLOW', 'OUTBOUND_ALLOW'] as const) {
    try {
      if (settings[setting] !== undefined) parseAddressPolicy(settings[setting])
    } catch (error) {
      faults.push({ setting, fault: error instanceof Error ? error.message : 'is unusable' })
    }
  }
  if (known.some(({ setting }) => /^LINK_(?!KEY$)/.test(setting))) return faults
  try {
    linkAddress(settings)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    faults.push(...error.faults)
  }
  return faults
}
