/** Reference pages of the files that say what is deployed, from the tables and schemas that read them. */
import { buildKeys, type KeyRule, serviceKeys, topKeys } from '../../packages/analyzer/src/compose/keys.ts'
import { stacks } from '../../packages/analyzer/src/images/built-stacks.ts'
import { longshoreJsonSchema } from '../../packages/analyzer/src/longshore-file/json-schema.ts'

export function composePage(): string {
  const section = (title: string, rules: Readonly<Record<string, KeyRule>>) => {
    const order = ['supported', 'ignored', 'refused']
    const rows = Object.entries(rules)
      .sort(([a, left], [b, right]) => order.indexOf(left.verdict) - order.indexOf(right.verdict) || a.localeCompare(b))
      .map(([key, { verdict, instead }]) => `| \`${key}\` | ${verdict} | ${instead} |`)
    return `## ${title}\n\n| key | verdict | what becomes of it, or what to do instead |\n|---|---|---|\n${rows.join('\n')}\n`
  }
  return `# Compose files

Longshore reads \`compose.yaml\`, \`compose.yml\`, \`docker-compose.yaml\` or \`docker-compose.yml\`, the first that is there; without
one of these a file for production such as \`docker-compose.prod.yml\`. It reads the file itself and never runs Compose on it. Files
to override are not applied. A key that is refused or ignored gives a warning with its line; the rest of the service is used.
A key that is in no table is refused. Keys that begin with \`x-\`, anchors, aliases and merges work.

Images of databases become databases of the environment, under the name of the service, so that addresses in variables keep working.
Tools for developers (mail catchers, database consoles), reverse proxies and services with a profile are left out.

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

The dashboard labels services of an experimental stack, and the report of the analysis has \`dockerfile.experimental: true\`. If such a build
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

A file at the root of the repository, or of the folder that a project is made from, that says what is deployed. What it states wins over
everything that an analysis finds; what it leaves out is filled in by the analysis of each service's folder. Services that it does
not name are not deployed. A file with a mistake is not used at all: the analysis tells each mistake with its line. Editors check
it with [the JSON schema](longshore-yaml.schema.json).

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
## A service

${tableOf(service)}
## \`build\` of a service

${tableOf(service.properties?.build ?? {})}
## A database

${tableOf(inner('databases'))}
## A variable

Either its default, or:

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
