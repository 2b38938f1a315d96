/**
 * The last stage of an image. Steps that need root come first, then the user, and only then the working directory:
 * BuildKit gives a folder that WORKDIR creates to the current user, so the app can create files there (SQLite
 * databases, caches, uploads).
 */
import type { ImageStep, Stage } from './image-plan.ts'
import { appUser, command, environment, expose, stopSignal, user, workdir } from './steps.ts'

export interface RunStage {
  readonly from: string
  readonly note: string | null
  /** Steps that need root, such as system packages. */
  readonly asRoot?: readonly ImageStep[]
  readonly environment: Readonly<Record<string, string>>
  readonly owner: string
  readonly home: string
  /** Copies into the working directory. */
  readonly files: readonly ImageStep[]
  readonly port: number | null | undefined
  readonly start: string
}

export function runStage(parts: RunStage): Stage {
  const { from, note, asRoot = [], owner, home, files, port, start } = parts
  return {
    name: 'run',
    from,
    note,
    steps: [
      ...asRoot,
      environment({ ...(owner === appUser ? { HOME: homeOfNumber } : {}), ...parts.environment }),
      user(owner),
      workdir(home),
      ...files,
      ...expose(port),
      stopSignal('SIGTERM'),
      command(start),
    ],
  }
}

/**
 * A user id without an entry in /etc/passwd would get `/` as its home, where it can't write: programs that store files
 * at home would fail.
 */
const homeOfNumber = '/tmp'
