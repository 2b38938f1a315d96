/** Packages with compiled parts, and the system packages that they need. */
import type { AppWarning } from '../../app.ts'
import { warn } from '../make-app.ts'
import { dependencySource, type Manifest } from './manifest.ts'

interface Native {
  /** Debian packages for the build. */
  readonly build: readonly string[]
  /** Debian packages at run time. */
  readonly run: readonly string[]
}

const compiler = ['build-essential', 'python3'] as const

const modules: Readonly<Record<string, Native>> = {
  bcrypt: { build: compiler, run: [] },
  argon2: { build: compiler, run: [] },
  'better-sqlite3': { build: compiler, run: [] },
  sqlite3: { build: compiler, run: [] },
  canvas: {
    build: [...compiler, 'libcairo2-dev', 'libgif-dev', 'libjpeg-dev', 'libpango1.0-dev', 'librsvg2-dev', 'pkg-config'],
    run: ['libcairo2', 'libgif7', 'libjpeg62-turbo', 'libpango-1.0-0', 'libpangocairo-1.0-0', 'librsvg2-2'],
  },
  sharp: { build: [], run: [] },
  'node-sass': { build: compiler, run: [] },
  'node-gyp': { build: compiler, run: [] },
  isolated: { build: compiler, run: [] },
  'isolated-vm': { build: compiler, run: [] },
  'cpu-features': { build: compiler, run: [] },
  zeromq: { build: compiler, run: [] },
  'node-pty': { build: compiler, run: [] },
  serialport: { build: compiler, run: [] },
  libpq: { build: [...compiler, 'libpq-dev'], run: ['libpq5'] },
  'pg-native': { build: [...compiler, 'libpq-dev'], run: ['libpq5'] },
  '@tensorflow/tfjs-node': { build: compiler, run: [] },
  '@discordjs/opus': { build: compiler, run: [] },
  'sodium-native': { build: compiler, run: [] },
  'fluent-ffmpeg': { build: [], run: ['ffmpeg'] },
  puppeteer: { build: [], run: ['chromium', 'fonts-liberation'] },
  gm: { build: [], run: ['graphicsmagick'] },
  // Prisma's engines need OpenSSL, which Debian's slim image doesn't contain.
  '@prisma/client': { build: ['openssl'], run: ['openssl', 'ca-certificates'] },
}

export interface NativeNeeds extends Native {
  readonly warnings: readonly AppWarning[]
}

export function findNativeModules(manifest: Manifest): NativeNeeds {
  const found = Object.keys(modules).filter((name) => manifest.dependencies.has(name))
  const needs = found.flatMap((name) => modules[name] ?? [])
  const compiled = found.filter((name) => name !== '@prisma/client')
  return {
    build: [...new Set(needs.flatMap((one) => one.build))].sort(),
    run: [...new Set(needs.flatMap((one) => one.run))].sort(),
    warnings: compiled.map((name) =>
      warn(
        'native_module',
        `${name} needs system libraries.`,
        'The generated image installs them. Your own Dockerfile must do so too.',
        dependencySource(manifest, name),
      ),
    ),
  }
}
