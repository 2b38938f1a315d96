/** Commit states, independent of the Git provider. */
export const commitStates = ['queued', 'running', 'live', 'failed', 'cancelled', 'superseded'] as const
export type CommitState = (typeof commitStates)[number]

/** Why the Git provider rejected a status. */
export interface DeliveryError {
  code: string
  message: string
}
