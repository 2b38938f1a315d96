/** A reader of one page: a new person with a terminal, a browser, a server, and an app at a Git provider. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { approveDevice } from '../approve-device.ts'
import { password, signUp } from '../client.ts'
import type { PersonTestEnv } from '../person/person-test-env.ts'
import { sampleApp } from '../person/sample-app.ts'
import type { Report } from '../report.ts'
import { pathOf } from './dashboard-place.ts'
import { leaveInstance } from './leave-instance.ts'
import { type NeedsContext, provide } from './needs.ts'
import type { Placeholders } from './placeholders.ts'
import { openBrowser } from './reader-browser.ts'
import { prepareHome } from './reader-home.ts'
import { openShell } from './shell.ts'

export interface Block {
  readonly text: string
  readonly isOnServer: boolean
  /** Programs of it open the browser. */
  readonly inTerminal: boolean
}

export interface Reader extends AsyncDisposable {
  readonly placeholders: Placeholders
  run(block: Block): Promise<void>
  writeFile(name: string, text: string): Promise<void>
  page(): Promise<Page>
  /** Opens a place that the page names in words, such as "environment". */
  goTo(place: string): Promise<void>
  /** A value that the page describes in words, such as "email address". */
  own(what: string): string
  /** Path of a file that the reader has. */
  fileOf(name: string): string
}

export interface ReaderOptions {
  readonly testEnv: PersonTestEnv
  readonly report: Report
  /** Names of things that exist before the reader starts. */
  readonly needs: readonly string[]
}

let count = 0

export async function openReader({ testEnv, report, needs }: ReaderOptions): Promise<Reader> {
  await using stack = new AsyncDisposableStack()
  const { instance, gitea } = testEnv
  count += 1
  const gitUser = await gitea.createUser(`acme${count}`)
  const repository = await gitea.createRepository(gitUser, { name: 'shop', files: sampleApp('first') })
  const person = await signUp(instance)
  const context: NeedsContext = { instance, report, person, testEnv, gitUser, repository, ids: new Map() }
  stack.defer(() => leaveInstance(context))
  await provide(context, needs)
  const home = await mkdtemp(join(tmpdir(), 'longshore-reader-'))
  stack.defer(() => rm(home, { recursive: true, force: true }))
  const shell = await openShell(home, join(home, 'shop'))
  const { token } = await prepareHome(context, shell, home)
  const browser = stack.use(openBrowser(context))
  const owned = stack.move()
  return {
    placeholders: placeholdersOf(context, token),
    async run({ text, isOnServer, inTerminal }) {
      if (isOnServer) await testEnv.target.mustExec(['bash', '-euo', 'pipefail', '-s'], { stdin: text })
      else await shell.run(text, { inTerminal, password, onOpen: async (url) => approve(await browser.page(), url) })
    },
    writeFile: (name, content) => shell.writeFile(name, content),
    page: () => browser.page(),
    goTo: (place) => browser.goTo(pathOf(place, context.ids)),
    own: (what) => ownValue(what, context),
    fileOf: (name) => join(shell.folder, name),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The sign-in of the CLI. */
async function approve(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await approveDevice(page, url.slice(-9))
}

function placeholdersOf({ testEnv, instance, gitUser, person }: NeedsContext, token: string): Placeholders {
  return new Map([
    ['https://deploy.example.com', instance.url],
    ['deploy.example.com', new URL(instance.url).host],
    ['203.0.113.7', testEnv.target.address],
    ['100.101.102.103', testEnv.target.address],
    ['https://git.example.com', testEnv.gitea.url],
    ['acme/shop', `${gitUser.login}/shop`],
    ['https://s3.example.com', testEnv.s3.endpoint],
    ['acme-backups', testEnv.s3.bucket],
    ['eu-central-1', testEnv.s3.region],
    ['AKIAEXAMPLE', testEnv.s3.accessKeyId],
    ['example-secret-key', testEnv.s3.secretAccessKey],
    ['lgs_…', token],
    ['ada@example.com', person.email],
    ['YOUR_PASSWORD', password],
    ['YOUR_GIT_TOKEN', gitUser.token],
    // The public key of the documentation of age. No test opens what is encrypted to it.
    ['age1…', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
  ])
}

function ownValue(what: string, { testEnv, gitUser, person }: NeedsContext): string {
  const known: Readonly<Record<string, string>> = {
    'email address': person.email,
    password,
    'new password': `${password} 2`,
    'private key': testEnv.target.keys.root.privateKey.trim(),
    token: gitUser.token,
    'access key': testEnv.s3.accessKeyId,
    'secret key': testEnv.s3.secretAccessKey,
  }
  const value = known[what]
  if (value === undefined) throw new Error(`the reader has no “${what}”, only ${Object.keys(known).join(', ')}`)
  return value
}
