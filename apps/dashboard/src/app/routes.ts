/** The route tree. Each feature lists its own pages; this file joins them. */
import { createRoute } from '@tanstack/react-router'
import { accountRoutes } from '../features/account/account.routes.ts'
import { alertsRoutes } from '../features/alerts/alerts.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { backupStoresRoutes } from '../features/backup-stores/backup-stores.routes.ts'
import { backupsRoutes } from '../features/backups/backups.routes.ts'
import { catalogRoutes } from '../features/catalog/catalog.routes.ts'
import { composeFileRoutes } from '../features/compose-file/compose-file.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { deploymentsRoutes } from '../features/deployments/deployments.routes.ts'
import { domainsRoutes } from '../features/domains/domains.routes.ts'
import { environmentDomainsRoutes } from '../features/domains/environment-domains.routes.ts'
import { environmentSettingsRoutes } from '../features/environment-settings/environment-settings.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { failuresRoutes, helpRoutes } from '../features/failures/failures.routes.ts'
import { createGalleryRoutes } from '../features/gallery/gallery.routes.ts'
import { gitRoutes } from '../features/git/git.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { instanceRoutes } from '../features/instance/instance.routes.ts'
import { logsRoutes } from '../features/logs/logs.routes.ts'
import { overviewRoutes } from '../features/overview/overview.routes.ts'
import { projectsRoutes } from '../features/projects/projects.routes.ts'
import { registriesRoutes } from '../features/registries/registries.routes.ts'
import { serversRoutes } from '../features/servers/servers.routes.ts'
import { servicesRoutes } from '../features/services/services.routes.ts'
import { settingsRoutes } from '../features/settings/settings.routes.ts'
import { teamRoutes } from '../features/team/team.routes.ts'
import { deviceRoutes } from '../features/tokens/device.routes.ts'
import { tokensRoutes } from '../features/tokens/tokens.routes.ts'
import { trashRoutes } from '../features/trash/trash.routes.ts'
import { variablesRoutes } from '../features/variables/variables.routes.ts'
import { appRoute, rootRoute } from '../navigation/root-routes.ts'
import { NotFound } from '../ui/not-found.tsx'
import { Shell } from './shell.tsx'

// biome-ignore format: one a line
const environmentPages = environmentRoute.addChildren([
  ...backupsRoutes,
  ...deploymentsRoutes,
  ...environmentDomainsRoutes,
  ...environmentSettingsRoutes,
  ...logsRoutes,
  ...overviewRoutes,
  ...servicesRoutes,
  ...composeFileRoutes,
  ...variablesRoutes,
])

/** An unknown path, inside the shell: the navigation stays. */
const unknownPage = createRoute({ getParentRoute: () => appRoute, path: '$', component: NotFound })

// biome-ignore format: one a line
const pages = appRoute.update({ component: Shell }).addChildren([
  ...accountRoutes,
  ...alertsRoutes,
  ...auditRoutes,
  ...backupStoresRoutes,
  ...catalogRoutes,
  ...connectorsRoutes,
  ...domainsRoutes,
  ...gitRoutes,
  ...helpRoutes,
  ...homeRoutes,
  ...instanceRoutes,
  ...projectsRoutes,
  ...registriesRoutes,
  ...serversRoutes,
  ...settingsRoutes,
  ...teamRoutes,
  ...tokensRoutes,
  ...trashRoutes,
  environmentPages,
  unknownPage,
])

/** A build leaves the gallery out unless it is asked for it. */
const galleryPages = import.meta.env.DEV || import.meta.env.MODE === 'gallery' ? createGalleryRoutes() : []

export const routeTree = rootRoute.addChildren([
  ...authRoutes,
  ...deviceRoutes,
  ...failuresRoutes,
  ...galleryPages,
  pages,
])
