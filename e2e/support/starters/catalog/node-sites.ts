import { npm, type Starter } from '../starter.ts'

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
    name: 'hexo',
    title: 'Hexo',
    steps: [npm('hexo-cli@4.3.2', ['init', 'app', '--no-clone', '--no-install'], { program: 'hexo' })],
    answer: 'Hexo',
  },
]
