// What the database itself keeps of what bidders were asked.
import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { anyRow, changeRow, type Row } from '#tests/factories/any-row.ts'
import { createDocument } from '#tests/factories/document.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { createVisit } from '#tests/factories/visit.ts'
import { testDatabase } from '#tests/setup/database.ts'
import type { Database } from './client.server.ts'

let db: Database
let owner: CompanyContext
let projectId: string
beforeEach(() => {
  db = testDatabase()
  owner = createPerson(db)
  createPerson(db, { company: owner.company })
  projectId = createDraft(owner).id
  createDocument(owner, projectId)
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  createVisit(owner, projectId)
})

const addendum = { summary: 'Another plan.', bidDeadline: testNow + 10 * day }
const columnsOf = (table: string) =>
  (db.$client.pragma(`table_info(${table})`) as Array<{ name: string }>).map(({ name }) => name)
const rows = (table: string) => db.$client.prepare<[], Row>(`SELECT * FROM ${table}`).all()

/** Writes a row over itself, as INSERT OR REPLACE does. */
function replace(table: string, row: Row): void {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  db.$client
    .prepare(`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
    .run(...Object.values(row))
}

it('leaves a draft to be changed', () => {
  for (const table of ['projects', 'project_lines', 'files']) {
    const [{ id } = {}] = rows(table)
    expect(() => db.$client.prepare(`UPDATE ${table} SET id = id WHERE id = ?`).run(id ?? null)).not.toThrow()
  }
  db.$client.exec('DELETE FROM tender_documents')
})

const criteria = ['award_terms', 'award_criteria', 'minimum_requirements']
it.each(['tender_sets', 'tender_documents', 'project_lines', 'project_addenda', 'files', 'site_visits', ...criteria])(
  'keeps the rows of %s once bidders were asked',
  (table) => {
    publishProject(owner, { projectId })
    createDocument(owner, projectId, { addendum })
    const [row = {}] = rows(table)
    for (const column of columnsOf(table))
      expect(() => changeRow(db, table, row.id, column), column).toThrow('tender set')
    expect(() => replace(table, row)).toThrow('tender set')
    expect(() => db.$client.prepare(`DELETE FROM ${table} WHERE id = ?`).run(row.id ?? null)).toThrow(
      /tender set|FOREIGN KEY/,
    )
  },
)

it('keeps questions and answers as they were', () => {
  const question = anyRow(db, 'tender_questions', { project_id: projectId })
  const answer = anyRow(db, 'tender_answers', { project_id: projectId, number: 1, is_addendum: 0 })
  const [{ id: visitId = '' } = {}] = rows('site_visits')
  const minutes = anyRow(db, 'visit_minutes', { visit_id: visitId })
  for (const [table, row] of Object.entries({
    ...{ tender_questions: question, tender_answers: answer, visit_minutes: minutes },
  })) {
    for (const column of columnsOf(table))
      expect(() => changeRow(db, table, row.id, column), column).toThrow('immutable')
    expect(() => replace(table, row)).toThrow('immutable')
    expect(() => db.$client.exec(`DELETE FROM ${table}`)).toThrow('immutable')
  }
  expect(() => replace('tender_answers', { ...answer, id: 'other' })).toThrow('immutable')
})

it('keeps what a project asks, as long as its version does not rise', () => {
  publishProject(owner, { projectId })
  // Whether visitors may see it is no part of what is asked.
  const free = ['status', 'created_by', 'created_at', 'updated_at', 'bids_opened_at', 'cancel_reason', 'is_public']
  const own = ['version', 'continues_project_id', 'is_sample']
  for (const column of columnsOf('projects').filter((name) => ![...free, ...own].includes(name)))
    expect(() => changeRow(db, 'projects', projectId, column), column).toThrow('tender set')
  const update = (set: string) => () => db.$client.exec(`UPDATE projects SET ${set}`)
  expect(update('version = version - 1')).toThrow('tender set')
  expect(update('is_sample = 1')).toThrow('sample: ')
  expect(update("status = 'cancelled'")).not.toThrow()
  expect(update("title = 'Other', version = version + 1")).not.toThrow()
})

it('adds no line and no document to a version that bidders were asked', () => {
  publishProject(owner, { projectId })
  const line = { project_id: projectId, position: 99 }
  const document = { project_id: projectId, revision: 1, project_version: 1 }
  for (const table of ['award_criteria', 'minimum_requirements'])
    expect(() => anyRow(db, table, line)).toThrow('tender set')
  expect(() => anyRow(db, 'site_visits', { project_id: projectId, number: 9 })).toThrow('tender set')
  expect(() => anyRow(db, 'project_lines', line)).toThrow('tender set')
  expect(() => anyRow(db, 'tender_documents', document)).toThrow('tender set')
  expect(() => anyRow(db, 'tender_documents', { ...document, project_version: 2 })).not.toThrow()
})
