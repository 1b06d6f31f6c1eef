import { env } from '#app/platform/env.server.ts'

export type PushKeys = { publicKey: string; privateKey: string; subject: string }

/** The keys by which push services know this installation (RFC 8292); null where the operator has set none. */
export function pushKeys(): PushKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null
}
