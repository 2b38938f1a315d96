/** How to reach a database from this machine. The lines are printed, not run: part of them comes from the instance. */
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
  summary: 'How to reach a database from this machine.',
  details:
    'Prints the SSH tunnel to the server and the client to start beside it; both are yours to run. The database needs a loopbackPort. With --reveal user, database and password are asked for, which needs a recent sign-in; they go to standard output.',
  arguments: [{ name: 'SERVICE', summary: 'Which database; default: the only one.', isOptional: true }],
  options: {
    ...environmentOption,
    reveal: { type: 'boolean', summary: 'Also user, database and password.' },
  },
  examples: ['longshore db', 'longshore db cache --reveal'],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const { services } = await client.call(getEnvironment, { id })
    const service = choose(services, input.positionals[0])
    const { tunnel, loopbackPort: port } = service
    if (tunnel === null || port === null || port === undefined)
      throw new CliError(
        'refused',
        `${service.name} has no port of its server.`,
        'Give it a loopbackPort in the settings of the service, and deploy: docs/how-to/look-after-databases.md',
      )
    const credentials = input.flag('reveal')
      ? await reveal(readCredentials(client, { id, serviceId: service.id }))
      : null
    const { username = 'USER', databaseName = 'DATABASE' } = credentials ?? {}
    const line = clients[service.kind]?.(port, username, databaseName) ?? ''
    context.output.show({ service: service.name, kind: service.kind, tunnel, client: line, credentials }, () => [
      { text: 'In one terminal:', style: 'dim' },
      `  ${tunnel}`,
      { text: 'In another:', style: 'dim' },
      `  ${line}`,
      ...(credentials === null
        ? [{ text: 'User, database and password: longshore db --reveal', style: 'dim' } as const]
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
    throw new CliError('notFound', 'There is no such database.', names === '' ? '' : `There is: ${names}.`)
  if (asked === undefined && databases.length > 1) throw new CliError('usage', 'Which database?', `There is: ${names}.`)
  return found
}

async function reveal(sent: Promise<DatabaseCredentials>): Promise<DatabaseCredentials> {
  try {
    return await sent
  } catch (error) {
    if (!isProblem(error, 'recent_sign_in_required')) throw error
    throw new CliError('notSignedIn', error.message, 'Sign in again: longshore login')
  }
}
