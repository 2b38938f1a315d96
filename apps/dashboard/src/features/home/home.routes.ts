import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'
import { HomePage } from './home-page.tsx'

/** Home is part of the first file: most visits begin here, and other pages need most of its parts too. */
const home = createRoute({ getParentRoute: () => appRoute, path: '/', component: HomePage })

export const homeRoutes = [home]
