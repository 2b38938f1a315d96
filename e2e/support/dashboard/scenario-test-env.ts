/** An unused instance, a server with Docker, and a repository: everything that a new user has. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { defaultExampleImage } from '../../../apps/server/src/testing/internals/projects.ts'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { addCommit, createRepository } from '../../fixtures/repository.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { type Dashboard, type DashboardPage, startDashboard, type Visitor } from '../dashboard.ts'
import { deployEnvironment, nodeApp } from '../deploy-test-env.ts'
import { type Instance, startInstance } from '../instance.ts'
import type { Report } from '../report.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')

export interface ScenarioTestEnv extends AsyncDisposable {
  readonly report: Report
  readonly instance: Instance
  readonly target: Target
  readonly dashboard: Dashboard
  readonly repositoryUrl: string
  /** The owner's browser, and the page that is open in it. */
  readonly visitor: Visitor
  readonly opened: DashboardPage
  commit(text: string, extra?: { isBroken: boolean }): Promise<string>
  /** The page that visitors of the app see. */
  visit(hostname: string): Promise<string>
  setupLink(): Promise<string>
}

export async function startScenarioTestEnv(report: Report): Promise<ScenarioTestEnv> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-story-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const git = stack.use(await GitServer.start({ root: folder }))
  const environment = {
    ...(await deployEnvironment()),
    SIGN_UP_MODE: 'first-user',
    BACKUP_DIRECTORY: join(folder, 'backups'),
  }
  const [target, instance] = await Promise.all([
    startTarget({ publishPorts: [80, 443] }).then(async (each) => {
      stack.use(each)
      await loadBaseImages(each, ['node:24-slim', defaultExampleImage, 'postgres:17'])
      return each
    }),
    startInstance({ environment }).then((each) => stack.use(each)),
  ])
  const repository = join(folder, 'shop.git')
  await createRepository(repository, goodApp('Hello from the shop'))
  const dashboard = stack.use(await startDashboard(instance))
  const visitor = stack.use(await dashboard.visit())
  const opened = await visitor.open()
  const owned = stack.move()
  return {
    report, instance, target, dashboard, visitor, opened,
    repositoryUrl: git.url('shop.git'),
    commit: (args, { isBroken } = { isBroken: false }) =>
      addCommit(repository, isBroken ? brokenApp(args) : goodApp(args), args),
    visit: (hostname) => visit(target, hostname),
    async setupLink() {
      const env = { PATH: process.env.PATH ?? '', ...instance.environment }
      return (await run(process.execPath, [main, 'setup-link'], { env })).stdout.trim()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  } // biome-ignore format: a list
}

/** The analysis detects the port here. */
const goodApp = (args: string) => nodeApp(args, 'EXPOSE 3000\n')

function brokenApp(args: string) {
  const content = `console.error(${JSON.stringify(args)})\nprocess.exit(1)\n`
  return [...goodApp(args).filter(({ path }) => path !== 'server.mjs'), { path: 'server.mjs', content }]
}

async function visit(target: Target, hostname: string): Promise<string> {
  const port = target.published.get(80) ?? 0
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const asked = get({ host: '127.0.0.1', port, path: '/', headers: { host: hostname } }, (answer) => {
    readText(answer).then((body) => resolve(answer.statusCode === 200 ? body : `${answer.statusCode} ${body}`), reject)
  })
  asked.on('error', reject)
  return await promise
}
