/** Recognizes commands that don't fit the repository: a missing script, an outdated lockfile, a missing compiler. */
import type { CommandField, Remedy } from '../diagnosis.schemas.ts'
import { canChange, type FailedRun, type FailedService, type Finding, generatedSource } from './failed-output.policy.ts'
import { findAny, findLast } from './output-lines.policy.ts'

const missingScripts = [
  { pattern: /npm (?:error|ERR!) Missing script: "([\w:.-]+)"/ },
  { pattern: /ERR_PNPM_NO_SCRIPT(?:_OR_SERVER)? {1,4}Missing script:? "?([\w:.-]+)/ },
  { pattern: /^error Command "([\w:.-]+)" not found\.$/ },
  { pattern: /Usage Error: Couldn't find a script named "([\w:.-]+)"/ },
  { pattern: /error: Script not found "([\w:.-]+)"/ },
]
const missingPrograms = [
  { pattern: /exec: "([\w./@+-]+)": (?:executable file not found|stat )/ },
  {
    pattern: /^(?:\/bin\/)?(?:ba|da)?sh: (?:line )?\d{0,4}:? {0,1}(?:exec: )?([\w./@+-]+): (?:command )?not found$/,
  },
  { pattern: /^python3?: can't open file '([\w./-]+)': \[Errno 2\]/ },
  { pattern: /^Could not open input file: ([\w./-]+)$/ },
  { pattern: /^Error: Unable to access jarfile ([\w./*-]+)$/ },
]
/** Node's loader prints this when the entry file is missing, and then no other module required it. */
const missingEntry = /^Error: Cannot find module '(\/[^']+)'$/
const suggestedScript = /npm (?:error|ERR!) {1,4}npm run ([\w:.-]+)/

export function recognizeStartCommand(scene: FailedRun): Finding | null {
  const { lines, service } = scene
  const script = findAny(lines, missingScripts)
  // A build runs many programs, so a missing one doesn't show which command named it.
  const found = script ?? (scene.isBuild ? null : (findAny(lines, missingPrograms) ?? findEntry(lines)))
  const what = found?.match[1]
  if (found === null || what === undefined) return null
  const field = fieldOf(scene)
  const suggested = script === null ? null : (findLast(lines, suggestedScript)?.match[1] ?? null)
  const command = suggested === null ? null : `npm run ${suggested}`
  const name = nameOf(field)
  return {
    code: 'start_command_missing',
    title: script === null ? `The ${name} names something that isn't there` : `There is no script “${what}”`,
    explanation:
      script === null
        ? `The ${name} needs ${what}, which isn't in the image.`
        : `The ${name} runs the script “${what}”, and package.json doesn't have it.`,
    at: found.at,
    remedies: changeCommand(service, field, { label: `Change the ${name}`, command }),
  }
}

function findEntry(lines: readonly string[]) {
  const found = findLast(lines, missingEntry)
  const hasNoParent =
    found !== null && lines.slice(found.at, found.at + 14).some((line) => /requireStack: \[\]/.test(line))
  return hasNoParent ? found : null
}

function fieldOf({ isBuild, failure }: FailedRun): CommandField {
  if (isBuild) return 'buildCommand'
  return failure.step === 'release-command' ? 'releaseCommand' : 'command'
}

function nameOf(field: CommandField): string {
  if (field === 'command') return 'start command'
  if (field === 'releaseCommand') return 'release command'
  return field === 'buildCommand' ? 'build command' : 'install command'
}

export function changeCommand(
  service: FailedService | null,
  field: CommandField,
  { label, command }: { label: string; command: string | null },
): Remedy[] {
  const isSource = field === 'installCommand' || field === 'buildCommand'
  if (service === null || (isSource ? generatedSource(service) === null : !canChange(service, field))) return []
  return [{ action: 'change_command', label, service: service.name, field, command }]
}

const lockfiles = [
  { pattern: /`npm ci` can only install packages when your package\.json and package-lock\.json/, install: 'npm install' },
  { pattern: /The `npm ci` command can only install with an existing package-lock\.json/, install: 'npm install' },
  { pattern: /ERR_PNPM_OUTDATED_LOCKFILE/, install: 'pnpm install --no-frozen-lockfile' },
  { pattern: /ERR_PNPM_LOCKFILE_CONFIG_MISMATCH/, install: 'pnpm install --no-frozen-lockfile' },
  { pattern: /Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`/, install: 'yarn install' },
  { pattern: /YN0028: \W{0,4}The lockfile would have been/, install: 'yarn install --no-immutable' },
  { pattern: /error: lockfile had changes, but lockfile is frozen/, install: 'bun install' },
  { pattern: /pyproject\.toml changed significantly since poetry\.lock was last generated/, install: 'poetry lock && poetry install --no-root' },
  { pattern: /The lockfile at `uv\.lock` needs to be updated/, install: 'uv sync --no-dev' },
  { pattern: /Your Pipfile\.lock \(\w+\) is out of date/, install: 'pipenv install --system' },
  { pattern: /lockfile can't be updated because frozen mode is set/, install: 'bundle config set frozen false && bundle install' },
  { pattern: /the lock file \S+ needs to be updated but --(?:locked|frozen) was passed/, install: null },
  { pattern: /Required package "[\w./-]+" is not (?:present )?in the lock file/, install: 'composer update --no-dev' },
] as const // biome-ignore format: one sign per line

export function recognizeLockfile({ isBuild, lines, service }: FailedRun): Finding | null {
  const found = isBuild ? findAny(lines, lockfiles) : null
  if (found === null) return null
  const { install } = found.sign
  return {
    code: 'lockfile_outdated',
    title: 'The lockfile is out of date',
    explanation:
      'The lockfile and the manifest name different packages. Install without the lockfile for now, then commit a current one.',
    at: found.at,
    remedies:
      install === null
        ? []
        : changeCommand(service, 'installCommand', { label: 'Install without the lockfile', command: install }),
  }
}

const compilers = [
  { pattern: /gyp (?:ERR!|error) find Python/, packages: 'g++ make python3' },
  { pattern: /gyp (?:ERR!|error) stack Error: not found: (?:make|gcc|g\+\+|cc)\b/, packages: 'g++ make python3' },
  { pattern: /^(?:make: )?(?:cc|gcc|g\+\+|c\+\+): (?:No such file or directory|not found)/, packages: 'g++ make python3' },
  { pattern: /error: command '(?:x86_64-linux-gnu-|aarch64-linux-gnu-)?(?:gcc|g\+\+|cc)' failed: No such file or directory/, packages: 'build-essential' },
  { pattern: /unable to execute '(?:x86_64-linux-gnu-|aarch64-linux-gnu-)?gcc': No such file/, packages: 'build-essential' },
  { pattern: /Error: pg_config executable not found/, packages: 'build-essential libpq-dev' },
  { pattern: /You have to install development tools first/, packages: 'build-essential' },
  { pattern: /cgo: C compiler "(?:gcc|cc)" not found/, packages: 'build-essential' },
  { pattern: /error: linker `cc` not found/, packages: 'build-essential' },
] as const // biome-ignore format: one sign per line
const managers = [
  { pattern: /\bnpm (?:error|ERR!)/, install: 'npm ci' },
  { pattern: /\bERR_PNPM_|\bELIFECYCLE\b|\bpnpm\b/, install: 'pnpm install --frozen-lockfile' },
  { pattern: /\byarn (?:install|run) v\d|➤ YN\d{4}/, install: 'yarn install --frozen-lockfile' },
  { pattern: /\bbun install\b/, install: 'bun install --frozen-lockfile' },
  { pattern: /Building wheel|pip subprocess|legacy-install-failure|setup\.py/, install: 'pip install -r requirements.txt' },
  { pattern: /\bGem::Ext::BuildError|bundle install/, install: 'bundle install' },
] as const // biome-ignore format: one sign per line

export function recognizeCompiler({ isBuild, lines, service }: FailedRun): Finding | null {
  const found = isBuild ? findAny(lines, compilers) : null
  if (found === null) return null
  const own = generatedSource(service)?.installCommand ?? null
  const install = own ?? findAny(lines, managers)?.sign.install ?? null
  const tools = `apt-get update && apt-get install -y --no-install-recommends ${found.sign.packages}`
  return {
    code: 'compiler_missing',
    title: 'A package needs a compiler',
    explanation: 'A package compiles native code when it is installed, and the build image has no compiler.',
    at: found.at,
    remedies: changeCommand(service, 'installCommand', {
      label: 'Install a compiler first',
      command: install === null ? null : `${tools} && ${install}`,
    }),
  }
}
