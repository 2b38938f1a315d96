#!/usr/bin/env node
/** The command `longshore`: hands the process to `runCli`. */
import { runCli } from './run-cli.ts'

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2), {
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
// Not process.exit, which would lose output that is still to be written to a pipe.
process.exitCode = code
process.stdin.destroy()
