/** The version from package.json, the same for all packages. */
import packageJson from '../package.json' with { type: 'json' }

export const version: string = packageJson.version
