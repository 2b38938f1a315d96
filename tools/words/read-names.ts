/** The names that a TypeScript file declares, its comments and the titles of its tests, by line. */
import { basename } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from '../source-files.ts'
import { readComments } from './read-comments.ts'
import type { TextLine } from './read-text.ts'

export interface NamedText {
  /** Names as words in lower case. */
  readonly names: readonly TextLine[]
  readonly comments: readonly TextLine[]
  readonly titles: readonly TextLine[]
}

export function readNames({ path, text }: SourceFile): NamedText {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const names: TextLine[] = [{ line: 1, text: toWords(basename(path).replace(/(?:\.\w+)+$/, '')) }]
  const titles: TextLine[] = []
  const literals: [number, number][] = []
  const visit = (node: ts.Node) => {
    if (isLiteral(node)) literals.push([node.getStart(source), node.end])
    const name = declaredName(node)
    if (name !== undefined) names.push({ line: lineAt(name.getStart(source)), text: toWords(name.text) })
    const title = testTitle(node)
    if (title !== undefined)
      titles.push({ line: lineAt(title.getStart(source)), text: title.getText(source).slice(1, -1) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { names, comments: readComments(text, literals), titles }
}

/** `readHTTPHeader` → `read http header`. */
export function toWords(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase()
}

/**
 * Properties are left out: their names belong to the API, to other programs or to a type that declares them as a method.
 * `{ name }` and imports repeat a name that is declared elsewhere.
 */
function declaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type)) ||
    (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)) ||
    (ts.isBindingElement(node) && node.propertyName !== undefined)
  if (!isDeclaration || node.name === undefined) return undefined
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) ? node.name : undefined
}

/** Returns the first argument of `it(…)`, `test(…)`, `describe(…)`, `it.each(…)(…)` and the like, or the quoted name of a scenario method. */
function testTitle(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (ts.isMethodDeclaration(node)) return ts.isStringLiteral(node.name) ? node.name : undefined
  if (!ts.isCallExpression(node) || !/^(?:it|test|describe)\b/.test(node.expression.getText())) return undefined
  const [first] = node.arguments
  return first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first : undefined
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  )
}
