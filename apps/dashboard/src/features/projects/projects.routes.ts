import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const newProject = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./new-project-page.tsx'), 'NewProjectPage'),
  validateSearch: (search: Record<string, unknown>): { project?: string } =>
    typeof search['project'] === 'string' ? { project: search['project'] } : {},
})

const project = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./project-page.tsx'), 'ProjectPage'),
})

export const projectsRoutes = [newProject, project]
