/** A peer's result for one app; null where it has none. */

export interface Answer {
  readonly language: string | null
  readonly framework: string | null
  readonly packageManager: string | null
  readonly buildCommand: string | null
  readonly startCommand: string | null
  readonly outputDirectory: string | null
  readonly port: number | null
}

export const silence: Answer = {
  language: null,
  framework: null,
  packageManager: null,
  buildCommand: null,
  startCommand: null,
  outputDirectory: null,
  port: null,
}

export interface Peer {
  readonly name: string
  readonly version: string
  /** `folder` is the app's, `root` the repository's, both on disk. Throws when the peer does. */
  ask(folder: string, root: string): Promise<Answer>
}
