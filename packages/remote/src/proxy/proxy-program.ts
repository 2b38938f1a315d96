/** The proxy's program for one architecture, as it lies beside the worker. */
export interface ProxyProgram {
  readonly path: string
  readonly sizeBytes: number
  readonly architecture: string
  /** The same program in the same shape. */
  readonly version: string
  /** `sha256:…` of the layer that holds it. */
  readonly layerDigest: string
}
