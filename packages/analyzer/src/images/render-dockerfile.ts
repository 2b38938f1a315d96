/**
 * Renders an image plan as a Dockerfile. The same plan always gives the same bytes. Text from the repository can't end
 * an instruction and start another: line breaks and other control characters are removed.
 */
import { onOneLine } from '../formats/one-line.ts'
import type { ImagePlan, ImageStep, Stage } from './image-plan.ts'

const noteWidth = 110

export function renderDockerfile(plan: ImagePlan): string {
  // Omit the `# syntax=` line: it would make every build contact a registry for a frontend.
  return `${plan.stages.map(renderStage).join('\n\n')}\n`
}

function renderStage(stage: Stage): string {
  const lines = [`FROM ${wordOf(stage.from)} AS ${wordOf(stage.name)}`, ...stage.steps.flatMap(renderStep)]
  const note = stage.note === null ? [] : wrap(onOneLine(stage.note)).map(renderNote)
  return [...note, ...lines].join('\n')
}

/** A first line such as `# escape=x` would be a parser directive, not a comment. */
function renderNote(line: string): string {
  return `# ${line.replace(/^(\w+)\s*=/, '$1: ')}`
}

function renderStep(step: ImageStep): string[] {
  switch (step.do) {
    case 'workdir':
      return [`WORKDIR ${wordOf(step.path)}`]
    case 'environment':
      return renderEnvironment(step.values)
    case 'argument':
      return [`ARG ${nameOf(step.name)}`]
    case 'copy':
      return [renderCopy(step)]
    case 'run':
      return [renderRun(step)]
    case 'user':
      return [`USER ${wordOf(step.name)}`]
    case 'expose':
      return [`EXPOSE ${Math.trunc(step.port)}`]
    case 'stop-signal':
      return [`STOPSIGNAL ${wordOf(step.signal)}`]
    case 'command':
      return [`CMD ${list(step.args.map(onOneLine))}`]
  }
}

function renderEnvironment(values: Readonly<Record<string, string>>): string[] {
  const pairs = Object.entries(values).map(([key, value]) => `${nameOf(key)}=${quote(value)}`)
  return pairs.length === 0 ? [] : [`ENV ${pairs.join(' \\\n    ')}`]
}

function renderCopy(step: Extract<ImageStep, { do: 'copy' }>): string {
  const flags = [
    ...(step.from === null ? [] : [`--from=${wordOf(step.from)}`]),
    ...(step.owner === null ? [] : [`--chown=${wordOf(step.owner)}`]),
  ]
  const places = [...step.paths, step.to].map(onOneLine)
  // Names with spaces need the list form; a plain name reads better without quotes.
  const operands = places.every((place) => plainWord.test(place)) ? places : [list(places.map(escapeDollar))]
  return ['COPY', ...flags, ...operands].join(' ')
}

/** A cache mount isn't part of the image: packages are downloaded once per server, whatever the layer above does. */
function renderRun(step: Extract<ImageStep, { do: 'run' }>): string {
  const mounts = step.caches.map((path) => `--mount=type=cache,target=${wordOf(path)},sharing=locked`)
  const command = renderCommand(step.command)
  return mounts.length === 0 ? `RUN ${command}` : `RUN ${mounts.join(' \\\n    ')} \\\n    ${command}`
}

/** Returns the text after RUN. */
export function renderCommand(command: string): string {
  return guardOption(onOneLine(command).trim())
}

/** Prepends a no-op if the command would be read as an option, a list of arguments, or the start of a heredoc. */
function guardOption(command: string): string {
  let end = command.length
  while (command[end - 1] === '\\') end -= 1
  const text = command.slice(0, end)
  if (text === '') return ':'
  if (/^[[\-@]/.test(text)) return `: && ${text}`
  // `<<word` starts a heredoc in BuildKit; commands from a plan never need one.
  return text.replaceAll(/<{2,}/g, '<')
}

/** `<` is escaped for the same reason. */
function list(items: readonly string[]): string {
  return `[${items.map((word) => JSON.stringify(word).replaceAll('<', '\\u003c')).join(', ')}]`
}

function escapeDollar(text: string): string {
  return text.replaceAll('$', '\\$')
}

const plainWord = /^[\w./@:+,=~*?{}-]+$/

/** One argument of an instruction: removes characters that aren't common in the name of an image, a path, or a user. */
function wordOf(text: string): string {
  return onOneLine(text).replaceAll(/[^\w./@:+,=~*?{}$-]/g, '')
}

function nameOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_]/g, '_')
}

/** In double quotes, BuildKit interprets `\`, `"`, and `$`; a plan can refer to a variable, as in `/opt/bin:$PATH`. */
function quote(text: string): string {
  return `"${onOneLine(text).replaceAll(/[\\"]|\$(?![A-Z_]|\{[A-Z_]+\})/g, '\\$&')}"`
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > noteWidth) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
