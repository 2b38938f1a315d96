/**
 * Texts of the checks for people in a browser. They name pages of the dashboard where it can help, and keep commands
 * for the machine apart from sentences.
 */
interface HealthText {
  readonly title: string
  readonly remedy: string
  /** Runs in the folder of the instance on its machine. */
  readonly command?: string
  /** Only the doctor command in another container can check it. */
  readonly isHostOnly?: true
}

const restartWorker = 'docker compose restart worker'
const recreateWorker = 'docker compose up -d --force-recreate worker'
const applySettings = 'docker compose up -d'
const overdue = 'Restart the worker on the machine. Running work continues afterwards.'
const fixWorker = 'Recreate the worker on the machine. If that doesn’t help, read its logs.'

export const hostCommand = 'docker compose exec api longshore-server doctor'

const settingsTexts = {
  'server-allowances': {
    title: 'No server allows its containers the Docker socket',
    remedy: 'Unless services need it, remove the Docker socket under “Parts of the server” on the page of the server.',
  },
  'secret-files-there': {
    title: 'Secret files exist',
    remedy: 'Restore the missing files in the folder secrets on the machine. The recovery kit has the keys.',
  },
  'secret-files-private': {
    title: 'Secret files are private',
    remedy: 'Let only the owner read the files in the folder secrets on the machine.',
    command: 'chmod 600 secrets/*',
  },
  'secret-files-clean': {
    title: 'Secret files are clean',
    remedy: 'Rewrite the file on the machine with only the value on one line.',
  },
  settings: {
    title: 'Settings',
    remedy: 'Correct the setting in .env on the machine, then apply it.',
    command: applySettings,
  },
  'sealing-identities': {
    title: 'Encryption keys',
    remedy: 'Put the identities from the recovery kit back into secrets/sealing-identities, then recreate the worker.',
    command: recreateWorker,
  },
  'sealing-recipient': {
    title: 'Encryption key of the API',
    remedy: 'Set SEALING_RECIPIENT in .env on the machine to the public key of the worker, then apply it.',
    command: applySettings,
    isHostOnly: true,
  },
} satisfies Record<string, HealthText>

const databaseTexts = {
  'database-reach': {
    title: 'Database connection',
    remedy: 'Start PostgreSQL on the machine. If it doesn’t start, read its logs.',
    command: 'docker compose up -d --wait postgres',
  },
  'database-login': {
    title: 'Database login',
    remedy: 'Set the passwords of the database logins again on the machine.',
    command: 'docker compose run --rm migrate',
  },
  'database-version': {
    title: 'PostgreSQL version',
    remedy: 'Move to PostgreSQL 15 or later: back up the instance, start a newer one, and restore.',
  },
  'database-role': {
    title: 'Database rights',
    remedy: 'Take the superuser and bypass rights away from this login, as a PostgreSQL superuser.',
  },
  'database-roles': {
    title: 'Database roles',
    remedy: 'Grant the roles longshore_tenant and longshore_system to this login, as a PostgreSQL superuser.',
  },
  'database-connections': {
    title: 'Database connections',
    remedy: 'Raise max_connections in compose.yaml, or lower DATABASE_POOL_SIZE in .env, then apply it.',
    command: applySettings,
  },
  'clock-database': {
    title: 'Clock of the database',
    remedy: 'Turn on time synchronization on both machines.',
    command: 'timedatectl set-ntp true',
  },
  migrations: {
    title: 'Database schema',
    remedy: 'Apply the missing migrations on the machine.',
    command: 'docker compose run --rm migrate',
  },
  'database-release': {
    title: 'Database version',
    remedy: 'Run the newer version of Longshore again, or restore a backup from this version.',
  },
  'row-security': {
    title: 'Row-level security',
    remedy: 'Turn row-level security on for these tables, as their owner. The doctor command prints the statements.',
    command: hostCommand,
  },
} satisfies Record<string, HealthText>

const processTexts = {
  'worker-alive': { title: 'Worker', remedy: fixWorker, command: recreateWorker },
  'api-alive': {
    title: 'API',
    remedy: 'Start the API on the machine. If it doesn’t keep running, read its logs.',
    command: 'docker compose up -d api',
  },
  'link-socket': { title: 'Link socket', remedy: fixWorker, command: recreateWorker },
  link: {
    title: 'Link between API and worker',
    remedy: 'Recreate both from the same image and with the same secrets/link-key.',
    command: 'docker compose up -d --force-recreate api worker',
  },
  loops: { title: 'Background loops', remedy: overdue, command: restartWorker },
  'engine-ingress': {
    title: 'Restate',
    remedy: 'Start Restate on the machine. If it doesn’t start, read its logs.',
    command: 'docker compose up -d --wait restate',
  },
  'engine-admin': {
    title: 'Restate admin API',
    remedy: 'Check RESTATE_ADMIN_URL, and start Restate on the machine.',
    command: 'docker compose up -d --wait restate',
  },
  'clock-engine': {
    title: 'Clock of Restate',
    remedy: 'Turn on time synchronization on both machines.',
    command: 'timedatectl set-ntp true',
  },
  'engine-finds-worker': {
    title: 'Restate reaches the worker',
    remedy: 'Check WORKER_URL, then recreate the worker.',
    command: recreateWorker,
  },
  'engine-identity': {
    title: 'Signature of Restate',
    remedy: 'Set RESTATE_IDENTITY_KEYS in .env to Restate’s public key, then recreate both.',
    command: 'docker compose up -d --force-recreate restate worker',
  },
  'worker-registered': {
    title: 'Worker registration',
    remedy: 'Recreate the worker. It registers with Restate when it starts.',
    command: recreateWorker,
  },
} satisfies Record<string, HealthText>

