import { npm, type Starter, write } from '../starter.ts'

export const nodeSiteStarters: readonly Starter[] = [
  {
    name: 'docusaurus',
    title: 'Docusaurus',
    steps: [
      npm('create-docusaurus@3.8.1', ['app', 'classic', '--skip-install', '--javascript', '--package-manager', 'npm']),
    ],
    answer: 'Docusaurus',
  },
  {
    name: 'vuepress',
    title: 'VuePress',
    steps: [npm('create-vuepress@2.0.0-rc.128', ['app'])],
    answer: 'VuePress',
  },
  { name: 'slidev', title: 'Slidev', steps: [npm('create-slidev@52.15.2', ['app'])], answer: 'Slidev' },
  {
    name: 'hexo',
    title: 'Hexo',
    steps: [npm('hexo-cli@4.3.2', ['init', 'app', '--no-clone', '--no-install'], { program: 'hexo' })],
    answer: 'Hexo',
  },
  {
    name: 'cra',
    title: 'Create React App',
    steps: [npm('create-react-app@5.1.0', ['app'])],
    answer: 'id="root"',
  },
  {
    name: 'ember',
    title: 'Ember',
    steps: [npm('ember-cli@7.3.0', ['new', 'app', '--skip-npm', '--skip-git', '--no-pnpm'], { program: 'ember' })],
    answer: 'app',
  },
  {
    name: 'eleventy',
    title: 'Eleventy, as its documentation begins',
    steps: [
      write('package.json', [
        '{ "name": "site", "private": true, "type": "module", "scripts": { "build": "eleventy" },',
        '  "dependencies": { "@11ty/eleventy": "3.1.2" } }',
      ]),
      write('index.md', ['# A page by Eleventy']),
      write('.gitignore', ['node_modules', '_site']),
    ],
    answer: 'A page by Eleventy',
  },
]
