/** Finds the variables of an app in its code, its example files, and the files that describe its deployment. */

import { at, entriesOf, type Located, textAt } from '../formats/located.ts'
import { readJson } from '../formats/read-json.ts'
import { joinPath } from '../formats/repository-path.ts'
import type { AnalyzedDatabase, AnalyzedVariable, Reading } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { isListedForApp, isNoise, isUselessWhenEmpty, isVariableName } from './classify-name.ts'
import { findExampleFiles } from './example-files.ts'
import { frameworkVariables } from './framework-variables.ts'
import { type Mention, mergeMentions } from './merge-variables.ts'
import { isPlaceholder } from './placeholder.ts'
import { provideVariables } from './provide-variables.ts'
import { readDotenv } from './read-dotenv.ts'
import { type CodeFinding, scanCode } from './scan/scan-code.ts'
import { isPublicName, isSecretName } from './secret-name.ts'
import { createOwnerLookup, type OwnerLookup } from './variable-owners.ts'

export interface FindVariablesInput {
  readonly repository: Repository
  /** The analyzed folder. */
  readonly root: string
  /** The final services: names and folders decide which service a variable belongs to. */
  readonly services: readonly AnalyzedService[]
  /** Root of a service → other folders that its build needs. */
  readonly uses: ReadonlyMap<string, readonly string[]>
  readonly databases: readonly AnalyzedDatabase[]
  readonly reading: Reading | null
  /** Variables from Dockerfiles. */
  readonly stated: readonly AnalyzedVariable[]
}

const maxVariables = 500

export async function findVariables(input: FindVariablesInput): Promise<AnalyzedVariable[]> {
  const { repository, root } = input
  const whose = createOwnerLookup(input.services, input.uses)
  const examples = await readExamples(repository, root, whose)
  const listed = new Set(examples.map(({ key }) => key))
  const { findings } = await scanCode(repository, root)
  const code = findings.filter((one) => !isNoise(one.key) && !isSkeleton(one, listed)).map((one) => ofCode(one, whose))
  const names = new Set(input.services.map(({ name }) => name))
  const stated = [...(input.reading?.variables ?? []), ...input.stated].map((one) => ofStatement(one, names))
  const apps = await readAppJson(repository, input.services)
  const merged = mergeMentions([
    ...frameworkVariables(repository, input.services),
    ...stated,
    ...apps,
    ...code,
    ...examples,
  ])
  const exact = input.reading?.kind === 'compose' ? input.reading.variables : []
  return provideVariables(merged, input.databases, new Set(exact.map(({ key }) => key))).slice(0, maxVariables)
}

/** Laravel's configuration names every possible service; its .env.example shows which ones are used. */
function isSkeleton(finding: CodeFinding, listed: ReadonlySet<string>): boolean {
  return listed.size > 0 && !listed.has(finding.key) && /(?:^|\/)config\/[\w-]+\.php$/.test(finding.file)
}

const reasons = {
  must: 'the program ends without it',
  plain: 'read without a fallback',
  fallback: 'read with a fallback',
  maybe: 'read, may be absent',
  optional: 'optional in a schema',
} as const

function ofCode(finding: CodeFinding, whose: OwnerLookup): Mention {
  // `process.env.DATABASE_URL || ''` satisfies the compiler; it isn't a real default.
  const strength =
    finding.strength === 'fallback' && finding.fallback === '' && isUselessWhenEmpty(finding.key)
      ? 'plain'
      : finding.strength
  return {
    key: finding.key,
    strength,
    value: finding.fallback,
    isRequired: strength === 'must' || strength === 'plain',
    secret: finding.isSecret === true,
    scope: finding.isBuild === true || isPublicName(finding.key) ? 'build' : 'runtime',
    services: whose(finding.file),
    providedBy: null,
    template: null,
    description: null,
    evidence: { claim: 'variable', file: finding.file, line: finding.line, what: reasons[strength] },
  }
}

function ofStatement(variable: AnalyzedVariable, names: ReadonlySet<string>): Mention {
  const [evidence = { claim: 'variable', file: '', line: null, what: 'stated' }] = variable.evidence
  return {
    key: variable.key,
    strength: 'stated',
    value: variable.default,
    isRequired: variable.required,
    secret: variable.secret,
    scope: variable.scope,
    services: variable.services.filter((name) => names.has(name)),
    providedBy: variable.providedBy,
    template: variable.template,
    description: variable.description,
    evidence,
  }
}

async function readExamples(repository: Repository, root: string, whose: OwnerLookup): Promise<Mention[]> {
  const files = findExampleFiles(repository, root)
  const texts = await repository.texts(files.map(({ path }) => path))
  return files.flatMap(({ path, isExample }, index) =>
    readDotenv(texts[index] ?? '')
      .filter(({ key }) => !isNoise(key) || isListedForApp(key))
      .map((line): Mention => {
        const isOpen = isPlaceholder(line.value)
        const hasPassword = /:\/\/[^/\s:@]*:[^/\s@]+@/.test(line.value)
        return {
          key: line.key,
          strength: 'listed',
          // A URL of a development machine is useless on a server.
          value: isOpen || hasPassword || isSecretName(line.key) ? null : line.value,
          isRequired: isOpen && !line.isCommentedOut,
          secret: hasPassword,
          scope: isPublicName(line.key) ? 'build' : 'runtime',
          services: whose(path),
          providedBy: null,
          template: null,
          description: line.description,
          evidence: {
            claim: 'variable',
            file: path,
            line: line.line,
            what: isExample ? 'listed in an example' : 'listed in the file',
          },
        }
      }),
  )
}

/** Reads `env` of Heroku's app.json: a value, or value, required, generator, description. */
async function readAppJson(repository: Repository, services: readonly AnalyzedService[]): Promise<Mention[]> {
  const found: Mention[] = []
  for (const root of new Set(services.map(({ rootDirectory }) => rootDirectory))) {
    const file = joinPath(root, 'app.json')
    const text = await repository.text(file)
    const node = text === null ? null : readJson(text)
    const names = services.filter(({ rootDirectory }) => rootDirectory === root).map(({ name }) => name)
    for (const [key, value, line] of entriesOf(at(node ?? undefined, 'env'))) {
      if (isVariableName(key) && !isNoise(key)) found.push(ofAppJson(key, value, { file, line, names }))
    }
  }
  return found
}

function ofAppJson(
  key: string,
  value: Located,
  place: { file: string; line: number; names: readonly string[] },
): Mention {
  const stated = value.kind === 'scalar' ? (value.value === null ? null : value.text) : textAt(value, 'value')
  const isGenerated = textAt(value, 'generator') === 'secret'
  const isRequired = textAt(value, 'required') !== 'false' && (stated === null || stated === '') && !isGenerated
  return {
    key,
    strength: 'stated',
    value: stated,
    isRequired,
    secret: isGenerated,
    scope: isPublicName(key) ? 'build' : 'runtime',
    services: place.names,
    providedBy: null,
    template: null,
    description: textAt(value, 'description')?.slice(0, 500) ?? null,
    evidence: {
      claim: 'variable',
      file: place.file,
      line: place.line,
      what: isGenerated ? 'to be generated' : 'listed in app.json',
    },
  }
}
