/** Reasons why hardening stopped. The codes are stable and appear in the API; `hint` names what the user can do. */
export const hardeningErrorCodes = [
  'os_not_supported',
  'root_not_available',
  'disk_space_low',
  'package_manager_busy',
  'hardening_in_progress',
  'login_key_not_authorized',
  'password_only_users',
  'sshd_config_invalid',
  'login_would_be_refused',
  'ssh_port_differs',
  'config_is_symlink',
  'systemd_required',
  'snapshot_failed',
  'timer_failed',
  'change_failed',
  'setting_overridden',
  'fresh_login_failed',
  'sudo_failed',
  'docker_failed',
  'published_port_silent',
  'egress_not_limited',
  'files_changed_since',
  'window_elapsed',
  'nothing_to_revert',
] as const
export type HardeningErrorCode = (typeof hardeningErrorCodes)[number]

export class HardeningError extends Error {
  readonly code: HardeningErrorCode
  readonly hint: string
  constructor(code: HardeningErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'HardeningError'
    this.code = code
    this.hint = options.hint
  }
}
