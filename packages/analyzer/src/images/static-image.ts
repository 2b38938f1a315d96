/** Files served by Caddy, as somebody without rights. */
import type { ImageStep, Stage } from './image-plan.ts'
import { expose, run, user, workdir } from './steps.ts'

export const staticPort = 80

const head = [
  '{',
  '  admin off',
  '  auto_https off',
  '  persist_config off',
  '}',
  `:${staticPort} {`,
  '  root * /srv',
  '  encode zstd gzip',
]

/** A site has a page per path; a single-page app answers every path with its one page. */
const fallback = {
  site: [
    '  try_files {path} {path}.html {path}/index.html',
    '  file_server',
    '  handle_errors {',
    '    rewrite * /404.html',
    '    file_server',
    '  }',
  ],
  page: ['  try_files {path} {path}.html {path}/index.html /index.html', '  file_server'],
}

export function serveFiles(files: ImageStep, isSinglePage: boolean): Stage {
  const lines = [...head, ...fallback[isSinglePage ? 'page' : 'site'], '}']
  const text = lines.map((line) => `'${line}'`).join(' ')
  return {
    name: 'run',
    from: 'caddy:2-alpine',
    note: isSinglePage
      ? 'Serves the files; a path without a file gets index.html, whose program knows what to show.'
      : 'Serves the files.',
    steps: [
      // The right to open low ports comes from the engine; a program with rights of its own does not start without them.
      run(`setcap -r /usr/bin/caddy && printf '%s\\n' ${text} > /etc/caddy/Caddyfile`),
      workdir('/srv'),
      files,
      user('10001:10001'),
      ...expose(staticPort),
      { do: 'command', words: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'] },
    ],
  }
}
