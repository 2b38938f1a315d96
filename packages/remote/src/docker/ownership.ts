/** Only what carries the label of this installation is ours: everything else on a server is neither changed nor removed. */
import { instanceLabel } from './label-names.ts'

export function isOfInstance(instance: string, labels: Readonly<Record<string, string>>): boolean {
  return labels[instanceLabel] === instance
}

export function filtersOf(instance: string, labels: Readonly<Record<string, string>>): { label: string[] } {
  const all = { ...labels, [instanceLabel]: instance }
  return { label: Object.entries(all).map(([name, value]) => `${name}=${value}`) }
}
