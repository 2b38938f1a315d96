/**
 * The last stage of an image. What needs root comes first. Then the user, and only then the working folder: BuildKit gives a folder
 * that WORKDIR creates to the current user, so the app can create files there (SQLite databases, caches, uploads).
 */
import type { ImageStep, Stage } from './image-plan.ts'
import { appUser, command, environment, expose, stopSignal, user, workdir } from './steps.ts'

export interface RunStage {
  readonly from: string
  readonly note: string | null
  /** Steps that need root, such as packages of the system. */
  readonly asRoot?: readonly ImageStep[]
  readonly environment: Readonly<Record<string, string>>
  readonly owner: string
  readonly home: string
  /** Copies into the working folder. */
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

/** A number without an entry in /etc/passwd would get `/`, where it cannot write: programs that keep files at home fail there. */
const homeOfNumber = '/tmp'
