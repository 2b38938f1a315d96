import { expect, test } from 'vitest'
import { Folder } from '../../folder.ts'
import { Repository } from '../../repository.ts'
import { treeOf } from '../../tree.ts'
import { codeFile } from '../code/code-file.ts'
import { portSetting } from './settings.ts'

const folder = new Folder(new Repository(treeOf({})), '.')

test.each([
  ['application.yaml', 'ktor:\n  deployment:\n    port: "$PORT:8088"\n', 8088],
  ['application.yaml', 'ktor:\n  deployment:\n    port: $PORT:8089\n', 8089],
  ['application.yaml', 'ktor:\n  deployment:\n    port: 8090\n', 8090],
  ['application.yaml', 'ktor:\n  deployment:\n    port: $PORT\n', null],
  ['application.conf', 'ktor {\n  deployment {\n    port = 8091\n    port = ${?PORT}\n  }\n}\n', 8091],
])('the port of %s is %s', (file, text, port) => {
  expect(portSetting([codeFile(folder, file, text)], 'ktor.deployment.port')?.value ?? null).toBe(port)
})
