/** Collects what a program writes, up to a limit for both streams together. */
import type { Started } from './programs.ts'

export interface Output {
  stdout(): string
  stderr(): string
}

export function collectOutput(child: Started, maxBytes: number, onTooMuch: () => void): Output {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  let bytes = 0
  for (const [stream, chunks] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      // Past the limit it is still read, and thrown away, until the program is gone.
      if (bytes > maxBytes) return
      bytes += chunk.length
      if (bytes > maxBytes) onTooMuch()
      else chunks.push(chunk)
    })
  }
  return { stdout: () => Buffer.concat(stdout).toString(), stderr: () => Buffer.concat(stderr).toString() }
}
