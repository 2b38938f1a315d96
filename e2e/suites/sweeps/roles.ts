/** Each role and each single scope may do exactly what its list says: refused is 403 `forbidden`, allowed is anything else. */

import {
  type Permission,
  permissions,
  type Role,
  rolePermissions,
  roles,
} from '../../../apps/server/src/testing/internals/access.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Received } from '../../support/exchange.ts'
import { endsSetting, makePathValues, type PathValues } from '../../support/fixtures.ts'
import { inParallel } from '../../support/in-parallel.ts'
import type { Operation } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { must, newSetting, type Setting } from '../../support/setting.ts'
import { inPart } from './part.ts'
import { ask, check, codeOf, isPublic, type Stage } from './stage.ts'

const shortEvery = 6
/** Operations have rules besides the permission. Their refusals don't count here. */
const ownRules = new Set(['role_above_own', 'person_required'])
/** Permissions that an operation needs besides the one that it declares. */
const alsoNeeded: Readonly<Record<string, readonly Permission[]>> = {
  createExample: ['environments:write', 'deployments:write'],
  deployTemplate: ['projects:write', 'variables:write', 'deployments:write', 'backups:write'],
  // Restoring needs what the deletion needed. The fixture is a deleted domain.
  restoreTrashItem: ['domains:write'],
}

export async function sweepRoles(stage: Stage): Promise<void> {
  const ofRoles = inPart(stage.api.operations.filter((each) => !isPublic(each) && each.permission !== 'self'))
  await inParallel(ofRoles, 3, async (operation) => {
    const shared = await makePathValues(operation, stage.home, stage.home.people.owner)
    for (const role of roles) await tryRole(stage, operation, { role, shared })
  })
  for (const [index, operation] of inPart(stage.api.operations.filter((each) => !isPublic(each))).entries()) {
    const shared = await makePathValues(operation, stage.home, stage.self)
    await inParallel(scopesFor(operation, index), 8, (scope) => tryScope(stage, operation, { scope, shared }))
  }
  await refuseMoreThanOwn(stage)
}

/** All scopes; in the quick form the operation's own and a rotating selection of others. */
function scopesFor(operation: Operation, index: number): Permission[] {
  const own = permissions.filter((scope) => scope === operation.permission)
  if (!isQuick) return [...permissions]
  const others = permissions.filter((scope, at) => !own.includes(scope) && (at + index) % shortEvery === 0)
  return [...own, ...others]
}

async function tryRole(
  stage: Stage,
  operation: Operation,
  { role, shared }: { role: Role; shared: PathValues },
): Promise<void> {
  const needed = [permissionOf(operation), ...(alsoNeeded[operation.id] ?? [])]
  const allowed = needed.every((each) => rolePermissions[role].has(each))
  const { setting, path } = allowed ? await consumable(stage, operation) : { setting: stage.home, path: shared }
  const answer = await ask(stage, operation, {
    token: setting.people[role].token,
    organization: setting.organizationId,
    path,
    body: bodyOf(stage, operation),
  })
  expectAccess(stage, operation, { answer, allowed, who: role })
}

async function tryScope(
  stage: Stage,
  operation: Operation,
  { scope, shared }: { scope: Permission; shared: PathValues },
): Promise<void> {
  const allowed = operation.permission === scope
  const { setting, path } = allowed ? await consumable(stage, operation) : { setting: stage.home, path: shared }
  const answer = await ask(stage, operation, {
    token: await tokenWith(setting, allowed ? [scope, ...(alsoNeeded[operation.id] ?? [])] : [scope]),
    organization: setting.organizationId,
    path,
    body: bodyOf(stage, operation),
  })
  // A token isn't a user: it can't change a user's own account.
  if (operation.permission === 'self')
    check(stage, codeOf(answer) === 'unauthenticated', `${operation.id} answers ${answer.status} to an API token`)
  else expectAccess(stage, operation, { answer, allowed, who: `the scope ${scope}` })
}

function expectAccess(
  stage: Stage,
  operation: Operation,
  { answer, allowed, who }: { answer: Received; allowed: boolean; who: string },
): void {
  const isRefused = answer.status === 403 && codeOf(answer) === 'forbidden'
  const isDone = answer.status < 300 || ![401, 403].includes(answer.status) || ownRules.has(codeOf(answer))
  check(
    stage,
    allowed ? isDone : isRefused,
    `${operation.id} answers ${answer.status} ${codeOf(answer)} to ${who}, who ${allowed ? 'may' : 'may not'} call it`,
  )
}

/** A token has at most its creator's permissions. */
async function refuseMoreThanOwn(stage: Stage): Promise<void> {
  const operation = stage.api.operations.find(({ id }) => id === 'createApiToken')
  if (operation === undefined) return
  for (const role of roles) {
    const missing = permissions.filter((scope) => !rolePermissions[role].has(scope))
    await inParallel(missing, 8, async (scope) => {
      const answer = await ask(stage, operation, {
        token: stage.home.people[role].token,
        organization: stage.home.organizationId,
        body: { name: 'Too much', scopes: [scope] },
      })
      check(stage, codeOf(answer) === 'role_above_own', `${role} made a token with ${scope}: ${answer.status}`)
    })
  }
}

/** Path values that the call may use up. */
async function consumable(stage: Stage, operation: Operation): Promise<{ setting: Setting; path: PathValues }> {
  const setting = endsSetting(operation) ? await newSetting(stage.home) : stage.home
  return { setting, path: await makePathValues(operation, setting, setting.people.owner) }
}

const tokens = new Map<string, string>()
async function tokenWith(setting: Setting, scopes: readonly Permission[]): Promise<string> {
  const key = `${setting.organizationId} ${scopes.join()}`
  const known = tokens.get(key)
  if (known !== undefined) return known
  const made = await must(setting.instance, 'POST', '/api/v1/api-tokens', {
    token: setting.people.owner.token,
    organization: setting.organizationId,
    body: { name: `Only ${scopes[0]}`, scopes },
  })
  tokens.set(key, made.body.token)
  return made.body.token
}

let serial = 0
function bodyOf(stage: Stage, operation: Operation): unknown {
  serial += 1
  return operation.body === null ? undefined : sample(operation.body, stage.api.schemas, serial)
}

function permissionOf(operation: Operation): Permission {
  const found = permissions.find((each) => each === operation.permission)
  if (found === undefined) throw new Error(`${operation.id} has the permission ${operation.permission}`)
  return found
}
