/** The adoption of an environment. Null: it takes over nothing. Undefined: not known yet. */
import type { Adoption } from '@longshore/sdk'
import { getAdoption } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'

/** Live updates report every change of the status; this is for the copied data in between. */
const pollMs = 3_000
const moving: ReadonlySet<Adoption['status']> = new Set(['preparing', 'switching', 'undoing'])
const waiting: ReadonlySet<Adoption['status']> = new Set([
  ...moving, 'ready', 'returned', 'stopped', 'undone', 'failed',
]) // biome-ignore format: a list

export function useAdoption(environmentId: string): Adoption | null | undefined {
  const { data } = useRead(getAdoption, { id: environmentId })
  const adoption = data?.adoption
  const isMoving = adoption !== null && adoption !== undefined && moving.has(adoption.status)
  useRead(getAdoption, { id: environmentId }, { enabled: isMoving, refetchInterval: isMoving ? pollMs : false })
  return adoption
}

/** Deployments other than the switch are refused while the old containers serve. */
export function awaitsSwitch(adoption: Adoption | null | undefined): boolean {
  return adoption !== null && adoption !== undefined && waiting.has(adoption.status)
}
