/** A program that uses the SDK against the real API. */
import { apiToken, type Client, createClient, createSession, isProblem, type UserSession } from '@longshore/sdk'
import {
  addVariables,
  checkServer,
  createApiToken,
  createEnvironment,
  createProject,
  getMe,
  getProject,
  listProjects,
  streamEvents,
  streamServerTask,
  testConnection,
  updateProject,
} from '@longshore/sdk/operations'
import { readVariable } from '@longshore/sdk/reveal'
import { CreateProjectRequest } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { password } from '../../support/client.ts'
import { FaultProxy } from '../../support/fault-proxy.ts'
import { bodyFor } from '../../support/servers.ts'
import { createShapeCheck } from './stream-shapes.ts'
import { type SdkTestEnv, signInOwner } from './test-env.ts'

const email = 'sdk@example.com'
const projectCount = 7
const restartTimeoutMs = 180_000

export async function runNodeScenario(sdk: SdkTestEnv): Promise<void> {
  const { client, session } = await signUp(sdk)
  await readInPages(sdk, client)
  await createOnce(sdk, session)
  await meetProblems(sdk, client)
  await revealSecret(sdk, client)
  await surviveRestart(sdk, client)
  await testServer(sdk)
}

async function signUp({ testEnv, publicUrl }: SdkTestEnv): Promise<{ client: Client; session: UserSession }> {
  const { report, instance } = testEnv
  const session = createSession({ baseUrl: publicUrl })
  const client = createClient({ baseUrl: publicUrl, credentials: session })
  const refused = await client.call(getMe).catch((error: unknown) => error)
  report.expect(isProblem(refused, 'unauthenticated'), 'no one is signed in before')
  const { pending } = await session.signUp({ email, password, name: 'Ada' })
  report.expect(pending?.email === email, 'sign-up waits for the code')
  const user = await session.verifyEmail({ email, code: await instance.mailbox.waitForCode(email) })
  report.expect(user.email === email && session.user?.id === user.id, 'the code begins the session')
  // Refreshes the session as if it had expired: the refresh token came with the response.
  const before = await session.token()
  report.expect((await session.resume())?.id === user.id, 'the session is renewed')
  report.expect((await session.token()) !== before, 'renewing gives another token')
  report.expect((await client.call(getMe)).id === user.id, 'the new token works')
  return { client, session }
}

async function readInPages({ testEnv: { report } }: SdkTestEnv, client: Client): Promise<void> {
  for (let n = 1; n <= projectCount; n += 1)
    await client.call(createProject, { body: { name: `Project ${n}`, image: 'docker.io/library/nginx:1' } })
  const names: string[] = []
  for await (const project of client.items(listProjects, { limit: 3 })) names.push(project.name)
  let pages = 0
  for await (const page of client.pages(listProjects, { limit: 3 })) pages += page.items.length > 0 ? 1 : 0
  report.expect(new Set(names).size === projectCount && names.length === projectCount, `all projects once: ${names}`)
  report.expect(pages === Math.ceil(projectCount / 3), `${pages} pages`)
}

/**
 * The server handles the request, its response is lost, and the connection breaks: the retry must not create a second
 * project.
 */
async function createOnce({ testEnv: { report, instance } }: SdkTestEnv, session: UserSession): Promise<void> {
  await using line = await FaultProxy.start(Number(new URL(instance.url).port))
  const client = createClient({
    baseUrl: `http://${line.host}:${line.port}`,
    credentials: session,
    retry: { baseMs: 50 },
  })
  const direct = createClient({ baseUrl: instance.url, credentials: session })
  await client.call(getMe)
  line.fault = 'half-open'
  const creating = client.send(createProject, { body: { name: 'Once', image: 'docker.io/library/nginx:1' } })
  const count = async () => {
    let found = 0
    for await (const each of direct.items(listProjects)) found += each.name === 'Once' ? 1 : 0
    return found
  }
  for (const deadline = Date.now() + 30_000; (await count()) === 0; )
    if (Date.now() > deadline) throw new Error('the request did not arrive')
  line.fault = 'none'
  line.reset()
  const { data, isReplayed } = await creating
  report.expect(isReplayed && data.name === 'Once', 'the retry gets the first answer')
  report.figure('effects_of_retry', await count())
  report.expect((await count()) === 1, 'a retry has one effect')
}

