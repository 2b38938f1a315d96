/** Errors in an instance file. */
export interface FileFault {
  readonly line: number
  readonly column: number
  /** For example, `projects.0.name`. Empty: the whole file. */
  readonly field: string
  readonly message: string
}

/** An error at a JSON pointer. */
export interface PointerFault {
  readonly pointer: string
  readonly message: string
}
