/** One app as its framework's own generator creates it, and how a visitor sees that it works. */

export interface Starter {
  /** Also the topic that runs it alone. */
  readonly name: string
  readonly title: string
  /** From an empty folder to the app in `app`. */
  readonly steps: readonly Step[]
  /** Part of the response to `GET path`. */
  readonly answer: string
  readonly path?: string
  /** Writes the lockfile that people commit. Default: npm, where there is a package.json and no lockfile. */
  readonly lock?: 'npm' | 'pnpm' | 'bun' | 'uv' | 'none'
  /** Values that only a person can know. The analysis asks for them. */
  readonly variables?: Readonly<Record<string, string>>
  readonly isQuick?: boolean
}

export type Step = NpmStep | PipStep | ProgramStep | WriteStep

/** A generator from the npm registry. */
export interface NpmStep {
  readonly use: 'npm'
  /** The generator with its exact version. */
  readonly generator: string
  /** Required in addition, with exact versions. */
  readonly beside?: readonly string[]
  /** Default: the only program of the package, or the one named like it. */
  readonly program?: string
  readonly args: readonly string[]
  /** Runs in the app's folder instead of the one above it. */
  readonly isInside?: boolean
}

/** A generator from the Python package index. */
interface PipStep {
  readonly use: 'pip'
  /** Packages with exact versions. */
  readonly packages: readonly string[]
  readonly args: readonly string[]
  readonly isInside?: boolean
}

/** A program of this machine, such as go or cargo. */
interface ProgramStep {
  readonly use: 'program'
  readonly args: readonly string[]
  readonly isInside?: boolean
}

/** A file that the documentation shows people to write. The text is ours. */
interface WriteStep {
  readonly use: 'write'
  readonly path: string
  readonly text: string
}

export const appFolder = 'app'

export function npm(generator: string, args: readonly string[], more: Partial<NpmStep> = {}): NpmStep {
  return { use: 'npm', generator, args, ...more }
}

export function pip(packages: readonly string[], args: readonly string[], more: Partial<PipStep> = {}): PipStep {
  return { use: 'pip', packages, args, ...more }
}

export function program(args: readonly string[], more: Partial<ProgramStep> = {}): ProgramStep {
  return { use: 'program', args, ...more }
}

export function write(path: string, lines: readonly string[]): WriteStep {
  return { use: 'write', path, text: `${lines.join('\n')}\n` }
}
