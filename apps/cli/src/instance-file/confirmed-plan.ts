/**
 * Holds later plans of a run to the one that the person confirmed. A later plan also sees what others changed meanwhile, so it can
 * contain deletions and changes that the person hasn't seen.
 */
import { isSame } from './canonical.ts'
import type { Plan } from './plan/plan-instance.ts'
import { changedSincePlan, type FieldChange, type PlanItem } from './plan/planner.ts'

export interface ConfirmedPlan {
  /** True for a hostname that an environment had when the plan was made. It stays registered, and the next plan lists it. */
  isKept(item: PlanItem): boolean
  /** Refuses a deletion or change that neither the plan nor what this run created explains. */
  check(item: PlanItem): void
  /** Notes what this run created. */
  onDone(item: PlanItem): void
}

export function confirmPlan({ items, attachedHostnames }: Plan): ConfirmedPlan {
  const done: PlanItem[] = []
  return {
    isKept: ({ action, kind, name }) => action === 'delete' && kind === 'domain' && attachedHostnames.has(name),
    check(item) {
      if (item.action !== 'delete' && item.action !== 'change') return
      if (items.some((each) => covers(each, item)) || done.some((each) => brings(each, item))) return
      throw changedSincePlan(item.kind, item.name)
    },
    onDone: (item) => void done.push(item),
  }
}

function covers(confirmed: PlanItem, { action, kind, name, id, changes }: PlanItem): boolean {
  if (confirmed.action !== action || confirmed.kind !== kind || confirmed.name !== name) return false
  // Someone can delete a thing and create another one with its name.
  if (action === 'delete') return confirmed.id === id
  return changes.every((change) => confirmed.changes.some((each) => isSameChange(each, change)))
}

/** Another value before means that someone changed it. */
function isSameChange(one: FieldChange, other: FieldChange): boolean {
  return one.field === other.field && isSame(one.before, other.before) && isSame(one.after, other.after)
}

/** True if the change is to something that an earlier item of this run created. Only a later plan can see its defaults. */
function brings(earlier: PlanItem, { action, kind, name }: PlanItem): boolean {
  const isWithin = name === earlier.name || name.startsWith(`${earlier.name} / `)
  return action === 'change' && isWithin && createdKinds(earlier).includes(kind)
}

function createdKinds({ action, kind, changes }: PlanItem): readonly string[] {
  const isCreated = action === 'create'
  if (kind === 'project') {
    if (isCreated) return ['project', 'preview settings', 'project notifications']
    // Only projects with a repository have these settings.
    return changes.some(({ field }) => field === 'repository') ? ['preview settings', 'automatic deployments'] : []
  }
  if (kind === 'environment' && isCreated)
    return ['environment', 'services', 'variables', 'automatic deployments', 'backup schedule', 'domain']
  // An item has all new variables of an environment, so others can be next to them.
  return isCreated && kind !== 'variables' ? [kind] : []
}
