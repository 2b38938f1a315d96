/** Reads `${NAME}` in values, and replaces it with the values of other variables, in linear time. Pure. */

/** A variable to which a reference can point. */
export interface Definition {
  readonly value: string
  readonly isSecret: boolean
  /** Whether the value has references itself. */
  readonly expand: boolean
}

export type ReferenceReason = 'unknown' | 'cycle' | 'too_deep' | 'too_long'

export interface ReferenceFault {
  readonly key: string
  /** The name in the value. Null if the value as a whole is the problem. */
  readonly reference: string | null
  readonly reason: ReferenceReason
}

export interface Expanded {
  readonly value: string
  /** Whether a secret is part of it. */
  readonly isSecret: boolean
}

/** Definitions by name, in the order in which they take precedence. */
export type ReferenceLayers = readonly ReadonlyMap<string, Definition>[]

export interface Expander {
  /** Expands the definition of this name in one of the layers. Text for a missing name is empty. */
  expand(name: string, layer: number): Expanded
  /** Problems of everything that was expanded so far. */
  readonly faults: readonly ReferenceFault[]
}

type Part = { readonly text: string } | { readonly name: string }

const maxDepth = 8
const maxParts = 400
const maxBytes = 65_536
/** All expanded values of a service together have at most this size, because one long value can be part of a thousand others. */
const maxTotalBytes = 1_048_576
const maxNameLength = 128

/** Returns why a value can't have references, or null if it can. */
export function findSyntaxFault(value: string): string | null {
  const parts = readParts(value)
  if (parts === null)
    return `has a reference that Longshore can't read. Write \${NAME}, or $$ for a dollar sign before a brace`
  return parts.length > maxParts ? `has more than ${maxParts / 2} references` : null
}

/** Returns the names that a value refers to, each once. Empty for a value that can't be read. */
export function referencedNames(value: string): string[] {
  return [...new Set((readParts(value) ?? []).flatMap((part) => ('name' in part ? [part.name] : [])))]
}

/** Says which variable has the problem, and which reference. */
export function describeReferenceFault({ key, reference, reason }: ReferenceFault, service: string): string {
  const name = `\${${reference ?? ''}}`
  if (reason === 'unknown') return `${key} of ${service} refers to ${name}, which has no value.`
  if (reason === 'cycle') return `${key} of ${service} refers to ${name}, which refers back to ${key}.`
  if (reason === 'too_deep') return `${key} of ${service} has references more than ${maxDepth} levels deep.`
  return `With the values of its references, ${key} of ${service} is longer than 64 kB, or all variables together are longer than 1 MB.`
}

/** `A_B` for the service a-b: the form of its name in variables. */
export function nameInVariables(service: string): string {
  return service.toUpperCase().replaceAll('-', '_')
}

/**
 * A value that refers to its own name gets what it replaces, such as the variable for all services. So the search for
 * that name starts below its own layer.
 */
export function createExpander(layers: ReferenceLayers): Expander {
  const faults: ReferenceFault[] = []
  const known = new Map<string, (Expanded & { readonly depth: number }) | 'open'>()
  let left = maxTotalBytes
  const expand = (name: string, layer: number): Expanded & { depth: number } => {
    const definition = layers[layer]?.get(name)
    if (definition === undefined) return { value: '', isSecret: false, depth: 0 }
    if (!definition.expand) return { value: definition.value, isSecret: definition.isSecret, depth: 0 }
    const place = `${layer} ${name}`
    const found = known.get(place)
    if (found !== undefined && found !== 'open') return found
    known.set(place, 'open')
    const expanded = join({ key: name, limit: Math.min(maxBytes, left) }, definition, (reference) => {
      const first = layers.findIndex((each, index) => each.has(reference) && (reference !== name || index > layer))
      if (first < 0) return 'unknown'
      return known.get(`${first} ${reference}`) === 'open' ? 'cycle' : expand(reference, first)
    })
    left -= Buffer.byteLength(expanded.value)
    faults.push(...expanded.faults)
    known.set(place, expanded)
    return expanded
  }
  return { expand, faults }
}

function join(
  { key, limit }: { key: string; limit: number },
  { value, isSecret }: Definition,
  resolve: (name: string) => (Expanded & { depth: number }) | 'unknown' | 'cycle',
): Expanded & { depth: number; faults: ReferenceFault[] } {
  const texts: string[] = []
  const faults: ReferenceFault[] = []
  let [bytes, depth, hasSecret] = [0, 0, isSecret]
  for (const part of readParts(value) ?? [{ text: value }]) {
    const found = 'text' in part ? { value: part.text, isSecret: false, depth: 0 } : resolve(part.name)
    if (typeof found === 'string') {
      faults.push({ key, reference: 'name' in part ? part.name : null, reason: found })
      continue
    }
    bytes += Buffer.byteLength(found.value)
    depth = Math.max(depth, 'name' in part ? found.depth + 1 : 0)
    hasSecret ||= found.isSecret
    if (bytes <= limit) texts.push(found.value)
  }
  if (bytes > limit) faults.push({ key, reference: null, reason: 'too_long' })
  if (depth > maxDepth) faults.push({ key, reference: null, reason: 'too_deep' })
  const isUsable = bytes <= limit && depth <= maxDepth
  return { value: isUsable ? texts.join('') : '', isSecret: hasSecret, depth, faults }
}

/** Null for a `${` that doesn't start a reference. A dollar sign before anything else is only text. */
function readParts(value: string): Part[] | null {
  const parts: Part[] = []
  let text = ''
  let from = 0
  while (from < value.length) {
    const dollar = value.indexOf('$', from)
    if (dollar < 0) break
    text += value.slice(from, dollar)
    const next = value[dollar + 1]
    if (next !== '{') {
      text += '$'
      from = dollar + (next === '$' ? 2 : 1)
      continue
    }
    const name = nameAt(value, dollar + 2)
    if (name === null) return null
    if (text !== '') parts.push({ text })
    parts.push({ name })
    text = ''
    from = dollar + name.length + 3
  }
  text += value.slice(from)
  if (text !== '') parts.push({ text })
  return parts
}

function nameAt(value: string, from: number): string | null {
  let end = from
  while (end - from <= maxNameLength && isNameLetter(value.charCodeAt(end))) end += 1
  const name = value.slice(from, end)
  const isName = name !== '' && name.length <= maxNameLength && !(name.charCodeAt(0) >= 48 && name.charCodeAt(0) <= 57)
  return isName && value[end] === '}' ? name : null
}

/** A–Z, a–z, 0–9, and the underscore. */
function isNameLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}
