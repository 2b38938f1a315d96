import { withService } from '@longshore/sdk/remedies'
import { environmentOption } from '../arguments/options.ts'
import { readServiceFiles } from '../arguments/service-files.ts'
import { describeNewService, serviceKinds, serviceOptions } from '../arguments/service-options.ts'
import { defineCommand } from '../command.ts'
import { changeServices, showConfigured } from '../connection/configure-services.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

export const serviceAdd = defineCommand({
  path: 'service add',
  summary: 'Add a service or a database to an environment.',
  details: 'It starts with the next deployment. A new database gets generated credentials.',
  arguments: [{ name: 'NAME', summary: 'Service name, such as web.' }],
  options: {
    ...environmentOption,
    kind: {
      type: 'string',
      value: 'KIND',
      choices: serviceKinds,
      summary: `One of ${serviceKinds.join(', ')} (default: web).`,
    },
    ...serviceOptions,
  },
  examples: [
    'longshore service add db --kind postgres --engine-version 17',
    'longshore service add worker --kind worker --command "node worker.js"',
    'longshore service add search --kind worker --image registry.example.com/meilisearch:1.13 --port 7700',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const [name = ''] = input.positionals
    const kind = serviceKinds.find((each) => each === input.text('kind')) ?? 'web'
    const files = await readServiceFiles(context, input.list('file'))
    const configured = await changeServices(connection.client, environment.id, (services) => {
      if (services.some((each) => each.name === name))
        throw new CliError(
          'refused',
          `${environment.label} already has a service “${name}”.`,
          `Change it: longshore service set ${name}`,
        )
      return { services: withService(services, describeNewService({ name, kind }, input, files)) }
    })
    showConfigured(context.output, configured, `Added ${name} to ${environment.label}.`)
    return 0
  },
})
