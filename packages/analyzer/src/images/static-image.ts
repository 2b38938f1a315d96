/** Files served by Caddy as an unprivileged user. */
import type { ImageStep, Stage } from './image-plan.ts'
import { environment, expose, run, stopSignal, user, workdir } from './steps.ts'

export const staticPort = 80

const head = ['{', '  admin off', '  auto_https off', '}', `:${staticPort} {`, '  root * /srv', '  encode zstd gzip']

/** A site has a page per path; a single-page app returns its one page for every path. */
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

const takeServer =
  'mkdir -p /out/usr/bin /out/etc/caddy && cp /usr/bin/caddy /out/usr/bin/ && cp /etc/mime.types /out/etc/'

/**
 * The last two stages: the server is copied out of its image, because removing the capability in place would create a
 * second copy.
 */
export function serveFiles(files: ImageStep, isSinglePage: boolean): Stage[] {
  const lines = [...head, ...fallback[isSinglePage ? 'page' : 'site'], '}']
  const text = lines.map((line) => `'${line}'`).join(' ')
  return [
    {
      name: 'server',
      from: 'caddy:2-alpine',
      note: 'The server without the right to open low ports: the engine gives that, and a program that asks for it does not start without.',
      steps: [run(`${takeServer} && printf '%s\\n' ${text} > /out/etc/caddy/Caddyfile`)],
    },
    {
      name: 'run',
      from: 'alpine:3.22',
      note: isSinglePage
        ? 'Serves the files; a path without a file gets index.html, whose program knows what to show.'
        : 'Serves the files.',
      steps: [
        { do: 'copy', from: 'server', paths: ['/out'], to: '/', owner: null },
        environment({ XDG_CONFIG_HOME: '/tmp', XDG_DATA_HOME: '/tmp' }),
        workdir('/srv'),
        files,
        user('10001:10001'),
        ...expose(staticPort),
        stopSignal('SIGTERM'),
        { do: 'command', args: ['/usr/bin/caddy', 'run', '--config', '/etc/caddy/Caddyfile'] },
      ],
    },
  ]
}
