/** Calls the CLI as users and scripts do: with its own process, home and directory. */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@longshore/sdk'
import type { DeployTestEnv } from '../deploy-test-env.ts'
import type { ResponseView } from '../response-view.ts'

export const mainFile = join(import.meta.dirname, '../../../apps/cli/src/main.ts')
export const binFolder = join(import.meta.dirname, '../../../bin')
const timeoutMs = 180_000

/** Output of a command with --json: the fields that suites read. */
export interface CommandOutput extends ResponseView {
  readonly deployments: Deployment[]
  readonly permissions: string[]
  readonly user: ResponseView & { readonly email: string }
}

export interface Called<Output = CommandOutput> {
  code: number
  stdout: string
  stderr: string
  /** Parsed standard output, with --json. */
  json: Output
}

export interface CallOptions {
  input?: string
  environment?: Record<string, string>
}

export interface CliTestEnv<TestEnv = DeployTestEnv> extends AsyncDisposable {
  readonly testEnv: TestEnv
  /** The folder of the profiles. */
  readonly config: string
  readonly directory: string
  readonly environment: Record<string, string>
  call<Output = CommandOutput>(args: readonly string[], options?: CallOptions): Promise<Called<Output>>
}

export async function createCliTestEnv<TestEnv>(testEnv: TestEnv): Promise<CliTestEnv<TestEnv>> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-cli-'))
  const [config, directory] = [join(folder, 'config'), join(folder, 'work')]
  await mkdir(directory)
  const environment = { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: config }
  return {
    testEnv,
    config,
    directory,
    environment,
    call: <Output>(args: readonly string[], options: CallOptions = {}) =>
      call<Output>(args, { ...options, directory, environment: { ...environment, ...options.environment } }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function call<Output>(
  args: readonly string[],
  { input, environment, directory }: CallOptions & { environment: Record<string, string>; directory: string },
): Promise<Called<Output>> {
  const { promise, resolve } = Promise.withResolvers<Called<Output>>()
  const options = { env: environment, cwd: directory, timeout: timeoutMs, maxBuffer: 16 << 20 }
  const child = execFile(process.execPath, [mainFile, ...args], options, (error, stdout, stderr) => {
    const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
    resolve({ code, stdout, stderr, json: parse(stdout) })
  })
  child.stdin?.end(input ?? '')
  return await promise
}

/** Undefined if it isn't JSON, though no type says so. */
function parse<Output>(text: string): Output {
  try {
    return JSON.parse(text)
  } catch {
    return undefined as Output
  }
}
