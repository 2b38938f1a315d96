/** A new user's resources: an instance, a server, a repository at a Git provider, and a domain. */
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { type Gitea, type GiteaUser, startGitea } from '../../fixtures/gitea.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { deployEnvironment, nodeApp, ownsNothing } from '../deploy-test-env.ts'
import { DnsTestEnv } from '../dns/dns-test-env.ts'
import { type Instance, startInstance } from '../instance.ts'

export interface WalkTestEnv extends AsyncDisposable {
  readonly instance: Instance
  readonly target: Target
  readonly gitea: Gitea
  readonly ada: GiteaUser
  /** A token of the Git provider with the permissions that Longshore asks for. */
  readonly gitProviderToken: string
  readonly repository: Awaited<ReturnType<Gitea['createRepository']>>
  readonly dns: DnsTestEnv
}

export const greeting = 'walked here'
export const zone = 'walk-zone.com'

export async function openTestEnv(): Promise<WalkTestEnv> {
  await using stack = new AsyncDisposableStack()
  const dns = stack.use(await DnsTestEnv.start())
  const gitea = stack.use(await startGitea())
  const startServer = async () => {
    const target = stack.use(await startTarget({ publishPorts: [80, 443] }))
    await loadBaseImages(target, ['node:24-slim', 'postgres:17'])
    return target
  }
  const environment = { ...(await deployEnvironment()), ...dns.environment }
  const starting = [startServer(), startInstance({ environment })] as const
  // Runs both to their end, so that everything that was started is also stopped.
  await Promise.allSettled(starting)
  const instance = stack.use(await starting[1])
  const target = await starting[0]
  const parts = await prepareWalk({ instance, target, gitea, dns })
  const moved = stack.move()
  return { ...parts, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** A zone, a user with a repository and a token, on parts that already run. */
export async function prepareWalk(
  parts: Pick<WalkTestEnv, 'instance' | 'target' | 'gitea' | 'dns'>,
): Promise<WalkTestEnv> {
  const { gitea, dns } = parts
  dns.addZone(zone)
  const ada = await gitea.createUser('ada')
  const gitProviderToken = await gitea.createToken(ada, ['write:repository', 'read:user', 'write:issue'])
  const files = Object.fromEntries(nodeApp(greeting).map(({ path, content }) => [path, content]))
  const repository = await gitea.createRepository(ada, { name: 'shop', isPrivate: true, files, branches: ['dev'] })
  return { ...parts, ada, gitProviderToken, repository, [Symbol.asyncDispose]: ownsNothing }
}
