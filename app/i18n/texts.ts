/** The result of `import.meta.glob` for a language: the content of each file by path. */
export type Texts = Record<string, unknown>

/** The same texts by namespace, as i18next expects them. */
export function byNamespace(texts: Texts): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, content]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
      content as Record<string, unknown>,
    ]),
  )
}
