/** The API call of an action as a curl command. */
import { type Operation, toRequest } from '@longshore/sdk'
import { currentOrganization } from '../api/organization.ts'

/** Quotes an argument for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Without the token: the command reads it from an environment variable. */
export function toCurl(operation: Operation<unknown>, parameters: object): string {
  const { path, headers, body } = toRequest(operation, parameters, { organization: currentOrganization() })
  const words = ['curl', '--fail-with-body', '-X', operation.method, `${location.origin}${path}`]
  const lines = [words.map(quote).join(' '), '-H "Authorization: Bearer $LONGSHORE_TOKEN"']
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quote(`${name}: ${value}`)}`)
  if (typeof body === 'string') lines.push(`--data ${quote(body)}`)
  return lines.join(' \\\n  ')
}
