/** Only resources with the label of this instance belong to it: nothing else on a server is changed or removed. */
import { instanceLabel } from './label-names.ts'

export function isOfInstance(instance: string, labels: Readonly<Record<string, string>>): boolean {
  return labels[instanceLabel] === instance
}

export function filtersOf(instance: string, labels: Readonly<Record<string, string>>): { label: string[] } {
  const all = { ...labels, [instanceLabel]: instance }
  return { label: Object.entries(all).map(([name, value]) => `${name}=${value}`) }
}
