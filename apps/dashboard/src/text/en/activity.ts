import type { AuditAction } from '@longshore/sdk/audit-actions'

/** Facts that a sentence can mention. Unknown names are empty, and the sentence leaves them out. */
export interface ActivityFacts {
  /** Name of what was changed, such as “Online Shop production” or “fra-1”. */
  name: string
  /** A text or number of the record’s details; empty if it has none. */
  detail(key: string): string
}

type Phrase = (facts: ActivityFacts) => string

/** Without a name, the phrase still reads as a sentence: the kind of thing stands for it. */
const of =
  (words: string, kind = ''): Phrase =>
  ({ name }) =>
    `${words} ${name || kind}`.trimEnd()

const inEnvironment = (words: string): Phrase => of(words, 'an environment')
const onServer = (words: string): Phrase => of(words, 'a server')

const deployment =
  (words: string): Phrase =>
  (facts) => {
    const number = facts.detail('number')
    return inEnvironment(words)(facts) + (number === '' ? '' : ` #${number}`)
  }

const rolledBack: Phrase = (facts) => {
  const number = facts.detail('rolledBackTo')
  return inEnvironment('rolled back')(facts) + (number === '' ? '' : ` to #${number}`)
}

const backup =
  (words: string): Phrase =>
  ({ name, detail }) => {
    const service = detail('service')
    return `${words}${service === '' ? '' : ` of ${service}`}${name === '' ? '' : ` in ${name}`}`
  }

const domain =
  (words: string): Phrase =>
  ({ detail }) =>
    `${words} ${detail('hostname') || 'a domain'}`

const registry =
  (words: string): Phrase =>
  ({ detail }) =>
    `${words} ${detail('host') || 'a registry'}`

const trashed =
  (words: string, end: string): Phrase =>
  ({ name, detail }) =>
    `${words} ${detail('name') || name || 'something'}${end}`

