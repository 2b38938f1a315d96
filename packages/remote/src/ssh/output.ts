/** Collects the output of a program, up to a limit for both streams together. */
import type { StartedProgram } from '@longshore/process/started-program'

export interface Output {
  stdout(): string
  stderr(): string
}

export function collectOutput(child: StartedProgram, maxBytes: number, onTooMuch: () => void): Output {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  let bytes = 0
  for (const [stream, chunks] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      // Beyond the limit, output is still read and discarded until the program exits.
      if (bytes > maxBytes) return
      bytes += chunk.length
      if (bytes > maxBytes) onTooMuch()
      else chunks.push(chunk)
    })
  }
  return { stdout: () => Buffer.concat(stdout).toString(), stderr: () => Buffer.concat(stderr).toString() }
}
