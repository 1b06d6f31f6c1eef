/** A text to be shown: a translation key with its namespace (`bids:refused.deadlinePassed`) and its parameters. */
export type Message = { key: string; params?: Record<string, string | number> }

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'too_large'
  | 'server_error'

export const statusOf: Record<ErrorCode, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  too_large: 413,
  server_error: 500,
}

/** What a verb throws when it refuses: a code for the machine, a message for the person, and the field it is about. */
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
/** Known to the caller, but not theirs to do. */
export const forbidden = (key = 'errors:forbidden', options?: Options) => new AppError('forbidden', key, options)
/** Absent, or not to be seen by the caller: the same to them. */
export const notFound = (key = 'errors:notFound', options?: Options) => new AppError('not_found', key, options)
/** Right in itself, but not in the present state. */
export const conflict = (key: string, options?: Options) => new AppError('conflict', key, options)
export const rateLimited = (retryAfterSeconds: number, key = 'errors:rateLimited') =>
  new AppError('rate_limited', key, {
    retryAfterSeconds,
    params: { count: Math.max(1, Math.ceil(retryAfterSeconds / 60)) },
  })

const formConflicts = new Set(['errors:sentWithOtherContent', 'errors:editedMeanwhile'])
/** Whether a conflict is about the form, not its subject: the form shows it, with what was typed, instead of a page elsewhere. */
export const isFormConflict = (error: AppError) => formConflicts.has(error.text.key)
