/** What commands work with: no command reads the process itself. */
import type { Readable } from 'node:stream'
import type { Output } from './terminal/output.ts'
import type { Prompt } from './terminal/prompt.ts'

export interface Context {
  readonly output: Output
  readonly prompt: Prompt
  readonly stdin: Readable & { isTTY?: boolean }
  /** As it is, for programs that run elsewhere; made harmless when it goes to a terminal. */
  stderr(text: string): void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where the command was called. */
  readonly directory: string
  /** Of --profile. */
  readonly profileName: string | undefined
  /** The instance that was called, for the addresses of its pages. */
  readonly place: { url: string | undefined }
  /** Until it is disposed, Ctrl-C calls this instead of ending the process. */
  onInterrupt(react: () => void): Disposable
}
