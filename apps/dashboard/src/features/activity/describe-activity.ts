/** Turns a record of the audit log into a sentence. Pure. */
import type { AuditRecord } from '@longshore/sdk'
import type { AuditAction } from '@longshore/sdk/audit-actions'
import { text } from '../../text/text.ts'

export interface KnownNames {
  /** Names by ID: “Online Shop production”, “fra-1”, “Maya Lindgren”. */
  byId: ReadonlyMap<string, string>
}

export interface Sentence {
  who: string
  what: string
}

/** Happens all the time and says little, so the activity leaves it out. The audit log has it. */
const quiet: ReadonlySet<string> = new Set<AuditAction>([
  'session.created',
  'secret.released',
  'server.connection_tested',
])

/** Undefined: not worth a line, or an action that this version doesn't know. */
export function describeActivity(record: AuditRecord, { byId }: KnownNames): Sentence | undefined {
  const { action, actor } = record
  if (quiet.has(action) || !isKnown(action)) return undefined
  const name = nameOf(record, byId)
  const detail = (key: string) => textOf(record.detail[key])
  const who = actor.kind === 'system' ? text.activity.system : (actor.id !== null && byId.get(actor.id)) || actor.name
  return { who, what: text.activity.phrases[action]({ name, detail }) }
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(text.activity.phrases, action)
}

/** A deployment is named after its environment. Something deleted has only the name that the record kept. */
function nameOf({ target, detail }: AuditRecord, byId: ReadonlyMap<string, string>): string {
  const ids = [detail['environmentId'], target.id]
  const known = ids.map((id) => (typeof id === 'string' ? byId.get(id) : undefined)).find((name) => name !== undefined)
  return known ?? textOf(detail['name'])
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether the record is about the project or one of its environments. */
export function isAboutProject({ target, detail }: AuditRecord, ids: ReadonlySet<string>): boolean {
  return [target.id, detail['environmentId'], detail['projectId']].some((id) => typeof id === 'string' && ids.has(id))
}
