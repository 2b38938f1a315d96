/**
 * Folders in which a framework caches data for its next build. They are mounted during the build: no image contains
 * them, and each environment has its own.
 */
import type { Shape } from '../shape.ts'

/** Paths relative to the app. */
const folders: Readonly<Record<string, string>> = {
  next: '.next/cache',
  angular: '.angular/cache',
  astro: 'node_modules/.astro',
  nuxt: 'node_modules/.cache',
  docusaurus: 'node_modules/.cache',
  'create-react-app': 'node_modules/.cache',
  'vue-cli': 'node_modules/.cache',
  parcel: '.parcel-cache',
}

export function buildCaches({ framework }: Shape, appFolder: string): string[] {
  const name = framework?.value ?? ''
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined
  return folder === undefined ? [] : [`${appFolder}/${folder}`]
}
