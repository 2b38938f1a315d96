/** Sign-ins on this machine. One file each, so that concurrent commands don't overwrite each other. */
import { readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { JsonSchema, RefreshStore } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { CliError } from '../exit-codes.ts'
import { readJsonFile, writePrivateFile } from './private-file.ts'

export interface Profile {
  url: string
  kind: 'session' | 'token'
  /** The refresh token or API token. Null: signed out. */
  secret: string | null
  /** Email address of the user, or the end of the token. */
  account: string
  /** Uses this organization instead of the user's own. */
  organizationId?: string
}

const profileSchema: JsonSchema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    kind: { enum: ['session', 'token'] },
    secret: { type: ['string', 'null'] },
    account: { type: 'string' },
    organizationId: { type: 'string' },
  },
  required: ['url', 'kind', 'secret', 'account'],
}
const currentSchema: JsonSchema = { type: 'object', properties: { current: { type: 'string' } }, required: ['current'] }
const isProfile = (value: unknown): value is Profile => validate(profileSchema, value).length === 0
const isCurrent = (value: unknown): value is { current: string } => validate(currentSchema, value).length === 0

export interface Profiles {
  names(): Promise<string[]>
  current(): Promise<string | undefined>
  use(name: string): Promise<void>
  read(name: string): Promise<Profile | null>
  write(name: string, profile: Profile): Promise<void>
  remove(name: string): Promise<void>
  /** Token store for the SDK. Saves each new token immediately, because the old one is no longer valid. */
  store(name: string): RefreshStore
  /** Whether other users of this machine can read the file. */
  isOpenToOthers(name: string): Promise<boolean>
}

export function openProfiles(environment: Readonly<Record<string, string | undefined>>): Profiles {
  const folder = join(environment.XDG_CONFIG_HOME || join(environment.HOME ?? homedir(), '.config'), 'longshore')
  const config = join(folder, 'config.json')
  const fileOf = (name: string) => join(folder, 'profiles', `${checkName(name)}.json`)
  const profiles: Profiles = {
    async names() {
      const files = await readdir(join(folder, 'profiles')).catch(() => [])
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort()
    },
    current: async () => (await readJsonFile(config, isCurrent))?.current,
    use: (name) => writePrivateFile(config, { current: checkName(name) }),
    read: (name) => readJsonFile(fileOf(name), isProfile),
    write: (name, profile) => writePrivateFile(fileOf(name), profile),
    remove: (name) => rm(fileOf(name), { force: true }),
    store: (name) => ({
      read: async () => (await profiles.read(name))?.secret ?? null,
      async write(secret) {
        const profile = await profiles.read(name)
        if (profile !== null) await profiles.write(name, { ...profile, secret })
      },
    }),
    async isOpenToOthers(name) {
      const found = await stat(fileOf(name)).catch(() => undefined)
      return found !== undefined && process.platform !== 'win32' && (found.mode & 0o077) !== 0
    },
  }
  return profiles
}

/** The name becomes a file name, so it is restricted. */
function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name)) return name
  throw new CliError('usage', `“${name}” isn't a valid profile name.`, 'Use letters, digits, dots, and hyphens.')
}
