/** Reads everything that an instance file describes from the instance. */
import {
  type AlertSettings,
  type AutoDeploy,
  type BackupConfig,
  type BackupDestination,
  type Client,
  type Connector,
  type ConnectorLinks,
  type Domain,
  type Environment,
  type GitProvider,
  type Invitation,
  isProblem,
  type Member,
  type Organization,
  type PreviewSettings,
  type ProjectSummary,
  type Registry,
  type Server,
  type Variable,
} from '@longshore/sdk'
import {
  getAlertSettings,
  getAutoDeploy,
  getBackupConfig,
  getConnectorLinks,
  getEnvironment,
  getOrganization,
  getPreviewSettings,
  listBackupDestinations,
  listConnectors,
  listDomains,
  listGitProviders,
  listInvitations,
  listMembers,
  listProjects,
  listRegistries,
  listServers,
  listVariables,
} from '@longshore/sdk/operations'
import { collectItems } from '../connection/collect-items.ts'

export interface Instance {
  organization: Organization
  members: Member[]
  invitations: Invitation[]
  alerts: AlertSettings
  gitProviders: GitProvider[]
  registries: Registry[]
  servers: Server[]
  storageLocations: BackupDestination[]
  channels: Connector[]
  domains: Domain[]
  projects: InstanceProject[]
}

export interface InstanceProject {
  project: ProjectSummary
  /** Null unless the project has a repository. */
  previews: PreviewSettings | null
  links: ConnectorLinks
  /** Environments of pull requests are left out. */
  environments: InstanceEnvironment[]
}

export interface InstanceEnvironment {
  environment: Environment
  variables: Variable[]
  /** Null unless the project has a repository. */
  autoDeploy: AutoDeploy | null
  backups: BackupConfig | null
}

export async function readInstance(client: Client, organizationId: string): Promise<Instance> {
  const id = { id: organizationId }
  const [organization, members, invitations, alerts] = await Promise.all([
    client.call(getOrganization, id),
    collectItems(client.items(listMembers, id)),
    collectItems(client.items(listInvitations, id)),
    client.call(getAlertSettings),
  ])
  const [gitProviders, registries, servers, storageLocations] = await Promise.all([
    collectItems(client.items(listGitProviders)),
    collectItems(client.items(listRegistries)),
    collectItems(client.items(listServers)),
    collectItems(client.items(listBackupDestinations)),
  ])
  const [channels, domains, projects] = await Promise.all([
    collectItems(client.items(listConnectors)),
    collectItems(client.items(listDomains)),
    collectItems(client.items(listProjects)),
  ])
  const read: InstanceProject[] = []
  // One project after the other, so that a large instance isn't asked for everything at once.
  for (const project of projects.filter(isKept)) read.push(await readProject(client, project))
  return {
    organization,
    members,
    invitations,
    alerts,
    gitProviders,
    registries,
    servers: servers.filter((each) => each.deletionRequestedAt === null),
    storageLocations,
    channels,
    domains,
    projects: read,
  }
}

/** The example app can be deployed again with one request, and nothing depends on it. */
function isKept({ isExample, deletionRequestedAt }: ProjectSummary): boolean {
  return !isExample && deletionRequestedAt === null
}

async function readProject(client: Client, project: ProjectSummary): Promise<InstanceProject> {
  const hasRepository = project.source === 'repository'
  const [links, previews] = await Promise.all([
    client.call(getConnectorLinks, { projectId: project.id }),
    hasRepository ? client.call(getPreviewSettings, { id: project.id }) : null,
  ])
  const kept = project.environments.filter((each) => each.preview === null && each.status !== 'deleting')
  const environments: InstanceEnvironment[] = []
  for (const { id } of kept) environments.push(await readEnvironment(client, id, hasRepository))
  return { project, previews, links, environments }
}

async function readEnvironment(client: Client, id: string, hasRepository: boolean): Promise<InstanceEnvironment> {
  const [environment, { items: variables }, autoDeploy, backups] = await Promise.all([
    client.call(getEnvironment, { id }),
    client.call(listVariables, { id }),
    hasRepository ? client.call(getAutoDeploy, { id }) : null,
    client.call(getBackupConfig, { id }).catch(nullIfNotFound),
  ])
  return { environment, variables, autoDeploy, backups }
}

/** Backups are not set up. */
function nullIfNotFound(error: unknown): null {
  if (isProblem(error) && error.status === 404) return null
  throw error
}
