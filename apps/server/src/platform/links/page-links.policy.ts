/**
 * Links to dashboard pages in messages, mails and at Git providers. All are built here, so that a test can compare them
 * with the existing pages, and `bin/suite links` can open them.
 */
export interface PageLink {
  /** Path below the instance's URL. */
  readonly path: string
}

export const pageLinks = {
  alerts: () => page('alerts'),
  backups: (environmentId: string) => page('environments', environmentId, 'backups'),
  connector: (connectorId: string) => page('connectors', connectorId),
  deployment: (environmentId: string, deploymentId: string) =>
    page('environments', environmentId, 'deployments', deploymentId),
  // The code is in the fragment, like the tokens below.
  device: (userCode?: string) =>
    userCode === undefined ? page('device') : { path: `/device#code=${encodeURIComponent(userCode)}` },
  domain: (domainId: string) => page('domains', domainId),
  environment: (environmentId: string) => page('environments', environmentId),
  environmentDomains: (environmentId: string) => page('environments', environmentId, 'domains'),
  failure: (code: string) => page('problems', code),
  githubAppCallback: () => page('git-providers', 'github-app', 'callback'),
  githubAppInstalled: () => page('git-providers', 'github-app', 'installed'),
  instance: () => page('instance'),
  server: (serverId: string) => page('servers', serverId),
  team: () => page('team'),
  tokens: () => page('tokens'),
  // The token is in the fragment: browsers don't send it to servers, so it is in no log.
  acceptInvitation: (token: string) => withToken(page('accept-invitation'), token),
  resetPassword: (token: string) => withToken(page('reset-password'), token),
  setup: (token: string) => withToken(page('setup'), token),
} as const satisfies Record<string, (...parts: string[]) => PageLink>

/** `publicUrl` is the instance's URL, without a trailing slash. */
export function toUrl(publicUrl: string, { path }: PageLink): string {
  return `${publicUrl}${path}`
}

function page(...parts: readonly string[]): PageLink {
  return { path: `/${parts.map(encodeURIComponent).join('/')}` }
}

function withToken({ path }: PageLink, token: string): PageLink {
  return { path: `${path}#token=${token}` }
}
