import { Link } from '@remix-run/react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '#app/ui/classes.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** For amounts and counts: aligned to the end, with tabular figures. */
  numeric?: boolean
  /** For dates, which stay on one line. */
  day?: boolean
  /** The column that names the row: its header for screen readers, its title where rows are stacked. One per table. */
  primary?: boolean
  /** The column of the row's buttons, without a label where rows are stacked. */
  actions?: boolean
  /** Its header breaks into lines. */
  wraps?: boolean
  /** The URL that the header links to; makes the column sortable. */
  sortHref?: string
  sorted?: 'ascending' | 'descending'
}

export interface DataTableProps<Row> {
  /** The table's name, for screen readers and, unless `captionHidden`, for everybody. */
  caption: ReactNode
  captionHidden?: boolean
  columns: ReadonlyArray<Column<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode
  /** The last row, for totals. One cell per column. */
  footer?: readonly ReactNode[]
  /** Without a frame, for use inside a flush Card. */
  bare?: boolean
}

/** Tables of many columns need more space; until they have it, their rows are cards (data-table.css). */
const frameOf = (columns: number) => (columns > 7 ? 'of-many' : columns > 5 && 'of-several')

/**
 * A table that turns each row into a small labelled card where its columns do not fit. `display: block` removes native table
 * roles, so the roles are explicit to keep it a table for screen readers.
 */
export function DataTable<Row>({
  caption,
  captionHidden = true,
  columns,
  rows,
  rowKey,
  empty,
  footer,
  bare,
}: DataTableProps<Row>) {
  const captionId = useId()
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <div
      className={classes(
        'table-frame min-w-0',
        frameOf(columns.length),
        !bare && 'overflow-hidden rounded-lg border border-border bg-card text-card-foreground',
      )}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div role="group" aria-labelledby={captionId} tabIndex={0} className="-outline-offset-2 relative overflow-x-auto">
        <table role="table" className="data-table block w-full border-collapse text-sm tabular:table">
          <caption
            id={captionId}
            className={captionHidden ? 'sr-only' : 'block px-4 py-3 text-start font-semibold tabular:table-caption'}
          >
            {caption}
          </caption>
          <thead role="rowgroup" className="sr-only tabular:not-sr-only tabular:table-header-group">
            <tr role="row" className="border-b border-border bg-muted/50">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  aria-sort={column.sorted}
                  className={classes(placeOf(column), column.wraps && 'whitespace-normal') || undefined}
                >
                  <ColumnHeader column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="block divide-y divide-border tabular:table-row-group">
            {rows.map((row) => (
              <tr role="row" key={rowKey(row)}>
                {columns.map((column) => bodyCell(column, column.cell(row)))}
              </tr>
            ))}
          </tbody>
          {footer && (
            <tfoot
              role="rowgroup"
              className="block border-t border-border bg-muted/50 font-semibold tabular:table-footer-group"
            >
              <tr role="row">{columns.map((column, index) => bodyCell(column, footer[index]))}</tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  )
}

function ColumnHeader<Row>({ column }: { column: Column<Row> }) {
  if (column.actions) return <span className="sr-only">{column.header}</span>
  if (!column.sortHref) return <>{column.header}</>
  const Icon = column.sorted === 'ascending' ? ArrowUp : column.sorted === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <Link
      to={column.sortHref}
      preventScrollReset
      className={classes(
        '-my-1 inline-flex min-h-6 items-center gap-1 align-middle hover:text-foreground',
        column.numeric && 'flex-row-reverse',
        column.sorted && 'text-foreground',
      )}
    >
      {column.header}
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </Link>
  )
}

/**
 * The alignment of a column's content. data-table.css holds the rest of the style, so that it is not repeated in each cell.
 */
function placeOf<Row>({ numeric, day, actions }: Column<Row>, blank = false): string | undefined {
  return classes(numeric && 'numeric', day && 'day', actions && 'actions', blank && 'blank') || undefined
}

function bodyCell<Row>(column: Column<Row>, content: ReactNode) {
  const filled = content !== undefined && content !== null && content !== false && content !== ''
  const Cell = column.primary ? 'th' : 'td'
  return (
    <Cell
      key={column.key}
      role={column.primary ? 'rowheader' : 'cell'}
      scope={column.primary ? 'row' : undefined}
      className={placeOf(column, !filled)}
      data-label={!column.primary && !column.actions && filled ? column.header : undefined}
    >
      <span>{content}</span>
    </Cell>
  )
}
