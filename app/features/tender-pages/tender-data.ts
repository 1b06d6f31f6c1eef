import type { PublicTender } from './queries.server.ts'

type Shown = Pick<PublicTender, 'title' | 'client' | 'location' | 'bidDeadline'>

/**
 * An open tender for search engines, with what its page shows: what somebody asks for and until when (schema.org Demand), and who (`seeks` of
 * Organization). Remix's `meta` writes it as `application/ld+json`, with `<` escaped.
 * @param kind the kind of work, in the language of the page
 */
export function demandOf({ title, client, location, bidDeadline }: Shown, url: string, summary: string, kind: string) {
  const place = location && { areaServed: { '@type': 'Place', name: location } }
  return {
    ...{ '@context': 'https://schema.org', '@type': 'Organization', name: client },
    seeks: {
      ...{ '@type': 'Demand', '@id': `${url}#tender`, url, name: title, description: summary },
      validThrough: new Date(bidDeadline).toISOString(),
      ...place,
      itemOffered: { '@type': 'Service', name: title, serviceType: kind, ...place },
    },
  }
}
