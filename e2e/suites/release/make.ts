/**
 * Runs bin/release on base images from here. The bundle for arm64 has placeholders for PostgreSQL and Restate, which this
 * machine can't get for that architecture; everything else is what a release has.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureArm64Images } from '../../fixtures/arm64-images.ts'
import { baseImageOf } from '../../fixtures/base-images.ts'
import { ensureCosign } from '../../fixtures/cosign-program.ts'
import { dockerProgram, engineSocket, tryDocker } from '../../fixtures/docker.ts'
import { ensureArm64Emulation } from '../../fixtures/emulation.ts'
import { ensureInstallImages } from '../../fixtures/install-images.ts'
import { ensureReleasePrograms } from '../../fixtures/proxy-program.ts'
import { mustRun } from '../../fixtures/run.ts'

export interface MadeRelease extends AsyncDisposable {
  /** Folder of the version. */
  readonly folder: string
  readonly output: string
  readonly version: string
  readonly publicKey: string
  readonly cosign: string
  readonly image: string
  readonly seconds: number
  /** Null if programs for arm64 run here, and otherwise the reason why not. */
  readonly noEmulation: string | null
}

const root = join(import.meta.dirname, '../../..')
const version = '987.6.5'
const image = 'registry.example/longshore/server'
const restate = 'docker.restate.dev/restatedev/restate'
const timeoutMs = 20 * 60_000

export async function makeTestRelease(): Promise<MadeRelease> {
  const output = await mkdtemp(join(tmpdir(), 'longshore-release-suite-'))
  const cosign = await ensureCosign()
  const noEmulation = await ensureArm64Emulation()
  if (noEmulation !== null) console.error(`  programs for arm64 don't run here: ${noEmulation}`)
  const environment = { COSIGN_PASSWORD: 'a password', DOCKER_CONTEXT: '', DOCKER_HOST: `unix://${engineSocket}` }
  await mustRun([cosign, 'generate-key-pair', '--output-key-prefix', join(output, 'release')], { environment })
  const args = [
    ...['--output', output, '--base-url', 'https://releases.example', '--source', 'https://git.example/longshore'],
    ...['--image', image, '--key', join(output, 'release.key'), '--cosign', cosign, '--docker', dockerProgram],
    ...['--programs', await ensureReleasePrograms()],
    ...(await replacements()),
    ...(noEmulation === null ? [] : ['--not-compiled', 'arm64']),
  ]
  const began = performance.now()
  const said = await mustRun([join(root, 'bin/release'), version, ...args], { environment, deadlineMs: timeoutMs })
  console.error(`  ${said.trim()}`)
  return {
    folder: join(output, version),
    output,
    version,
    publicKey: join(output, 'release.pub'),
    cosign,
    image,
    seconds: Math.round((performance.now() - began) / 1_000),
    noEmulation,
    async [Symbol.asyncDispose]() {
      await tryDocker(['image', 'rm', `${image}:${version}-amd64`, `${image}:${version}-arm64`])
      await rm(output, { recursive: true, force: true })
    },
  }
}

async function replacements(): Promise<string[]> {
  const { buildx, postgres, restate: engine } = await ensureInstallImages()
  const node = await baseImageOf('node')
  const arm64 = await ensureArm64Images()
  const bases = {
    NODE_IMAGE: node,
    TARGET_NODE_IMAGE: node,
    BUILDX_IMAGE: buildx,
    'arm64:TARGET_NODE_IMAGE': arm64.node,
    'arm64:BUILDX_IMAGE': arm64.buildx,
  }
  const bundled = { postgres, [restate]: engine, 'arm64:postgres': arm64.buildx, [`arm64:${restate}`]: arm64.buildx }
  const flags = (flag: string, pairs: Record<string, string>) =>
    Object.entries(pairs).flatMap(([name, value]) => [flag, `${name}=${value}`])
  return [...flags('--base', bases), ...flags('--bundled', bundled)]
}
