import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decideImport } from '#app/features/bank-statements/decide-import.server.ts'
import { uploadStatement } from '#app/features/bank-statements/upload-statement.server.ts'
import { workOnImports } from '#app/features/bank-statements/work-on-imports.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { camt, type StatementOf } from './statement.ts'

/** A file of statements, uploaded and read; a statement is of the escrow account. Returns its id. */
export async function uploadedStatement(admin: UserContext, content: string | StatementOf): Promise<string> {
  const text = typeof content === 'string' ? content : camt({ iban: env.ESCROW_IBAN, ...content })
  const storedAs = randomBytes(24).toString('hex')
  const incoming = fileStorage.incomingPath(storedAs)
  mkdirSync(path.dirname(incoming), { recursive: true })
  writeFileSync(incoming, text)
  await fileStorage.put(storedAs)
  const [name, mime] = ['statement.xml', 'application/xml']
  const file = { field: 'files', name, mime, size: Buffer.byteLength(text), sha256: storedAs, storedAs }
  const { importId } = uploadStatement(admin, { file: { ...file, keep: () => {} } })
  await workOnImports(systemContext(admin.db, admin.now))
  return importId
}

/** The same, confirmed and booked. */
export async function bookedStatement(admin: UserContext, content: string | StatementOf): Promise<string> {
  const importId = await uploadedStatement(admin, content)
  decideImport(admin, { importId, decision: 'confirm' })
  await workOnImports(systemContext(admin.db, admin.now))
  return importId
}
