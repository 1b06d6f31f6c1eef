import { productName } from '#app/platform/product.ts'
import type { BillingPeriod, Plan } from './plans.ts'

/** What schema.org calls an object; Remix's `meta` writes it as `application/ld+json`, with `<` escaped. */
type Thing = Record<string, unknown>

/** Who offers the product and where, for search engines (schema.org Organization and WebSite). */
export function organization(origin: string, email: string): Thing {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        name: productName,
        url: `${origin}/`,
        logo: `${origin}/icons/icon-512x512.png`,
        contactPoint: { '@type': 'ContactPoint', contactType: 'sales', email },
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#website`,
        name: productName,
        url: `${origin}/`,
        publisher: { '@id': `${origin}/#organization` },
      },
    ],
  }
}

/** The plans that have a price, in cents of the period (schema.org SoftwareApplication with its Offers). */
export function offers(origin: string, period: BillingPeriod, priced: Array<{ plan: Plan; name: string }>): Thing {
  const yearly = period === 'yearly'
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: productName,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    url: `${origin}/`,
    offers: priced.flatMap(({ plan, name }) => {
      const cents = yearly ? plan.yearlyCents : plan.monthlyCents
      if (cents === null) return []
      return {
        '@type': 'Offer',
        name,
        url: `${origin}/pricing`,
        price: (cents / 100).toFixed(2),
        priceCurrency: 'EUR',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: (cents / 100).toFixed(2),
          priceCurrency: 'EUR',
          unitCode: yearly ? 'ANN' : 'MON',
          valueAddedTaxIncluded: false,
        },
      }
    }),
  }
}

/** Questions and answers that the page shows (schema.org FAQPage). */
export function questions(answered: Array<{ question: string; answer: string }>): Thing {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: answered.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
