/** bin/init [FOLDER] [--url ADDRESS] [--kit FILE] [--local]: the keys of a new instance, see `apps/server/src/commands/init.ts`. */
import { mkdir, readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { initInstance } from '../apps/server/src/commands/init.ts'

/** The user of the image, see Dockerfile. */
const containerUser = 10_001

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:8460' },
    /** The recovery kit of a lost instance. */
    kit: { type: 'string' },
    /** For processes of this user rather than containers. */
    local: { type: 'boolean', default: false },
  },
})
const url = URL.parse(values.url)
if (url === null || !/^https?:$/.test(url.protocol)) {
  console.error('init: --url must be an http or https address, for example https://deploy.example.com')
  process.exit(2)
}
const folder = resolve(positionals[0] ?? '.')
const isRoot = process.getuid?.() === 0
await mkdir(folder, { recursive: true })
const { made, kept } = await initInstance({
  folder,
  publicUrl: url.href.replace(/\/$/, ''),
  ...(values.kit === undefined ? {} : { kit: await readKit(values.kit) }),
  ...(isRoot && !values.local ? { owner: containerUser } : {}),
})
for (const path of made) console.log(`made  ${relative(folder, path)}`)
for (const path of kept) console.log(`kept  ${relative(folder, path)}`)
if (!values.local) {
  if (!isRoot) console.log(`next  sudo chown -R ${containerUser}:${containerUser} ${folder}/secrets`)
  console.log('next  docker compose up -d --build --wait')
}
console.log('Keep a copy of secrets/ in a safe place: without sealing-identities nothing that is sealed can be opened.')

async function readKit(path: string): Promise<Record<string, string | undefined>> {
  const kit = parseEnv(await readFile(path, 'utf8'))
  if (kit.SEALING_IDENTITIES !== undefined) return kit
  console.error(`init: ${path} is not a recovery kit`)
  process.exit(2)
}
