/**
 * An allowlist of what our containers can request from the Engine: every key and every value of the body, checked in
 * the one place that sends it. Keys that aren't listed are rejected, including those of later Engine versions.
 */
import type { z } from 'zod'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { AppBody } from './app-body-schema.ts'
import { ConfinedBody } from './confined-body-schema.ts'
import type { ContainerBody } from './container-body.ts'
import { Name } from './shared-body-schema.ts'

/**
 * The specification says which policy applies: the body must not choose it. Throws policy_refused with the path of the
 * rejected value. Values aren't included because they can be secrets.
 */
export function checkContainerBody(
  { name, confined, options, files }: Pick<ContainerSpec, 'name' | 'confined' | 'options' | 'files'>,
  body: ContainerBody,
): void {
  const faults = Name.safeParse(name).success
    ? placesOf((confined === true ? ConfinedBody : AppBody).safeParse(body))
    : ['name']
  if (confined === true && options !== undefined) faults.push('options')
  if (confined === true && files !== undefined) faults.push('files')
  if (faults.length === 0) return
  throw new RuntimeError('policy_refused', `The container asks for what no service may have: ${faults.join(', ')}.`)
}

function placesOf(result: z.ZodSafeParseResult<unknown>): string[] {
  if (result.success) return []
  const places = result.error.issues.map(({ code, path, ...rest }) => {
    const keys = code === 'unrecognized_keys' && 'keys' in rest && Array.isArray(rest.keys) ? rest.keys : []
    return [...path, ...keys.slice(0, 3)].map((part) => String(part).slice(0, 60)).join('.') || 'body'
  })
  return [...new Set(places)].slice(0, 5)
}
