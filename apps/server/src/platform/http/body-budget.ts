/** How many bytes of bodies may be on their way at once, where whoever sends them has proved nothing. */
export class BodyBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** False: there is no room now. */
  take(bytes: number): boolean {
    if (!(bytes >= 0) || bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  give(bytes: number): void {
    this.#left += bytes
  }
}
