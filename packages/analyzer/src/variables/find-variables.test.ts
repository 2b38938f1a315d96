import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const app = {
  'package.json': '{"name":"shop","scripts":{"start":"node server.js"},"dependencies":{"express":"^5"}}',
  'package-lock.json': '{}',
  'server.js': "import express from 'express'\nexpress().listen(3000)\n",
}

async function variablesOf(files: Record<string, string>): Promise<Record<string, string>> {
  const { variables } = await analyze(treeOf(files))
  return Object.fromEntries(
    variables.map(({ key, required, secret, scope }) => [
      key,
      [required ? 'required' : 'optional', ...(secret ? ['secret'] : []), scope].join(' '),
    ]),
  )
}

test('an optional schema entry is optional, however the code reads it', async () => {
  const found = await variablesOf({
    ...app,
    'src/env.ts':
      'export const env = createEnv({ server: { AA_URL: z.string().optional(), BB_URL: z.string() }, runtimeEnv: {\n  AA_URL: process.env.AA_URL,\n  BB_URL: process.env.BB_URL,\n} })\n',
  })
  expect(found).toEqual({ AA_URL: 'optional runtime', BB_URL: 'required runtime' })
})

test('an empty default does not make a connection or a signing secret optional', async () => {
  const found = await variablesOf({
    ...app,
    'src/config.ts':
      "export const a = [process.env.DATABASE_URI || '', process.env.AUTH_SECRET ?? '', process.env.SMTP_PASSWORD || '', process.env.TITLE || '']\n",
  })
  expect(found).toEqual({
    DATABASE_URI: 'required secret runtime',
    AUTH_SECRET: 'required secret runtime',
    SMTP_PASSWORD: 'optional secret runtime',
    TITLE: 'optional runtime',
  })
})

test("respects Astro's secret and public fields", async () => {
  const found = await variablesOf({
    'package.json':
      '{"name":"site","scripts":{"build":"astro build"},"dependencies":{"astro":"^5","@astrojs/node":"^9"}}',
    'package-lock.json': '{}',
    'astro.config.mjs':
      "import node from '@astrojs/node'\nexport default { output: 'server', adapter: node({ mode: 'standalone' }), env: { schema: {\n  LEDGER: envField.string({ context: 'server', access: 'secret' }),\n  SIZE: envField.number({ context: 'server', access: 'public', default: 20 }),\n} } }\n",
  })
  expect(found).toEqual({ LEDGER: 'required secret runtime', SIZE: 'optional build' })
})

test('an example file that lists TZ requests it; other shell variables are ignored', async () => {
  expect(await variablesOf({ ...app, '.env.example': 'TZ=UTC\nPATH=/bin\nNODE_ENV=production\n' })).toEqual({
    TZ: 'optional runtime',
  })
})

test.each([
  ['PGPASSWORD', true],
  ['MYSQLPASSWORD', true],
  ['PASSWORD_RESET_URL', true],
  ['PASSWORDLESS', false],
])('%s is a secret: %s', async (key, secret) => {
  const found = await variablesOf({ ...app, 'src/db.js': `connect(process.env.${key})\n` })
  expect(found[key]?.includes('secret')).toBe(secret)
})

test('the package com.example is not a folder of examples; a folder of examples is', async () => {
  const code = 'class A { A(@Value("${CURRENCY:EUR}") String currency) {} }\n'
  const pom =
    '<project><artifactId>a</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>'
  const found = await variablesOf({
    'pom.xml': pom,
    'src/main/java/com/example/shop/A.java': code,
    'src/test/java/com/example/shop/B.java': code.replace('CURRENCY', 'IN_TEST'),
    'examples/src/C.java': code.replace('CURRENCY', 'IN_EXAMPLE'),
  })
  expect(found).toEqual({ CURRENCY: 'optional runtime' })
})
