import type { CreateProjectRequest } from '@longshore/sdk'

export type SourceKind = 'search' | 'url' | 'image' | 'compose'

/** Last part of a URL or an image name, without its tag or digest. */
export function nameOf(source: string): string {
  if (source.includes('\n')) return ''
  const last =
    source
      .trim()
      .split('/')
      .findLast((part) => part !== '') ?? ''
  return (last.split(/[@:]/)[0] ?? '').replace(/\.git$/, '')
}

/** Named like the request fields, so that errors find their field. */
export interface SourceValues {
  name: string
  repository: { url: string }
  image: string
  compose: string
  branch: string
  rootDirectory: string
  composeProfiles: string[]
}

export function sourceOf(kind: Exclude<SourceKind, 'search'>, values: SourceValues): string {
  return kind === 'url' ? values.repository.url.trim() : kind === 'image' ? values.image.trim() : values.compose
}

export function toBody(kind: Exclude<SourceKind, 'search'>, values: SourceValues): CreateProjectRequest {
  const { branch, rootDirectory } = values
  const source = sourceOf(kind, values)
  const name = values.name === '' ? nameOf(source) : values.name
  if (kind === 'image') return { name, image: source }
  if (kind === 'compose') {
    const { composeProfiles } = values
    return { name, compose: source, ...(composeProfiles.length === 0 ? {} : { composeProfiles }) }
  }
  return {
    name,
    repository: { url: source },
    ...(branch === '' ? {} : { branch }),
    ...(rootDirectory === '' ? {} : { rootDirectory }),
  }
}
