/** Reads the two texts of a template, and lists everything that is wrong with them. Pure. */
import { parseYaml } from '../documents.ts'
import { maxTemplateBytes, Template } from './template.schemas.ts'

export type ParsedTemplate =
  | { readonly template: Template; readonly faults: readonly [] }
  | { readonly template: null; readonly faults: readonly string[] }

/** References that Longshore fills in for each service. */
const builtIns: ReadonlySet<string> = new Set(['LONGSHORE_URL', 'LONGSHORE_HOSTNAME'])
const mostFaults = 20

export function parseTemplate(description: string, compose: string): ParsedTemplate {
  if (Buffer.byteLength(description) + Buffer.byteLength(compose) > maxTemplateBytes)
    return failed([`template.yaml and compose.yaml together are larger than ${maxTemplateBytes} bytes`])
  const yaml = parseYaml(description)
  if (yaml.problem !== null) return failed([`template.yaml isn't valid YAML: ${yaml.problem}`])
  const parsed = Template.safeParse(yaml.value)
  if (!parsed.success)
    return failed(
      parsed.error.issues.map(({ path, message }) => `template.yaml: ${path.join('.') || 'the file'}: ${message}`),
    )
  const file = parseYaml(compose)
  if (file.problem !== null) return failed([`compose.yaml isn't valid YAML: ${file.problem}`])
  const faults = [...findInputFaults(parsed.data), ...findComposeFaults(parsed.data, file.value)]
  return faults.length > 0 ? failed(faults) : { template: parsed.data, faults: [] }
}

/** An external template can be one file: the keys of template.yaml, and the compose file as text below `compose`. */
export function splitTemplate(text: string): { description: string; compose: string } | string {
  const yaml = parseYaml(text)
  if (yaml.problem !== null) return `The file isn't valid YAML: ${yaml.problem}`
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value))
    return 'The file must have the keys of template.yaml and `compose`.'
  const { compose, ...description }: Record<string, unknown> = { ...yaml.value }
  if (typeof compose !== 'string') return 'The file needs the text of a compose file below `compose`.'
  return { description: JSON.stringify(description), compose }
}

function failed(faults: readonly string[]): ParsedTemplate {
  return { template: null, faults: faults.slice(0, mostFaults).map((fault) => fault.slice(0, 300)) }
}

function findInputFaults({ inputs, updates, updatesWhy }: Template): string[] {
  const faults: string[] = []
  const keys = inputs.map(({ key }) => key)
  for (const key of new Set(keys.filter((each, index) => keys.indexOf(each) !== index)))
    faults.push(`template.yaml: the input ${key} appears twice`)
  for (const { key, kind, choices, default: given, generate } of inputs) {
    if ((kind === 'choice') !== choices.length > 0)
      faults.push(`template.yaml: ${key} needs choices exactly if its kind is choice`)
    if (given !== null && given !== '' && kind === 'choice' && !choices.includes(given))
      faults.push(`template.yaml: the default of ${key} isn't one of its choices`)
    if (given !== null && generate !== null) faults.push(`template.yaml: ${key} has a default and is generated`)
    if (generate !== null && kind !== 'secret' && kind !== 'text')
      faults.push(`template.yaml: ${key} can be generated only if its kind is secret or text`)
  }
  if (updates === 'restart' && updatesWhy === null) faults.push('template.yaml: updatesWhy is required for restart')
  return faults
}

function findComposeFaults({ inputs, data, web }: Template, compose: unknown): string[] {
  const services = mapIn(compose, 'services')
  const volumes = mapIn(compose, 'volumes')
  const faults: string[] = []
  if (Object.keys(services).length === 0) return ['compose.yaml has no services']
  if (services[web] === undefined) faults.push(`template.yaml: web: compose.yaml has no service ${web}`)
  const { keys, others } = findReferences(compose)
  faults.push(...others.map((text) => `compose.yaml: write \${KEY} instead of ${text}`))
  const known = new Set(inputs.map(({ key }) => key))
  for (const key of keys)
    if (!known.has(key) && !builtIns.has(key)) faults.push(`compose.yaml: \${${key}} isn't an input`)
  for (const key of known) if (!keys.has(key)) faults.push(`template.yaml: compose.yaml doesn't use the input ${key}`)
  for (const { name } of data)
    if (volumes[name] === undefined && services[name] === undefined)
      faults.push(`template.yaml: data: compose.yaml has no volume or service ${name}`)
  const listed = new Set(data.map(({ name }) => name))
  for (const name of Object.keys(volumes))
    if (!listed.has(name) && !isUsedByListed(name, services, listed))
      faults.push(`template.yaml: data doesn't list the volume ${name}`)
  for (const [name, service] of Object.entries(services)) {
    const image: unknown = typeof service === 'object' && service !== null ? Reflect.get(service, 'image') : undefined
    if (typeof image !== 'string') faults.push(`compose.yaml: ${name} has no image`)
    else if (!isPinned(image)) faults.push(`compose.yaml: ${name}: the image ${image} needs an exact tag`)
  }
  return faults
}

/** The volume of a managed database is backed up with the database, which has the name of its service. */
function isUsedByListed(
  volume: string,
  services: Readonly<Record<string, unknown>>,
  listed: ReadonlySet<string>,
): boolean {
  const users = Object.entries(services).filter(([, service]) => volumesOf(service).includes(volume))
  return users.length > 0 && users.every(([name]) => listed.has(name))
}

function volumesOf(service: unknown): string[] {
  const list: unknown = typeof service === 'object' && service !== null ? Reflect.get(service, 'volumes') : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((each: unknown) => {
    const source: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, 'source') : each
    return typeof source === 'string' ? [source.split(':')[0] ?? ''] : []
  })
}

function isPinned(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true
  const tag = /:([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})$/.exec(image)?.[1]
  return tag !== undefined && /\d/.test(tag) && !/^(?:latest|stable|main|master|edge|nightly)/.test(tag)
}

function mapIn(value: unknown, key: string): Record<string, unknown> {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {}
}

interface References {
  keys: Set<string>
  /** Other forms of interpolation. */
  others: string[]
}

function findReferences(value: unknown, found: References = { keys: new Set(), others: [] }): References {
  if (typeof value === 'string') {
    const text = value.replaceAll('$$', '')
    for (const [, key = ''] of text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) found.keys.add(key)
    const rest = text.replaceAll(/\$\{[A-Za-z_][A-Za-z0-9_]*\}/g, '')
    const other = /\$(?:\{[^}]{0,60}\}?|[A-Za-z_][A-Za-z0-9_]{0,60})/.exec(rest)
    if (other !== null) found.others.push(other[0])
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) findReferences(inner, found)
  return found
}
