import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { addDocuments } from '#app/features/tenders/add-documents.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'

/** A stored text file, as a form hands it to a verb. */
export function storedFile(name: string, content: string): CheckedFile {
  const storedAs = newId()
  mkdirSync(env.filesDir, { recursive: true })
  writeFileSync(join(env.filesDir, storedAs), content)
  return {
    ...{ field: 'files', name, mime: 'text/plain', size: Buffer.byteLength(content), storedAs },
    sha256: createHash('sha256').update(content).digest('hex'),
    keep: () => undefined,
  }
}

type Addendum = { summary: string; bidDeadline: number }

/** Adds a document with the verb. Returns its id and that of its file. */
export function createDocument(
  owner: CompanyContext,
  projectId: string,
  {
    name = 'plan.txt',
    content = `What ${name} says`,
    addendum,
  }: { name?: string; content?: string; addendum?: Addendum } = {},
): { documentId: string; fileId: string } {
  addDocuments(owner, { projectId, addendum, files: [storedFile(name, content)] })
  const document = listDocuments(owner.db, projectId).at(-1)
  return { documentId: document?.documentId ?? '', fileId: document?.versions[0]?.file?.id ?? '' }
}

/**
 * Lets every project be as if it had been published before tender sets were kept, so that a test can set its fields as they were
 * then.
 */
export function withoutTenderSets(db: Database): void {
  const guard = db.$client
    .prepare<[], { sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'tender_sets_permanent'")
    .get()
  db.$client.exec('DROP TRIGGER tender_sets_permanent; DELETE FROM tender_sets')
  db.$client.exec(guard?.sql ?? '')
}
