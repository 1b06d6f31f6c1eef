import type { CompanyContext } from '#app/features/accounts/context.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import {
  type LineValues,
  newProjectValues,
  projectFormValues,
  quantityInputValue,
} from '#app/features/projects/form-values.ts'
import { maxLines } from '#app/features/projects/limits.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { lineField } from '#app/features/projects/schemas.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { typedValues } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { parseQuantity } from '#app/platform/money.ts'
import { cellText, firstCells, type TableCell } from '#app/platform/tables/cells.ts'
import { isYes, lineColumnOf, lineHeaders, priceFormOf } from './line-columns.server.ts'
import { isFilled, type LineColumn, mergedLines, type RowProblem, readRequestedLines } from './request-lines.ts'
import { fieldsOf, type TypedFields } from './typed-form.ts'

/** The form whose lines are imported: a new project's, or that of one whose lines its owner can change now. */
export type LinesOf = {
  /** Null for a new project. */
  project: { id: string; title: string; isOpen: boolean } | null
  /** The address of the form. */
  to: string
  /** What the form has before anything is typed. */
  stored: TypedFields
}

/**
 * Whose lines an address of the import is about: `?project=` an own project that is a draft or open, without it a new one with the
 * address of its form. Null for any other project.
 */
export function getLinesOf(ctx: CompanyContext, url: URL, localeContext: LocaleContext): LinesOf | null {
  const id = url.searchParams.get('project')
  if (id === null) {
    const stored = fieldsOf({ submissionId: newSubmissionId(), ...newProjectValues })
    return { project: null, to: `/projects/new${url.search}`, stored }
  }
  const project = getOwnProject(ctx, id)
  if (!project || (project.status !== 'draft' && project.status !== 'open')) return null
  const isOpen = project.status === 'open'
  const bidDeadline = isOpen ? suggestedDeadline(project, ctx.now) : project.bidDeadline
  const values = projectFormValues({ ...project, bidDeadline }, localeContext)
  return {
    project: { id, title: project.title, isOpen },
    to: `/projects/${id}/edit`,
    stored: fieldsOf({ submissionId: newSubmissionId(), expectedVersion: project.updatedAt, ...values }),
  }
}

/** How many lines a form has that say anything. */
export const countLines = (fields: TypedFields): number => linesIn(fields).filter(isFilled).length

type TypedLine = Record<string, unknown>

function linesIn(fields: TypedFields): TypedLine[] {
  const { lines } = typedValues(fields)
  return (Array.isArray(lines) ? lines : []).filter(
    (line): line is TypedLine => typeof line === 'object' && line !== null,
  )
}

/**
 * What a file of requested lines says, and the form with them in place of its own lines or after those; `fields` is null while the file
 * has to be mended. Nothing is stored.
 * @throws AppError invalid at the file's field without a readable header or any line, and for more lines than a project can have
 */
export function previewLines(
  table: readonly (readonly TableCell[])[],
  { kind, mode, typed }: { kind: 'csv' | 'xlsx'; mode: 'replace' | 'append'; typed: TypedFields },
  localeContext: LocaleContext,
  locale: Locale,
) {
  const names = lineHeaders(locale)
  const refuse = (key: string, params: Record<string, string | number> = {}) =>
    invalid(`lineimport:refused.${key}`, { field: 'files', params })
  const list = readRequestedLines(table, {
    kind,
    columnOf: lineColumnOf,
    priceFormOf,
    isYes,
    parseQuantity,
    quantityText: (milli) => quantityInputValue(milli, localeContext),
    check: (values) => problemsOf(values, localeContext),
  })
  if ('missing' in list)
    throw refuse('noHeader', { description: names[1] ?? '', quantity: names[2] ?? '', found: firstCells(table) })
  if ('twice' in list) throw refuse('columnTwice', { column: repeated(table, list.twice) })
  if (list.rows.length === 0) throw refuse('noLines')
  const { lines, gone } = mergedLines(linesIn(typed), list.rows, mode)
  if (lines.length > maxLines) throw refuse('tooMany', { lines: lines.length })
  const others = typed.filter(([name]) => !name.startsWith('lines[') && name !== 'lines')
  const fields = list.isUsable ? [...others, ...fieldsOf({ lines })] : null
  return { ...list, mode, gone, total: lines.length, fields }
}

/** The header, as it stands in the file, of a column that is there twice. */
const repeated = (table: readonly (readonly TableCell[])[], column: LineColumn): string =>
  table.flatMap((row) => row.map(cellText)).find((text) => lineColumnOf(text) === column) ?? column

function problemsOf(values: LineValues, localeContext: LocaleContext): RowProblem[] {
  const checked = lineField(localeContext).safeParse({ ...values, isOption: values.isOption === 'on' })
  if (checked.success) return []
  return checked.error.issues.map(({ path: [column], message }) => ({
    column: (column as LineColumn | undefined) ?? null,
    key: message,
  }))
}
