/** Stops, starts, and restarts an environment. */
import type { Environment, JsonOperation } from '@longshore/sdk'
import { restartEnvironment, startEnvironment, stopEnvironment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { type Command, defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'

interface StateSpec {
  readonly path: string
  readonly summary: string
  readonly operation: JsonOperation<{ id: string }, Environment>
  /** Verb for the message, such as `stopping`. */
  readonly action: string
}

function defineStateCommand({ path, summary, operation, action }: StateSpec): Command {
  return defineCommand({
    path,
    summary,
    options: environmentOption,
    async run(context, input) {
      const connection = await connect(context)
      const { id, label } = await findEnvironment(context, connection, input.text('env'))
      const environment = await connection.client.call(operation, { id })
      context.output.show(environment, () => [`Longshore is ${action} ${label}.`])
      return 0
    },
  })
}

export const environmentStop = defineStateCommand({
  path: 'environment stop',
  summary: 'Stop an environment. Its data stays.',
  operation: stopEnvironment,
  action: 'stopping',
})

export const environmentStart = defineStateCommand({
  path: 'environment start',
  summary: 'Start a stopped environment.',
  operation: startEnvironment,
  action: 'starting',
})

export const environmentRestart = defineStateCommand({
  path: 'environment restart',
  summary: 'Restart an environment.',
  operation: restartEnvironment,
  action: 'restarting',
})
