/** Finds properties of the instance file that the export of an organization with everything doesn't have. */
import type { JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { parseInstanceFile } from '../../../apps/cli/src/instance-file/parse-file.ts'
import { instanceFileSchema } from '../../../apps/cli/src/instance-file/schema.ts'
import type { Report } from '../../support/report.ts'

/** A path means everything below it, too. */
const neverExported: Readonly<Record<string, string>> = {
  'gitProviders.auth': 'Only GitHub Apps have it, and they need a browser.',
  'gitProviders.username': 'Only API tokens of Bitbucket have it, and the fake Git provider is a GitHub.',
  'servers.passphrase': 'The instance stores the key without its passphrase.',
  'storageLocations[server]': 'Needs a server that is connected, and this suite has none.',
}

export function checkExportedPaths(report: Report, text: string): void {
  const { file, faults } = parseInstanceFile(text)
  report.expect(file !== undefined, `the export has faults: ${JSON.stringify(faults)}`)
  const missing = listMissing(instanceFileSchema, [file], '')
  const unexplained = missing.filter((path) => neverExported[path] === undefined)
  report.expect(unexplained.length === 0, `never exported: ${unexplained.join()}`)
  const outdated = Object.keys(neverExported).filter((path) => !missing.includes(path))
  report.expect(outdated.length === 0, `listed as never exported, but exported: ${outdated.join()}`)
  report.figure('paths_never_exported', missing.length)
}

/** `values`: all that the file has at this place. */
function listMissing(schema: JsonSchema, values: readonly unknown[], path: string): string[] {
  if (values.length === 0) return [path]
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return alternatives.flatMap((each) => ofAlternative(each, values, path))
  const { items, properties = {} } = schema
  if (items !== undefined) {
    const entries = values.flatMap((each) => (Array.isArray(each) ? each : []))
    return entries.length === 0 ? [path] : listMissing(items, entries, path)
  }
  return Object.entries(properties).flatMap(([name, each]) => {
    const given = values
      .flatMap((value) => Object.entries(Object(value)))
      .filter(([field, value]) => field === name && value !== null)
    const place = path === '' ? name : `${path}.${name}`
    return listMissing(each, given.map(([, value]) => value), place) // biome-ignore format: one line
  })
}

/** Alternatives with another kind are places of their own. Of others, such as text or a secret, one is enough. */
function ofAlternative(alternative: JsonSchema, values: readonly unknown[], path: string): string[] {
  const fitting = values.filter((each) => validate(alternative, each).length === 0)
  const kind = kindOf(alternative)
  if (kind !== undefined) return listMissing(alternative, fitting, `${path}[${kind}]`)
  return fitting.length === 0 ? [] : listMissing(alternative, fitting, path)
}

function kindOf({ properties = {} }: JsonSchema): string | undefined {
  const value = [properties.builder, properties.kind, properties.type].find((each) => each?.const !== undefined)?.const
  return value === undefined ? undefined : String(value)
}
