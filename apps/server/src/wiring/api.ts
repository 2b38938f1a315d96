/** Composition root of the API process. Everything is passed in explicitly. It loads no code of the worker. */

import { linkAddress } from '../link-address.ts'
import { createAccountsModule, requireRecentSignIn, stillAllowed } from '../modules/accounts/index.ts'
import { createAdoptionsModule, isAdoptionUndone } from '../modules/adoptions/index.ts'
import { createAlertsModule } from '../modules/alerts/index.ts'
import { createAuditModule } from '../modules/audit/index.ts'
import { createAutoDeployModule } from '../modules/auto-deploy/index.ts'
import {
  createBackupsModule,
  createFirstBackups,
  hasBackups,
  keepFinalBackup,
  listDestinationsOn,
  startMove,
} from '../modules/backups/index.ts'
import { type CatalogModuleOptions, createCatalogModule } from '../modules/catalog/index.ts'
import { createCommandsModule } from '../modules/commands/index.ts'
import { createDeploymentsModule, deployFirst } from '../modules/deployments/index.ts'
import { createAddressOf, createDomainsModule, createFirstDomain, createListDomains } from '../modules/domains/index.ts'
import {
  createEnvironmentsModule,
  createFindProjectOf,
  listEnvironmentsOn,
  requirePerson,
} from '../modules/environments/index.ts'
import { createEventsModule } from '../modules/events/index.ts'
import { createGitProvidersModule } from '../modules/git-providers/index.ts'
import { createHardeningModule } from '../modules/hardening/index.ts'
import { createInstanceModule, createSendsMail, isOperator, requireOperator } from '../modules/instance/index.ts'
import { createMetricsModule } from '../modules/metrics/index.ts'
import { createNotificationsModule } from '../modules/notifications/index.ts'
import { createOrganizationsModule, quotaCeilings } from '../modules/organizations/index.ts'
import { createPreviewsModule } from '../modules/previews/index.ts'
import { createProjectsModule, findProjectIds, listProjectsUsing, readProjectFacts } from '../modules/projects/index.ts'
import { createRegistriesModule } from '../modules/registries/index.ts'
import { createRuntimeLogSource, createRuntimeLogsModule } from '../modules/runtime-logs/index.ts'
import { createServersModule, listUnreachableServers, readInstanceId } from '../modules/servers/index.ts'
import { createTrashModule } from '../modules/trash/index.ts'
import { createWorkloadsModule, readLiveRelease } from '../modules/workloads/index.ts'
import { systemClock as clock } from '../platform/clock/clock.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { createListener, type Listener } from '../platform/database/listener.ts'
import type { Readiness } from '../platform/http/health.ts'
import { StreamServer } from '../platform/http/sse/stream-server.ts'
import { createLinkClient, type LinkClient } from '../platform/link/link-client.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createSealer, type Sealer } from '../platform/secrets/seal.ts'
import type { ApiSettings } from '../settings.ts'
import { version } from '../version.ts'
import { failures } from './failures.ts'
import { trashHandlers } from './trash-handlers.ts'

export type ApiContext = ReturnType<typeof createApiContext>

/** Resources that block the removal of a server. */
const onServers = { environmentsOn: listEnvironmentsOn, destinationsOn: listDestinationsOn }

export function createApiContext(settings: ApiSettings, log: Log) {
  const url = settings.DATABASE_URL.reveal()
  const database = createDatabase({
    url,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'longshore-api',
    onIdleError: (err) => log.warn({ err }, 'database connection broke'),
  })
  const listener = createListener({ url, applicationName: 'longshore-api', log })
  const sealer = createSealer(settings.SEALING_RECIPIENT)
  const link = createLinkClient({ connect: linkAddress(settings), key: settings.LINK_KEY, sealer })
  const publicUrl = settings.PUBLIC_URL
  const streams = createStreams({ database, listener, log })
  const readiness: Readiness = { stopping: false }
  const attaching = attachingOf(settings, { database, sealer })
  const accounts = createAccountsModule({
    database,
    sealer,
    clock,
    publicUrl,
    signUpMode: settings.SIGN_UP_MODE,
    master: settings.API_DERIVE_KEY,
    origins: [publicUrl, ...settings.CORS_ORIGINS],
    unreachableServers: listUnreachableServers,
    sendsMail: createSendsMail(link),
  })
  // Deployments and the proxy report what is live, and on which server.
  const dependencies = {
    project: readProjectFacts,
    liveRelease: readLiveRelease,
    domains: createListDomains(attaching),
    ...{ hasBackups, keepFinalBackup, startMove, isAdoptionUndone },
  }
  const firsts = firstsOf(attaching)
  return {
    settings,
    log,
    database,
    listener,
    sealer,
    link,
    streams,
    readiness,
    metrics: createMetrics('api'),
    accounts,
    findProjectOf: createFindProjectOf(database),
    modules: [
      accounts,
      createOrganizations(settings, { database, sealer }),
      createAuditModule({ database }),
      createEventsModule({ database, streams }),
      createTrashModule({ database, handlers: trashHandlers, requirePerson: (actor) => requirePerson(clock, actor) }),
      createGitProvidersModule({ database, sealer, clock, link, publicUrl, projectsUsing: listProjectsUsing }),
      createProjectsModule({
        ...{ database, sealer, clock, streams, link },
        exampleImage: settings.EXAMPLE_IMAGE,
        ...firsts,
        dependencies,
      }),
      createEnvironmentsModule({ database, sealer, clock, link, dependencies }),
      createDomains(settings, attaching),
      createRegistriesModule({ database, sealer, link }),
      createServers(settings, { database, sealer, link, streams }),
      createHardeningModule({ database, clock, streams }),
      createDeploymentsModule({ database, streams, link }),
      createWorkloadsModule({ database, hasBackups }),
      createPreviewsModule({ database, sealer, addressOf: createAddressOf(settings.GENERATED_HOSTNAME_DOMAIN) }),
      createAutoDeployModule({ database, sealer, link, publicUrl, master: settings.API_DERIVE_KEY }),
      createRuntimeLogsModule({ database, streams }),
      createCommandsModule({ database, link, streams, isStopping: () => readiness.stopping }),
      createMetricsModule({ database, clock }),
      createAlertsModule({ database }),
      createNotificationsModule({ database, sealer, clock, link, publicUrl }),
      ...createDataModules(settings, { database, sealer, clock, link, streams, ...firsts, dependencies }),
    ],
    healthChecks: [{ name: 'database', check: () => database.ping() }],
  }
}

