/** One version for all parts, from the package. */
import packageJson from '../package.json' with { type: 'json' }

export const version: string = packageJson.version
