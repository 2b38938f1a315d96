/** Parses and evaluates /etc/os-release and uname, to find the system of the server. */

import { sanitizeText } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'

const architectures: Record<string, string> = { x86_64: 'amd64', amd64: 'amd64', aarch64: 'arm64', arm64: 'arm64' }
/** Distributions on which all of Longshore is tested. */
const tested = new Set(['debian', 'ubuntu'])

export function evaluateSystem(uname: string, osRelease: string): Outcome {
  const [kernel = '', machine = ''] = uname.trim().split(/\s+/)
  if (kernel !== 'Linux') return found('os_unsupported', {}, `It says ${sanitizeText(kernel, 30) || 'nothing'}.`)
  const fields = readOsRelease(osRelease)
  const name = sanitizeText(fields.get('PRETTY_NAME') ?? fields.get('ID') ?? 'Linux', 80)
  const architecture = architectures[machine]
  if (architecture === undefined)
    return found('architecture_unsupported', {}, `It is ${sanitizeText(machine, 30) || 'unknown'}.`)
  const family = [fields.get('ID') ?? '', ...(fields.get('ID_LIKE') ?? '').split(' ')]
  const detail = `${name}, ${architecture}.`
  return family.some((id) => tested.has(id)) ? fine(detail) : found('os_untested', {}, detail)
}

/** Parses `KEY="value"` lines. */
export function readOsRelease(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.slice(0, 16_384).split('\n')) {
    const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line.trim()) ?? []
    if (key !== undefined && value !== undefined) fields.set(key, value.replaceAll(/^["']|["']$/g, ''))
  }
  return fields
}
