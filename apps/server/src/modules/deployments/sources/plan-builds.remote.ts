/** Plans the images to build from the services of an environment and a commit. */
import type { Report } from '@longshore/analyzer/report'
import { analyzeSource } from '@longshore/source/analysis'
import { entriesBelow, type FetchedSource, type SourceEntry } from '@longshore/source/git'
import { effectiveConfiguration, isInBuilds } from '../../environments/index.ts'
import type { DesiredService, DesiredState, DesiredVariable } from '../../workloads/worker.ts'
import type { FetchedPlan, ImageBuild } from '../deployment-plan.schemas.ts'
import { contentHash } from './content-hash.remote.ts'
import { baseImages, namedKeys, withoutSyntax, withVariables } from './dockerfile-text.remote.ts'
import {
  isBuilt,
  isGuessed,
  needsOverlay,
  type Recipe,
  recipeOf,
  type ServiceToBuild,
  tidy,
} from './image-recipes.remote.ts'
import { overlaidSource } from './overlaid-source.remote.ts'
import { railpackBuild } from './railpack-build.remote.ts'
import { readFileFields } from './read-file-fields.remote.ts'
import { readServiceFiles } from './read-service-files.remote.ts'
import { readText } from './read-text.remote.ts'

export async function planBuilds(
  fetched: FetchedSource,
  desired: DesiredState,
  signal: AbortSignal,
): Promise<FetchedPlan> {
  const { entries } = await fetched.list({ signal })
  const report = isReadAgain(desired, entries) ? await analyzeSource(fetched, { ...desired.project, signal }) : null
  const { fromFile, warnings } =
    report === null ? { fromFile: {}, warnings: [] } : readFileFields(report, desired.services)
  const services = desired.services.map((service): DesiredService => {
    const configuration = effectiveConfiguration(service.configuration, fromFile[service.name])
    return { ...service, configuration }
  })
  const built = services.filter(isBuilt)
  const generated = await analyzeOverlaid(fetched, report, { built, signal })
  const builds = new Map<string, ImageBuild>()
  const buildOf: Record<string, string> = {}
  for (const service of built) {
    const variables = variablesOf(desired.variables, [service.name, ...sharers(services, service.name)])
    const { source } = service.configuration
    const build =
      source.builder === 'railpack'
        ? railpackBuild(service, source, { entries, variables })
        : await finish(recipeOf(service, generated, entries), { fetched, entries, variables, signal })
    builds.set(build.key, builds.get(build.key) ?? build)
    buildOf[service.name] = build.key
  }
  const texts = await readServiceFiles(fetched, { entries, services, signal })
  return { builds: [...builds.values()], buildOf, fromFile, texts, warnings: [...warnings, ...leftOut(entries)] }
}

/** A commit whose Dockerfiles are all configured needs no analysis. */
function isReadAgain({ services, project }: DesiredState, entries: readonly SourceEntry[]): boolean {
  const root = tidy(project.rootDirectory)
  const files = ['longshore.yaml', 'longshore.yml'].map((name) => (root === '.' ? name : `${root}/${name}`))
  return (
    services.some((service) => service.ownedByFile.length > 0) ||
    services.some((service) => isBuilt(service) && isGuessed(service)) ||
    entries.some(({ path }) => files.includes(path))
  )
}

async function analyzeOverlaid(
  fetched: FetchedSource,
  report: Report | null,
  { built, signal }: { built: readonly ServiceToBuild[]; signal: AbortSignal },
): Promise<Report | null> {
  const guessed = built.filter(isGuessed)
  if (report !== null && !guessed.some((service) => needsOverlay(service, report))) return report
  if (guessed.length === 0) return report
  return await analyzeSource(overlaidSource(fetched, guessed), { rootDirectory: '.', signal })
}

function sharers(services: readonly DesiredService[], name: string): string[] {
  return services.filter(({ configuration }) => configuration.sharesImageWith === name).map((service) => service.name)
}

/** Returns variables for all services and for one of these; the more specific one takes precedence. */
function variablesOf(variables: readonly DesiredVariable[], names: readonly string[]): DesiredVariable[] {
  const wanted = variables.filter(({ scope }) => isInBuilds(scope))
  const own = wanted.filter(({ service }) => service !== null && names.includes(service))
  const general = wanted.filter(({ service, key }) => service === null && !own.some((each) => each.key === key))
  return [...general, ...own.filter(({ key }, index) => own.findIndex((each) => each.key === key) === index)]
}

interface Finishing {
  fetched: FetchedSource
  entries: readonly SourceEntry[]
  variables: readonly DesiredVariable[]
  signal: AbortSignal
}

async function finish(recipe: Recipe, { fetched, entries, variables, signal }: Finishing): Promise<ImageBuild> {
  const plain = variables.filter(({ isSecret }) => !isSecret).map(({ key }) => key)
  const secret = variables.filter(({ isSecret }) => isSecret).map(({ key }) => key)
  const isOurs = 'text' in recipe.dockerfile
  const dockerfile =
    'text' in recipe.dockerfile
      ? { ...recipe.dockerfile, text: withVariables(recipe.dockerfile.text, { plain, secret }) }
      : recipe.dockerfile
  const text =
    'text' in dockerfile ? dockerfile.text : withoutSyntax(await readText(fetched, entries, dockerfile.path, signal))
  const named = isOurs
    ? { arguments: plain, secrets: secret }
    : { arguments: namedKeys(text, plain).arguments, secrets: namedKeys(text, secret).secrets }
  const used = new Set([...named.arguments, ...named.secrets])
  const hash = contentHash({
    entries: entriesBelow(entries, recipe.context),
    dockerfile: text,
    ignore: 'text' in dockerfile ? dockerfile.ignore : null,
    target: recipe.target,
    variables: variables.filter(({ key }) => used.has(key)),
  })
  return { key: hash.slice(0, 16), contentHash: hash, ...recipe, dockerfile, ...named, bases: baseImages(text) }
}

function leftOut(entries: readonly SourceEntry[]): FetchedPlan['warnings'] {
  const submodules = entries.filter(({ kind }) => kind === 'submodule')
  if (submodules.length === 0) return []
  const names = submodules.slice(0, 3).map(({ path }) => path)
  return [{ code: 'submodules_left_out', message: `Submodules aren't fetched: ${names.join(', ')}.`.slice(0, 500) }]
}