function createStreams(parts: { database: Database; listener: Listener; log: Log }): StreamServer {
  const { database } = parts
  return new StreamServer({
    ...parts,
    isStillAllowed: (owners) => stillAllowed(database.systemDb, owners),
    sources: { 'runtime-logs': createRuntimeLogSource(database) },
  })
}

function createOrganizations(settings: ApiSettings, parts: { database: Database; sealer: Sealer }) {
  const operators = operatorsOf(settings)
  return createOrganizationsModule({
    ...{ ...parts, clock, findProjectIds, publicUrl: settings.PUBLIC_URL, mailsPerDay: settings.EMAILS_PER_DAY },
    master: settings.API_DERIVE_KEY,
    quotaCeilings: quotaCeilings(settings.QUOTA_CEILINGS),
    isOperator: (actor) => isOperator(parts.database, actor, operators),
    unreachableServers: listUnreachableServers,
    requireRecentSignIn: (actor) => requireRecentSignIn(clock, actor),
  })
}

function createServers(
  settings: ApiSettings,
  parts: { database: Database; sealer: Sealer; link: LinkClient; streams: StreamServer },
) {
  const operators = operatorsOf(settings)
  return createServersModule({
    ...{ ...parts, ...onServers, clock },
    requireOperator: (actor) => requireOperator(parts.database, actor, operators),
    requireRecentSignIn: (actor) => requireRecentSignIn(clock, actor),
  })
}

function operatorsOf({ OPERATORS: operators, SIGN_UP_MODE: mode }: ApiSettings) {
  return { operators, isSignUpOpen: mode === 'open' }
}

/** Modules that protect, restore, and take over data: of this instance, and of environments. */
function createDataModules(
  settings: ApiSettings,
  parts: Omit<CatalogModuleOptions, 'prepareBackups' | 'folder'> & { streams: StreamServer },
) {
  const stored = { ...parts, isDiskOffered: settings.SIGN_UP_MODE !== 'open' }
  return [
    createInstanceModule({
      ...parts,
      failures,
      version,
      hasApiDocs: settings.API_DOCS !== 'off',
      operators: operatorsOf(settings),
      signUpMode: settings.SIGN_UP_MODE,
      urls: {
        publicUrl: settings.PUBLIC_URL,
        generatedHostnameDomain: settings.GENERATED_HOSTNAME_DOMAIN,
        corsOrigins: settings.CORS_ORIGINS,
      },
    }),
    createAdoptionsModule(parts),
    createBackupsModule(stored),
    createCatalogModule({
      ...parts,
      prepareBackups: createFirstBackups(stored),
      folder: settings.CATALOG_DIRECTORY,
    }),
  ]
}

function createDomains(settings: ApiSettings, attaching: ReturnType<typeof attachingOf>) {
  const instanceId = () => readInstanceId(attaching.database.systemDb)
  return createDomainsModule({ ...attaching, holdDays: settings.DOMAIN_RESERVATION_DAYS, instanceId })
}

/** Adds a domain and a deployment to a new environment. */
function firstsOf(attaching: ReturnType<typeof attachingOf>) {
  return {
    deploy: deployFirst,
    firstDomain: createFirstDomain(attaching),
    domains: createListDomains(attaching),
  }
}

/** Dependencies of modules that attach hostnames. */
function attachingOf(settings: ApiSettings, parts: { database: Database; sealer: Sealer }) {
  const { PUBLIC_URL: publicUrl, GENERATED_HOSTNAME_DOMAIN: addressDomain, PRIVATE_DOMAIN_SUFFIXES: allowed } = settings
  const names = { publicUrl, addressDomain, allowed }
  return { ...parts, names, isSignUpOpen: settings.SIGN_UP_MODE === 'open', settings: { addressDomain } }
}
