/** Finds the images that a Dockerfile or a compose file names; pure. */

/** Reads `ARG NAME=value` before the first stage: the defaults of a build. */
export function readImageArguments(dockerfile: string): Map<string, string> {
  const [head = ''] = dockerfile.split(/^FROM /m)
  const given = new Map<string, string>()
  for (const [, name = '', value = ''] of head.matchAll(/^ARG (\w+)=(\S+)$/gm))
    given.set(
      name,
      value.replace(/^\$\{(\w+)\}$/, (whole, other) => given.get(other) ?? whole),
    )
  return given
}

export function findDockerfileImages(text: string): string[] {
  const given = readImageArguments(text)
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  const stages = new Set(lines.map((line) => /^FROM .+ AS (\S+)$/i.exec(line)?.[1]))
  const named = lines.flatMap((line) => [
    ...[/^FROM (?:--\S+ )*(\S+)/i.exec(line)?.[1], /^#\s*syntax=(\S+)/.exec(line)?.[1]],
    ...[...line.matchAll(/--from=(\S+)|--mount=\S*\bfrom=([^\s,]+)/g)].map((match) => match[1] ?? match[2]),
  ])
  return named
    .map((each = '') => each.replace(/\$\{?(\w+)\}?/g, (whole, name) => given.get(name) ?? whole))
    .filter((each) => each !== '' && each !== 'scratch' && !stages.has(each))
}

/** `${NAME:-image}` counts as the image; one without a default stays unchanged, and no lock contains it. */
export function findComposeImages(text: string): string[] {
  const bare = text.replaceAll(/(?:^|\s)#.*$/gm, '')
  return [...bare.matchAll(/\bimage:\s*["']?(\$\{[^}\n]*\}|[^\s"',}]+)/g)].map(([, value = '']) =>
    value.replace(/^\$\{\w+:?-(.+)\}$/, '$1'),
  )
}
