/** Where apps of the catalog are deployed: an instance whose catalog the suite can change, one server, and an S3 server. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseYaml } from '../../../packages/analyzer/src/documents.ts'
import { S3Server } from '../../fixtures/s3-server.ts'
import { destinationOf } from '../../support/backup-test-env.ts'
import { type DeployServer, type DeployTestEnv, startDeployTestEnv } from '../../support/deploy-test-env.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'
import { catalogFolder } from './templates.ts'

export interface Scene extends AsyncDisposable {
  readonly testEnv: DeployTestEnv
  readonly server: DeployServer
  /** Restarts the api with an earlier revision of this template. */
  publishEarlier(template: string, previous: PreviousImage | null): Promise<void>
  /** Restarts the api with the template of this release. */
  publishCurrent(template: string): Promise<void>
}

/** Names of the image with its tag. */
export interface PreviousImage {
  readonly from: string
  readonly to: string
}

/** Databases that Longshore manages, whose stand-ins have any tag. */
const managedImage = /^(?:postgres|mariadb|redis):/

export async function openScene(report: Report, templates: readonly string[]): Promise<Scene> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-catalog-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  for (const each of templates) await cp(join(catalogFolder, each), join(folder, each), { recursive: true })
  const s3 = stack.use(await S3Server.start())
  const images = await listDatabaseImages(templates)
  const testEnv = stack.use(
    await startDeployTestEnv({
      report,
      baseImages: images,
      instance: { environment: { CATALOG_DIRECTORY: folder, SERVER_DISK_RESERVE_BYTES: '0' } },
    }),
  )
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  for (const image of images.filter((each) => each.startsWith('postgres:'))) await useUnicode(server, image)
  await mustAsk(testEnv, 'POST', '/backup-destinations', { name: 'bucket', ...destinationOf(s3) })
  const restart = async () => {
    await testEnv.instance.api.stop()
    await testEnv.instance.startApi()
  }
  const owned = stack.move()
  return {
    testEnv,
    server,
    async publishEarlier(template, previous) {
      await writeEarlier(join(folder, template), previous)
      await restart()
    },
    async publishCurrent(template) {
      await cp(join(catalogFolder, template), join(folder, template), { recursive: true, force: true })
      await restart()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The official image creates databases in UTF-8, as Synapse requires. The stand-in has no locale. */
async function useUnicode({ target }: DeployServer, image: string): Promise<void> {
  const recipe = `FROM ${image}\nENV LANG=C.UTF-8\n`
  await target.mustExec(['docker', 'build', '--quiet', '--tag', image, '-'], { stdin: recipe })
}

async function listDatabaseImages(templates: readonly string[]): Promise<string[]> {
  const images: string[] = []
  for (const each of templates) {
    const { services } = await readYaml<Compose>(join(catalogFolder, each, 'compose.yaml'))
    images.push(...Object.values(services).map(({ image }) => image))
  }
  return [...new Set(images)].filter((image) => managedImage.test(image))
}

/** The same app with a setting that the template of this release doesn't have, and with its previous version if there is one. */
async function writeEarlier(folder: string, previous: PreviousImage | null): Promise<void> {
  const [about, file] = [join(folder, 'template.yaml'), join(folder, 'compose.yaml')]
  const description = await readYaml<Description>(about)
  const compose = await readYaml<Compose>(file)
  const web = compose.services[description.web]
  if (web === undefined) throw new Error(`${file} has no service ${description.web}`)
  web.environment = { ...web.environment, CATALOG_SUITE: 'earlier' }
  if (previous !== null) web.image = web.image.replace(previous.from, previous.to)
  description.version = `${description.version}-earlier`
  // JSON is YAML, too.
  await writeFile(about, JSON.stringify(description, null, 2))
  await writeFile(file, JSON.stringify(compose, null, 2))
}

interface Description {
  web: string
  version: string
}

interface Compose {
  services: Record<string, { image: string; environment?: Record<string, unknown> }>
}

/** The shape is trusted: the api has parsed the same files. */
async function readYaml<Content>(path: string): Promise<Content> {
  const { value } = parseYaml(await readFile(path, 'utf8'))
  return value as Content
}
