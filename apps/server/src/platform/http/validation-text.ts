/** User-facing messages for invalid fields. Messages that a schema defines itself stay as they are. */
export interface ValidationIssue {
  keyword: string
  message?: string
  params: Readonly<Record<string, unknown>>
}

/** Replaces zod's `custom`, which means nothing to a caller. */
export function codeOf({ keyword }: ValidationIssue): string {
  return keyword === 'custom' ? 'invalid' : keyword
}

export function messageOf(issue: ValidationIssue): string {
  const { message = 'is invalid' } = issue
  if (!/^(Invalid |Too (small|big): |Unrecognized )/.test(message)) return message
  return plainMessage(issue, message) ?? 'is invalid'
}

function plainMessage({ keyword, params }: ValidationIssue, message: string): string | undefined {
  switch (keyword) {
    case 'invalid_type':
      return / received undefined$/.test(message)
        ? 'is required'
        : `must be ${kinds[String(params.expected)] ?? 'valid'}`
    case 'invalid_value':
      return `must be ${Array.isArray(params.values) ? oneOf(params.values) : 'another value'}`
    case 'too_small':
      return limit('at least', params.origin, params.minimum, params.inclusive)
    case 'too_big':
      return limit('at most', params.origin, params.maximum, params.inclusive)
    case 'not_multiple_of':
      return `must be a multiple of ${String(params.divisor)}`
    case 'invalid_format':
      return `must be ${formats[String(params.format)] ?? 'in the documented format'}`
    case 'invalid_union':
      return 'matches none of the allowed forms'
    case 'invalid_key':
      return 'has an invalid key'
    case 'invalid_element':
      return 'has an invalid entry'
    case 'unrecognized_keys':
      return 'has unknown fields'
    default:
      return undefined
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string', number: 'a number', int: 'a whole number', boolean: 'true or false', array: 'a list', object: 'an object',
  record: 'an object', date: 'a date', null: 'null',
} // biome-ignore format: a table

const formats: Readonly<Record<string, string>> = {
  email: 'an email address', url: 'a URL', datetime: 'a date and time, such as 2026-01-31T12:00:00Z', ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address', cidrv4: 'an IPv4 network', cidrv6: 'an IPv6 network', uuid: 'a UUID',
} // biome-ignore format: a table

const maxValues = 20

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, maxValues).map((value) => JSON.stringify(value))
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(', ')}${values.length > maxValues ? ', …' : ''}`
}

function limit(bound: 'at least' | 'at most', origin: unknown, value: unknown, inclusive: unknown): string {
  const count = String(value)
  if (origin === 'string')
    return count === '1' && bound === 'at least'
      ? 'must not be empty'
      : `must have ${bound} ${plural(count, 'character')}`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${plural(count, 'entry', 'entries')}`
  if (inclusive === false) return `must be ${bound === 'at least' ? 'more' : 'less'} than ${count}`
  return `must be ${bound} ${count}`
}

function plural(count: string, one: string, many = `${one}s`): string {
  return `${count} ${count === '1' ? one : many}`
}
