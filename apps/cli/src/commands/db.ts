/** Show how to connect to a database from this computer. The lines are printed, not run: part of them comes from the instance. */
import { isProblem, type Service } from '@longshore/sdk'
import { getEnvironment } from '@longshore/sdk/operations'
import { type DatabaseCredentials, readCredentials } from '@longshore/sdk/reveal'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

const clients: Readonly<Record<string, (port: number, user: string, name: string) => string>> = {
  postgres: (port, user, name) => `psql -h 127.0.0.1 -p ${port} -U ${user} ${name}`,
  mariadb: (port, user, name) => `mariadb -h 127.0.0.1 -P ${port} -u ${user} -p ${name}`,
  redis: (port) => `redis-cli -h 127.0.0.1 -p ${port} --askpass`,
}

export const db = defineCommand({
  path: 'db',
  summary: 'Show how to connect to a database from this computer.',
  details:
    'Prints the SSH tunnel command and the database client command to run. The tunnel needs a loopbackPort. With --reveal, also prints user, database, and password to standard output, which requires a sign-in with email and password within the last ten minutes.',
  arguments: [{ name: 'SERVICE', summary: 'Database (default: the only one).', isOptional: true }],
  options: {
    ...environmentOption,
    reveal: { type: 'boolean', summary: 'Also print user, database, and password.' },
  },
  examples: ['longshore db', 'longshore db cache --reveal'],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const { services } = await client.call(getEnvironment, { id })
    const service = choose(services, input.positionals[0])
    const { tunnel, loopbackPort: port } = service
    const hasTunnel = tunnel !== null && port !== null && port !== undefined
    if (!hasTunnel && !input.flag('reveal'))
      throw new CliError(
        'refused',
        `${service.name} has no tunnel port.`,
        'Set a loopbackPort for the service and deploy: docs/guides/databases.md. To print the login only: --reveal.',
      )
    const credentials = input.flag('reveal')
      ? await reveal(readCredentials(client, { id, serviceId: service.id }))
      : null
    const { username = 'USER', databaseName = 'DATABASE' } = credentials ?? {}
    const line = hasTunnel ? (clients[service.kind]?.(port, username, databaseName) ?? '') : null
    context.output.show({ service: service.name, kind: service.kind, tunnel, client: line, credentials }, () => [
      ...(line === null
        ? [`User: ${username}`, `Database: ${databaseName}`]
        : [
            { text: 'In one terminal:', style: 'dim' } as const,
            `  ${tunnel}`,
            { text: 'In another:', style: 'dim' } as const,
            `  ${line}`,
          ]),
      ...(credentials === null
        ? [{ text: 'To show user, database, and password: longshore db --reveal', style: 'dim' } as const]
        : [`Password: ${credentials.password}`]),
    ])
    return 0
  },
})

function choose(services: readonly Service[], asked: string | undefined): Service {
  const databases = services.filter(({ kind }) => Object.hasOwn(clients, kind))
  const names = databases.map(({ name }) => name).join(', ')
  const [found] = asked === undefined ? databases : databases.filter(({ name }) => name === asked)
  if (found === undefined)
    throw new CliError('notFound', 'Database not found.', names === '' ? '' : `Available: ${names}.`)
  if (asked === undefined && databases.length > 1)
    throw new CliError('usage', 'Which database?', `Available: ${names}.`)
  return found
}

async function reveal(sent: Promise<DatabaseCredentials>): Promise<DatabaseCredentials> {
  try {
    return await sent
  } catch (error) {
    if (!isProblem(error, 'recent_sign_in_required')) throw error
    throw new CliError('notSignedIn', error.message, 'Sign in with your password: longshore login --email EMAIL')
  }
}
