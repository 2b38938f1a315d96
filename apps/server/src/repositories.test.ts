/** Every repository query takes the organization as its second argument; exceptions are on one list. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Queries that see every organization. A new file here needs a reason that a reviewer accepts. */
const systemRepositories = [
  'modules/accounts/authentication.system-repository.ts',
  'modules/accounts/codes.system-repository.ts',
  'modules/accounts/sessions.system-repository.ts',
  'modules/accounts/users.system-repository.ts',
  'modules/alerts/alerts.system-repository.ts',
  'modules/audit/audit-anchors.system-repository.ts',
  'modules/audit/audit.system-repository.ts',
  'modules/auto-deploy/auto-deploy.system-repository.ts',
  'modules/backups/moves/moves.system-repository.ts',
  'modules/backups/recovery/drills/recovery-settings.system-repository.ts',
  'modules/backups/restores/restores.system-repository.ts',
  'modules/catalog/first-backups.system-repository.ts',
  'modules/deployments/scheduled/scheduled-deployments.system-repository.ts',
  'modules/domains/certificates/certificates.system-repository.ts',
  'modules/workloads/lifecycle/reconcile.system-repository.ts',
  'modules/domains/dns/domains.system-repository.ts',
  'modules/hardening/security-scans.system-repository.ts',
  'modules/instance/housekeeping/history.system-repository.ts',
  'modules/instance/housekeeping/housekeeping.system-repository.ts',
  'modules/instance/backup/instance-backups.system-repository.ts',
  'modules/instance/operators.system-repository.ts',
  'modules/instance/system/system.system-repository.ts',
  'modules/instance/users/instance-users.system-repository.ts',
  'modules/metrics/metrics.system-repository.ts',
  'modules/notices/notices.system-repository.ts',
  'modules/notifications/deliveries.system-repository.ts',
  'modules/instance/organization-removal/removals.system-repository.ts',
  'modules/organizations/device-sign-ins.system-repository.ts',
  'modules/organizations/organizations.system-repository.ts',
  'modules/previews/previews.system-repository.ts',
  'modules/domains/routing/proxy-release.system-repository.ts',
  'modules/domains/routing/server-proxies.system-repository.ts',
  'modules/runtime-logs/runtime-logs.system-repository.ts',
  'modules/servers/server-checks.system-repository.ts',
  'modules/servers/server-instance.system-repository.ts',
  'modules/servers/shared-machines.system-repository.ts',
  'modules/trash/trash.system-repository.ts',
  'platform/mail/mail.system-repository.ts',
]

const source = import.meta.dirname

test('every repository function takes the transaction and the organization first', () => {
  const files = globSync('**/*.repository.ts', { cwd: source })
  expect(files.length).toBeGreaterThanOrEqual(4)
  const faults = files.flatMap((file) => faultsOf(file, readFileSync(join(source, file), 'utf8')))
  expect(faults).toEqual([])
})

test('the files whose queries name no organization are exactly the listed ones', () => {
  expect(globSync('**/*.system-repository.ts', { cwd: source }).sort()).toEqual(systemRepositories.toSorted())
})

test('only repositories build queries', () => {
  const files = globSync('modules/**/*.ts', { cwd: source }).filter((file) => !/(repository|\.test)\.ts$/.test(file))
  const direct = files.filter((file) => importsValueOf('kysely', file, readFileSync(join(source, file), 'utf8')))
  expect(direct).toEqual([])
  expect(importsValueOf('kysely', 'planted.ts', "import { sql } from 'kysely'")).toBe(true)
  expect(importsValueOf('kysely', 'planted.ts', "import type { Kysely } from 'kysely'")).toBe(false)
})

test.each([
  ['the organisation is missing', 'export async function find(tx: Tx, id: string) {}'],
  ['the organisation has another type', 'export async function find(tx: Tx, organizationId: string) {}'],
  ['the organisation may be missing', 'export async function find(tx: Tx, organizationId?: OrganizationId) {}'],
  ['the organisation has a default', 'export function find(tx: Tx, organizationId: OrganizationId = x) {}'],
  ['the order is another', 'export function find(organizationId: OrganizationId, tx: Tx) {}'],
  [
    'any handle is taken for the transaction',
    'export function find(tx: Kysely<DB>, organizationId: OrganizationId) {}',
  ],
  ['a constant holds a function', 'export const find = (tx: Tx) => tx'],
  ['a class is exported', 'export class Finder {}'],
  ['something is passed on from elsewhere', "export * from './other.ts'"],
])('detects it when %s', (_, text) => {
  expect(faultsOf('planted.repository.ts', text)).toHaveLength(1)
})

test('accepts types, helpers and correct functions', () => {
  const text = `export type Row = { id: string }
    export interface Page { limit: number }
    function helper(row: Row) {}
    export async function list(tx: Tx, organizationId: OrganizationId, page: Page): Promise<Row[]> { return [] }`
  expect(faultsOf('planted.repository.ts', text)).toEqual([])
})

function faultsOf(file: string, text: string): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return tree.statements.flatMap((statement) => {
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return []
    if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? [] : [`${file} passes on what is elsewhere`]
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some((each) => each.kind === ts.SyntaxKind.ExportKeyword)
    if (isExported !== true) return []
    if (!ts.isFunctionDeclaration(statement)) return [`${file} exports something else than functions and types`]
    return hasOrganization(statement, tree)
      ? []
      : [`${file}: ${statement.name?.text} does not begin with (tx: Tx, organizationId: OrganizationId`]
  })
}

function hasOrganization(statement: ts.FunctionDeclaration, tree: ts.SourceFile): boolean {
  const [tx, organization] = statement.parameters
  const is = (parameter: ts.ParameterDeclaration | undefined, name: string, type: string) =>
    parameter?.name.getText(tree) === name &&
    parameter.type?.getText(tree) === type &&
    parameter.questionToken === undefined &&
    parameter.initializer === undefined
  return is(tx, 'tx', 'Tx') && is(organization, 'organizationId', 'OrganizationId')
}

function importsValueOf(name: string, file: string, text: string): boolean {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return tree.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text === name &&
      statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword,
  )
}
