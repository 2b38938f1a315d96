/**
 * Actions that resolve an error, for programs: a closed list, with the API operation for each. The dashboard and the
 * CLI map every action to a link or a command, so that a hint never has to name an endpoint.
 */
import type { IdPrefix } from '../ids/type-id.ts'

export interface Remedy {
  readonly action: RemedyAction
  /** ID of the resource that the action applies to. */
  readonly target?: string
}

interface RemedyDefinition {
  /** Completes "You can …". */
  readonly does: string
  /** Method and path below `/api/v1`, as in openapi.json. */
  readonly operation: string
  /** Type of the resource that the action applies to; its ID comes from the request path. */
  readonly of?: IdPrefix
}

export const remedies = {
  sign_in: { does: 'sign in', operation: 'POST /auth/login' },
  reset_password: { does: 'request a password reset link', operation: 'POST /auth/forgot-password' },
  enter_code: { does: 'enter the code from the email or the authenticator', operation: 'POST /auth/verify-otp' },
  manage_two_factor: { does: 'change two-factor sign-in', operation: 'POST /auth/mfa' },
  connect_git_provider: { does: 'connect a Git provider', operation: 'POST /git-provider/save-token' },
  add_registry: { does: 'add a registry credential', operation: 'POST /registries' },
  connect_server: { does: 'connect a server', operation: 'POST /servers' },
  test_server: { does: 'test the connection to the server', operation: 'POST /servers/test-connection', of: 'srv' },
  clean_up_server: { does: 'remove unused resources', operation: 'POST /servers/{id}/cleanup', of: 'srv' },
  install_docker: { does: 'install Docker on the server', operation: 'POST /servers/{id}/install-docker', of: 'srv' },
  accept_host_key: { does: 'accept the new host key', operation: 'POST /servers/{id}/host-key/accept', of: 'srv' },
  view_hardening: { does: 'list hardening runs', operation: 'GET /servers/{id}/security/runs', of: 'srv' },
  choose_server: { does: 'choose a server', operation: 'PATCH /environments/{id}/server', of: 'env' },
  set_services: { does: 'set the services', operation: 'POST /environments/{id}/services', of: 'env' },
  deploy: { does: 'start a deployment', operation: 'POST /environments/{id}/deployments', of: 'env' },
  start_environment: { does: 'start the environment', operation: 'POST /environments/{id}/start', of: 'env' },
  restart_environment: { does: 'restart the live version', operation: 'POST /environments/{id}/restart', of: 'env' },
  set_up_auto_deploy: { does: 'turn on auto-deploy', operation: 'PATCH /environments/{id}/auto-deploy', of: 'env' },
  set_up_backups: { does: 'set up backups', operation: 'PATCH /environments/{id}/backups/config', of: 'env' },
  choose_backup: { does: 'choose a backup', operation: 'GET /environments/{id}/backups', of: 'env' },
  confirm_restore: { does: 'find the open restore', operation: 'GET /environments/{id}/backups/restores', of: 'env' },
  confirm_move: { does: 'confirm the move', operation: 'POST /environments/{id}/moves/{did}/confirm', of: 'env' },
  add_storage_location: { does: 'add a storage location', operation: 'POST /backup-destinations' },
  check_storage_location: { does: 'check the storage location', operation: 'POST /backup-destinations/{id}/check' },
  follow_analysis: { does: 'follow the analysis', operation: 'GET /projects/{id}/analysis-status', of: 'prj' },
  retry_analysis: { does: 'start another analysis', operation: 'POST /projects/{id}/retry-analysis', of: 'prj' },
  edit_channel: { does: 'edit the channel', operation: 'PATCH /notification-connectors/{id}', of: 'ntc' },
  view_alerts: { does: 'list alerts', operation: 'GET /alerts' },
  view_instance: { does: 'read the state of the instance', operation: 'GET /instance' },
} as const satisfies Record<string, RemedyDefinition>

export type RemedyAction = keyof typeof remedies

export const remedyActions = Object.keys(remedies).filter(isRemedyAction)

export function isRemedyAction(text: string): text is RemedyAction {
  return Object.hasOwn(remedies, text)
}

/** Takes the action's target from the path of the failed request, where it usually is. */
export function remedyFor(action: RemedyAction, path: string): Remedy {
  const { of }: RemedyDefinition = remedies[action]
  const target = of === undefined ? undefined : path.split('/').find((part) => part.startsWith(`${of}_`))
  return target === undefined ? { action } : { action, target }
}

/** Names the operation that performs the action, for the API reference. */
export function operationSentence(action: RemedyAction): string {
  const { does, operation } = remedies[action]
  return `To ${does}, call \`${operation}\`.`
}
