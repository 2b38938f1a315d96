import { npm, type Starter } from '../starter.ts'

const choices = ['--ts', '--eslint', '--tailwind', '--app', '--no-src-dir', '--import-alias', '@/*', '--use-npm']
const quiet = ['--yes', '--skip-install', '--disable-git']

export const nextStarters: readonly Starter[] = [
  {
    name: 'next-16',
    title: 'Next.js 16',
    steps: [npm('create-next-app@16.4.3', ['app', ...choices, ...quiet])],
    answer: 'Create Next App',
  },
  {
    name: 'next-15',
    title: 'Next.js 15',
    steps: [npm('create-next-app@15.5.28', ['app', ...choices, ...quiet])],
    answer: 'Create Next App',
  },
  {
    name: 'next-14',
    title: 'Next.js 14',
    steps: [npm('create-next-app@14.2.35', ['app', ...choices])],
    answer: 'Create Next App',
  },
  {
    name: 'next-pages',
    title: 'Next.js 16, pages router, JavaScript',
    steps: [
      npm('create-next-app@16.4.3', ['app', '--js', '--no-app', '--no-tailwind', '--no-linter', '--src-dir', ...quiet]),
    ],
    answer: '__NEXT_DATA__',
  },
  {
    name: 'next-pnpm',
    title: 'Next.js 16, pnpm',
    steps: [
      npm('create-next-app@16.4.3', ['app', '--ts', '--app', '--no-linter', '--tailwind', '--use-pnpm', ...quiet]),
    ],
    answer: 'Create Next App',
    lock: 'pnpm',
  },
  {
    name: 't3',
    title: 'T3 (Next.js, tRPC, Tailwind)',
    steps: [
      npm('create-t3-app@7.40.0', ['app', '--CI', '--noGit', '--noInstall', '--tailwind', '--trpc', '--appRouter']),
    ],
    answer: 'Create T3 App',
  },
]
