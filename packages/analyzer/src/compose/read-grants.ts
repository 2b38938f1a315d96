/** Reads `cap_add` and `devices`: what containers get only if an operator allows it on their server. */
import type { z } from 'zod'
import type { ServiceGrants } from '../container.schemas.ts'
import { at, itemsOf, type Located, textAt } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { dockerSocket, serverCapability, serverDevice, serverPath } from '../server-parts.schemas.ts'
import { isGivenCapability, type Notes, note } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import type { Mount } from './read-mounts.ts'
import { resolveScalar } from './read-scalar.ts'

const maxGrants = 20

/** Null if the file states none. */
export function readGrants(node: Located, notes: Notes): ServiceGrants | null {
  const capabilities = readCapabilities(at(node, 'cap_add'), notes)
  const devices = readDevices(at(node, 'devices'), notes)
  return capabilities.length + devices.length === 0 ? null : { hostMounts: [], capabilities, devices }
}

/** Whether an operator can allow the mount at all. */
export function isGrantable({ type, source }: Pick<Mount, 'type' | 'source'>): boolean {
  if (type !== 'bind' || source === null) return false
  return source === dockerSocket || (serverPath.safeParse(source).success && !/\.sock(?:$|\/)/.test(source))
}

/** `what` is the key with its value. */
export function noteAllowance(notes: Notes, { what, line }: { what: string; line: number }): void {
  note(notes, 'compose_needs_allowance', {
    message: `${onOneLine(what).slice(0, 130)} works only if an operator allows it.`,
    line,
    instead:
      'An operator must allow this on the page of the server, under “Parts of the server”. Until then, deployments fail.',
  })
}

interface Stated {
  readonly text: string
  readonly line: number
  /** Null if it has a form that can't be allowed. */
  readonly value: string | null
}

function readCapabilities(node: Located | undefined, notes: Notes): ServiceGrants['capabilities'] {
  const stated = listedOf(node).flatMap((item): Stated[] => {
    const found = resolveScalar(item, 'cap_add', notes)
    if (found === null || isGivenCapability(found.text)) return []
    return [{ ...found, value: found.text.toUpperCase().replace(/^CAP_/, '') }]
  })
  const instead = 'Containers run without extra privileges. Build what the process needs into its image.'
  return keep(stated, { key: 'cap_add', schema: serverCapability, instead, notes })
}

/** Parses `source[:target[:permissions]]`, and the long form. */
function readDevices(node: Located | undefined, notes: Notes): ServiceGrants['devices'] {
  const stated = listedOf(node).flatMap((item): Stated[] => {
    const { line } = item
    if (item.kind === 'map') {
      const source = interpolate(textAt(item, 'source') ?? '').visible
      const target = interpolate(textAt(item, 'target') ?? source).visible
      return [{ text: source, line, value: source === target ? source : null }]
    }
    const found = resolveScalar(item, 'devices', notes)
    if (found === null) return []
    // Names of serial ports can contain colons.
    const [source = '', target = source] = found.text.split(':/').map((part, at) => (at === 0 ? part : `/${part}`))
    const bare = (text: string) => text.replace(/:[rwm]{1,3}$/, '')
    return [{ ...found, value: bare(source) === bare(target) ? bare(source) : null }]
  })
  const instead =
    'Containers get no devices but /dev/dri, /dev/net/tun, and serial ports, at the same path, if an operator allows them.'
  return keep(stated, { key: 'devices', schema: serverDevice, instead, notes })
}

/** Docker refuses a single value. It must not pass without a note. */
function listedOf(node: Located | undefined): readonly Located[] {
  return node?.kind === 'scalar' ? [node] : itemsOf(node)
}

function keep<Value extends string>(
  stated: readonly Stated[],
  { key, schema, instead, notes }: { key: string; schema: z.ZodType<Value>; instead: string; notes: Notes },
): Value[] {
  const kept: Value[] = []
  for (const { text, line, value } of stated) {
    const read = schema.safeParse(value)
    const what = `${key}: ${onOneLine(text).slice(0, 120)}`
    if (!read.success || kept.length >= maxGrants)
      note(notes, 'compose_key_refused', { message: `${what} isn't supported.`, line, instead })
    else if (!kept.includes(read.data)) {
      kept.push(read.data)
      noteAllowance(notes, { what, line })
    }
  }
  return kept
}
