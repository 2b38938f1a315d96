import type { Readable } from 'node:stream'

/** The proxy program for one architecture, from the files of the worker. */
export interface ProxyProgram {
  /** Reads its bytes. */
  open(): Promise<Readable>
  readonly sizeBytes: number
  readonly architecture: string
  /** Identifies the program and its image layout. */
  readonly version: string
  /** `sha256:…` digest of its layer. */
  readonly layerDigest: string
}
