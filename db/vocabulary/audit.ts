/**
 * The origin of a write in the audit trail: `page` a browser with a session (pages, forms and their scripts), `socket`
 * the same over the live connection, `api` a program with an access token, `job` a scheduled job, `assistant` the
 * assistant on somebody's behalf, `seed` demo data.
 */
export const auditOrigins = ['page', 'socket', 'api', 'job', 'assistant', 'seed'] as const
export type AuditOrigin = (typeof auditOrigins)[number]
