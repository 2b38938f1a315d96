/**
 * The tests that a page can name: a test file by the end of its path (`seal.test.ts`), a suite (`secrets`), a topic of a suite
 * (`auth/limits`), or a static check (`tools/check-links.ts`).
 */
import { staticChecks } from '../ci/static-checks.ts'
import { listFiles, readFiles } from '../source-files.ts'
import { readDeclarations, type Tier } from '../suites/declarations.ts'

export interface KnownTests {
  readonly files: readonly string[]
  readonly checks: readonly string[]
  readonly suites: readonly KnownSuite[]
}

export interface KnownSuite {
  readonly name: string
  readonly tier: Tier
  readonly topics: readonly string[]
  /** Its files, without the comment that declares the topics. */
  readonly code: string
}

/** Only where the gate searches for tests. */
const testFiles = /^(?:apps|packages|tools)\/.*(?:\.test\.ts|_test\.go)$/

export async function readKnownTests(): Promise<KnownTests> {
  const sources = await readFiles(/^e2e\/suites\/.+\.ts$/, { maxBytes: 1 << 20 })
  const codeOf = (name: string) =>
    sources
      .filter(({ path }) => path === `e2e/suites/${name}.suite.ts` || path.startsWith(`e2e/suites/${name}/`))
      .map(({ text }) => text.replace(/^\/\*\*[\s\S]*?\*\//, ''))
      .join('\n')
  return {
    files: await listFiles(testFiles),
    checks: staticChecks.flatMap(({ command }) => command.filter((word) => word.startsWith('tools/check-'))),
    suites: (await readDeclarations('suite')).map(({ name, tier, topics }) => ({
      ...{ name, tier, topics },
      code: codeOf(name),
    })),
  }
}

/** Returns the problem with the name, or undefined if it names one test that CI runs. */
export function faultOfTest(name: string, { files, checks, suites }: KnownTests): string | undefined {
  if (name.startsWith('tools/')) return checks.includes(name) ? undefined : "isn't a static check"
  if (/(?:\.test\.ts|_test\.go)$/.test(name)) {
    const found = files.filter((file) => `/${file}`.endsWith(`/${name}`))
    if (found.length === 1) return undefined
    return found.length === 0 ? "isn't a test file" : `is ${found.join(' or ')}; name its folder too`
  }
  const [suiteName = '', topic] = name.split('/')
  const suite = suites.find((each) => each.name === suiteName)
  if (suite === undefined) return 'is neither a test file, a suite nor a static check'
  if (suite.tier === 'manual') return 'is run by hand only'
  return topic === undefined || hasTopic(suite, topic) ? undefined : `isn't a topic of the suite ${suiteName}`
}

/**
 * True if the topic is declared and used in the code as a text, a key, or a shorthand: a declaration alone runs
 * nothing.
 */
function hasTopic({ topics, code }: KnownSuite, topic: string): boolean {
  return topics.includes(topic) && new RegExp(`'${topic}'|^\\s+${topic}(?::|,$)`, 'm').test(code)
}
