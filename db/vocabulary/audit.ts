/**
 * The origin of a write in the audit trail: `page` a browser with a session (pages, forms and their scripts), `socket`
 * the same over the live connection, `token` a program, by the API, `job` a scheduled job, `assistant` the
 * assistant on somebody's behalf, `seed` demo data.
 */
export const auditOrigins = ['page', 'socket', 'token', 'job', 'assistant', 'seed'] as const
export type AuditOrigin = (typeof auditOrigins)[number]