/** The sentence after the person’s name. */
const phrases: Readonly<Record<AuditAction, Phrase>> = {
  'account.created': () => 'created an account',
  'account.deletion_requested': () => 'deleted their account',
  'alert.acknowledged': () => 'acknowledged an alert',
  'alert_settings.changed': () => 'changed the alert rules',
  'api_token.created': ({ detail }) => `created the API token ${detail('name')}`.trimEnd(),
  'api_token.revoked': ({ detail }) => `revoked the API token ${detail('name')}`.trimEnd(),
  'backup.cancel_requested': backup('canceled a backup'),
  'backup.deletion_requested': backup('deleted a backup'),
  'backup.downloaded': backup('downloaded a backup'),
  'backup.downloaded_plain': backup('downloaded a decrypted backup'),
  'backup.requested': backup('started a backup'),
  'backup_destination.created': of('added the storage location'),
  'backup_destination.removed': of('removed the storage location'),
  'backup_destination.updated': of('changed the storage location'),
  'backup_key.exported': () => 'downloaded the recovery kit of the backups',
  'connector.created': of('added the notification channel'),
  'connector.linked': of('changed the notifications of', 'a project'),
  'connector.redelivered': of('sent a notification again through', 'a channel'),
  'connector.removed': of('removed the notification channel'),
  'connector.secret_rotated': of('replaced the signing key of', 'a channel'),
  'connector.tested': of('tested the notification channel'),
  'connector.updated': of('changed the notification channel'),
  'deployment.cancel_requested': deployment('canceled the deployment of'),
  'deployment.requested': (facts) =>
    (facts.detail('trigger') === 'rollback' ? rolledBack : deployment('deployed'))(facts),
  'device_sign_in.approved': ({ detail }) =>
    `signed in ${detail('client') || 'a program'} with the API token ${detail('name')}`.trimEnd(),
  'domain.registered': domain('added'),
  'domain.removed': domain('removed'),
  'domain.verification_asked': domain('checked'),
  'environment.adoption_confirmed': inEnvironment('removed the old containers of'),
  'environment.adoption_requested': inEnvironment('adopted a running stack as'),
  'environment.adoption_switched': inEnvironment('switched the adoption of'),
  'environment.adoption_undo_requested': inEnvironment('undid the adoption of'),
  'environment.auto_deploy_changed': inEnvironment('changed auto-deploy of'),
  'environment.backups_changed': inEnvironment('changed the backup schedule of'),
  'environment.backups_set_up': inEnvironment('set up backups of'),
  'environment.command_run': inEnvironment('ran a command in'),
  'environment.compose_revealed': inEnvironment('revealed the Compose file of'),
  'environment.compose_saved': inEnvironment('saved the Compose file of'),
  'environment.created': inEnvironment('created'),
  'environment.credential_revealed': inEnvironment('revealed database credentials of'),
  'environment.credentials_rotated': inEnvironment('replaced a database password of'),
  'environment.deleted': inEnvironment('deleted'),
  'environment.deletion_requested': inEnvironment('started to delete'),
  'environment.domain_attached': (facts) => `${domain('attached')(facts)} to ${facts.name || 'an environment'}`,
  'environment.domain_detached': (facts) => `${domain('detached')(facts)} from ${facts.name || 'an environment'}`,
  'environment.domain_settings_changed': domain('changed the settings of'),
  'environment.import_cancel_requested': inEnvironment('canceled an import into'),
  'environment.import_requested': inEnvironment('imported data into'),
  'environment.move_confirmed': inEnvironment('confirmed the move of'),
  'environment.proof_requested': inEnvironment('started a restore test of'),
  'environment.restart_requested': inEnvironment('restarted'),
  'environment.restore_cancel_requested': inEnvironment('canceled a restore of'),
  'environment.restore_confirmed': inEnvironment('confirmed the restore of'),
  'environment.restore_requested': inEnvironment('restored data of'),
  'environment.recovery_requested': inEnvironment('started a recovery of'),
  'environment.recovery_changed': inEnvironment('changed the recovery settings of'),
  'environment.drill_requested': inEnvironment('started a recovery drill of'),
  'environment.restore_undo_requested': inEnvironment('undid the restore of'),
  'environment.services_configured': inEnvironment('changed the services of'),
  'environment.start_requested': inEnvironment('started'),
  'environment.stop_requested': inEnvironment('stopped'),
  'environment.template_updated': inEnvironment('updated the template of'),
  'environment.updated': inEnvironment('changed the settings of'),
  'environment.variable_revealed': inEnvironment('revealed a secret of'),
  'environment.variables_changed': inEnvironment('changed the variables of'),
  'environment.webhook_redelivered': inEnvironment('processed a webhook again for'),
  'git_provider.connected': of('connected the Git provider'),
  'git_provider.removed': of('removed the Git provider'),
  'git_provider.token_replaced': of('replaced the token of the Git provider'),
  'instance.restore_confirmed': () => 'confirmed the restore of the instance',
  'instance.upgrade_requested': () => 'started an upgrade of the instance',
  'invitation.created': ({ detail }) => `invited ${detail('email') || 'someone'}`,
  'invitation.withdrawn': ({ detail }) => `withdrew the invitation of ${detail('email') || 'someone'}`,
  'member.joined': () => 'joined the organization',
  'member.removed': of('removed', 'a member'),
  'member.role_changed': ({ name, detail }) => `made ${name || 'a member'} ${detail('to') || 'something else'}`,
  'mfa.disabled': () => 'turned off two-factor sign-in',
  'mfa.enabled': () => 'turned on two-factor sign-in',
  'organization.created': () => 'created the organization',
  'organization.deleted': () => 'deleted the organization',
  'organization.deletion_forced': () => 'forced the deletion of the organization',
  'organization.deletion_undone': () => 'undid the deletion of the organization',
  'organization.deletion_requested': () => 'started to delete the organization',
  'organization.updated': () => 'changed the organization’s settings',
  'password.changed': () => 'changed their password',
  'password.reset': () => 'reset their password',
  'password.reset_link_printed': () => 'got a password reset link from the operator',
  'project.analysis_retried': of('analyzed the repository of', 'a project'),
  'project.created': of('created the project'),
  'project.deletion_requested': of('started to delete the project'),
  'project.finalized': of('set up the project'),
  'project.previews_changed': of('changed the previews of', 'a project'),
  'project.updated': of('changed the project'),
  'registry.connected': registry('added'),
  'registry.password_replaced': registry('replaced the password of'),
  'registry.removed': registry('removed'),
  'scheduled_deployment.cancelled': inEnvironment('canceled a scheduled deployment of'),
  'scheduled_deployment.created': inEnvironment('scheduled a deployment of'),
  'scheduled_deployment.dropped': (facts) => {
    const reason = facts.detail('reason')
    return `${inEnvironment('didn’t start the scheduled deployment of')(facts)}${reason === '' ? '' : `. ${reason}`}`
  },
  'secret.released': () => 'used stored secrets',
  'server.allowances_changed': onServer('changed what containers can use of'),
  'server.allowances_removed': onServer('removed what containers can use of'),
  'server.check_requested': onServer('checked'),
  'server.cleanup_requested': onServer('cleaned up'),
  'server.connection_tested': onServer('tested the connection to'),
  'server.created': onServer('added'),
  'server.deletion_requested': onServer('started to remove'),
  'server.hardening_planned': onServer('previewed hardening of'),
  'server.hardening_requested': onServer('hardened'),
  'server.hardening_revert_requested': onServer('undid the hardening of'),
  'server.host_key_accepted': onServer('accepted the new host key of'),
  'server.install_docker_requested': onServer('installed Docker on'),
  'server.rotate_key_requested': onServer('replaced the SSH key of'),
  'server.security_scan_requested': onServer('scanned the security of'),
  'server.updated': onServer('changed'),
  'session.created': () => 'signed in',
  'session.ended': () => 'ended a session',
  'session.token_reused': () => 'lost a session because its token was used twice',
  'trash_item.purge_requested': trashed('started to delete', ' permanently'),
  'trash_item.purged': trashed('deleted', ' permanently'),
  'trash_item.restored': trashed('restored', ' from the trash'),
}

export const activity = {
  title: 'Activity',
  empty: 'Nothing has happened yet.',
  all: 'Audit log',
  system: 'Longshore',
  phrases,
}
