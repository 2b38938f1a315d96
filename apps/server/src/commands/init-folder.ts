/**
 * `init [FOLDER] [--url URL] [--kit FILE] [--local]`: creates everything that `docker compose up` needs, in one folder.
 * Keys and `.env` are never overwritten. compose.yaml belongs to the release and is replaced; users put their additions
 * in compose.override.yaml.
 */
import { chmod, chown, copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { initInstance } from './init.ts'
import { pinImages } from './pinned-images.ts'

/** User id of the image, see Dockerfile. */
const containerUser = 10_001
const release = resolve(import.meta.dirname, '../../../..')
const imageLock = 'deploy/images.lock.json'
const releaseFiles = ['compose.yaml', 'deploy/create-database.sh', 'deploy/restate.toml']
/** An installation has the image and not the sources. */
const buildLine = /^ {2}build: \.\n/m

export async function initFolder(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://localhost:8460' },
      /** Recovery kit of a lost instance. */
      kit: { type: 'string' },
      /** Creates files for processes of this user instead of containers. */
      local: { type: 'boolean', default: false },
    },
  })
  const url = URL.parse(values.url)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('--url must be an HTTP or HTTPS URL, for example https://deploy.example.com')
  const folder = resolve(positionals[0] ?? '.')
  await mkdir(folder, { recursive: true })
  const isRoot = process.getuid?.() === 0
  const { made, kept } = await initInstance({
    folder,
    publicUrl: url.href.replace(/\/$/, ''),
    ...(values.kit === undefined ? {} : { kit: await readKit(values.kit) }),
    ...(isRoot && !values.local ? { owner: containerUser } : {}),
  })
  const written = values.local || folder === release ? [] : await writeRelease(folder)
  if (!values.local) await makeUpgradeFolders(folder, isRoot)
  for (const path of [...made, ...written]) console.log(`made  ${relative(folder, path)}`)
  for (const path of kept) console.log(`kept  ${relative(folder, path)}`)
  if (!values.local) printNextSteps({ folder, isRoot })
  console.log("Keep a copy of secrets/ in a safe place. Without sealing-identities, encrypted values can't be opened.")
}

/** The worker writes requests into the inner folder. Docker would create both for root only. */
async function makeUpgradeFolders(folder: string, isRoot: boolean): Promise<void> {
  const requests = join(folder, 'upgrade/requests')
  await mkdir(requests, { recursive: true })
  await chmod(requests, 0o700)
  if (isRoot) await chown(requests, containerUser, containerUser)
}

/** Writes release files that differ from this release, and keeps a copy of the old content. Returns their names. */
async function writeRelease(folder: string): Promise<string[]> {
  const written: string[] = []
  const lock: unknown = JSON.parse(await readFile(join(release, imageLock), 'utf8'))
  for (const name of releaseFiles) {
    const text = pinImages((await readFile(join(release, name), 'utf8')).replace(buildLine, ''), lock)
    const path = join(folder, name)
    const before = await readFile(path, 'utf8').catch(() => null)
    if (before === text) continue
    await mkdir(dirname(path), { recursive: true })
    if (before !== null) await copyFile(path, `${path}.before`)
    // Containers of another user read them.
    await writeFile(`${path}.next`, text, { mode: 0o644 })
    await rename(`${path}.next`, path)
    written.push(path)
  }
  return written
}

function printNextSteps({ folder, isRoot }: { folder: string; isRoot: boolean }): void {
  if (!isRoot)
    console.log(`next  sudo chown -R ${containerUser}:${containerUser} ${folder}/secrets ${folder}/upgrade/requests`)
  console.log('next  docker compose up -d --wait')
  console.log('next  docker compose exec -T worker longshore-server register-host | sh')
  console.log('next  docker compose exec api longshore-server setup-link')
}

async function readKit(path: string): Promise<Record<string, string | undefined>> {
  const kit = parseEnv(await readFile(path, 'utf8'))
  if (kit.SEALING_IDENTITIES !== undefined) return kit
  throw new Error(`${path} isn't a recovery kit`)
}
