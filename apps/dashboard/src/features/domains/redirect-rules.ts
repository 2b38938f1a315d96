/** Redirects as lines of text: `/old /new 301`. A `*` at the end of the first path matches everything below it. */
import type { AttachDomainRequest } from '@longshore/sdk'

export type RedirectRule = NonNullable<NonNullable<AttachDomainRequest['redirects']>['rules']>[number]

const statuses = { '301': 301, '302': 302, '307': 307, '308': 308 } as const

export function parseRules(lines: string): RedirectRule[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [from = '', to = '', status] = line.split(/\s+/)
      const isPrefix = from.endsWith('/*')
      const path = isPrefix ? from.slice(0, -2) || '/' : from
      const known = Object.entries(statuses).find(([name]) => name === status)?.[1]
      return { from: path, match: isPrefix ? 'prefix' : 'exact', to, ...(known === undefined ? {} : { status: known }) }
    })
}

export function writeRules(rules: readonly RedirectRule[]): string {
  return rules
    .map(({ from, match, to, status = 308 }) => {
      const path = match === 'prefix' ? `${from === '/' ? '' : from}/*` : from
      return [path, to, ...(status === 308 ? [] : [status])].join(' ')
    })
    .join('\n')
}
