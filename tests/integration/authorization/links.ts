/** Where a page leads: the addresses of its links, and those that its forms and buttons are posted to, as paths of ours. */
export function linksAndForms(html: string, page: string): Array<{ to: string; way: 'open' | 'post' }> {
  const tags = [...html.matchAll(/<(a|form|button)\b([^>]*)>/g)]
  return tags.flatMap(([, tag, text = '']) => {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(text)?.[1]?.replaceAll('&amp;', '&')
    const isPost = (of('method') ?? of('formmethod'))?.toLowerCase() === 'post'
    const to = tag === 'a' ? of('href') : tag === 'form' ? (of('action') ?? `/${page}`) : of('formaction')
    if (!to?.startsWith('/')) return []
    return [
      { to, way: isPost || (tag === 'button' && of('formmethod') !== 'get') ? ('post' as const) : ('open' as const) },
    ]
  })
}
