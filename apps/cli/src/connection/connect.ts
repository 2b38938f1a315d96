/** Credentials and instance: from environment variables in CI, otherwise from a profile. */
import { apiToken, type Client, createClient, createSession, type UserSession } from '@longshore/sdk'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { parseInstanceUrl } from './instance-url.ts'
import { findLink, type Link } from './link.ts'
import { openProfiles, type Profile, type Profiles } from './profiles.ts'

export interface Connection {
  readonly client: Client
  readonly url: string
  /** Null: signed in with LONGSHORE_TOKEN. */
  readonly profile: ({ name: string } & Profile) | null
  readonly session: UserSession | null
  readonly organizationId: string | undefined
  /** The link of this directory, if it belongs to the same instance. */
  readonly link: Link | null
  /** The instance that the directory is linked to, if it is a different one. */
  readonly linkedElsewhere: string | undefined
}

export async function connect(context: Context): Promise<Connection> {
  const { LONGSHORE_TOKEN: token, LONGSHORE_URL: address, LONGSHORE_ORGANIZATION: organizationId } = context.environment
  const link = await findLink(context.directory)
  if (token !== undefined && token !== '' && context.profileName === undefined) {
    if (address === undefined || address === '')
      throw new CliError('usage', "LONGSHORE_TOKEN is set, but LONGSHORE_URL isn't.", 'Set it to the instance URL.')
    const url = parseInstanceUrl(address)
    context.place.url = url
    const client = createClient({ baseUrl: url, credentials: apiToken(token), organization: organizationId })
    return { client, url, profile: null, session: null, organizationId, ...linkFor(link, url) }
  }
  const profiles = openProfiles(context.environment)
  const name = await chooseProfile(context, profiles, link)
  const profile = await profiles.read(name)
  if (profile === null || profile.secret === null)
    throw new CliError('notSignedIn', `The profile “${name}” isn't signed in.`, 'Sign in: longshore login URL')
  context.place.url = profile.url
  if (await profiles.isOpenToOthers(name))
    context.output.warn(`Other users on this computer can read the profile “${name}”. Sign out and in again.`)
  return { ...open(profiles, name, profile), ...linkFor(link, profile.url) }
}

function linkFor(link: Link | null, url: string): Pick<Connection, 'link' | 'linkedElsewhere'> {
  if (link === null || link.url === url) return { link, linkedElsewhere: undefined }
  return { link: null, linkedElsewhere: link.url }
}

function open(profiles: Profiles, name: string, profile: Profile): Omit<Connection, 'link' | 'linkedElsewhere'> {
  const { url, organizationId, kind, secret } = profile
  const session = kind === 'session' ? createSession({ baseUrl: url, store: profiles.store(name) }) : null
  const credentials = session ?? apiToken(secret ?? '')
  const client = createClient({ baseUrl: url, credentials, organization: organizationId })
  return { client, url, profile: { name, ...profile }, session, organizationId }
}

async function chooseProfile(context: Context, profiles: Profiles, link: Link | null): Promise<string> {
  const asked = context.profileName ?? context.environment.LONGSHORE_PROFILE
  if (asked !== undefined && asked !== '') return asked
  const current = (await profiles.current()) ?? 'default'
  if (link === null) return current
  // The current profile first, because several may have this instance.
  for (const name of [current, ...(await profiles.names())]) {
    const profile = await profiles.read(name)
    if (profile?.url === link.url && profile.organizationId === link.organizationId) return name
  }
  return current
}
