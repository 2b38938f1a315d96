/** Results of a check; pure. */
export type CheckStatus = 'ok' | 'warning' | 'fault' | 'skipped'

export interface Finding {
  readonly status: Exclude<CheckStatus, 'skipped'>
  /** One sentence: what was found. Never a secret. */
  readonly text: string
  /** One sentence: what to do here; defaults to the check's own remedy. */
  readonly remedy?: string
}

export function ok(text: string): Finding {
  return { status: 'ok', text }
}

export function warning(text: string, remedy?: string): Finding {
  return remedy === undefined ? { status: 'warning', text } : { status: 'warning', text, remedy }
}

export function fault(text: string, remedy?: string): Finding {
  return remedy === undefined ? { status: 'fault', text } : { status: 'fault', text, remedy }
}
