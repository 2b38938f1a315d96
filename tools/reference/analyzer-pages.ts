/** Reference pages of the deployment files, from the tables and schemas that read them. */
import type { KeyRules } from '../../packages/analyzer/src/compose/key-rules.ts'
import { buildKeys, serviceKeys, topKeys } from '../../packages/analyzer/src/compose/keys.ts'
import * as nested from '../../packages/analyzer/src/compose/nested-keys.ts'
import { stacks } from '../../packages/analyzer/src/images/built-stacks.ts'
import { longshoreJsonSchema } from '../../packages/analyzer/src/longshore-file/json-schema.ts'

export function composePage(): string {
  const sections: [title: string, rules: KeyRules][] = [
    ['Service', serviceKeys],
    ['`build` of a service', buildKeys],
    ['`healthcheck` of a service', nested.healthKeys],
    ['`deploy` of a service', nested.deployKeys],
    ['`deploy.resources`', nested.resourceKeys],
    ['`deploy.resources.limits`', nested.limitKeys],
    ['`deploy.resources.reservations`', nested.reservationKeys],
    ['`networks` of a service', nested.networkKeys],
    ['`volumes` of a service, long form', nested.mountKeys],
    ['`volume` of the long form', nested.mountedVolumeKeys],
    ['`configs` and `secrets` of a service, long form', nested.fileUseKeys],
    ['Top level', topKeys],
    ['`volumes` at the top level', nested.volumeKeys],
    ['`networks` at the top level', nested.topNetworkKeys],
    ['`configs` and `secrets` at the top level', nested.fileKeys],
  ]
  return `# Compose files

Longshore reads the first of \`compose.yaml\`, \`compose.yml\`, \`docker-compose.yaml\`, and \`docker-compose.yml\` that exists, or else a
production file such as \`docker-compose.prod.yml\`. It parses the file itself and never runs Compose. Override files aren't applied.
Keys that start with \`x-\`, anchors, aliases, and merges work.

Each key has a verdict:

- \`supported\`: Longshore does what the file says.
- \`mapped\`: Longshore keeps it in another form.
- \`ignored\`: it has no effect.
- \`refused\`: Longshore doesn't do it. Keys that aren't in these tables are refused, too.

A refused, ignored, or mapped key causes a warning with its line, unless its effect is small. The rest of the service is used.

Images of PostgreSQL, MariaDB, and Redis become managed databases of the environment with the same name, so URLs in variables keep working.
Other databases run as plain services, and backups contain their volumes. Developer tools (mail catchers, database consoles), reverse
proxies, services with a profile, and services with 0 replicas are left out.

## Files and directories

| what the file mounts | what it becomes |
|---|---|
| a text file of the repository, up to 64 KB | a file that Longshore places into each container |
| a directory of the repository with at most 50 text files, up to 96 KB | one file for each of them |
| a relative path that isn't there and has no file extension | a named volume, which starts empty |
| a relative path that isn't there and has a file extension | a variable whose value is the text of the file |
| a named volume | a volume, which several services can share |
| \`/etc/localtime\` and \`/etc/timezone\` | nothing: containers use UTC, and \`TZ\` changes that |
| any other path of the server, a socket, or a device | refused |

The files of all services have at most 96 KB together. Pasted Compose text has no repository, so none of its relative paths are there.

${sections.map(([title, rules]) => keyTable(title, rules)).join('\n')}`
}

function keyTable(title: string, rules: KeyRules): string {
  const order = ['supported', 'mapped', 'ignored', 'refused']
  const rows = Object.entries(rules)
    .sort(([a, left], [b, right]) => order.indexOf(left.verdict) - order.indexOf(right.verdict) || a.localeCompare(b))
    .map(([key, { verdict, instead }]) => `| \`${key}\` | ${verdict} | ${instead} |`)
  return `## ${title}\n\n| key | verdict | meaning, or what to do instead |\n|---|---|---|\n${rows.join('\n')}\n`
}

export function stacksPage(): string {
  const rows = Object.entries(stacks).map(([runtime, frameworks]) => {
    const named = (wanted: boolean) => {
      const names = Object.keys(frameworks).filter((name) => frameworks[name] === wanted)
      return names.length === 0 ? '–' : names.map((name) => (name === 'plain' ? 'no framework' : name)).join(', ')
    }
    return `| ${runtime} | ${named(true)} | ${named(false)} |`
  })
  return `# Built and experimental stacks

Longshore writes a Dockerfile for each of these stacks. A stack is listed as built when a test suite builds its Dockerfile on a real server,
starts the container, and gets the expected response. All other stacks are experimental: their Dockerfiles are checked as text only.

The dashboard labels services with an experimental stack, and the analysis report has \`dockerfile.experimental: true\`. If such a build
fails, add a Dockerfile to the repository: Longshore then uses yours.

| runtime | built | experimental |
|---|---|---|
${rows.join('\n')}

A framework that isn't in the table is experimental too.
`
}

export function longshoreSchema(): string {
  return `${JSON.stringify(longshoreJsonSchema(), null, 2)}\n`
}

interface Shape {
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
}

export function longshorePage(): string {
  const whole: Shape = JSON.parse(longshoreSchema())
  const inner = (key: string): Shape => {
    const value = whole.properties?.[key]?.additionalProperties
    return typeof value === 'object' ? value : {}
  }
  const service = inner('services')
  const variable = inner('variables').anyOf?.find((one) => one.properties !== undefined) ?? {}
  return `# longshore.yaml

\`longshore.yaml\` defines what to deploy. Put it in the root of the repository, or in the project's root directory. It overrides
everything that an analysis finds, and the analysis fills in what it leaves out. Services that it doesn't list aren't deployed. If the
file has a mistake, Longshore ignores the whole file, and the analysis reports each mistake with its line. Your editor can check it with
[the JSON schema](longshore-yaml.schema.json).

\`\`\`yaml
version: 1
services:
  web:
    command: node server.js
    port: 3000
    healthCheck: /healthz
    releaseCommand: node migrate.js
    dependsOn: [db]
  worker:
    kind: worker
    sharesImageWith: web
    command: node worker.js
databases:
  db: { engine: postgres, version: "17" }
variables:
  DATABASE_URL: { from: db }
  API_KEY: { secret: true }
  LOG_LEVEL: info
\`\`\`

## Top level

${tableOf(whole)}
## Service

${tableOf(service)}
## \`build\` of a service

${tableOf(service.properties?.build ?? {})}
## Database

Longshore runs PostgreSQL, MariaDB, and Redis. Run the other engines elsewhere, and set their URLs as variables. SQLite is a file: keep it
in a volume.

${tableOf(inner('databases'))}
## Variable

Either the default value, or:

${tableOf(variable)}`
}

function tableOf(shape: Shape): string {
  const rows = Object.entries(shape.properties ?? {}).map(([key, value]) => {
    const isRequired = shape.required?.includes(key) === true && value.default === undefined
    const fallback = value.default === undefined ? (isRequired ? '**required**' : '–') : `\`${String(value.default)}\``
    return `| \`${key}\` | ${typeOf(value)} | ${fallback} | ${value.description ?? ''} |`
  })
  return `| key | type | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return `\`${String(shape.const)}\``
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(typeOf))].join(' or ')
  if (shape.items !== undefined) return `list of ${typeOf(shape.items)}`
  if (shape.properties !== undefined)
    return Object.entries(shape.properties)
      .map(([key]) => `\`${key}\``)
      .join(' + ')
  return shape.type === 'object' ? 'map' : (shape.type ?? 'any')
}
