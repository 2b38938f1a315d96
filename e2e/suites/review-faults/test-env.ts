/** One instance of the checkout with one server, started when the first finding needs it, and empty databases of that checkout. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../apps/server/src/testing/postgres.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { type Checkout, openCheckout } from '../../support/checkout.ts'
import { deployEnvironment, joinInstance } from '../../support/deploy-test-env.ts'
import { type Installation, install } from '../../support/installation.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import type { Deploying, FaultsTestEnv } from './finding.ts'

const publicUrl = 'https://deploy.example.test'

export interface OwnedTestEnv extends FaultsTestEnv, AsyncDisposable {
  /** Null until a finding needed it. */
  instance(): Instance | null
}

export async function openTestEnv(report: Report, commit: string | undefined): Promise<OwnedTestEnv> {
  await using stack = new AsyncDisposableStack()
  const checkout = stack.use(await openCheckout(commit))
  const owned = stack.move()
  const installations = async () => owned.use(await install(checkout, publicUrl))
  let instance: Instance | null = null
  let deploying: Promise<Deploying> | null = null
  return {
    report,
    checkout,
    async database() {
      const [installation, postgres] = await Promise.all([installations(), startPostgres()])
      owned.use(postgres)
      return { url: (await installation.createDatabase(postgres)).superuser }
    },
    deploying() {
      deploying ??= installations().then(async (installation) => {
        const parts = await startParts(checkout, installation, owned)
        instance = parts.instance
        return await settle(parts, report)
      })
      return deploying
    },
    instance: () => instance,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Parts {
  readonly instance: Instance
  readonly target: Target
  readonly git: GitServer
  readonly folder: string
  readonly sql: SqlClient
}

async function startParts(checkout: Checkout, installation: Installation, owned: AsyncDisposableStack): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-faults-'))
  owned.defer(() => rm(folder, { recursive: true, force: true }))
  const git = owned.use(await GitServer.start({ root: folder }))
  const proxy = await ensureProxyProgram(join(checkout.root, 'packages/proxy'))
  const environment = { ...(await deployEnvironment()), PROXY_PROGRAMS_DIRECTORY: proxy }
  const targetStarting = startTarget({ publishPorts: [80, 443] })
  const instanceStarting = startInstance({ root: checkout.root, logins: installation.createDatabase, environment })
  // Runs both to their end, so that everything that was started is also stopped.
  const started = await Promise.allSettled([targetStarting, instanceStarting])
  for (const part of started) if (part.status === 'fulfilled') owned.use(part.value)
  const [target, instance] = [await targetStarting, await instanceStarting]
  await loadBaseImages(target, ['node:24-slim'])
  return { instance, target, git, folder, sql: owned.use(createSqlClient(instance.databaseUrl)) }
}

async function settle({ instance, target, git, folder, sql }: Parts, report: Report): Promise<Deploying> {
  const testEnv = await joinInstance({ instance, report, git, folder, targets: [target] })
  return { ...testEnv, target, sql }
}
