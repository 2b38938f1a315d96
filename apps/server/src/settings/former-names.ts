/** Settings whose names changed before the first release. The former names work for one release. */
const formerNames: Readonly<Record<string, string>> = {
  ACME_CA_CERTIFICATE: 'ACME_ROOT',
  ACME_DIRECTORY_URL: 'ACME_DIRECTORY',
  ALERT_CHECK_SECONDS: 'ALERT_SECONDS',
  DASHBOARD_UPSTREAM: 'DASHBOARD_DIAL',
  DOMAIN_RESERVATION_DAYS: 'DOMAIN_HOLD_DAYS',
  EMAILS_PER_DAY: 'MAILS_PER_DAY',
  GENERATED_HOSTNAME_DOMAIN: 'ADDRESS_DOMAIN',
  IMPORT_MAX_UNCOMPRESSED_BYTES: 'IMPORT_MAX_EXPANDED_BYTES',
  INSTANCE_BACKUP_DIRECTORY: 'INSTANCE_BACKUP_FOLDER',
  INSTANCE_BACKUP_RECIPIENTS: 'INSTANCE_BACKUP_RECIPIENT',
  MAX_CONCURRENT_ANALYSES: 'ANALYSES_AT_ONCE',
  MAX_CONCURRENT_SERVER_CHECKS: 'SERVER_CHECKS_AT_ONCE',
  METRICS_INTERVAL_SECONDS: 'METRICS_SECONDS',
  NOTIFICATION_RETRY_SECONDS: 'NOTICE_RETRY_SECONDS',
  PREVIEW_CHECK_SECONDS: 'PREVIEW_LOOK_SECONDS',
  PRIVATE_DOMAIN_SUFFIXES: 'DOMAINS_ALLOW',
  SERVER_RECONCILE_SECONDS: 'SWEEP_SECONDS',
}

/** Returns the former name of a setting if only that one is set. */
export function findFormerName(name: string, environment: Record<string, string | undefined>): string | undefined {
  const former = formerNames[name]
  if (former === undefined || isSet(environment, name) || !isSet(environment, former)) return undefined
  return former
}

function isSet(environment: Record<string, string | undefined>, name: string): boolean {
  return Boolean(environment[name]) || Boolean(environment[`${name}_FILE`])
}
