/** Recognizes a runtime with another version than the code requires. */
import type { Remedy } from '../diagnosis.schemas.ts'
import { type FailedRun, type Finding, generatedSource } from './failed-output.policy.ts'
import { findAny, findLast } from './output-lines.policy.ts'

/** The group contains the range, or a line below does. `isOlder` means that the code needs a newer version. */
const signs = [
  { pattern: /npm (?:error|ERR!) notsup Required: \{.{0,60}"node":"([^"]+)"/, runtime: 'Node.js' },
  { pattern: /The engine "node" is incompatible with this module\. Expected version "([^"]+)"/, runtime: 'Node.js' },
  { pattern: /ERR_PNPM_UNSUPPORTED_ENGINE/, runtime: 'Node.js', below: /^Expected version: ([^\n]+)$/ },
  { pattern: /You are using Node\.js [\w.]{1,20}\. For Next\.js, Node\.js version "?([^"]+?)"? is required/, runtime: 'Node.js' },
  { pattern: /Vite requires Node\.js version ([^.]{1,10}[\d.+]{0,10}(?: or [\d.+]{1,10})?)/, runtime: 'Node.js' },
  { pattern: /The Angular CLI requires a minimum Node\.js version of (v[\d.]{1,12}(?: or v[\d.]{1,12})?)/, runtime: 'Node.js' },
  { pattern: /The requested module 'node:\w{1,40}' does not provide an export named '/, runtime: 'Node.js', isOlder: true },
  { pattern: /ERR_UNKNOWN_BUILTIN_MODULE|No such built-in module: node:/, runtime: 'Node.js', isOlder: true },
  { pattern: /Please upgrade to Node\.js (v?[\d.>=]{1,12})/, runtime: 'Node.js' },
  { pattern: /go: (?:go\.mod|\S+) requires go >= (\d[\d.]{0,10}) \(running go/, runtime: 'Go' },
  { pattern: / requires a different Python: [\d.]{1,12} not in '([^']+)'/, runtime: 'Python' },
  { pattern: /Current Python version \([\d.]{1,12}\) is not allowed by the project \(([^)]+)\)/, runtime: 'Python' },
  { pattern: /is incompatible with the project's Python requirement: `([^`]+)`/, runtime: 'Python' },
  { pattern: /Your Ruby version is [\d.]{1,12}, but your Gemfile specified ([~>=\d. ]{1,20})/, runtime: 'Ruby' },
  { pattern: /requires rustc (\d[\d.]{0,10}) or newer, while the currently active rustc version is/, runtime: 'Rust' },
  { pattern: /this version of the Java Runtime only recognizes class file versions up to/, runtime: 'Java' },
  { pattern: /error: (?:invalid target release|release version): (\d{1,3})\b/, runtime: 'Java' },
  { pattern: /requires php ([\d.^~*|<>=]+) -> your php version/, runtime: 'PHP' },
] as const satisfies readonly { pattern: RegExp; runtime: string; below?: RegExp; isOlder?: true }[] // biome-ignore format: one sign per line
/** Runtimes whose version `runtimeVersion` of a service controls. */
const pinned: ReadonlySet<string> = new Set(['Node.js', 'Go', 'Python', 'Ruby'])

/** npm still installs packages for other versions and prints a warning. */
const warnedRange = /required: \{ node: '([^']+)'/
/** Default version for a repository that doesn't specify one. */
const usualNode = '24'

export function recognizeVersion({ lines, service }: FailedRun): Finding | null {
  const found = findAny(lines, signs)
  if (found === null) return null
  const { sign, match, at } = found
  const below = 'below' in sign ? findAny(lines.slice(at, at + 15), [{ pattern: sign.below }])?.match[1] : undefined
  const warned = 'isOlder' in sign ? findLast(lines, warnedRange)?.match[1] : undefined
  const range = (below ?? warned ?? match[1] ?? '').trim()
  const version = versionIn(range, sign.runtime) ?? ('isOlder' in sign ? usualNode : null)
  const asked = range === '' ? `another version of ${sign.runtime}` : `${sign.runtime} ${range}`
  const remedies: Remedy[] =
    !pinned.has(sign.runtime) || service === null || generatedSource(service) === null
      ? []
      : [
          {
            action: 'pin_version',
            label: version === null ? 'Pin the version' : `Use ${sign.runtime} ${version}`,
            service: service.name,
            version,
          },
        ]
  return {
    code: 'wrong_runtime_version',
    title: `${sign.runtime} has the wrong version`,
    explanation: `The code or one of its packages asks for ${asked}, and the image has a different one.`,
    at,
    remedies,
  }
}

/**
 * Returns the newest version in a range: `^18 || >=20.9.0` → 20. Node.js has one image per major version, the others
 * one per minor version.
 */
function versionIn(range: string, runtime: string): string | null {
  const named = [...range.matchAll(/(<=?)? ?v?(\d{1,3})(?:\.(\d{1,3}))?(?:\.\d{1,3})?/g)].filter(
    ([, below]) => below === undefined,
  )
  const versions = named.map(([, , major = '', minor]) => ({ major: Number(major), minor: Number(minor ?? 0) }))
  const [newest] = versions
    .filter(({ major }) => major > 0)
    .sort((one, other) => other.major - one.major || other.minor - one.minor)
  if (newest === undefined) return null
  return runtime === 'Node.js' ? String(newest.major) : `${newest.major}.${newest.minor}`
}
