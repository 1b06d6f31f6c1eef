import { eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { projectLines, projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { maxLines } from './limits.ts'
import type { ProjectInput } from './schemas.server.ts'

export type ProjectLine = {
  id: string
  position: number
  description: string
  quantityMilli: number
  unit: string
  priceForm: PriceForm
  /** Priced outside the total, and chosen or not with the award (BID-30). */
  isOption: boolean
}

const linesOfProject = sql(
  {
    params: { project: projects.id },
    row: columns(projectLines, 'id', 'position', 'description', 'quantityMilli', 'unit', 'priceForm', 'isOption'),
  },
  `SELECT id, position, description, quantity_milli AS quantityMilli, unit, price_form AS priceForm, is_option AS isOption FROM project_lines
   WHERE project_id = :project ORDER BY position`,
)

/** The lines of a project that bidders have to price, in order. */
export function listProjectLines(db: Database | Transaction, projectId: string): ProjectLine[] {
  return linesOfProject.all(db, { project: projectId })
}

/** Whether a form's lines request something else than those of a project. Their order does not matter. */
export function requestsOther(before: readonly ProjectLine[], lines: ProjectInput['lines']): boolean {
  const known = new Map(before.map((line) => [line.id, line]))
  const isSame = (asked: ProjectInput['lines'][number]) => {
    const { id, description, quantityMilli, unit, priceForm = 'unit', isOption = false } = asked
    const line = known.get(id ?? '')
    return (
      line?.description === description &&
      line.quantityMilli === quantityMilli &&
      line.unit === unit &&
      line.priceForm === priceForm &&
      line.isOption === isOption
    )
  }
  return lines.length !== before.length || !lines.every(isSame)
}

/**
 * Replaces a project's lines with the form's. A line that stays keeps its id, so that bids still refer to it. When a line is
 * removed, a trigger detaches it from the bids, which keep their own description.
 */
export function saveProjectLines(tx: Transaction, projectId: string, lines: ProjectInput['lines']): void {
  const known = new Set(listProjectLines(tx, projectId).map((line) => line.id))
  const kept = new Set(lines.flatMap(({ id }) => (id && known.has(id) ? [id] : [])))
  const gone = [...known].filter((id) => !kept.has(id))
  if (gone.length > 0) tx.delete(projectLines).where(inArray(projectLines.id, gone)).run()
  // Moved out of the way first, because lines may swap positions and positions are unique.
  let parked = maxLines
  for (const id of kept) {
    parked += 1
    tx.update(projectLines).set({ position: parked }).where(eq(projectLines.id, id)).run()
  }
  for (const [position, { id, priceForm = 'unit', isOption = false, ...asked }] of lines.entries()) {
    const { description, quantityMilli, unit } = asked
    const values = { position, description, quantityMilli, unit, priceForm, isOption }
    if (id && kept.delete(id)) tx.update(projectLines).set(values).where(eq(projectLines.id, id)).run()
    else
      tx.insert(projectLines)
        .values({ id: newId(), projectId, ...values })
        .run()
  }
}
