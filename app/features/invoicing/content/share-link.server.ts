import { randomBytes } from 'node:crypto'
import { env } from '#app/platform/env.server.ts'

/** 128 random bits, URL-safe. */
export const newShareId = (): string => randomBytes(16).toString('base64url')

export const isShareId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** The public address of a shared invoice. */
export const shareUrl = (shareId: string): string => `${env.origin}/shared/invoice/${shareId}`
