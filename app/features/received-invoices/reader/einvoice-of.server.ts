import { invalid } from '#app/platform/errors.ts'
import { readStored } from '#app/platform/files/read-stored.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { FileError } from './file-error.ts'
import { type ReadEinvoice, readEinvoice } from './read-einvoice.server.ts'

export const einvoiceKinds = { '.xml': 'application/xml' } as const

/**
 * What an uploaded e-invoice says.
 * @throws AppError invalid at `files`, with the line, for a file that is none
 */
export async function einvoiceOf(file: CheckedFile): Promise<ReadEinvoice> {
  try {
    return await readEinvoice(await readStored(file))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const { problem, line, params } = error
    throw invalid(`receivedfiles:problem.${problem}`, { field: 'files', params: { ...params, line: line ?? 1 } })
  }
}
