/** The page where a person can solve a problem, by the action that the API names. */
import type { Problem, RemedyAction } from '@longshore/sdk'
import { paths } from './paths.ts'

/** A function takes the id of the resource that the action is about. */
export const remedyPaths: Readonly<Record<RemedyAction, string | ((target: string) => string)>> = {
  sign_in: paths.signIn(),
  reset_password: paths.forgotPassword(),
  enter_code: paths.verify(),
  manage_two_factor: paths.account(),
  connect_git_provider: paths.git(),
  add_registry: paths.registries(),
  connect_server: paths.newServer(),
  test_server: paths.server,
  clean_up_server: paths.server,
  install_docker: paths.server,
  accept_host_key: paths.server,
  view_hardening: paths.server,
  choose_server: paths.environmentSettings,
  set_services: paths.services,
  deploy: paths.deployments,
  start_environment: paths.environment,
  restart_environment: paths.environment,
  set_up_auto_deploy: paths.environmentSettings,
  set_up_backups: paths.backups,
  choose_backup: paths.backups,
  confirm_restore: paths.backups,
  confirm_move: paths.backups,
  add_storage_location: paths.backupStores(),
  check_storage_location: paths.backupStores(),
  follow_analysis: paths.project,
  retry_analysis: paths.project,
  edit_channel: paths.connector,
  view_alerts: paths.alerts(),
  view_instance: paths.instance(),
}

/** Undefined: a newer server has an action that this page doesn't know, or the request named no resource. */
export function remedyPath({ action, target }: NonNullable<Problem['remedy']>): string | undefined {
  const path = Object.hasOwn(remedyPaths, action) ? remedyPaths[action] : undefined
  if (typeof path !== 'function') return path
  return target === undefined || !/^[a-z]+_[0-9a-z]{26}$/.test(target) ? undefined : path(target)
}
