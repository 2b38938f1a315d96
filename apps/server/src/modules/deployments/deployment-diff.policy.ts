/** Compares two releases. It reports that variables changed, but never their values. Pure. */

import type { DeployedCommit, FrozenService } from '../workloads/release.schemas.ts'

export interface DiffedRelease {
  readonly branch: string | null
  readonly commit: DeployedCommit | null
  readonly services: readonly FrozenService[]
  readonly variables: readonly { id: string; key: string; service: string | null }[]
}

export interface ReleaseDiff {
  commit: { from: DeployedCommit | null; to: DeployedCommit | null; isSame: boolean }
  branch: { from: string | null; to: string | null }
  services: ServiceDiff[]
  variables: { key: string; service: string | null; change: Change }[]
}

type Change = 'added' | 'removed' | 'changed'

export interface ServiceDiff {
  name: string
  change: Change
  image: { from: string | null; to: string | null } | null
  fields: { field: string; from: string; to: string }[]
}

const nothing: DiffedRelease = { branch: null, commit: null, services: [], variables: [] }

/** `from` is null for the first release. */
export function diffReleases(from: DiffedRelease | null, to: DiffedRelease): ReleaseDiff {
  const before = from ?? nothing
  return {
    commit: { from: before.commit, to: to.commit, isSame: (before.commit?.sha ?? null) === (to.commit?.sha ?? null) },
    branch: { from: before.branch, to: to.branch },
    services: namesOf(before.services, to.services, ({ name }) => name).flatMap((name) =>
      diffService(
        before.services.find((each) => each.name === name),
        to.services.find((each) => each.name === name),
      ),
    ),
    variables: diffVariables(before.variables, to.variables),
  }
}

function diffService(from: FrozenService | undefined, to: FrozenService | undefined): ServiceDiff[] {
  const name = (to ?? from)?.name ?? ''
  if (from === undefined) return [{ name, change: 'added', image: { from: null, to: imageOf(to) }, fields: [] }]
  if (to === undefined) return [{ name, change: 'removed', image: { from: imageOf(from), to: null }, fields: [] }]
  const image = from.image?.id === to.image?.id ? null : { from: imageOf(from), to: imageOf(to) }
  const before = new Map<string, unknown>(Object.entries({ kind: from.kind, ...from.configuration }))
  const after = new Map<string, unknown>(Object.entries({ kind: to.kind, ...to.configuration }))
  const fields = [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, from: textOf(before.get(field)), to: textOf(after.get(field)) }))
    .filter((each) => each.from !== each.to)
  return image === null && fields.length === 0 ? [] : [{ name, change: 'changed', image, fields }]
}

function diffVariables(from: DiffedRelease['variables'], to: DiffedRelease['variables']): ReleaseDiff['variables'] {
  const place = ({ key, service }: { key: string; service: string | null }) => `${key} ${service ?? ''}`
  const before = new Map(from.map((each) => [place(each), each]))
  const after = new Map(to.map((each) => [place(each), each]))
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name): ReleaseDiff['variables'] => {
    const [old, now] = [before.get(name), after.get(name)]
    const { key, service } = now ?? old ?? { key: '', service: null }
    if (old === undefined) return [{ key, service, change: 'added' }]
    if (now === undefined) return [{ key, service, change: 'removed' }]
    return old.id === now.id ? [] : [{ key, service, change: 'changed' }]
  })
}

function namesOf<Item>(a: readonly Item[], b: readonly Item[], name: (item: Item) => string): string[] {
  return [...new Set([...a, ...b].map(name))]
}

function imageOf(service: FrozenService | undefined): string | null {
  return service?.image?.digest ?? service?.image?.reference ?? null
}

/** Sorts keys, so equal values give equal text. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'null'
  )
}
