/** An error response of the Docker Engine. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** For idempotent calls: a resource that is already missing counts as removed. */
export function isStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof EngineError && statuses.includes(error.status)
}
