/** The `repository` of a published package. npm's provenance needs it, and the tree names no address. */
export function repositoryField(environment: NodeJS.ProcessEnv): { repository?: { type: string; url: string } } {
  const { RELEASE_SOURCE: url = '' } = environment
  return url === '' ? {} : { repository: { type: 'git', url: `git+${url}.git` } }
}
