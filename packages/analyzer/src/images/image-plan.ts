/** A multi-stage image as data; render-dockerfile.ts writes it as text. The same plan always gives the same text. */

export interface ImagePlan {
  /** Folder that the build sees, from the repository's root. */
  readonly context: string
  readonly stages: readonly Stage[]
  /** Lines for .dockerignore beyond the ones that every image gets. */
  readonly ignore: readonly string[]
}

export interface Stage {
  readonly name: string
  /** An image, or the name of an earlier stage. */
  readonly from: string
  /** Why this stage is here; becomes a comment. */
  readonly note: string | null
  readonly steps: readonly ImageStep[]
}

export type ImageStep =
  | { readonly do: 'workdir'; readonly path: string }
  | { readonly do: 'environment'; readonly values: Readonly<Record<string, string>> }
  | { readonly do: 'argument'; readonly name: string }
  | {
      readonly do: 'copy'
      readonly from: string | null
      readonly paths: readonly string[]
      readonly to: string
      readonly owner: string | null
    }
  /** Text for the shell of the image being built: the repository's own commands on the person's own server. */
  | { readonly do: 'run'; readonly command: string; readonly caches: readonly string[] }
  | { readonly do: 'user'; readonly name: string }
  | { readonly do: 'expose'; readonly port: number }
  | { readonly do: 'stop-signal'; readonly signal: string }
  | { readonly do: 'command'; readonly args: readonly string[] }
