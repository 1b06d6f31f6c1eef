import { createHash } from 'node:crypto'
import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { quotes, quoteVersions } from '#db/schema/quotes.ts'

const pageSize = 200

/** Checks what was sent of every quote against its hash. */
export function verifyQuotes(db: Database): { count: number; findings: string[] } {
  const { id, version, text, hash } = quoteVersions
  const findings: string[] = []
  let count = 0
  let after = ''
  while (true) {
    const page = db
      .select({ id, version, text, hash, number: quotes.number })
      .from(quoteVersions)
      .innerJoin(quotes, eq(quotes.id, quoteVersions.quoteId))
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(pageSize)
      .all()
    for (const row of page) {
      const isSame = createHash('sha256').update(row.text).digest('hex') === row.hash
      if (!isSame) findings.push(`version ${row.version} of quote ${row.number} does not match its hash`)
    }
    count += page.length
    if (page.length < pageSize) return { count, findings }
    after = page.at(-1)?.id ?? ''
  }
}
