/** Signs in by the browser, with an API token, or with email and password and a second factor. */
import { apiToken, createClient, createSession, isProblem, type User } from '@longshore/sdk'
import { getInstance } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { type DeviceCredential, signInByDevice } from '../connection/device-sign-in.ts'
import { isPlainHttp, parseInstanceUrl } from '../connection/instance-url.ts'
import { openProfiles, type Profiles } from '../connection/profiles.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readInput } from '../terminal/prompt.ts'

interface SignIn {
  readonly url: string
  readonly name: string
  readonly organization: string | undefined
}

export const login = defineCommand({
  path: 'login',
  summary: 'Sign in to an instance.',
  details:
    'Opens the browser, where you choose the organization and permissions, and saves the API token that this creates. With --email, prompts for the password, and for a code if the account uses two-factor sign-in. With --token-stdin, saves an existing API token. Secrets are never options, because other users of the computer could see them.',
  arguments: [{ name: 'URL', summary: 'Instance URL (default: $LONGSHORE_URL).', isOptional: true }],
  options: {
    email: { type: 'string', value: 'EMAIL', summary: 'Sign in with email and password instead of the browser.' },
    'no-browser': { type: 'boolean', summary: 'Only print the link, to open it on another device.' },
    code: { type: 'string', value: 'CODE', summary: 'Authenticator code or recovery code.' },
    'password-stdin': { type: 'boolean', summary: 'Read the password from standard input.' },
    'token-stdin': {
      type: 'boolean',
      summary: 'Read an API token from standard input and save it. Prompts in a terminal.',
    },
    organization: {
      type: 'string',
      value: 'NAME',
      summary: 'Organization to use instead of the one you joined first, with --email.',
    },
  },
  examples: [
    'longshore login https://deploy.example.com',
    'longshore login https://deploy.example.com --email ada@example.com',
    'longshore login --token-stdin < token.txt',
  ],
  async run(context, input) {
    const given = input.positionals[0] ?? context.environment.LONGSHORE_URL
    const url = parseInstanceUrl(given ?? (await context.prompt.ask('Instance URL:', 'Pass it as an argument.')))
    context.place.url = url
    if (isPlainHttp(url))
      context.output.warn({ text: `${url} isn't encrypted: others might read what you send.`, style: 'yellow' })
    const profiles = openProfiles(context.environment)
    const name = context.profileName ?? context.environment.LONGSHORE_PROFILE ?? 'default'
    const signIn: SignIn = { url, name, organization: input.text('organization') }
    const email = input.text('email')
    if (input.flag('token-stdin')) await saveToken(profiles, signIn, await readToken(context, url))
    else if (email === undefined && !input.flag('password-stdin')) {
      const canOpen = !input.flag('no-browser')
      // A CI job would wait for ten minutes without anyone to approve.
      if (canOpen && !context.prompt.canAsk)
        throw new CliError('usage', "There's no terminal to sign in from.", 'Use --token-stdin, or --no-browser.')
      await saveDeviceToken(profiles, signIn, await signInByDevice(context, url, canOpen))
    } else {
      const password = input.flag('password-stdin')
        ? await readInput(context.stdin)
        : await context.prompt.askSecret('Password:', 'Use --password-stdin.')
      await saveSession(context, profiles, {
        ...signIn,
        email: email ?? (await context.prompt.ask('Email:', 'Use --email.')),
        password,
        code: input.text('code'),
      })
    }
    await profiles.use(name)
    const { account } = (await profiles.read(name)) ?? { account: '' }
    context.output.show({ url, account, profile: name }, () => [
      [{ text: '✓ ', style: 'green' }, `Signed in at ${url} as ${account}.`],
    ])
    return 0
  },
})

/** Reads the token from a pipe, or from a hidden prompt in a terminal. */
async function readToken({ prompt, output, stdin }: Context, url: string): Promise<string> {
  if (!prompt.canAsk) return (await readInput(stdin)).trim()
  output.note(`Create one at ${url}/tokens`)
  return (await prompt.askSecret('API token:', 'Pass it on standard input.')).trim()
}

async function saveDeviceToken(profiles: Profiles, { url, name }: SignIn, credential: DeviceCredential): Promise<void> {
  const { token, email, organization } = credential
  await profiles.write(name, { url, kind: 'token', secret: token, account: email, organizationId: organization.id })
}

async function saveToken(profiles: Profiles, { url, name }: SignIn, token: string): Promise<void> {
  if (!token.startsWith('lgs_')) throw new CliError('usage', "This isn't an API token.", 'API tokens start with lgs_.')
  const client = createClient({ baseUrl: url, credentials: apiToken(token) })
  // A token that is rejected for its scopes is still valid.
  await client.call(getInstance).catch((error: unknown) => {
    if (!isProblem(error, 'forbidden')) throw error
  })
  await profiles.write(name, { url, kind: 'token', secret: token, account: `token …${token.slice(-4)}` })
}

async function saveSession(
  context: Context,
  profiles: Profiles,
  {
    url,
    name,
    organization,
    email,
    password,
    code,
  }: SignIn & { email: string; password: string; code: string | undefined },
): Promise<void> {
  // In memory until the user is known.
  let secret: string | null = null
  const session = createSession({
    baseUrl: url,
    store: {
      read: () => secret,
      write(token) {
        secret = token
      },
    },
  })
  const result = await session.signIn({ email, password })
  const user =
    result.mfaToken === undefined
      ? result.user
      : await session.verifySecondFactor({
          mfaToken: result.mfaToken,
          code: code ?? (await context.prompt.ask('Authenticator code:', 'Use --code.')),
        })
  const organizationId = organization === undefined ? undefined : findOrganization(user, organization)
  const profile = { url, kind: 'session', secret, account: user.email } as const
  await profiles.write(name, organizationId === undefined ? profile : { ...profile, organizationId })
}

function findOrganization({ organizations }: User, asked: string): string {
  const found = organizations.find((each) => each.id === asked || each.name === asked)
  if (found !== undefined) return found.id
  throw new CliError(
    'notFound',
    `You aren't a member of an organization “${asked}”.`,
    `Available: ${organizations.map((each) => each.name).join(', ')}.`,
  )
}
