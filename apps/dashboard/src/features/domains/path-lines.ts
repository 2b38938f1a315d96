/** Paths as lines of text: `/api backend`, and `strip` at the end if the service doesn't see the path. */
import type { AttachDomainRequest, AttachedDomain } from '@longshore/sdk'

type PathRequest = NonNullable<AttachDomainRequest['paths']>[number]

/** A path that was there before keeps its rules, which the lines don't show. */
export function parsePaths(lines: string, known: AttachedDomain['paths']): PathRequest[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [path = '', service = '', option] = line.split(/\s+/)
      return { ...known.find((each) => each.path === path), path, service, stripPrefix: option === 'strip' }
    })
}

export function writePaths(
  paths: readonly { path: string; service: string; stripPrefix?: boolean | undefined }[],
): string {
  return paths
    .map(({ path, service, stripPrefix }) => [path, service, ...(stripPrefix === true ? ['strip'] : [])].join(' '))
    .join('\n')
}
