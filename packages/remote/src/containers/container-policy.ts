/**
 * An allowlist of what our containers can request from the Engine: every key and every value of the body, checked in
 * the one place that sends it. Keys that aren't listed are rejected, including those of later Engine versions.
 */
import type { z } from 'zod'
import type { Allowances, ContainerSpec } from '../runtime/container-spec.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { findExcess, noAllowances } from './allowances.ts'
import { AppBody } from './app-body-schema.ts'
import { ConfinedBody } from './confined-body-schema.ts'
import { type ContainerBody, capabilitiesOf } from './container-body.ts'
import { Name } from './shared-body-schema.ts'

/**
 * The specification says which policy applies: the body must not choose it. Throws policy_refused with the path of the
 * rejected value. Values aren't included because they can be secrets.
 */
export function checkContainerBody(
  { name, confined, options, files, grants }: Pick<ContainerSpec, 'name' | 'confined' | 'options' | 'files' | 'grants'>,
  body: ContainerBody,
  allowed: Allowances = noAllowances,
): void {
  const faults = Name.safeParse(name).success
    ? confined === true
      ? placesOf(ConfinedBody.safeParse(body))
      : placesOfApp(body, allowed)
    : ['name']
  if (confined === true && options !== undefined) faults.push('options')
  if (confined === true && files !== undefined) faults.push('files')
  if (confined === true && grants !== undefined) faults.push('grants')
  if (faults.length === 0) return
  throw new RuntimeError('policy_refused', `The container asks for what no service may have: ${faults.join(', ')}.`)
}

/** Checks what only an allowance admits against the allowances. The rest has to pass the policy of all containers. */
function placesOfApp(body: ContainerBody, allowed: Allowances): string[] {
  const { CapAdd, Mounts, Devices = [], ...host } = body.HostConfig
  const own: readonly string[] = capabilitiesOf.app
  const hasOwn = JSON.stringify(CapAdd.slice(0, own.length)) === JSON.stringify(own)
  const granted = {
    capabilities: hasOwn ? CapAdd.slice(own.length) : [],
    mounts: Mounts.filter(({ Type }) => Type === 'bind'),
    devices: Devices,
  }
  const rest = {
    ...host,
    CapAdd: hasOwn ? own : CapAdd,
    Mounts: Mounts.filter(({ Type }) => Type !== 'bind'),
    // An empty list isn't what we send.
    ...(body.HostConfig.Devices !== undefined && Devices.length === 0 ? { Devices } : {}),
  }
  const targets = Mounts.map(({ Target }) => Target)
  const isTwice = new Set(targets).size !== targets.length
  return [
    ...findExcess(granted, allowed),
    ...(isTwice ? ['HostConfig.Mounts'] : []),
    ...placesOf(AppBody.safeParse({ ...body, HostConfig: rest })),
  ]
}

function placesOf(result: z.ZodSafeParseResult<unknown>): string[] {
  if (result.success) return []
  const places = result.error.issues.map(({ code, path, ...rest }) => {
    const keys = code === 'unrecognized_keys' && 'keys' in rest && Array.isArray(rest.keys) ? rest.keys : []
    return [...path, ...keys.slice(0, 3)].map((part) => String(part).slice(0, 60)).join('.') || 'body'
  })
  return [...new Set(places)].slice(0, 5)
}
