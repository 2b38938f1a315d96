import type { Service } from '@longshore/sdk'
import { CliError } from '../exit-codes.ts'

/** Finds a service of an environment by name or ID. */
export function findService(services: readonly Service[], asked: string): Service {
  const found = services.find((each) => each.name === asked || each.id === asked)
  if (found !== undefined) return found
  const names = services.map((each) => each.name).join(', ')
  throw new CliError(
    'notFound',
    `Unknown service “${asked}”.`,
    names === '' ? 'Add it: longshore service add NAME' : `Available: ${names}.`,
  )
}
