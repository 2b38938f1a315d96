/** Why a delivery started nothing, or what it waits for; for people. */

export const deliveryReasons = {
  other_event: 'An event that deployments do not depend on.',
  unreadable: 'The body could not be read as an event of this kind of forge.',
  other_repository: 'It is about another repository than the one that the project is linked to.',
  other_branch: 'It is about another branch than the one that the environment follows.',
  branch_deleted: 'The branch was deleted.',
  skip_marker: 'The message of the commit says that it is not to be deployed.',
  paths_not_watched: 'None of the changed files is watched by a service.',
  newer_commit: 'A newer commit came at the same time and was taken in its place.',
  not_newest: 'The branch has a newer commit, which was dealt with before.',
  already_live: 'The commit is live already.',
  joined: 'A deployment that was waiting or under way is of this commit.',
  checks_pending: 'It waits for the checks of the commit.',
  checks_failed: 'A check of the commit failed.',
  checks_timeout: 'The checks of the commit did not pass in time.',
  checks_unreadable: 'The checks of the commit cannot be read: the project has no account at the forge.',
  auto_deploy_off: 'Auto-deploy is switched off.',
  environment_stopped: 'The environment is stopped. Start it, or deploy it by hand.',
  environment_being_deleted: 'The environment is being deleted.',
  environment_without_server: 'The environment has no server.',
  environment_without_services: 'The environment has no services.',
  quota_exceeded: 'Too many deployments wait in this organisation.',
  not_started: 'The deployment could not be started.',
  forge_not_reached: 'The forge could not be asked for the newest commit.',
  pull_request: 'Handed on to previews.',
  no_previews: 'The project has no previews for it.',
} as const
export type DeliveryReason = keyof typeof deliveryReasons

export function isDeliveryReason(text: string): text is DeliveryReason {
  return Object.hasOwn(deliveryReasons, text)
}
