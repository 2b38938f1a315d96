/** Builds a release, and publishes it with --publish: bin/release. */

import { makeRelease } from './release/make-release.ts'
import { readOptions, usage } from './release/options.ts'

const args = process.argv.slice(2)
if (args.length === 0 || args.includes('--help')) console.log(usage)
else await makeRelease(readOptions(args, process.env))
