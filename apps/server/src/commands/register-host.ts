/**
 * Registers the machine that this runs on as the first server. Prints one shell line that gives Longshore access; see
 * run-with-compose.md.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { ensureFirstOrganization } from '../modules/organizations/index.ts'
import { registerHost } from '../modules/servers/index.ts'
import { createDatabase } from '../platform/database/database.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { operatorSettings } from '../settings.ts'

/** Hostname of the machine inside the containers of compose.yaml. */
const fromContainers = 'host.docker.internal'

export async function printHostLine(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string', default: 'This machine' },
      host: { type: 'string', default: fromContainers },
      port: { type: 'string', default: '22' },
      user: { type: 'string', default: 'root' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port must be a number up to 65535')
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(values.user)) throw new Error('--user must be a username')
  if (!/^[a-z0-9.:-]{1,253}$/i.test(values.host)) throw new Error('--host must be a hostname or an IP address')
  const settings = readConfig(operatorSettings)
  const url = settings.DATABASE_URL.reveal()
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-register-host' })
  const sealer = createSealer((await createUnsealer(settings.SEALING_IDENTITIES)).keys[0].recipient)
  const organizationId = await database.system(ensureFirstOrganization)
  if (organizationId === undefined)
    throw new Error('There are several organizations. Add the machine in the dashboard of the right one.')
  const server = { name: values.name.slice(0, 100), host: values.host, port, username: values.user }
  const line = await database.tenant(organizationId, (tx) => registerHost(tx, organizationId, { ...server, sealer }))
  process.stderr.write(`Run the command below on the machine as ${values.user}, or pipe this command into its shell.\n`)
  process.stdout.write(`${line}\n`)
}
