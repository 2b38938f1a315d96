/**
 * Audit entries come before events in every transaction. Both take a lock of the organization until the transaction ends, so the
 * other order lets two requests wait for each other until PostgreSQL ends one of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = import.meta.dirname

test('no function publishes events before it records an audit entry', () => {
  const files = globSync('modules/**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const recording = files.filter((file) => readFileSync(join(source, file), 'utf8').includes('Audit(tx'))
  expect(recording.length).toBeGreaterThan(50)
  expect(recording.flatMap((file) => lateEntries(file, readFileSync(join(source, file), 'utf8')))).toEqual([])
})

test.each([
  ['await publishUpdated(tx, id); await recordAudit(tx, actor, {})', 1],
  ['if (found) await publishUpdated(tx, id); await recordSystemAudit(tx, id, {})', 1],
  ['await recordAudit(tx, actor, {}); await publishUpdated(tx, id)', 0],
  ['a = () => publishUpdated(tx, id); b = () => recordAudit(tx, actor, {})', 0],
])('finds late entries in %s', (body, count) => {
  expect(lateEntries('seeded.ts', `async function change() { ${body} }`)).toHaveLength(count)
})

/** Compares calls of the same function; calls in nested functions belong to those. */
function lateEntries(file: string, text: string): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const published = new Set<ts.Node>()
  const late: string[] = []
  const visit = (node: ts.Node, owner: ts.Node): void => {
    const called = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : ''
    if (/^publish[A-Z]/.test(called)) published.add(owner)
    if (/^record\w*Audit$/.test(called) && published.has(owner)) late.push(`${file}: ${called} after a publish`)
    node.forEachChild((child) => visit(child, ts.isFunctionLike(node) ? node : owner))
  }
  visit(tree, tree)
  return late
}
