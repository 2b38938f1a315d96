/** Chooses the scanners for a file by its name. */
import { nameOf } from '../../formats/repository-path.ts'
import type { Finding, Scanner } from './finding.ts'
import { scanDotnet } from './scan-dotnet.ts'
import { scanElixir } from './scan-elixir.ts'
import { scanGo } from './scan-go.ts'
import { scanJavaScript } from './scan-javascript.ts'
import { scanJvm, scanKtor, scanPlaceholders } from './scan-jvm.ts'
import { scanNuxt } from './scan-nuxt.ts'
import { scanPhp, scanSymfony } from './scan-php.ts'
import { scanPython } from './scan-python.ts'
import { scanRuby } from './scan-ruby.ts'
import { scanRust } from './scan-rust.ts'
import { scanSchemas } from './scan-schemas.ts'

interface Family {
  /** A quick check: without this text, there is nothing to find, which is true for most files. */
  readonly sign: RegExp
  readonly scanners: readonly Scanner[]
}

const javaScript: Family = {
  sign: /\.env\b|\$env\/|onfig(?:Service)?\.get|alidationSchema|[ne]Env|\bEnv\.|envField|runtimeConfig|convict|\benv[(.]/,
  scanners: [scanJavaScript, scanSchemas, scanNuxt],
}
const python: Family = { sign: /env|decouple|BaseSettings|dj_database_url/, scanners: [scanPython] }
const ruby: Family = { sign: /ENV/, scanners: [scanRuby] }
const jvm: Family = { sign: /getenv|@Value/, scanners: [scanJvm] }
const prisma: Family = { sign: /env\(/, scanners: [scanPhp] }

const families: Readonly<Record<string, Family>> = {
  js: javaScript,
  mjs: javaScript,
  cjs: javaScript,
  jsx: javaScript,
  ts: javaScript,
  mts: javaScript,
  cts: javaScript,
  tsx: javaScript,
  vue: javaScript,
  svelte: javaScript,
  astro: javaScript,
  py: python,
  go: { sign: /env|Env|viper/, scanners: [scanGo] },
  rs: { sign: /env|var\(/, scanners: [scanRust] },
  rb: ruby,
  ru: ruby,
  erb: ruby,
  rake: ruby,
  php: { sign: /env|ENV/, scanners: [scanPhp] },
  java: jvm,
  kt: jvm,
  kts: jvm,
  scala: jvm,
  groovy: jvm,
  cs: { sign: /GetEnvironmentVariable|onfiguration|GetConnectionString/, scanners: [scanDotnet] },
  fs: { sign: /GetEnvironmentVariable|onfiguration|GetConnectionString/, scanners: [scanDotnet] },
  ex: { sign: /_env/, scanners: [scanElixir] },
  exs: { sign: /_env/, scanners: [scanElixir] },
  prisma,
}

const settings = /^(?:application|bootstrap)(?:-[\w-]+)?\.(?:ya?ml|properties|conf)$/
const erb = /^(?:database|cable|storage|secrets|redis|sidekiq|cache|queue|puma|mongoid)\.ya?ml$/
const symfony = /^(?:services|framework|doctrine|messenger|mailer|security|monolog)\.ya?ml$/

export function familyOf(path: string): Family | null {
  const name = nameOf(path)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  if (Object.hasOwn(families, ending)) return families[ending] ?? null
  if (settings.test(name)) return { sign: /\$[{?A-Z]/, scanners: [scanPlaceholders, scanKtor] }
  if (erb.test(name)) return { sign: /ENV|%env\(/, scanners: [scanRuby, scanSymfony] }
  if (symfony.test(name)) return { sign: /%env\(/, scanners: [scanSymfony] }
  if (name === 'Gemfile' || name === 'Rakefile') return ruby
  return null
}

export function scanText(family: Family, text: string): Finding[] {
  if (!family.sign.test(text)) return []
  const found: Finding[] = []
  for (const scan of family.scanners) scan(text, found)
  return found
}