const machineTexts = {
  folders: {
    title: 'Folders',
    remedy: 'Create the folders on the machine for user 10001, or make them writable for this user.',
  },
  disk: {
    title: 'Disk space',
    remedy: 'Remove unused images on the machine, or use a larger disk.',
    command: 'docker image prune',
  },
  memory: { title: 'Memory', remedy: 'Use a machine with 2 GB of memory or more, or move apps to another server.' },
  programs: { title: 'SSH and Git', remedy: 'Use Longshore’s container image, or install ssh and git for the worker.' },
  buildx: { title: 'Image builder', remedy: 'Use Longshore’s container image, or set BUILDX_PROGRAM in .env.' },
  'proxy-programs': {
    title: 'Proxy programs',
    remedy: 'Use Longshore’s container image, which contains the programs for your servers.',
  },
  'public-address': {
    title: 'Public URL',
    remedy: 'Set PUBLIC_URL in .env to an HTTPS URL whose DNS record points to this machine, then apply it.',
    command: applySettings,
  },
  'public-health': {
    title: 'API at the public URL',
    remedy: 'Check the reverse proxy and the DNS record. Your browser may reach the URL although the worker can’t.',
  },
  'mail-server': {
    title: 'Mail server',
    remedy: 'Correct the URL in secrets/smtp-url on the machine, then recreate the worker.',
    command: recreateWorker,
  },
  'mail-login': {
    title: 'Mail login',
    remedy: 'Correct the user and password in secrets/smtp-url on the machine, then recreate the worker.',
    command: recreateWorker,
  },
  'mail-sender': {
    title: 'Mail sender',
    remedy: 'Set MAIL_FROM in .env to an email address of your domain, then recreate the worker.',
    command: recreateWorker,
  },
} satisfies Record<string, HealthText>

const dataTexts = {
  'backup-place': {
    title: 'Storage for instance backups',
    remedy: 'Set a bucket with INSTANCE_BACKUP_S3_… in .env, or a folder with INSTANCE_BACKUP_DIRECTORY.',
    command: applySettings,
  },
  'backup-reach': {
    title: 'Access to instance backups',
    remedy: 'Check the bucket and its key, and that OUTBOUND_ALLOW allows its IP address.',
  },
  'backup-age': {
    title: 'Latest instance backup',
    remedy: 'Create a backup on the machine. The command shows the cause if it fails.',
    command: 'docker compose exec worker longshore-server backup',
  },
  'backup-size': {
    title: 'Size of instance backups',
    remedy: 'Keep less history with DEPLOYMENT_HISTORY_DAYS in .env. Also back up the database with pg_dump.',
  },
  'recovery-kit': {
    title: 'Recovery kit',
    remedy: 'Export the recovery kit on the machine, and store the file somewhere else.',
    command: 'docker compose run --rm kit > recovery-kit.txt',
  },
  restore: {
    title: 'Restore',
    remedy: 'Check your projects and servers, then choose Resume managing servers at the top of this page.',
  },
  'audit-chain': {
    title: 'Audit log',
    remedy: 'Find out who had access to the database. Earlier backups still have the entries.',
  },
  outbox: { title: 'Handover to Restate', remedy: overdue, command: restartWorker },
  schedules: { title: 'Schedules', remedy: overdue, command: restartWorker },
  runs: { title: 'Workflow runs', remedy: overdue, command: restartWorker },
  looks: { title: 'Server checks', remedy: overdue, command: restartWorker },
  housekeeping: { title: 'Hourly cleanup', remedy: overdue, command: restartWorker },
  'mail-queue': { title: 'Email queue', remedy: overdue, command: restartWorker },
  notifications: { title: 'Notification queue', remedy: overdue, command: restartWorker },
  deletions: {
    title: 'Organization deletions',
    remedy: 'The organization’s owners can force the deletion. Longshore forces it after 30 days.',
  },
  servers: { title: 'Servers', remedy: 'Open Servers to see the problem of each.' },
} satisfies Record<string, HealthText>

export const healthTexts: Readonly<Record<string, HealthText>> = {
  ...settingsTexts,
  ...databaseTexts,
  ...processTexts,
  ...machineTexts,
  ...dataTexts,
}
