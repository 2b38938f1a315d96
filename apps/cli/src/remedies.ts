/** Remedies for errors, as CLI commands, or as a place in the dashboard if there is no command. */
import type { RemedyAction } from '@longshore/sdk'

export const remedies: Readonly<Record<RemedyAction, string>> = {
  sign_in: 'Sign in with longshore login.',
  reset_password: 'Choose “Forgot your password?” on the sign-in page of the dashboard.',
  enter_code: 'Sign in with longshore login. It asks for the code.',
  manage_two_factor: 'Open your account in the dashboard.',
  connect_git_provider: 'Open Git in the dashboard.',
  add_registry: 'Open Registries in the dashboard.',
  connect_server: 'Connect one with longshore server add.',
  test_server: 'Test it with longshore server test.',
  clean_up_server: 'Open the server in the dashboard.',
  install_docker: 'Open the server in the dashboard.',
  accept_host_key: 'Open the server in the dashboard.',
  view_hardening: 'Check the server with longshore server harden.',
  choose_server: 'Open the environment’s settings in the dashboard.',
  set_services: 'Open the environment’s services in the dashboard.',
  deploy: 'Deploy with longshore deploy.',
  start_environment: 'Open the environment in the dashboard.',
  restart_environment: 'Open the environment in the dashboard.',
  set_up_auto_deploy: 'Open the environment’s settings in the dashboard.',
  set_up_backups: 'Open the environment’s backups in the dashboard.',
  choose_backup: 'List backups with longshore backup list.',
  confirm_restore: 'Open the environment’s backups in the dashboard.',
  confirm_move: 'Open the environment’s backups in the dashboard.',
  add_storage_location: 'Open Storage locations in the dashboard.',
  check_storage_location: 'Open Storage locations in the dashboard.',
  follow_analysis: 'Open the project in the dashboard.',
  retry_analysis: 'Open the project in the dashboard.',
  edit_channel: 'Open Notification channels in the dashboard.',
  view_alerts: 'Open Alerts in the dashboard.',
  view_instance: 'Open Instance in the dashboard.',
}

/** A newer instance can have actions that this version doesn't know. */
export function remedyText(action: string | undefined): string | undefined {
  return Object.entries(remedies).find(([known]) => known === action)?.[1]
}
