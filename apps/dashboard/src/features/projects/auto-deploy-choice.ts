/** Whether the wizard offers to deploy on every push, and whether that is on by default. */
import type { GitProvider, Project } from '@longshore/sdk'

/** Without a Git connection, the webhook must be added by hand, which the environment's settings explain. */
export function canAutoDeploy({ repository }: Pick<Project, 'repository'>): boolean {
  return repository !== null && repository.providerId !== null
}

/** Off if the connection might not be allowed to create the webhook. */
export function isAutoDeployUsual(provider: Pick<GitProvider, 'status' | 'missingScopes'> | undefined): boolean {
  return provider !== undefined && provider.status === 'connected' && provider.missingScopes.length === 0
}
