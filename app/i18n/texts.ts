/** What `import.meta.glob` gives for a language: the content of each of its files by path. */
export type Texts = Record<string, unknown>

/** The same by namespace, as i18next takes it. */
export function byNamespace(texts: Texts): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, content]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
      content as Record<string, unknown>,
    ]),
  )
}
