#!/usr/bin/env node
/** The command `longshore`: hands the process to `runCli`. */
import { version } from './version.ts'

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const args = process.argv.slice(2)
// Not process.exit, which would lose output that is still to be written to a pipe.
process.exitCode = args[0] === '--version' ? printVersion() : await run()

/** Loads nothing else: scripts and package managers call it often. */
function printVersion(): number {
  process.stdout.write(`longshore ${version}\n`)
  return 0
}

async function run(): Promise<number> {
  const { runCli } = await import('./run-cli.ts')
  const code = await runCli(args, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    directory: process.cwd(),
    onInterrupt(react) {
      process.on('SIGINT', react)
      return { [Symbol.dispose]: () => void process.off('SIGINT', react) }
    },
  })
  process.stdin.destroy()
  return code
}
