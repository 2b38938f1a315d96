/** Summary of a finished deployment: its URLs, or the error and what to do. */
import type { Deployment } from '@longshore/sdk'
import { formatDuration } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'
import { diagnosisLines } from './diagnosis-lines.ts'
import { stepLabel } from './step-lines.ts'

export interface OutcomeOptions {
  readonly label: string
  /** URLs of the environment. */
  readonly addresses: readonly string[]
  /** Dashboard page of the deployment. */
  readonly page: string
}

export function outcomeLines(deployment: Deployment, { label, addresses, page }: OutcomeOptions): Line[] {
  const { number, status, durationMs, error, warnings } = deployment
  const warned = warnings.map(({ message }): Line => [{ text: '! ', style: 'yellow' }, message])
  const time = durationMs === null ? '' : ` after ${formatDuration(durationMs)}`
  if (status === 'live' || status === 'retired') {
    const live: Line = [
      { text: '✓ ', style: 'green' },
      { text: `Live${time}`, style: 'bold' },
      `: deployment ${number} of ${label}`,
    ]
    return [...warned, live, ...addresses.map((address): Line => ['  ', { text: address, style: 'cyan' }])]
  }
  if (status === 'superseded') return [...warned, `Superseded: a newer deployment replaced ${number}.`]
  if (error === null)
    return [
      ...warned,
      [
        { text: `${status === 'cancelled' ? 'Canceled' : capital(status)}${time}`, style: 'yellow' },
        `: deployment ${number} of ${label}`,
      ],
    ]
  return [...warned, ...failureLines(deployment, error), [{ text: `  ${page}`, style: 'dim' }]]
}

function failureLines(deployment: Deployment, error: NonNullable<Deployment['error']>): Line[] {
  const { number, diagnosis } = deployment
  const where = error.step === null ? '' : ` at “${stepLabel(error.step)}”`
  const tail = (error.logTail ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return [
    [
      { text: '✗ ', style: 'red' },
      { text: `Deployment ${number} failed${where}: ${error.title}`, style: 'bold' },
    ],
    ...tail.slice(-10).map((text): Line => ({ text: `  │ ${text}`, style: 'dim' })),
    `  ${error.detail}`,
    [{ text: '  What to do: ', style: 'bold' }, error.hint],
    { text: `  ${error.code}`, style: 'dim' },
    ...(diagnosis == null ? [] : diagnosisLines(deployment, diagnosis)),
  ]
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
