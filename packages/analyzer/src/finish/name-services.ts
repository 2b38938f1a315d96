import type { Draft } from '../draft.ts'
import type { Findings, Scope } from '../findings.ts'
import { nameFor } from '../service-names.ts'

/** Whatever the overlays called them: names that DNS takes, each once, and everything that points to a renamed service follows. */
export async function nameServices(_scope: Scope, findings: Findings): Promise<Findings> {
  const taken = new Set<string>()
  const renamed = new Map<string, string>()
  const names = findings.drafts.map((draft) => nameFor(draft.name, taken, draft.rootDirectory))
  for (const [index, draft] of findings.drafts.entries()) {
    if (!renamed.has(draft.name)) renamed.set(draft.name, names[index] ?? draft.name)
  }
  return {
    ...findings,
    drafts: findings.drafts.map((draft, index) => follow(draft, names[index] ?? draft.name, renamed)),
  }
}

function follow(draft: Draft, name: string, renamed: ReadonlyMap<string, string>): Draft {
  const shared = draft.sharesImageWith
  return {
    ...draft,
    name,
    sharesImageWith: shared === null ? null : (renamed.get(shared) ?? null),
    dependsOn: draft.dependsOn.map((one) => ({ ...one, value: renamed.get(one.value) ?? one.value })),
  }
}
