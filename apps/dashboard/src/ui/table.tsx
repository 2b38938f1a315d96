/** A table. On narrow screens the table scrolls, not the page. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  /** Column header, which is also the React key. */
  title: string
  cell(row: Row): ReactNode
  /** Aligns numbers at the end. */
  isNumber?: boolean
  /** Hidden on narrow screens. */
  isMinor?: boolean
  /** Visible only to screen readers, such as the title of an actions column. */
  isTitleHidden?: boolean
  className?: string
}

export interface TableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
}

export function Table<Row>({ label, rows, columns, keyOf }: TableProps<Row>) {
  const side = (column: Column<Row>) =>
    classNames(
      'px-4 py-2.5',
      column.isNumber ? 'text-right whitespace-nowrap' : 'text-left',
      column.isMinor && 'hidden md:table-cell',
      column.className,
    )
  return (
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto focus-visible:-outline-offset-2">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-soft">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classNames(side(column), 'py-2 font-medium')}>
                {column.isTitleHidden ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-b-0">
              {columns.map((column) => (
                <td key={column.title} className={classNames(side(column), 'align-middle')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
