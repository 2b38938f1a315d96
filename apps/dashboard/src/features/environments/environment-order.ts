/** The order of a project's environments on every page. Pure. */
import type { Environment } from '@longshore/sdk'

type Named = Pick<Environment, 'name' | 'createdAt' | 'preview'>

function isProduction({ name }: Named): boolean {
  return /^(prod|production|live)\b/i.test(name)
}

function lasting<Each extends Named>(all: readonly Each[]): Each[] {
  return all.filter(({ preview }) => preview === null).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Production first, then the oldest first. Previews are shown elsewhere. */
export function orderEnvironments<Each extends Named>(all: readonly Each[]): Each[] {
  const oldest = lasting(all)
  return [...oldest.filter(isProduction), ...oldest.filter((each) => !isProduction(each))]
}

/** The environment whose version usually comes next into this one. Production takes from the newest other one. */
export function promotionSource<Each extends Named>(all: readonly Each[], to: Each): Each | undefined {
  const oldest = lasting(all)
  const order = [...oldest.filter((each) => !isProduction(each)), ...oldest.filter(isProduction)]
  return order[order.indexOf(to) - 1]
}
