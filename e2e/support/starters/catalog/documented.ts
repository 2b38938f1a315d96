/** Frameworks without a generator in a package registry: the first files of their documentation, rewritten. */
import { type Starter, write } from '../starter.ts'

const ignored = write('.gitignore', [
  'node_modules',
  'dist',
  '_site',
  '.astro',
  '.react-router',
  'build',
  '.parcel-cache',
  'cache',
])
const manifest = (scripts: Record<string, string>, dependencies: Record<string, string>) =>
  write('package.json', [
    JSON.stringify({ name: 'app', private: true, type: 'module', scripts, dependencies }, null, 2),
  ])

export const documentedStarters: readonly Starter[] = [
  {
    name: 'astro',
    title: 'Astro, as its documentation begins',
    steps: [
      manifest({ build: 'astro build' }, { astro: '5.14.1' }),
      write('src/pages/index.astro', ['---', '---', '<html lang="en"><body><h1>A page by Astro</h1></body></html>']),
      ignored,
    ],
    answer: 'A page by Astro',
  },
  {
    name: 'eleventy',
    title: 'Eleventy, as its documentation begins',
    steps: [
      manifest({ build: 'eleventy' }, { '@11ty/eleventy': '3.1.2' }),
      write('index.md', ['# A page by Eleventy']),
      ignored,
    ],
    answer: 'A page by Eleventy',
  },
  {
    name: 'vitepress',
    title: 'VitePress, as its documentation begins',
    steps: [
      manifest({ 'docs:build': 'vitepress build docs' }, { vitepress: '1.6.4' }),
      write('docs/index.md', ['# A page by VitePress']),
      ignored,
    ],
    answer: 'A page by VitePress',
  },
  {
    name: 'parcel',
    title: 'Parcel, as its documentation begins',
    steps: [
      manifest({ build: 'parcel build src/index.html' }, { parcel: '2.16.0' }),
      write('src/index.html', [
        '<!doctype html>',
        '<html lang="en">',
        '<head><title>A page by Parcel</title><script type="module" src="app.js"></script></head>',
        '</html>',
      ]),
      write('src/app.js', ["document.body.append('Hello')"]),
      ignored,
    ],
    answer: 'A page by Parcel',
  },
  {
    name: 'hono',
    title: 'Hono, as its documentation begins',
    steps: [
      manifest(
        { build: 'tsc', start: 'node dist/index.js' },
        { hono: '4.9.9', '@hono/node-server': '1.19.5', typescript: '5.9.3', '@types/node': '24.6.2' },
      ),
      write('tsconfig.json', [
        '{ "compilerOptions": { "target": "ESNext", "module": "NodeNext", "strict": true, "skipLibCheck": true, "types": ["node"],',
        '  "outDir": "dist", "rootDir": "src" } }',
      ]),
      write('src/index.ts', [
        "import { serve } from '@hono/node-server'",
        "import { Hono } from 'hono'",
        '',
        'const app = new Hono()',
        "app.get('/', (c) => c.text('A page by Hono'))",
        'serve({ fetch: app.fetch, port: 3000 })',
      ]),
      ignored,
    ],
    answer: 'A page by Hono',
  },
  {
    name: 'react-router',
    title: 'React Router, as its documentation begins',
    steps: [
      manifest(
        { build: 'react-router build', start: 'react-router-serve ./build/server/index.js' },
        {
          ...{ '@react-router/dev': '7.9.3', '@react-router/node': '7.9.3', '@react-router/serve': '7.9.3' },
          ...{ 'react-router': '7.9.3', react: '19.1.1', 'react-dom': '19.1.1', isbot: '5.1.31', vite: '7.1.9' },
        },
      ),
      write('vite.config.js', [
        "import { reactRouter } from '@react-router/dev/vite'",
        '',
        'export default { plugins: [reactRouter()] }',
      ]),
      write('app/routes.js', [
        "import { index } from '@react-router/dev/routes'",
        '',
        "export default [index('./home.jsx')]",
      ]),
      write('app/home.jsx', ['export default function Home() {', '  return <h1>A page by React Router</h1>', '}']),
      write('app/root.jsx', [
        "import { Outlet, Scripts } from 'react-router'",
        '',
        'export default function Root() {',
        '  return (',
        '    <html lang="en">',
        '      <body>',
        '        <Outlet />',
        '        <Scripts />',
        '      </body>',
        '    </html>',
        '  )',
        '}',
      ]),
      ignored,
    ],
    answer: 'A page by React Router',
  },
]
