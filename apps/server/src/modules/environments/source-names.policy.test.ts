import { expect, test } from 'vitest'
import { cleanRepositoryPath, isBranchName, isImageReference } from './source-names.policy.ts'

test.each([
  'main',
  'feature/Grüße',
  'release-1.2',
  'a@b',
  'dependabot/npm_and_yarn/zod-4',
  'x/y/z',
  '日本',
  "it's",
  'a;b',
])('accepts the branch %s', (name) => expect(isBranchName(name)).toBe(true))

test.each([
  '', '-main', '--upload-pack=touch X', 'a..b', 'a b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', '/a', 'a/', 'a//b', '.a',
  'a/.b', 'a.lock', 'a/b.lock/c', 'a.', '@', 'a@{1}', 'HEAD', 'a\nb', 'a\u007f', 'a\u0000', 'x'.repeat(256),
])('rejects the branch %j', (name) => expect(isBranchName(name)).toBe(false)) // biome-ignore format: a list

test.each([
  ['', '.'],
  ['.', '.'],
  ['./', '.'],
  ['apps/web', 'apps/web'],
  ['./apps//web/', 'apps/web'],
  ['apps/-odd', 'apps/-odd'],
  ['päckchen/$(x)', 'päckchen/$(x)'],
])('the path %j is %s', (path, clean) => expect(cleanRepositoryPath(path)).toBe(clean))

test.each([
  '/etc',
  '../x',
  'a/../../b',
  'a/..',
  '-x',
  '.git/hooks',
  'a/.GIT',
  'a\\b',
  'a\u0000b',
  'a\nb',
  'x'.repeat(1001),
])('rejects the path %j', (path) => expect(cleanRepositoryPath(path)).toBeUndefined())

test.each([
  'nginx',
  'nginx:1.29-alpine',
  'library/nginx',
  'ghcr.io/owner/app:v1',
  'localhost:5000/app',
  'registry.example.com:5000/team/app@sha256:'.concat('a'.repeat(64)),
  'a/b__c:1.0',
])('accepts the image %s', (text) => expect(isImageReference(text)).toBe(true))

test.each([
  '',
  '-v',
  'Nginx',
  'nginx:',
  'nginx:a b',
  'nginx@sha256:12',
  'a/../b',
  'nginx;id',
  'http://x/y',
  'a//b',
  'ex$(id)',
  'a\nb',
])('rejects the image %j', (text) => expect(isImageReference(text)).toBe(false))
