/** A text to show: a namespaced translation key (`bids:refused.deadlinePassed`) and its parameters. */
export type Message = { key: string; params?: Record<string, string | number> }

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'too_large'
  | 'too_slow'
  | 'storage_full'
  | 'busy'
  | 'server_error'

export const statusOf: Record<ErrorCode, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  too_large: 413,
  too_slow: 408,
  storage_full: 507,
  busy: 503,
  server_error: 500,
}

/**
 * The error with which a verb refuses: a code for programs, a message for people, and the form field that it concerns.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly text: Message
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    key: string,
    options: { params?: Message['params']; field?: string; retryAfterSeconds?: number } = {},
  ) {
    super(`${code}: ${key}`)
    this.name = 'AppError'
    this.code = code
    this.text = options.params ? { key, params: options.params } : { key }
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

type Options = ConstructorParameters<typeof AppError>[2]

/** The input is wrong at `field` (or as a whole). */
export const invalid = (key: string, options?: Options) => new AppError('invalid', key, options)
/** The caller may know that the thing exists, but may not do this. */
export const forbidden = (key = 'errors:forbidden', options?: Options) => new AppError('forbidden', key, options)
/** The thing does not exist, or the caller may not see it. Both look the same to the caller. */
export const notFound = (key = 'errors:notFound', options?: Options) => new AppError('not_found', key, options)
/** Valid input that the present state does not allow. */
export const conflict = (key: string, options?: Options) => new AppError('conflict', key, options)
export const rateLimited = (retryAfterSeconds: number, key = 'errors:rateLimited') =>
  new AppError('rate_limited', key, {
    retryAfterSeconds,
    params: { count: Math.max(1, Math.ceil(retryAfterSeconds / 60)) },
  })

/**
 * What the file system and SQLite say when the disk, or a quota on it, is full. SQLite says `SQLITE_FULL` for ENOSPC only:
 * a quota or a limit on the size of files is a failed write, and shared memory that cannot grow has a code of its own
 * (unixWrite and unixShmMap in its os_unix.c).
 */
const fullDiskCodes = [
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'],
]

/** The refusal that says so, for an error of a full disk; null for any other. Nothing was stored. */
export function fullDisk(error: unknown): AppError | null {
  if (error instanceof AppError && error.text.key === 'errors:storageDisk') return error
  const isFull = error instanceof Error && 'code' in error && fullDiskCodes.some((code) => code === error.code)
  if (!isFull) return null
  const refusal = new AppError('storage_full', 'errors:storageDisk')
  refusal.cause = error
  return refusal
}

/** What came before a step that came too late (`lastChange` of the request), for a refusal that the step's own form did not cause. */
export const newsOf = (error: AppError, lastChange: () => Message | null): Message | null =>
  error.code === 'conflict' && error.text.key !== 'errors:sentWithOtherContent' ? lastChange() : null

const formConflicts = new Set(['errors:sentWithOtherContent', 'errors:editConflict'])
/**
 * Whether a conflict is about the form rather than its subject. The form then shows it together with what the user
 * typed.
 */
export const isFormConflict = (error: AppError) => formConflicts.has(error.text.key)
