/**
 * The owner file records which instance manages a server. It is created in one step that fails if it exists, so only one
 * of two concurrent instances gets the server. Without root it is in the user's home.
 */
import type { ServerConnection } from '@longshore/remote/ssh'
import { z } from 'zod'
import { encodeId } from '../../platform/ids/type-id.ts'
import { readInstanceId } from './server-instance.system-repository.ts'
import type { ServerRow } from './servers.repository.ts'
import { commandMs, type ServerWork } from './workflow/servers.context.ts'

const Owner = z.object({ instance: z.string(), organization: z.string(), server: z.string() })
export type Owner = z.output<typeof Owner>

export type Claim = { isOurs: true } | { isOurs: false; holder: string }

type Connection = Pick<ServerConnection, 'run'>
interface Place {
  folder: string
  asRoot: boolean
}

const system: Place = { folder: '/var/lib/longshore', asRoot: true }
const home: Place = { folder: '.longshore', asRoot: false }

export async function claimServer(connection: Connection, owner: Owner, signal: AbortSignal): Promise<Claim> {
  const hasRoot = (await run(connection, ['true'], { asRoot: true, signal })).exitCode === 0
  const place = hasRoot ? system : home
  for (const each of [system, home]) {
    const found = await readOwner(connection, each, signal)
    if (found !== undefined && !isSameOwner(found, owner)) return { isOurs: false, holder: describe(found) }
  }
  const found = await readOwner(connection, place, signal)
  if (found !== undefined && found !== 'unreadable' && found.server === owner.server) return { isOurs: true }
  await writeOwner(connection, place, owner, { replaces: found !== undefined, signal })
  const now = await readOwner(connection, place, signal)
  return now !== undefined && isSameOwner(now, owner) ? { isOurs: true } : { isOurs: false, holder: describe(now) }
}

/** Whether the file still names us; a missing file doesn't belong to another instance. */
export async function readServerOwner(connection: Connection, owner: Owner, signal: AbortSignal): Promise<Claim> {
  for (const place of [system, home]) {
    const found = await readOwner(connection, place, signal)
    if (found !== undefined && !isSameOwner(found, owner)) return { isOurs: false, holder: describe(found) }
  }
  return { isOurs: true }
}

/** Removes only a file that names this very server, which may have been registered again meanwhile. */
export async function releaseServer(connection: Connection, owner: Owner, signal: AbortSignal): Promise<void> {
  for (const place of [system, home]) {
    const found = await readOwner(connection, place, signal)
    if (found === undefined || found === 'unreadable') continue
    if (found.server !== owner.server || !isSameOwner(found, owner)) continue
    const options = { asRoot: place.asRoot, signal }
    await run(connection, ['rm', '-f', '--', `${place.folder}/owner.json`], options)
    await run(connection, ['rmdir', '--ignore-fail-on-non-empty', '--', place.folder], options)
  }
}

async function readOwner(
  connection: Connection,
  place: Place,
  signal: AbortSignal,
): Promise<Owner | 'unreadable' | undefined> {
  const path = `${place.folder}/owner.json`
  const answer = await run(connection, ['cat', '--', path], { asRoot: false, signal })
  if (answer.exitCode !== 0) {
    const exists = await run(connection, ['test', '-e', path], { asRoot: false, signal })
    return exists.exitCode === 0 ? 'unreadable' : undefined
  }
  try {
    return Owner.safeParse(JSON.parse(answer.stdout)).data ?? 'unreadable'
  } catch {
    return 'unreadable'
  }
}

async function writeOwner(
  connection: Connection,
  { folder, asRoot }: Place,
  owner: Owner,
  { replaces, signal }: { replaces: boolean; signal: AbortSignal },
): Promise<void> {
  const draft = `${folder}/owner.${owner.server}`
  const stdin = `${JSON.stringify(owner)}\n`
  await run(connection, ['mkdir', '-p', '-m', '755', '--', folder], { asRoot, signal })
  await run(connection, ['tee', '--', draft], { asRoot, signal, stdin })
  await run(connection, ['chmod', '644', '--', draft], { asRoot, signal })
  // A hard link fails if the file exists; only our own file is replaced.
  const argv = replaces ? (['mv', '-f', '--'] as const) : (['ln', '--'] as const)
  await run(connection, [...argv, draft, `${folder}/owner.json`], { asRoot, signal })
  await run(connection, ['rm', '-f', '--', draft], { asRoot, signal })
}

function isSameOwner(found: Owner | 'unreadable', owner: Owner): boolean {
  return found !== 'unreadable' && found.instance === owner.instance && found.organization === owner.organization
}

function describe(found: Owner | 'unreadable' | undefined): string {
  if (found === undefined) return 'nobody, since the owner file could not be written'
  return found === 'unreadable' ? 'a file that cannot be read' : `installation ${found.instance.slice(0, 40)}`
}

function run(
  connection: Connection,
  argv: readonly [string, ...string[]],
  options: { asRoot: boolean; signal: AbortSignal; stdin?: string },
) {
  return connection.run(argv, { deadlineMs: commandMs, maxOutputBytes: 65_536, ...options })
}

export async function ownerOf(work: ServerWork, row: ServerRow): Promise<Owner> {
  return {
    instance: await readInstanceId(work.database.systemDb),
    organization: encodeId('org', row.organization_id),
    server: encodeId('srv', row.id),
  }
}
