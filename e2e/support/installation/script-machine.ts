/** A new machine on which the install script of a release runs. */
import { loadBaseImages } from '../../fixtures/base-images.ts'
import type { Output } from '../../fixtures/run.ts'
import type { TargetOptions } from '../../fixtures/target.ts'
import { dashboardName, type InstallTestEnv, startInstallTestEnv } from '../install-test-env.ts'
import { type Shelf, version } from './shelf.ts'

const scriptTimeoutMs = 10 * 60_000

export interface Machine extends InstallTestEnv {
  /** Runs the downloaded script as `curl … | bash -s -- ARGS` does. */
  script(...args: string[]): Promise<Output>
  /** Runs a command of the installed program. */
  program(...args: string[]): Promise<Output>
  /** Base images that the app's build needs. */
  loadAppImages(): Promise<void>
}

/** `isOffline`: without the registry. */
export async function startMachine(
  shelf: Shelf,
  options: TargetOptions = {},
  { isOffline = false } = {},
): Promise<Machine> {
  await using stack = new AsyncDisposableStack()
  const isBare = options.kind !== undefined && options.kind !== 'docker28'
  const images = isOffline ? {} : shelf.images
  const testEnv = stack.use(await startInstallTestEnv({ target: options, isBare, images }))
  const { target } = testEnv
  if (!isOffline) stack.use(await shelf.registry.bringTo(target))
  await target.mustExec(['tee', '-a', '/etc/hosts'], { stdin: `${target.address} ${dashboardName}\n` })
  const owned = stack.move()
  const run = async (argv: readonly string[], stdin?: string) => {
    const variables = [`LONGSHORE_DOCKER_APT_FINGERPRINT=${shelf.docker.fingerprint}`]
    const input = stdin === undefined ? {} : { stdin }
    const result = await target.exec(['env', ...variables, ...argv], { ...input, deadlineMs: scriptTimeoutMs })
    console.error(`${indent(result.stderr)}  exit code ${result.exitCode}`)
    return result
  }
  const address = `${shelf.releases.baseUrl}/${version}/install.sh`
  return {
    ...testEnv,
    script: async (...args) => {
      const text = await target.mustExec(['curl', '--fail', '--silent', '--show-error', address])
      return await run(['bash', '-s', '--', ...args], `${text}\n`)
    },
    program: (...args) => run(['/usr/local/bin/longshore', ...args]),
    loadAppImages: () => loadBaseImages(target, ['node:24-slim']),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  | ')
}
