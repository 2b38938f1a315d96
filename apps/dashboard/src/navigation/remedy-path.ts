/** The page on which a problem is solved, by the action that the API names. */
import type { Problem, RemedyAction } from '@longshore/sdk'

type Path = (target: string) => string
const environment = (page: string): Path => {
  return (id) => `/environments/${id}${page}`
}
const server: Path = (id) => `/servers/${id}`
const project: Path = (id) => `/projects/${id}`

/** A function needs the resource that the action is about. */
export const remedyPaths: Readonly<Record<RemedyAction, string | Path>> = {
  sign_in: '/sign-in',
  reset_password: '/forgot-password',
  enter_code: '/verify',
  manage_two_factor: '/account',
  connect_git_provider: '/git',
  add_registry: '/registries',
  connect_server: '/servers/new',
  test_server: server,
  clean_up_server: server,
  install_docker: server,
  accept_host_key: server,
  view_hardening: server,
  choose_server: environment('/settings'),
  set_services: environment('/services'),
  deploy: environment('/deployments'),
  start_environment: environment(''),
  restart_environment: environment(''),
  set_up_auto_deploy: environment('/settings'),
  set_up_backups: environment('/backups'),
  choose_backup: environment('/backups'),
  confirm_restore: environment('/backups'),
  confirm_move: environment('/backups'),
  add_storage_location: '/backup-stores',
  check_storage_location: '/backup-stores',
  follow_analysis: project,
  retry_analysis: project,
  edit_channel: (id) => `/connectors/${id}`,
  view_alerts: '/alerts',
  view_instance: '/instance',
}

/** Undefined: a newer server has an action that this page doesn't know, or the request named no resource. */
export function remedyPath({ action, target }: NonNullable<Problem['remedy']>): string | undefined {
  const path = Object.hasOwn(remedyPaths, action) ? remedyPaths[action] : undefined
  if (typeof path !== 'function') return path
  return target === undefined || !/^[a-z]+_[0-9a-z]{26}$/.test(target) ? undefined : path(target)
}
