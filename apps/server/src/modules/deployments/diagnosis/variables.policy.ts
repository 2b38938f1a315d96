/** Recognizes a missing variable of a build or a program, as tools of many languages report it. */
import type { Remedy } from '../diagnosis.schemas.ts'
import type { DiagnosisFacts, FailedRun, Finding } from './failed-output.policy.ts'
import { findAny, findLast } from './output-lines.policy.ts'

interface Sign {
  readonly pattern: RegExp
  /** The variable, for messages that don't name one. */
  readonly key?: string
  /** Some line must also match this pattern, because the message alone is ambiguous. */
  readonly beside?: RegExp
}

const signs: readonly Sign[] = [
  // Prisma, sqlx, Phoenix, Elixir, envconfig, caarlos0/env, Spring
  { pattern: /Environment variable not found: ([A-Z][A-Z0-9_]+)\b/ },
  { pattern: /set `([A-Z][A-Z0-9_]+)` to use query macros online/ },
  { pattern: /required key ([A-Z][A-Z0-9_]+) missing value/ },
  { pattern: /could not fetch environment variable "([A-Z][A-Z0-9_]+)" because/ },
  { pattern: /Could not resolve placeholder '([A-Z][A-Z0-9_]+)' in value/ },
  // Django, python-decouple, django-environ
  { pattern: /UndefinedValueError: ([A-Z][A-Z0-9_]+) not found\./ },
  { pattern: /ImproperlyConfigured: Set the ([A-Z][A-Z0-9_]+) environment variable/ },
  { pattern: /ImproperlyConfigured: The ([A-Z][A-Z0-9_]+) setting must not be empty/ },
  { pattern: /^KeyError: '([A-Z][A-Z0-9_]+)'$/, beside: /os\.environ\[|<frozen os>|\/os\.py"/ },
  // Ruby, Rails, Laravel
  { pattern: /key not found: "([A-Z][A-Z0-9_]+)"/, beside: /\bENV\.fetch\b|in [`'](?:ENV\.)?fetch'|KeyError/ },
  { pattern: /Missing `secret_key_base` for '\w+' environment/, key: 'SECRET_KEY_BASE' },
  { pattern: /put it in the ENV\['RAILS_MASTER_KEY'\]/, key: 'RAILS_MASTER_KEY' },
  { pattern: /No application encryption key has been specified/, key: 'APP_KEY' },
  // Shells
  { pattern: /(?:^|: )([A-Z][A-Z0-9_]+): (?:parameter (?:null or )?not set(?: or null)?|unbound variable)/ },
] // biome-ignore format: one sign per line

/** Messages that programs write themselves. Lines that look like a warning don't count. */
const ownWords: readonly Sign[] = [
  {
    pattern:
      /\b(?:[Mm]issing|[Uu]ndefined|[Uu]nset) (?:required )?(?:env|environment) var(?:iable)?s?(?: is)?:? {0,4}["'`]?([A-Z][A-Z0-9_]+)\b/,
  },
  {
    pattern:
      /[Ee]nvironment variable:? ["'`]?([A-Z][A-Z0-9_]+)["'`]? (?:is (?:not|required|missing|undefined|unset)|must be set)\b/,
  },
  {
    pattern:
      /(?:^|[\s"'`])([A-Z][A-Z0-9_]+)["'`]? env(?:ironment)? var(?:iable)? (?:is (?:not|required|missing|undefined|unset)|must be set)\b/,
  },
  { pattern: /Error: (?:process\.env\.)?["'`]?([A-Z][A-Z0-9]{0,40}_[A-Z0-9_]+)["'`]? (?:is (?:not set|not defined|required|missing|undefined)|must be set)\b/ },
] // biome-ignore format: one sign per line

/** Validators print a heading with the variables below it. */
const heading =
  /Invalid (?:server |client )?environment variables|Missing environment variables:|\d{1,3} validation errors? for \w{0,40}Settings/
const linesBelow = 25
const maxHeadings = 20
const listed = [
  // t3-env with zod 3 and 4
  { pattern: /\bpath: \[ ?["']([A-Z][A-Z0-9_]+)["'] ?\]/ },
  { pattern: /^\s{0,20}["']?([A-Z][A-Z0-9_]+)["']?: \[/ },
  { pattern: /→ at ([A-Z][A-Z0-9_]+)\b/ },
  // envalid
  { pattern: /^\s{1,20}([A-Z][A-Z0-9_]+): / },
]
const pydanticField = /^([a-z][a-z0-9_]+)$/
/** Programs that continue without the variable print such lines too. */
const optionalHint = /\bwarn|default|fall(?:ing)? ?back|optional|disabl|skipp|ignor|deprecat/i

export function recognizeVariable(scene: FailedRun): Finding | null {
  const found = findListed(scene.lines) ?? findNamed(scene.lines)
  if (found === null) return null
  const remedies = remediesFor(scene, found.key)
  if (remedies === null) return null
  return {
    code: 'missing_variable',
    title: `The variable ${found.key} is missing`,
    explanation: scene.isBuild
      ? `The build reads ${found.key}, and builds get only variables whose scope includes the build.`
      : `The program reads ${found.key} when it starts, and the variable isn't set.`,
    at: found.at,
    remedies,
  }
}

interface Missing {
  readonly key: string
  readonly at: number
}

function findNamed(lines: readonly string[]): Missing | null {
  const certain = lines.map((line) => (optionalHint.test(line) ? '' : line))
  return findSign(lines, signs) ?? findSign(certain, ownWords)
}

function findSign(lines: readonly string[], wanted: readonly Sign[]): Missing | null {
  for (const { pattern, beside, key: known } of wanted) {
    const found = findLast(lines, pattern)
    const key = known ?? found?.match[1]
    if (found === null || key === undefined) continue
    if (beside === undefined || findLast(lines, beside) !== null) return { key, at: found.at }
  }
  return null
}

/** The heading can appear again below the list, as the message of the error that ends the build. */
function findListed(lines: readonly string[]): Missing | null {
  const headings = [...lines.keys()].filter((at) => heading.test(lines[at] ?? '')).slice(-maxHeadings)
  for (const at of headings) {
    const below = lines.slice(at, at + linesBelow)
    const offset = below.findIndex((line, index) => keyIn(line, below[index + 1] ?? '') !== undefined)
    const key = keyIn(below[offset] ?? '', below[offset + 1] ?? '')
    if (key !== undefined) return { key, at: at + offset }
  }
  return null
}

/** Pydantic prints the field and the problem on the next line. */
function keyIn(line: string, next: string): string | undefined {
  const field = /^\s{1,8}Field required\b/.test(next) ? pydanticField.exec(line)?.[1] : undefined
  return field?.toUpperCase() ?? findAny([line], listed)?.match[1]
}

/** Returns null when the variable is already set, so something else is wrong. */
function remediesFor({ facts, service, isBuild }: FailedRun, key: string): Remedy[] | null {
  const known = knownVariable(facts, service?.name ?? null, key)
  const wanted = isBuild ? 'build' : 'runtime'
  if (known !== undefined && (known.scope === 'both' || known.scope === wanted)) return null
  // Databases of the environment provide their variables to programs, not to builds.
  const label = known === undefined ? `Set ${key}` : `Give ${key} to the ${isBuild ? 'build' : 'program'} too`
  return [
    {
      action: 'set_variable',
      label,
      service: known === undefined ? (service?.name ?? null) : known.service,
      key,
      scope: isBuild || known?.scope === 'build' ? 'both' : 'runtime',
      value: null,
      keepsValue: known !== undefined && !known.secret,
    },
  ]
}

function knownVariable({ variables }: DiagnosisFacts, service: string | null, key: string) {
  const all = variables.filter((each) => each.key === key)
  return all.find((each) => each.service === service) ?? all.find((each) => each.service === null)
}
