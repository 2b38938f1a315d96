/** Plans a list of entries that have names: what is missing, what differs, and what the file leaves out. */
import { compareFields, type FieldChange, needSecrets, type Phase, type Planner } from './planner.ts'

export interface Existing {
  readonly name: string
  /** The entry that an export has. */
  readonly entry: object
  readonly id: string
  readonly version: number
}

type Step = { blocked: string } | { run(): Promise<void>; note?: string }

export interface ListPlan<Entry> {
  readonly kind: string
  readonly phase: Phase
  readonly entries: readonly Entry[] | undefined
  readonly existing: readonly Existing[]
  nameOf(entry: Entry): string
  /** Name in the plan, if it isn't unique without its parent. */
  labelOf?(name: string): string
  /** Parts that have their own items. */
  readonly parts?: readonly string[]
  /** Secrets that a request can leave out. */
  optionalSecrets?(entry: Entry): readonly string[]
  create(entry: Entry): Step
  change(existing: Existing, entry: Entry, changes: readonly FieldChange[]): Step
  /** Undefined: pruning keeps it. */
  remove?(existing: Existing): (() => Promise<void>) | undefined
}

export function planList<Entry extends object>(planner: Planner, plan: ListPlan<Entry>): void {
  if (plan.entries === undefined) return
  const byName = new Map(plan.existing.map((each) => [each.name, each]))
  for (const entry of plan.entries) planEntry(planner, plan, entry, byName.get(plan.nameOf(entry)))
  if (!planner.options.prune) return
  const wanted = new Set(plan.entries.map(plan.nameOf))
  for (const each of plan.existing) {
    const run = wanted.has(each.name) ? undefined : plan.remove?.(each)
    if (run === undefined) continue
    const name = plan.labelOf?.(each.name) ?? each.name
    planner.items.push({ action: 'delete', kind: plan.kind, name, id: each.id, changes: [], phase: 'deletions', run })
  }
}

function planEntry<Entry extends object>(
  planner: Planner,
  plan: ListPlan<Entry>,
  entry: Entry,
  existing: Existing | undefined,
): void {
  const { kind, phase, parts = [] } = plan
  const optionalSecrets = plan.optionalSecrets?.(entry) ?? []
  const plain = plan.nameOf(entry)
  const name = plan.labelOf?.(plain) ?? plain
  if (existing === undefined) {
    const own = Object.fromEntries(Object.entries(entry).filter(([field]) => !parts.includes(field)))
    const step = plan.create(entry)
    if (!('blocked' in step)) needSecrets(planner, own, optionalSecrets)
    const changes = Object.entries(own).map(([field, after]) => ({ field, after }))
    planner.items.push({ action: 'create', kind, name, changes, phase, ...asItem(step) })
    return
  }
  const changes = compareFields(planner, entry, existing.entry, [...parts, ...optionalSecrets.filter(isCreateOnly)])
  if (changes.length === 0) {
    planner.unchanged += 1
    return
  }
  const step = plan.change(existing, entry, changes)
  if (!('blocked' in step))
    needSecrets(planner, Object.fromEntries(changes.map((each) => [each.field, each.after])), optionalSecrets)
  planner.items.push({ action: 'change', kind, name, changes, phase, ...asItem(step) })
}

/** Keys of servers can only be given when the server is created. */
function isCreateOnly(field: string): boolean {
  return field === 'privateKey' || field === 'passphrase'
}

function asItem(step: Step) {
  if (!('blocked' in step)) return step
  return { action: 'blocked' as const, note: step.blocked, run: () => Promise.resolve() }
}
