import { type Starter, write } from '../starter.ts'

export const plainStarters: readonly Starter[] = [
  {
    name: 'static',
    title: 'Plain files',
    steps: [
      write('index.html', [
        '<!doctype html>',
        '<title>Plain</title>',
        '<link rel="stylesheet" href="style.css">',
        '<p>A plain page</p>',
      ]),
      write('style.css', ['p { color: teal }']),
    ],
    answer: 'A plain page',
  },
  {
    name: 'dockerfile',
    title: 'A Dockerfile of its own',
    steps: [
      write('Dockerfile', [
        'FROM node:24-slim',
        'WORKDIR /app',
        'COPY . .',
        'USER node',
        'EXPOSE 8080',
        'CMD ["node", "server.mjs"]',
      ]),
      write('server.mjs', [
        "import { createServer } from 'node:http'",
        '',
        "createServer((_request, response) => response.end('A page by a Dockerfile')).listen(8080)",
      ]),
    ],
    answer: 'A page by a Dockerfile',
  },
]
