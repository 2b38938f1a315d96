import { npm, type Starter } from '../starter.ts'

export const nodeServerStarters: readonly Starter[] = [
  {
    name: 'nest',
    title: 'NestJS',
    steps: [
      npm('@nestjs/cli@12.0.8', ['new', 'app', '--skip-install', '--skip-git', '--package-manager', 'npm'], {
        program: 'nest',
      }),
    ],
    answer: 'Hello World!',
  },
  {
    name: 'express',
    title: 'Express generator',
    steps: [npm('express-generator@4.16.1', ['app'], { program: 'express' })],
    answer: 'Welcome to Express',
    isQuick: true,
  },
  {
    name: 'express-ejs',
    title: 'Express generator, EJS',
    steps: [npm('express-generator@4.16.1', ['--view=ejs', '--git', 'app'], { program: 'express' })],
    answer: 'Welcome to Express',
  },
  {
    name: 'express-ts',
    title: 'Express generator, TypeScript',
    steps: [npm('express-generator-typescript@2.8.1', ['app'])],
    answer: 'html',
  },
  {
    name: 'fastify',
    title: 'Fastify CLI',
    steps: [npm('fastify-cli@8.0.2', ['generate', 'app'], { program: 'fastify' })],
    answer: '"root":true',
  },
  {
    name: 'fastify-esm',
    title: 'Fastify CLI, ES modules',
    steps: [npm('fastify-cli@8.0.2', ['generate', 'app', '--esm'], { program: 'fastify' })],
    answer: '"root":true',
  },
  {
    name: 'fastify-ts',
    title: 'Fastify CLI, TypeScript',
    steps: [npm('fastify-cli@8.0.2', ['generate', 'app', '--lang=ts'], { program: 'fastify' })],
    answer: '"root":true',
  },
  {
    name: 'koa',
    title: 'Koa generator',
    steps: [npm('koa-generator@1.1.17', ['app'], { program: 'koa' })],
    answer: 'Koa',
  },
  {
    name: 'koa-2',
    title: 'Koa generator, async',
    steps: [npm('koa-generator@1.1.17', ['app'], { program: 'koa2' })],
    answer: 'Koa',
  },
]
