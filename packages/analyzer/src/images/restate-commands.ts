/**
 * Replaces the detected commands in a generated Dockerfile with the stated ones. A build command where none was
 * detected gets its own stage. If a command isn't found, the text stays unchanged.
 */
import { renderCommand } from './render-dockerfile.ts'

export interface Restated {
  /** Null if none was detected. */
  readonly detected: string | null
  /** Null if none was stated. */
  readonly stated: string | null
}

export function restateCommands(text: string, commands: { install: Restated; build: Restated }): string {
  const installed = replaceCommand(text, commands.install)
  const { detected, stated } = commands.build
  return stated !== null && detected === null ? addBuild(installed, stated) : replaceCommand(installed, commands.build)
}

function replaceCommand(text: string, { detected, stated }: Restated): string {
  if (detected === null || stated === null || detected === stated) return text
  const [from, to] = [renderCommand(detected), renderCommand(stated)]
  const lines = text.split('\n').map((line) => {
    // The command follows RUN, or the mounts of RUN on a separate line.
    const begin = ['RUN ', '    '].find((each) => line.startsWith(`${each}${from}`))
    const rest = begin === undefined ? '' : line.slice(begin.length + from.length)
    return begin === undefined || (rest !== '' && !rest.startsWith(' --')) ? line : `${begin}${to}`
  })
  return lines.join('\n')
}

/**
 * Adds the command to the build stage; if the code is copied directly into the image, creates such a stage from the one
 * with the packages.
 */
function addBuild(text: string, command: string): string {
  const lines = text.split('\n')
  const run = `RUN ${renderCommand(command)}`
  const build = lines.findIndex((line) => /^FROM \S+ AS build$/.test(line))
  if (build !== -1) {
    const copied = lines.indexOf('COPY . .', build)
    return copied === -1 ? text : lines.toSpliced(copied + 1, 0, run).join('\n')
  }
  const last = lines.findIndex((line) => /^FROM \S+ AS run$/.test(line))
  const code = lines.findIndex((line) => /^COPY --chown=\S+ \. \/app$/.test(line))
  const hasPackages = lines.some((line) => /^FROM \S+ AS packages$/.test(line))
  if (last === -1 || code < last || !hasPackages) return text
  // The build needs the packages that the installation left out.
  const complete = lines.map((line) => line.replace(/^(RUN | {4})npm ci --omit=dev$/, '$1npm ci'))
  const copied = (lines[code] ?? '').replace('COPY ', 'COPY --from=build ').replace(' . /app', ' /app /app')
  const stage = ['FROM packages AS build', 'COPY . .', run, 'RUN rm -rf node_modules', '']
  // A comment belongs to the stage below it.
  const before = lines[last - 1]?.startsWith('#') === true ? last - 1 : last
  return complete
    .with(code, copied)
    .toSpliced(before, 0, ...stage)
    .join('\n')
}
