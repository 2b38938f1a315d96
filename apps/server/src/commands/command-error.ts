/** An error of a command: one sentence for the operator, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
