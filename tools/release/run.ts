/** Starts a program with an argument array. The caller gets the output, or an error with its end. */
import { spawn } from 'node:child_process'
import { buildEnvironment } from './build-environment.ts'

export interface RunOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** For commands that sign or publish. Others get no credentials: `build-environment.ts`. */
  readonly hasSecrets?: boolean
  readonly stdin?: string
}

const defaultTimeoutMs = 30 * 60_000

export async function run(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const [program = '', ...args] = argv
  const inherited = options.hasSecrets === true ? process.env : buildEnvironment(process.env)
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...inherited, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: defaultTimeoutMs,
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => stdout.push(part))
  child.stderr.on('data', (part: Buffer) => stderr.push(part))
  // A program can end without reading its input. Its exit code shows the result.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('close', (code) => resolve(code ?? 128))
  const code = await promise
  if (code === 0) return Buffer.concat(stdout).toString()
  const output = Buffer.concat([...stdout, ...stderr])
    .toString()
    .slice(-3_000)
  throw new Error(`${argv.slice(0, 3).join(' ')} ended with ${code}:\n${output}`)
}
