/** A plan for people and for programs. Values of secrets are never part of it. */
import type { Line } from '../terminal/text.ts'
import { isSecretReference } from './instance-file.ts'
import type { Plan } from './plan/plan-instance.ts'
import type { FieldChange, PlanItem } from './plan/planner.ts'

const signs = {
  create: { text: '+ create ', style: 'green' },
  change: { text: '~ change ', style: 'yellow' },
  delete: { text: '- delete ', style: 'red' },
  blocked: { text: '! blocked', style: 'red' },
} as const

export function planLines({ items, unchanged, leftOutSecrets }: Plan): Line[] {
  const deletions = items.filter(({ action }) => action === 'delete')
  const others = items.filter(({ action }) => action !== 'delete')
  return [
    ...others.flatMap(linesOf),
    ...(deletions.length === 0 ? [] : [{ text: 'Deletes what the file leaves out:', style: 'bold' } as const]),
    ...deletions.flatMap(linesOf),
    ...leftOutSecrets.map((name) => `  ${name} isn't set, so the instance uses its default.`),
    items.length === 0 ? `No changes. ${unchanged} entries match the file.` : summaryOf(items, unchanged),
  ]
}

export function planReport({ items, unchanged, missingSecrets, leftOutSecrets }: Plan) {
  return {
    items: items.map(({ action, kind, name, changes, note }) => ({
      action,
      kind,
      name,
      fields: changes.map(({ field }) => field),
      ...(note === undefined ? {} : { note }),
    })),
    unchanged,
    missingSecrets,
    leftOutSecrets,
  }
}

function linesOf({ action, kind, name, changes, note }: PlanItem): Line[] {
  const head: Line = [
    signs[action],
    ` ${kind} `,
    { text: name, style: 'bold' },
    note === undefined ? '' : `  (${note})`,
  ]
  return action === 'change' ? [head, ...changes.map(changeLine)] : [head]
}

function changeLine({ field, before, after }: FieldChange): Line {
  return { text: `      ${field}: ${shortText(before)} → ${shortText(after)}`, style: 'dim' }
}

const mostCharacters = 60

function shortText(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (isSecretReference(value)) return `$${value.fromEnvironment}`
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? '')
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

function summaryOf(items: readonly PlanItem[], unchanged: number): string {
  const count = (action: PlanItem['action']) => items.filter((each) => each.action === action).length
  const parts = [
    `${count('create')} to create`,
    `${count('change')} to change`,
    ...(count('delete') === 0 ? [] : [`${count('delete')} to delete`]),
    ...(count('blocked') === 0 ? [] : [`${count('blocked')} blocked`]),
  ]
  return `${parts.join(', ')}, ${unchanged} unchanged.`
}
