/** What a command says instead of doing its work: a sentence for the operator, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
