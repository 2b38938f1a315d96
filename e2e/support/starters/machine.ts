/**
 * All adaptations to the test machine. Nothing here changes an app's source file, a generated Dockerfile or a setting
 * of the product: a failure of Longshore stays a failure. The documentation lists them.
 */
import { createTar } from '../../fixtures/tar.ts'
import type { Target } from '../../fixtures/target.ts'

export interface Workaround {
  readonly what: string
  readonly why: string
}

export const workarounds: readonly Workaround[] = [
  {
    what: 'Base images are stand-ins from packages of Debian, with the usual names, programs and users.',
    why: 'The test machine reaches no image registry. Node.js is version 24, Python 3.11 and Java 17, whatever the tag says, and Alpine is Debian: sizes differ from those of the real images.',
  },
  {
    what: '`package-lock.json` gets an entry for each optional package that another package names and the lockfile lacks.',
    why: "The machine's package mirror lacks packages for other operating systems, so npm leaves them out of the lockfile, and `npm ci` then refuses it. A lockfile from the public registry has these entries. They are for other systems, and nothing is installed for them.",
  },
  {
    what: 'The stand-in for Node.js answers requests of `next/font/google` from a file.',
    why: "The machine doesn't reach Google Fonts. Next.js has this switch for its own tests.",
  },
  {
    what: 'The stand-in for Python makes uv use the certificate authorities of the system.',
    why: "uv has its own list, which doesn't have the authority of the package mirror.",
  },
]

interface Lock {
  packages?: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
  [more: string]: unknown
}

/** Entries only for versions that aren't the nearest on the way up, as Node.js looks for packages. */
export function completeLock(lock: Lock): Lock {
  const packages = { ...lock.packages }
  for (const [place, { optionalDependencies = {} }] of Object.entries(lock.packages ?? {}))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!/^\d/.test(version) || nearest(packages, place, name)?.version === version) continue
      packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`] = { version, optional: true, os: ['none'] }
    }
  return { ...lock, packages }
}

function nearest(packages: Record<string, LockedPackage>, place: string, name: string): LockedPackage | undefined {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]
    if (found !== undefined || at === '') return found
  }
}

const fontsFile = 'longshore-fonts.js'
/** Fonts that the starters name, as style sheets without a file behind them. */
const fonts = `module.exports = Object.fromEntries(['Geist', 'Geist+Mono', 'Inter'].map((family) => [
  \`https://fonts.googleapis.com/css2?family=\${family}:wght@100..900&display=swap\`,
  "@font-face { font-family: 'Stand-in'; font-style: normal; font-weight: 100 900; src: local('sans-serif'); }",
]))
`

/** A layer on top of the stand-ins that the target has under these names. */
export async function adaptBaseImages(target: Target, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    const lines = layerFor(name)
    if (lines.length === 0) continue
    const context = createTar([
      { path: 'Dockerfile', mode: 0o644, content: [`FROM ${name}`, ...lines, ''].join('\n') },
      { path: fontsFile, mode: 0o644, content: fonts },
    ])
    await target.mustExec(['docker', 'build', '--quiet', '--tag', name, '-'], { stdin: context, deadlineMs: 120_000 })
  }
}

function layerFor(name: string): string[] {
  if (/^node:/.test(name))
    return [`COPY ${fontsFile} /opt/${fontsFile}`, `ENV NEXT_FONT_GOOGLE_MOCKED_RESPONSES=/opt/${fontsFile}`]
  if (/^python:/.test(name)) return ['ENV UV_NATIVE_TLS=true']
  return []
}
