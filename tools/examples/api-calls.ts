/** Calls of the API in examples and in the text: each must be an operation that there is. */
import type { ApiDocument } from '../docs/api-document.ts'
import type { ShellCommand } from './shell-words.ts'

export interface ApiCall {
  method: string
  /** Below /api/v1. */
  path: string
}

const prefix = '/api/v1'

/** What a `curl` calls; undefined: nothing of ours. */
export function callOf({ args }: ShellCommand): ApiCall | undefined {
  if (!args.includes('curl')) return undefined
  const address = args.map(pathOf).find((each) => each !== undefined)
  return address === undefined ? undefined : { method: methodOf(args), path: address }
}

/** `POST /environments/:id/promote` in the text of a page. */
export function callsInText(text: string): ApiCall[] {
  return (
    [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`\s]*)/g)]
      .map(([, method = '', path = '']) => ({ method, path: path.replace(prefix, '').replace(/[?#].*$/, '') }))
      // `/…/x` leaves out what is known.
      .filter(({ path }) => !path.startsWith('/…'))
  )
}

export function isOperation({ method, path }: ApiCall, api: ApiDocument): boolean {
  const segments = path.split('/')
  return Object.entries(api.paths).some(([known, item]) => {
    const other = known.slice(prefix.length).split('/')
    if (other.length !== segments.length || !(method.toLowerCase() in item)) return false
    return other.every((each, index) => fits(each, segments[index] ?? ''))
  })
}

/** A word in place of an id must look like one: else a misspelt name would pass as an id. */
function fits(known: string, given: string): boolean {
  return known.startsWith('{') ? /[$…:{<%]|_|^[A-Z\d.-]+$/.test(given) : known === given
}

function pathOf(word: string): string | undefined {
  const match = /^(?:.*\/api\/v1|\$\{?(?:api|API|URL)\}?)(\/[^?#]*)/.exec(word)
  return match?.[1]?.replace(/\/$/, '')
}

function methodOf(args: readonly string[]): string {
  const at = args.findIndex((word) => word === '-X' || word === '--request')
  if (at !== -1) return args[at + 1] ?? ''
  return args.some((word) => /^(?:-d|-F|--data|--data-binary|--json|--form)$/.test(word)) ? 'POST' : 'GET'
}
