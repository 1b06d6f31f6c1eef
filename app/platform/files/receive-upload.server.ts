import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, openSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { AppError, fullDisk } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { allowUpload } from '#app/platform/requests/request-body.server.ts'
import { fileStorage } from './file-storage.server.ts'
import { documentKinds, type FileKinds, sniffFile } from './sniff-file.server.ts'

export type UploadedFile = {
  /** The form field that the file came in. */
  field: string
  /** The uploader's file name, reduced to a valid name. */
  name: string
  /** The type of the content; null for a type that we do not accept. */
  mime: string | null
  size: number
  sha256: string
  /** The random name of the file in the file storage. */
  storedAs: string
  /** Marks the file as recorded, so that it is not discarded. Call it last in the transaction that writes the file's row. */
  keep(): void
}

export type ArrivedFile = UploadedFile & {
  /** Where the file lies until it is stored. */
  path: string
  /** The path for a file derived from this one: stored with it as `<storedAs>.<suffix>`, and deleted with it. */
  beside(suffix: string): string
  /** Puts the file into the file storage. Call it before the transaction that writes the file's row. */
  store(): Promise<void>
}

export type Upload = {
  form: FormData
  files: ArrivedFile[]
  /** Deletes what was not kept, or everything. Call it in any case. */
  discard(options?: { kept: boolean }): Promise<void>
}

export type UploadLimits = {
  maxFiles: number
  /** For all files together. */
  maxBytes: number
  /** Documents and pictures by default. */
  kinds?: FileKinds
  /**
   * Called before the first file is stored, with the fields that preceded it. An error it throws refuses the upload.
   */
  beforeFiles?: (form: FormData) => void
  /**
   * Called with the bytes that have arrived, and with a negative number once a file is recorded or deleted. An error it
   * throws for bytes that arrive refuses the upload.
   */
  count?: (bytes: number) => void
  /** Takes the fields, so that the caller has what was typed when the upload is refused. */
  form?: FormData
}

/**
 * Reads a multipart form and streams its files to disk, never holding them in memory. A failure (too large, a broken
 * body, an aborted request) leaves nothing behind.
 * @throws AppError too_large, invalid, or storage_full when the disk is full; or what `beforeFiles` throws
 */
export async function receiveUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!request.body || !/^multipart\/form-data;/i.test(type)) {
    return { form: await readForm(request), files: [], discard: () => Promise.resolve() }
  }
  allowUpload()
  const form = limits.form ?? new FormData()
  const arriving: Promise<ArrivedFile>[] = []
  /** What is written for this form, and whether a row names it. */
  const names = new Map<string, { kept: boolean }>()
  /** Bytes that have arrived and are not yet recorded, as `limits.count` has been told. */
  let counted = 0
  const count = (bytes: number) => {
    counted += bytes
    limits.count?.(bytes)
  }
  const left = { bytes: limits.maxBytes }
  const parser = parserFor(type, limits)
  parser.on('field', (name, value) => form.append(name, value))
  parser.on('file', (field, stream, { filename }) => {
    // The parser's failure also fails its open files; the parser reports it, so the stream needs no handler.
    stream.on('error', () => {})
    if (!filename) return void stream.resume()
    const refusal = arriving.length === 0 ? refusalOf(() => limits.beforeFiles?.(form)) : null
    if (refusal) {
      stream.resume()
      return void parser.destroy(refusal)
    }
    const storedAs = randomBytes(24).toString('hex')
    const path = fileStorage.incomingPath(storedAs)
    const state = { kept: false }
    names.set(storedAs, state)
    const arrival = write(stream, path, left, count).then(async ({ size, sha256 }) => {
      const name = fileName(filename)
      const mime = await sniffFile(path, name, limits.kinds ?? documentKinds)
      const parts = [storedAs]
      return {
        ...{ field, name, mime, size, sha256, storedAs, path },
        keep() {
          state.kept = true
          count(-size)
        },
        beside(suffix) {
          const part = `${storedAs}.${suffix}`
          parts.push(part)
          names.set(part, state)
          return fileStorage.incomingPath(part)
        },
        async store() {
          for (const part of parts) await fileStorage.put(part)
        },
      } satisfies ArrivedFile
    })
    arrival.catch((error: Error) => parser.destroy(error))
    arriving.push(arrival)
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => parser.destroy(new AppError('too_large', 'errors:tooLarge')))
  }
  const discard: Upload['discard'] = async (options = { kept: false }) => {
    if (counted > 0) count(-counted)
    for (const [name, { kept }] of names) {
      if (options.kept || !kept) await fileStorage.remove(name)
    }
  }
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, { signal: request.signal })
    return { form, files: await Promise.all(arriving), discard }
  } catch (error) {
    await Promise.allSettled(arriving)
    await discard({ kept: true })
    throw fullDisk(error) ?? (error instanceof AppError ? error : new AppError('invalid', 'errors:uploadBroken'))
  }
}

function refusalOf(check: () => void): Error | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('The upload was refused', { cause: error })
  }
}

function parserFor(type: string, limits: UploadLimits): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { files: limits.maxFiles, fields: 50, fieldSize: 100_000, parts: limits.maxFiles + 50 },
    })
  } catch {
    throw new AppError('invalid', 'errors:uploadBroken')
  }
}

/** Writes one file and counts it against the form's total. */
async function write(
  stream: Readable,
  path: string,
  left: { bytes: number },
  count: (bytes: number) => void,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      left.bytes -= chunk.length
      hash.update(chunk)
      done(left.bytes < 0 ? new AppError('too_large', 'errors:tooLarge') : refusalOf(() => count(chunk.length)), chunk)
    },
  })
  // Opened synchronously: a file created after the upload was given up would never be removed.
  const fd = openSync(path, 'wx', 0o600)
  await pipeline(stream, counter, createWriteStream('', { fd }))
  return { size, sha256: hash.digest('hex') }
}

/**
 * The last segment of a path, without control and reserved characters, at most 200 characters including its extension.
 */
function fileName(typed: string): string {
  const last = typed.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
  if (clean.length <= 200) return clean || 'file'
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 ? clean.slice(dot).slice(0, 10) : ''
  // Removes half a surrogate pair that the cut left over.
  return clean.slice(0, 200 - ending.length).replace(/\p{Cs}/gu, '') + ending
}

/** Deletes partial uploads that were left when the server was killed: those older than a day. */
export const deletePartialUploads = (now: number): Promise<void> => fileStorage.removeIncoming(now - 24 * 3_600_000)
