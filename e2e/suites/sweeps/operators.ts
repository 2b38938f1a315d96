/** Operations on the whole instance: an organization's owner isn't an operator, and an API token never is. */
import { permissions } from '../../../apps/server/src/testing/internals/access.ts'
import { signUp } from '../../support/client.ts'
import { isRecord } from '../../support/json-schema.ts'
import type { Operation } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { must } from '../../support/setting.ts'
import { ask, check, codeOf, countChanges, type Stage } from './stage.ts'

export async function sweepOperators(stage: Stage): Promise<void> {
  const { instance, home } = stage
  // All users at example.com are operators of the instance under test.
  const owner = await signUp(instance, 'owner@tenant.example.net')
  const body = { name: 'Everything', scopes: [...permissions] }
  const { body: made } = await must(instance, 'POST', '/api/v1/api-tokens', { token: home.people.owner.token, body })
  const operations = stage.api.operations.filter(({ scope }) => scope === 'instance')
  check(stage, operations.length > 0, 'there is no operation about the instance')
  for (const operation of operations) {
    await refuse(stage, operation, { token: owner.token, code: 'operator_required', who: 'an owner' })
    await refuse(stage, operation, { token: made.token, code: 'person_required', who: 'a token of an operator' })
    const answer = await send(stage, operation, home.people.owner.token)
    check(stage, answer.status !== 403, `${operation.id} answers ${answer.status} to an operator`)
  }
}

async function refuse(
  stage: Stage,
  operation: Operation,
  { token, code, who }: { token: string; code: string; who: string },
): Promise<void> {
  const before = await countChanges(stage)
  const answer = await send(stage, operation, token)
  // Everyone can read the version of the instance, so the rest of this response is hidden instead.
  if (operation.id === 'getInstance') {
    const shown = isRecord(answer.body) ? answer.body : {}
    const isHidden = shown.isOperator === false && shown.backups === null && shown.recoveryKit === null
    check(stage, isHidden, `${operation.id} shows ${who} ${answer.text.slice(0, 200)}`)
  } else check(stage, codeOf(answer) === code, `${operation.id} answers ${answer.status} ${codeOf(answer)} to ${who}`)
  check(stage, (await countChanges(stage)) === before, `${operation.id}: ${who} changed something`)
}

async function send(stage: Stage, operation: Operation, token: string) {
  return await ask(stage, operation, {
    token,
    body: operation.body === null ? undefined : sample(operation.body, stage.api.schemas),
  })
}
