/** Every kind of work on a swapped server: none of it sends a login. */
import { startRelay } from '../../support/relay.ts'
import {
  ask,
  bodyFor,
  mustAsk,
  register,
  removeServer,
  runTask,
  waitForServer,
  waitForTask,
  waitUntilGone,
} from '../../support/servers.ts'
import { cutSessions, expectRefused, onTarget, registerPinned, type Stage } from './stage.ts'
import { callWitness } from './witness.ts'

export interface Encounter {
  name: string
  /** True if nothing was sent. */
  meet(stage: Stage, name: string): Promise<boolean>
}

const swapKeys = 'rm -f /etc/ssh/ssh_host_*; ssh-keygen -q -A; systemctl restart ssh'

export const encounters: Encounter[] = [
  { name: 'a relay that leads elsewhere', meet: meetRelay },
  { name: 'a pooled connection that is cut', meet: meetPooled },
  { name: 'a new address without a new fingerprint', meet: meetMovedAddress },
  { name: 'a first contact with a wrong fingerprint', meet: meetWrongFirstContact },
  {
    name: 'a change of user',
    meet: (stage, name) =>
      meetWith(stage, name, (id) =>
        mustAsk(stage, 'PATCH', `/servers/${id}`, { username: stage.username === 'root' ? 'deploy' : 'root' }),
      ),
  },
  { name: 'a rotation', meet: (stage, name) => meetWith(stage, name, (id) => startTask(stage, id, 'rotate-key', {})) },
  {
    name: 'a cleanup',
    meet: (stage, name) => meetWith(stage, name, (id) => startTask(stage, id, 'cleanup', { dryRun: false })),
  },
  { name: 'a deletion', meet: meetDeletion },
  { name: 'a connection test', meet: meetConnectionTest },
  { name: 'a jump server', meet: meetSwappedJump },
  { name: 'a server behind the right jump server', meet: meetBehindJump },
]

async function startTask(stage: Stage, id: string, work: string, body: unknown): Promise<void> {
  const task = await mustAsk(stage, 'POST', `/servers/${id}/${work}`, body)
  const ended = await waitForTask(stage, id, task.id)
  stage.report.expect(ended.status === 'failed', `${work} on a swapped server ${ended.status}`)
}

/** Pins the keys, swaps the server, then runs one operation. */
async function meetWith(stage: Stage, name: string, act: (id: string) => Promise<unknown>): Promise<boolean> {
  const id = await registerPinned(stage)
  await onTarget(stage.target, swapKeys)
  await cutSessions(stage.target)
  const isRefused = await expectRefused(stage, { id, name, act: () => act(id) })
  await removeServer(stage, id, '?force=true')
  return isRefused
}

async function meetRelay(stage: Stage, name: string): Promise<boolean> {
  await using relay = await startRelay(stage.target.port)
  const id = await registerPinned(stage, { port: relay.port })
  relay.leadTo(stage.impostor.port)
  relay.cut()
  const isRefused = await expectRefused(stage, { id, name, meets: stage.impostor })
  await removeServer(stage, id, '?force=true')
  return isRefused
}

/** An open connection still belongs to the right server. Once it has ended, the new server is refused. */
async function meetPooled(stage: Stage, name: string): Promise<boolean> {
  const id = await registerPinned(stage)
  await onTarget(stage.target, swapKeys)
  const witness = await callWitness(stage.target)
  await runTask(stage, id, 'check')
  const { logins } = await witness.observe()
  const isQuiet = stage.report.expect(logins === 0, `${name}: beside the pooled connection ${logins} logins were tried`)
  await cutSessions(stage.target)
  const server = await mustAsk(stage, 'GET', `/servers/${id}`)
  const isRefused = server.status === 'host_key_changed' ? isQuiet : await expectRefused(stage, { id, name })
  await removeServer(stage, id, '?force=true')
  return isRefused && isQuiet
}

async function meetMovedAddress(stage: Stage, name: string): Promise<boolean> {
  const id = await registerPinned(stage)
  const act = () => mustAsk(stage, 'PATCH', `/servers/${id}`, { port: stage.impostor.port })
  const isRefused = await expectRefused(stage, { id, name, meets: stage.impostor, act })
  await removeServer(stage, id, '?force=true')
  return isRefused
}

