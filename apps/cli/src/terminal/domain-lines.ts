/** A domain: expected and found DNS records, and its problem. */
import type { Domain } from '@longshore/sdk'
import { formatStatus } from './format.ts'
import { layOutTable } from './table.ts'
import type { Line } from './text.ts'

export function domainLines({ unicodeHostname, status, verification, certificate, error }: Domain): Line[] {
  const rows = verification.records.map((each): Line[] => [
    each.ok ? { text: '✓', style: 'green' } : { text: '✗', style: 'red' },
    each.type,
    each.name,
    each.expected.join(' or ') || '–',
    each.found.join(', ') || '–',
  ])
  return [
    [
      { text: unicodeHostname, style: 'bold' },
      ' is ',
      formatStatus(status),
      ', certificate ',
      formatStatus(certificate.status),
      '.',
    ],
    ...(rows.length === 0 ? [] : layOutTable(['', 'TYPE', 'NAME', 'EXPECTED', 'FOUND'], rows)),
    ...(error === null ? [] : [`${error.detail}`, { text: error.hint, style: 'bold' } as const]),
  ]
}
