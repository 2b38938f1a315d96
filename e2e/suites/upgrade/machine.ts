/** A machine on which a release was installed with its script, and the releases that it can upgrade to. */
import { ImageRegistry } from '../../fixtures/image-registry.ts'
import type { Output } from '../../fixtures/run.ts'
import { type SavedImage, saveImage } from '../../fixtures/saved-image.ts'
import { dashboardName, type InstallTestEnv, startInstallTestEnv } from '../../support/install-test-env.ts'
import { startTestReleases, type TestReleases } from '../../support/release/test-release.ts'

const scriptTimeoutMs = 10 * 60_000
const imageName = 'longshore-server'
/** Images that the machine has already. */
const images = { postgres: 'stand-in:postgres', restate: 'stand-in:restate' }

export interface Machine extends InstallTestEnv {
  readonly releases: TestReleases
  /** Publishes a release of an image, and makes it the newest. */
  publish(version: string, image: SavedImage): Promise<void>
  /** Runs a shell command on the machine. */
  run(command: string): Promise<Output>
  /** Installs a version with its script. Returns the setup link. */
  install(version: string): Promise<string>
  readStatus(): Promise<UpgradeStatus>
}

export interface UpgradeStatus {
  readonly state: string
  readonly step: string
  readonly fromVersion: string
  readonly toVersion: string
  readonly message: string
}

export async function startMachine(): Promise<Machine> {
  await using stack = new AsyncDisposableStack()
  const registry = stack.use(await ImageRegistry.start({ username: 'none', password: 'none' }, { isPublic: true }))
  const imageRepository = `${registry.host}/${imageName}`
  const releases = stack.use(await startTestReleases({ imageRepository }))
  const testEnv = stack.use(await startInstallTestEnv({ images }))
  const { target } = testEnv
  stack.use(await registry.bringTo(target))
  await target.mustExec(['tee', '-a', '/etc/hosts'], { stdin: `${target.address} ${dashboardName}\n` })
  const run = async (command: string) => {
    const result = await target.exec(['bash', '-s'], { stdin: command, deadlineMs: scriptTimeoutMs })
    const text = `$ ${command}\n${result.stderr}`.trimEnd()
    console.error(`${text.replaceAll(/^(?=.)/gm, '  | ')}\n  exit code ${result.exitCode}`)
    return result
  }
  const owned = stack.move()
  return {
    ...{ ...testEnv, releases, run },
    async publish(version, image) {
      const published = registry.publishSaved(imageName, version, image)
      await releases.publish({ version, image: published, notes: `## ${version}\n\n- Changes of ${version}.\n` })
    },
    async install(version) {
      const url = `https://${dashboardName}`
      const result = await run(
        `curl -fsS ${releases.baseUrl}/${version}/install.sh | bash -s -- --url ${url} --yes --skip-dns`,
      )
      if (result.exitCode !== 0) throw new Error(`the script ends with ${result.exitCode}`)
      return result.stdout
    },
    readStatus: async () => JSON.parse(await target.mustExec(['cat', '/opt/longshore/upgrade/status.json'])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The same files with another mark, so that the digest differs and every container is replaced. */
export function markedAs(image: SavedImage, mark: string): SavedImage {
  return withConfiguration(image, (known) => ({ ...known, Labels: { ...known.Labels, 'test.mark': mark } }))
}

/** One process of it ends right after its start, because a setting can't be used. */
export function brokenIn(image: SavedImage, command: 'api' | 'worker'): SavedImage {
  const setting = `${command.toUpperCase()}_METRICS_PORT=broken on purpose`
  return withConfiguration(image, (known) => ({ ...known, Env: [...(known.Env ?? []), setting] }))
}

interface ImageConfiguration {
  Labels?: Record<string, string> | null
  Env?: string[]
}

function withConfiguration(image: SavedImage, change: (known: ImageConfiguration) => ImageConfiguration): SavedImage {
  const all = JSON.parse(image.configuration.toString('utf8'))
  return { ...image, configuration: Buffer.from(JSON.stringify({ ...all, config: change(all.config) })) }
}

export async function saveImages<Name extends string>(
  named: Readonly<Record<Name, string>>,
): Promise<{ images: Record<Name, SavedImage> } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const saved: [string, SavedImage][] = []
  for (const [name, image] of Object.entries<string>(named)) saved.push([name, stack.use(await saveImage(image))])
  const owned = stack.move()
  const found = Object.fromEntries(saved) as Record<Name, SavedImage>
  return { images: found, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
