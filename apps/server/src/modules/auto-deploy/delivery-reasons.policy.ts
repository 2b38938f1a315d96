/** Texts that explain why a delivery started nothing, or what it waits for. */

export const deliveryReasons = {
  other_event: "This event doesn't trigger deployments.",
  unreadable: "The request body isn't an event of this Git provider.",
  other_repository: "The event is for a different repository than the project's.",
  other_branch: "The event is for a different branch than the environment's.",
  branch_deleted: 'The branch was deleted.',
  skip_marker: 'The commit message says to skip the deployment.',
  paths_not_watched: 'No service watches the changed files.',
  newer_commit: 'A newer commit arrived at the same time and replaced this one.',
  not_newest: 'The branch has a newer commit that was already handled.',
  already_live: 'The commit is already live.',
  joined: 'This commit is already queued or deploying.',
  checks_pending: "Waiting for the commit's checks.",
  checks_failed: "One of the commit's checks failed.",
  checks_timeout: "The commit's checks didn't pass in time.",
  checks_unreadable: "The commit's checks can't be read: the project has no Git provider connection.",
  auto_deploy_off: 'Auto-deploy is off.',
  environment_stopped: 'The environment is stopped. Start it, or deploy manually.',
  environment_being_deleted: 'The environment is being deleted.',
  environment_without_server: 'The environment has no server.',
  environment_without_services: 'The environment has no services.',
  quota_exceeded: 'Too many deployments are queued in this organization.',
  not_started: "The deployment couldn't be started.",
  forge_not_reached: "The Git provider couldn't be reached for the latest commit.",
  pull_request: 'Passed on to previews.',
  no_previews: 'The project has no preview for it.',
} as const
export type DeliveryReason = keyof typeof deliveryReasons

export function isDeliveryReason(text: string): text is DeliveryReason {
  return Object.hasOwn(deliveryReasons, text)
}
