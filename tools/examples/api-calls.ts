/** Finds API calls in examples and in the text: each must be an existing operation. */
import type { ApiDocument } from '../docs/api-document.ts'
import type { ShellCommand } from './shell-words.ts'

export interface ApiCall {
  method: string
  /** Path below /api/v1. */
  path: string
}

const prefix = '/api/v1'

/** The API call of a `curl` command; undefined if it calls something else. */
export function callOf({ args }: ShellCommand): ApiCall | undefined {
  if (!args.includes('curl')) return undefined
  const address = args.map(pathOf).find((each) => each !== undefined)
  return address === undefined ? undefined : { method: methodOf(args), path: address }
}

/** Finds `POST /environments/:id/promote` in the text of a page. */
export function callsInText(text: string): ApiCall[] {
  return (
    [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`\s]*)/g)]
      .map(([, method = '', path = '']) => ({ method, path: path.replace(prefix, '').replace(/[?#].*$/, '') }))
      // `/…/x` omits the known part.
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

/** A text in place of an id must look like one: otherwise a misspelled name would pass as an id. */
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
