/** A multi-stage image as data; render-dockerfile.ts renders it as text. The same plan always gives the same text. */

export interface ImagePlan {
  /** Build context, from the repository root. */
  readonly context: string
  readonly stages: readonly Stage[]
  /** Lines for .dockerignore in addition to those of every image. */
  readonly ignore: readonly string[]
}

export interface Stage {
  readonly name: string
  /** An image, or the name of an earlier stage. */
  readonly from: string
  /** Purpose of this stage; becomes a comment. */
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
  /** Shell text inside the image build: the repository's own commands on the user's own server. */
  | { readonly do: 'run'; readonly command: string; readonly caches: readonly string[] }
  | { readonly do: 'user'; readonly name: string }
  | { readonly do: 'expose'; readonly port: number }
  | { readonly do: 'stop-signal'; readonly signal: string }
  | { readonly do: 'command'; readonly args: readonly string[] }
