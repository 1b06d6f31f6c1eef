import { z } from 'zod'
import { AppError, invalid } from '#app/platform/errors.ts'
import {
  receiveUpload,
  type Upload,
  type UploadedFile,
  type UploadLimits,
} from '#app/platform/files/receive-upload.server.ts'
import { documentKinds, type FileKinds } from '#app/platform/files/sniff-file.server.ts'
import { handleFormData } from './form.server.ts'

export type CheckedFile = UploadedFile & { mime: string }

/**
 * `handleForm` for a form with files. They are stored when `run` is called; files that it did not keep are deleted
 * before this returns. A file of a type that we do not accept is refused at its field. What was typed before the files comes
 * back with every refusal.
 */
export async function handleUpload<Schema extends z.ZodType, Answer = Response>(
  request: Request,
  schema: Schema,
  limits: UploadLimits,
  run: (input: z.output<Schema>, files: CheckedFile[]) => Promise<Answer> | Answer,
) {
  const typed = new FormData()
  let upload: Upload
  try {
    upload = await receiveUpload(request, { ...limits, form: typed })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return handleFormData(typed, z.unknown(), () => {
      throw error
    })
  }
  let done = false
  try {
    return await handleFormData(upload.form, schema, async (input) => {
      const files = upload.files.map((file) => checked(file, 'errors:fileType', limits.kinds))
      for (const file of files) await file.store()
      const answer = await run(input, files)
      done = true
      return answer
    })
  } finally {
    await upload.discard({ kept: !done })
  }
}

/**
 * A file that is not empty and has an accepted type.
 * @param kinds what is accepted, for the text
 * @throws AppError invalid at its field; `refusal` is the text for other types
 */
export function checked<Arrived extends UploadedFile>(
  file: Arrived,
  refusal = 'errors:fileType',
  kinds: FileKinds = documentKinds,
): Arrived & { mime: string } {
  const { field, name, mime, size } = file
  if (size === 0) throw invalid('errors:fileEmpty', { field, params: { name } })
  const types = Object.keys(kinds).map((ending) => ending.slice(1).toUpperCase())
  if (mime === null) throw invalid(refusal, { field, params: { name, types: types.join(', ') } })
  return { ...file, mime }
}
