export type Clause = {
  /** Its first line, as `3. Price and payment`; empty for a text without numbered headings, and for what precedes the first. */
  heading: string
  /** The whole clause, with its heading. */
  text: string
}

const numbered = /^\d{1,3}[.)]\s+\S/

/** The clauses of a contract's terms: each begins with a numbered line (`3. Price`) after an empty one. Put together again, they give the terms. */
export function clausesOf(terms: string): Clause[] {
  const clauses: Clause[] = []
  for (const paragraph of terms.replace(/\r\n?/g, '\n').split('\n\n')) {
    const last = clauses.at(-1)
    if (numbered.test(paragraph)) clauses.push({ heading: paragraph.split('\n', 1)[0] ?? '', text: paragraph })
    else if (last) last.text += `\n\n${paragraph}`
    else clauses.push({ heading: '', text: paragraph })
  }
  return clauses
}

/** The terms with another wording of one clause; null unless they have exactly this clause, exactly once. */
export function replaceClause(terms: string, clause: string, wording: string): string | null {
  const clauses = clausesOf(terms)
  const found = clauses.filter(({ text }) => text === clause)
  if (found.length !== 1) return null
  return clauses.map(({ text }) => (text === clause ? wording : text)).join('\n\n')
}
