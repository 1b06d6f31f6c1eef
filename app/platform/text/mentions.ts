type Person = { id: string; name: string }

/** Only this many @ signs are examined in one message. */
const mostSigns = 100
const letter = /[\p{L}\p{N}_]/u
/** An @ at the start of a word, not one inside an email address. */
const sign = /(?<![\p{L}\p{N}_.+@-])@/gu

/**
 * Finds the people that an @ names. The longest matching name wins, so that "@Anna Berg" does not mention Anna. Two
 * people with the same name are both mentioned.
 */
export function mentionFinder<Named extends Person>(
  people: readonly Named[],
): (text: string, at: number) => { length: number; people: Named[] } | null {
  const byName = new Map<string, Named[]>()
  for (const person of people) {
    const name = person.name.toLowerCase()
    const namesakes = byName.get(name)
    if (namesakes) namesakes.push(person)
    else byName.set(name, [person])
  }
  const lengths = [...new Set([...byName.keys()].map(({ length }) => length))].sort((one, other) => other - one)
  return (text, at) => {
    for (const length of lengths) {
      const end = at + 1 + length
      const named = byName.get(text.slice(at + 1, end).toLowerCase())
      if (named && length > 0 && !letter.test(characterAt(text, end))) return { length: length + 1, people: named }
    }
    return null
  }
}

/** The people that a message mentions by `@Name`, each once. */
export function findMentions(text: string, people: readonly Person[]): Array<{ userId: string; name: string }> {
  const find = mentionFinder(people)
  const signs = [...text.matchAll(sign)].slice(0, mostSigns)
  const named = new Set(signs.flatMap(({ index }) => find(text, index)?.people ?? []))
  return [...named].map(({ id, name }) => ({ userId: id, name }))
}

/** Whether an @ at this position can start a mention. */
export const beginsMention = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}_.+@-]/u.test(text[at - 1] ?? '')

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 32)
