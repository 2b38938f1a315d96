/** The draft of a longshore.yaml. */
import { stringify } from 'yaml'

export interface Draft {
  readonly name: string
  readonly port: number
  readonly command: string | undefined
  readonly healthCheck: string
}

export function draftLongshoreFile({ name, port, command, healthCheck }: Draft): string {
  const service = { ...(command === undefined ? {} : { command }), port, healthCheck }
  return `# What Longshore deploys. All of it: services that are not named here are not deployed.
# Every key: docs/reference/longshore-yaml.md
${stringify({ version: 1, services: { [name]: service } })}
# databases:
#   db: { engine: postgres, version: "17" }
# variables:
#   DATABASE_URL: { from: db }
#   LOG_LEVEL: info
`
}
