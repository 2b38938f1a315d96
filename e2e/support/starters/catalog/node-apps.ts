import { npm, type Starter } from '../starter.ts'

const angular = ['new', 'app', '--defaults', '--skip-install', '--skip-git']
const svelte = npm('sv@0.17.1', [
  'create',
  'app',
  ...['--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install'],
])

export const nodeAppStarters: readonly Starter[] = [
  { name: 'sveltekit', title: 'SvelteKit, adapter-auto', steps: [svelte], answer: 'Welcome to SvelteKit' },
  {
    name: 'sveltekit-node',
    title: 'SvelteKit, adapter-node',
    steps: [
      svelte,
      npm('sv@0.17.1', ['add', 'sveltekit-adapter=adapter:node', '--no-install', '--no-git-check'], { isInside: true }),
    ],
    answer: 'Welcome to SvelteKit',
  },
  {
    name: 'angular',
    title: 'Angular 21',
    steps: [npm('@angular/cli@21.2.27', angular, { program: 'ng' })],
    answer: 'app-root',
  },
  {
    name: 'angular-ssr',
    title: 'Angular 19, server-rendered',
    steps: [npm('@angular/cli@19.2.27', [...angular, '--ssr'], { program: 'ng' })],
    answer: 'app-root',
  },
  {
    name: 'tanstack-start',
    title: 'TanStack Start',
    steps: [npm('@tanstack/create-start@0.59.43', ['app', '--no-install', '--no-git', '--package-manager', 'npm'])],
    answer: 'TanStack',
  },
  {
    name: 'qwik',
    title: 'Qwik City, Express adapter',
    steps: [
      npm('create-qwik@1.20.1', ['empty', 'app']),
      npm('@builder.io/qwik@1.20.1', ['add', 'express', '--skipConfirmation=true'], {
        program: 'qwik',
        beside: ['ignore@7.0.5', 'semver@7.7.3', 'ts-morph@27.0.2'],
        isInside: true,
      }),
    ],
    answer: 'Qwik',
  },
]
