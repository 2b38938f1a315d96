import { expect, test } from 'vitest'
import { isAside } from './code-file.ts'

test.each([
  ['src/main/java/com/example/demo/DemoApplication.java', false],
  ['src/main/kotlin/org/samples/Main.kt', false],
  ['src/com/example/Main.kt', false],
  ['examples/src/main/java/com/shop/Main.java', true],
  ['src/test/java/com/shop/MainTest.java', true],
  ['examples/basic/index.js', true],
  ['src/index.js', false],
])('%s is aside: %s', (file, expected) => {
  expect(isAside(file)).toBe(expected)
})
