/**
 * The test environment that all scenarios of the core suite share: one instance, one Git provider, S3 storage and DNS.
 * Each scenario has its own organizations, environments and servers.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { type Gitea, startGitea } from '../../fixtures/gitea.ts'
import { S3Server } from '../../fixtures/s3-server.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { buildDashboard } from '../../support/dashboard.ts'
import { deployEnvironment } from '../../support/deploy-test-env.ts'
import { DnsTestEnv } from '../../support/dns/dns-test-env.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

export interface CoreEnvironment extends AsyncDisposable {
  readonly report: Report
  readonly instance: Instance
  readonly gitea: Gitea
  readonly s3: S3Server
  readonly dns: DnsTestEnv
  readonly git: GitServer
  /** The folder that the Git server serves. */
  readonly folder: string
  /** Starts a server with these images and removes it at the end of the run. */
  startServer(images: readonly string[]): Promise<Target>
}

export async function openCoreEnvironment(report: Report): Promise<CoreEnvironment> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-core-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // The api reads the dashboard's files when it starts.
  await buildDashboard()
  const dns = stack.use(await DnsTestEnv.start())
  const git = stack.use(await GitServer.start({ root: folder }))
  const s3 = stack.use(await S3Server.start())
  const gitea = stack.use(await startGitea())
  const environment = { ...(await deployEnvironment()), ...dns.environment, BACKUP_DIRECTORY: join(folder, 'backups') }
  const instance = stack.use(await startInstance({ environment }))
  const owned = stack.move()
  return {
    report,
    instance,
    gitea,
    s3,
    dns,
    git,
    folder,
    async startServer(images) {
      const target = owned.use(await startTarget({ publishPorts: [80, 443] }))
      await loadBaseImages(target, images)
      return target
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
