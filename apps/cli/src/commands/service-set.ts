import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { environmentOption } from '../arguments/options.ts'
import { readServiceFiles } from '../arguments/service-files.ts'
import { serviceOptions, withServiceOptions } from '../arguments/service-options.ts'
import { defineCommand } from '../command.ts'
import { changeServices, showConfigured } from '../connection/configure-services.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'

export const serviceSet = defineCommand({
  path: 'service set',
  summary: "Change a service's settings.",
  details: 'Settings that you leave out stay as they are. Changes take effect with the next deployment.',
  arguments: [{ name: 'SERVICE', summary: 'Service name or ID.' }],
  options: { ...environmentOption, ...serviceOptions },
  examples: [
    'longshore service set web --port 8080 --health-check /healthz',
    'longshore service set web --memory 512MB',
    'longshore service set web --file /etc/nginx/nginx.conf=nginx.conf',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const [name = ''] = input.positionals
    const files = await readServiceFiles(context, input.list('file'))
    const configured = await changeServices(connection.client, environment.id, (services) => ({
      services: withService(services, withServiceOptions(toServiceRequest(findService(services, name)), input, files)),
    }))
    showConfigured(context.output, configured, `Saved ${name} in ${environment.label}.`)
    return 0
  },
})
