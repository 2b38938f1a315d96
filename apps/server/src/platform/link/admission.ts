/** Limits concurrent calls in total and per organization, so that one tenant can't take all the capacity. */
export interface Admission {
  /** Returns undefined at full capacity; otherwise a function that releases the slot once. */
  enter(organizationId: string | null): (() => void) | undefined
  readonly running: number
}

export function createAdmission(limits: { total: number; perOrganization: number }): Admission {
  const byOrganization = new Map<string, number>()
  let running = 0
  return {
    get running() {
      return running
    },
    enter(organizationId) {
      const own = organizationId === null ? 0 : (byOrganization.get(organizationId) ?? 0)
      if (running >= limits.total || own >= limits.perOrganization) return undefined
      running += 1
      if (organizationId !== null) byOrganization.set(organizationId, own + 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        running -= 1
        if (organizationId === null) return
        const left = (byOrganization.get(organizationId) ?? 1) - 1
        if (left === 0) byOrganization.delete(organizationId)
        else byOrganization.set(organizationId, left)
      }
    },
  }
}
