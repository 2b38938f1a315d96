/** Writes an instance file as YAML. The same content always gives the same text. */
import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import type { InstanceFile } from './instance-file.ts'
import { listSecrets } from './secrets.ts'

export function writeInstanceFile(file: InstanceFile): string {
  const text = stringify(file, { lineWidth: 0, blockQuote: 'literal' })
  // YAML changes some line breaks in blocks, so such a text is quoted.
  const isKept = isDeepStrictEqual(parse(text), JSON.parse(JSON.stringify(file)))
  const body = isKept ? text : stringify(file, { lineWidth: 0, blockQuote: false })
  const secrets = listSecrets(file)
  const note =
    secrets.length === 0
      ? ''
      : `# Set these environment variables for apply:\n${secrets.map((name) => `#   ${name}\n`).join('')}`
  return `# Written by longshore export. Values of secrets aren't in this file.\n${note}${body}`
}
