/** A check that can't run here. It is reported, but not as a fault. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped'
}
