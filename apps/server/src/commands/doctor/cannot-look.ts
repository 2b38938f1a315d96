/** A look that cannot be taken here: said, and no fault. */
export class CannotLook extends Error {
  override readonly name = 'CannotLook'
}
