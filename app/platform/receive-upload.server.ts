import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { env } from './env.server.ts'
import { AppError } from './errors.ts'
import { readForm } from './form.server.ts'
import { allowUpload } from './request-body.server.ts'
import { documentKinds, type FileKinds, sniffFile } from './sniff-file.server.ts'

export type UploadedFile = {
  /** The form field it came in. */
  field: string
  /** As the uploader called it, without anything that is not a name. */
  name: string
  /** What its content is; null where it is nothing that we take. */
  mime: string | null
  size: number
  sha256: string
  /** The random name it has under `env.filesDir` once it is kept. */
  storedAs: string
  /** Gives it its final place: in the transaction that writes its row, as the last thing in it. */
  keep(): void
}

export type ArrivedFile = UploadedFile & {
  /** Where it lies until it is kept. */
  path: string
  /** Where something made from it may be written: kept as `<storedAs>.<suffix>` with it, and gone without it. */
  beside(suffix: string): string
}

export type Upload = {
  form: FormData
  files: ArrivedFile[]
  /** Removes what was not kept, or everything. Call it whatever happened. */
  discard(options?: { kept: boolean }): void
}

export type UploadLimits = {
  maxFiles: number
  /** Of all files together. */
  maxBytes: number
  /** Documents and pictures, unless it says more. */
  kinds?: FileKinds
  /** Asked before the first file is stored, with the fields that came before it; what it throws refuses the upload. */
  beforeFiles?: (form: FormData) => void
}

/**
 * Reads a multipart form, its files streamed to disk as they come and never held in memory. Whatever goes wrong on the
 * way (too large, a broken body, somebody who goes away) leaves nothing behind.
 * @throws AppError too_large or invalid, or what `beforeFiles` throws
 */
export async function receiveUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!request.body || !/^multipart\/form-data;/i.test(type)) {
    return { form: await readForm(request), files: [], discard: () => {} }
  }
  allowUpload()
  mkdirSync(env.filesDir, { recursive: true })
  const form = new FormData()
  const arriving: Promise<ArrivedFile>[] = []
  const paths: string[] = []
  const left = { bytes: limits.maxBytes }
  const parser = parserFor(type, limits)
  parser.on('field', (name, value) => form.append(name, value))
  parser.on('file', (field, stream, { filename }) => {
    // The parser's end is its files' end too: whoever reads past one hears of it, and has nothing to do.
    stream.on('error', () => {})
    if (!filename) return void stream.resume()
    const refusal = arriving.length === 0 ? refusalOf(() => limits.beforeFiles?.(form)) : null
    if (refusal) {
      stream.resume()
      return void parser.destroy(refusal)
    }
    const storedAs = randomBytes(24).toString('hex')
    const path = join(env.filesDir, storedAs)
    paths.push(path)
    const arrival = store(stream, path, left).then(async ({ size, sha256 }) => {
      const name = fileName(filename)
      const mime = await sniffFile(`${path}.part`, name, limits.kinds ?? documentKinds)
      const places = [path]
      const keep = () => {
        for (const place of places) renameSync(`${place}.part`, place)
      }
      const beside = (suffix: string) => {
        const place = `${path}.${suffix}`
        for (const list of [places, paths]) list.push(place)
        return `${place}.part`
      }
      return { field, name, mime, size, sha256, storedAs, keep, path: `${path}.part`, beside }
    })
    arrival.catch((error: Error) => parser.destroy(error))
    arriving.push(arrival)
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => parser.destroy(new AppError('too_large', 'errors:tooLarge')))
  }
  const remove = (path: string) => rmSync(path, { force: true })
  const discard: Upload['discard'] = (options = { kept: false }) => {
    for (const path of paths) {
      remove(`${path}.part`)
      if (options.kept) remove(path)
    }
  }
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, { signal: request.signal })
    return { form, files: await Promise.all(arriving), discard }
  } catch (error) {
    await Promise.allSettled(arriving)
    discard({ kept: true })
    throw error instanceof AppError ? error : new AppError('invalid', 'errors:uploadBroken')
  }
}

function refusalOf(check: () => void): Error | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('the upload was refused', { cause: error })
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

/** Writes one file beside its final place, counting what all files of the form may still take. */
async function store(
  stream: Readable,
  path: string,
  left: { bytes: number },
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      left.bytes -= chunk.length
      hash.update(chunk)
      done(left.bytes < 0 ? new AppError('too_large', 'errors:tooLarge') : null, chunk)
    },
  })
  // Opened at once: a file that is made only after everything was given up could not be removed any more.
  const fd = openSync(`${path}.part`, 'wx', 0o600)
  await pipeline(stream, counter, createWriteStream('', { fd }))
  return { size, sha256: hash.digest('hex') }
}

/** The last part of a path, without control and reserved characters, at most 200 long with its ending kept. */
function fileName(typed: string): string {
  const last = typed.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
  if (clean.length <= 200) return clean || 'file'
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 ? clean.slice(dot).slice(0, 10) : ''
  // Half of a character that was cut in two is none.
  return clean.slice(0, 200 - ending.length).replace(/\p{Cs}/gu, '') + ending
}

/** Removes what uploads left half written when the server was killed: nothing is received for a day. */
export async function forgetBrokenUploads(now: number): Promise<void> {
  mkdirSync(env.filesDir, { recursive: true })
  for await (const { name } of await opendir(env.filesDir)) {
    if (!name.endsWith('.part')) continue
    const path = join(env.filesDir, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < now - 24 * 3_600_000) await rm(path, { force: true })
  }
}
