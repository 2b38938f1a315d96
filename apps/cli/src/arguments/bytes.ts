/** Parses sizes such as `512MB` and `1.5GiB`. Pure. */
import { CliError } from '../exit-codes.ts'

const units: Readonly<Record<string, number>> = {
  '': 1,
  mb: 1_000_000,
  gb: 1_000_000_000,
  m: 1_048_576,
  mib: 1_048_576,
  g: 1_073_741_824,
  gib: 1_073_741_824,
}

export function readBytes(text: string, option: string): number {
  const [, number = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([a-z]{0,3})$/i.exec(text) ?? []
  const size = units[unit.toLowerCase()]
  if (number === '' || size === undefined)
    throw new CliError('usage', `${option} must be a size such as 512MB or 1GiB, not ${text}.`)
  return Math.round(Number(number) * size)
}
