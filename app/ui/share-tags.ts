import type { MetaDescriptor } from '@remix-run/node'

/** What a page says of itself to programs that show a preview of a link to it. `url` and `picture` are absolute. */
export type SharedPage = { site: string; title: string; description: string; url: string; picture: string }

/** The tags of a page for previews (Open Graph, ogp.me; what X reads besides), and its canonical address. */
export function shareTags({ site, title, description, url, picture }: SharedPage): MetaDescriptor[] {
  return [
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
