/** Everything that commands use from the process. */
import type { Readable } from 'node:stream'
import type { Output } from './terminal/output.ts'
import type { Prompt } from './terminal/prompt.ts'

export interface Context {
  readonly output: Output
  readonly prompt: Prompt
  readonly stdin: Readable & { isTTY?: boolean }
  /** Writes output of remote programs. Sanitized if standard error is a terminal. */
  stderr(text: string): void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Working directory. */
  readonly directory: string
  /** Value of --profile. */
  readonly profileName: string | undefined
  /** The instance that was called, for links to its pages. */
  readonly place: { url: string | undefined }
  /** Until disposed, Ctrl-C calls `react` instead of ending the process. */
  onInterrupt(react: () => void): Disposable
}