async function meetWrongFirstContact(stage: Stage, name: string): Promise<boolean> {
  const { report, target } = stage
  const witness = await callWitness(target)
  const [other] = await stage.impostor.readHostKeys()
  const body = { ...bodyFor(target, stage.username), hostKeyFingerprint: other?.fingerprint }
  const created = await mustAsk(stage, 'POST', '/servers', body)
  const server = await waitForServer(stage, created.id, (each) => each.problem !== null)
  const sight = await witness.observe()
  const holds = [
    report.expect(server.status !== 'ready', `${name}: it became ready`),
    report.expect(server.hostKeys.length === 0, `${name}: keys were pinned`),
    report.expect(
      sight.connections > 0 && sight.accepted === 0 && sight.logins === 0,
      `${name}: ${JSON.stringify(sight)}`,
    ),
  ]
  await removeServer(stage, created.id, '?force=true')
  return holds.every(Boolean)
}

async function meetDeletion(stage: Stage, name: string): Promise<boolean> {
  const id = await registerPinned(stage)
  await onTarget(stage.target, swapKeys)
  await cutSessions(stage.target)
  const witness = await callWitness(stage.target)
  const answer = await ask(stage, 'DELETE', `/servers/${id}?force=true&permanent=true`)
  stage.report.expect(answer.status === 202, `${name}: deleting answers ${answer.status}`)
  await waitUntilGone(stage, id)
  const sight = await witness.observe()
  return stage.report.expect(sight.accepted === 0 && sight.logins === 0, `${name}: ${JSON.stringify(sight)}`)
}

async function meetConnectionTest(stage: Stage, name: string): Promise<boolean> {
  const id = await registerPinned(stage)
  await onTarget(stage.target, swapKeys)
  await cutSessions(stage.target)
  const witness = await callWitness(stage.target)
  const answer = await ask(stage, 'POST', '/servers/test-connection', { serverId: id })
  const sight = await witness.observe()
  const holds = [
    stage.report.expect(answer.text.includes('host_key_changed'), `${name} says ${answer.text.slice(0, 300)}`),
    stage.report.expect(
      sight.connections > 0 && sight.accepted === 0 && sight.logins === 0,
      `${name}: ${JSON.stringify(sight)}`,
    ),
  ]
  await removeServer(stage, id, '?force=true')
  return holds.every(Boolean)
}

/** The jump server is swapped: nothing reaches the server behind it. */
async function meetSwappedJump(stage: Stage, name: string): Promise<boolean> {
  const { report, impostor, username } = stage
  const jump = await registerPinned(stage)
  const behind = await register(stage, {
    ...bodyFor(impostor, username),
    host: impostor.address,
    port: 22,
    jumpServerId: jump,
  })
  await onTarget(stage.target, swapKeys)
  await cutSessions(stage.target)
  await cutSessions(impostor)
  const [first, second] = [await callWitness(stage.target), await callWitness(impostor)]
  await runTask(stage, behind.id, 'check')
  const [atJump, atEnd] = [await first.observe(), await second.observe()]
  const innocent = await mustAsk(stage, 'GET', `/servers/${behind.id}`)
  report.expect(
    innocent.status !== 'host_key_changed',
    `${name}: the server behind it is blamed, ${innocent.problem?.code}`,
  )
  const isRefused = [
    report.expect(
      atJump.connections > 0 && atJump.accepted === 0 && atJump.logins === 0,
      `${name}: the jump server saw ${JSON.stringify(atJump)}`,
    ),
    report.expect(atEnd.connections === 0, `${name}: the server behind it saw ${JSON.stringify(atEnd)}`),
  ].every(Boolean)
  await removeServer(stage, behind.id, '?force=true')
  await removeServer(stage, jump, '?force=true')
  return isRefused
}

/** The jump server is genuine, the server behind it isn't. */
async function meetBehindJump(stage: Stage, name: string): Promise<boolean> {
  const { target, impostor, username } = stage
  const jump = await register(stage, bodyFor(impostor, username))
  const id = await registerPinned(stage, { host: target.address, port: 22, jumpServerId: jump.id })
  await onTarget(target, swapKeys)
  await cutSessions(target)
  const isRefused = await expectRefused(stage, { id, name })
  await removeServer(stage, id, '?force=true')
  await removeServer(stage, jump.id, '?force=true')
  return isRefused
}
