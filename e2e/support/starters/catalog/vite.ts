import { npm, type Starter } from '../starter.ts'

const vite = (template: string) => npm('create-vite@9.3.0', ['app', '--template', template, '--no-interactive'])

export const viteStarters: readonly Starter[] = [
  { name: 'vite-react', title: 'Vite, React', steps: [vite('react-ts')], answer: 'id="root"', isQuick: true },
  { name: 'vite-react-pnpm', title: 'Vite, React, pnpm', steps: [vite('react')], answer: 'id="root"', lock: 'pnpm' },
  { name: 'vite-vue', title: 'Vite, Vue', steps: [vite('vue-ts')], answer: 'id="app"' },
  { name: 'vite-svelte', title: 'Vite, Svelte', steps: [vite('svelte-ts')], answer: 'id="app"' },
  { name: 'vite-solid', title: 'Vite, Solid', steps: [vite('solid-ts')], answer: 'id="root"' },
  { name: 'vite-preact', title: 'Vite, Preact', steps: [vite('preact-ts')], answer: 'id="app"' },
  { name: 'vite-lit', title: 'Vite, Lit', steps: [vite('lit-ts')], answer: 'my-element' },
  { name: 'vite-vanilla', title: 'Vite, no framework', steps: [vite('vanilla')], answer: 'id="app"' },
  {
    name: 'vite-ssr',
    title: 'Vite, React, server-rendered',
    steps: [npm('create-vite-extra@3.0.1', ['app', '--template', 'ssr-react'])],
    answer: 'Vite + React',
  },
  {
    name: 'vite-ssr-vanilla',
    title: 'Vite, no framework, server-rendered',
    steps: [npm('create-vite-extra@3.0.1', ['app', '--template', 'ssr-vanilla'])],
    answer: 'id="app"',
  },
  {
    name: 'vue',
    title: 'Vue with router and Pinia',
    steps: [npm('create-vue@3.24.0', ['app', '--typescript', '--router', '--pinia'])],
    answer: 'id="app"',
  },
  {
    name: 'rspack',
    title: 'Rspack, React',
    steps: [npm('create-rspack@2.2.3', ['app', '--template', 'react-ts'])],
    answer: 'id="root"',
  },
]
