/** States of systemd units. */
import { type Evidence, oncePerEvidence, textOf, Unreadable } from '../evidence.ts'

export interface Unit {
  isLoaded: boolean
  isActive: boolean
  isEnabled: boolean
  listen: string[]
}

export const unitsOf = oncePerEvidence(readUnits)

function readUnits(evidence: Evidence): Map<string, Unit> {
  const units = parseUnits(textOf(evidence, 'services'))
  if (units.size === 0) throw new Unreadable('systemd named no unit')
  return units
}

/** Parses the output of `systemctl show`: one block per unit. */
export function parseUnits(text: string): Map<string, Unit> {
  const units = new Map<string, Unit>()
  for (const block of text.split('\n\n')) {
    const entries = block.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    })
    const fields = new Map(entries)
    const id = fields.get('Id')
    if (id === undefined) continue
    units.set(id, {
      isLoaded: fields.get('LoadState') === 'loaded',
      isActive: fields.get('ActiveState') === 'active',
      isEnabled: ['enabled', 'enabled-runtime', 'static', 'alias'].includes(fields.get('UnitFileState') ?? ''),
      listen: entries.filter(([name]) => name === 'Listen').map(([, value]) => value),
    })
  }
  return units
}

/** A container shares the kernel and the clock of its host. */
export function isContainer(evidence: Evidence): boolean {
  const reading = evidence.readings.get('virtualization')
  if (reading?.state !== 'read') return false
  const word = reading.text.trim()
  return reading.succeeded && /^[a-z][a-z0-9-]{1,30}$/.test(word) && word !== 'none'
}
