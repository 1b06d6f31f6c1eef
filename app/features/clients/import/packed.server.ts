import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { clientColumns } from '#app/features/clients/files/client-columns.server.ts'
import type { ImportedClient } from './imported-client.ts'

/** A form of ours has at most a million bytes, and the file is not all of it. */
const maxPacked = 700_000
const maxUnpacked = 20_000_000

const line = z.int().min(1).max(10_000_000)
const schema = z
  .array(
    z.object({
      line,
      cells: z.partialRecord(z.enum(clientColumns), z.string()),
      people: z.array(z.object({ line, name: z.string(), role: z.string(), email: z.string(), phone: z.string() })),
    }),
  )
  .max(1000)

/** What a file said, as one field of the form that confirms it; null where that would be too long. */
export function pack(clients: readonly ImportedClient[]): string | null {
  const packed = gzipSync(JSON.stringify(clients)).toString('base64url')
  return packed.length > maxPacked ? null : packed
}

/** What was packed; null for what our page never sent. */
export function unpack(packed: string): ImportedClient[] | null {
  try {
    const text = gunzipSync(Buffer.from(packed, 'base64url'), { maxOutputLength: maxUnpacked }).toString()
    return schema.parse(JSON.parse(text)) as ImportedClient[]
  } catch {
    return null
  }
}
