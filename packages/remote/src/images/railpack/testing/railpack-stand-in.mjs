/** Does for folders with a `start.sh` what the railpack program does, as far as Longshore relies on it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const options = {
  version: { type: 'boolean' },
  'plan-out': { type: 'string' },
  'build-cmd': { type: 'string' },
  'error-missing-start': { type: 'boolean' },
  env: { type: 'string', multiple: true },
}
const { values, positionals } = parseArgs({ options, allowPositionals: true })
if (values.version) {
  process.stdout.write('railpack version 0.36.4\n')
  process.exit(0)
}
const [, directory] = positionals
if (!existsSync(join(directory, 'start.sh'))) {
  process.stderr.write('Railpack could not determine how to build the app.\n')
  process.exit(1)
}
const build = values['build-cmd']
const plan = {
  secrets: (values.env ?? []).map((each) => each.split('=')[0]),
  steps: [
    { name: 'packages:mise', inputs: [{ image: 'ghcr.io/railwayapp/railpack-builder:mise-1' }] },
    {
      name: 'build',
      inputs: [{ step: 'packages:mise' }, { local: true, include: ['.'] }],
      commands: [{ cmd: build === undefined ? 'chmod +x start.sh' : `sh -c '${build}'` }],
      secrets: ['*'],
    },
  ],
  deploy: {
    base: { image: 'ghcr.io/railwayapp/railpack-runtime:mise-1' },
    inputs: [{ step: 'build', include: ['.'] }],
    startCommand: 'sh start.sh',
    variables: {},
  },
}
mkdirSync(dirname(values['plan-out']), { recursive: true })
writeFileSync(values['plan-out'], JSON.stringify(plan))
