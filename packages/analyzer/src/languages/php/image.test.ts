import { expect, test } from 'vitest'
import { analyze } from '../../analyze.ts'
import { treeOf } from '../../tree.ts'

const files = {
  'composer.json': '{"require":{"php":"^8.3","slim/slim":"^4.0","ext-redis":"*"}}',
  'composer.lock': '{}',
  'public/index.php': "<?php\nrequire __DIR__ . '/../vendor/autoload.php';\n",
}

test('the runtime image has the extensions, not Composer, and no file of the app twice', async () => {
  const text = (await analyze(treeOf(files))).services[0]?.dockerfile?.text ?? ''
  const [, php = '', build = '', run = ''] = text.split(/^(?=FROM )/m)
  expect(php).toContain('install-php-extensions opcache redis')
  expect(php).toContain('RUN chown 10001:10001 /app')
  expect(build).toContain('composer install --no-dev')
  expect(run).toMatch(/^FROM php AS run\n/)
  expect(run).toContain('COPY --from=build --chown=10001:10001 /app /app')
  expect(run).not.toContain('composer')
  expect(text).not.toContain('chown -R')
})