async function meetProblems({ testEnv: { report } }: SdkTestEnv, client: Client): Promise<void> {
  const body = { name: '', image: 'docker.io/library/nginx:1' }
  const invalid = await client.call(createProject, { body }).catch((error: unknown) => error)
  report.expect(isProblem(invalid, 'validation_failed'), 'an empty name is refused')
  const pointers = isProblem(invalid) ? invalid.errors.map((each) => each.pointer) : []
  const own = validate(CreateProjectRequest, body).map((each) => each.pointer)
  report.expect(pointers.join() === '/name' && own.join() === '/name', `both name the field: ${pointers} and ${own}`)
  const missing = await client
    .call(getProject, { id: 'prj_01k9z4q7xkf0n8v4w2t6m3c5ra' })
    .catch((error: unknown) => error)
  report.expect(isProblem(missing, 'not_found') && missing.hint !== '', 'what is not there is not_found, with a hint')
  const [project] = (await client.call(listProjects, { limit: 1 })).items
  const stale = client.call(updateProject, { id: project?.id ?? '', body: { name: 'x' } }, { ifMatch: 999 })
  const refused = await stale.catch((error: unknown) => error)
  report.expect(isProblem(refused, 'version_mismatch'), 'another version is a mismatch')
}

async function revealSecret({ testEnv: { report }, publicUrl }: SdkTestEnv, client: Client): Promise<void> {
  const project = await client.call(createProject, { body: { name: 'Secrets', image: 'docker.io/library/nginx:1' } })
  const { id } = await client.call(createEnvironment, { body: { projectId: project.id, name: 'Production' } })
  await client.call(addVariables, { id, body: { variables: [{ key: 'TOKEN', value: 'open “sesame”' }] } })
  report.expect((await readVariable(client, { id, key: 'TOKEN' })) === 'open “sesame”', 'a secret is revealed')
  const { token } = await client.call(createApiToken, {
    body: { name: 'ci', scopes: ['secrets:reveal', 'projects:read'] },
  })
  const program = createClient({ baseUrl: publicUrl, credentials: apiToken(token) })
  report.expect((await program.call(listProjects)).items.length > 0, 'an API token works')
  const refused = await readVariable(program, { id, key: 'TOKEN' }).catch((error: unknown) => error)
  report.expect(isProblem(refused, 'person_required'), 'an API token reveals nothing')
}

/** The api stops and restarts; events from that time arrive. */
async function surviveRestart({ testEnv: { report, instance } }: SdkTestEnv, client: Client): Promise<void> {
  const states: string[] = []
  const options = { signal: AbortSignal.timeout(restartTimeoutMs), onState: (state: string) => states.push(state) }
  const stream = client.stream(streamEvents, {}, options)
  const checkShape = createShapeCheck(report)
  const arrives = async (id: string) => {
    for (let each = await stream.next(); each.done !== true; each = await stream.next()) {
      checkShape('streamEvents', each.value)
      if (each.value.event === 'project_updated' && each.value.data.projectId === id) return
    }
  }
  const create = async (name: string) =>
    (await client.call(createProject, { body: { name, image: 'docker.io/library/nginx:1' } })).id
  const opened = stream.next()
  while (!states.includes('open')) await client.call(getMe)
  await create('Before')
  await opened
  await instance.api.stop('SIGKILL')
  await instance.startApi()
  await arrives(await create('After'))
  report.expect(states.includes('waiting') && states.at(-1) === 'open', `the stream came back: ${states}`)
  await stream.return(undefined)
}

async function testServer(sdk: SdkTestEnv): Promise<void> {
  const { client } = await signInOwner(sdk)
  const [server] = sdk.testEnv.servers
  if (server === undefined) throw new Error('there is no server')
  const { host, port, username, privateKey } = bodyFor(server.target, 'root')
  const body = { host: String(host), port: Number(port), username: String(username), privateKey: String(privateKey) }
  const stages: string[] = []
  let isGood: boolean | undefined
  const checkShape = createShapeCheck(sdk.testEnv.report)
  for await (const each of client.stream(testConnection, { body })) {
    checkShape('testConnection', each)
    if (each.event === 'stage') stages.push(each.data.stage)
    if (each.event === 'result') isGood = each.data.ok
  }
  const task = await client.call(checkServer, { id: server.id })
  for await (const each of client.stream(streamServerTask, { id: server.id, taskId: task.id }))
    checkShape('streamServerTask', each)
  sdk.testEnv.report.expect(isGood === true && stages.includes('docker'), `a stream by POST: ${stages} ${isGood}`)
}
