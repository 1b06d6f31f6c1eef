import { env } from '#app/platform/env.server.ts'

/** The public address of a version of a quote. */
export const quoteUrl = (shareId: string): string => `${env.origin}/shared/quote/${shareId}`
