/**
 * Where each property of a request is in an instance file, or why it isn't there. The test of the coverage fails for a property of
 * the API that is neither in the file nor here.
 */
export interface CoveredOperation {
  /** Place in the file, with list items as fields. Empty: the root. */
  readonly at: string
  /** Places of properties with another name. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Properties that aren't in the file, with the reason. */
  readonly excluded?: Readonly<Record<string, string>>
}

const environment = 'projects.environments'
const project = { 'repository.providerId': 'repository.provider', rootDirectory: 'repository.rootDirectory' }
const dataLoss = 'Agreeing to lose data is a decision for one moment, so apply never sends it.'
const variables = { 'variables.secret': 'variables.value' }
const notInFile = 'Rehearsals are set in the dashboard or with the API.'
const otherNotation = 'Another notation for `variables`.'

export const coveredOperations: Readonly<Record<string, CoveredOperation>> = {
  updateOrganization: { at: 'organization' },
  createInvitation: { at: 'organization.members' },
  updateMember: { at: 'organization.members' },
  updateAlertSettings: { at: '', renamed: { rules: 'alertRules' } },
  saveGitToken: { at: 'gitProviders' },
  saveRegistry: { at: 'registries' },
  createServer: { at: 'servers', renamed: { jumpServerId: 'jumpServer' } },
  updateServer: { at: 'servers', renamed: { jumpServerId: 'jumpServer' } },
  createBackupDestination: { at: 'storageLocations', renamed: { serverId: 'server' } },
  updateBackupDestination: { at: 'storageLocations' },
  createConnector: { at: 'notificationChannels' },
  updateConnector: { at: 'notificationChannels' },
  registerDomain: { at: '', renamed: { hostname: 'domains' } },
  createProject: { at: 'projects', renamed: project },
  updateProject: { at: 'projects', renamed: project },
  updatePreviewSettings: {
    at: 'projects.previews',
    renamed: { templateEnvironmentId: 'templateEnvironment', ...variables },
  },
  replaceConnectorLinks: {
    at: 'projects',
    renamed: { links: 'notifications', 'links.connectorId': 'notifications.channel' },
  },
  createEnvironment: {
    at: environment,
    renamed: { serverId: 'server' },
    excluded: {
      projectId: 'The place of the environment in the file says it.',
      copyFrom: 'An action: the file lists the services and variables themselves.',
    },
  },
  updateEnvironment: {
    at: environment,
    renamed: { buildServerId: 'buildServer' },
    excluded: {
      rehearsal: notInFile,
      'rehearsal.mode': notInFile,
      'rehearsal.maxBackupAgeHours': notInFile,
      'rehearsal.maxBytes': notInFile,
      'rehearsal.maxSeconds': notInFile,
      'rehearsal.maxLockSeconds': notInFile,
      'rehearsal.largeTableBytes': notInFile,
      'rehearsal.maxDiskGrowthBytes': notInFile,
      'rehearsal.allowDestructive': notInFile,
    },
  },
  changeBranch: { at: environment },
  linkServer: { at: environment, renamed: { serverId: 'server' } },
  configureServices: { at: environment, excluded: { removeData: dataLoss, skipFinalBackup: dataLoss } },
  addVariables: { at: environment, renamed: variables },
  replaceVariables: {
    at: environment,
    renamed: variables,
    excluded: {
      keepOthers: 'The option --prune of apply says it.',
      env: otherNotation,
      service: otherNotation,
      secret: otherNotation,
      scope: otherNotation,
    },
  },
  attachDomain: {
    at: `${environment}.domains`,
    excluded: {
      domainId: 'The hostname says it.',
      'maintenance.enabled': "An action: applying a file doesn't start or end maintenance.",
    },
  },
  setAutoDeploy: {
    at: `${environment}.autoDeploy`,
    excluded: { rotateSecret: 'An action.' },
  },
  updateBackupConfig: {
    at: `${environment}.backups`,
    renamed: {
      destination: 'storageLocation',
      'destination.id': 'storageLocation',
      encryption: 'recipient',
      'encryption.recipient': 'recipient',
    },
    excluded: Object.fromEntries(
      [
        ...[
          'type',
          'endpoint',
          'region',
          'bucket',
          'prefix',
          'pathStyle',
          'accessKeyId',
          'secretAccessKey',
          'serverId',
        ],
        ...['objectLock', 'objectLock.mode', 'objectLock.days'],
      ].map((name) => [`destination.${name}`, 'A new storage location is in `storageLocations`.']),
    ),
  },
}

const account = 'Belongs to a person, not to the organization.'
const action = 'An action, not a state.'
const oneTime = 'Gives a secret that is shown once.'

/** Requests without any property in the file. */
export const excludedOperations: Readonly<Record<string, string>> = {
  acceptInvitation: account,
  acceptServerHostKey: action,
  adoptComposeProject: action,
  approveDeviceSignIn: account,
  changePassword: account,
  checkCompose: action,
  previewTemplate: action,
  deployTemplate: action,
  cleanUpServer: action,
  completeGithubApp: 'Needs a browser. The file names the app, and apply reports it if it is missing.',
  confirmAdoption: action,
  confirmMfa: account,
  createApiToken: oneTime,
  createDeployment: action,
  createExample: 'The example app has no data and can be deployed again with one request.',
  createOrganization: 'apply works in an organization that exists.',
  createStreamTicket: oneTime,
  deleteMe: account,
  denyDeviceSignIn: account,
  disableMfa: account,
  exportBackupKey: oneTime,
  finalizeProject: 'An action: it creates an environment from an analysis. The file has the environment itself.',
  findDeviceSignIn: account,
  forgotPassword: account,
  hardenServer: action,
  importSql: action,
  login: account,
  pollDeviceSignIn: account,
  previewConnector: action,
  previewInvitation: account,
  promoteEnvironment: action,
  recoverEnvironment: action,
  recoverServer: action,
  startDrill: action,
  changeRecoverySettings: 'Drills and targets of an environment are set in the dashboard or with the API.',
  receiveWebhook: 'Only Git providers send it.',
  refreshSession: account,
  register: account,
  resendOtp: account,
  resetPassword: account,
  restoreBackup: action,
  retryAnalysis: action,
  revealComposeFile: oneTime,
  revealServiceCredentials: oneTime,
  revealVariable: oneTime,
  revertHardening: action,
  replaceServerAllowances:
    'Only an operator who signed in recently can allow parts of a server, and never with a file.',
  rotateServerKey: action,
  runCommand: action,
  setTrashRetention: 'Only a person who signed in recently can shorten it, so it isn’t in a file.',
  updateEnvironmentTemplate: 'The services and variables that the template describes are in the file themselves.',
  saveComposeFile: 'The services and variables that the compose file describes are in the file themselves.',
  scheduleDeployment: 'A single deployment at a time in the future is an action.',
  startDeviceSignIn: account,
  startGithubApp: 'Needs a browser. The file names the app, and apply reports it if it is missing.',
  testConnection: action,
  triggerBackup: action,
  updateMe: account,
  validateComposeFile: action,
  verifyOtp: account,
}
