/** Remedies for errors, as CLI commands, or as a place in the dashboard if there is no command. */
import type { RemedyAction } from '@longshore/sdk'

export const remedies: Readonly<Record<RemedyAction, string>> = {
  sign_in: 'Sign in with longshore login.',
  reset_password: 'Choose “Forgot your password?” on the sign-in page of the dashboard.',
  enter_code: 'Sign in with longshore login. It asks for the code.',
  manage_two_factor: 'Open your account in the dashboard.',
  connect_git_provider: 'Connect one with longshore git connect.',
  add_registry: 'Save a credential with longshore registry add.',
  connect_server: 'Connect one with longshore server add.',
  test_server: 'Test it with longshore server test.',
  clean_up_server: 'Open the server in the dashboard.',
  install_docker: 'Open the server in the dashboard.',
  accept_host_key: 'Open the server in the dashboard.',
  view_hardening: 'Check the server with longshore server harden.',
  choose_server: 'Choose a server with longshore environment set.',
  set_services: 'Add a service with longshore service add.',
  deploy: 'Deploy with longshore deploy.',
  start_environment: 'Start it with longshore environment start.',
  restart_environment: 'Restart it with longshore environment restart.',
  set_up_auto_deploy: 'Turn it on with longshore environment set.',
  set_up_backups: 'Set up backups with longshore backup schedule.',
  choose_backup: 'List backups with longshore backup list.',
  confirm_restore: 'Open the environment’s backups in the dashboard.',
  confirm_move: 'Open the environment’s backups in the dashboard.',
  add_storage_location: 'Add one with longshore storage add.',
  check_storage_location: 'Check it with longshore storage check.',
  follow_analysis: 'See the project with longshore project show.',
  retry_analysis: 'Open the project in the dashboard.',
  edit_channel: 'Test the channel with longshore channel test.',
  view_alerts: 'Open Alerts in the dashboard.',
  view_instance: 'Open Instance in the dashboard.',
}

/** A newer instance can have actions that this version doesn't know. */
export function remedyText(action: string | undefined): string | undefined {
  return Object.entries(remedies).find(([known]) => known === action)?.[1]
}
