/** Reference pages of the deployment files, from the tables and schemas that read them. */
import { buildKeys, type KeyRule, serviceKeys, topKeys } from '../../packages/analyzer/src/compose/keys.ts'
import { stacks } from '../../packages/analyzer/src/images/built-stacks.ts'
import { longshoreJsonSchema } from '../../packages/analyzer/src/longshore-file/json-schema.ts'

export function composePage(): string {
  const section = (title: string, rules: Readonly<Record<string, KeyRule>>) => {
    const order = ['supported', 'ignored', 'refused']
    const rows = Object.entries(rules)
      .sort(([a, left], [b, right]) => order.indexOf(left.verdict) - order.indexOf(right.verdict) || a.localeCompare(b))
      .map(([key, { verdict, instead }]) => `| \`${key}\` | ${verdict} | ${instead} |`)
    return `## ${title}\n\n| key | verdict | meaning, or what to do instead |\n|---|---|---|\n${rows.join('\n')}\n`
  }
  return `# Compose files

Longshore reads the first of \`compose.yaml\`, \`compose.yml\`, \`docker-compose.yaml\`, and \`docker-compose.yml\` that exists, or else a
production file such as \`docker-compose.prod.yml\`. It parses the file itself and never runs Compose. Override files aren't applied.
A refused or ignored key causes a warning with its line; the rest of the service is used. Keys that aren't in these tables are refused.
Keys that start with \`x-\`, anchors, aliases, and merges work.

Database images become databases of the environment with the same name, so URLs in variables keep working. Developer tools (mail
catchers, database consoles), reverse proxies, and services with a profile are left out.

${section('Service', serviceKeys)}
${section('`build` of a service', buildKeys)}
${section('Top level', topKeys)}`
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
