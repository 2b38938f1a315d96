/** What a forge is told about a commit, in our words. */
export const commitStates = ['queued', 'running', 'live', 'failed', 'cancelled', 'superseded'] as const
export type CommitState = (typeof commitStates)[number]

/** Why the forge did not take it. */
export interface DeliveryError {
  code: string
  message: string
}
