/** The manifest that we send to GitHub; pure. */
import { pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'

/** Reads code, reports deployments also in pull requests, and receives pushes; nothing else. */
const permissions = {
  contents: 'read',
  metadata: 'read',
  statuses: 'write',
  deployments: 'write',
  pull_requests: 'write',
  repository_hooks: 'write',
}

export function manifestOf(publicUrl: string, suffix: string): Record<string, unknown> {
  return {
    name: `Longshore ${suffix}`,
    url: publicUrl,
    redirect_url: toUrl(publicUrl, pageLinks.githubAppCallback()),
    setup_url: toUrl(publicUrl, pageLinks.githubAppInstalled()),
    // Only its owner can install it.
    public: false,
    // Each repository has its own webhook for pushes.
    hook_attributes: { url: publicUrl, active: false },
    default_permissions: permissions,
    default_events: [],
  }
}
