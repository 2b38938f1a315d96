/** Every operation succeeds with a valid request, and a change for a version that isn't current is refused. */
import { endsSetting, makePathValues } from '../../support/fixtures.ts'
import { type GoodRequest, goodRequests } from '../../support/good-requests.ts'
import { type Operation, takesHeader } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { newSetting } from '../../support/setting.ts'
import { templateRequests } from '../../support/template-requests.ts'
import { ExampleRecorder } from './record-examples.ts'
import { type Ask, ask, callerOf, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

/** They read a server while the request waits, so only a real one can answer: `bin/suite adopt`. */
const needsServer: ReadonlySet<string> = new Set(['listComposeProjects', 'planComposeProject', 'adoptComposeProject'])

export async function sweepAnswers(stage: Stage): Promise<void> {
  const { operations } = stage.api
  for (const id of Object.keys(goodRequests))
    check(
      stage,
      operations.some((each) => each.id === id),
      `e2e/support/good-requests.ts has ${id}, which no longer exists`,
    )
  // Most of these sign a user up, which takes time, so they run concurrently.
  const [fetching, others] = partition(Object.entries(goodRequests), ([id]) => Object.hasOwn(templateRequests, id))
  const prepared = new Map(
    await Promise.all(others.map(async ([id, prepare]) => [id, await prepare(stage.home)] as const)),
  )
  // Each fetches a repository within a time limit, so nothing else uses the processors meanwhile.
  for (const [id, prepare] of fetching) prepared.set(id, await prepare(stage.home))
  const examples = await ExampleRecorder.open()
  for (const operation of operations) {
    const request = await goodRequest(stage, operation, prepared.get(operation.id))
    if (takesHeader(operation, 'If-Match')) await refuseOtherVersions(stage, operation, request)
    const answer = await ask(stage, operation, request)
    const what = `${operation.id} answers ${answer.status} ${codeOf(answer)} to a good request`
    if (needsServer.has(operation.id)) {
      check(stage, codeOf(answer) === 'server_not_connected', what)
      continue
    }
    const isGood = check(stage, answer.status >= 200 && answer.status < 300, what)
    if (isGood) examples.note(stage, operation, { sent: request, answer })
  }
  await examples.finish(stage)
}

async function refuseOtherVersions(stage: Stage, operation: Operation, request: Ask): Promise<void> {
  const before = await countChanges(stage)
  for (const tag of ['"999999"', 'W/"1"', '1', '"x"', '"1", "2"']) {
    const answer = await ask(stage, operation, { ...request, headers: { 'if-match': tag } })
    const what = `${operation.id} answers ${answer.status} ${codeOf(answer)} to If-Match: ${tag}`
    check(stage, codeOf(answer) === 'version_mismatch', what)
  }
  check(stage, (await countChanges(stage)) === before, `${operation.id} changed something for another version`)
}

/** Uses up its resources: call it once for each request. */
async function goodRequest(
  stage: Stage,
  operation: Operation,
  { bodyAtSend, ...prepared }: GoodRequest = {},
): Promise<Ask> {
  const setting = endsSetting(operation) ? await newSetting(stage.home) : stage.home
  const caller = callerOf(stage, operation)
  return {
    token: isPublic(operation) ? undefined : caller.token,
    organization: setting.organizationId,
    path: await makePathValues(operation, setting, caller),
    ...(operation.body === null
      ? {}
      : { body: prepared.body ?? sample(operation.body, stage.api.schemas, nextSerial()) }),
    ...prepared,
    ...(bodyAtSend === undefined ? {} : { body: bodyAtSend() }),
  }
}

let serial = 1_000
function nextSerial(): number {
  serial += 1
  return serial
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((each) => !isFirst(each))]
}
